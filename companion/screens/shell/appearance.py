"""Applies the appearance preferences to the whole app: text size and colours."""

from kivy.core.window import Window
from kivy.metrics import Metrics

from companion.screens.shell.preferences import Preferences, TextSize
from companion.screens.widgets import theme

TEXT_SIZES: dict[TextSize, float] = {"normal": 1.0, "large": 1.15, "largest": 1.3}
"""The factor by which text is larger than normal."""


def apply_appearance(preferences: Preferences) -> bool:
    """Apply text size and colours. Return whether anything changed; visible screens must then be built again."""
    before = Metrics.fontscale, theme.CHROME
    Metrics.fontscale = TEXT_SIZES[preferences.text]
    theme.use(preferences.high_contrast)
    Window.clearcolor = theme.CHROME
    return before != (Metrics.fontscale, theme.CHROME)
