"""The colours of what lies on the table: paper, tracks, cards and wagons, as red, green, blue and alpha from 0 to 1."""

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
    "red": rgb("#C8352B"),
    "blue": rgb("#2F74C9"),
    "green": rgb("#2E8B47"),
    "yellow": rgb("#EBBD35"),
    "black": rgb("#33353A"),
    "white": rgb("#FAF8F2"),
}
"""The wagons of each player."""

PLAYER_SIGNS: dict[PlayerColour, Rgba] = {
    colour: rgb("#26221A") if colour in ("yellow", "white") else rgb("#FFFFFF") for colour in PLAYERS
}
"""A player's shape on their own wagons."""

CARDS: dict[CardColour, Rgba] = {
    "red": rgb("#D2423A"),
    "blue": rgb("#3F83D0"),
    "green": rgb("#4E9B52"),
    "yellow": rgb("#E9C23C"),
    "black": rgb("#3B3A39"),
    "white": rgb("#F7F3EA"),
    "orange": rgb("#E2833A"),
    "pink": rgb("#C272B4"),
    "locomotive": rgb("#B59468"),
}
"""The train cards."""

_GREY = rgb("#A79F90")


def track(colour: TrackColour) -> tuple[Rgba, Rgba]:
    """A printed track: its pale fill and its outline."""
    full = _GREY if colour == "grey" else CARDS[colour]
    if colour == "white":
        return rgb("#FFFDF7"), rgb("#9B9384")
    if colour == "black":
        return rgb("#A39E95"), rgb("#3B3A39")
    return mixed(full, PAPER, 0.5), mixed(full, INK, 0.18)
