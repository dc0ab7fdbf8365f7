"""The cities that people tapped on the photo of the empty board: a JSON object of ids and pixels."""

from codecs import BOM_UTF8
from collections.abc import Mapping
from math import isfinite
from pathlib import Path

import numpy as np

from companion.boards import Board
from companion.parsing import parse_json
from companion.photo.refusal import RefusedPhotoError
from companion.words import closest, pattern, why_not

FEWEST = 4


def read_taps(file: Path, board: Board) -> dict[str, tuple[float, float]]:
    """Return the tapped cities of a file. Raise RefusedPhotoError if they are not enough, or wrong."""
    try:
        content = parse_json(file.read_bytes().removeprefix(BOM_UTF8))
    except OSError as error:
        raise RefusedPhotoError(pattern("{file}: {why}"), file=file, why=why_not(error)) from None
    except ValueError:
        raise _not_cities(file) from None
    if not isinstance(content, dict):
        raise _not_cities(file)
    taps: dict[str, tuple[float, float]] = {}
    for city, pixel in content.items():
        if city not in board.cities or board.cities[city].x is None:
            hint = closest(city, board.cities)
            raise RefusedPhotoError(
                pattern("{file}: {map} has no city {city}{hint}"), file=file, map=board.name, city=city, hint=hint
            )
        if not (isinstance(pixel, list) and len(pixel) == 2 and all(_is_number(one) for one in pixel)):
            raise _not_cities(file)
        taps[city] = float(pixel[0]), float(pixel[1])
    check_taps(taps, board)
    return taps


def check_taps(taps: Mapping[str, tuple[float, float]], board: Board) -> None:
    """Raise RefusedPhotoError unless these taps can say where the board is."""
    if len(taps) < FEWEST:
        raise RefusedPhotoError(
            pattern("Tap at least {fewest} cities on the photo of the empty board; tapped so far: {count}"),
            fewest=FEWEST,
            count=len(taps),
        )
    for points in (
        np.array(list(taps.values()), float),
        np.array([(board.cities[city].x, board.cities[city].y) for city in taps], float),
    ):
        middle = points - points.mean(0)
        long, short = np.linalg.svd(middle, compute_uv=False)[:2]
        if short < 0.12 * long or long <= 0:
            raise RefusedPhotoError(
                pattern("The tapped cities lie almost on a line: tap cities near all four corners of the board")
            )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6 and isfinite(value)


def _not_cities(file: Path) -> RefusedPhotoError:
    return RefusedPhotoError(
        pattern('{file}: not a list of tapped cities: it has to look like {{"paris": [814, 620], …}}'), file=file
    )
