"""Icons that look like one family."""

import pytest

from companion.screens.widgets.icons import ICONS, STROKE

COMPASS = "north"  # a single letter, in a corner of the map where it is very small


@pytest.mark.parametrize("name", sorted(ICONS.keys() - {COMPASS}))
def test_lines_have_one_width_and_stay_inside_the_square(name: str) -> None:
    assert {stroke.width for stroke in ICONS[name]} <= {0.0, STROKE}
    for stroke in ICONS[name]:
        edge = stroke.width / 2
        assert all(edge <= x <= 24 - edge and edge <= y <= 24 - edge for x, y in stroke.points if not stroke.erases)
