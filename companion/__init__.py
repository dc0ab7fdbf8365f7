"""Companion, an app that keeps the score of a train board game."""
