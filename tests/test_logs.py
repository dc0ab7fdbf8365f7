"""Tests of the log: where its lines go, how much is kept, and that a failing disk never stops the app."""

import errno
import logging
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.game.gamesfolder import FILE as GAMES
from companion.game.journal import Journal
from companion.logs import FILE, kept_in, on_stderr
from companion.updates import this_version
from hardware.scanner import Scanner
from hardware.simulator import SimulatedScanner
from tests.test_heartbeat import LONG, THE_APP, Supervisor, started

log = logging.getLogger("companion.tests")
LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} [A-Z]+ [a-z.]+: .+")
SAYS_THREE = """
import logging, sys
from companion.logs import on_stderr
with on_stderr(logging.WARNING, verbose=len(sys.argv) > 1):
    log = logging.getLogger("hardware.tests")
    log.debug("in detail")
    log.info("in passing")
    log.warning("in two\\nlines")
    logging.getLogger("somebody.else").info("not ours")
"""


def said(*arguments: str, journal: bool = False) -> list[str]:
    """Return what a separate process logs to a pipe, with or without systemd's journal as the reader."""
    reading, writing = os.pipe()
    file = os.fstat(writing)
    known = os.environ | {"JOURNAL_STREAM": f"{file.st_dev}:{file.st_ino}" if journal else "1:2"}
    with os.fdopen(reading) as lines:
        with os.fdopen(writing, "w") as pipe:
            subprocess.run([sys.executable, "-c", SAYS_THREE, *arguments], env=known, stderr=pipe, check=True)
        return lines.read().splitlines()


def kept(folder: Path) -> list[str]:
    return (folder / FILE).read_text(encoding="utf-8").splitlines()


def test_a_terminal_sees_what_went_wrong() -> None:
    assert said() == ["WARNING hardware.tests: in two", "lines"]


def test_verbose_shows_everything_of_ours() -> None:
    assert said("-v")[:2] == ["DEBUG hardware.tests: in detail", "INFO hardware.tests: in passing"]
    assert len(said("-v")) == 4


def test_the_journal_gets_a_priority_for_every_line() -> None:
    assert said("-v", journal=True) == [
        "<7>hardware.tests: in detail", "<6>hardware.tests: in passing", "<4>hardware.tests: in two", "<4>lines",
    ]  # fmt: skip


def test_the_file_has_what_happened_but_no_details(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger("kivy"), "propagate", False)  # as Kivy sets it in the app
    folder = tmp_path / "not" / "there" / "yet"
    with on_stderr(logging.CRITICAL), kept_in(folder):
        log.debug("in detail")
        log.info("in passing")
        logging.getLogger("kivy").warning("of the window")
    log.warning("too late")
    assert [line.split(" ", 2)[2] for line in kept(folder)] == [
        "INFO companion.tests: in passing", "WARNING kivy: of the window",
    ]  # fmt: skip
    assert all(map(LINE.fullmatch, kept(folder)))


def test_the_file_stays_small(tmp_path: Path) -> None:
    with on_stderr(logging.CRITICAL), kept_in(tmp_path):
        for number in range(12_000):
            log.info("line %d of very many, which nobody will ever read from the first one to the last", number)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [FILE, f"{FILE}.1", f"{FILE}.2"]
    assert all(file.stat().st_size <= 256_000 for file in files)
    assert "line 11999 of" in kept(tmp_path)[-1]


@pytest.mark.parametrize(
    ("kind", "number"), [("full", errno.ENOSPC), ("no folder", errno.EEXIST), ("not allowed", errno.ENOENT)]
)
def test_a_disk_that_refuses_costs_one_warning(
    kind: str, number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path("/proc/companion") if kind == "not allowed" else tmp_path / "data"
    if kind == "full":
        folder.mkdir()
        (folder / FILE).symlink_to("/dev/full")
    elif kind == "no folder":
        folder.write_text("a file where the folder should be", encoding="utf-8")
    with on_stderr(logging.WARNING), kept_in(folder):
        for count in range(3):
            log.warning("line %d", count)
    lines = capsys.readouterr().err.splitlines()
    refused = f"WARNING companion.logs: no more lines are kept in {folder / FILE}: {os.strerror(number)}"
    assert sorted(lines) == sorted([refused, *(f"WARNING companion.tests: line {count}" for count in range(3))])


def test_the_app_logs_its_beginning_and_its_end(tmp_path: Path) -> None:
    with Supervisor(str(tmp_path / "notify")) as supervisor, started(THE_APP, tmp_path, supervisor) as app:
        assert supervisor.heard() is not None
        app.terminate()
        assert app.wait(LONG) == 0
    lines = kept(tmp_path)
    assert f"Companion {this_version()} opens {tmp_path}, scanner none, language None" in lines[0]
    assert any("INFO companion.screens.shell.app: ready; a sign of life every 0.5 seconds" in line for line in lines)
    assert "the app ends" in lines[-1]


def test_commands_leave_no_log_behind(tmp_path: Path) -> None:
    assert main(["--data-dir", str(tmp_path), "games"]) == 0
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize("arguments", [["-v", "maps"], ["maps", "--verbose"]])
def test_every_command_can_be_verbose(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    assert f"DEBUG companion.cli: arguments: {arguments}" in capsys.readouterr().err
    assert main(["maps"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("language", "words"), [
    ("en", "log every step, and show the log in the terminal too"), ("nb", "logg hvert steg, også i terminalen"),
    ("da", "log hvert trin, også i terminalen"), ("sv", "logga varje steg, även i terminalen"),
])  # fmt: skip
def test_help_says_so_in_every_language(language: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--language", language, "doctor", "--help"])
    assert words in " ".join(capsys.readouterr().out.split())


def test_doctor_says_where_the_log_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--data-dir", str(tmp_path), "doctor"])
    assert f"ok  app log: {tmp_path / FILE}" in capsys.readouterr().out.splitlines()


def test_a_damaged_file_of_games_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Journal(tmp_path).close()
    (tmp_path / GAMES).write_bytes(b"\0" * 5000)
    Journal(tmp_path).close()
    damaged, mended = caplog.messages
    assert damaged.startswith(f"{tmp_path / GAMES} is damaged: ")
    assert mended.startswith(f"{tmp_path / GAMES} is sound again, with 0 games")


def test_a_scanner_that_comes_and_goes_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "hardware")
    device = SimulatedScanner(tmp_path / "scanner").plug_in()
    scanner = Scanner(device.port).start()
    scanner.events.get(timeout=LONG)
    device.unplug()
    scanner.events.get(timeout=LONG)
    scanner.stop()
    assert caplog.messages == [f"a scanner is connected at {device.port}", f"the scanner at {device.port} is gone"]


def test_moves_that_a_disk_refuses_are_logged_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "data"
    folder.write_text("a file where the folder should be", encoding="utf-8")
    journal = Journal(folder)
    assert not journal.save()
    folder.unlink()
    caplog.set_level(logging.INFO, "companion")
    assert journal.save()
    journal.close()
    refused, taken = caplog.messages
    assert refused.startswith("the disk takes no moves: [Errno ")
    assert taken == "the disk takes moves again"
