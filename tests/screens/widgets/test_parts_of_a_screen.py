"""Parts of a screen: clipped to their place however the window is turned, and drawn only when something changed."""

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from companion.screens.virtual import Driver, panel

# isort: split
from kivy.app import App
from kivy.core.window import Window
from kivy.graphics import Callback, Color, Rectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.screens.widgets import theme
from companion.screens.widgets.clipping import Clipped
from companion.screens.widgets.keptpicture import KeptPicture

SIZE = 300, 200
RED = 255, 0, 0


class Root(App):  # type: ignore[misc]
    def build(self) -> FloatLayout:
        self.layout = FloatLayout()
        return self.layout


@pytest.fixture
def driver() -> Iterator[Driver]:
    panel(SIZE)
    driver = Driver(Root(), SIZE).start()
    yield driver
    driver.stop()


def painted(widget: Widget, size: tuple[float, float]) -> Rectangle:
    with widget.canvas:
        Color(1, 0, 0, 1)
        return Rectangle(size=size)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_clipped_part_paints_its_own_pixels_and_no_other(driver: Driver, rotation: int) -> None:
    class Frame(Clipped, BoxLayout):  # type: ignore[misc]
        pass

    Window.rotation = rotation
    inside = Widget()
    painted(inside, (1000, 1000))
    frame = Frame(pos=(40, 30), size=(120, 70), size_hint=(None, None))
    frame.add_widget(inside)
    driver.app.layout.add_widget(frame)
    driver.settle()
    seen = driver.seen()
    turned = seen.rotate(-rotation, expand=True)
    red = [(x, y) for x in range(turned.width) for y in range(turned.height) if turned.getpixel((x, y)) == RED]
    across, down = zip(*red, strict=True)
    assert len(red) == 120 * 70
    assert (min(across), max(across)) == (40, 159)
    assert (turned.height - 1 - max(down), turned.height - 1 - min(down)) == (30, 99)


@pytest.mark.parametrize("kind", [Clipped, KeptPicture])
def test_a_part_that_is_gone_is_forgotten(driver: Driver, kind: type[Widget]) -> None:
    part = kind()
    driver.app.layout.add_widget(part)
    driver.settle()
    driver.app.layout.remove_widget(part)
    gone = ref(part)
    del part
    driver.settle()
    gc.collect()
    assert gone() is None


class Kept(KeptPicture, BoxLayout):  # type: ignore[misc]
    pass


def test_a_kept_picture_is_drawn_again_only_when_something_in_it_changes(driver: Driver) -> None:
    draws: list[object] = []
    inside, beside = Widget(), Widget()
    mark, other = painted(inside, (20, 20)), painted(beside, (5, 5))
    with inside.canvas:
        Callback(draws.append)
    kept = Kept(pos=(40.4, 30.6), size=(120, 70), size_hint=(None, None))
    kept.add_widget(inside)
    driver.app.layout.add_widget(kept)
    driver.app.layout.add_widget(beside)
    driver.settle()
    before = len(draws)
    other.size = 9, 9
    driver.settle()
    assert len(draws) == before
    mark.size = 30, 30
    driver.settle()
    assert len(draws) == before + 1


def test_what_is_added_and_removed_is_seen(driver: Driver) -> None:
    kept = Kept(pos=(40, 30), size=(120, 70), size_hint=(None, None))
    driver.app.layout.add_widget(kept)
    inside = Widget()
    painted(inside, (SIZE[0], SIZE[1]))
    ground = tuple(round(255 * part) for part in theme.CHROME[:3])
    for change, colour in ((kept.add_widget, RED), (kept.remove_widget, ground)):
        change(inside)
        driver.settle()
        assert driver.seen().getpixel((100, SIZE[1] - 60)) == colour
        assert driver.seen().getpixel((200, SIZE[1] - 60)) != RED
