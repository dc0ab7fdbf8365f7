"""Stations on cities: a piece that hides the printed disc, in the colour of its owner."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.photo.alignment import Aligned, light
from companion.photo.emptyboard import STEP, EmptyBoard
from companion.photo.patches import ACROSS, ALONG, in_lab, likeness, patches
from companion.photo.spacefeatures import Looks, hue_gaps

_RADIUS = STEP * 0.2
_SAME = np.array([1 / 12, 1 / 9, 1 / 9], np.float32)


@dataclass(frozen=True)
class StationRead:
    """A station that was seen on a city."""

    owner: str
    sure: bool
    confidence: float


def read_stations(empty: EmptyBoard, aligned: Aligned, looks: Looks, players: Sequence[str]) -> dict[str, StationRead]:
    """Return the stations on the board, by city."""
    places = np.column_stack([empty.centres, np.zeros(len(empty.centres))])
    before = in_lab(patches(empty.picture, places))
    now = patches(aligned.picture, places) / light(empty.picture, aligned, places)[:, None, None, :]
    now = in_lab(np.clip(now, 0, 255))
    half = int(STEP * 0.22)
    alike, _ = likeness(before[..., 0], now[..., 0], (half, half), 2)
    rows, columns = np.mgrid[-ACROSS:ACROSS, -ALONG:ALONG]
    disc = np.hypot(rows, columns) < _RADIUS
    gap = (cv2.blur(now[:, disc], (1, 1)) - before[:, disc]) * _SAME
    changed = (np.einsum("nic,nic->ni", gap, gap) > 6).mean(1)
    stations = {}
    for city, same, share, pixels in zip(empty.cities, alike, changed, now[:, disc], strict=True):
        hidden = float(share) * 3 - float(same) * 2.5
        if hidden < 1:
            continue
        colour = np.median(pixels, axis=0)[None].astype(np.float32)
        gaps = np.sort(hue_gaps(colour, looks.colours)[0])
        owner = players[int(hue_gaps(colour, looks.colours)[0].argmin())]
        apart = float(gaps[1] - gaps[0]) if len(gaps) > 1 else 9.0
        confidence = float(1 / (1 + np.exp(-2 * (hidden - 1)))) * float(1 / (1 + np.exp(-apart)))
        stations[city] = StationRead(owner, confidence > 0.9 and gaps[0] < 12, round(confidence, 4))
    return stations
