"""What each space looks like: like the empty board, or like a train of one of the colours."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.photo.alignment import Aligned, light, saturation
from companion.photo.emptyboard import STEP, EmptyBoard, Floats
from companion.photo.parallax import Parallax, fit_parallax
from companion.photo.patches import ACROSS, ALONG, details, in_lab, likeness, patches
from companion.photo.traincolours import usual_colours

Singles = npt.NDArray[np.float32]
Whole = npt.NDArray[np.int64]

_BOARD_SPREAD = np.array([1 / 10, 1 / 7, 1 / 7], np.float32)
_TRAIN_SPREAD = np.array([1 / 14, 1 / 9, 1 / 9], np.float32)
"""One over how far colours of the board and of trains are spread around what is expected, in Lab."""
_HUE_SPREAD = np.array([1 / 18, 1 / 7, 1 / 7], np.float32)
"""The same for the middle of a roof, when only its colour is asked for."""
_ANYTHING = -8.0
"""The logarithm of how likely a pixel is that neither explains: a shadow's edge, glare, a finger."""
_LONG, _WIDE = round(STEP * 0.18), round(STEP * 0.058)
"""How far the part of a roof that is looked at reaches from its middle, in half pixels: a little less than a train."""
_SEARCHES = ((8, 0.13), (7, 0.08), (5, 0.05))
"""How far beside its space a train is looked for, in half pixels, and how willingly, each time it is known better how
the camera sees roofs."""
_MOST_SHIFT = round(STEP * 0.13)
DULL = ("black", "white")
"""Colours that shadow and glare have too."""
_CHANGE = np.array([16, 9, 9], np.float32)
"""How far trains on a photo may differ from the usual colour: more would be another colour."""
_STRONGEST = 1.2
"""How strong colours may be, of what they are on the empty board, without being made weaker."""
_CERTAIN = 1.2
"""The score from which a train teaches what trains of its colour look like on this photo."""


@dataclass(frozen=True, eq=False)
class Looks:
    """What was seen at every space of a board. Scores are log-likelihoods of a train against the empty board."""

    players: tuple[str, ...]
    scores: Singles
    """For each space and player: how much it looks like a train of theirs, -4 to 4."""
    offsets: Singles
    """For each space and player: how far that train lies across the track from where it should, in widths of it."""
    cover: Singles
    """For each space and player: the share of the space and its neighbourhood that has the colour of their trains."""
    inside: Singles
    fine: Singles
    around: Singles
    red_green: Singles
    blue_yellow: Singles
    """How much the inside, its fine print, and the space with its surroundings look like the empty board, -1 to 1."""
    print: Singles
    """How strong the fine print is on the empty board."""
    same: Singles
    """How well the colours of the pixels are those of the empty board: the median of their log-likelihoods."""
    halves: Singles
    """The same for the two halves of the space left and right of the middle of the track: means."""
    changed: Singles
    """The share of pixels that have changed."""
    hues: Singles
    """For each space and player: how far the colour in the middle of the train, if there is one, is from theirs."""
    own_hues: Singles
    """The same where a train of that player would fit best."""
    parallax: Parallax
    colours: Singles
    """The colour of each player's trains on this photo, in Lab."""
    saturation: float
    """How much stronger colours are on this photo than on the empty board."""


def look_at_spaces(empty: EmptyBoard, aligned: Aligned, players: Sequence[str]) -> Looks:
    """Return what is seen at every space."""
    places = empty.spaces.places
    before = in_lab(patches(empty.picture, places))
    now = patches(aligned.picture, places) / light(empty.picture, aligned, places)[:, None, None, :]
    now = in_lab(np.clip(now, 0, 255))
    stronger = saturation(empty.picture, aligned)
    now[..., 1:] *= evened(stronger)
    away = _difference(before, now)
    board = np.maximum(-0.5 * away, _ANYTHING)
    small = np.ascontiguousarray(now[:, ::2, ::2])
    planes = tuple(np.ascontiguousarray(small[..., channel]) for channel in range(3))
    colours = usual_colours(players)
    usual = colours.copy()
    parallax = Parallax()
    dull = [number for number, player in enumerate(players) if player in DULL]
    for slack, tight in _SEARCHES:
        ratios = [_ratio(planes, colour, board) for colour in colours]
        along, across = (
            np.clip(np.rint(shift / 2), -_MOST_SHIFT, _MOST_SHIFT).astype(int) for shift in parallax.shifts(places)
        )
        scores, offsets = _windows(np.stack(ratios, 1), along, across, slack, tight)
        row, best = np.arange(len(places)), scores.argmax(1)
        roofs = _roofs(small, along, np.rint(across[:, None] + offsets).astype(int))
        certain = scores[row, best] > _CERTAIN
        colours = _learnt(roofs[row, best][certain], usual, colours)
        if (slack, tight) != _SEARCHES[-1]:
            plain = certain & ~np.isin(best, dull)
            used = plain if plain.sum() > 20 else certain
            parallax = fit_parallax(places[used], 2.0 * (across + offsets[row, best])[used])
    cover = np.stack([_cover(ratio, across) for ratio in ratios], 1)
    half_long, half_wide = (int(side / 2) for side in empty.spaces.size)
    inner, outer = (half_long - 3, half_wide - 2), (half_long + 5, half_wide + 5)
    fine = [patches(details(picture), places) for picture in (empty.picture, aligned.picture)]
    fine_alike, strength = likeness(fine[0], fine[1], inner, 2)
    rows = slice(ACROSS // 2 - inner[1] // 2, ACROSS // 2 + inner[1] // 2)
    columns = slice(ALONG // 2 - inner[0] // 2, ALONG // 2 + inner[0] // 2)
    middle = board[:, rows, columns]
    left, right = np.split(middle, [middle.shape[1] // 2], axis=1)
    return Looks(
        players=tuple(players),
        scores=scores.astype(np.float32),
        offsets=(2 * offsets / empty.spaces.size[1]).astype(np.float32),
        cover=cover,
        inside=likeness(before[..., 0], now[..., 0], inner, 2)[0],
        fine=fine_alike,
        around=likeness(before[..., 0], now[..., 0], outer, 2)[0],
        red_green=likeness(before[..., 1], now[..., 1], outer, 1)[0],
        blue_yellow=likeness(before[..., 2], now[..., 2], outer, 1)[0],
        print=strength,
        same=np.median(middle, axis=(1, 2)),
        halves=np.stack([left.mean(axis=(1, 2)), right.mean(axis=(1, 2))], 1),
        changed=(away[:, rows, columns] > 6).mean(axis=(1, 2), dtype=np.float32),
        hues=hue_gaps(roofs[row, best], colours),
        own_hues=_own_gaps(roofs, colours),
        parallax=parallax,
        colours=colours,
        saturation=stronger,
    )


def evened(stronger: float) -> np.float32:
    """Return by what colours are multiplied that are this much stronger on the photo than on the empty board. Pale ones
    are made as strong as there; those that are somewhat stronger stay, since they are only easier to tell apart."""
    return np.float32(np.clip(stronger, 1.0, _STRONGEST) / max(stronger, 0.01))


def _difference(before: Singles, now: Singles) -> Singles:
    """Return how far the colour of every second pixel is from that of the empty board, at best within two pixels."""
    rows, columns = before.shape[1:3]
    known = np.pad(before, ((0, 0), (2, 2), (2, 2), (0, 0)), mode="edge")
    least = np.full(now[:, ::2, ::2].shape[:3], np.inf, np.float32)
    seen = [now[:, ::2, ::2, channel] * _BOARD_SPREAD[channel] for channel in range(3)]
    expected = [known[:, ::2, ::2, channel] * _BOARD_SPREAD[channel] for channel in range(3)]
    for dy in range(3):
        for dx in range(3):
            away = np.zeros_like(least)
            for one, other in zip(seen, expected, strict=True):
                gap = one - other[:, dy : dy + rows // 2, dx : dx + columns // 2]
                away += gap * gap
            np.minimum(least, away, out=least)
    return least


def _ratio(planes: tuple[Singles, ...], colour: Singles, board: Singles) -> Singles:
    """Return for each pixel how much more it looks like a train of this colour than like the empty board."""
    away = np.zeros_like(board)
    for plane, middle, spread in zip(planes, colour, _TRAIN_SPREAD, strict=True):
        gap = (plane - middle) * spread
        away += gap * gap
    return np.asarray(np.clip(np.maximum(-0.5 * away - 1, _ANYTHING) - board, -4, 4), np.float32)


def _windows(ratios: Singles, along: Whole, across: Whole, slack: int, tight: float) -> tuple[Singles, Singles]:
    """Return the best score of each space and player among windows up to `slack` beside the space, and how far beside
    it that is (in half pixels). `along` and `across` say where the roof of a train on the space is seen."""
    count, _, height, width = ratios.shape
    row = np.arange(count)
    left = width // 2 + along - _LONG
    sums = np.concatenate([np.zeros((*ratios.shape[:3], 1), np.float32), ratios.cumsum(3)], 3)
    columns = (np.clip(side, 0, width)[:, None, None, None] for side in (left, left + 2 * _LONG))
    first, last = columns
    line = (np.take_along_axis(sums, last, 3) - np.take_along_axis(sums, first, 3))[..., 0] / (2 * _LONG)
    sums = np.concatenate([np.zeros((*line.shape[:2], 1), np.float32), line.cumsum(2)], 2)
    beside = np.arange(-slack, slack + 1)
    top = np.clip(height // 2 + across[:, None] + beside - _WIDE, 0, height - 2 * _WIDE)
    window = (sums[row[:, None], :, top + 2 * _WIDE] - sums[row[:, None], :, top]) / (2 * _WIDE)
    score = window - (0.5 * (beside / (STEP * tight)) ** 2)[None, :, None].astype(np.float32)
    best = score.max(1)
    # A roof is a plateau: its middle counts, not its first pixel.
    weight = np.exp(4 * (score - best[:, None]))
    return best, (weight * beside[None, :, None]).sum(1) / weight.sum(1)


def _cover(ratio: Singles, across: Whole) -> Singles:
    """Return the share of the lines across the track that have this colour, over two widths of a track."""
    lines = ratio[:, :, ALONG // 2 - _LONG : ALONG // 2 + _LONG].clip(-1, 1).mean(2)
    reach = round(STEP * 0.17)
    rows = np.clip(ACROSS // 2 + across[:, None] + np.arange(-reach, reach), 0, lines.shape[1] - 1)
    return np.asarray((np.take_along_axis(lines, rows, 1) > 0).mean(1, dtype=np.float32))


def _roofs(pixels: Singles, along: Whole, across: Whole) -> Singles:
    """Return the colour in the middle of each roof, for every space and player: the medians of its pixels."""
    height, width = pixels.shape[1:3]
    x, y = np.broadcast_to((ALONG // 2 + along)[:, None], across.shape), ACROSS // 2 + across
    space = np.broadcast_to(np.arange(len(along))[:, None], across.shape)
    left, right = np.maximum(x - 11, 0), np.minimum(x + 11, width)
    top, bottom = np.maximum(y - 3, 0), np.minimum(y + 3, height)
    size = (bottom - top) * width + right - left
    colours = np.empty((*across.shape, 3), np.float32)
    for one in np.unique(size):  # windows of one size together
        of_it = size == one
        rows = top[of_it, None, None] + np.arange(one // width)[:, None]
        columns = left[of_it, None, None] + np.arange(one % width)
        pieces = pixels[space[of_it, None, None], rows, columns]
        colours[of_it] = np.median(pieces.reshape(len(pieces), -1, 3), axis=1)
    return colours


def hue_gaps(roofs: Singles, colours: Singles) -> Singles:
    """Return how far each roof is from each colour: lightness counts little, since light falls differently on roofs."""
    gap = (roofs[:, None] - colours[None]) * _HUE_SPREAD
    return np.asarray(np.einsum("npc,npc->np", gap, gap), np.float32)


def _own_gaps(roofs: Singles, colours: Singles) -> Singles:
    """Return how far each player's roof on each space is from their own colour."""
    gap = (roofs - colours[None]) * _HUE_SPREAD
    return np.asarray(np.einsum("npc,npc->np", gap, gap), np.float32)


def _learnt(roofs: Singles, usual: Singles, colours: Singles) -> Singles:
    """Return the colours of trains as these roofs show them, and the usual ones of players that have too few."""
    learnt = usual.copy()
    nearest = hue_gaps(roofs, colours).argmin(1)
    for player in range(len(usual)):
        seen = roofs[nearest == player]
        if len(seen) >= 3:
            change = np.median(seen, axis=0) - usual[player]
            learnt[player] += np.clip(change, -_CHANGE, _CHANGE) * len(seen) / (len(seen) + 4)
    return learnt


def neighbours(empty: EmptyBoard, parallel: Sequence[tuple[str, ...]]) -> tuple[Whole, Floats]:
    """Return for each space the nearest space of a parallel route, or -1, and on which side of the track it is, in
    widths of a space: positive to the right of its direction. `parallel` has the other routes of each space's pair."""
    spaces = empty.spaces
    routes = np.array(spaces.routes)
    near = np.full(len(routes), -1)
    side = np.zeros(len(routes))
    for space, others in enumerate(parallel):
        candidates = np.flatnonzero(np.isin(routes, others)) if others else np.empty(0, int)
        if not len(candidates):
            continue
        x, y, turn = spaces.places[space]
        away = spaces.places[candidates, :2] - (x, y)
        closest = int(np.hypot(*away.T).argmin())
        across = float(-np.sin(turn) * away[closest, 0] + np.cos(turn) * away[closest, 1]) / spaces.size[1]
        if abs(across) < 2.2 and np.hypot(*away[closest]) < STEP:
            near[space], side[space] = candidates[closest], across
    return near, side
