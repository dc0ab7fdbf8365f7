"""Companion lies beside a train board game on the table and always knows the score."""
