"""Checksums of every file in a bundle, in a SHA256SUMS file in the format of sha256sum(1), and their signature."""

import hashlib
import re
from pathlib import Path

from appliance import signing
from appliance.incoming import NAME
from appliance.machine import Refusal, RefusedError
from appliance.translation import say

FILE = "SHA256SUMS"
SIGNATURE = f"{FILE}.sig"
KEY = "deploy/files/update-key.pub"
"""The public key that a bundle is signed with. It is installed with the version, in its deploy folder."""
_LINE = re.compile(rf"([0-9a-f]{{64}})  ((?:{NAME.pattern}/){{0,4}}{NAME.pattern})")


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if not file.is_dir() and file != folder / FILE)


def _sum(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def digest(files: list[Path], beside: Path) -> str:
    """Return one hash over the files and their names."""
    whole = hashlib.sha256()
    for file in sorted(files):
        whole.update(f"{_sum(file)}  {file.relative_to(beside)}\n".encode())
    return whole.hexdigest()


def write_sums(folder: Path, key: Path) -> None:
    """Write the public key, the checksums of everything in a folder, and their signature. Raise TroubleError.

    The signature is on the list too, since versions from before there were any accept no file that is not; it is over
    all other lines.
    """
    (folder / KEY).write_text(signing.read_key(signing.public_half(key)) + "\n", encoding="ascii")
    signature = folder / SIGNATURE
    signature.unlink(missing_ok=True)
    lines = "".join(f"{_sum(file)}  {file.relative_to(folder)}\n" for file in _files(folder))
    signature.write_text(signing.sign(lines, key), encoding="ascii")
    (folder / FILE).write_text(f"{lines}{_sum(signature)}  {SIGNATURE}\n", encoding="utf-8")


def verify(folder: Path, key: str | None, called: Path) -> None:
    """Raise RefusedError unless the folder is signed with this key and no file is changed, missing or not listed.

    Nothing in the folder is used for anything before its signature and its sum were found right. Errors call it
    `called`, since it may be a copy.
    """
    try:
        lines = (folder / FILE).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        unreadable = "{folder} has no readable {file}: make a new folder with deploy/bundle"
        raise RefusedError(say(unreadable, folder=called, file=FILE), Refusal.DAMAGED, FILE) from None
    if key is None or not (folder / SIGNATURE).is_file():
        unsigned = "this bundle is not signed: make a new one with deploy/bundle; nothing was installed"
        raise RefusedError(say(unsigned), Refusal.UNSIGNED)
    signed = [line for line in lines if not line.endswith(f"  {SIGNATURE}")]
    signing.verify("".join(f"{line}\n" for line in signed), folder / SIGNATURE, key)
    wanted = {found[2]: found[1] for line in lines if (found := _LINE.fullmatch(line))}
    there = {str(file.relative_to(folder)): file for file in _files(folder)}
    if wrong := sorted(set(wanted) - set(there)):
        missing = say("{folder}: {file} is missing: copy the folder again", folder=called, file=wrong[0])
        raise RefusedError(missing, Refusal.MISSING, wrong[0])
    if wrong := sorted(set(there) - set(wanted)):
        strange = say(
            "{folder}: {file} does not belong there: remove it, or make a new folder", folder=called, file=wrong[0]
        )
        raise RefusedError(strange, Refusal.EXTRA, wrong[0])
    for name, file in there.items():
        if file.is_symlink() or _sum(file) != wanted[name]:
            damaged = say("{folder}: {file} is damaged: copy the folder again", folder=called, file=name)
            raise RefusedError(damaged, Refusal.DAMAGED, name)


def key_in(folder: Path) -> str | None:
    """Return the public key that came with a bundle or a version, or None. Raise TroubleError if it is not a key."""
    return signing.read_key(folder / KEY) if (folder / KEY).is_file() else None
