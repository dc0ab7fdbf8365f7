"""What a disk may hold after a power cut, worked out from the calls that wrote to it.

Only what was synced is certain. A file whose content was not synced may be empty or torn; of the names that were made,
renamed or removed in a folder since it was last synced, any may have reached the disk, in any combination.

Opening, renaming and removing are heard by an audit hook, so that no way of writing escapes; `os.fsync` is wrapped.
"""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

TORN = b"\0torn"
"""Stands for any content that was never synced."""

Image = dict[str, bytes]
"""The files below a folder, by their relative names, as they are found after a power cut."""


@dataclass
class _Disk:
    """The certain part of a disk, and the changes to its names that are not certain yet."""

    root: Path
    names: dict[str, int] = field(default_factory=dict)
    """Each name that is certain, and the number of its file."""
    content: dict[int, bytes] = field(default_factory=dict)
    """What is certain about the content of each file."""
    pending: list[tuple[str, str, int]] = field(default_factory=list)
    """Names that are set, or removed with file 0: folder, name, file."""
    made: int = 0
    now: dict[str, int] = field(default_factory=dict)
    """The names as running programs see them."""
    images: list[Image] = field(default_factory=list)

    def relative(self, path: object) -> str | None:
        if not isinstance(path, str | os.PathLike):
            return None
        whole = Path(os.path.abspath(os.fsdecode(path)))
        return str(whole.relative_to(self.root)) if whole.is_relative_to(self.root) else None

    def set(self, name: str, file: int) -> None:
        self.pending.append((str(Path(name).parent), name, file))
        if file:
            self.now[name] = file
        else:
            self.now.pop(name, None)
        self.note()

    def opened_to_write(self, name: str, truncates: bool) -> None:
        if name not in self.now:
            self.made += 1
            self.set(name, self.made)
        elif truncates:
            self.content.pop(self.now[name], None)
            self.note()

    def note(self) -> None:
        """Keep every image that is possible now."""
        for count in range(len(self.pending) + 1):
            for chosen in combinations(self.pending, count):
                names = dict(self.names)
                for _, name, file in chosen:
                    names[name] = file
                image = {name: self.content.get(file, TORN) for name, file in names.items() if file}
                whole = {name for name in image if all(self._is_folder(names, up) for up in Path(name).parents)}
                self.images.append({name: image[name] for name in whole if image[name] is not _FOLDER})

    def _is_folder(self, names: dict[str, int], folder: Path) -> bool:
        return str(folder) == "." or self.content.get(names.get(str(folder), 0)) is _FOLDER


_FOLDER = b"folder"
_recording: list[_Disk] = []
_hooked: list[bool] = []


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    for disk in _recording:
        if event == "open":
            name, flags = disk.relative(arguments[0]), arguments[2]
            if name and isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR):
                disk.opened_to_write(name, bool(flags & os.O_TRUNC))
        elif event == "os.rename":
            old, new = disk.relative(arguments[0]), disk.relative(arguments[1])
            if old and new:
                file = disk.now[old]
                disk.set(new, file)
                disk.set(old, 0)
        elif event == "os.remove" and (name := disk.relative(arguments[0])) and name in disk.now:
            disk.set(name, 0)
        elif event == "os.mkdir" and (name := disk.relative(arguments[0])) and name not in disk.now:
            disk.made += 1
            disk.content[disk.made] = _FOLDER
            disk.set(name, disk.made)


def images_of(folder: Path, write: Callable[[], object]) -> tuple[list[Image], list[Image]]:
    """Run `write`, and return every image that a power cut may leave of a folder: while it runs, and once it has
    returned. What is in the folder before is taken to be certain."""
    if not _hooked:
        sys.addaudithook(_hear)
        _hooked.append(True)
    disk = _Disk(folder.resolve())
    for file in sorted(folder.rglob("*")):
        disk.made += 1
        disk.names[str(file.relative_to(folder))] = disk.made
        disk.content[disk.made] = _FOLDER if file.is_dir() else file.read_bytes()
    disk.now = dict(disk.names)
    really = os.fsync

    def synced(handle: int) -> None:
        really(handle)
        path = Path(os.readlink(f"/proc/self/fd/{handle}"))
        name = disk.relative(path)
        if name is None:
            return
        if path.is_dir():
            for folder_of, changed, file in disk.pending:
                if folder_of == name:
                    disk.names[changed] = file
            disk.pending = [change for change in disk.pending if change[0] != name]
            disk.names = {known: file for known, file in disk.names.items() if file}
        else:
            disk.content[disk.now[name]] = path.read_bytes()
        disk.note()

    os.fsync = synced  # type: ignore[assignment]
    _recording.append(disk)
    try:
        disk.note()
        write()
    finally:
        _recording.remove(disk)
        os.fsync = really
    during, disk.images = disk.images, []
    disk.note()
    return during, disk.images


def versions(images: list[Image], name: str) -> Iterator[bytes | None]:
    """Yield what each image has under a name; None where it has none."""
    return (image.get(name) for image in images)
