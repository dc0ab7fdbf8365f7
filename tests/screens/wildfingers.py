"""Fingers that touch anywhere, and a look at the glass that knows nothing of how touches are handed on: what is drawn
last at a place is what people see there, and only that may answer."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.screens.virtual import Driver, Finger

# isort: split
from kivy.graphics import BorderImage, Color, Ellipse, Rectangle, RoundedRectangle
from kivy.graphics.instructions import Canvas, InstructionGroup
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.screens.map.mapview import MapFrame, MapView
from companion.screens.photo.citypicture import CityPicture
from companion.screens.shell.host import Screen
from companion.screens.shell.lock import Lock
from companion.screens.start.firststeps import TouchCheck
from companion.screens.start.tableplan import TablePlan
from companion.screens.widgets import Drawer, Pressed
from companion.screens.widgets.slider import StopSlider
from companion.screens.widgets.toast import Toast
from companion.screens.widgets.touches import ONLY_LOOKS

Spot = tuple[float, float]
ACTS = (Pressed, MapView, CityPicture, StopSlider, TablePlan, TouchCheck, Lock)
"""What answers a finger."""
AT_ONCE = (CityPicture, StopSlider, TablePlan, TouchCheck)
"""What answers a finger before it slides off."""
_SEEN = 0.3
"""The opacity from which something hides what is below it."""


def under(root: Widget, spot: Spot) -> Widget | None:
    """Return what people see at a place: the uppermost widget that answers fingers, or that is painted there."""
    for child in root.children:  # the uppermost first
        if child.opacity < _SEEN or not _is_in_view(child, spot):
            continue
        found = under(child, spot)
        if found is not None:
            return found
        if isinstance(child, ACTS) and _is_on(child, spot) and not isinstance(child, Lock | TouchCheck | TablePlan):
            return child
        if _hides_all(child) or _is_painted(child, spot):
            return child
    return None


def answering(widget: Widget | None) -> Widget | None:
    """Return what answers a finger on this widget: itself, or what it is a part of; None if nothing does."""
    while isinstance(widget, Widget):
        if isinstance(widget, ACTS):
            return None if getattr(widget, "disabled", False) else widget
        if isinstance(widget, Screen | Drawer | Toast):
            return None
        widget = widget.parent
    return None


def _hides_all(widget: Widget) -> bool:
    """Whether nothing below it can be meant: a screen fills the glass, and a drawer that does not stay shades it."""
    if isinstance(widget, Drawer):
        return not (widget.stays or widget.closing)
    return isinstance(widget, Screen | Lock)


def _local(widget: Widget, spot: Spot) -> Spot:
    x, y = widget.parent.to_widget(*spot)
    return float(x), float(y)


def _is_on(widget: Widget, spot: Spot) -> bool:
    x, y = _local(widget, spot)
    return bool(widget.x <= x <= widget.right and widget.y <= y <= widget.top)


def _is_in_view(widget: Widget, spot: Spot) -> bool:
    """Whether a place is inside of what a list or a frame shows of its content."""
    return not isinstance(widget, ScrollView | MapFrame) or _is_on(widget, spot)


def _is_painted(widget: Widget, spot: Spot) -> bool:
    """Whether the widget itself, not its children, has painted this place."""
    x, y = _local(widget, spot)
    if isinstance(widget, Label):
        width, height = widget.texture_size
        return bool(widget.text) and abs(x - widget.center_x) <= width / 2 and abs(y - widget.center_y) <= height / 2
    return _paints(widget.canvas.before, x, y) or _paints(widget.canvas, x, y)


def _paints(group: InstructionGroup, x: float, y: float) -> bool:
    opacity = 1.0
    for one in group.children:
        if isinstance(one, Color):
            opacity = one.a
        elif isinstance(one, Canvas):
            continue  # before and after are looked at by themselves, and children too
        elif isinstance(one, Rectangle | BorderImage | RoundedRectangle | Ellipse):
            (left, low), (width, height) = one.pos, one.size
            if opacity >= _SEEN and left <= x < left + width and low <= y < low + height:
                return True
        elif isinstance(one, InstructionGroup) and _paints(one, x, y):
            return True
    return False


@dataclass(frozen=True)
class Kept:
    """What no stray finger may change."""

    events: tuple[object, ...]
    preferences: object
    screen: object
    front: object


def kept(driver: Driver) -> Kept:
    session = driver.app.session
    game = session.journal.game if session.is_open else None
    events = game.history.events if game else ()
    return Kept(events, session.preferences, session.host.screen, session.host.front)


def spots(driver: Driver, rng: Random, count: int) -> Iterator[Spot]:
    """Places where fingers go wrong: inside and outside the edges of anything that answers, covered or not, in its
    middle, and anywhere else."""
    host = driver.app.session.host
    things = [one for one in driver.widgets() if isinstance(one, ACTS) and one.width > 4 and one.height > 4]
    for _ in range(count):
        thing = rng.choice(things) if things else None
        if thing is None or rng.random() < 0.3:
            yield rng.uniform(1, host.width - 2), rng.uniform(1, host.height - 2)
            continue
        across, up = rng.choice([(-3, 0.5), (3, 0.5), (0.5, -3), (0.5, 3), (0.5, 0.5), (rng.random(), rng.random())])
        x, y = _part(thing.x, thing.width, across), _part(thing.y, thing.height, up)
        x, y = thing.parent.to_window(x, y) if thing.parent else (x, y)
        yield min(max(float(x), 1), host.width - 2), min(max(float(y), 1), host.height - 2)


def _part(start: float, length: float, share: float) -> float:
    """A share of a length; -3 and 3 are three pixels before its beginning and behind its end."""
    return start + share if share < 0 else start + length + share if share > 1 else start + length * share


def held_by(finger: Finger) -> set[Any]:
    """What has taken a finger, lists apart, which only scroll."""
    return {one() for one in finger.grab_list if not isinstance(one(), ScrollView | type(None))}


def press(driver: Driver, spot: Spot) -> list[str]:
    """Put a finger down, see what takes it, and slide off again, so that nothing is released. Return what is wrong."""
    before, layers = kept(driver), list(driver.app.session.host.children)
    seen = under(driver.app.session.host, spot)
    meant = answering(seen)
    if isinstance(meant, AT_ONCE):
        return []
    finger = Finger(*spot)
    finger.send("begin")
    driver.frames(6)  # a list waits for a moment whether it is dragged
    only_looks = bool(finger.ud.get(ONLY_LOOKS))  # a locked map can be dragged, and does nothing else
    held = held_by(finger)
    for one in held:
        if isinstance(one, MapView):
            finger.ud[ONLY_LOOKS] = True
            one._last_tap = None
    if any(isinstance(one, Pressed) for one in held) or (not held and finger.grab_list):
        finger.move_to(-500, spot[1])
    finger.send("end")
    driver.frames(2)
    for one in held:
        if isinstance(one, MapView):
            one._last_tap = None
    for layer in layers:
        if isinstance(layer, Drawer) and layer.closing:  # a touch beside it closes it
            driver.app.session.host.open(layer)
    wrong = [
        f"{_name(one)} took it" for one in held if one is not meant and not (only_looks and isinstance(one, MapView))
    ]
    if kept(driver) != before:
        wrong.append("something has changed")
    return [f"{spot[0]:.0f}, {spot[1]:.0f} on {_name(seen)}: {one}" for one in wrong]


def _name(widget: Widget | None) -> str:
    words = getattr(widget, "text", "") or getattr(widget, "icon", "")
    return f"{type(widget).__name__} {words!r}" if words else type(widget).__name__


# Whole taps


class Answers:
    """Listens to everything that can answer a finger, wherever it is."""

    def __init__(self, driver: Driver) -> None:
        self._buttons = list(driver.widgets(Pressed))
        self._maps = list(driver.widgets(MapView))
        self.heard: list[Widget] = []

    def __enter__(self) -> "Answers":
        for button in self._buttons:
            button.bind(on_release=self._hear)
        for view in self._maps:
            view.bind(on_tap=self._hear, on_drawn=self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        for button in self._buttons:
            button.unbind(on_release=self._hear)
        for view in self._maps:
            view.unbind(on_tap=self._hear, on_drawn=self._hear)

    def _hear(self, widget: Widget, *_: object) -> None:
        self.heard.append(widget)


def tap(driver: Driver, spot: Spot) -> list[str]:
    """Tap a place, whatever it does. Return what is wrong: an answer of something else than what is seen there, or a
    change of the game or the preferences that nothing seen there explains."""
    before = kept(driver)
    seen = under(driver.app.session.host, spot)
    meant = answering(seen)
    with Answers(driver) as answers:
        driver.tap(spot)
    driver.wait(0.4)  # what followed at once would be a double tap, which goes to the map through cards that came up
    after = kept(driver)
    wrong = [f"{_name(one)} answered" for one in answers.heard if one is not meant]
    if meant is None and (after.events, after.preferences) != (before.events, before.preferences):
        wrong.append("something has changed")
    return [f"{spot[0]:.0f}, {spot[1]:.0f} on {_name(seen)}: {one}" for one in wrong]
