"""Tests of `companion games`, as people use it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.boards import Library, our_maps
from companion.cli import main
from companion.game.journal import Journal

Capture = pytest.CaptureFixture[str]
Games = Callable[..., tuple[int, str, str]]
FIRST = Path(__file__).parent / "first.game.json"


@pytest.fixture
def games(tmp_path: Path, capsys: Capture) -> Games:
    """Return a function that runs `companion games` on a temporary folder and returns status, output and errors."""

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        capsys.readouterr()
        status = main(["--data-dir", str(tmp_path), "games", *map(str, arguments)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def test_an_empty_shelf(games: Games) -> None:
    assert games() == (0, "there are no games yet\n", "")
    assert games("trash") == (0, "the trash is empty\n", "")


def test_a_file_in_the_place_of_the_folder_is_told_and_left_alone(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "diary"
    file.write_text("Dear diary")
    assert main(["--data-dir", str(file), "games"]) == 2
    assert capsys.readouterr() == ("", f"{file}: not a directory\n")
    assert file.read_text() == "Dear diary"


def test_in_and_out_again(games: Games, tmp_path: Path, capsys: Capture) -> None:
    assert games("--import", FIRST) == (0, f"{FIRST} was imported as game 1\n", "")
    status, listed, _ = games()
    assert status == 0
    assert "europe  Anna, Bo  10 steps  in progress" in listed
    out = tmp_path / "again.game.json"
    assert games("--export", "1", "-o", out)[0] == 0
    assert main(["score", "--json", str(FIRST), str(out)]) == 0
    first, again = map(json.loads, capsys.readouterr().out.splitlines()[-2:])
    assert first == again


def test_export_to_standard_output_and_of_all(games: Games, tmp_path: Path) -> None:
    games("--import", FIRST, FIRST)
    assert json.loads(games("--export", "2")[1])["map"] == "europe"
    folder = tmp_path / "out"
    assert games("--export", "-o", folder)[0] == 0
    assert sorted(file.name for file in folder.iterdir()) == ["game-1.game.json", "game-2.game.json"]


def test_a_record_of_a_game_on_an_earlier_map_comes_with_a_warning(games: Games, tmp_path: Path) -> None:
    games("--import", FIRST)
    text = (our_maps() / "europe.toml").read_text(encoding="utf-8")
    Library(tmp_path / "maps").put("europe", text.replace("longest = 10", "longest = 11", 1).encode())
    status, exported, warning = games("--export", "1")
    assert (status, json.loads(exported)["map"]) == (0, "europe")
    assert "game 1 was played on an earlier version of the map europe" in warning
    assert "has changed since this game" in games("show", "1")[1]


def test_show_tells_the_log_and_the_score_but_no_tickets_in_the_log(games: Games) -> None:
    games("--import", FIRST)
    status, told, _ = games("show", "1")
    assert status == 0
    assert "   1  Anna kept 2 tickets\n" in told
    assert "   4  Bo claimed Brest–Paris (2 black and 1 locomotive)\n" in told
    assert "Bo leads with 38 points." in told


def test_delete_restore_empty(games: Games) -> None:
    games("--import", FIRST)
    assert games("delete", "1") == (0, "game 1 has been moved to the trash\n", "")
    assert games()[1] == "there are no games yet\n"
    assert games("restore", "1") == (0, "game 1 has been restored\n", "")
    games("delete", "1")
    assert games("empty") == (0, "1 game deleted for good\n", "")
    assert games("empty") == (0, "the trash is empty\n", "")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["show", "7"], "there is no game 7\n"),
        (["delete", "7"], "there is no game 7\n"),
        (["show"], "which game? Give its number: companion games show 1\n"),
        (["--export", "7"], "there is no game 7\n"),
    ],
)
def test_a_game_that_is_not_there(games: Games, arguments: list[str], complaint: str) -> None:
    assert games(*arguments) == (2, "", complaint)


def test_bad_files_are_told_one_by_one(games: Games, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    status, out, err = games("--import", bad, FIRST, tmp_path / "none.json")
    assert (status, out) == (2, f"{FIRST} was imported as game 1\n")
    assert [line.split(": ")[0] for line in err.splitlines()] == [str(bad), str(tmp_path / "none.json")]


def test_while_the_app_is_open(games: Games, tmp_path: Path) -> None:
    games("--import", FIRST)
    app = Journal(tmp_path)
    assert games()[0] == 0
    status, _, err = games("delete", "1")
    assert (status, err.count("\n")) == (2, 1)
    assert "another copy of Companion" in err
    app.close()


def test_a_damaged_file_is_told_and_the_rest_is_listed(games: Games, tmp_path: Path) -> None:
    games("--import", FIRST)
    file = tmp_path / "games.sqlite"
    file.write_bytes(bytes(4096) + file.read_bytes()[4096:])
    status, out, err = games()
    assert status == 0
    assert "europe" in out
    assert "are damaged: open Companion to repair them. Games that can be read: 1" in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["empty", "2"], "companion games empty takes no numbers\n"),
        (
            ["delete", "3", "--export"],
            "one thing at a time: list, show, delete, trash, restore, empty, --export or --import\n",
        ),
    ],
)
def test_nothing_happens_that_was_not_meant(games: Games, arguments: list[str], complaint: str) -> None:
    assert games(*arguments) == (2, "", complaint)


def test_a_number_that_no_game_has(games: Games, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        games("show", "9" * 30)
    assert ended.value.code == 2
    assert "is not the number of a game" in capsys.readouterr().err
