"""What many games say about people."""

import pytest

from companion.boards import Board
from companion.game import Player, State, begin, play_events
from companion.palette import PLAYERS
from companion.scoring import tally
from companion.scoring.statistics import Outcome, PlayerStatistics, outcome, statistics
from tests.table import board, event, small_board, table


def finished(on: str | Board, names: str, *moves: str) -> Outcome:
    """A game of people by name, in the order red, blue, green, that came to an end."""
    chart = board(on) if isinstance(on, str) else on
    people = [Player(colour=colour, name=name.strip()) for colour, name in zip(PLAYERS, names.split(","), strict=False)]
    state: State = play_events(begin(chart, people), [event(move) for move in (*moves, "end")])
    return outcome(tally(state))


def of(found: tuple[PlayerStatistics, ...], name: str) -> PlayerStatistics:
    return next(one for one in found if one.name == name)


LINE = small_board("a-b 3, b-c 2, c-d 6, a-d 1", "a-c 5, b-d 8")
"""Points: 4, 2, 15 and 1; no bonus for the longest route."""


def test_three_games_of_two_people_in_exact_figures() -> None:
    found = statistics(
        [
            finished(LINE, "Anna, Bo", "red claims a-b:0", "red claims b-c:1", "red keeps a-c:0", "blue claims a-d:3"),
            finished(LINE, "Anna, Bo", "red claims a-b:0", "blue claims c-d:2", "blue claims b-c:1"),
            finished(LINE, "Bo, Anna", "red claims c-d:2", "blue keeps a-c:0 b-d:1"),
        ]
    )
    bo, anna = found
    assert (anna.name, anna.games, anna.wins, anna.shared) == ("Anna", 3, 1, 0)
    assert (bo.name, bo.games, bo.wins, bo.shared) == ("Bo", 3, 2, 0)
    assert anna.maps[0].totals == (11, 4, -13)
    assert bo.maps[0].totals == (1, 17, 15)
    assert anna.maps[0].average == pytest.approx(2 / 3)
    assert (anna.maps[0].best, bo.maps[0].best) == (11, 17)
    assert (anna.longest, bo.longest) == (5, 8)
    assert (anna.completed, anna.tickets) == (1, 3)
    assert (bo.completed, bo.tickets) == (0, 0)


def test_one_person_however_the_name_is_written() -> None:
    found = statistics(
        [
            finished(LINE, "anna,  Bo", "red claims a-b:0"),
            finished(LINE, "ANNA, bo", "red claims a-b:0"),
            finished(LINE, "Cy, Anna", "red claims a-b:0"),
        ]
    )
    assert [(one.name, one.games) for one in found] == [("Anna", 3), ("Cy", 1), ("bo", 2)]
    assert of(found, "Anna").wins == 2


def test_inner_spaces_do_not_make_two_people() -> None:
    found = statistics([finished(LINE, "anna lise, Bo"), finished(LINE, "Anna  Lise, Bo")])
    assert [(one.name, one.games) for one in found] == [("Anna Lise", 2), ("Bo", 2)]


def test_a_shared_victory_is_won_by_all_who_share_it() -> None:
    found = statistics([finished(LINE, "Anna, Bo, Cy")])
    assert [(one.name, one.wins, one.shared) for one in found] == [("Anna", 1, 1), ("Bo", 1, 1), ("Cy", 1, 1)]


def test_who_is_behind_two_who_share_has_neither_won_nor_shared() -> None:
    game = finished(LINE, "Anna, Bo, Cy", "green keeps a-c:0")
    cy = of(statistics([game]), "Cy")
    assert (cy.wins, cy.shared) == (0, 0)


def test_a_tie_that_tickets_decide_has_one_winner() -> None:
    tie = finished(
        small_board("a-b 3, b-c 5, c-d 2", "a-b 1, c-d 3"),
        "Anna, Bo",
        "red claims b-c:1",  # 10
        "blue claims a-b:0", "blue claims c-d:2", "blue keeps a-b:0 c-d:1",  # 4 + 2 + 1 + 3
    )  # fmt: skip
    assert [result.total for result in tie.results] == [10, 10]
    assert tie.decided_by == "tickets"
    assert [(one.name, one.wins, one.shared) for one in statistics([tie])] == [("Bo", 1, 0), ("Anna", 0, 0)]


def test_points_stay_with_their_map() -> None:
    found = statistics(
        [
            finished("usa", "Anna, Bo", "red claims portland--seattle:grey-1"),
            finished("europe", "Anna, Bo", "red claims brest--paris:black"),
            finished("europe", "Anna, Bo", "blue claims brest--paris:black"),
        ]
    )
    anna = of(found, "Anna")
    assert [(one.map, one.name, one.games, one.wins) for one in anna.maps] == [
        ("europe", "Europe", 2, 1),
        ("usa", "USA", 1, 1),
    ]
    assert anna.maps[0].totals == (12 + 4 + 10, 12)
    assert not hasattr(anna, "average")


def test_a_game_without_a_board_has_no_longest_route() -> None:
    game = outcome(table("card_game", "red blue").play("red keeps chicago--new-york", "end").sheet)
    (cards,) = of(statistics([game]), "Anna").maps
    assert cards.longest is None
    assert (cards.completed, cards.tickets) == (0, 1)


def test_the_most_wins_come_first_and_of_as_many_those_from_fewer_games() -> None:
    found = statistics(
        [
            finished(LINE, "Anna, Bo", "red claims c-d:2"),
            finished(LINE, "Bo, Anna", "red claims c-d:2"),
            finished(LINE, "Cy, Anna", "red claims c-d:2"),
            finished(LINE, "Dag, Eva", "red claims c-d:2"),
            finished(LINE, "Dag, Eva", "red claims c-d:2"),
        ]
    )
    assert [one.name for one in found] == ["Dag", "Cy", "Bo", "Anna", "Eva"]


def test_no_games_no_figures() -> None:
    assert statistics([]) == ()
