"""Laying a photo over the picture of the empty board: where each printed thing is on the photo, to half a millimetre.

Landmarks (SIFT) that both have give one flat mapping; blocks that are then compared one by one give what is left of it,
since boards are folded and lenses bend. Blocks that look the same also say how bright the light is where they are.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.photo.emptyboard import EmptyBoard, Floats, Image

Singles = npt.NDArray[np.float32]

_BOARD_SIDE, _PHOTO_SIDE = 900, 1040
"""The longer side, in pixels, at which landmarks are looked for."""
_BOARD_LANDMARKS, _PHOTO_LANDMARKS = 2500, 4000
_LEAST_COMMON = 40
"""Landmarks that the photo of a board has in common with the empty one, at least."""
_BLOCK, _REACH, _BETWEEN = 20, 8, 20
"""Half the side of a block, how far it is looked for, and the distance between blocks, in half pixels."""
_MATCH = 0.5
"""How much a block must look like that of the empty board."""
_FEWEST_BLOCKS = 30
_GRID = 64
"""Pixels between the points for which the field of shifts is worked out."""
_AROUND = 95.0
"""How far, in pixels, blocks around a place count."""
_NEARBY = 60.0
"""How far, in pixels, blocks count that say whether a place is seen well."""
_MOST_LOOKS, _STILL_OFF = 5, 2.5
"""How often a photo is laid over the empty board, as long as a tenth of it is further off than that, in pixels: a lens
bends more than one look finds."""


class BoardNotFoundError(Exception):
    """Raised when the board is not found on a photo."""


@dataclass(frozen=True, eq=False)
class Landmarks:
    """Places that can be recognised, in pixels, and what they look like."""

    points: Singles
    looks: Singles


@dataclass(frozen=True, eq=False)
class Blocks:
    """Pieces of the board that look the same on the photo."""

    places: Floats
    """x and y of each, in pixels of the picture seen from above."""
    shifts: Floats
    """How far it was found from there."""
    alike: Floats
    """How alike it is, up to 1."""
    tried: Floats
    """x and y of every piece with something printed on it that was compared."""


@dataclass(frozen=True, eq=False)
class Aligned:
    """A photo that was laid over the empty board."""

    picture: Image
    """The photo seen from above: every pixel shows what the same pixel of the empty board shows."""
    blocks: Blocks
    gap: float
    """How far blocks are from where the smooth field puts them: the median, in units of the map."""
    flat: Floats
    """The matrix from the picture seen from above to the photo."""
    field: tuple[Singles, Singles]
    shape: tuple[int, int]
    """Height and width of the photo."""

    def on_photo(self, points: Floats) -> Floats:
        """Return where these points of the picture seen from above are on the photo."""
        spots = points.astype(np.float32)
        shifts = [_sampled(axis, spots) for axis in self.field]
        moved = spots.astype(np.float64) + np.stack(shifts, -1)
        seen = cv2.perspectiveTransform(moved.reshape(-1, 1, 2), self.flat)
        return np.asarray(seen, np.float64).reshape(points.shape)


def landmarks(picture: Image, side: int, most: int) -> Landmarks:
    """Return the landmarks of a picture, which is made smaller first: `side` is its longer side then."""
    factor = min(1.0, side / max(picture.shape[:2]))
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    if factor < 1:
        grey = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    finder = cv2.SIFT.create(nfeatures=most, contrastThreshold=0.02)
    found, looks = finder.detectAndCompute(grey, None)
    if looks is None:
        return Landmarks(np.empty((0, 2), np.float32), np.empty((0, 128), np.float32))
    points = cv2.KeyPoint.convert(found) / factor
    return Landmarks(points.astype(np.float32), np.sqrt(looks / (looks.sum(1, keepdims=True) + 1e-6)))


def board_landmarks(picture: Image) -> Landmarks:
    """Return the landmarks of the picture of an empty board."""
    return landmarks(picture, _BOARD_SIDE, _BOARD_LANDMARKS)


def align(photo: Image, empty: EmptyBoard, known: Landmarks) -> Aligned:
    """Return the photo laid over the empty board. Raise BoardNotFoundError."""
    flat = _flat(known, landmarks(photo, _PHOTO_SIDE, _PHOTO_LANDMARKS))
    canvas = empty.canvas
    once = cv2.warpPerspective(
        photo, flat, (canvas.width, canvas.height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    blocks = _enough(compare_blocks(empty.picture, np.asarray(once, np.uint8)))
    field, gaps = _smooth(blocks, canvas.width, canvas.height)
    for look in range(_MOST_LOOKS):
        picture = _remapped(photo, flat, field, canvas.width, canvas.height)
        blocks = _enough(compare_blocks(empty.picture, picture))
        if look == _MOST_LOOKS - 1 or _off(blocks.shifts.T) <= _STILL_OFF:
            break
        more, left = _smooth(blocks, canvas.width, canvas.height)
        if _off(more) <= _STILL_OFF:  # each is off for itself: no lens does that, but another printing
            break
        field, gaps = (field[0] + more[0], field[1] + more[1]), left
    return Aligned(picture, blocks, float(np.median(gaps)) / canvas.scale, flat, field, photo.shape[:2])


def _enough(blocks: Blocks) -> Blocks:
    """Return these blocks. Raise BoardNotFoundError if they are too few for anything."""
    if len(blocks.alike) < _FEWEST_BLOCKS:
        raise BoardNotFoundError
    return blocks


def _off(shifts: Sequence[Singles] | Floats) -> float:
    """Return how far the furthest tenth is shifted, at least."""
    return float(np.quantile(np.hypot(shifts[0], shifts[1]), 0.9))


def _flat(board: Landmarks, photo: Landmarks) -> Floats:
    if len(photo.points) < _LEAST_COMMON:
        raise BoardNotFoundError
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(board.looks, photo.looks, k=2)
    good = [best for best, other in pairs if best.distance < 0.8 * other.distance]
    if len(good) < _LEAST_COMMON:
        raise BoardNotFoundError
    here = board.points[[one.queryIdx for one in good]]
    there = photo.points[[one.trainIdx for one in good]]
    flat, common = cv2.findHomography(here, there, cv2.USAC_MAGSAC, 4.0, maxIters=5000, confidence=0.999)
    if flat is None or int(common.sum()) < _LEAST_COMMON:
        raise BoardNotFoundError
    return np.asarray(flat, np.float64)


def compare_blocks(empty: Image, picture: Image) -> Blocks:
    """Return the pieces of the empty board that are found again on the picture, near where they should be."""
    one, other = (
        cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        for image in (empty, picture)
    )
    rim = _BLOCK + _REACH
    found: list[tuple[float, float, float, float, float]] = []
    tried: list[tuple[float, float]] = []
    for y in range(rim, one.shape[0] - rim, _BETWEEN):
        for x in range(rim, one.shape[1] - rim, _BETWEEN):
            piece = one[y - _BLOCK : y + _BLOCK, x - _BLOCK : x + _BLOCK]
            if cv2.meanStdDev(piece)[1][0, 0] < 6:
                continue
            tried.append((2 * x, 2 * y))
            alike = cv2.matchTemplate(other[y - rim : y + rim, x - rim : x + rim], piece, cv2.TM_CCOEFF_NORMED)
            _, best, _, (i, j) = cv2.minMaxLoc(alike)
            if best < _MATCH or not (0 < i < 2 * _REACH and 0 < j < 2 * _REACH):
                continue
            dx = i - _REACH + _between(alike[j, i - 1], best, alike[j, i + 1])
            dy = j - _REACH + _between(alike[j - 1, i], best, alike[j + 1, i])
            found.append((2 * x, 2 * y, 2 * dx, 2 * dy, best))
    rows = np.array(found).reshape(-1, 5)
    return Blocks(rows[:, :2], rows[:, 2:4], rows[:, 4], np.array(tried, float).reshape(-1, 2))


def _between(before: float, here: float, after: float) -> float:
    """Return where the top of a hill lies whose heights are known at three places."""
    return float(0.5 * (before - after) / (before - 2 * here + after - 1e-9))


def _smooth(blocks: Blocks, width: int, height: int) -> tuple[tuple[Singles, Singles], Floats]:
    """Return a smooth field of shifts on a grid, and how far each block is from it."""
    columns, rows = np.meshgrid(np.arange(0, width + _GRID, _GRID), np.arange(0, height + _GRID, _GRID))
    spots = blocks.places.astype(np.float32)
    bent = _bent(blocks, max(width, height))
    bends = bent(np.stack([columns.ravel(), rows.ravel()], 1))
    left = blocks.shifts - bent(blocks.places)
    trusted = np.ones(len(spots), bool)
    for _ in range(3):
        far = (columns.ravel()[:, None] - blocks.places[trusted, 0]) ** 2
        far = far + (rows.ravel()[:, None] - blocks.places[trusted, 1]) ** 2
        weight = np.exp(-far / (2 * _AROUND**2)) * blocks.alike[trusted] ** 4
        mean = bends + (weight @ left[trusted]) / (weight.sum(1, keepdims=True) + 0.3)
        field = tuple(mean[:, axis].reshape(columns.shape).astype(np.float32) for axis in (0, 1))
        away = np.hypot(*(blocks.shifts[:, axis] - _sampled(field[axis], spots) for axis in (0, 1)))
        trusted = away < max(1.5, 2.5 * float(np.median(away)))
    return (field[0], field[1]), away


def _bent(blocks: Blocks, side: float) -> Callable[[Floats], Floats]:
    """Return what a lens does to the whole board, of which blocks say how far they are shifted: a function of places,
    of the third degree."""

    def terms(places: Floats) -> Floats:
        x, y = (2 * places / side - 1).T
        return np.stack([x**i * y**j for i in range(4) for j in range(4 - i)], 1)

    rows, weight = terms(blocks.places), blocks.alike**2
    ridge = np.eye(rows.shape[1])
    for _ in range(6):
        left = np.vstack([rows * weight[:, None], ridge])
        right = np.vstack([blocks.shifts * weight[:, None], np.zeros((len(ridge), 2))])
        found = np.linalg.lstsq(left, right, rcond=None)[0]
        away = np.hypot(*(blocks.shifts - rows @ found).T)
        weight = blocks.alike**2 / (1 + (away / 3) ** 2)
    return lambda places: np.asarray(terms(places) @ found)


def _sampled(field: Singles, spots: Singles) -> Singles:
    """Return the values of a field on the grid at these pixels."""
    grid = spots / np.float32(_GRID)
    values = cv2.remap(field, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(values, np.float32).reshape(spots.shape[:-1])


def _remapped(photo: Image, flat: Floats, field: tuple[Singles, Singles], width: int, height: int) -> Image:
    picture = np.empty((height, width, 3), np.uint8)
    matrix = (flat / flat[2, 2]).astype(np.float32)
    column = np.arange(width, dtype=np.float32)[None, :]
    for top in range(0, height, 256):  # in strips, to save memory
        row = np.arange(top, min(top + 256, height), dtype=np.float32)[:, None]
        grid = np.stack(np.broadcast_arrays(column, row), -1)
        x, y = column + _sampled(field[0], grid), row + _sampled(field[1], grid)
        depth = matrix[2, 0] * x + matrix[2, 1] * y + 1
        across = (matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2]) / depth
        down = (matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2]) / depth
        picture[top : top + len(row)] = cv2.remap(photo, across, down, cv2.INTER_LINEAR)
    return picture


def light(empty: Image, aligned: Aligned, places: Floats) -> Singles:
    """Return how much brighter each channel of the photo is than the empty board at these places."""
    blocks = aligned.blocks
    sure = blocks.alike > min(0.75, float(np.median(blocks.alike)))
    column, row = blocks.places[sure].astype(int).T
    means = [cv2.blur(image, (39, 39))[row, column].astype(np.float64) + 4 for image in (aligned.picture, empty)]
    ratio = np.log(means[0] / means[1])
    far = ((places[:, None, :2] - blocks.places[None, sure]) ** 2).sum(2)
    weight = np.exp(-far / (2 * (1.45 * _AROUND) ** 2)) + 1e-9
    mean = (weight @ ratio) / weight.sum(1, keepdims=True)
    for _ in range(2):  # a second and third time without what differs much
        for channel in range(3):
            away = ratio[None, :, channel] - mean[:, None, channel]
            fair = weight / (1 + (away / 0.08) ** 2)
            mean[:, channel] = (fair * ratio[None, :, channel]).sum(1) / fair.sum(1)
    return np.asarray(np.exp(mean), np.float32)


def saturation(empty: Image, aligned: Aligned) -> float:
    """Return how much stronger colours are on the photo than on the empty board, where nothing lies on it: cameras make
    them stronger or paler, and so does the light."""
    blocks = aligned.blocks
    plain = blocks.alike > max(0.75, float(np.median(blocks.alike)))
    gains = light(empty, aligned, blocks.places[plain])[:, None, None]
    third = [
        cv2.resize(picture, None, fx=1 / 3, fy=1 / 3, interpolation=cv2.INTER_AREA)
        for picture in (empty, aligned.picture)
    ]
    height, width = third[0].shape[:2]
    reach = np.arange(-_BLOCK // 2, _BLOCK // 2)
    column, row = (blocks.places[plain] / 3).astype(int).T
    rows = np.clip(row[:, None, None] + reach[:, None], 0, height - 1)
    columns = np.clip(column[:, None, None] + reach, 0, width - 1)
    spreads = []
    for pieces in (third[0][rows, columns].astype(np.float32), third[1][rows, columns] / gains):
        flat = np.clip(pieces.reshape(len(pieces), -1, 3) * np.float32(1 / 255), 0, 1)
        lab = cv2.cvtColor(flat, cv2.COLOR_BGR2LAB)
        spreads.append(lab[..., 1:].var(axis=1).sum(1))
    strong = spreads[0] >= np.quantile(spreads[0], 0.7)
    return float(np.sqrt(np.median(spreads[1][strong] / (spreads[0][strong] + 1e-6))))


def support(aligned: Aligned, places: Floats) -> Floats:
    """Return the share of printed pieces around each place that are found again on the photo."""
    blocks = aligned.blocks
    counts = []
    for pieces in (blocks.places, blocks.tried):
        far = ((places[:, None, :2] - pieces[None]) ** 2).sum(2)
        counts.append(np.exp(-far / (2 * _NEARBY**2)).sum(1))
    return np.asarray(counts[0] / (counts[1] + 1e-3))


def outside(aligned: Aligned, places: Floats) -> npt.NDArray[np.bool_]:
    """Return which of these places of the picture seen from above are not on the photo."""
    height, width = aligned.shape
    x, y = aligned.on_photo(places[:, :2]).T
    return np.asarray((x < 2) | (y < 2) | (x > width - 3) | (y > height - 3), bool)
