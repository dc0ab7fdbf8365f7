"""The look of the app: its colours and sizes, and the colours of cards and pieces.

There are two looks. `use` changes the colours here; only screens that are built afterwards have the new ones.
"""

from companion import palette as _palette
from companion.palette import CARD_SIGNS, CARDS, PLAYER_SIGNS, PLAYERS, Rgba, faded, mixed, rgb, track, track_sign

__all__ = ["CARDS", "CARD_SIGNS", "PLAYERS", "PLAYER_SIGNS", "Rgba", "faded", "mixed", "rgb", "track", "track_sign"]

PAPER, INK = _palette.PAPER, _palette.INK
WATER, COAST, BORDER, ABROAD = _palette.WATER, _palette.COAST, _palette.BORDER, _palette.ABROAD
CHROME, RAISED, PRESSED, LINES = rgb("#1F2328"), rgb("#2A3038"), rgb("#38404A"), rgb("#3A424C")
TEXT, MUTED, BRASS = rgb("#F2EFE8"), rgb("#A9B2BC"), rgb("#D9A441")
WELL, ILL = rgb("#7CC28A"), rgb("#F0998C")
"""For success, and for what needs attention."""
LACKING = rgb("#A5281B")
"""On paper: what is missing for a failed ticket."""
SHADE = rgb("#101316", 0.62)
CLEAR = rgb("#000000", 0.0)

BODY, STRONG, TITLE, FIGURE, HUGE = "18sp", "20sp", "24sp", "30sp", "44sp"
"""Type sizes; nothing but city names on the whole board is smaller than BODY."""

TARGET = 52
"""Height in dp of anything that can be touched."""
MAIN = 60
"""Height in dp of the buttons at the lower edge that lead on from a screen."""
GAP = 8
"""Space in dp between widgets; cards, keys and tiles that belong together are closer, at 6."""
EDGE = 8
"""Space in dp between the edge of a screen and what is on it."""

_USUAL: dict[str, Rgba] = {
    name: value for name, value in globals().items() if isinstance(value, tuple) and not name.startswith("_")
}
_HIGH_CONTRAST: dict[str, Rgba] = {
    "PAPER": rgb("#FFFDF6"),
    "INK": rgb("#000000"),
    "WATER": rgb("#DDE9F0"),
    "COAST": rgb("#6D848C"),
    "BORDER": rgb("#B9AD8F"),
    "ABROAD": rgb("#EFEEE9"),
    "CHROME": rgb("#000000"),
    "RAISED": rgb("#15181C"),
    "PRESSED": rgb("#39414B"),
    "LINES": rgb("#8A94A0"),
    "TEXT": rgb("#FFFFFF"),
    "MUTED": rgb("#D3D9E0"),
    "BRASS": rgb("#FFC94A"),
    "WELL": rgb("#8CE6A0"),
    "ILL": rgb("#FFA99D"),
    "LACKING": rgb("#8F0F04"),
    "SHADE": rgb("#000000", 0.78),
}


def use(high_contrast: bool) -> None:
    """Use the normal colours, or those with high contrast."""
    globals().update(_USUAL | (_HIGH_CONTRAST if high_contrast else {}))
