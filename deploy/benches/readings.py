"""Benchmark of reading a photographed board: CPU time and memory of `companion photo`, on drawn boards and on
photographs where they are present."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benches.report import Table

_PHOTOS = Path(__file__).parents[3] / "shared" / "photos"


def photo_readings(quick: bool) -> Iterator[Table]:
    """Measure the command as a process of its own, with the empty photo and with the kept board; aim: 2.5 s, 400 MB."""
    table = Table("photo_readings", "Reading a photographed board (CPU s, peak MB; aim 2.5 and 400)")
    try:
        import cv2  # noqa: F401
    except ImportError:
        table.rows.append({"board": "the extra photo is not installed"})
        yield table
        return
    with TemporaryDirectory() as folder:
        for name in ("europe",) if quick else ("europe", "usa", "old_west"):
            table.rows.append(_measured(name, "drawn", *_drawn(name, Path(folder))))
        for name in ("europe", "usa"):
            photos = sorted((_PHOTOS / name).glob("s*.jpg"))[: 1 if quick else 3]
            empty = _PHOTOS / name / "empty.jpg"
            for photo in photos:
                cities = _PHOTOS / name / "empty.cities.json"
                table.rows.append(_measured(name, photo.stem, name, photo, empty, cities, Path(folder)))
    yield table


def _drawn(name: str, folder: Path) -> tuple[str, Path, Path, Path, Path]:
    """Draw a board with trains and return its map file, photo, empty photo, taps and the folder they are in."""
    import cv2

    from companion.boards import our_maps, read_map
    from companion.photo.traincolours import box_colours
    from tests.photo.drawnphotos import Shot, as_drawn, drawn_map, photograph, some_game, taps

    board = as_drawn(read_map(our_maps() / f"{name}.toml"))
    shot = Shot(seed=5)
    text = (our_maps() / f"{name}.toml").read_text(encoding="utf-8")
    map_file, photo, empty, cities = (folder / f"{name}.{ending}" for ending in ("toml", "jpg", "empty.jpg", "json"))
    map_file.write_text(drawn_map(text, board, f"drawn-{name}"), encoding="utf-8")
    cv2.imwrite(str(photo), photograph(board, some_game(board, box_colours(board), 5), Shot(tilt=11, seed=6)))
    cv2.imwrite(str(empty), photograph(board, {}, shot))
    cities.write_text(json.dumps(taps(board, shot)), encoding="utf-8")
    return str(map_file), photo, empty, cities, folder


def _measured(
    name: str, what: str, meant: str, photo: Path, empty: Path, cities: Path, folder: Path
) -> dict[str, object]:
    kept = str(folder / "kept.board")
    given = ("--empty", str(empty), "--cities", str(cities))
    whole = _run("photo", meant, str(photo), *given, "--keep", kept, "--json")
    again = _run("photo", meant, str(photo), "--board", kept, "--json")
    return {
        "board": name,
        "photo": what,
        "with the empty photo": whole[0],
        "MB": whole[1],
        "with the kept board": again[0],
        "MB ": again[1],
    }


def _run(*arguments: str) -> tuple[float, int]:
    """Return the CPU seconds and the peak megabytes of a command."""
    command = subprocess.Popen([sys.executable, "-m", "companion", *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(command.pid, 0)
    command.returncode = os.waitstatus_to_exitcode(status)
    if command.returncode:
        raise RuntimeError(f"companion {' '.join(arguments)} ended with {command.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1000
