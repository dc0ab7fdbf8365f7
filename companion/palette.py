"""The colours of paper, tracks, cards and wagons, as red, green, blue and alpha from 0 to 1.

They are the game's own colours, slightly shifted in lightness and hue so that people with a colour vision deficiency
can tell most of them apart; symbols and shapes do the rest. tests/test_palette.py checks both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # importing the boards would delay the first frame
    from companion.boards import CardColour, PlayerColour, TrackColour

Rgba = tuple[float, float, float, float]


def rgb(text: str, alpha: float = 1.0) -> Rgba:
    """Return the colour of a string such as "#EFE6D2"."""
    red, green, blue = (int(text[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue, alpha


def mixed(one: Rgba, other: Rgba, share: float) -> Rgba:
    """Return an opaque mix of two colours, with `share` of `other`."""
    red, green, blue = (a + (b - a) * share for a, b in zip(one[:3], other[:3], strict=True))
    return red, green, blue, 1.0


def faded(colour: Rgba, alpha: float) -> Rgba:
    """Return the colour with this alpha."""
    return colour[0], colour[1], colour[2], alpha


PAPER, INK = rgb("#EFE6D2"), rgb("#2B2A28")

WATER, COAST, BORDER = rgb("#DBE7EB"), rgb("#9BAEB4"), rgb("#CFC1A1")
"""Below the tracks; land is paper. Water is hardly darker than paper, since tracks must stand out on both."""
ABROAD = rgb("#E6E5DC")
"""Land that the board is not about, where it says which land it is about."""

PLAYERS: dict[PlayerColour, Rgba] = {
    "red": rgb("#BF2218"),
    "blue": rgb("#2A5CB4"),
    "green": rgb("#1E9470"),
    "yellow": rgb("#F2B91C"),
    "black": rgb("#2A282B"),
    "white": rgb("#FAF8F2"),
    "purple": rgb("#5C177A"),
}
"""The colour of each player's wagons."""

PLAYER_SIGNS: dict[PlayerColour, Rgba] = {
    colour: rgb("#26221A") if colour in ("yellow", "white") else rgb("#FFFFFF") for colour in PLAYERS
}
"""The colour of a player's shape when drawn on their own wagons."""

CARDS: dict[CardColour, Rgba] = {
    "red": rgb("#D43A41"),
    "blue": rgb("#3389E4"),
    "green": rgb("#0C8560"),
    "yellow": rgb("#F7CE58"),
    "black": rgb("#393939"),
    "white": rgb("#F8F3E8"),
    "orange": rgb("#F2801C"),
    "pink": rgb("#B679B3"),
    "locomotive": rgb("#CFA084"),
}
"""The colours of the train cards."""

CARD_SIGNS: dict[CardColour, Rgba] = {
    colour: rgb("#FFFFFF") if colour in ("red", "green", "black") else INK for colour in CARDS
}
"""The colour of a card's symbol when drawn on the card."""

_GREY = rgb("#A79F90")


def track(colour: TrackColour) -> tuple[Rgba, Rgba]:
    """Return the pale fill and the outline of a printed track."""
    full = _GREY if colour == "grey" else CARDS[colour]
    if colour == "white":
        return rgb("#FFFDF7"), rgb("#857E70")
    if colour == "yellow":
        return mixed(full, PAPER, 0.35), rgb("#9C7A1B")
    if colour == "black":
        return rgb("#8A857E"), rgb("#393939")
    # Orange and grey are paler than the others to people with deuteranopia, so their outlines are darker.
    return mixed(full, PAPER, 0.48), mixed(full, INK, {"orange": 0.34, "grey": 0.28}.get(colour, 0.25))


def track_sign(colour: TrackColour) -> Rgba:
    """Return the colour of the symbol on a printed track."""
    return INK if colour == "black" else faded(INK, 0.72)
