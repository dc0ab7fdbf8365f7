"""The pictures on USB sticks, the newest first: in the folder of the stick itself, and where cameras put theirs."""

import os
from dataclasses import dataclass
from pathlib import Path

from companion.photo.upright import LARGEST_FILE, BadPictureError, Pixels, on_screen, upright
from companion.plainfiles import SkippedFileError, plain_files, read_plain
from companion.words import Sentence
from companion.words.filenames import readable
from hardware.sticks import sticks

MOST = 30
"""Pictures that are offered."""
_ENDINGS = (".jpg", ".jpeg", ".png", ".webp")
_CAMERA = "DCIM"
"""The folder in which cameras and phones have folders of pictures."""
_MOST_FOLDERS = 20


@dataclass(frozen=True, slots=True)
class StickPicture:
    """A picture on a stick."""

    file: Path
    changed: float
    """When it was taken or copied, as the file system says."""

    @property
    def name(self) -> str:
        """Its name, as it can be shown."""
        return readable(self.file.name)


def pictures_on_sticks(root: Path) -> tuple[StickPicture, ...]:
    """Return the pictures on all sticks below a root. A stick may not answer: for a thread of its own."""
    found: list[StickPicture] = []
    for stick in sticks(root):
        for folder in (stick.path, *_camera_folders(stick.path)):
            found += _pictures(folder)
    found.sort(key=lambda picture: (-picture.changed, picture.file))
    return tuple(found[:MOST])


def _camera_folders(stick: Path) -> list[Path]:
    try:
        with os.scandir(stick / _CAMERA) as entries:
            names = sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))
    except OSError:
        return []
    return [stick / _CAMERA / name for name in names[-_MOST_FOLDERS:]]


def _pictures(folder: Path) -> list[StickPicture]:
    found = []
    for ending in _ENDINGS:
        try:
            files = plain_files(folder, ending, 500).files
            found += [StickPicture(file, file.lstat().st_mtime) for file in files]
        except OSError:  # it was pulled out
            continue
    return found


def read_picture(picture: StickPicture) -> bytes | Sentence:
    """Return a picture from a stick, upright and of a size that is easily kept; or why it cannot be used."""
    try:
        return upright(read_plain(picture.file, LARGEST_FILE))
    except SkippedFileError as error:
        return error.sentence
    except BadPictureError as error:
        return Sentence("{name}: {why}", {"name": picture.name, "why": error.sentence})


def thumbnail(picture: StickPicture, longest: int) -> Pixels | None:
    """Return a small picture to choose by, or None if it cannot be read."""
    try:
        return on_screen(read_plain(picture.file, LARGEST_FILE), longest)
    except (SkippedFileError, BadPictureError):
        return None
