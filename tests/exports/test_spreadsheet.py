"""Tests that the table opens in spreadsheets and that its points add up."""

import csv
import io

import pytest

from companion.exports.finished import FinishedGame
from companion.exports.spreadsheet import csv_bytes
from companion.words.language import speak
from tests.exports.finishedgames import ended, played
from tests.games import SYSTEMS


def rows(game: FinishedGame) -> list[dict[str, str]]:
    content = csv_bytes(game)
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize("map_id", SYSTEMS)
def test_lines_add_up_to_totals_and_tickets_to_their_line(map_id: str) -> None:
    game = played(map_id, 4)
    table = rows(game)
    for score in game.sheet.players:
        own = [row for row in table if row["colour"] == score.player.colour]
        points = {kind: [int(row["points"]) for row in own if row["kind"] == kind] for kind in ("category", "ticket")}
        assert sum(points["category"]) == score.total
        assert sum(points["ticket"]) == score.lines["tickets"]
        assert [int(row["points"]) for row in own if row["kind"] == "total"] == [score.total]
        assert sum(row["completed"] == "yes" for row in own) == score.completed


def test_each_row_tells_its_game() -> None:
    table = rows(ended("europe", "red keeps brest--marseille", names=("Åse", "Bjørn")))
    assert ",".join(table[0]) == "game,date,player,colour,place,kind,name,points,completed,details"
    assert {row["player"] for row in table} == {"Åse", "Bjørn"}
    assert table[0]["game"] == "Europe"
    assert table[0]["date"] == "2026-11-16"


def test_a_name_is_no_formula() -> None:
    assert rows(ended("usa", "red draws", names=("=1+1", "@Bo")))[0]["player"] == "'=1+1"


def test_it_speaks_the_language_of_the_table() -> None:
    speak("nb")
    table = rows(ended("europe", "red keeps brest--marseille"))
    assert ",".join(table[0]) == "spill,dato,spiller,farge,plass,type,navn,poeng,fullført,hvordan"
    assert table[0]["spill"] == "Europa"
    assert table[0]["farge"] == "rød"
    assert {row["fullført"] for row in table} == {"", "nei"}
