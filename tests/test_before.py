"""Tests that data of the previous version still works: games, settings and printed labels."""

import json
import shutil
from pathlib import Path

import pypdfium2
import zxingcpp

import companion.screens.virtual  # noqa: F401

# isort: split
from companion.boards import Library
from companion.game.journal import Journal
from companion.game.labelids import Labels
from companion.scoring import sheet_json, tally
from companion.screens.shell.preferences import read
from hardware.codes import Code, LabelKind, parse

BEFORE = Path(__file__).parent / "before"
SETTINGS = json.loads((BEFORE / "settings.json").read_text(encoding="utf-8"))
LABELS: dict[str, str] = json.loads((BEFORE / "labels.json").read_text(encoding="utf-8"))
"""The text of each label, and what it was printed for."""


def test_every_game_is_read_as_it_was_written(tmp_path: Path) -> None:
    shutil.copy(BEFORE / "games.sqlite", tmp_path)
    expected = json.loads((BEFORE / "expected.json").read_text(encoding="utf-8"))
    journal = Journal(tmp_path)
    found = {}
    for summary in journal.games():
        game = journal.read(summary.id, Library())
        found[str(summary.id)] = {
            "map": summary.map,
            "finished": summary.finished,
            "steps": summary.steps,
            "log": len(game.history.log()),
            "record": json.loads(game.as_record().model_dump_json(exclude_none=True)),
            "score": sheet_json(tally(game.state)),
        }
    assert json.loads(json.dumps(found)) == expected["games"]
    assert [game.id for game in journal.games(trash=True)] == expected["trash"]
    assert journal.notices == []
    journal.close()


def test_a_running_game_goes_on(tmp_path: Path) -> None:
    shutil.copy(BEFORE / "games.sqlite", tmp_path)
    journal = Journal(tmp_path)
    number = next(game.id for game in journal.games() if game.map == "europe" and not game.finished)
    game = journal.resume(Library(), number)
    assert game is not None
    before = game.history.events
    game.redo()
    game.undo()
    assert game.history.events == before
    assert game.saved
    journal.close()


def test_settings_are_read_as_they_were_chosen(tmp_path: Path) -> None:
    shutil.copy(BEFORE / "settings.json", tmp_path)
    assert json.loads(read(tmp_path).model_dump_json(exclude_defaults=True)) == SETTINGS


def meaning(code: Code) -> str:
    """Return what a label stands for, in the notation of LABELS."""
    if code.kind is LabelKind.PLAYER:
        return f"player {code.colour}"
    if code.kind is LabelKind.COMMAND:
        return f"command {code.command.name}"
    map_id = next(one for one in MAPS if MAPS[one].letter == code.set)
    if code.kind is LabelKind.CARD:
        return f"{map_id} card {code.colour} {code.copy}"
    return f"{map_id} {code.kind.name.lower()} {MAPS[map_id].id_of(code)}"


MAPS = {one: Labels(Library().load(one)) for one in ("usa", "europe", "switzerland", "india", "old_west", "card_game")}


def test_every_label_means_what_it_was_printed_for() -> None:
    for text, thing in LABELS.items():
        code = parse(text)
        assert isinstance(code, Code), text
        assert meaning(code) == thing.partition("#")[0]


def test_a_printed_sheet_of_labels_is_read() -> None:
    page = pypdfium2.PdfDocument(BEFORE / "labels.pdf")[0].render(scale=300 / 72).to_pil()
    read_off = {one.text for one in zxingcpp.read_barcodes(page)}
    wanted = {text for text, thing in LABELS.items() if thing.startswith(("player", "command", "switzerland ticket"))}
    assert read_off == wanted
