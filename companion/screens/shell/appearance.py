"""What people wish for their eyes, done for the whole app: how large it is written, and in which colours."""

from kivy.core.window import Window
from kivy.metrics import Metrics

from companion.screens.shell.preferences import Preferences, TextSize
from companion.screens.widgets import theme

TEXT_SIZES: dict[TextSize, float] = {"normal": 1.0, "large": 1.15, "largest": 1.3}
"""How many times larger than usual words are."""


def apply_appearance(preferences: Preferences) -> bool:
    """Makes the look what people wish. Whether that changed anything; then what is on the stage must be built anew."""
    before = Metrics.fontscale, theme.CHROME
    Metrics.fontscale = TEXT_SIZES[preferences.text]
    theme.use(preferences.high_contrast)
    Window.clearcolor = theme.CHROME
    return before != (Metrics.fontscale, theme.CHROME)
