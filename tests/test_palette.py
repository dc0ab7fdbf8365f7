"""Tests that colours or symbols can be told apart with any colour vision, and that all texts are readable."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

import pytest

from companion import palette
from companion.boards import TrackColour
from companion.boards.signs import ALVIN, CARD_SIGNS, MARKER, PLAYER_SHAPES, STATION, Polygon
from companion.palette import CARDS, PLAYERS, Rgba, track, track_sign
from companion.screens.widgets import theme
from tests.colourscience import DEFICIENCIES, contrast, difference, over, seen_with

Colour = TypeVar("Colour", bound=str)
Hard = set[tuple[TrackColour, TrackColour, str]]
"""Pairs of colours with a deficiency that makes them hard to tell apart."""
APART, FLOOR = 15.0, 10.0
"""The least difference of two colours: for normal vision, and for every deficiency."""
LEFT_TO_SIGNS: Hard = {("blue", "pink", "protanopia")}
"""Cards whose colours do not reach that; their symbols differ instead."""
PALE_LEFT_TO_SIGNS: Hard = {
    ("blue", "green", "tritanopia"),
    ("blue", "pink", "protanopia"),
    ("green", "grey", "deuteranopia"),
    ("green", "grey", "protanopia"),
    ("pink", "grey", "tritanopia"),
    ("red", "black", "protanopia"),
    ("red", "green", "deuteranopia"),
    ("red", "green", "protanopia"),
    ("red", "grey", "deuteranopia"),
    ("red", "orange", "tritanopia"),
    ("yellow", "orange", "deuteranopia"),
    ("yellow", "orange", "protanopia"),
    ("yellow", "pink", "tritanopia"),
}
"""The same for printed tracks, which are pale so that claimed routes stand out. Only grey has no symbol."""


def close_pairs(colours: Mapping[Colour, Rgba], floor: float) -> set[tuple[Colour, Colour, str]]:
    """Return the pairs of colours that are closer than `floor` with some deficiency."""
    return {
        (one, other, eyes)
        for one, other in combinations(colours, 2)
        for eyes in DEFICIENCIES
        if difference(seen_with(eyes, colours[one]), seen_with(eyes, colours[other])) < floor
    }


TRACKS: tuple[TrackColour, ...] = (*(card for card in CARDS if card != "locomotive"), "grey")
PALE = {colour: track(colour)[0] for colour in TRACKS}


@pytest.mark.parametrize("colours", [PLAYERS, CARDS], ids=["players", "cards"])
def test_colours_are_plainly_different_to_most_eyes(colours: Mapping[str, Rgba]) -> None:
    for one, other in combinations(colours, 2):
        assert difference(colours[one], colours[other]) >= APART, f"{one} and {other}"


def test_players_are_told_apart_by_colour_alone_by_all_eyes() -> None:
    assert close_pairs(PLAYERS, FLOOR) == set()


def test_cards_are_told_apart_by_all_eyes_but_for_what_is_left_to_their_signs() -> None:
    assert close_pairs(CARDS, FLOOR) == LEFT_TO_SIGNS
    assert close_pairs(PALE, FLOOR) == PALE_LEFT_TO_SIGNS


def _overlap(one: tuple[tuple[float, float], ...], other: tuple[tuple[float, float], ...]) -> float:
    """Return the common area of two symbols as a share of their union."""
    places = [(x / 40 + 1 / 80, y / 40 + 1 / 80) for x in range(40) for y in range(40)]
    both = [(_inside(place, one), _inside(place, other)) for place in places]
    return sum(a and b for a, b in both) / sum(a or b for a, b in both)


def _inside(place: tuple[float, float], polygon: tuple[tuple[float, float], ...]) -> bool:
    x, y = place
    odd = False
    for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            odd = not odd
    return odd


@pytest.mark.parametrize(("one", "other", "eyes"), sorted(LEFT_TO_SIGNS | PALE_LEFT_TO_SIGNS))
def test_what_colours_cannot_tell_the_signs_do(one: TrackColour, other: TrackColour, eyes: str) -> None:
    """The symbols of two such colours differ, and each is visible on its own colour with this deficiency."""
    colours = [colour for colour in (one, other) if colour != "grey"]
    assert all(_overlap(CARD_SIGNS[a], CARD_SIGNS[b]) < 0.75 for a, b in combinations(colours, 2))
    for colour in colours:
        fill = track(colour)[0]
        for sign, ground in ((palette.CARD_SIGNS[colour], CARDS[colour]), (over(track_sign(colour), fill), fill)):
            assert contrast(seen_with(eyes, sign), seen_with(eyes, ground)) >= 3


def test_every_sign_is_a_shape_of_its_own() -> None:
    for (one, shape), (other, other_shape) in combinations(CARD_SIGNS.items(), 2):
        assert _overlap(shape, other_shape) < 0.9, f"{one} and {other}"


def _seen_from(polygon: Polygon, quarters: int) -> Polygon:
    """A shape as it is seen from another side of the table."""
    for _ in range(quarters):
        polygon = tuple((1 - y, x) for x, y in polygon)
    return polygon


def test_a_player_has_a_shape_that_nothing_else_has_from_any_side_of_the_table() -> None:
    """Neither another player, nor a card, nor a piece on the map."""
    players: dict[str, Polygon] = {str(colour): shape for colour, shape in PLAYER_SHAPES.items()}
    others = {f"{colour} card": sign for colour, sign in CARD_SIGNS.items()}
    others |= {"station": STATION, "marker": MARKER, "Alvin": ALVIN}
    assert not set(players.values()) & set(others.values())
    for name, shape in players.items():
        for other, other_shape in {**players, **others}.items():
            if other != name:
                like = max(_overlap(shape, _seen_from(other_shape, quarters)) for quarters in range(4))
                assert like < 0.75, f"{name} and {other}"


# Contrast, in both themes


@pytest.fixture(params=[False, True], ids=["usual", "high contrast"])
def look(request: pytest.FixtureRequest) -> Iterator[bool]:
    """Use each of the two themes, and restore the usual one afterwards."""
    theme.use(high_contrast=request.param)
    yield request.param
    theme.use(high_contrast=False)


GROUNDS = ("CHROME", "RAISED", "PRESSED")
WORDS = ("TEXT", "MUTED", "BRASS", "WELL", "ILL")


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("words", WORDS)
def test_words_on_the_chrome_can_be_read(look: bool, words: str, ground: str) -> None:
    assert contrast(getattr(theme, words), getattr(theme, ground)) >= (5.5 if look else 4.5)


def test_words_on_paper_and_brass_can_be_read(look: bool) -> None:
    pressed = theme.mixed(theme.BRASS, theme.INK, 0.15)
    for words, ground in (
        (theme.INK, theme.PAPER),
        (theme.INK, theme.BRASS),
        (theme.INK, pressed),
        (theme.LACKING, theme.PAPER),
        (theme.INK, theme.mixed(theme.PAPER, theme.BRASS, 0.5)),  # numbers on the score track
    ):
        assert contrast(words, ground) >= (7 if look else 4.5)


def test_high_contrast_stands_out_more() -> None:
    for words in WORDS:
        for ground in GROUNDS:
            theme.use(high_contrast=False)
            usual = contrast(getattr(theme, words), getattr(theme, ground))
            theme.use(high_contrast=True)
            high = contrast(getattr(theme, words), getattr(theme, ground))
            theme.use(high_contrast=False)
            assert high > usual, f"{words} on {ground}"


def test_edges_are_seen_in_high_contrast() -> None:
    theme.use(high_contrast=True)
    seen = [contrast(theme.LINES, getattr(theme, ground)) for ground in ("CHROME", "RAISED")]
    theme.use(high_contrast=False)
    assert min(seen) >= 3


def test_signs_on_wagons_cards_and_tracks_are_seen() -> None:
    for player, colour in PLAYERS.items():
        assert contrast(palette.PLAYER_SIGNS[player], colour) >= 3, player
    for card, colour in CARDS.items():
        assert contrast(palette.CARD_SIGNS[card], colour) >= 3, card
        assert card == "locomotive" or contrast(over(track_sign(card), track(card)[0]), track(card)[0]) >= 3, card


UNDER_TRACKS = ("PAPER", "WATER", "ABROAD")
"""What may be below a track: land is paper."""
EYES = ("all colours", *DEFICIENCIES)
LEFT_TO_OUTLINES: tuple[TrackColour, ...] = ("white", "grey")
"""Tracks whose fill is close to the ground, so that their outline alone must show them."""


def seen(eyes: str, colour: Sequence[float]) -> Sequence[float]:
    return seen_with(eyes, colour) if eyes in DEFICIENCIES else colour


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("ground", UNDER_TRACKS)
@pytest.mark.parametrize("colour", TRACKS)
def test_tracks_are_seen_on_land_and_on_water(look: bool, colour: TrackColour, ground: str, eyes: str) -> None:
    """The outline of every track has enough contrast, and its fill a colour of its own unless it is left to the
    outline."""
    fill, outline, below = (seen(eyes, one) for one in (*track(colour), getattr(theme, ground)))
    assert contrast(outline, below) >= 3
    assert difference(outline, below) >= 25
    if colour not in LEFT_TO_OUTLINES:
        assert difference(fill, below) >= FLOOR


@pytest.mark.parametrize("eyes", EYES)
def test_land_and_water_are_told_apart_and_both_are_quiet(look: bool, eyes: str) -> None:
    """Water has another colour than paper, but hardly another lightness, so that names and tracks are read on both. A
    coast is fainter than the outline of any track, but in high contrast it is seen as well as one."""
    water, paper, coast = (seen(eyes, one) for one in (theme.WATER, theme.PAPER, theme.COAST))
    assert difference(water, paper) >= 8
    assert contrast(water, paper) < 1.25
    for ground in (water, paper):
        outlines = [contrast(seen(eyes, track(colour)[1]), ground) for colour in TRACKS]
        assert contrast(coast, ground) >= 3 if look else 1.5 < contrast(coast, ground) < min(outlines)


@pytest.mark.parametrize("ground", UNDER_TRACKS)
def test_names_and_wagons_are_seen_on_land_and_on_water(look: bool, ground: str) -> None:
    below = getattr(theme, ground)
    assert contrast(theme.INK, below) >= 7
    assert contrast(theme.LACKING, below) >= 4.5
    assert contrast(theme.rgb("#15130F"), below) >= 7


def test_tracks_and_wagons_are_seen_on_paper(look: bool) -> None:
    """Tracks need a visible outline, claimed ones a visible edge, and players' shapes a visible rim on the chrome."""
    for card in CARDS:
        assert card == "locomotive" or contrast(track(card)[1], theme.PAPER) >= 3, card
    assert contrast(theme.rgb("#15130F"), theme.PAPER) >= 3
    for ground in GROUNDS:
        assert contrast(theme.TEXT, getattr(theme, ground)) >= 3


def test_red_is_still_red() -> None:
    """Each colour must be nearest to the pure colour of its name."""
    pure = {
        "red": "#D01010",
        "blue": "#1050D0",
        "green": "#109040",
        "yellow": "#F0D010",
        "black": "#202020",
        "white": "#FFFFFF",
        "orange": "#F08010",
        "pink": "#D070C0",
        "purple": "#702090",
    }
    for colours in (PLAYERS, {card: colour for card, colour in CARDS.items() if card != "locomotive"}):
        for name, colour in colours.items():
            nearest = min(colours, key=lambda other: difference(colour, palette.rgb(pure[other])))
            assert nearest == name
