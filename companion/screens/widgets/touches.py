"""What a touch can carry in its `ud`."""

ONLY_LOOKS = "only looks"
"""Marks a touch that may move a map, but whose tap means nothing."""
