"""The photo as a second witness: every difference between it and the log, with the correction that settles it."""

import pytest

from companion.game import events as e
from companion.photo.findings import Findings
from companion.photo.photosuspects import photo_suspects
from tests.photo.standin import Seen, finds
from tests.table import event, table

MOVES = ("red claims brest--paris:black", "blue claims berlin--danzig:grey", "red builds dieppe")
AS_PLAYED = {"brest--paris:black": "red", "berlin--danzig:grey": "blue"}
STATION = {"dieppe": "red"}


Difference = tuple[str, int | None, e.Event | None]
"""The question, the move that it is about, and the move as it should be."""


def differences(routes: Seen, doubtful: Seen | None = None, stations: Seen = STATION) -> list[Difference]:
    state = table("europe", "red blue").play(*MOVES).state
    found = Findings.model_validate(finds("europe", routes, doubtful, stations))
    return [(str(one.question), one.place, one.event) for one in photo_suspects(state, [*map(event, MOVES)], found)]


def test_a_photo_that_shows_what_was_recorded_differs_in_nothing() -> None:
    assert differences(AS_PLAYED) == []


def test_another_players_trains() -> None:
    ((question, place, corrected),) = differences(AS_PLAYED | {"berlin--danzig:grey": "red"})
    assert (question, place) == ("Move 2: did Anna claim Berlin–Danzig?", 1)
    assert corrected == e.Claim(player="red", route="berlin--danzig:grey")


def test_no_trains_where_a_claim_was_recorded() -> None:
    ((question, place, corrected),) = differences({"berlin--danzig:grey": "blue"})
    assert (question, place, corrected) == ("Move 1: are there no trains on Brest–Paris?", 0, None)


def test_trains_beside_the_route_that_was_recorded() -> None:
    found = differences({"berlin--danzig:grey": "blue", "brest--pamplona:pink": "red"})
    assert found == [
        ("Move 1: was it Brest–Pamplona, not Brest–Paris?", 0, e.Claim(player="red", route="brest--pamplona:pink"))
    ]


def test_a_claim_that_was_forgotten() -> None:
    found = differences(AS_PLAYED | {"kharkov--moskva:grey": "blue"})
    assert found == [("Did Bo also claim Kharkov–Moskva?", None, e.Claim(player="blue", route="kharkov--moskva:grey"))]


@pytest.mark.parametrize(
    ("stations", "question"),
    [
        ({}, "Move 3: is Anna’s station in Dieppe not on the board?"),
        ({"dieppe": "red", "roma": "blue"}, "Did Bo also build a station in Roma?"),
    ],
)
def test_stations(stations: Seen, question: str) -> None:
    assert [one[0] for one in differences(AS_PLAYED, None, stations)] == [question]


def test_what_the_photo_is_sure_of_comes_first() -> None:
    found = differences({"brest--paris:black": "red"}, {"kharkov--moskva:grey": "blue"})
    assert [one[0] for one in found] == [
        "Move 2: are there no trains on Berlin–Danzig?", "Did Bo also claim Kharkov–Moskva?",
    ]  # fmt: skip


def test_a_free_route_that_it_is_not_sure_of_is_no_reason_to_doubt_a_claim() -> None:
    assert differences({"brest--paris:black": "red"}, {"berlin--danzig:grey": None}) == []
