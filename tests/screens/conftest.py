"""The virtual screen comes before anything else that loads Kivy."""

import companion.screens.virtual  # noqa: F401
