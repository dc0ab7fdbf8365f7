"""Tests of the reader on real pseudo-terminals: no scan is lost, duplicated or invented, and a scan is one label."""

import os
import subprocess
import sys
from binascii import crc_hqx
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from random import Random
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.codes import Code, Command, LabelKind, Reason, Refusal, Scan, card, command, numbered, parse
from hardware.framing import PAUSE, Framer
from hardware.ports import Cause, cause_of, explained, find_ports, stable_name, with_baud
from hardware.scanner import Debounce, Link, Scanner
from hardware.simulator import SimulatedScanner
from hardware.wedge import Wedge

PATIENCE = 20
"""Seconds that a test waits for an event before it fails."""

MANY = [numbered(LabelKind.ROUTE, "E", number).text for number in range(1000)]


@pytest.fixture
def device(tmp_path: Path) -> Iterator[SimulatedScanner]:
    simulated = SimulatedScanner(tmp_path / "scanner").plug_in()
    yield simulated
    simulated.unplug()


@pytest.fixture
def scanner(device: SimulatedScanner) -> Iterator[Scanner]:
    reading = Scanner(device.port).start()
    assert told(next_event(reading)) == (True, device.port, "the scanner is ready")
    yield reading
    reading.stop()


def told(event: Scan | Link) -> tuple[bool, str | None, str]:
    """Return what users are told when a scanner is connected or disconnected."""
    assert isinstance(event, Link)
    return event.connected, event.port, str(event.why)


def next_event(scanner: Scanner) -> Scan | Link:
    return scanner.events.get(timeout=PATIENCE)


def next_scans(scanner: Scanner, count: int) -> list[str]:
    found: list[str] = []
    while len(found) < count:
        event = next_event(scanner)
        assert isinstance(event, Scan), event
        found.append(event.meaning.text)
    return found


def nothing_more(scanner: Scanner, device: SimulatedScanner) -> None:
    """Send one last scan and fail if anything comes before it."""
    last = command(Command.LOOK_UP).text
    device.send(last.encode() + b"\r")
    event = next_event(scanner)
    assert isinstance(event, Scan)
    assert event.meaning.text == last


ENDS = ["\r", "\n", "\r\n", "\t\r", "\x03", ""]


@pytest.mark.parametrize("terminator", ENDS)
def test_forty_labels_one_after_another(scanner: Scanner, device: SimulatedScanner, terminator: str) -> None:
    for text in MANY[:40]:
        device.send((text + terminator).encode())
        assert next_scans(scanner, 1) == [text]
    nothing_more(scanner, device)


@pytest.mark.parametrize("most", [1, 3, 7])
@pytest.mark.parametrize("terminator", ["\r\n", ""])
def test_forty_labels_in_pieces(scanner: Scanner, device: SimulatedScanner, most: int, terminator: str) -> None:
    rng = Random(most)
    for text in MANY[:40]:
        data = (text + terminator).encode()
        while data:
            size = rng.randint(1, most)
            device.send(data[:size])
            data = data[size:]
        assert next_scans(scanner, 1) == [text]
    nothing_more(scanner, device)


@pytest.mark.parametrize("terminator", ENDS)
@pytest.mark.parametrize("baud", [None, 9600])
def test_one_code_that_holds_26_labels_is_none(
    scanner: Scanner, device: SimulatedScanner, terminator: str, baud: int | None
) -> None:
    device.slow_down(baud)
    device.send("".join(text + terminator for text in MANY[:26]).encode())
    event = next_event(scanner)
    assert isinstance(event, Scan)
    assert str(event.meaning) == "several labels came at once, so none was used: scan them one at a time"
    nothing_more(scanner, device)


@given(st.lists(st.sampled_from(MANY[:4]), max_size=5), st.sampled_from([*ENDS, ";", "\r]Q1"]), st.integers(1, 60))
def test_whatever_comes_without_a_pause_is_at_most_one_label(texts: list[str], between: str, size: int) -> None:
    data = between.join(texts).encode()
    framer, scans = Framer(), []
    for start in range(0, len(data), size):
        scans += framer.feed(data[start : start + size], now=0.0)
    scans += framer.idle(now=1.0)
    labels = [scan.text for scan in scans if isinstance(scan.meaning, Code)]
    several = [scan for scan in scans if isinstance(scan.meaning, Refusal) and scan.meaning.reason is Reason.SEVERAL]
    assert labels == (texts[:1] if len(set(texts)) == 1 else [])
    assert len(several) == (len(set(texts)) > 1)


def test_a_scan_without_an_end_is_ended_by_silence(scanner: Scanner, device: SimulatedScanner) -> None:
    device.send(b"5449000000996")
    event = next_event(scanner)
    assert isinstance(event, Scan)
    assert str(event.meaning) == "that is a product barcode (5449000000996), not a game label"


def test_half_a_label_is_told_as_such(scanner: Scanner, device: SimulatedScanner) -> None:
    device.send(b"TR1CER0\r")
    event = next_event(scanner)
    assert isinstance(event, Scan)
    assert str(event.meaning) == "only part of the label was read: scan it again"


@pytest.mark.parametrize("before", [b"POS1/]Q1", b"]Q1POS1/", b"\x02POS1/", b"POS1/", b""])
def test_a_configured_prefix_and_an_aim_identifier_are_stripped(device: SimulatedScanner, before: bytes) -> None:
    reading = Scanner(device.port, prefix="POS1/").start()
    next_event(reading)
    device.send(before + MANY[0].encode() + b"\r")
    assert next_scans(reading, 1) == MANY[:1]
    device.send(before + MANY[1].encode() + b"\x03")
    assert next_scans(reading, 1) == MANY[1:2]
    nothing_more(reading, device)
    reading.stop()


def test_answers_of_a_module_are_not_scans(scanner: Scanner, device: SimulatedScanner) -> None:
    acknowledged = b"\x02\x00\x00\x01\x00\x33\x31"
    device.send(acknowledged + MANY[0].encode() + b"\r" + acknowledged)
    assert next_scans(scanner, 1) == MANY[:1]
    device.send(MANY[1].encode() + acknowledged + b"\r")
    assert next_scans(scanner, 1) == MANY[1:2]
    nothing_more(scanner, device)


def test_a_label_that_is_held_counts_once(scanner: Scanner, device: SimulatedScanner) -> None:
    for text in MANY[:2]:
        device.send((text + "\r").encode() * 50)
        assert next_scans(scanner, 1) == [text]
    nothing_more(scanner, device)


def test_two_different_red_cards_are_two_cards(scanner: Scanner, device: SimulatedScanner) -> None:
    seven, eight = card("E", "red", 7).text, card("E", "red", 8).text
    for text in (seven, eight):
        device.scan(text)
        device.scan(text)
        assert next_scans(scanner, 1) == [text]
    nothing_more(scanner, device)


def test_debounce_slides_with_the_label_that_is_held() -> None:
    debounce, red = Debounce(), card("E", "red", 7)
    undo = command(Command.UNDO)
    assert [debounce.is_fresh(Scan(red.text, red), at) for at in (0, 1, 2, 3, 4.1, 5.4)] == [
        True, False, False, False, False, True,
    ]  # fmt: skip
    assert [debounce.is_fresh(Scan(undo.text, undo), at) for at in (0, 0.5, 1.2)] == [True, False, True]


def test_a_million_random_bytes(scanner: Scanner, device: SimulatedScanner) -> None:
    for seed in range(100):
        device.noise(10_000, seed)
    last = command(Command.LOOK_UP).text
    device.send(b"\r" + last.encode() + b"\r")
    while True:
        event = next_event(scanner)
        assert isinstance(event, Scan)
        if isinstance(event.meaning, Code):
            assert event.meaning.text == last
            break


def test_labels_amid_noise_are_all_found(scanner: Scanner, device: SimulatedScanner) -> None:
    rng = Random("noise")
    for text in MANY[:40]:
        device.send(rng.randbytes(rng.randint(0, 30)) + b"\r" + text.encode() + b"\r")
        while isinstance((event := next_event(scanner)), Scan) and isinstance(event.meaning, Refusal):
            pass
        assert isinstance(event, Scan)
        assert event.meaning.text == text


def test_damaged_labels_are_never_taken_for_others(scanner: Scanner, device: SimulatedScanner) -> None:
    rng = Random("damage")
    for text in MANY:
        place = rng.randrange(10)
        wrong = rng.choice([letter for letter in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter != text[place]])
        device.send((text[:place] + wrong + text[place + 1 :] + "\r").encode())
    device.send(command(Command.LOOK_UP).text.encode() + b"\r")
    while True:
        event = next_event(scanner)
        assert isinstance(event, Scan)
        if isinstance(event.meaning, Code):
            assert event.meaning.kind is LabelKind.COMMAND
            break


def test_unplugged_in_the_middle_of_a_label_and_plugged_in_again(scanner: Scanner, device: SimulatedScanner) -> None:
    for turn in range(10):
        device.scan(MANY[turn])
        assert next_scans(scanner, 1) == [MANY[turn]]
        device.send(MANY[500 + turn][:6].encode())
        device.unplug()
        assert told(next_event(scanner)) == (False, device.port, "the scanner was unplugged")
        device.plug_in()
        assert told(next_event(scanner)) == (True, device.port, "the scanner is ready")
        device.send(MANY[500 + turn][6:].encode() + b"\r")
        event = next_event(scanner)
        assert isinstance(event, Scan)
        assert isinstance(event.meaning, Refusal), "half a label joined the other half across a plug"


def test_it_comes_back_under_another_name(tmp_path: Path) -> None:
    first = SimulatedScanner(tmp_path / "ttyACM0").plug_in()
    reading = Scanner(str(tmp_path / "ttyACM*")).start()
    assert told(next_event(reading)) == (True, first.port, "the scanner is ready")
    first.unplug()
    assert told(next_event(reading)) == (False, first.port, "the scanner was unplugged")
    second = SimulatedScanner(tmp_path / "ttyACM1").plug_in()
    assert told(next_event(reading)) == (True, second.port, "the scanner is ready")
    second.scan(MANY[0])
    assert next_scans(reading, 1) == [MANY[0]]
    reading.stop()
    second.unplug()


def test_it_stops_at_once_also_while_unplugged(device: SimulatedScanner) -> None:
    device.unplug()
    reading = Scanner(device.port).start()
    assert told(next_event(reading)) == (False, device.port, "no scanner is plugged in")
    reading.stop()
    assert not reading._thread.is_alive()
    with pytest.raises(Empty):
        reading.events.get_nowait()


def test_a_port_that_another_program_holds_is_told_with_its_name(device: SimulatedScanner) -> None:
    script = (
        "import serial, sys; held = serial.Serial(sys.argv[1], exclusive=True); print(1, flush=True); sys.stdin.read()"
    )
    command_line = [sys.executable, "-c", script, device.port]
    with subprocess.Popen(command_line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "1\n"
        reading = Scanner(device.port).start()
        event = next_event(reading)
        assert isinstance(event, Link)
        assert str(event.why).startswith(f"{device.port} is in use by python")
        assert str(event.why).endswith(f" (process {holder.pid}): close it first")
        assert holder.stdin is not None
        holder.stdin.close()
        holder.wait()
        assert told(next_event(reading)) == (True, device.port, "the scanner is ready")
        reading.stop()


def test_a_url_of_pyserial_is_a_port_too() -> None:
    reading = Scanner("loop://").start()
    assert told(next_event(reading)) == (True, "loop://", "the scanner is ready")
    reading._serial.write(MANY[0].encode() + b"\r")
    assert next_scans(reading, 1) == [MANY[0]]
    reading.stop()


def test_ports_are_found_by_pattern_and_named_with_their_speed(device: SimulatedScanner, tmp_path: Path) -> None:
    assert find_ports(str(tmp_path / "scan*")) == [device.port]
    assert find_ports(str(tmp_path / "none*")) == []
    assert find_ports("socket://localhost:7000") == ["socket://localhost:7000"]
    assert with_baud("/dev/serial0@115200", 9600) == ("/dev/serial0", 115200)
    assert with_baud("/dev/serial0", 9600) == ("/dev/serial0", 9600)
    assert with_baud("odd@²", 9600) == ("odd@²", 9600)
    assert with_baud("odd@" + "9" * 30, 9600)[1] == 9600
    assert stable_name("/dev/null") == "/dev/null"


def test_why_a_port_does_not_open() -> None:
    assert cause_of(PermissionError(13, "Permission denied")) is Cause.DENIED
    assert cause_of(FileNotFoundError(2, "No such file")) is Cause.ABSENT
    assert cause_of(OSError(16, "Device or resource busy")) is Cause.BUSY
    assert cause_of(ValueError("strange")) is Cause.OTHER
    assert str(explained(Cause.DENIED, "/dev/none")) == (
        "/dev/none cannot be opened: join the group dialout (sudo adduser $USER dialout), then log in again"
    )


def test_a_scanner_that_types_is_told_from_a_person() -> None:
    wedge, now = Wedge(), 0.0

    def typed(text: str, pause: float) -> str | None:
        nonlocal now
        for letter in text:
            now += pause
            wedge.key(letter, now)
        scan = wedge.pause()
        if scan is None:
            return None
        return str(scan.meaning) if isinstance(scan.meaning, Refusal) else scan.text

    assert typed(MANY[0] + "\r", 0.005) == MANY[0]
    assert typed(MANY[0] + "\r", 0.1) is None
    assert typed("Anna", 0.1) is None
    now += 1
    assert typed(MANY[1] + "\n", 0.01) == MANY[1], "what was typed before must not stick to the scan"
    assert typed("ok\r", 0.01) is None
    several = "several labels came at once, so none was used: scan them one at a time"
    assert typed("\r".join(MANY[:26]) + "\r", 0.005) == several
    assert typed("".join(MANY[:26]) + "\r", 0.005) == several
    assert typed(f"{MANY[2]}\r{MANY[2]}\r", 0.005) == MANY[2], "a label that is held"


def test_the_simulated_port_is_a_real_terminal(device: SimulatedScanner) -> None:
    assert os.isatty(os.open(device.port, os.O_RDWR | os.O_NOCTTY))


@pytest.mark.parametrize("port", ["hwgrep://(", "loop://?x=y", "nonsense://", "a\0b", "/dev/null", "."])
def test_no_port_makes_the_thread_die(port: str) -> None:
    reading = Scanner(port).start()
    event = next_event(reading)
    assert isinstance(event, Link)
    assert not event.connected
    assert reading._thread.is_alive()
    reading.stop()


def test_a_busy_port_does_not_hide_a_free_one(tmp_path: Path) -> None:
    (tmp_path / "ttyACM0").symlink_to(tmp_path / "nowhere")
    second = SimulatedScanner(tmp_path / "ttyACM1").plug_in()
    reading = Scanner(str(tmp_path / "ttyACM*")).start()
    assert told(next_event(reading)) == (True, second.port, "the scanner is ready")
    reading.stop()
    second.unplug()


def test_whoever_is_woken_cannot_stop_the_scanner_by_failing(device: SimulatedScanner) -> None:
    def fail() -> None:
        raise RuntimeError("not a good morning")

    reading = Scanner(device.port, wake=fail).start()
    next_event(reading)
    device.scan(MANY[0])
    assert next_scans(reading, 1) == [MANY[0]]
    reading.stop()


def test_answers_of_a_module_hold_any_byte_and_come_byte_by_byte(scanner: Scanner, device: SimulatedScanner) -> None:
    for value in range(256):
        head = bytes([0, 0, 1, value])
        for byte in b"\x02" + head + crc_hqx(head, 0).to_bytes(2, "big"):
            device.send(bytes([byte]))
    device.send(b"\x02\x00\x00\x01" + MANY[0].encode() + b"\r")  # looks like a reply, but is none
    assert next_scans(scanner, 1) == [MANY[0]]
    nothing_more(scanner, device)


def test_the_simulator_never_takes_a_name_that_is_taken(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("precious")
    with pytest.raises(FileExistsError, match="there is already a file with that name"):
        SimulatedScanner(tmp_path / "notes").plug_in()
    assert (tmp_path / "notes").read_text() == "precious"


def test_the_simulator_does_not_wait_for_a_reader_for_ever(device: SimulatedScanner) -> None:
    device.noise(200_000)


def test_a_label_is_parsed_once_on_its_way() -> None:
    calls: list[str] = []

    def profile(frame: FrameType, what: str, _: object) -> None:
        if what == "call" and frame.f_code is parse.__code__:
            calls.append(frame.f_locals["scanned"])

    framer = Framer()
    sys.setprofile(profile)
    try:
        assert framer.feed(MANY[0].encode() + b"\r", now=0.0) == []
        (scan,) = framer.idle(now=PAUSE)
    finally:
        sys.setprofile(None)
    assert scan == Scan(MANY[0], parse(MANY[0]))
    assert calls == MANY[:1]
