"""Tests of the PDF and the picture, opened by other programs."""

import io
import re
import shutil
import subprocess
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from companion.exports import accounts
from companion.exports.boardpicture import board_picture
from companion.exports.finished import FinishedGame
from companion.exports.pdf import pdf_bytes
from companion.exports.picture import WIDTH, picture_bytes
from companion.palette import PLAYERS
from companion.scoring.linenames import line_name
from companion.words import figure, say, signed
from companion.words.language import speak
from tests.exports.finishedgames import LONG_NAMES, ended, played
from tests.games import SYSTEMS
from tests.table import board


def text_of(pdf: bytes) -> str:
    """Return all text on the pages without whitespace, which readers extract differently."""
    document = pypdfium2.PdfDocument(pdf)
    text = "\n".join(page.get_textpage().get_text_bounded() for page in document)
    document.close()
    return bare(text.replace("\ufffe", "-"))


def bare(*words: str) -> str:
    return re.sub(r"\s+", "", "".join(words))


@pytest.mark.parametrize("map_id", SYSTEMS)
def test_the_pages_say_what_the_tally_says(map_id: str) -> None:
    game = played(map_id, 3)
    text = text_of(pdf_bytes(game))
    players = game.sheet.players
    for line in players[0].lines:
        assert bare(line_name(game.sheet.board, line), *(signed(score.lines[line]) for score in players)) in text
    assert bare("Total", *(figure(score.total) for score in players)) in text
    for score in players:
        assert bare(f"{score.rank}. {score.player.name}") in text
        for ticket in accounts.tickets(game.sheet, score):
            assert ticket.points is not None
            assert bare(ticket.name, ticket.words, signed(ticket.points)) in text


def pictures_in(pdf: bytes) -> int:
    document = pypdfium2.PdfDocument(pdf)
    images = pypdfium2.raw.FPDF_PAGEOBJ_IMAGE
    count = sum(1 for page in document for _ in page.get_objects(filter=[images]))
    document.close()
    return count


def test_the_map_is_on_it_but_the_card_game_has_none() -> None:
    assert pictures_in(pdf_bytes(played("europe", 3))) == 1
    card_game = pdf_bytes(played("card_game", 3))
    assert pictures_in(card_game) == 0
    assert bare("Timeline") not in text_of(card_game)


def test_a_counted_board_has_no_course() -> None:
    game = ended("usa", "red claims calgary--winnipeg:white", counted=True)
    assert not game.has_course
    assert bare("Timeline") not in text_of(pdf_bytes(game))
    assert bare("Timeline") in text_of(pdf_bytes(ended("usa", "red claims calgary--winnipeg:white")))


def test_what_is_odd_stands_on_it_in_words() -> None:
    game = ended("usa", "red claims calgary--winnipeg:white", "blue! claims calgary--winnipeg:white")
    assert bare("Calgary–Winnipeg is already claimed by Anna (red).") in text_of(pdf_bytes(game))


def test_names_of_24_nordic_letters_are_whole() -> None:
    text = text_of(pdf_bytes(played("usa", 7, LONG_NAMES)))
    players = played("usa", 7, LONG_NAMES).sheet.players
    assert all(bare(f". {score.player.name}") in text for score in players)


def test_markup_in_a_name_is_only_a_name() -> None:
    assert bare("<b>Bo & Co") in text_of(pdf_bytes(ended("usa", "red draws", names=("Anna", "<b>Bo & Co"))))


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="poppler is not installed")
def test_poppler_draws_the_pages_without_a_complaint(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    file.write_bytes(pdf_bytes(played("europe", 3)))
    done = subprocess.run(
        ["pdftoppm", "-png", "-r", "40", file, tmp_path / "page"], capture_output=True, text=True, check=True
    )
    assert not done.stderr
    pages = sorted(tmp_path.glob("page*.png"))
    assert len(pages) >= 2
    assert all(len(Image.open(page).convert("L").getcolors() or ()) > 10 for page in pages)


@pytest.mark.parametrize("map_id", SYSTEMS)
def test_the_picture_is_one_page_that_ends_where_it_should(map_id: str) -> None:
    image = Image.open(io.BytesIO(picture_bytes(played(map_id, 3))))
    assert image.width == WIDTH
    assert image.height < 2200
    edges = [image.getpixel((x, y)) for x in range(0, WIDTH, 20) for y in (2, image.height - 3)]
    assert set(edges) == {(255, 255, 255)}  # a coloured edge would mean that something is cut off


def claimed_pixels(game: FinishedGame) -> int:
    """Return the number of pixels in Anna's red on the picture of the board."""
    red = tuple(round(255 * share) for share in PLAYERS["red"][:3])
    picture = board_picture(game.sheet.board, game.sheet.state, (800, 600))
    return sum(count for count, colour in picture.getcolors(1 << 20) or () if colour == red)


def test_claims_are_drawn_in_the_players_colour() -> None:
    assert claimed_pixels(ended("usa", "red draws")) == 0
    one = claimed_pixels(ended("usa", "red claims calgary--winnipeg:white"))
    assert one > 100
    assert claimed_pixels(ended("usa", "red claims calgary--winnipeg:white", "red claims helena--winnipeg:blue")) > one


def test_a_board_is_drawn_as_large_as_fits() -> None:
    assert board_picture(board("europe"), room=(1000, 1000)).width == 1000
    assert board_picture(board("india"), room=(1000, 1000)).height == 1000
    assert board_picture(board("india"), room=(1000, 1000), on_its_side=True).width == 1000


def test_the_card_game_has_no_board_to_draw() -> None:
    with pytest.raises(ValueError, match="Card Game has no board to draw"):
        board_picture(board("card_game"))


@pytest.mark.parametrize("language", ["nb", "da", "sv"])
def test_the_pages_speak_the_language_of_the_table(language: str) -> None:
    speak(language)
    game = played("europe", 4)
    text = text_of(pdf_bytes(game))
    for english in ("Total", "Place", "Timeline", "Longest route", "Tickets"):
        assert bare(say(english)) in text
    assert not any(word in text for word in ("Place", "route", "icket", "Europe"))
    assert picture_bytes(game).startswith(b"\x89PNG")
