"""Places, tie-breaks and what decided the game."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scoring.ranking import rank
from tests.table import small_board, table


@pytest.mark.parametrize(
    ("totals", "criteria", "ranks", "decided_by"),
    [
        ([9, 7], {"tickets": [0, 5]}, (1, 2), "points"),
        ([9, 9], {"tickets": [3, 2]}, (1, 2), "tickets"),
        ([9, 9], {"tickets": [3, 3]}, (1, 1), "shared"),
        ([9, 9, 7], {"tickets": [3, 3, 8]}, (1, 1, 3), "shared"),
        ([9, 9, 9], {"tickets": [3, 3, 2], "longest": [0, 1, 1]}, (2, 1, 3), "longest"),
        ([9, 7, 7], {"tickets": [0, 1, 2]}, (1, 3, 2), "points"),
        ([-4, -9], {}, (1, 2), "points"),
    ],
)
def test_gen_9(
    totals: Sequence[int], criteria: Mapping[str, Sequence[int]], ranks: tuple[int], decided_by: str
) -> None:
    standing = rank(totals, criteria)
    assert (standing.ranks, standing.decided_by) == (ranks, decided_by)


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 2), st.integers(0, 1)), min_size=2, max_size=6))
def test_places_are_counted_as_in_sport(players: list[tuple[int, int, int]]) -> None:
    totals, first, second = zip(*players, strict=True)
    ranks = rank(totals, {"first": first, "second": second}).ranks
    best_first = sorted(players, reverse=True)
    assert list(ranks) == [best_first.index(player) + 1 for player in players]


def test_gen_a5_the_bonus_counts_not_the_length() -> None:
    """Three players; green alone holds the bonus, so red's longer route does not part red from blue."""
    usa = table("usa", "red blue green").play(
        "green claims portland--san-francisco:green",  # 5 trains, 10 points and the bonus
        "red claims atlanta--charleston:grey",
        "red claims atlanta--raleigh:grey-1",  # red: 4 trains in a row, 2 + 2 points
        "blue claims el-paso--santa-fe:grey",
        "blue claims dallas--houston:grey-1",
        "blue claims kansas-city--omaha:grey-1",  # blue: 2 + 1 + 1 points, apart
        "end",
    )
    places = {score.player.colour: score.rank for score in usa.sheet.players}
    assert places == {"green": 1, "red": 2, "blue": 2}


def test_usa_5_more_tickets_decide_between_equal_points() -> None:
    # Each has one route of 2 spaces; red's two tickets, one complete and one not, cancel each other out.
    small = small_board("a-b 2, c-d 2, b-c 1", "a-b 5, a-d 5")
    level = table(small).play("red claims a-b:0", "blue claims c-d:1", "red keeps a-b:0 a-d:1", "end")
    assert [score.total for score in level.sheet.players] == [2, 2]
    assert level.sheet.decided_by == "tickets"
    assert [score.player.colour for score in level.sheet.winners] == ["red"]


def test_eu_10_the_order_of_the_three_tie_breaks() -> None:
    criteria = {"tickets": [2, 2, 2], "stations": [-1, -1, -2], "longest": [0, 1, 1]}
    standing = rank([50, 50, 50], criteria)
    assert (standing.ranks, standing.decided_by) == ((2, 1, 3), "longest")
    fewer = rank([50, 50], {"tickets": [2, 2], "stations": [-1, 0], "longest": [1, 0]})
    assert (fewer.ranks, fewer.decided_by) == ((2, 1), "stations")


def test_ow_a7_equal_tickets_share_the_victory() -> None:
    west = table("old_west").play("blue starts denver", "red starts tucson", "end")
    assert west.sheet.decided_by == "shared"
