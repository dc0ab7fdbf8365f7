"""A program that stands in for `companion photo`: a real process that prints what the contract says, refuses, or
dies."""

import json
import sys
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from companion.boards import Library
from companion.photo.readerprocess import PhotoReader

_PROGRAM = """\
import json, os, shutil, signal, sys, time
from pathlib import Path
told = json.loads({told!r})
with open({log!r}, "a") as log:
    log.write(json.dumps(sys.argv[1:]) + "\\n")
folder = Path(sys.argv[sys.argv.index("--keep") + 1]).parent
shutil.copytree(folder, {copy!r}, dirs_exist_ok=True)
print("progress 0.25", file=sys.stderr, flush=True)
if told.get("waits"):
    time.sleep(600)
if told.get("dies"):
    os.kill(os.getpid(), signal.SIGKILL)
if told.get("refuses"):
    print(told["refuses"], file=sys.stderr)
    sys.exit(2)
if told.get("makes") or "--board" not in sys.argv:
    (folder / "fitted.board").write_bytes(b"made of the empty board")
print(told.get("prints") or json.dumps(told["finds"]))
"""

Seen = Mapping[str, str | None]


def finds(map_id: str, routes: Seen, doubtful: Seen | None = None, stations: Seen | None = None) -> dict[str, object]:
    """What the reader prints: these routes surely, those doubtfully, and all others surely free."""
    found = {}
    for number, route in enumerate(Library().load(map_id).routes):
        left, top = 10 + number % 20 * 25, 10 + number // 20 * 40
        owner, sure = routes.get(route), route not in (doubtful or {})
        if not sure:
            owner = (doubtful or {})[route]
        found[route] = {
            "owner": owner, "sure": sure, "confidence": 0.99 if sure else 0.6, "guesses": [owner],
            "box": [left, top, left + 60, top + 40], "spaces": [[[left, top], [left + 9, top], [left, top + 9]]],
        }  # fmt: skip
    built = {city: {"owner": owner, "sure": True} for city, owner in (stations or {}).items()}
    return {"format": "companion-photo/1", "map": map_id, "routes": found, "stations": built}


def reader(folder: Path, **told: object) -> PhotoReader:
    """A reader that `finds=` something, `refuses=` with a line, `prints=` something else, `dies=True` or
    `waits=True`. With `makes=True` it finds nothing that was made of the empty board before. It notes how it was
    called, and what it was handed over."""
    program = folder / "standin.py"
    log, copy = str(folder / "standin.log"), str(folder / "handed over")
    program.write_text(_PROGRAM.format(told=json.dumps(told), log=log, copy=copy))
    return PhotoReader([sys.executable, str(program)], root=folder)


def calls(folder: Path) -> list[list[str]]:
    """How the stand-in was called, each time."""
    return [json.loads(line) for line in (folder / "standin.log").read_text().splitlines()]


def snapshot(size: tuple[int, int] = (640, 480), turned: int = 1, seed: str = "#886644") -> bytes:
    """A picture as a camera makes it, of something: blue at its upper left as people see it. `turned` is how it says in
    its EXIF that it lies on its side."""
    picture = Image.new("RGB", size, seed)
    ImageDraw.Draw(picture).rectangle((0, 0, size[0] // 4, size[1] // 4), fill="#0000FF")
    if turned == 6:  # the camera was held upright: what it stored has to be turned clockwise
        picture = picture.transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[0x0112] = turned
    written = BytesIO()
    picture.save(written, "JPEG", exif=exif)
    return written.getvalue()
