"""Stations on cities: a piece that hides the printed disc, in the colour of its owner."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.photo.alignment import Aligned, light, outside
from companion.photo.emptyboard import STEP, EmptyBoard
from companion.photo.patches import ACROSS, ALONG, in_lab, likeness, patches
from companion.photo.spacefeatures import Looks, evened, hue_gaps

_RADIUS = STEP * 0.2
"""The part of a city that is looked at."""
_TALL = 1.6
"""How tall a station is, in heights of a train."""
_CLEAR = 4.0
"""How many times further a station's colour must be from that of any other player: glare pales colours."""
_SAME = np.array([1 / 12, 1 / 9, 1 / 9], np.float32)


@dataclass(frozen=True)
class StationRead:
    """A station that was seen on a city."""

    owner: str
    sure: bool
    confidence: float


def read_stations(empty: EmptyBoard, aligned: Aligned, looks: Looks, players: Sequence[str]) -> dict[str, StationRead]:
    """Return the stations on the board, by city. Cities that are not on the photo have none."""
    flat = np.column_stack([empty.centres, np.zeros(len(empty.centres))])
    roofs = flat.copy()
    roofs[:, 0] += _TALL * looks.parallax.shifts(flat)[0]
    roofs[:, 1] += _TALL * looks.parallax.shifts(flat)[1]
    before = in_lab(patches(empty.picture, flat))
    gains = light(empty.picture, aligned, flat)[:, None, None, :]
    now, above = (in_lab(np.clip(patches(aligned.picture, places) / gains, 0, 255)) for places in (flat, roofs))
    for seen in (now, above):
        seen[..., 1:] *= evened(looks.saturation)
    half = int(STEP * 0.22)
    alike, _ = likeness(before[..., 0], now[..., 0], (half, half), 2)
    rows, columns = np.mgrid[-ACROSS:ACROSS, -ALONG:ALONG]
    disc = np.hypot(rows, columns) < _RADIUS
    gap = (now[:, disc] - before[:, disc]) * _SAME
    changed = (np.einsum("nic,nic->ni", gap, gap) > 6).mean(1)
    gone = outside(aligned, flat)
    stations = {}
    for place, city in enumerate(empty.cities):
        hidden = float(changed[place]) * 3 - float(alike[place]) * 2.5
        if hidden < 1 or gone[place]:
            continue
        gaps = hue_gaps(np.median(above[place, disc], axis=0)[None].astype(np.float32), looks.colours)[0]
        near = np.sort(gaps)
        apart = float(near[1] - near[0]) if len(near) > 1 else 9.0
        confidence = float(1 / (1 + np.exp(-3 * (hidden - 0.6)))) * float(1 / (1 + np.exp(-apart)))
        clear = len(near) == 1 or near[1] >= _CLEAR * (near[0] + 0.5)
        sure = bool(confidence > 0.9 and near[0] < 12 and clear)
        stations[city] = StationRead(players[int(gaps.argmin())], sure, round(confidence, 4))
    return stations
