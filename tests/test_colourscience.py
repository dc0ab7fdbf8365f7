"""Tests of our colour measures against published values."""

import pytest

from tests.colourscience import DEFICIENCIES, Triple, ciede2000, contrast, gamma, lab, linear, seen_with

SHARMA: list[tuple[Triple, Triple, float]] = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, 3.1571, -77.2803), (50.0, 0.0, -82.7485), 2.8615),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0010), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((50.0, -0.001, 2.49), (50.0, 0.0009, -2.49), 4.8045),
    ((50.0, -0.001, 2.49), (50.0, 0.0011, -2.49), 4.7461),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
    ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.9030),
    ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]
"""Pairs of table 1 in Sharma, Wu and Dalal (2005), including the hard ones."""


@pytest.mark.parametrize(("one", "other", "published"), SHARMA)
def test_colour_difference_is_that_of_the_published_pairs(one: Triple, other: Triple, published: float) -> None:
    assert ciede2000(one, other) == pytest.approx(published, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(published, abs=5e-5)


def test_pure_colours_lie_where_cielab_puts_them() -> None:
    assert lab((1, 1, 1)) == pytest.approx((100, 0, 0), abs=0.01)
    assert lab((0, 0, 0)) == pytest.approx((0, 0, 0), abs=0.01)
    assert lab((1, 0, 0)) == pytest.approx((53.24, 80.09, 67.20), abs=0.01)
    assert lab((0, 0, 1)) == pytest.approx((32.30, 79.19, -107.86), abs=0.01)


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_greys_look_the_same_to_everyone(deficiency: str) -> None:
    for grey in (0.0, 0.2, 0.5, 1.0):
        assert seen_with(deficiency, (grey, grey, grey)) == pytest.approx((grey, grey, grey), abs=1e-5)


def test_a_deficiency_takes_away_what_its_name_says() -> None:
    red, green = (0.8, 0.2, 0.2), (0.4, 0.5, 0.1)
    yellow_and_blue = lab((0.9, 0.8, 0.1)), lab((0.1, 0.2, 0.9))
    for blind_to_red_and_green in ("protanopia", "deuteranopia"):
        seen = [lab(seen_with(blind_to_red_and_green, colour)) for colour in (red, green)]
        assert abs(seen[0][1] - seen[1][1]) < 0.25 * abs(lab(red)[1] - lab(green)[1])
    seen = [lab(seen_with("tritanopia", colour)) for colour in ((0.9, 0.8, 0.1), (0.1, 0.2, 0.9))]
    assert abs(seen[0][2] - seen[1][2]) < 0.5 * abs(yellow_and_blue[0][2] - yellow_and_blue[1][2])


def test_contrast_is_that_of_wcag() -> None:
    assert contrast((1, 1, 1), (0, 0, 0)) == pytest.approx(21)
    grey = (0x76 / 255,) * 3
    assert contrast(grey, (1, 1, 1)) == pytest.approx(4.54, abs=0.005)  # the lightest grey that passes AA for text
    assert contrast(grey, grey) == 1


def test_light_and_back() -> None:
    assert gamma(linear((0.01, 0.3, 0.9))) == pytest.approx((0.01, 0.3, 0.9))
