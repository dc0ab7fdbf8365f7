"""What a touch can carry with it."""

ONLY_LOOKS = "only looks"
"""Marks a touch that may move a map, but whose tap means nothing."""
