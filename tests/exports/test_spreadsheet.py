"""Tests that the table opens in spreadsheets and that its points add up."""

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boards import our_maps, parse_map
from companion.exports.finished import FinishedGame
from companion.exports.spreadsheet import csv_bytes, harmless, plain
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


RUN = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a cell begins with that a spreadsheet runs, or takes for the beginning of another cell."""


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@Bo", "Bo;=1+1", "; @Bo", "＝1"])
def test_a_name_is_no_formula(name: str) -> None:
    table = rows(ended("usa", "red draws", names=(name, "Cy")))
    assert table[0]["player"] == harmless(name) != name
    assert plain(table[0]["player"]) == name


def test_neither_is_the_name_of_a_map_or_a_city() -> None:
    text = our_maps().joinpath("usa.toml").read_text(encoding="utf-8")
    text = text.replace('name = "USA"', 'name = "=cmd|usa"').replace('"Montréal"', '"+Montréal"')
    table = rows(ended(parse_map(text, "usa.toml"), "red keeps montreal--atlanta"))
    assert {row["game"] for row in table} == {"'=cmd|usa"}
    assert [row["name"][:10] for row in table if row["kind"] == "ticket"] == ["'+Montréal"]


def test_points_below_zero_stay_numbers() -> None:
    table = rows(ended("europe", "red keeps brest--marseille"))
    assert [row["points"] for row in table if row["kind"] == "ticket"] == ["-7"]


@given(st.text(st.sampled_from("=+-@\t\r\n＝;,' a\u00a0\"") | st.characters(codec="utf-8"), max_size=12))
def test_every_text_is_harmless_and_comes_back(words: str) -> None:
    cell = harmless(words)
    assert plain(cell) == words
    parts = re.split(r"[;\t\r\n]", cell)
    assert not any(part.lstrip(" \u00a0").startswith(RUN) for part in parts)
    assert not cell.startswith(RUN)


def test_it_speaks_the_language_of_the_table() -> None:
    speak("nb")
    table = rows(ended("europe", "red keeps brest--marseille"))
    assert ",".join(table[0]) == "spill,dato,spiller,farge,plass,type,navn,poeng,fullført,detaljer"
    assert table[0]["spill"] == "Europa"
    assert table[0]["farge"] == "rød"
    assert {row["fullført"] for row in table} == {"", "nei"}
