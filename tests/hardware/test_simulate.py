"""Tests of `companion simulate` and `companion doctor --scanner` as two connected programs."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Event

import pytest

from companion.boards import Library
from companion.cli import main
from companion.game.journal import Journal
from hardware.codes import Command, Scan, command, player
from hardware.scanner import Link, Scanner
from hardware.simulator import SimulatedScanner
from tests.hardware.test_scanner import told

BLUE, UNDO = player("blue").text, command(Command.UNDO).text


PATIENCE = 30
"""Seconds that a program may take to stop."""


def companion(
    *arguments: str, sigint: signal.Handlers = signal.SIG_DFL, environment: Mapping[str, str] | None = None
) -> subprocess.Popen[str]:
    """Start the command line in its own process, with `sigint` as its handler for SIGINT.

    If a shell runs these tests in the background, SIGINT is ignored, which child processes would inherit.
    """
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-m", "companion", *arguments],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        text=True,
        env=os.environ | dict(environment or {}),
        preexec_fn=lambda: signal.signal(signal.SIGINT, sigint),
    )


def test_each_line_typed_is_a_scan_and_tricks_are_played(tmp_path: Path) -> None:
    with companion("simulate", "--link", str(tmp_path / "port")) as simulator:
        assert simulator.stdin is not None
        assert simulator.stdout is not None
        port = simulator.stdout.readline().strip()
        scanner = Scanner(port).start()
        assert told(scanner.events.get(timeout=20)) == (True, port, "the scanner is ready")

        def type_in(line: str) -> Scan | Link:
            assert simulator.stdin is not None
            simulator.stdin.write(line + "\n")
            simulator.stdin.flush()
            return scanner.events.get(timeout=20)

        heard = type_in(BLUE)
        assert isinstance(heard, Scan)
        assert heard.meaning.text == BLUE
        assert told(type_in("!unplug")) == (False, port, "the scanner was unplugged")
        assert told(type_in("!plug")) == (True, port, "the scanner is ready")
        heard = type_in(f"!slow 115200\n{UNDO}")
        assert isinstance(heard, Scan)
        assert heard.meaning.text == UNDO
        scanner.stop()
        simulator.stdin.close()
        assert simulator.wait(PATIENCE) == 0


def test_a_file_of_scans_is_replayed_with_its_pauses(tmp_path: Path) -> None:
    file = tmp_path / "session.txt"
    file.write_text(f"# a short session\n0.3 {BLUE}\n0 {UNDO}\n")
    with companion("simulate", "--link", str(tmp_path / "port"), "--replay", str(file)) as simulator:
        assert simulator.stdin is not None
        assert simulator.stdout is not None
        scanner = Scanner(simulator.stdout.readline().strip()).start()
        scanner.events.get(timeout=20)
        heard = [scanner.events.get(timeout=20) for _ in range(2)]
        assert [one.meaning.text for one in heard if isinstance(one, Scan)] == [BLUE, UNDO]
        scanner.stop()
        simulator.stdin.close()


def test_a_bad_file_of_scans(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "session.txt"
    file.write_text("soon TR1\n")
    assert main(["simulate", "--replay", str(file)]) == 2
    assert capsys.readouterr().err == f"{file}: line 1: starts with `soon`, not with a number of seconds\n"


def test_the_doctor_shows_what_arrives_byte_by_byte_and_as_a_code(tmp_path: Path) -> None:
    wire = SimulatedScanner(tmp_path / "port").plug_in()
    with companion("doctor", "--scanner", wire.port) as doctor:
        assert doctor.stdout is not None
        assert doctor.stdout.readline().startswith(f"listening to {wire.port} at 9600 baud")
        wire.scan(BLUE)
        shown = [doctor.stdout.readline(), doctor.stdout.readline()]
        while "scan" not in shown[-1]:
            shown.append(doctor.stdout.readline())
        assert "54 52 31" in shown[0] or shown[0].startswith("  bytes  54")
        assert shown[-1] == f"  scan   '{BLUE}': player B000\n"
        doctor.send_signal(signal.SIGINT)
        assert doctor.wait(PATIENCE) == 0
    wire.unplug()


def test_what_ignores_ctrl_c_ends_when_it_is_terminated(tmp_path: Path) -> None:
    """A program that a script or service starts in the background ignores SIGINT from the start."""
    wire = SimulatedScanner(tmp_path / "port").plug_in()
    listening = companion("doctor", "--scanner", wire.port, sigint=signal.SIG_IGN)
    typing = companion("simulate", "--link", str(tmp_path / "other"), sigint=signal.SIG_IGN)
    for program in (listening, typing):
        with program:
            assert program.stdout is not None
            assert program.stdout.readline()
            program.terminate()
            assert program.wait(PATIENCE) == 0
    wire.unplug()


def test_the_doctor_finds_no_scanner(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--scanner", str(tmp_path / "none*")]) == 2
    assert capsys.readouterr().err.startswith("no scanner is plugged in: plug one in")


def test_the_doctor_looks_at_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data-dir", str(tmp_path), "doctor"]) == 0
    told = capsys.readouterr().out
    assert all(line.startswith("ok ") for line in told.splitlines())
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "bad.toml").write_text("[")
    assert main(["--data-dir", str(tmp_path), "doctor"]) == 2
    assert f"!!  map bad has an error: run companion maps check {tmp_path}/maps/bad.toml" in capsys.readouterr().out


def test_the_app_opens_beside_it_and_takes_the_three_codes(tmp_path: Path) -> None:
    """A badge, a route and Undo are pasted as printed, played in the app, and found in its journal."""
    screen = {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy"}
    with companion("simulate", "--app", "--data-dir", str(tmp_path), environment=screen) as simulator:
        assert simulator.stdin is not None
        assert simulator.stdout is not None
        printed: list[str] = []
        while sum(line.startswith("TR1") for line in printed) < 3:
            printed.append(simulator.stdout.readline())
            assert printed[-1], "it ended before it printed three codes"
        codes = [line for line in printed if line.startswith("TR1")]
        assert printed[1].startswith("The app opens with a game on the Europe map.")
        for attempt in range(600):
            if attempt % 50 == 0:  # as with a real scanner, scans sent before the app listens are lost
                simulator.stdin.write("".join(codes[:2]))
                simulator.stdin.flush()
            assert simulator.poll() is None, simulator.stderr
            if any(b"brest--paris:black" in file.read_bytes() for file in tmp_path.iterdir() if file.is_file()):
                break
            Event().wait(0.1)
        simulator.send_signal(signal.SIGINT)
        assert simulator.wait(PATIENCE) == 0
    assert claims_in(tmp_path) == ["brest--paris:black"]


def claims_in(folder: Path) -> list[str]:
    journal = Journal(folder)
    game = journal.resume(Library())
    journal.close()
    return [claim.route.id for claim in game.state.claims] if game else []
