"""What people touch: the only package that imports Kivy. Its subpackages register their screens with `navigation`."""

from companion.screens import cardgame, map, past, photo, score, settings, start, table

__all__ = ["cardgame", "map", "past", "photo", "score", "settings", "start", "table"]
