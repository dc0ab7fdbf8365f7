"""The empty board in a file, so that its spaces need not be looked for on every reading."""

from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile

import cv2
import numpy as np

from companion.boards import Board
from companion.photo.alignment import Landmarks
from companion.photo.emptyboard import Canvas, EmptyBoard, SpaceRow
from companion.photo.refusal import RefusedPhotoError
from companion.words import pattern, why_not

_FORMAT = 1
_QUALITY = 96


def kept_board(empty: EmptyBoard, known: Landmarks) -> bytes:
    """Return the content of a file that keeps an empty board."""
    _, picture = cv2.imencode(".jpg", empty.picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    canvas = empty.canvas
    content = BytesIO()
    np.savez_compressed(
        content,
        format=np.array([_FORMAT]),
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
    return content.getvalue()


def read_kept_board(file: Path, board: Board) -> tuple[EmptyBoard, Landmarks]:
    """Return the empty board that a file keeps. Raise RefusedPhotoError if it is not one of this map."""
    try:
        content = BytesIO(file.read_bytes())
    except OSError as error:
        raise RefusedPhotoError(pattern("{file}: {why}"), file=file, why=why_not(error)) from None
    try:
        with np.load(content, allow_pickle=False) as kept:
            if int(kept["format"][0]) != _FORMAT:
                raise ValueError
            width, height, scale, margin = kept["canvas"].tolist()
            picture = cv2.imdecode(kept["picture"], cv2.IMREAD_COLOR)
            empty = EmptyBoard(
                str(kept["map"][0]),
                Canvas(int(width), int(height), scale, margin),
                picture,  # type: ignore[arg-type]
                SpaceRow(tuple(kept["routes"].tolist()), kept["places"], tuple(kept["size"].tolist())),
                tuple(kept["cities"].tolist()),
                kept["centres"],
            )
            known = Landmarks(kept["points"], kept["looks"].astype(np.float32) / 255)
            if picture is None or picture.shape[:2] != (empty.canvas.height, empty.canvas.width):
                raise ValueError
    except (ValueError, KeyError, TypeError, IndexError, BadZipFile, EOFError, OSError, cv2.error):
        raise RefusedPhotoError(
            pattern("{file}: not a kept board: take a photo of the empty board, and tap its cities"), file=file
        ) from None
    spaces = [route.id for route in board.routes.values() for _ in range(route.length)]
    if empty.map != board.id or list(empty.spaces.routes) != spaces or set(empty.cities) - set(board.cities):
        raise RefusedPhotoError(
            pattern("{file}: kept for another map: take a photo of the empty board, and tap its cities"), file=file
        )
    return empty, known
