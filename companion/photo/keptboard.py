"""The empty board in a file, so that its spaces need not be looked for on every reading."""

import hashlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np

import companion
from companion.boards import Board
from companion.boards.facts import whole_facts_of
from companion.photo.alignment import Landmarks
from companion.photo.emptyboard import Canvas, EmptyBoard, SpaceRow
from companion.photo.refusal import RefusedPhotoError
from companion.words import pattern, why_not

_FORMAT = b"companion-empty-board/2\n"
"""How the file begins; the digest of its content and the content follow."""
_DIGEST = 32
_QUALITY = 96
_MAKERS = ("boards/shape", "photo/alignment", "photo/boardfit", "photo/emptyboard", "photo/keptboard", "photo/pictures")
"""The modules that make an empty board of a photo."""


def source_of(board: Board, photo: bytes, taps: Mapping[str, tuple[float, float]]) -> str:
    """Return what an empty board is made of, as a digest: the map, the photo, the tapped cities, and the program
    itself. An empty board that was kept from another source has to be made again."""
    folder = Path(companion.__file__).parent
    parts = [whole_facts_of(board), photo, repr(sorted(taps.items())).encode()]
    parts += [(folder / f"{maker}.py").read_bytes() for maker in _MAKERS]
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def kept_board(empty: EmptyBoard, known: Landmarks, source: str) -> bytes:
    """Return the content of a file that keeps an empty board, made from this source."""
    _, picture = cv2.imencode(".jpg", empty.picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    canvas = empty.canvas
    packed = BytesIO()
    np.savez_compressed(
        packed,
        source=np.array([source]),
        map=np.array([empty.map]),
        canvas=np.array([canvas.width, canvas.height, canvas.scale, canvas.margin]),
        picture=picture,
        routes=np.array(empty.spaces.routes),
        places=empty.spaces.places,
        size=np.array(empty.spaces.size),
        cities=np.array(empty.cities),
        centres=empty.centres,
        points=known.points,
        looks=np.rint(known.looks * 255).astype(np.uint8),
    )
    content = packed.getvalue()
    return _FORMAT + hashlib.sha256(content).digest() + content


def read_kept_board(file: Path, board: Board, source: str | None = None) -> tuple[EmptyBoard, Landmarks]:
    """Return the empty board that a file keeps. Raise RefusedPhotoError if it is damaged, not one of this map, or not
    made from the source, if one is given."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise RefusedPhotoError(pattern("{file}: {why}"), file=file, why=why_not(error)) from None
    begin = len(_FORMAT) + _DIGEST
    if content[:begin] != _FORMAT + hashlib.sha256(content[begin:]).digest():
        raise RefusedPhotoError(
            pattern("{file}: not a kept board: take a photo of the empty board, and tap its cities"), file=file
        )
    with np.load(BytesIO(content[begin:]), allow_pickle=False) as kept:
        width, height, scale, margin = kept["canvas"].tolist()
        empty = EmptyBoard(
            str(kept["map"][0]),
            Canvas(int(width), int(height), scale, margin),
            cv2.imdecode(kept["picture"], cv2.IMREAD_COLOR),  # type: ignore[arg-type]
            SpaceRow(tuple(kept["routes"].tolist()), kept["places"], tuple(kept["size"].tolist())),
            tuple(kept["cities"].tolist()),
            kept["centres"],
        )
        known = Landmarks(kept["points"], kept["looks"].astype(np.float32) / 255)
        made_from = str(kept["source"][0])
    spaces = [route.id for route in board.routes.values() for _ in range(route.length)]
    fits = empty.map == board.id and list(empty.spaces.routes) == spaces and set(empty.cities) <= set(board.cities)
    if not fits or (source is not None and made_from != source):
        raise RefusedPhotoError(
            pattern("{file}: kept for another map: take a photo of the empty board, and tap its cities"), file=file
        )
    return empty, known
