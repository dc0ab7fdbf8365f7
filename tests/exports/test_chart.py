"""Tests of the lines of the chart of points over time."""

from itertools import pairwise

import pytest

from companion.exports.chart import COUNT, plot
from companion.palette import PLAYERS
from companion.scoring.progress import Progress


def test_lines_begin_on_the_left_and_end_at_their_totals() -> None:
    found = plot(Progress(({"red": 0, "blue": 0}, {"red": 10, "blue": 0}), {"red": 25, "blue": -5}), 0.1)
    assert [points for _, points in found.grid] == [-10, 0, 10, 20, 30]
    heights = {points: height for height, points in found.grid}
    red, blue = found.lines
    assert red.points[0] == (0.0, heights[0])
    assert (COUNT, heights[10]) in red.points
    assert red.points[-1] == pytest.approx((1.0, 35 / 40))
    assert blue.points[-1] == pytest.approx((1.0, 5 / 40))


def test_names_of_equal_totals_stand_apart_and_in_the_chart() -> None:
    level = dict.fromkeys(PLAYERS, 50)
    found = plot(Progress((dict.fromkeys(level, 0),), level), 0.08)
    heights = sorted(line.label for line in found.lines)
    assert all(b - a >= 0.0799 for a, b in pairwise(heights))
    assert heights[0] >= 0.04
    assert heights[-1] <= 0.961
