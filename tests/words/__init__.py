"""Tests of the words: languages, catalogues, sentences."""
