"""Colour science for tests: differences between colours, colour vision deficiencies and contrast."""

from collections.abc import Sequence
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Triple = tuple[float, float, float]

DEFICIENCIES: dict[str, tuple[Triple, Triple, Triple]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Matrices of Machado, Oliveira and Fernandes (2009), severity 1.0, for linear red, green and blue."""


def linear(colour: Sequence[float]) -> Triple:
    """Return the linear light of an sRGB colour, each channel from 0 to 1."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3])
    return red, green, blue


def gamma(light: Sequence[float]) -> Triple:
    """Return the sRGB colour of linear light."""
    clipped = (min(max(c, 0.0), 1.0) for c in light)
    red, green, blue = (c * 12.92 if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in clipped)
    return red, green, blue


def seen_with(deficiency: str, colour: Sequence[float]) -> Triple:
    """Return how someone with this deficiency sees a colour."""
    light = linear(colour)
    return gamma([sum(a * b for a, b in zip(row, light, strict=True)) for row in DEFICIENCIES[deficiency]])


def luminance(colour: Sequence[float]) -> float:
    """Return the relative luminance as defined in WCAG 2."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the contrast ratio as defined in WCAG 2, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def over(colour: Sequence[float], ground: Sequence[float], opacity: float = 1.0) -> Triple:
    """Return the opaque colour of a transparent one on a background."""
    share = (colour[3] if len(colour) > 3 else 1.0) * opacity
    red, green, blue = (a * share + b * (1 - share) for a, b in zip(colour[:3], ground[:3], strict=True))
    return red, green, blue


def lab(colour: Sequence[float]) -> Triple:
    """Return the CIELAB values of an sRGB colour under D65."""
    red, green, blue = linear(colour)
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the CIEDE2000 difference of two sRGB colours: 1 is just visible, 10 and more clearly different."""
    return ciede2000(lab(one), lab(other))


def ciede2000(one: Triple, other: Triple) -> float:
    """Return the difference of two CIELAB colours, after Sharma, Wu and Dalal (2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = (1 - sqrt(mean**7 / (mean**7 + 25**7))) / 2
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = _hue(a1, b1), _hue(a2, b2)
    grey = c1 * c2 == 0
    turn = 0.0 if grey else (h2 - h1 + 180) % 360 - 180
    if not grey and h2 - h1 == 180:  # exactly opposite hues count as +180
        turn = 180.0
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    l_, c_ = (l1 + l2) / 2, (c1 + c2) / 2
    h_ = h1 + h2 if grey else (h1 + h2) / 2
    if not grey and abs(h1 - h2) > 180:
        h_ += 180 if h1 + h2 < 360 else -180
    t = (
        1
        - 0.17 * cos(radians(h_ - 30))
        + 0.24 * cos(radians(2 * h_))
        + 0.32 * cos(radians(3 * h_ + 6))
        - 0.20 * cos(radians(4 * h_ - 63))
    )
    sl = 1 + 0.015 * (l_ - 50) ** 2 / sqrt(20 + (l_ - 50) ** 2)
    sc = 1 + 0.045 * c_
    sh = 1 + 0.015 * c_ * t
    turned = radians(60 * exp(-(((h_ - 275) / 25) ** 2)))
    rt = -sin(turned) * 2 * sqrt(c_**7 / (c_**7 + 25**7))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * dc / sc * dh / sh)


def _hue(a: float, b: float) -> float:
    return degrees(atan2(b, a)) % 360 if a or b else 0.0
