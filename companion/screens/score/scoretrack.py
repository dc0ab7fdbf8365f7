"""The score track: a hundred spaces around the map, and a car for each player that drives along them."""

from collections.abc import Mapping, Sequence
from math import pi

from kivy.animation import Animation
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.boards import PlayerColour
from companion.boards.shape import Space
from companion.screens.map.boarddrawing import signs, wagons
from companion.screens.widgets import textures, theme

SPACES = 100
"""Spaces of one round; cars with more points continue into the next."""
WIDTH = 22
"""Width of the track in dp."""
_CAR = 30.0, 17.0
_SECONDS = 0.7


def place_of(points: float, width: float, height: float) -> Space:
    """Return the position of a score on the edge of a rectangle: clockwise from the lower left corner, in several
    rounds if necessary; a negative score goes the other way."""
    along = (points % SPACES) / SPACES * 2 * (width + height)
    for length, x, y, angle, dx, dy in (
        (height, 0.0, 0.0, pi / 2, 0, 1),
        (width, 0.0, height, 0.0, 1, 0),
        (height, width, height, -pi / 2, 0, -1),
        (width, width, 0.0, pi, -1, 0),
    ):
        if along <= length:
            return Space(x + dx * along, y + dy * along, angle)
        along -= length
    return Space(0.0, 0.0, pi / 2)


def lanes(points: Sequence[float]) -> list[int]:
    """Return the lane of each car, counted inwards, so that cars with about the same points are side by side."""
    found: list[int] = []
    for place, mine in enumerate(points):
        beside = {found[other] for other in range(place) if _apart(mine, points[other]) < 3.5}
        found.append(next(lane for lane in range(len(points)) if lane not in beside))
    return found


def _apart(one: float, other: float) -> float:
    between = abs(one - other) % SPACES
    return min(between, SPACES - between)


class _Car(Widget):
    """One player's car; `points` is its current position."""

    points = NumericProperty(0.0)


class ScoreTrack(Widget):
    """The score track around an inner area."""

    def __init__(self, players: Sequence[PlayerColour], **options: object) -> None:
        super().__init__(**options)
        self.still = False
        """Whether cars move at once, without animation."""
        self._cars = {colour: _Car() for colour in players}
        self._ground, self._driving = InstructionGroup(), InstructionGroup()
        self.canvas.add(self._ground)
        self.canvas.after.add(self._driving)
        for car in self._cars.values():
            car.bind(points=self._draw_cars)
        self.bind(pos=self._draw, size=self._draw)

    @property
    def inside(self) -> tuple[float, float, float, float]:
        """The area inside the track: x, y, width, height."""
        edge = dp(WIDTH)
        return self.x + edge, self.y + edge, self.width - 2 * edge, self.height - 2 * edge

    def show(self, points: Mapping[PlayerColour, int], at_once: bool = False) -> None:
        """Move every car to its score."""
        for colour, car in self._cars.items():
            Animation.cancel_all(car, "points")
            if at_once or self.still:
                car.points = points[colour]
            elif car.points != points[colour]:
                Animation(points=points[colour], d=_SECONDS, t="in_out_cubic").start(car)

    def _middle(self, points: float, lane: float = 0.0) -> Space:
        """Return the middle of the track at a score; higher lanes are further inside."""
        edge = dp(WIDTH) / 2
        at = place_of(points, self.width - 2 * edge, self.height - 2 * edge)
        inwards = {pi / 2: (1, 0), 0.0: (0, -1), -pi / 2: (-1, 0), pi: (0, 1)}[at.angle]
        shift = lane * dp(_CAR[1] + 2)
        return Space(self.x + edge + at.x + inwards[0] * shift, self.y + edge + at.y + inwards[1] * shift, at.angle)

    def _draw(self, *_: object) -> None:
        if min(self.size) < dp(100):
            return
        ground = self._ground
        ground.clear()
        ground.add(Color(*theme.mixed(theme.PAPER, theme.INK, 0.16)))
        edge = dp(WIDTH)
        for x, y, width, height in (
            (self.x, self.y, self.width, edge),
            (self.x, self.y + self.height - edge, self.width, edge),
            (self.x, self.y, edge, self.height),
            (self.x + self.width - edge, self.y, edge, self.height),
        ):
            ground.add(Rectangle(pos=(x, y), size=(width, height)))
        step = 2 * (self.width + self.height - 2 * dp(WIDTH)) / SPACES
        for every, colour in (
            (1, theme.mixed(theme.PAPER, theme.INK, 0.05)),
            (5, theme.mixed(theme.PAPER, theme.BRASS, 0.5)),
        ):
            spaces = [self._middle(place) for place in range(SPACES) if (place % 5 == 0) == (every == 5)]
            ground.add(Color(*colour))
            ground.add(wagons(spaces, step * 0.86, dp(WIDTH) * 0.8, textures.wagon_body()))
        for tens in range(0, SPACES, 10):
            at, number = self._middle(tens), _number(tens)
            ground.add(Color(1, 1, 1, 1))
            ground.add(
                Rectangle(texture=number, size=number.size, pos=(at.x - number.width / 2, at.y - number.height / 2))
            )
        self._draw_cars()

    def _draw_cars(self, *_: object) -> None:
        driving = self._driving
        driving.clear()
        if min(self.size) < dp(100):
            return
        side_by_side = lanes([car.points for car in self._cars.values()])
        for (colour, car), lane in zip(self._cars.items(), side_by_side, strict=True):
            at = self._middle(car.points, lane)
            length, width = dp(_CAR[0]), dp(_CAR[1])
            for tint, more in ((theme.rgb("#15130F"), 1.16), (theme.TEXT, 1.06), (theme.PLAYERS[colour], 0.96)):
                driving.add(Color(*tint))
                driving.add(wagons([at], length * (more + 0.04), width * (more + 0.1), textures.wagon_body()))
            driving.add(Color(*theme.PLAYER_SIGNS[colour]))
            driving.add(signs([(at.x, at.y)], width * 0.66, textures.player_shape(colour)))


def _number(number: int) -> Texture:
    label = CoreLabel(text=str(number), font_size=sp(11), bold=True, color=theme.INK)
    label.refresh()
    return label.texture
