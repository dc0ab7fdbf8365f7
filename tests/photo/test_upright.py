"""Pictures from phones and cameras: upright, small enough to keep, and nothing that only looks like a picture."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from companion.photo.findings import Box, PhotoPlace
from companion.photo.upright import LONGEST, MOST_BYTES, BadPictureError, Pieces, on_screen, quarter_turned, upright
from tests.photo.standin import snapshot


def pixel(content: bytes, x: float, y: float) -> tuple[int, ...]:
    picture = Image.open(BytesIO(content))
    found = picture.getpixel((int(x * picture.width), int(y * picture.height)))
    assert isinstance(found, tuple)
    return found


def is_blue(colour: tuple[int, ...]) -> bool:
    return colour[2] > 200 and colour[0] < 60


@pytest.mark.parametrize("turned", [1, 6])
def test_a_photo_is_upright_however_the_camera_was_held(turned: int) -> None:
    photo = upright(snapshot(turned=turned))
    picture = Image.open(BytesIO(photo))
    assert picture.size == (640, 480)
    assert is_blue(pixel(photo, 0.1, 0.1))
    assert not is_blue(pixel(photo, 0.9, 0.9))
    assert not picture.getexif()


def test_a_quarter_turn_goes_clockwise() -> None:
    turned = quarter_turned(upright(snapshot()))
    assert Image.open(BytesIO(turned)).size == (480, 640)
    assert is_blue(pixel(turned, 0.9, 0.1))


def test_a_large_noisy_photo_is_kept_small() -> None:
    noise = Image.effect_noise((4200, 3150), 90).convert("RGB")
    written = BytesIO()
    noise.save(written, "JPEG", quality=97)
    photo = upright(written.getvalue())
    assert len(photo) <= MOST_BYTES < written.tell()
    assert max(Image.open(BytesIO(photo)).size) == LONGEST


@pytest.mark.parametrize("content", [b"", b"Dear diary", snapshot()[:900], b"\xff\xd8\xff" + b"0" * 500])
def test_what_is_no_picture_is_refused_in_words(content: bytes) -> None:
    with pytest.raises(BadPictureError) as refused:
        upright(content)
    assert str(refused.value.sentence).endswith(("as a JPEG.", "copy it again."))


def test_a_piece_of_a_photo_is_what_lies_around_a_route() -> None:
    pieces = Pieces(snapshot())
    piece = pieces.around(PhotoPlace((20, 20, 60, 60), (((25, 25), (55, 25), (55, 55)),)), (200, 200))
    assert (piece.width, piece.height) == (200, 200)
    middle = piece.rgb[3 * (piece.width * 150 + 40) :][:3]
    assert is_blue(tuple(middle))
    whole = pieces.around(PhotoPlace(), (200, 200))
    assert (whole.width, whole.height) == (200, 150)


@pytest.mark.parametrize(
    ("box", "room"),
    [((20, 20, 60, 60), (340, 180)), ((600, 440, 640, 480), (180, 340)), ((100, 200, 500, 230), (640, 300))],
    ids=["in a corner", "in another, high", "a long route"],
)
def test_a_piece_fills_the_room_that_there_is(box: Box, room: tuple[int, int]) -> None:
    """All of the route is on it, also at the edge of the photo."""
    left, top, right, bottom = box
    piece = Pieces(snapshot()).around(PhotoPlace(box, (((left, top), (right - 2, bottom - 2)),)), room)
    assert (piece.width, piece.height) == pytest.approx(room, rel=0.02)
    pixels = np.frombuffer(piece.rgb, np.uint8).reshape(piece.height, piece.width, 3)
    rows, columns = np.nonzero((pixels[..., 0] > 230) & (pixels[..., 2] < 120))  # the line from corner to corner
    assert np.ptp(columns) / np.ptp(rows) == pytest.approx((right - left) / (bottom - top), rel=0.25)


def test_what_is_shown_is_as_small_as_asked_for() -> None:
    shown = on_screen(snapshot((2000, 1000)), 100)
    assert (shown.width, shown.height, len(shown.rgb)) == (100, 50, 100 * 50 * 3)
