"""Aligned columns of text."""

from collections.abc import Sequence


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Return the rows as lines, each column as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
