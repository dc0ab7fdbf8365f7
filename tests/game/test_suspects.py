"""The record against the boxes on the table: the likeliest slip comes first."""

from random import Random

import pytest

from companion.game import apply, refusal_of
from companion.game import events as e
from companion.game.suspects import LeftInBox, Suspect, recorded_box, suspects
from tests.games import random_game
from tests.made_up import made_up
from tests.table import event, table

EUROPE = (
    "red claims brest--paris:black",
    "blue claims frankfurt--paris:white",
    "red draws",
    "blue claims berlin--danzig:grey",
    "red fails munchen--venezia:blue",
)


def asked(moves: tuple[str, ...], **boxes: LeftInBox) -> tuple[Suspect, ...]:
    state = table("europe", "red blue green").play(*moves).state
    known = {player.colour: boxes[player.colour] for player in state.players if player.colour in boxes}
    return suspects(state, [event(move) for move in moves], known)


def test_boxes_that_fit_raise_no_suspicion() -> None:
    assert asked(EUROPE, red=LeftInBox(42, 3)) == ()


def test_a_claim_that_was_the_other_players() -> None:
    """Four cars too few in one box and four too many in the other."""
    first = asked(EUROPE, red=LeftInBox(38, 3), blue=LeftInBox(42, 3))[0]
    assert str(first.question) == "Move 4: did Anna claim Berlin–Danzig?"
    assert first.event == e.Claim(player="red", route="berlin--danzig:grey")
    assert first.place == 3


def test_a_claim_that_is_not_on_the_table() -> None:
    found = asked(EUROPE, blue=LeftInBox(42, 3))
    assert ("Move 4: are there no trains on Berlin–Danzig?", 3, None) in [
        (str(one.question), one.place, one.event) for one in found
    ]


def test_a_tunnel_that_was_paid_for_after_all() -> None:
    first = asked(EUROPE, red=LeftInBox(40, 3))[0]
    assert str(first.question) == "Move 5: was the tunnel München–Venezia paid for after all?"
    assert first.event == e.Claim(player="red", route="munchen--venezia:blue")


def test_a_neighbour_that_was_touched_instead() -> None:
    """Brest–Dieppe has two spaces, Brest–Paris three."""
    found = asked(EUROPE[:2], red=LeftInBox(43, 3))
    assert "Move 1: was it Brest–Dieppe, not Brest–Paris?" in [str(one.question) for one in found]


def test_a_claim_that_nobody_recorded() -> None:
    found = asked(EUROPE[:2], red=LeftInBox(38, 3))
    assert e.Claim(player="red", route="brest--pamplona:pink") in [one.event for one in found]


def test_a_station_that_is_not_there() -> None:
    (found,) = asked((*EUROPE, "red builds paris"), red=LeftInBox(42, 3))
    assert str(found.question) == "Move 6: is Anna’s station in Paris not on the board?"
    assert (found.place, found.event) == (5, None)


@pytest.mark.parametrize("system", ["usa", "europe", "switzerland", "india"])
def test_a_claim_for_the_wrong_player_near_the_end_is_found(system: str) -> None:
    """Whatever the game: put one of the last claims down for another player, and the true one is among the suspects."""
    tried = 0
    for seed in range(25):
        rng = Random(seed)
        begun, events = random_game(system, rng)
        events = [one for one in events if not isinstance(one, e.End)]
        claims = [(place, one) for place, one in enumerate(events) if isinstance(one, e.Claim)][-6:]
        place, truth = rng.choice(claims)
        wrong = truth.model_copy(
            update={"player": rng.choice([p.colour for p in begun.state.players if p.colour != truth.player])}
        )
        recorded = [*events[:place], wrong, *events[place + 1 :]]
        on_table = written = begun.state
        for one in events:
            on_table = apply(on_table, one)
        for one in recorded:
            if refusal_of(written, one) is not None:
                break
            written = apply(written, one)
        else:
            tried += 1
            boxes = {one: recorded_box(on_table, one) for one in (truth.player, wrong.player)}
            found = suspects(written, recorded, boxes)
            assert (place, truth) in [(one.place, one.event) for one in found]
    assert tried > 5


def test_stations_and_markers_of_one_box_are_told_apart() -> None:
    moves = ("white starts bravo", "purple starts alfa", "purple builds delta", "white claims bravo--echo:white")
    position = table(made_up(), "purple white").play(*moves, "white marks echo")
    events = [event(move) for move in (*moves, "white marks echo")]
    assert recorded_box(position.state, "purple") == LeftInBox(30, stations=1, markers=2)
    (station,) = suspects(position.state, events, {"purple": LeftInBox(30, stations=2, markers=2)})
    assert str(station.question) == "Move 3: is Gro’s station in Delta not on the board?"
    found = suspects(position.state, events, {"white": LeftInBox(26, stations=2, markers=2)})
    assert [one.place for one in found] == [4, 0]
