"""The sheet as one picture to share: the result, the final map and the points over time."""

import io
from collections.abc import Callable

from PIL import Image, ImageDraw

from companion.boards import PlayerColour
from companion.boards.shape import is_portrait
from companion.boards.signs import PLAYER_SHAPES
from companion.exports.boardpicture import board_picture, colour
from companion.exports.chart import COUNT, plot
from companion.exports.finished import FinishedGame
from companion.exports.result import date_of
from companion.exports.typeface import drawn
from companion.palette import INK, PAPER, PLAYERS, Rgba, mixed, rgb
from companion.scoring.linenames import line_name
from companion.scoring.verdicts import verdict
from companion.words import figure, say, sentence_case, signed

WIDTH = 1200
_EDGE, _GAP = 48, 34
_ROW, _HEADS = 50, 84
_CHART = 400
_WHITE = rgb("#FFFFFF")
_MUTED, _RULE = mixed(INK, _WHITE, 0.38), mixed(INK, _WHITE, 0.78)
_SMALL, _BODY, _STRONG, _TITLE, _HUGE = 22, 26, 30, 34, 58

Draw = Callable[["_Page", int], int]


def picture_bytes(game: FinishedGame) -> bytes:
    """Return the sheet as a PNG."""
    into = io.BytesIO()
    picture(game).save(into, "PNG")
    return into.getvalue()


def picture(game: FinishedGame) -> Image.Image:
    """Return the sheet as a picture, as high as it needs to be."""
    page = _Page(game)
    down = page.head(_EDGE) + _GAP
    down = page.table(down) + _GAP
    if game.has_map:
        down = page.map(down) + _GAP
    if game.has_course:
        down = page.chart(down) + _GAP
    return page.image.crop((0, 0, WIDTH, down + _EDGE - _GAP))


class _Page:
    """A page in progress; each part takes its top y and returns its bottom y."""

    def __init__(self, game: FinishedGame) -> None:
        self._game = game
        self.image = Image.new("RGB", (WIDTH, 3000), colour(_WHITE))
        self._pen = ImageDraw.Draw(self.image)

    def _write(
        self, x: float, y: float, words: str, size: int, bold: bool = False, tint: Rgba = INK, anchor: str = "lm"
    ) -> None:
        self._pen.text((x, y), words, colour(tint), drawn(size, bold), anchor=anchor)

    def _wide(self, words: str, size: int, bold: bool = False) -> float:
        return self._pen.textlength(words, drawn(size, bold))

    def _short(self, words: str, size: int, room: float, bold: bool = False) -> str:
        """Return the text, shortened with an ellipsis if it is wider than `room`."""
        if self._wide(words, size, bold) <= room:
            return words
        while words and self._wide(f"{words}…", size, bold) > room:
            words = words[:-1]
        return f"{words}…"

    def _wrapped(self, words: str, size: int, bold: bool = False) -> list[str]:
        lines: list[str] = []
        for word in words.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self._wide(longer, size, bold) <= WIDTH - 2 * _EDGE:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def _shape(self, player: PlayerColour, x: float, y: float, size: float) -> None:
        """Draw a player's shape around (x, y), scaled down from a larger one for smooth edges."""
        fine, side = 4, round(size * 1.3)
        sign = Image.new("RGBA", (side * fine, side * fine), (0, 0, 0, 0))
        pen = ImageDraw.Draw(sign)
        for tint, share in ((INK, 1.22), (PLAYERS[player], 1.0)):
            corners = [
                ((side / 2 + (across - 0.5) * size * share) * fine, (side / 2 - (up - 0.5) * size * share) * fine)
                for across, up in PLAYER_SHAPES[player]
            ]
            pen.polygon(corners, fill=(*colour(tint), 255))
        small = sign.resize((side, side), Image.Resampling.BOX)
        self.image.paste(small, (round(x - side / 2), round(y - side / 2)), small)

    # Parts

    def head(self, top: int) -> int:
        """Draw the title, the date and who won."""
        game = self._game
        self._write(_EDGE, top + _HUGE / 2, game.title, _HUGE, bold=True)
        self._write(WIDTH - _EDGE, top + _HUGE / 2, date_of(game), _BODY, tint=_MUTED, anchor="rm")
        down = top + _HUGE + 26
        for line in self._wrapped(sentence_case(verdict(game.sheet)), _TITLE, bold=True):
            self._write(_EDGE, down + _TITLE / 2, line, _TITLE, bold=True)
            down += round(_TITLE * 1.35)
        return down

    def table(self, top: int) -> int:
        """Draw the table of each player's lines, total and place."""
        players = self._game.sheet.players
        first = 250
        wide = (WIDTH - 2 * _EDGE - first) / len(players)
        middles = [_EDGE + first + wide * (place + 0.5) for place in range(len(players))]
        lines = list(players[0].lines)
        bottom = top + _HEADS + _ROW * (len(lines) + 2) + 16
        for middle, score in zip(middles, players, strict=True):
            if score.rank == 1:
                self._pen.rounded_rectangle((middle - wide / 2, top, middle + wide / 2, bottom), 14, colour(PAPER))
            self._shape(score.player.colour, middle, top + 28, 30)
            name = self._short(score.player.name, _SMALL, wide - 12, bold=True)
            self._write(middle, top + 64, name, _SMALL, bold=True, anchor="mm")
        down = top + _HEADS
        for line in lines:
            self._rule(down)
            figures = [signed(score.lines[line]) for score in players]
            self._row(down, middles, line_name(self._game.sheet.board, line), figures)
            down += _ROW
        self._rule(down, INK, 3)
        self._row(down + 6, middles, say("Total"), [figure(score.total) for score in players], strong=True)
        down += _ROW + 12
        self._rule(down)
        self._row(down, middles, say("Place"), [f"{score.rank}." for score in players])
        return bottom

    def _rule(self, y: int, tint: Rgba = _RULE, width: int = 1) -> None:
        self._pen.line((_EDGE, y, WIDTH - _EDGE, y), colour(tint), width)

    def _row(self, y: int, middles: list[float], name: str, figures: list[str], strong: bool = False) -> None:
        size = _TITLE if strong else _BODY
        self._write(_EDGE, y + _ROW / 2, name, size, bold=strong)
        for middle, words in zip(middles, figures, strict=True):
            self._write(middle, y + _ROW / 2, words, size, bold=strong, anchor="mm")

    def map(self, top: int) -> int:
        """Draw the final map."""
        sheet = self._game.sheet
        board = board_picture(sheet.board, sheet.state, (WIDTH - 2 * _EDGE, 900), is_portrait(sheet.board))
        self.image.paste(board, ((WIDTH - board.width) // 2, top))
        return top + board.height

    def chart(self, top: int) -> int:
        """Draw the points over time as lines, each with the player's shape and name at its end."""
        self._write(_EDGE, top + _STRONG / 2, say("Timeline"), _STRONG, bold=True)
        top += _STRONG + 22
        left, right, bottom = _EDGE + 56, WIDTH - _EDGE - 250, top + _CHART
        found = plot(self._game.progress, 1.4 * _SMALL / _CHART)

        def at(x: float, y: float) -> tuple[float, float]:
            return left + x * (right - left), bottom - y * _CHART

        for height, points in found.grid:
            self._pen.line((*at(0, height), *at(1, height)), colour(_RULE), 1)
            self._write(left - 12, at(0, height)[1], figure(points), _SMALL, tint=_MUTED, anchor="rm")
        self._pen.line((*at(COUNT, 0), *at(COUNT, 1)), colour(_RULE), 2)
        for share, words in ((COUNT / 2, say("The game")), ((1 + COUNT) / 2, say("Final scoring"))):
            self._write(at(share, 0)[0], bottom + 24, words, _SMALL, tint=_MUTED, anchor="mm")
        for line in found.lines:
            corners = [at(*point) for point in line.points]
            for tint, width in ((INK, 8), (PLAYERS[line.colour], 5)):
                self._pen.line(corners, colour(tint), width, joint="curve")
        names = {score.player.colour: score.player.name for score in self._game.sheet.players}
        for line in found.lines:
            for point in line.points[-2:]:
                self._shape(line.colour, *at(*point), 18)
            x, y = at(1, line.label)
            self._shape(line.colour, x + 34, y, 18)
            self._write(x + 54, y, self._short(f"{figure(line.total)} {names[line.colour]}", _SMALL, 195), _SMALL)
        return bottom + 40
