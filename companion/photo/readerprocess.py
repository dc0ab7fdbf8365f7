"""The reading of a photo as a process of its own: its memory comes back, and if it crashes, the app goes on."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from threading import Lock, Timer
from typing import Generic, TypeVar

import companion
from companion.boards import Board, PlayerColour
from companion.boards.facts import whole_facts_of
from companion.files import put
from companion.photo.emptyphotos import EmptyPhoto, keep_fitted
from companion.photo.findings import Findings, parse_findings
from companion.words import Sentence
from companion.words.language import spoken

NEEDED_MB = 400
"""Free memory without which reading is not begun."""
_OTHERS_MB = 200
"""Memory that the system and the app always take: 160 to 200 MB on an emulated Raspberry Pi."""
PATIENCE = 180.0
"""Seconds after which a reader is ended that has not answered."""
_PACKAGES = ("cv2", "numpy")
_GIVES_WAY = "1000"
"""The system then ends this process before any other when memory runs out."""
_BAD_INPUT = 2
_PHOTO, _CITIES, _BOARD, _FITTED = "photo.jpg", "cities.json", "board.facts", "fitted.board"
"""The files that are handed to the reader, and the one in which it keeps what it made of an empty board."""

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Unread:
    """Why a photo was not read, and what to do."""

    sentence: Sentence | str


class PhotoReader:
    """Starts the program that reads photos."""

    def __init__(
        self,
        command: Sequence[str] | None = None,
        root: Path = Path("/"),
        folder: Path | None = None,
        packages: Sequence[str] = _PACKAGES,
    ) -> None:
        """`command` is what to run instead of our own, which needs these `packages`. `root` is that of the machine
        whose memory is looked at, `folder` that of people's own maps and games."""
        self._command, self._root, self._folder, self._packages = command, root, folder, packages

    def obstacle(self) -> Sentence | None:
        """Return why photos cannot be read on this machine now, or None."""
        if self._command is None and not all(map(find_spec, self._packages)):
            return Sentence(
                "Photos cannot be read here: the packages for the “photo” extra are not installed. "
                "The README says how to add them."
            )
        total, free = (_memory(self._root, kind) for kind in ("MemTotal", "MemAvailable"))
        if total is not None and total < NEEDED_MB + _OTHERS_MB:
            return Sentence(
                "Reading a photo needs {needed} MB of free memory, which this machine never has. Tap the routes "
                "instead.",
                {"needed": NEEDED_MB},
            )
        if free is not None and free < NEEDED_MB:
            facts = {"needed": NEEDED_MB, "free": free}
            return Sentence(
                "Reading a photo needs {needed} MB of free memory, and this machine has only {free} MB. "
                "Restart it and try again.",
                facts,
            )
        return None

    def start(
        self, board: Board, photo: bytes, empty: EmptyPhoto, players: Sequence[PlayerColour]
    ) -> "Reading[Findings]":
        """Return a reading of a photo that is about to run."""
        options = ["--empty", str(empty.photo), "--cities", str(empty.cities), "--board", str(empty.fitted)]

        def command(folder: Path) -> list[str]:
            keep = ["--keep", str(folder / _FITTED), "--players", ",".join(players), "--json"]
            return [*self._begin(board, folder), str(folder / _PHOTO), *options, *keep, *self._common()]

        def found(printed: bytes, folder: Path) -> Findings | None:
            if (folder / _FITTED).is_file():  # the one that was kept is missing, damaged, or made from something else
                keep_fitted(empty, (folder / _FITTED).read_bytes())
            return parse_findings(printed)

        return Reading(command, {_PHOTO: photo, **_files_of(board)}, found)

    def check_empty(self, board: Board, photo: bytes, cities: bytes) -> "Reading[bytes]":
        """Return a look at the photo of an empty board that is about to run: it finds what to keep with the photo if
        the board is there with these cities."""

        def command(folder: Path) -> list[str]:
            given = ["--empty", str(folder / _PHOTO), "--cities", str(folder / _CITIES)]
            return [*self._begin(board, folder), *given, "--keep", str(folder / _FITTED), *self._common()]

        files = {_PHOTO: photo, _CITIES: cities, **_files_of(board)}
        return Reading(command, files, lambda _printed, folder: (folder / _FITTED).read_bytes())

    def _begin(self, board: Board, folder: Path) -> list[str]:
        meant = str(folder / _BOARD) if _files_of(board) else board.id
        return [*(self._command or _own_command()), "photo", meant]

    def _common(self) -> list[str]:
        where = ["--data-dir", str(self._folder)] if self._folder is not None else []
        return ["--language", spoken(), "--progress", *where]


class Reading(Generic[Found]):
    """One photo that is being looked at."""

    def __init__(
        self,
        command: Callable[[Path], Sequence[str]],
        files: Mapping[str, bytes],
        parse: Callable[[bytes, Path], Found | None],
    ) -> None:
        """`command` returns what to run in a folder with these files, and `parse` what the program printed, and put
        into that folder, means."""
        self.progress = 0.0
        """How much is done, from 0 to 1."""
        self._command, self._files, self._parse = command, files, parse
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._lock = Lock()

    def run(self) -> Found | Unread:
        """Look at the photo, however long it takes: for a thread of its own."""
        try:
            with tempfile.TemporaryDirectory(prefix="companion-photo-") as folder, tempfile.TemporaryFile() as printed:
                for name, content in self._files.items():
                    put(Path(folder) / name, content)
                said = self._talk(self._command(Path(folder)), printed.fileno())
                printed.seek(0)
                return self._outcome(said, printed.read(), Path(folder))
        except OSError as error:
            return Unread(Sentence("The photo could not be read: {why}.", {"why": error.strerror or str(error)}))

    def stop(self) -> None:
        """End it; what it found is dropped."""
        with self._lock:
            self._stopped = True
            self._kill()

    def _kill(self) -> None:
        if self._process is not None:
            with suppress(OSError):
                self._process.kill()

    def _talk(self, command: Sequence[str], printed: int) -> str:
        """Run the program to its end, follow its progress, and return the last other line that it said."""
        with self._lock:
            if self._stopped:
                return ""
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.PIPE,
                cwd=Path(companion.__file__).parents[1],
            )
        process = self._process
        _give_way(process.pid)
        late = Timer(PATIENCE, self._kill)
        late.daemon = True
        late.start()
        said = ""
        try:
            assert process.stderr is not None
            with process.stderr as lines:
                for line in lines:
                    words = line.decode(errors="replace").strip()
                    if words.startswith("progress "):
                        with suppress(ValueError):
                            self.progress = min(max(float(words.split()[1]), 0.0), 1.0)
                    elif words:
                        said = words
            process.wait()
        finally:
            late.cancel()
            self._kill()
        return said

    def _outcome(self, said: str, printed: bytes, folder: Path) -> Found | Unread:
        status = self._process.returncode if self._process is not None else None
        if status == 0 and (found := self._parse(printed, folder)) is not None:
            return found
        if status == _BAD_INPUT and said:
            return Unread(said)
        return Unread(
            Sentence(
                "The photo could not be read: the program that reads it stopped unexpectedly. Try again, or "
                "restart this machine."
            )
        )


def _files_of(board: Board) -> dict[str, bytes]:
    """Return the board of a game whose map has changed since, or is gone; an installed map has its id."""
    return {} if board.change == "none" else {_BOARD: whole_facts_of(board)}


def _own_command() -> list[str]:
    """Return how this very version of Companion is run."""
    return [sys.executable, *(["-I"] if sys.flags.isolated else []), "-m", "companion"]


def _give_way(process: int) -> None:
    """Let the app go before a process: in time on the processor, and if memory runs out. A service may not be allowed
    to, and then it is as it is."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process, 10)
    with suppress(OSError):
        handle = os.open(f"/proc/{process}/oom_score_adj", os.O_WRONLY)
        try:
            os.write(handle, _GIVES_WAY.encode())
        finally:
            os.close(handle)


def _memory(root: Path, kind: str) -> int | None:
    """Return a figure of the system's memory in MB, or None if the system does not give it: `MemTotal` is all that it
    has, `MemAvailable` what programs can still have."""
    try:
        lines = (root / "proc/meminfo").read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        return None
    figures: Mapping[str, str] = dict(line.split(":", 1) for line in lines if ":" in line)
    kilobytes = figures.get(kind, "").split()
    return int(kilobytes[0]) // 1024 if kilobytes and kilobytes[0].isdigit() else None
