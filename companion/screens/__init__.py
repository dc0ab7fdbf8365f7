"""What people touch: the only room that knows Kivy. Its own rooms register their screens with `navigation`."""

from companion.screens import cardgame, past, score, settings, start, table

__all__ = ["cardgame", "past", "score", "settings", "start", "table"]
