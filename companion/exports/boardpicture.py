"""A picture of a board, empty or with the pieces of a game, with the names of its cities."""

from collections.abc import Iterable, Sequence
from math import cos, sin

from PIL import Image, ImageDraw

from companion.boards import Board, PlayerColour, Route
from companion.boards.ground import ground_of
from companion.boards.names import NameBox, names_shown, place_names
from companion.boards.shape import BoardShape, Point, Space, shape_of
from companion.boards.signs import ALVIN, CARD_SIGNS, MARKER, PLAYER_SHAPES, STATION, Polygon
from companion.exports.typeface import Font, drawn
from companion.game.state import State
from companion.palette import (
    ABROAD,
    BORDER,
    COAST,
    INK,
    PAPER,
    PLAYER_SIGNS,
    PLAYERS,
    WATER,
    Rgba,
    mixed,
    rgb,
    track,
    track_sign,
)
from companion.words import say

_FINE = 2
"""The factor by which everything is drawn larger and then scaled down, for smooth edges."""
_NAME = 70
"""How many lines of names would fill the longer side of a picture."""
_MARGIN = 0.02
_COAST, _BORDER = 850, 1100
"""How many lines of coasts and borders, side by side, would fill the longer side of a picture."""
_EDGE = rgb("#15130F")
_ALIEN = rgb("#5DBB3A")


def board_picture(
    board: Board, state: State | None = None, room: tuple[int, int] = (1600, 1200), on_its_side: bool = False
) -> Image.Image:
    """Return the board as large as fits into `room`, in pixels. Raise ValueError if the map has no board to draw."""
    if board.size is None:
        raise ValueError(say("{map} has no board to draw", map=board.name))
    painter = _Painter(shape_of(board, on_its_side), room)
    painter.ground()
    painter.tracks()
    if state is not None:
        painter.claims(state)
    painter.cities()
    if state is not None:
        painter.pieces(state)
    painter.names()
    return painter.picture.resize(painter.size, Image.Resampling.BOX)


def colour(rgba: Rgba) -> tuple[int, int, int]:
    """Return a colour as Pillow expects it."""
    red, green, blue = (round(255 * part) for part in rgba[:3])
    return red, green, blue


class _Painter:
    """A picture in progress; converts board units, y upwards, to pixels, y downwards."""

    def __init__(self, shape: BoardShape, room: tuple[int, int]) -> None:
        self.shape = shape
        wide, high = shape.size
        margin = _MARGIN * max(wide, high)
        scale = min(room[0] / (wide + 2 * margin), room[1] / (high + 2 * margin))
        self.size = round((wide + 2 * margin) * scale), round((high + 2 * margin) * scale)
        self._scale, self._margin = scale * _FINE, margin
        self._dot = shape.wagon[1] * 0.62
        self.picture = Image.new("RGB", (self.size[0] * _FINE, self.size[1] * _FINE), colour(PAPER))
        self._pen = ImageDraw.Draw(self.picture)

    def _at(self, x: float, y: float) -> Point:
        return (x + self._margin) * self._scale, (self.shape.size[1] + self._margin - y) * self._scale

    # The printed board

    def ground(self) -> None:
        """Draw land and water, if the map has any."""
        ground = ground_of(self.shape)
        if ground is None:
            return
        self.picture.paste(colour(WATER), (0, 0, *self.picture.size))
        around = PAPER if not ground.home else ABROAD
        for ring in ground.land:
            self._polygon(ring, around)
        for ring in ground.home:
            self._polygon(ring, PAPER)
        for line in ground.borders:
            self._line(line, _BORDER, BORDER)
        for ring in ground.lakes:
            self._polygon(ring, WATER)
        for line in ground.coasts:
            self._line(line, _COAST, COAST)

    def tracks(self) -> None:
        """Draw the printed tracks: fill and outline, teeth for tunnels, and symbols for colours and ferries."""
        for route in self.shape.board.routes.values():
            fill, outline = track(route.colour)
            for number, space in enumerate(self.shape.spaces[route.id]):
                self._wagon(space, 1.0, outline)
                if route.tunnel:
                    self._teeth(space, mixed(outline, INK, 0.45))
                self._wagon(space, 0.0, fill)
                self._sign(route, number, space, mixed(fill, INK, track_sign(route.colour)[3]))

    def _wagon(self, space: Space, rim: float, tint: Rgba) -> None:
        """Draw the body of a wagon: in full size if `rim` is 1, without its outline if `rim` is 0."""
        length, width = self.shape.wagon
        line = width * 0.13
        self._polygon(self._corners(space, length - 2 * line * (1 - rim), width - 2 * line * (1 - rim)), tint)

    def _corners(self, space: Space, length: float, width: float) -> list[Point]:
        along = cos(space.angle) * length / 2, sin(space.angle) * length / 2
        across = -sin(space.angle) * width / 2, cos(space.angle) * width / 2
        return [
            (space.x + f * along[0] + s * across[0], space.y + f * along[1] + s * across[1])
            for f, s in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]

    def _teeth(self, space: Space, tint: Rgba) -> None:
        length, width = self.shape.wagon
        for step in range(5):
            along = (step - 2) / 5 * length
            at = Space(space.x + cos(space.angle) * along, space.y + sin(space.angle) * along, space.angle)
            self._polygon(self._corners(at, length / 10, width * 1.16), tint)

    def _sign(self, route: Route, number: int, space: Space, tint: Rgba) -> None:
        width = self.shape.wagon[1]
        if number < route.locomotives:
            self._shape(CARD_SIGNS["locomotive"], (space.x, space.y), width * 0.95, INK)
            self._disc((space.x, space.y), width * 0.17, PAPER)
        elif route.colour != "grey":
            self._shape(CARD_SIGNS[route.colour], (space.x, space.y), width * 0.46, tint)

    def cities(self) -> None:
        """Draw a ring for each city and a diamond for each border crossing."""
        for city, at in self.shape.cities.items():
            if self.shape.board.cities[city].country:
                self._shape(CARD_SIGNS["pink"], at, self._dot * 1.5, INK)
            else:
                self._disc(at, self._dot * 1.15, INK)
                self._disc(at, self._dot * 0.8, PAPER)

    # The pieces of a game

    def claims(self, state: State) -> None:
        """Draw the claimed wagons in the players' colours, with a dark edge and the players' shapes."""
        for claim in state.claims:
            owners = list(dict.fromkeys(state.owners(claim.route)))
            spaces, length = self.shape.share(claim.route, owners.index(claim.player), len(owners))
            for space in spaces:
                self._claimed(space, claim.player, length)

    def _claimed(self, space: Space, player: PlayerColour, length: float) -> None:
        width = self.shape.wagon[1]
        self._polygon(self._corners(space, length * 1.05, width * 1.3), _EDGE)
        self._polygon(self._corners(space, length * 0.96, width * 1.02), PLAYERS[player])
        self._shape(PLAYER_SHAPES[player], (space.x, space.y), width * 0.62, PLAYER_SIGNS[player])

    def pieces(self, state: State) -> None:
        """Draw stations, city markers and Alvin."""
        for sign, placed in ((STATION, state.stations), (MARKER, state.markers)):
            for piece in placed:
                at = self._piece(sign, self.shape.cities[piece.city], PLAYERS[piece.player])
                self._shape(PLAYER_SHAPES[piece.player], at, self._dot * 1.5, PLAYER_SIGNS[piece.player])
        if state.alvin:
            x, y = self.shape.cities[state.alvin.city]
            aside = 3 * self._dot * (1 if x < self.shape.size[0] / 2 else -1)
            head = self._piece(ALVIN, (x + aside, y), _ALIEN)
            for eye in (-0.75, 0.75):
                self._disc((head[0] + eye * self._dot, head[1]), self._dot * 0.5, _EDGE)

    def _piece(self, sign: Polygon, at: Point, tint: Rgba) -> Point:
        """Draw a piece above its city and return its centre."""
        lifted = at[0], at[1] + self._dot * 1.3
        for ring, share in ((_EDGE, 1.36), (PAPER, 1.2), (tint, 1.0)):
            self._shape(sign, lifted, self._dot * 4 * share, ring)
        return lifted

    # Names

    def names(self) -> None:
        """Draw the names of cities and countries beside their dots, with an outline in the colour of paper."""
        size = round(max(self.picture.size) / _NAME)
        font = drawn(size, bold=True)
        rim = max(2, round(size / 7))
        shown = names_shown(self.shape)
        sizes = {place: self._size_of(name, font, rim) for place, name in shown.items()}
        wide, high = self.shape.size
        within = NameBox(-self._margin, -self._margin, wide + self._margin, high + self._margin)
        for place, label in place_names(self.shape, sizes, self._dot, within).items():
            x, y = self._at((label.box.left + label.box.right) / 2, (label.box.bottom + label.box.top) / 2)
            ink = colour(INK if place in self.shape.cities else mixed(INK, PAPER, 0.4))
            self._pen.text((x, y), shown[place], ink, font, anchor="mm", stroke_width=rim, stroke_fill=colour(PAPER))

    def _size_of(self, name: str, font: Font, rim: int) -> tuple[float, float]:
        left, top, right, bottom = self._pen.textbbox((0, 0), name, font, anchor="mm", stroke_width=rim)
        return (right - left) / self._scale, (bottom - top) / self._scale

    # Shapes

    def _line(self, points: Iterable[Point], fineness: int, tint: Rgba) -> None:
        wide = max(1, round(max(self.picture.size) / fineness))
        self._pen.line([self._at(*point) for point in points], colour(tint), wide, joint="curve")

    def _polygon(self, corners: Iterable[Point], tint: Rgba) -> None:
        self._pen.polygon([self._at(*corner) for corner in corners], fill=colour(tint))

    def _shape(self, sign: Sequence[Point], at: Point, size: float, tint: Rgba) -> None:
        self._polygon([(at[0] + (x - 0.5) * size, at[1] + (y - 0.5) * size) for x, y in sign], tint)

    def _disc(self, at: Point, radius: float, tint: Rgba) -> None:
        x, y = self._at(*at)
        reach = radius * self._scale
        self._pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour(tint))
