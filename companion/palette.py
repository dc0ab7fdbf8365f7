"""The colours of what lies on the table: paper, tracks, cards and wagons, as red, green, blue and alpha from 0 to 1.

They are the game's own, a little shifted in lightness and hue, so that also eyes that see no red, no green or no blue
tell them apart as far as that goes; signs and shapes do the rest. tests/test_palette.py computes both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the first frame shall not wait for the boards
    from companion.boards import CardColour, PlayerColour, TrackColour

Rgba = tuple[float, float, float, float]


def rgb(text: str, alpha: float = 1.0) -> Rgba:
    """A colour written as "#EFE6D2"."""
    red, green, blue = (int(text[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue, alpha


def mixed(one: Rgba, other: Rgba, share: float) -> Rgba:
    """`share` of the other colour in the one, opaque."""
    red, green, blue = (a + (b - a) * share for a, b in zip(one[:3], other[:3], strict=True))
    return red, green, blue, 1.0


def faded(colour: Rgba, alpha: float) -> Rgba:
    """The colour, seen through."""
    return colour[0], colour[1], colour[2], alpha


PAPER, INK = rgb("#EFE6D2"), rgb("#2B2A28")

PLAYERS: dict[PlayerColour, Rgba] = {
    "red": rgb("#BF2218"),
    "blue": rgb("#2A5CB4"),
    "green": rgb("#1E9470"),
    "yellow": rgb("#F2B91C"),
    "black": rgb("#2A282B"),
    "white": rgb("#FAF8F2"),
}
"""The wagons of each player."""

PLAYER_SIGNS: dict[PlayerColour, Rgba] = {
    colour: rgb("#26221A") if colour in ("yellow", "white") else rgb("#FFFFFF") for colour in PLAYERS
}
"""A player's shape on their own wagons."""

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
"""The train cards."""

CARD_SIGNS: dict[CardColour, Rgba] = {
    colour: rgb("#FFFFFF") if colour in ("red", "green", "black") else INK for colour in CARDS
}
"""The sign of a card on its own colour."""

_GREY = rgb("#A79F90")


def track(colour: TrackColour) -> tuple[Rgba, Rgba]:
    """A printed track: its pale fill and its outline."""
    full = _GREY if colour == "grey" else CARDS[colour]
    if colour == "white":
        return rgb("#FFFDF7"), rgb("#857E70")
    if colour == "yellow":
        return mixed(full, PAPER, 0.35), rgb("#9C7A1B")
    if colour == "black":
        return rgb("#8A857E"), rgb("#393939")
    return mixed(full, PAPER, 0.48), mixed(full, INK, 0.25)


def track_sign(colour: TrackColour) -> Rgba:
    """The sign of a colour on its printed track."""
    return INK if colour == "black" else faded(INK, 0.72)
