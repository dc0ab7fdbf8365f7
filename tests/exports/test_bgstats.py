"""Tests that the link for BG Stats has the format of that app and fits into a QR code."""

import json
from typing import Any
from urllib.parse import unquote

import pytest

from companion.exports.bgstats import LINK, bgstats_link
from companion.exports.qrcodes import FINEST, MOST, QUIET, code, fits
from companion.exports.result import result_text
from tests.exports.finishedgames import LONG_NAMES, ended, played, six
from tests.games import SYSTEMS

WORST = tuple("åøæöäÅØÆÖÄ€–åøæöäÅØÆÖÄ€–"[place:] + "åøæöä"[:place] for place in range(6))
"""Names of only those letters that take the most space in a link."""


def play(link: str) -> dict[str, Any]:
    assert link.startswith(LINK)
    data = link.removeprefix(LINK)
    assert data.isascii()
    assert not set(data) & set(' "{}<>&#+')
    told: dict[str, Any] = json.loads(unquote(data))
    return told


def test_a_game_as_the_app_wants_it() -> None:
    game = ended("europe", "red claims brest--paris:black", "blue draws")
    told = play(bgstats_link(game))
    assert told == {
        "sourceName": "Companion",
        "sourcePlayId": "1794852960000",
        "playDate": "2026-11-16 19:30:00",
        "durationMin": 74,
        "game": {"name": "Ticket to Ride: Europe", "sourceGameId": "europe", "bggId": 14996},
        "players": [
            {
                "name": "Anna",
                "sourcePlayerId": told["players"][0]["sourcePlayerId"],
                "score": 26,
                "winner": True,
                "rank": 1,
                "startPlayer": True,
            },
            {
                "name": "Bo",
                "sourcePlayerId": told["players"][1]["sourcePlayerId"],
                "score": 12,
                "winner": False,
                "rank": 2,
            },
        ],
    }


def test_the_same_person_has_the_same_id_in_every_game() -> None:
    one, other = (
        {player["name"]: player["sourcePlayerId"] for player in play(bgstats_link(game))["players"]}
        for game in (ended("usa", "red draws"), ended("europe", "blue draws", names=("Bo", "Anna")))
    )
    assert one == other
    assert len(set(one.values())) == 2


@pytest.mark.parametrize("map_id", SYSTEMS)
def test_scores_and_winners_are_those_of_the_tally(map_id: str) -> None:
    game = played(map_id, 6)
    players = play(bgstats_link(game))["players"]
    assert [(p["score"], p["winner"]) for p in players] == [(s.total, s.rank == 1) for s in game.sheet.players]


def test_six_people_with_24_letters_keep_their_whole_names() -> None:
    link = bgstats_link(six(LONG_NAMES))
    names = [player["name"] for player in play(link)["players"]]
    assert names == list(LONG_NAMES)
    assert fits(link)


@pytest.mark.parametrize("names", [WORST, ["x" * 59 + str(n) for n in range(6)], ["Å" * 60] * 6])
def test_names_that_are_too_long_are_cut_but_told_apart(names: list[str]) -> None:
    game = six(names)
    link = bgstats_link(game)
    players = play(link)["players"]
    assert fits(link)
    assert len({player["name"] for player in players}) == len(players)
    assert [player["score"] for player in players] == [score.total for score in game.sheet.players]


def test_a_code_is_never_too_fine_for_the_smallest_panel() -> None:
    widest = 17 + 4 * FINEST + 2 * QUIET
    assert 3 * widest <= 480 - 16
    assert len(code("x" * MOST)) == widest
    assert not fits("x" * (MOST + 1))
    with pytest.raises(ValueError, match="2000 bytes do not fit"):
        code("x" * 2000)


def test_the_result_as_text() -> None:
    game = ended("europe", "red claims brest--paris:black", "blue draws")
    assert result_text(game).splitlines() == [
        f"Europe, {game.ended:%d/%m/%Y}", "1. Anna 26", "2. Bo 12", "Anna wins with 26 points.",
    ]  # fmt: skip
