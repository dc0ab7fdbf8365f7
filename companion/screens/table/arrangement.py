"""How the table screen divides its space between map, players, buttons and status line: pure numbers in dp."""

from dataclasses import dataclass, replace

BAR, STATUS = 54, 50
"""Height of a row of buttons, and of the status line."""
PANEL, COLUMN = 216, 268
"""Width of the players beside a wide map, and of everything beside a map that fills the height."""
FOOT = 54
"""Height of the row below the players, with help and the lock."""
_SQUARE = 1.3
"""The proportion up to which a map is given the whole height."""
_SMALL = 52
"""Side of a button without words."""
_STACKED = 99
"""Height of two small buttons, one above the other."""
_NARROW_LINES = 68
"""Height of what happened last in a narrow column: three lines."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A part of the screen, from its lower left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where the parts of the table screen go."""

    status: Rect
    map: Rect
    players: Rect
    player_columns: int
    bar: Rect
    bar_columns: int
    help: Rect
    lock: Rect
    spare: float = 0.0
    """Width at the end of the status line's second line that help, and perhaps the lock, take."""
    foot: Rect | None = None
    """The background of help and lock, where they are not on that of another part."""

    def for_left_hands(self, width: float) -> "Arrangement":
        """Return the mirrored arrangement for a wide screen of this width: what was on the right of the map is on its
        left."""
        beside = width - self.map.width

        def moved(part: Rect) -> Rect:
            return replace(part, x=part.x + (beside if part.x < self.map.width else -self.map.width))

        return replace(
            self,
            status=moved(self.status),
            map=moved(self.map),
            players=moved(self.players),
            bar=moved(self.bar),
            help=moved(self.help),
            lock=moved(self.lock),
            foot=self.foot and moved(self.foot),
        )


def arranged(
    width: float, height: float, proportion: float, players: int, buttons: int, text: float = 1.0
) -> Arrangement:
    """Return the best arrangement for a map whose width is `proportion` times its height, with text that is `text`
    times the normal size."""
    if width < height:
        return _portrait(width, height, players, buttons, text)
    if proportion < _SQUARE:
        return _beside_full_height(width, height, proportion, players, buttons, text)
    panel, bar, status = PANEL + 120 * (text - 1), _row(text), max(STATUS, 44 * text)
    left = width - panel
    half = (panel - 14) / 2
    return Arrangement(
        Rect(0, height - status, left, status),
        Rect(0, bar, left, height - status - bar),
        Rect(left, FOOT, panel, height - FOOT),
        1,
        Rect(0, 0, left, bar),
        buttons,
        help=Rect(left + 4, 3, half, FOOT - 6),
        lock=Rect(left + 8 + half, 3, half, FOOT - 6),
        foot=Rect(left, 0, panel, FOOT),
    )


def _row(text: float) -> float:
    """Return the height of a row of buttons whose words may take two lines."""
    return max(BAR, 46.5 * text)


def _beside_full_height(
    width: float, height: float, proportion: float, players: int, buttons: int, text: float
) -> Arrangement:
    """Arrange everything else in a column beside a map of full height. The lock is the last button, or below help if
    the last row is full."""
    left = min(width - COLUMN - 100 * (text - 1), height * proportion + 4)
    column = width - left
    columns = 3
    row = _row(text)
    alone = buttons % columns == 0  # a row for the lock alone would take too much space from the players
    status = STATUS + max(_NARROW_LINES, 46 * text, _STACKED if alone else 0)
    end = _beside_said(width, height, status)
    bar = row * -(-buttons // columns)
    return Arrangement(
        Rect(left, height - status, column, status),
        Rect(0, 0, left, height),
        Rect(left, bar, column, height - status - bar),
        1 if height - status - bar >= 60 * text * players else 2,
        Rect(left, 0, column, bar),
        columns,
        help=replace(end, y=end.y + _STACKED - end.height - 1) if alone else end,
        lock=end if alone else _cell(Rect(left, 0, column, row), columns, columns - 1),
        spare=_SMALL,
    )


def _portrait(width: float, height: float, players: int, buttons: int, text: float) -> Arrangement:
    """Arrange for a window that is read from the short side of the table: status, map, players, buttons."""
    columns = 2  # wide enough for words
    lines = -(-players // columns)
    tile = (78 if text == 1 else 60 * text) if lines > 2 else 78 * text
    panel = (tile + 6) * lines + 2
    row = _row(text)
    cells = buttons + 2  # help and the lock are the last ones
    rows = 1 if cells * (76 + 50 * (text - 1)) <= width else 2
    bar = row * rows
    bar_columns = -(-cells // rows)
    status = _tall_status(text)
    last = Rect(0, 0, width, row)
    return Arrangement(
        Rect(0, height - status, width, status),
        Rect(0, bar + panel, width, height - status - bar - panel),
        Rect(0, bar, width, panel),
        columns,
        Rect(0, 0, width, bar),
        bar_columns,
        help=_cell(last, bar_columns, cells - bar_columns * (rows - 1) - 2),
        lock=_cell(last, bar_columns, cells - bar_columns * (rows - 1) - 1, to_the_end=True),
    )


def _tall_status(text: float) -> float:
    """Return the height of two lines: whose turn it is, and below it what happened last."""
    return STATUS + max(_SMALL - 2, 46 * text)


def _beside_said(width: float, height: float, status: float) -> Rect:
    """Return the end of the second line of a tall status."""
    return Rect(width - _SMALL - 4, height - status + 1, _SMALL, 48)


def _cell(row: Rect, columns: int, place: int, to_the_end: bool = False) -> Rect:
    """Return a button of a row by its place, inside the margins of the bar; the last one may fill the row."""
    wide = (row.width - 8 - 5 * (columns - 1)) / columns
    left = row.x + 4 + place * (wide + 5)
    return Rect(left, row.y + 3, row.x + row.width - 4 - left if to_the_end else wide, row.height - 5.5)
