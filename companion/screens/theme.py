"""The look in one place: the colours of the chrome, sizes, and the colours of what lies on the table."""

from companion.palette import CARDS, INK, PAPER, PLAYER_SIGNS, PLAYERS, Rgba, faded, mixed, rgb, track

__all__ = ["CARDS", "INK", "PAPER", "PLAYERS", "PLAYER_SIGNS", "Rgba", "faded", "mixed", "rgb", "track"]

CHROME, RAISED, PRESSED, LINES = rgb("#1F2328"), rgb("#2A3038"), rgb("#3A424C"), rgb("#3A424C")
TEXT, MUTED, BRASS = rgb("#F2EFE8"), rgb("#9AA3AD"), rgb("#D9A441")
WELL, ILL = rgb("#7CC28A"), rgb("#E88A7D")
"""What went well, and what needs a look."""
LACKING = rgb("#A5281B")
"""On paper: what a failed ticket lacks."""
SHADE = rgb("#101316", 0.62)
CLEAR = rgb("#000000", 0.0)

BODY, STRONG, TITLE, FIGURE, HUGE = "18sp", "20sp", "24sp", "30sp", "44sp"
"""Type sizes; nothing but city names on the whole board is smaller than BODY."""

TARGET = 52
"""Height in dp of whatever a finger touches."""
GAP = 8
"""Space in dp between things."""
