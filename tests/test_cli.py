"""Tests of the command line, as people and other programs use it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.boards import Library, our_maps
from companion.cli import main
from companion.cli.labels import labels_of
from companion.game.journal import Journal
from companion.words.language import speak
from tests.journals import begun

Capture = pytest.CaptureFixture[str]

RECORD: dict[str, Any] = {
    "format": "companion-game/1",
    "map": "europe",
    "players": [{"colour": "red", "name": "Anna"}, {"colour": "blue", "name": "Bo"}],
    "options": {},
    "events": [
        {"type": "tickets", "player": "red", "kept": ["amsterdam--pamplona", "brest--marseille"]},
        {"type": "claim", "player": "blue", "route": "brest--paris:black", "cards": {"black": 2, "locomotive": 1}},
        {
            "type": "claim",
            "player": "red",
            "route": "paris--zurich:grey",
            "cards": {"red": 4},
            "revealed": ["red", "green", "white"],
        },
        {"type": "station", "player": "red", "city": "paris"},
        {"type": "claim", "player": "red", "route": "marseille--zurich:pink"},
        {"type": "draw", "player": "blue"},
        {"type": "end"},
    ],
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "sunday.game.json"
    path.write_text(json.dumps(RECORD))
    return path


def with_events(*events: dict[str, Any]) -> dict[str, Any]:
    return RECORD | {"events": list(events)}


def test_score_as_json(file: Path, capsys: Capture) -> None:
    assert main(["score", "--json", str(file)]) == 0
    sheet = json.loads(capsys.readouterr().out)
    red, blue = sheet["players"]
    assert (sheet["format"], sheet["map"], sheet["final"]) == ("companion-score/1", "europe", True)
    assert red["lines"] == {"routes": 4 + 2, "tickets": 7 - 7, "stations": 8, "longest": 10}
    assert (red["total"], red["rank"], red["completed"], red["trains_left"]) == (24, 1, 1, 40)
    assert red["longest_length"] == 5
    assert red["longest_routes"] == ["paris--zurich:grey", "marseille--zurich:pink"]
    assert red["borrowed"] == [{"station": "paris", "route": "brest--paris:black"}]
    assert red["tickets"][1] == {
        "id": "brest--marseille",
        "points": 7,
        "completed": True,
        "routes": ["brest--paris:black", "paris--zurich:grey", "marseille--zurich:pink"],
    }
    assert blue["total"] == 4 + 12
    assert (sheet["winners"], sheet["decided_by"]) == (["red"], "points")


def test_score_as_a_table(file: Path, capsys: Capture) -> None:
    assert main(["score", str(file)]) == 0
    out = capsys.readouterr().out
    assert "Europe, final score" in out
    assert "Anna wins with 24 points." in out
    assert "+7  Brest–Marseille: Brest–Paris–Zürich–Marseille" in out
    assert "the station in Paris uses Brest–Paris" in out
    assert "−7  Amsterdam–Pamplona is 7 trains short: " in out
    assert "\033" not in out


def test_several_files_one_object_per_line(file: Path, capsys: Capture) -> None:
    assert main(["score", "--json", str(file), str(file)]) == 0
    assert [json.loads(line)["map"] for line in capsys.readouterr().out.splitlines()] == ["europe", "europe"]


def test_a_bad_file_among_good_ones(file: Path, tmp_path: Path, capsys: Capture) -> None:
    assert main(["score", "--json", str(tmp_path / "none.json"), str(file)]) == 2
    captured = capsys.readouterr()
    assert captured.err == f"{tmp_path / 'none.json'}: no such file or directory\n"
    assert len(captured.out.splitlines()) == 1


EVENTS = (
    "'claim', 'tunnel_failed', 'station', 'start_city', 'marker', 'alvin', 'tickets', 'draw', 'yard', 'pile', "
    "'complete', 'score_track', 'entered', 'scoring', 'end'"
)
CARDS = "'red', 'blue', 'green', 'yellow', 'black', 'white', 'orange', 'pink' or 'locomotive'"
COLOURS = "'red', 'blue', 'green', 'yellow', 'black', 'white' or 'purple'"
MAPS = "card_game, europe, india, nordic_countries, old_west, switzerland, usa"
CLAIM = {"type": "claim", "player": "blue", "route": "brest--paris:black"}


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (
            with_events(CLAIM, {"type": "draw", "player": "red"}, CLAIM | {"player": "red"}),
            "event 3: brest--paris:black is already claimed by Bo (blue)",
        ),
        (with_events({"type": "claim", "player": "red"}), "event 1: route is missing"),
        (with_events({"type": "clame"}), f"event 1: type 'clame' does not exist: use {EVENTS}"),
        (with_events({"player": "red"}), "event 1: has no type"),
        (with_events(CLAIM | {"overide": True}), "event 1: overide is not a known field"),
        (with_events(CLAIM | {"override": "yes"}), "event 1: override must be true or false, not 'yes'"),
        (with_events(CLAIM | {"cards": {"purple": 3}}), f"event 1: cards.purple 'purple' does not exist: use {CARDS}"),
        (RECORD | {"map": "narnia"}, f"there is no map narnia; the maps are {MAPS}"),
        (RECORD | {"players": RECORD["players"][:1]}, "Europe is for 2 to 5 players, not 1"),
        (RECORD | {"players": [RECORD["players"][0]] * 2}, "two players have the colour red: each needs their own"),
        (RECORD | {"options": {"alvin": True}}, "options: Europe is played without Alvin"),
        (RECORD | {"format": "other/1"}, "format 'other/1' does not exist: use 'companion-game/1'"),
        (
            RECORD | {"players": [{"colour": "mauve", "name": "A"}]},
            f"player 1: colour 'mauve' does not exist: use {COLOURS}",
        ),
        ([1, 2], "must be a table, not a list"),
        ({key: value for key, value in RECORD.items() if key != "events"}, "events is missing"),
    ],
)
def test_bad_input_is_one_clear_line(record: object, reason: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    assert main(["score", str(file)]) == 2
    captured = capsys.readouterr()
    assert captured.err == f"{file}: {reason}\n"
    assert captured.out == ""


def test_an_override_stands_in_the_sheet_as_a_warning(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(with_events(CLAIM, CLAIM | {"player": "red", "override": True})))
    assert main(["score", "--json", str(file)]) == 0
    red = json.loads(capsys.readouterr().out)["players"][0]
    assert red["warnings"] == ["Brest–Paris is already claimed by Bo (blue)"]
    assert red["lines"]["routes"] == 4


def test_maps_lists_ours_and_the_users(tmp_path: Path, capsys: Capture) -> None:
    own = tmp_path / "maps"
    own.mkdir()
    text = (our_maps() / "usa.toml").read_text(encoding="utf-8")
    (own / "home.toml").write_text(text.replace('id = "usa"', 'id = "home"').replace('name = "USA"', 'name = "Home"'))
    (own / "broken.toml").write_text("[")
    assert main(["--data-dir", str(tmp_path), "maps"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 9
    assert any(row.startswith("home") and row.endswith("your own") for row in rows)
    assert any(row.startswith("broken") and "companion maps check" in row for row in rows)


def test_a_game_on_a_map_of_the_users_own(tmp_path: Path, capsys: Capture) -> None:
    own = tmp_path / "maps"
    own.mkdir()
    text = (our_maps() / "usa.toml").read_text(encoding="utf-8")
    (own / "home.toml").write_text(text.replace('id = "usa"', 'id = "home"'))
    file = tmp_path / "game.json"
    file.write_text(json.dumps(RECORD | {"map": "home", "events": [{"type": "end"}]}))
    assert main(["--data-dir", str(tmp_path), "score", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["map"] == "home"


def test_a_game_on_a_faulty_map(tmp_path: Path, capsys: Capture) -> None:
    own = tmp_path / "maps"
    own.mkdir()
    (own / "home.toml").write_text("[")
    file = tmp_path / "game.json"
    file.write_text(json.dumps(RECORD | {"map": "home"}))
    assert main(["--data-dir", str(tmp_path), "score", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_maps_check(tmp_path: Path, capsys: Capture) -> None:
    assert main(["maps", "check", *(str(path) for path in sorted(our_maps().glob("*.toml")))]) == 0
    assert capsys.readouterr().out.count(" is fine: ") == 7
    bad = tmp_path / "bad.toml"
    bad.write_text('id = "bad"\nname = "Bad"\n')
    assert main(["maps", "check", str(bad), str(tmp_path / "none.toml")]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert f"{bad}: rules is missing" in lines
    assert f"{tmp_path / 'none.toml'}: no such file or directory" in lines


def run(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "companion", *arguments], capture_output=True, text=True, **more)


def test_a_terminal_that_knows_no_letters_beyond_ascii(file: Path) -> None:
    done = run("score", str(file), env={"PYTHONIOENCODING": "ascii", "PYTHONPATH": str(Path(__file__).parents[1])})
    assert done.returncode == 0, done.stderr
    assert "Brest?Paris" in done.stdout


def test_a_reader_that_leaves_early_is_no_error(file: Path) -> None:
    command = f"{sys.executable} -m companion score {' '.join([str(file)] * 40)} | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_data_folder_may_be_named_before_the_command_or_behind_it(tmp_path: Path, capsys: Capture) -> None:
    for name in ("before", "behind"):
        begun(Journal(tmp_path / name))
    assert main(["--data-dir", str(tmp_path / "before"), "games"]) == 0
    assert main(["games", "--data-dir", str(tmp_path / "behind")]) == 0
    assert capsys.readouterr().out.count("europe") == 2


def test_the_score_in_danish(file: Path, capsys: Capture) -> None:
    assert main(["--language", "da", "score", str(file)]) == 0
    out = capsys.readouterr().out
    assert "Europa, slutresultat" in out
    assert "Anna vinder med 24 point." in out
    assert "længste togrute" in out
    assert "Anna (rød): 40 togvogne tilbage, 2 togstationer tilbage, 1 af 2 rutekort gennemført" in out


def test_a_complaint_in_danish_names_the_same_ids(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(with_events(CLAIM, {"type": "draw", "player": "red"}, CLAIM | {"player": "red"})))
    assert main(["score", str(file), "--language", "da"]) == 2
    assert capsys.readouterr().err == f"{file}: hændelse 3: Bo (blå) har allerede tog på brest--paris:black\n"
    assert main(["score", str(tmp_path / "none.json"), "--language", "da"]) == 2
    assert capsys.readouterr().err == f"{tmp_path / 'none.json'}: filen eller mappen findes ikke\n"


def test_what_programs_read_is_the_same_in_every_language(file: Path, capsys: Capture) -> None:
    sheets = []
    for language in ("en", "nb", "da", "sv"):
        assert main(["--language", language, "score", "--json", str(file)]) == 0
        sheets.append(json.loads(capsys.readouterr().out))
    warnings = {sheet.pop("warnings")[0] for sheet in sheets}  # translated, so not part of the stable output
    assert len(warnings) == 4
    assert all(sheet == sheets[0] for sheet in sheets)


def test_the_language_of_the_system_is_spoken(file: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "")
    monkeypatch.setenv("LC_ALL", "sv_SE.UTF-8")
    assert main(["score", str(file)]) == 0
    assert "Anna vinner med 24 poäng." in capsys.readouterr().out


def test_help_and_bad_arguments_in_norwegian(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as done:
        main(["score", "--help", "--language", "nb"])
    assert done.value.code == 0
    assert capsys.readouterr().out.startswith("bruk: companion score")
    with pytest.raises(SystemExit) as done:
        main(["--language", "nb", "score"])
    assert done.value.code == 2
    assert capsys.readouterr().err.endswith("companion score: feil: disse argumentene må oppgis: FILE\n")


def test_a_language_that_nobody_speaks(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as done:
        main(["--language", "tlh", "maps"])
    assert done.value.code == 2
    assert "invalid choice: 'tlh'" in capsys.readouterr().err


def test_labels_are_printed_in_the_language_that_is_spoken() -> None:
    speak("sv")
    board = Library().load("europe")
    words = [(label.title, label.detail) for kind in ("players", "commands") for label in labels_of(board, kind)]
    assert ("Röd", "spelare") in words
    assert ("Gav upp", "kommando") in words
    assert next(labels_of(board, "cards")).title == "Rött kort 1"
    assert next(labels_of(board, "tickets")).detail == "biljettkort, Europa"
