"""A quiet start: no text, no cursor and no logo between power and the app, but a screen in the app's own colour.

The firmware reads `config.txt`, and the kernel gets the line in `cmdline.txt`. Others change that line too, such as
Raspberry Pi Imager and the first boot, so what was changed is remembered word by word and only that is put back.
"""

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from appliance.machine import Machine
from appliance.versions import HOME

FOLDERS = ("/boot/firmware", "/boot")
"""Where the first partition of the card is mounted: since Bookworm, and before."""
BEFORE = f"{HOME}/boot-before"
"""A folder with the files as they were, and with what was changed."""
COLOUR = (0x1F, 0x23, 0x28)
"""The background of the app: CHROME in companion/screens/widgets/theme.py."""
_CONSOLE_COLOURS = (
    (0x00, 0xAA, 0x00, 0xAA, 0x00, 0xAA, 0x00, 0xAA, 0x55, 0xFF, 0x55, 0xFF, 0x55, 0xFF, 0x55, 0xFF),
    (0x00, 0x00, 0xAA, 0x55, 0x00, 0x00, 0xAA, 0xAA, 0x55, 0x55, 0xFF, 0xFF, 0x55, 0x55, 0xFF, 0xFF),
    (0x00, 0x00, 0x00, 0x00, 0xAA, 0xAA, 0xAA, 0xAA, 0x55, 0x55, 0x55, 0x55, 0xFF, 0xFF, 0xFF, 0xFF),
)
"""The kernel's sixteen colours of a text console: red, green, blue. The first is the background."""
_LOUD = {"console=tty1": "console=tty3", "splash": None}
"""Words that are replaced or taken out: text goes to a console that nobody sees, and no other picture is shown."""
_BEGIN, _END = "# Companion: no coloured square at the start", "# end of Companion"
_BLOCK = f"\n{_BEGIN}\n[all]\ndisable_splash=1\n{_END}\n"


def quiet_words() -> list[str]:
    """Return the words for the kernel: say little, show no logo and no cursor, and paint the console in our colour."""
    names = ("vt.default_red", "vt.default_grn", "vt.default_blu")
    painted = [
        f"{name}={','.join(map(str, (own, *usual[1:])))}"
        for name, own, usual in zip(names, COLOUR, _CONSOLE_COLOURS, strict=True)
    ]
    return ["quiet", "loglevel=3", "logo.nologo", "vt.global_cursor_default=0", *painted]


@dataclass(frozen=True, slots=True)
class Changed:
    """What was changed in a line of words, so that it can be put back."""

    added: list[str]
    replaced: dict[str, str]
    """The word that stands there now, and the word before."""
    removed: list[str]


def quieted(line: str) -> tuple[str, Changed]:
    """Return the line for the kernel with our words, and what was changed."""
    added, replaced, removed, words = [], {}, [], []
    for word in line.split():
        if word not in _LOUD:
            words.append(word)
        elif (other := _LOUD[word]) is None:
            removed.append(word)
        else:
            replaced[other] = word
            words.append(other)
    for word in quiet_words():
        if word not in words:
            added.append(word)
            words.append(word)
    return " ".join(words) + "\n", Changed(added, replaced, removed)


def restored(line: str, changed: Changed) -> str:
    """Return a line as it would be without our changes; what others changed since stays."""
    words = [changed.replaced.get(word, word) for word in line.split() if word not in changed.added]
    return " ".join([*words, *(word for word in changed.removed if word not in words)]) + "\n"


class QuietBoot:
    """The start of a machine. One without these files, as any other than a Raspberry Pi, is left as it is."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._before = machine.at(BEFORE)
        found = (machine.at(folder) for folder in FOLDERS)
        self._folder = next((folder for folder in found if (folder / "cmdline.txt").is_file()), None)

    @property
    def is_there(self) -> bool:
        """Whether this machine starts as a Raspberry Pi does."""
        return self._folder is not None

    @property
    def is_loud(self) -> bool:
        """Whether there is something to change."""
        return self._folder is not None and self._changes() != {}

    def _changes(self) -> dict[Path, str]:
        """Return the files to change with their new text."""
        assert self._folder
        changes = {}
        line = (self._folder / "cmdline.txt").read_text(encoding="utf-8")
        if line.split() and quieted(line)[0].split() != line.split():
            changes[self._folder / "cmdline.txt"] = quieted(line)[0]
        settings = self._folder / "config.txt"
        if settings.is_file() and _BEGIN not in (text := settings.read_text(encoding="utf-8")):
            changes[settings] = text.rstrip("\n") + "\n" + _BLOCK
        return changes

    def quieten(self) -> None:
        """Change the files, and remember what was changed. Raise OSError."""
        assert self._folder
        self._before.mkdir(parents=True, exist_ok=True)
        for file, text in self._changes().items():
            if not (self._before / file.name).exists():
                shutil.copyfile(file, self._before / file.name)
            if file.name == "cmdline.txt":
                _, now = quieted(file.read_text(encoding="utf-8"))
                then = self._remembered()
                changed = Changed(
                    [*then.added, *now.added], then.replaced | now.replaced, [*then.removed, *now.removed]
                )
                (self._before / "changed.json").write_text(json.dumps(asdict(changed)), encoding="utf-8")
            _write(file, text)

    def _remembered(self) -> Changed:
        try:
            return Changed(**json.loads((self._before / "changed.json").read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return Changed([], {}, [])

    def give_back(self) -> None:
        """Undo our changes and keep those of others. Raise OSError."""
        if self._folder is None:
            return
        changes: dict[str, Callable[[str], str]] = {
            "cmdline.txt": lambda line: restored(line, self._remembered()),
            "config.txt": _without_block,
        }
        for name, change in changes.items():
            file = self._folder / name
            if file.is_file() and change(text := file.read_text(encoding="utf-8")).split() != text.split():
                _write(file, change(text))


def _without_block(text: str) -> str:
    before, begin, rest = text.partition(f"\n{_BEGIN}")
    return before.rstrip("\n") + "\n" + rest.partition(f"{_END}\n")[2] if begin else text


def _write(file: Path, text: str) -> None:
    """Replace a file that the machine cannot start without: the new one is on the card before the old one goes."""
    fresh = file.with_name(f"{file.name}.new")
    with fresh.open("w", encoding="utf-8") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    fresh.replace(file)
    os.sync()
