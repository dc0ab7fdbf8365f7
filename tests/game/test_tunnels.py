"""Trying a tunnel: every colour, every number of locomotives, every draw, on both boards that have tunnels."""

from itertools import combinations_with_replacement

import pytest

from companion.boards import CardColour
from companion.boards.signs import CARD_SIGNS
from companion.game import Severity, objections
from companion.game.tunnels import Attempt, attempt
from tests.table import board, table

COLOURS: list[CardColour] = [colour for colour in CARD_SIGNS if colour != "locomotive"]
DRAWS = [draw for count in range(4) for draw in combinations_with_replacement(CARD_SIGNS, count)]


def laid_down(map_id: str, route: str, colour: CardColour, locomotives: int) -> Attempt:
    on = board(map_id)
    tried = attempt(on, "red", on.routes[route]).lay(colour)
    return tried if colour == "locomotive" else tried.with_locomotives(locomotives)


def with_draw(tried: Attempt, draw: tuple[CardColour, ...]) -> Attempt:
    for card in draw:
        tried = tried.turn_up(card)
    return tried


def some_tunnel(map_id: str, grey: bool) -> str:
    """The id of a tunnel of two cars or more, grey or coloured."""
    routes = board(map_id).routes.values()
    return next(r.id for r in routes if r.tunnel and (r.colour == "grey") == grey and r.length > 1)


@pytest.mark.parametrize("grey", [True, False])
@pytest.mark.parametrize("map_id", ["europe", "switzerland"])
def test_every_colour_every_locomotive_every_draw(map_id: str, grey: bool) -> None:
    route = some_tunnel(map_id, grey)
    track = board(map_id).routes[route]
    colours = COLOURS if track.colour == "grey" else [track.colour]
    state = table(map_id, "red blue").state
    for colour in (*colours, "locomotive"):
        for locomotives in range(track.length) if colour != "locomotive" else (track.length,):
            for draw in DRAWS:
                tried = with_draw(laid_down(map_id, route, colour, locomotives), draw)
                # The rule, spelled out: locomotives turned up always count, cards of the colour if it was played.
                extra = draw.count("locomotive") + (draw.count(colour) if colour != "locomotive" else 0)
                assert tried.extra == extra
                assert not [o for o in objections(state, tried.paid()) if o.kind is not Severity.QUESTION]
                # PAY-6: giving up is never forbidden, and asked about if nothing more is due.
                asked = [] if extra or tried.is_blank else [("PAY-6", Severity.QUESTION)]
                assert [(o.rule, o.kind) for o in objections(state, tried.given_up())] == asked
                said = str(tried.price())
                if extra and colour == "locomotive":
                    assert "locomotive" in said
                    assert "or" not in said.split()
                elif extra:
                    assert said == (
                        f"{extra} more {colour} cards (or locomotives)."
                        if extra > 1
                        else f"One more {colour} card (or a locomotive)."
                    )


def test_the_same_card_counts_once_and_a_fourth_not_at_all() -> None:
    tried = laid_down("europe", "paris--zurich:grey", "red", 0)
    tried = tried.turn_up("red", "EC-red-7").turn_up("red", "EC-red-7")
    assert tried.revealed == ("red",)
    assert with_draw(tried, ("blue", "green", "red")).revealed == ("red", "blue", "green")


def test_a_card_turned_up_by_mistake_goes_back() -> None:
    tried = with_draw(laid_down("europe", "paris--zurich:grey", "red", 0), ("red", "blue"))
    assert tried.turn_back(0).revealed == ("blue",)


@pytest.mark.parametrize("grey", [True, False])
def test_a_table_that_enters_no_cards_records_none(grey: bool) -> None:
    on, route = board("europe"), some_tunnel("europe", grey)
    tried = attempt(on, "red", on.routes[route])
    assert tried.is_blank
    for event in (tried.paid(), tried.given_up()):
        assert (event.cards, event.revealed) == (None, None)
        assert objections(table("europe").state, event) == ()


def test_more_cards_of_a_colour_than_the_box_holds_are_questioned() -> None:
    on = board("europe")
    longest = max((r for r in on.routes.values() if r.tunnel), key=lambda r: r.length)
    colour: CardColour = longest.colour if longest.colour != "grey" else "red"
    cards = with_draw(laid_down("europe", longest.id, colour, 0), (colour,) * 3).paid().cards
    assert cards is not None
    assert sum(cards.values()) == longest.length + 3
    few = Attempt(on, "red", longest, "red", 0, ("locomotive",) * 15)
    assert "only 14" in str(few.doubt())


def test_a_grey_tunnel_first_asks_for_the_colour() -> None:
    on = board("europe")
    tried = attempt(on, "red", on.routes["paris--zurich:grey"])
    assert str(tried.price()) == "Which colour was played?"
    assert tried.paid().cards is None
