"""Pictures that pages show, and whether one is still what is drawn today."""

from pathlib import Path

from PIL import Image, ImageChops

FOLDER = Path(__file__).parent
SEEN = 48
"""How much a pixel may differ, of 255: what another driver or library makes of an edge."""
SHARE = 0.002
"""How many pixels may differ more than that, of all."""


def differences(one: Path, other: Path) -> str:
    """How two pictures differ beyond what an edge may, in words; nothing if they are the same to the eye."""
    with Image.open(one) as first, Image.open(other) as second:
        if first.size != second.size:
            return f"{one.name} is {first.size}, {other} {second.size}"
        apart = ImageChops.difference(first.convert("RGB"), second.convert("RGB")).convert("L")
    count = sum(apart.histogram()[SEEN:])
    share = count / (apart.width * apart.height)
    return f"{share:.2%} of {one.name} differs, within {apart.point(_strong).getbbox()}" if share > SHARE else ""


def _strong(grey: int) -> int:
    return 255 * (grey >= SEEN)
