"""Who won and by what, in words: told at the tally, on a shelf of past games, and in a terminal."""

import pytest

from companion.scoring.statistics import outcome
from companion.scoring.verdicts import past_verdict, printed_verdict, verdict
from tests.table import Table, small_board, table


def usa(*moves: str) -> Table:
    return table("usa", "red blue").play(*moves)


def by_tickets() -> Table:
    """Each has one route of 2 spaces; red's two tickets, one complete and one not, cancel each other out (USA-5)."""
    small = small_board("a-b 2, c-d 2, b-c 1", "a-b 5, a-d 5")
    return table(small).play("red claims a-b:0", "blue claims c-d:1", "red keeps a-b:0 a-d:1", "end")


@pytest.mark.parametrize(
    ("game", "told", "past", "printed"),
    [
        (
            usa("red claims boston--new-york:red", "end"),
            "Anna wins with 12 points",
            "Anna won with 12 points",
            "Anna wins with 12 points.",
        ),
        (
            by_tickets(),
            "Anna wins: as many points as Bo, but one more ticket",
            "Anna won with 2 points and the most tickets",
            "Anna wins: as many points as Bo, but more completed tickets.",
        ),
        (
            usa("end"),
            "Anna & Bo share the win with 0 points each",
            "Anna and Bo shared the win with 0 points each",
            "Anna and Bo tie for first place.",
        ),
    ],
    ids=["points", "tickets", "shared"],
)
def test_the_verdict_says_by_what(game: Table, told: str, past: str, printed: str) -> None:
    assert str(verdict(game.sheet)) == told
    assert past_verdict(outcome(game.sheet)) == past
    assert printed_verdict(game.sheet) == printed


def test_while_a_game_goes_on_the_terminal_says_who_leads() -> None:
    assert printed_verdict(usa("red claims boston--new-york:red").sheet) == "Anna leads with 12 points."
