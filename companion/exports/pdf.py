"""The sheet as a PDF on A4: result, final map and points over time, then the tickets of every player."""

import io
from collections.abc import Iterator, Sequence
from typing import Any
from xml.sax.saxutils import escape

from PIL import Image as Picture
from reportlab.lib.colors import Color
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    Image,
    KeepTogether,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

from companion.boards import PlayerColour
from companion.boards.shape import is_portrait
from companion.boards.signs import PLAYER_SHAPES
from companion.exports import accounts
from companion.exports.accounts import Account
from companion.exports.boardpicture import board_picture
from companion.exports.chart import COUNT, plot
from companion.exports.finished import FinishedGame
from companion.exports.result import date_of
from companion.exports.typeface import printed
from companion.palette import INK, PAPER, PLAYERS, Rgba, mixed, rgb
from companion.scoring import PlayerScore
from companion.scoring.linenames import line_name
from companion.scoring.verdicts import verdict
from companion.words import figure, say, sentence_case, signed

_MARGIN = 15 * mm
_WIDTH = A4[0] - 2 * _MARGIN
_MAP = 180 * mm, 100 * mm
_CHART = 50 * mm
_WORTH_BEGINNING = 70 * mm
"""The space that must be left on the first page for the players' part to begin there."""
_DOTS = 9
"""Pixels of the map's picture per millimetre, about 230 per inch."""
_MUTED, _RULE = mixed(INK, rgb("#FFFFFF"), 0.38), mixed(INK, rgb("#FFFFFF"), 0.75)
_WELL, _ILL = rgb("#2E7D43"), rgb("#B3382C")


def pdf_bytes(game: FinishedGame) -> bytes:
    """Return the sheet as a PDF."""
    into = io.BytesIO()
    document = BaseDocTemplate(
        into,
        pagesize=A4,
        title=say("{map}, {date}", map=game.title, date=date_of(game)),
        author="Companion",
        subject=str(verdict(game.sheet)),
    )
    frame = Frame(_MARGIN, _MARGIN, _WIDTH, A4[1] - 2 * _MARGIN, 0, 0, 0, 0)

    def foot(canvas: Canvas, _: object) -> None:
        canvas.setFont(printed()[0], 8)
        canvas.setFillColor(_ink(_MUTED))
        canvas.drawString(_MARGIN, 8 * mm, say("{map}, {date}", map=game.title, date=date_of(game)))
        canvas.drawRightString(A4[0] - _MARGIN, 8 * mm, str(canvas.getPageNumber()))

    document.addPageTemplates(PageTemplate("page", [frame], onPage=foot))
    document.build([*_first_page(game), CondPageBreak(_WORTH_BEGINNING), *_players(game)])
    return into.getvalue()


def _ink(rgba: Rgba) -> Color:
    return Color(*rgba[:3])


def _text(
    words: object, size: float = 10, bold: bool = False, tint: Rgba = INK, centred: bool = False, indent: float = 0
) -> Paragraph:
    """Return a paragraph of plain text; markup in it is escaped."""
    style = ParagraphStyle(
        "words",
        fontName=printed()[bold],
        fontSize=size,
        leading=size * 1.28,
        textColor=_ink(tint),
        alignment=1 if centred else 0,
        leftIndent=indent,
        spaceBefore=4 if indent else 0,
    )
    return Paragraph(escape(str(words)), style)


# The first page


def _first_page(game: FinishedGame) -> Iterator[Flowable]:
    yield _text(game.title, 24, bold=True)
    yield _text(f"{date_of(game)} · {', '.join(game.names)}", 10.5, tint=_MUTED)
    yield Spacer(1, 5 * mm)
    yield _text(sentence_case(verdict(game.sheet)), 14, bold=True)
    yield Spacer(1, 4 * mm)
    yield _lines(game)
    for warning in game.sheet.warnings:
        yield Spacer(1, 2 * mm)
        yield _text(sentence_case(warning), 9.5, tint=_ILL)
    if game.has_map:
        yield Spacer(1, 5 * mm)
        yield _map(game)
    if game.has_course:
        chart = [_text(say("Timeline"), 12, bold=True), Spacer(1, 2 * mm), _Chart(game, _WIDTH, _CHART)]
        yield Spacer(1, 4 * mm)
        yield KeepTogether(chart)
    yield Spacer(1, 8 * mm)


def _lines(game: FinishedGame) -> Table:
    """Return the table of each player's lines, total and place."""
    players = game.sheet.players
    rows: list[list[object]] = [["", *(_head(score) for score in players)]]
    for line in players[0].lines:
        rows.append([line_name(game.sheet.board, line), *(signed(score.lines[line]) for score in players)])
    rows.append([say("Total"), *(figure(score.total) for score in players)])
    rows.append([say("Place"), *(f"{score.rank}." for score in players)])
    regular, bold = printed()
    first = 38 * mm
    style: list[Any] = [
        ("FONT", (0, 0), (-1, -1), regular, 10.5),
        ("FONT", (0, -2), (-1, -2), bold, 13),
        ("ALIGN", (1, 0), (-1, -1), "CENTER"),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TEXTCOLOR", (0, 0), (-1, -1), _ink(INK)),
        ("LINEABOVE", (0, 1), (-1, -1), 0.5, _ink(_RULE)),
        ("LINEABOVE", (0, -2), (-1, -2), 1.2, _ink(INK)),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
        ("TOPPADDING", (0, 0), (-1, -1), 4),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
    ]
    for place, score in enumerate(players, start=1):
        if score.rank == 1:
            style.append(("BACKGROUND", (place, 0), (place, -1), _ink(PAPER)))
    return Table(rows, [first, *[(_WIDTH - first) / len(players)] * len(players)], style=TableStyle(style))


def _head(score: PlayerScore) -> list[Flowable]:
    size = 10 if len(score.player.name) <= 12 else 8.5
    return [_Sign(score.player.colour, 11), _text(score.player.name, size, bold=True, centred=True)]


def _map(game: FinishedGame) -> Image:
    wide, high = (round(side / mm * _DOTS) for side in _MAP)
    return _image(board_picture(game.sheet.board, game.sheet.state, (wide, high), is_portrait(game.sheet.board)))


def _image(picture: Picture.Image) -> Image:
    """Return a picture at its own size, stored as PNG to keep its letters sharp."""
    into = io.BytesIO()
    picture.save(into, "PNG")
    into.seek(0)
    return Image(into, picture.width / _DOTS * mm, picture.height / _DOTS * mm)


class _Sign(Flowable):
    """A player's shape in the player's colour, centred in its cell unless told otherwise."""

    def __init__(self, colour: PlayerColour, size: float, centred: bool = True) -> None:
        super().__init__()
        self._colour, self._size, self._centred = colour, size, centred

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        self._room = width
        return width, self._size * 1.3

    def draw(self) -> None:
        left = (self._room - self._size) / 2 if self._centred else 0
        draw_shape(self.canv, self._colour, left, self._size * 0.15, self._size)


def draw_shape(canvas: Canvas, colour: PlayerColour, x: float, y: float, size: float) -> None:
    """Draw a player's shape with a dark edge, its lower left corner at (x, y)."""
    path = canvas.beginPath()
    for number, (across, up) in enumerate(PLAYER_SHAPES[colour]):
        (path.lineTo if number else path.moveTo)(x + across * size, y + up * size)
    path.close()
    canvas.setLineWidth(0.8)
    canvas.setStrokeColor(_ink(INK))
    canvas.setFillColor(_ink(PLAYERS[colour]))
    canvas.drawPath(path, stroke=1, fill=1)


class _Chart(Flowable):
    """The points over time as lines, each with the player's shape and name at its end."""

    _LEFT, _RIGHT, _FOOT = 9 * mm, 36 * mm, 6 * mm
    _LETTER = 8.5

    def __init__(self, game: FinishedGame, width: float, height: float) -> None:
        super().__init__()
        self.width, self.height = width, height
        self._names = {score.player.colour: score.player.name for score in game.sheet.players}
        self._plot = plot(game.progress, 1.35 * self._LETTER / (height - self._FOOT))

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        return self.width, self.height

    def _at(self, x: float, y: float) -> tuple[float, float]:
        wide, high = self.width - self._LEFT - self._RIGHT, self.height - self._FOOT
        return self._LEFT + x * wide, self._FOOT + y * high

    def draw(self) -> None:
        canvas, regular = self.canv, printed()[0]
        canvas.setFont(regular, self._LETTER)
        canvas.setLineWidth(0.5)
        for height, points in self._plot.grid:
            x, y = self._at(0, height)
            canvas.setStrokeColor(_ink(_RULE))
            canvas.line(x, y, *self._at(1, height))
            canvas.setFillColor(_ink(_MUTED))
            canvas.drawRightString(x - 4, y - 3, figure(points))
        canvas.setDash(2, 2)
        canvas.line(*self._at(COUNT, 0), *self._at(COUNT, 1))
        canvas.setDash()
        for share, words in ((COUNT / 2, say("The game")), ((1 + COUNT) / 2, say("Final scoring"))):
            canvas.drawCentredString(self._at(share, 0)[0], 2, words)
        for line in self._plot.lines:
            path = canvas.beginPath()
            path.moveTo(*self._at(*line.points[0]))
            for point in line.points[1:]:
                path.lineTo(*self._at(*point))
            canvas.setLineJoin(1)
            for tint, width in ((INK, 2.6), (PLAYERS[line.colour], 1.7)):
                canvas.setStrokeColor(_ink(tint))
                canvas.setLineWidth(width)
                canvas.drawPath(path, stroke=1, fill=0)
        for line in self._plot.lines:
            for x, y in line.points[-2:]:
                across, up = self._at(x, y)
                draw_shape(canvas, line.colour, across - 3.5, up - 3.5, 7)
            across, up = self._at(1, line.label)
            draw_shape(canvas, line.colour, across + 8, up - 3.5, 7)
            canvas.setFillColor(_ink(INK))
            words = f"{figure(line.total)} {self._names[line.colour]}"
            canvas.drawString(across + 19, up - 3, _short(canvas, words, regular, self._LETTER, self._RIGHT - 20))


def _short(canvas: Canvas, words: str, font: str, size: float, room: float) -> str:
    if canvas.stringWidth(words, font, size) <= room:
        return words
    while words and canvas.stringWidth(f"{words}…", font, size) > room:
        words = words[:-1]
    return f"{words}…"


# The players


def _players(game: FinishedGame) -> Iterator[Flowable]:
    for score in game.sheet.players:
        told = [*accounts.tickets(game.sheet, score), *accounts.further(game.sheet, score)]
        warnings = [_text(sentence_case(one), 9.5, tint=_ILL, indent=9 * mm) for one in score.warnings]
        head = _player_head(game, score)
        if told:
            yield KeepTogether([head, _told(told[:3])])
            if told[3:]:
                yield _told(told[3:])
        else:
            yield head
        yield from warnings
        yield Spacer(1, 6 * mm)


def _player_head(game: FinishedGame, score: PlayerScore) -> Table:
    lines = [(line_name(game.sheet.board, line), points) for line, points in score.lines.items() if points]
    about = ", ".join(f"{name} {signed(points)}" for name, points in lines)
    words = [_text(f"{score.rank}. {score.player.name}", 14, bold=True), _text(about, 9.5, tint=_MUTED)]
    row = [_Sign(score.player.colour, 15, centred=False), words, figure(score.total)]
    style = TableStyle(
        [
            ("FONT", (2, 0), (2, 0), printed()[1], 16),
            ("ALIGN", (2, 0), (2, 0), "RIGHT"),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LINEBELOW", (0, 0), (-1, 0), 1.2, _ink(INK)),
            ("LEFTPADDING", (0, 0), (0, 0), 0),
            ("RIGHTPADDING", (2, 0), (2, 0), 0),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 5),
        ]
    )
    return Table([row], [9 * mm, _WIDTH - 29 * mm, 20 * mm], style=style)


def _told(told: Sequence[Account]) -> Table:
    """Return a table with a row for each item: a tick or cross, name and explanation, points."""
    rows = [
        [
            _Mark(account.well) if account.points is not None else "",
            [_text(account.name, 10, bold=True), _text(account.words, 9, tint=_MUTED)],
            "" if account.points is None else signed(account.points),
        ]
        for account in told
    ]
    style = TableStyle(
        [
            ("FONT", (2, 0), (2, -1), printed()[1], 11),
            ("ALIGN", (2, 0), (2, -1), "RIGHT"),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("TEXTCOLOR", (0, 0), (-1, -1), _ink(INK)),
            ("LINEBELOW", (0, 0), (-1, -1), 0.5, _ink(_RULE)),
            ("LEFTPADDING", (0, 0), (0, -1), 0),
            ("RIGHTPADDING", (2, 0), (2, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 3),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
        ]
    )
    return Table(rows, [9 * mm, _WIDTH - 29 * mm, 20 * mm], style=style)


class _Mark(Flowable):
    """A tick or a cross."""

    def __init__(self, well: bool) -> None:
        super().__init__()
        self._well = well

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        return 11, 11

    def draw(self) -> None:
        canvas = self.canv
        canvas.setStrokeColor(_ink(_WELL if self._well else _ILL))
        canvas.setLineWidth(1.8)
        canvas.setLineCap(1)
        strokes = ((1.5, 5, 4.5, 2), (4.5, 2, 10, 9)) if self._well else ((2, 2, 9, 9), (2, 9, 9, 2))
        for stroke in strokes:
            canvas.line(*stroke)
