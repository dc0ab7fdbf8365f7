"""`companion doctor`: check this machine and say how to fix what does not work."""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.commandline import BAD_INPUT, DONE, BadInputError, about, data_folder, own_maps, stopped_by_sigterm
from companion.words import say
from companion.words.language import languages, own_name, spoken

if TYPE_CHECKING:
    from companion.cli.commandline import Commands
    from companion.cli.healthchecks import Finding, Machine


def add_to(commands: "Commands") -> None:
    """Add the command and its options to the parser."""
    parser = commands.add_parser("doctor", help=say("check what works on this machine"))
    listen = say("show byte by byte what a scanner sends; Ctrl-C stops")
    parser.add_argument("--scanner", nargs="?", const="auto", metavar="PORT", help=listen)
    parts = say("check what only a real Raspberry Pi has, and write a report to send (default: to a USB stick)")
    parser.add_argument("--pi", nargs="?", const="", metavar="FILE", help=parts)
    parser.set_defaults(command=_doctor)


def _doctor(options: argparse.Namespace) -> int:
    if options.scanner is not None:
        return _listen(options.scanner)
    if options.pi is not None:
        return _report(options)
    from companion.cli.healthchecks import Machine

    machine = Machine()
    findings = [
        *_screen(machine), *_languages(), *_maps(options), *_data(options), *machine.room(data_folder(options)),
        *_scanner(machine), *_photos(machine), *machine.service(),
    ]  # fmt: skip
    for finding in findings:
        print(f"{'ok ' if finding.well else '!! '} {finding.what}")
    return DONE if all(finding.well for finding in findings) else BAD_INPUT


def _report(options: argparse.Namespace) -> int:
    """Check what only a Raspberry Pi has, and write the report. Raise BadInputError if it cannot be written."""
    from companion.cli.picheck import RaspberryPi, place_for, report
    from companion.files import make_folder, put

    findings = list(RaspberryPi().findings())
    text = report(findings)
    file = Path(options.pi) if options.pi else place_for(data_folder(options))
    with about(file):
        make_folder(file.parent)
        put(file, text.encode())
    print(text)
    print(say("The report is in {file}. It names neither people nor games; please send it.", file=file))
    if not options.pi and file.parent == data_folder(options):
        print(say("To have it on a USB stick, plug one in and run this again."))
    return DONE if all(finding.well for finding in findings) else BAD_INPUT


def _screen(machine: "Machine") -> Iterator["Finding"]:
    """Check the screen, and its touch and brightness controls."""
    from companion.cli.healthchecks import Finding
    from companion.screens.shell.window import NoScreenError, visible_driver

    try:
        driver = visible_driver(os.environ)
    except NoScreenError:
        yield Finding(True, say("screen: none here; scores, games and labels work without one, but the app needs one"))
        return
    on_console = driver == "kmsdrm"
    if on_console:
        yield from machine.picture()
        yield from machine.light()
    else:
        yield Finding(True, say("screen: a desktop ({driver})", driver=driver))
    yield from machine.touch(on_console)


def _languages() -> Iterator["Finding"]:
    from companion.cli.healthchecks import Finding

    names = ", ".join(map(own_name, languages()))
    yield Finding(True, say("languages: {names}; current: {now}", names=names, now=own_name(spoken())))


def _maps(options: argparse.Namespace) -> Iterator["Finding"]:
    from companion.boards import Library
    from companion.cli.healthchecks import Finding

    library = Library(own_maps(options))
    faulty = []
    for map_id, file in library.files().items():
        try:
            with about(file):
                library.load(map_id)
        except BadInputError:
            faulty.append(file)
            yield Finding(False, say("map {map} has an error: run companion maps check {file}", map=map_id, file=file))
    if not faulty:
        yield Finding(True, say("maps: {maps}", maps=", ".join(library.files())))


def _data(options: argparse.Namespace) -> Iterator["Finding"]:
    from companion.cli.healthchecks import Finding
    from companion.game.journal import Journal
    from companion.game.journalerrors import JournalError
    from companion.logs import FILE as LOG

    folder = data_folder(options)
    try:
        journal = Journal(folder, shared=True)
        count = len(journal.games())
        for notice in journal.notices:
            yield Finding(False, str(notice))
        if journal.trouble:
            yield Finding(False, str(journal.trouble))
        else:
            yield Finding(True, say("games: {count} in {folder}", count=count, folder=folder))
        journal.close()
    except JournalError as error:
        yield Finding(False, str(error))
    yield Finding(True, say("app log: {file}", file=folder / LOG))


def _scanner(machine: "Machine") -> Iterator["Finding"]:
    from companion.cli.healthchecks import Finding
    from hardware.ports import AUTO, find_ports

    ports = find_ports(AUTO)
    if not ports:
        yield Finding(True, say("scanner: none plugged in; to add one, see hardware/README.md"))
        return
    if machine.service_state().get("ActiveState") == "active":
        opened = [port for port in ports if machine.has_open(port) is not False]
        if opened:
            yield Finding(True, say("scanner: {port}, in use by the running app", port=opened[0]))
        else:
            shut = "scanner: {port} is plugged in, but the running app cannot open it: sudo systemctl restart companion"
            yield Finding(False, say(shut, port=ports[0]))
        return
    from hardware.scanner import Link, Scanner

    reading = Scanner(AUTO).start()
    event = reading.events.get()
    reading.stop()
    if isinstance(event, Link):
        yield Finding(event.connected, say("scanner: {port}: {why}", port=event.port or ports[0], why=event.why))


def _photos(machine: "Machine") -> Iterator["Finding"]:
    """Check whether photos of boards can be read and taken here."""
    from companion.cli.healthchecks import Finding
    from companion.photo.readerprocess import PhotoReader
    from hardware.cameras import cameras

    obstacle = PhotoReader().obstacle()
    if obstacle is not None:
        yield Finding(True, say("photos: {why}", why=obstacle))
        return
    found = cameras()
    if found:
        yield from machine.camera(", ".join(camera.name for camera in found))
    else:
        yield Finding(True, say("photos: no camera here; a photo from a USB stick works too"))


def _listen(port: str) -> int:
    """Print every byte that arrives and what it means until Ctrl-C, to help set up a scanner.

    Raise BadInputError if there is no scanner or it cannot be opened.
    """
    from hardware.codes import Code
    from hardware.framing import Framer
    from hardware.ports import cause_of, explained, find_ports, open_port, with_baud

    wanted, baud = with_baud(port, 9600)
    found = next(iter(find_ports(wanted)), None)
    if found is None:
        example = "companion doctor --scanner /dev/ttyACM0"
        raise BadInputError(say("no scanner is plugged in: plug one in, or name its port ({example})", example=example))
    try:
        line = open_port(found, baud)
    except Exception as error:  # drivers and URL handlers raise all kinds of exceptions
        raise BadInputError(str(explained(cause_of(error), found, error))) from None
    framer = Framer()
    try:
        with stopped_by_sigterm():
            listening = "listening to {port} at {baud} baud; scan something, Ctrl-C to stop"
            print(say(listening, port=found, baud=str(baud)), flush=True)
            while True:
                data = line.read(1)
                data += line.read(line.in_waiting) if data else b""
                if data:
                    print(say("  bytes  {bytes}", bytes=" ".join(f"{byte:02X}" for byte in data)), flush=True)
                for scan in framer.feed(data, time.monotonic()) if data else framer.idle(time.monotonic()):
                    meaning = scan.meaning
                    said = f"{meaning.kind.name.lower()} {meaning.body}" if isinstance(meaning, Code) else str(meaning)
                    print(say("  scan   {text}: {meaning}", text=repr(scan.text), meaning=said), flush=True)
    except KeyboardInterrupt:
        print()
        return DONE
    except BrokenPipeError:
        raise
    except (OSError, TypeError):
        print(say("the scanner was unplugged"), file=sys.stderr)
        return BAD_INPUT
    finally:
        line.close()
