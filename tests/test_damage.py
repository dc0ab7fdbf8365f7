"""Tests with thousands of damaged files: each must end in exit status 2 and clear messages, none in a traceback."""

import copy
import json
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.boards import our_maps
from companion.boards.land import land_beside
from companion.cli import main
from companion.game import GameRecord
from tests.games import SYSTEMS, random_game
from tests.table import NAMES

rough = settings(max_examples=800, suppress_health_check=[HealthCheck.function_scoped_fixture])

junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["red", "europe", "locomotive", "claim", "brest--paris:black", "end", "\x00", "\u2028", "a\nb"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def records() -> list[dict[str, Any]]:
    """Return the JSON of a legal game for each system."""
    found = []
    for map_id in SYSTEMS:
        begun, events = random_game(map_id, Random(map_id), turns=12)
        record = GameRecord(
            format="companion-game/1",
            map=map_id,
            players=begun.state.players,
            options=begun.state.options,
            events=tuple(events),
        )
        found.append(json.loads(record.model_dump_json(exclude_none=True)))
    return found


RECORDS = records()


def places(value: object, here: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the path of every value inside a JSON value."""
    inside: list[tuple[str | int, ...]] = [here]
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, part in steps:
        inside += places(part, (*here, step))
    return inside


def damaged(value: Any, place: tuple[str | int, ...], damage: object) -> Any:
    """Return the value with one place replaced, or deleted if `damage` is the class `Removed`."""
    if not place:
        return damage
    value = copy.deepcopy(value)
    parent = value
    for step in place[:-1]:
        parent = parent[step]
    if damage is Removed:
        del parent[place[-1]]
    else:
        parent[place[-1]] = damage
    return value


class Removed:
    """A marker for a deleted value."""


def outcome(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    capsys.readouterr()
    status = main(arguments)
    return status, capsys.readouterr().err


def assert_told_in_one_line(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, err = outcome(["score", "--json", str(file)], capsys)
    assert status in (0, 2)
    if status == 2:
        assert err.startswith(f"{file}: ")
        assert len(err.splitlines()) == 1
        assert len(err) < 400 + len(str(file))
    else:
        assert err == ""


@given(data=st.data())
@rough
def test_a_record_with_one_thing_wrong(data: st.DataObject, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = data.draw(st.sampled_from(RECORDS))
    place = data.draw(st.sampled_from(places(record)))
    damage = data.draw(junk | st.just(Removed)) if place else data.draw(junk)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(damaged(record, place, damage)))
    assert_told_in_one_line(file, capsys)


@given(data=st.data())
@rough
def test_a_record_cut_off_or_overwritten(
    data: st.DataObject, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = json.dumps(data.draw(st.sampled_from(RECORDS))).encode()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)) | st.just(len(text)))
    file = tmp_path / "game.json"
    file.write_bytes(text[:start] + data.draw(st.binary(max_size=12)) + text[end:])
    assert_told_in_one_line(file, capsys)


@given(value=junk | st.binary())
@settings(rough, max_examples=500)
def test_other_peoples_json(value: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
    assert outcome(["score", str(file)], capsys)[0] == 2
    assert_told_in_one_line(file, capsys)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b"9" * 100_000,
        b'{"format": "companion-game/1", "map": "\\ud800"}',
        b'{"format": "companion-game/1", "map": "europe", "players": [], "events": ' + b"[" * 5000,
        b"null",
        b"NaN",
        b"PK\x03\x04 not a record",
    ],
)
def test_monsters(text: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(text)
    assert outcome(["score", str(file)], capsys)[0] == 2
    assert_told_in_one_line(file, capsys)


@pytest.mark.parametrize("name", ["a\nb", "", " ", "\u202e", "x" * 61, "\x1b[31m"])
def test_names_that_would_spoil_the_sheet(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = RECORDS[0] | {"players": [{"colour": "red", "name": name}, {"colour": "blue", "name": "Bo"}], "events": []}
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    assert outcome(["score", str(file)], capsys)[0] == 2
    assert_told_in_one_line(file, capsys)


def test_every_colour_at_once_is_still_one_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = [{"colour": colour, "name": name} for colour, name in list(NAMES.items())[:6]]
    file = tmp_path / "game.json"
    file.write_text(json.dumps(RECORDS[4] | {"players": players, "events": []}))
    assert outcome(["score", str(file)], capsys) == (0, "")


MAPS = {map_id: (our_maps() / f"{map_id}.toml").read_text(encoding="utf-8") for map_id in SYSTEMS}


def assert_faults_are_lines(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, err = outcome(["maps", "check", str(file)], capsys)
    assert status in (0, 2)
    assert (status == 2) == bool(err)
    assert all(line.startswith(f"{file}: ") for line in err.splitlines())


@given(data=st.data())
@settings(rough, max_examples=500)
def test_a_map_cut_off_or_overwritten(data: st.DataObject, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = MAPS[data.draw(st.sampled_from(SYSTEMS))]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 30)) | st.just(len(text)))
    file = tmp_path / "map.toml"
    file.write_bytes(text[:start].encode() + data.draw(st.binary(max_size=10)) + text[end:].encode())
    assert_faults_are_lines(file, capsys)


LANDS = {map_id: land_beside(our_maps() / f"{map_id}.toml").read_bytes() for map_id in SYSTEMS if map_id != "card_game"}


@given(data=st.data())
@settings(rough, max_examples=300)
def test_land_cut_off_or_overwritten(data: st.DataObject, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Faults are told by the name of the file of land; what is only odd, by that of the map."""
    map_id = data.draw(st.sampled_from(sorted(LANDS)))
    content = LANDS[map_id]
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, min(len(content), start + 30)) | st.just(len(content)))
    file = tmp_path / "map.toml"
    file.write_text(MAPS[map_id], encoding="utf-8")
    land_beside(file).write_bytes(content[:start] + data.draw(st.binary(max_size=10)) + content[end:])
    status, err = outcome(["maps", "check", str(file)], capsys)
    assert (status == 2) == bool(err)
    assert all(line.startswith(f"{land_beside(file)}: ") for line in err.splitlines())


def toml(value: object) -> str:
    """Return a JSON value as TOML; null becomes an empty string."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(str(key))} = {toml(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps("" if value is None else value)


@pytest.mark.parametrize(
    "text",
    [
        "a." * 3000 + "b = 1",
        "[" + "a." * 3000 + "b]",
        "[[" + "a." * 3000 + "b]]",
        "[rules]\n" + "a." * 3000 + "b = 1",
        "a = " + "[" * 3000 + "]" * 3000,
        "a = " + "{b = " * 3000 + "1" + "}" * 3000,
        "a = " + "[" * 50_000,
        "[printed]\ncities = [{ id = " + "[" * 100 + "]" * 100 + "}]",
    ],
)
def test_a_map_nested_deeper_than_anyone_writes(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "map.toml"
    file.write_text(text, encoding="utf-8")
    status, err = outcome(["maps", "check", str(file)], capsys)
    assert (status, len(err.splitlines())) == (2, 1)
    assert err.startswith(f"{file}: lists or tables are nested too deep")


@given(data=st.data())
@settings(rough, max_examples=500)
def test_a_map_with_one_thing_wrong(data: st.DataObject, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raw = tomllib.loads(MAPS[data.draw(st.sampled_from(SYSTEMS))])
    place = data.draw(st.sampled_from([place for place in places(raw) if place]))
    broken = damaged(raw, place, data.draw(junk | st.just(Removed)))
    file = tmp_path / "map.toml"
    file.write_text("\n".join(f"{key} = {toml(value)}" for key, value in broken.items()), encoding="utf-8")
    assert_faults_are_lines(file, capsys)
