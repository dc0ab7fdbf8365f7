"""Fitting the weights of `companion/photo/calibration.json`, and what they are worth on photos they were not fitted on.

`python -m tests.photo.fitting` looks at all photographs and some variations of each, prints the figures of every photo
when it and its variations are left out of the fit, and writes the weights that are fitted on all of them.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

import companion.photo.routeevidence as routeevidence_module
from companion.files import put
from companion.photo.pictures import read_picture
from companion.photo.refusal import RefusedPhotoError
from companion.photo.routeevidence import Weights, route_figures
from tests.photo.realphotos import FOLDER, Sight, board_of, lies_there, look_at, look_at_photo, photos, varied

Floats = npt.NDArray[np.float64]


def fitted(seen: Sequence[Sight]) -> Weights:
    """The weights that fit best what was seen."""
    occupied = np.concatenate([[one.truth[route] is not None for route in one.routes] for one in seen]).astype(float)
    trust = np.concatenate([np.full(len(one.routes), 0.5 if one.changed else 1.0) for one in seen])
    space = _two_ways(np.vstack([one.figures for one in seen]), occupied, trust)
    figures = [route_figures(one.looks, one.figures, one.routes, one.near, space) for one in seen]
    owners = [one.truth[route] for one, its in zip(seen, figures, strict=True) for route in its.routes]
    taken = np.array([owner is not None for owner in owners], float)
    route = _two_ways(np.vstack([its.train for its in figures]), taken, np.ones(len(taken)))
    rows, chosen = [], []
    for one, its in zip(seen, figures, strict=True):
        for name, row in zip(its.routes, its.colour, strict=True):
            owner = one.truth[name]
            if owner is not None:
                rows.append(row)
                chosen.append(one.looks.players.index(owner))
    return Weights(space, route, _many_ways(np.array(rows), np.array(chosen)))


def _two_ways(rows: Floats, truth: Floats, trust: Floats, ridge: float = 3.0) -> Floats:
    """Logistic regression; the first column is 1."""
    mean, spread = rows.mean(0), rows.std(0) + 1e-9
    mean[0], spread[0] = 0, 1
    even = (rows - mean) / spread
    weights = np.zeros(rows.shape[1])
    for _ in range(60):
        chance = 1 / (1 + np.exp(-np.clip(even @ weights, -30, 30)))
        slope = even.T @ (trust * (truth - chance)) - ridge * weights
        bend = (even * (trust * chance * (1 - chance))[:, None]).T @ even + ridge * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights += step
        if np.abs(step).max() < 1e-5:
            break
    plain = weights / spread
    plain[0] -= (weights[1:] * mean[1:] / spread[1:]).sum()
    return np.asarray(plain)


def _many_ways(rows: Floats, truth: npt.NDArray[np.int64], ridge: float = 1.0) -> Floats:
    """Conditional logistic regression: one of the rows of each case is the true one."""
    spread = rows.reshape(-1, rows.shape[2]).std(0) + 1e-9
    even = rows / spread
    weights = np.zeros(rows.shape[2])
    for _ in range(100):
        odds = even @ weights
        chance = np.exp(odds - odds.max(1, keepdims=True))
        chance /= chance.sum(1, keepdims=True)
        mean = np.einsum("nc,nck->nk", chance, even)
        slope = (even[np.arange(len(even)), truth] - mean).sum(0) - ridge * weights
        bend = np.einsum("nc,nck,ncl->kl", chance, even, even) - mean.T @ mean + ridge * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights += step * min(1.0, 2 / np.abs(step).max())
        if np.abs(step).max() < 1e-5:
            break
    return np.asarray(weights / spread)


def figures_of(seen: Sight, weights: Weights) -> tuple[int, int, int, int]:
    """Routes, right ones, those that are wrong though sure, and those that are asked about."""
    read = seen.read(weights)
    right = sum(one.owner == seen.truth[route] for route, one in read.items())
    wrong = sum(one.sure and one.owner != seen.truth[route] for route, one in read.items())
    return len(read), right, wrong, sum(not one.sure for one in read.values())


def left_out(seen: Sequence[Sight]) -> dict[tuple[str, str, bool], list[tuple[int, int, int, int]]]:
    """The figures of each photo, and of its variations, with weights that were fitted on all others."""
    found: dict[tuple[str, str, bool], list[tuple[int, int, int, int]]] = {}
    for photo in dict.fromkeys((one.board, one.photo) for one in seen):
        weights = fitted([one for one in seen if (one.board, one.photo) != photo])
        for one in seen:
            if (one.board, one.photo) == photo:
                found.setdefault((*photo, one.changed), []).append(figures_of(one, weights))
    return found


def look_at_everything(variations: int) -> list[Sight]:
    """What is seen on all photographs, and on variations of each and of the empty boards."""
    random = np.random.default_rng(21)
    seen = []
    for board, photo in [*photos(), *((board, "empty") for board in dict.fromkeys(name for name, _ in photos()))]:
        image = read_picture(FOLDER / board / f"{photo}.jpg").image
        if photo == "empty":
            truth: dict[str, str | None] = dict.fromkeys(board_of(board).routes)
        else:
            truth = lies_there(board, photo)
            seen.append(look_at_photo(board, photo))
        for _ in range(variations):
            try:
                seen.append(look_at(board, photo, varied(image, random), truth, changed=True))
            except RefusedPhotoError as error:
                print(f"{board} {photo}, a variation is refused: {error}")
    return seen


def main(variations: int) -> None:
    """Look at everything, print the figures, and write the weights."""
    seen = look_at_everything(variations)
    for (board, photo, changed), found in left_out(seen).items():
        routes, right, wrong, asked = (sum(column) for column in zip(*found, strict=True))
        kind = f"{len(found)} variations" if changed else "as it is"
        print(f"{board} {photo}, {kind}: {right} of {routes} right, {wrong} wrong though sure, {asked} asked")
    weights = fitted(seen)
    kept = {name: getattr(weights, name).round(5).tolist() for name in ("space", "route", "colour")}
    target = Path(routeevidence_module.__file__).parent / "calibration.json"
    put(target, (json.dumps(kept, indent=1) + "\n").encode())


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
