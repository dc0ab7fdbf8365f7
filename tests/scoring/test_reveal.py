"""The tally as a story: it adds up to the sheet, and each moment proves itself."""

from random import Random

import pytest

from companion.game import State, apply
from companion.scoring import tally
from companion.scoring.reveal import Moment, moments
from tests.games import SYSTEMS, random_game
from tests.table import table


def told(state: State, kind: str, player: str | None = None) -> list[Moment]:
    """The moments of one kind."""
    found = [moment for moment in moments(tally(state)) if moment.kind == kind]
    return [moment for moment in found if player is None or moment.player == player]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_points_of_all_moments_add_up_to_the_totals(system: str) -> None:
    for seed in range(12):
        begun, events = random_game(system, Random(seed))
        state = begun.state
        for event in events:
            state = apply(state, event)
        sheet = tally(state)
        story = moments(sheet)
        for score in sheet.players:
            assert sum(m.points for m in story if m.player == score.player.colour) == score.total
        assert story[-1].kind == "winner"
        assert len([m for m in story if m.kind == "ticket"]) == sum(len(score.tickets) for score in sheet.players)


@pytest.mark.parametrize("seed", range(12))
def test_mandala_is_two_ways_that_share_no_route(seed: int) -> None:
    begun, events = random_game("india", Random(seed), turns=120)
    state = begun.state
    for event in events:
        state = apply(state, event)
    for moment in told(state, "mandala"):
        assert moment.ticket is not None
        ends = {moment.ticket.start, *(goal.to for goal in moment.ticket.goals)}
        own = {route.id for route in state.routes_of(moment.player or "")}
        for way in (moment.lit, moment.other_way):
            cities = state.board.cities_along(way)
            assert {cities[0], cities[-1]} == ends  # IN-4
            assert own.issuperset(way)
        assert not set(moment.lit) & set(moment.other_way)


def test_failed_tickets_come_first_and_show_what_they_lack() -> None:
    at = table("europe", "red blue").play(
        "red keeps brest--marseille kyiv--petrograd",
        "red claims brest--paris:black",
        "red claims marseille--paris:grey",
    )
    failed, completed = told(at.state, "ticket", "red")
    assert failed.ticket is not None
    assert (failed.ticket.id, failed.well, failed.points) == ("kyiv--petrograd", False, -6)
    assert failed.lit == ()
    assert failed.missing
    assert str(failed.detail).startswith("6 trains short, on ")
    assert completed.ticket is not None
    assert (completed.ticket.id, completed.well, completed.points) == ("brest--marseille", True, 7)
    assert completed.lit == ("brest--paris:black", "marseille--paris:grey")


def test_a_borrowed_route_is_told_with_its_lender() -> None:
    """EU-4."""
    at = table("europe", "red blue").play(
        "red keeps brest--marseille",
        "red claims brest--paris:black",
        "blue claims marseille--paris:grey",
        "red builds paris",
    )
    (moment,) = told(at.state, "ticket", "red")
    assert moment.borrowed == ("marseille--paris:grey",)
    assert str(moment.detail) == "Uses Marseille–Paris, claimed by Bo"


def test_a_longest_route_that_is_level_names_the_others() -> None:
    """GEN-5."""
    at = table("usa", "red blue").play("red claims boston--montreal:grey-1", "blue claims duluth--winnipeg:black")
    one, other = told(at.state, "longest")
    assert (one.points, other.points) == (0, 10)
    at = at.play("red claims boston--new-york:red")
    assert [m.points for m in told(at.state, "longest")] == [10, 10]
    assert str(told(at.state, "longest")[0].sentence) == "Anna: longest route 4, tied with Bo"
