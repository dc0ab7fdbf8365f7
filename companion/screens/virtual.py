"""Runs the real app on a virtual screen, in this process, with a clock of its own, and touches it."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, TypeVar, overload

os.environ["SDL_VIDEODRIVER"] = "offscreen"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="kivy-home-")

from companion.screens.shell.window import WindowOptions, density_for, prepare

# The offscreen surface keeps the size that it was created with, so it is as large as any panel in both orientations.
prepare(WindowOptions(size=(1280, 1280)))

from kivy.base import EventLoop, runTouchApp  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from kivy.config import Config  # noqa: E402

atexit.register(shutil.rmtree, os.environ["KIVY_HOME"], ignore_errors=True)
Config.remove_section("input")
Config.add_section("input")  # only our own touches

from kivy.core.window import Window  # noqa: E402
from kivy.input.motionevent import MotionEvent  # noqa: E402
from kivy.metrics import Metrics  # noqa: E402
from kivy.uix.label import Label  # noqa: E402
from kivy.uix.scrollview import ScrollView  # noqa: E402
from kivy.uix.widget import Widget  # noqa: E402

from companion.screens.widgets import theme  # noqa: E402
from companion.screens.widgets.keptpicture import draw_all  # noqa: E402

if TYPE_CHECKING:
    from companion.deviceclock import System

Kind = TypeVar("Kind")

FRAME = 1 / 60
_PAUSE = 0.003
"""Seconds of real time between two frames while another thread is waited for."""
QUEUED = 4
"""How many frames may wait to be painted: each holds megabytes, and no real screen holds back more than a few."""
PANELS = {"800x480": (800, 480), "1280x720": (1280, 720)}


class VirtualTime:
    """The time of Kivy's clock; it only ever goes forward."""

    now = Clock.time()


Clock.time = lambda: VirtualTime.now
Clock._max_fps = 0  # never sleep


class Finger(MotionEvent):
    """One finger, in pixels of the picture, whatever its rotation."""

    _last = 0

    def __init__(self, x: float, y: float) -> None:
        Finger._last += 1
        super().__init__("test", Finger._last, self._args(x, y), is_touch=True, type_id="touch")
        self.profile = ["pos"]

    @classmethod
    def count(cls) -> int:
        """Return how many fingers have touched the glass."""
        return cls._last

    @staticmethod
    def _args(x: float, y: float) -> dict[str, float]:
        across, up = x / (Window.width - 1), y / (Window.height - 1)
        on_glass = {0: (across, up), 90: (1 - up, across), 180: (1 - across, 1 - up), 270: (up, 1 - across)}
        return dict(zip("xy", on_glass[Window.rotation], strict=True))

    def depack(self, args: dict[str, float]) -> None:
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)

    def move_to(self, x: float, y: float) -> None:
        """Move to another place."""
        self.move(self._args(x, y))
        self.send("update")

    def send(self, what: str) -> None:
        EventLoop._dispatch_input(what, self)


class Driver:
    """A running app, and a finger."""

    def __init__(self, app: Any, size: tuple[int, int] = (800, 480), blind: bool = False) -> None:
        """Prepare to run an app; a `blind` driver paints pixels only for the pictures that it takes."""
        self.app, self.size, self.flips, self.blind = app, size, 0, blind
        self._painted = 0
        """How many frames are known to be painted."""

    def start(self) -> "Driver":
        Window.bind(on_flip=self._count_flip)
        if self.blind:
            Window.bind(on_draw=self._skip_frame)
        self.app._run_prepare()
        runTouchApp(embedded=True)
        self.frames(3)
        return self

    def stop(self) -> None:
        Window.unbind(on_flip=self._count_flip, on_draw=self._skip_frame)
        self.app.stop()
        for child in Window.children[:]:
            Window.remove_widget(child)
        for group in (Window.canvas.before, Window.canvas, Window.canvas.after):
            group.clear()
        EventLoop.touches.clear()
        for module in EventLoop.postproc_modules:
            for name in ("touches", "last_touches"):
                getattr(module, name, {}).clear()
        for event in Clock.get_events():
            event.cancel()
        Window.rotation = 0

    def _count_flip(self, _window: object) -> None:
        self.flips += 1

    def _skip_frame(self, window: Any) -> bool:
        """Take a frame for drawn, and keep Kivy from drawing it: that is what takes longest without a graphics card."""
        canvas = window.canvas
        shown, canvas.children = canvas.children, []
        canvas.draw()
        canvas.children = shown
        return True

    def frames(self, count: int = 1) -> None:
        for _ in range(count):
            if self.flips - self._painted >= QUEUED:
                self.finish()
            VirtualTime.now += FRAME
            EventLoop.idle()

    def wait(self, seconds: float) -> None:
        self.frames(max(1, round(seconds / FRAME)))

    def wait_for(self, condition: Callable[[], object], patience: float = 30.0) -> None:
        """Run frames until something is true that another thread or process causes. It gets time for that: frames
        without a pause would be hours of virtual time, in which the screensaver comes on."""
        given_up = monotonic() + patience
        while not condition():
            assert monotonic() < given_up, "it never came about"
            self.frames()
            sleep(_PAUSE)

    def finish(self) -> None:
        """Wait until everything is really drawn: frames are submitted faster than a virtual screen paints them."""
        from kivy.graphics.opengl import glFinish

        glFinish()
        self._painted = self.flips

    def settle(self, limit: int = 600) -> None:
        """Run frames until nothing has been redrawn for three in a row."""
        quiet = 0
        for _ in range(limit):
            before = self.flips
            self.frames()
            quiet = quiet + 1 if self.flips == before else 0
            if quiet == 3:
                self.finish()
                return
        raise AssertionError(f"still drawing after {limit} frames")

    # Looking

    @property
    def density(self) -> float:
        """Pixels per dp."""
        return float(Metrics.density)

    @overload
    def widgets(self) -> Iterator[Any]: ...

    @overload
    def widgets(self, kind: type[Kind]) -> Iterator[Kind]: ...

    def widgets(self, kind: type | None = None) -> Iterator[Any]:
        """Yield all widgets, or those of a kind, the topmost last."""
        for child in reversed(Window.children):
            for widget in child.walk():
                if kind is None or isinstance(widget, kind):
                    yield widget

    def labels(self) -> list[str]:
        """Return every text on the screen."""
        return [label.text for label in self.widgets(Label) if label.text and self.is_seen(label)]

    def is_seen(self, widget: Widget) -> bool:
        while widget is not None and widget is not Window:
            if widget.opacity == 0:
                return False
            widget = widget.parent
        return True

    def find(self, **wanted: object) -> Any:
        """Return the widget with these properties, the topmost if there are several."""
        hits = [w for w in self.widgets() if all(getattr(w, key, None) == value for key, value in wanted.items())]
        hits = [w for w in hits if self.is_seen(w) and not isinstance(w, Label)]
        assert hits, f"nothing with {wanted}; there is {self.labels()}"
        return hits[-1]

    def has(self, text: str) -> bool:
        """Return whether a text is somewhere on the screen."""
        return any(text in label for label in self.labels())

    # Touching

    def at(self, target: Any) -> tuple[float, float]:
        if isinstance(target, tuple):
            return target
        self._scroll_to(target)
        x, y = target.to_window(*target.center)
        return float(x), float(y)

    def _scroll_to(self, widget: Widget) -> None:
        parent = widget.parent
        while parent is not None and parent is not Window:
            if isinstance(parent, ScrollView):
                if parent.viewport_size[1] > parent.height:
                    parent.scroll_to(widget, animate=False)
                    self.frames(2)
                return
            parent = parent.parent

    def tap(self, target: Any, hold: float = 0.0) -> None:
        finger = Finger(*self.at(target))
        finger.send("begin")
        self.frames(2)
        if hold:
            self.wait(hold)
        finger.send("end")
        self.frames(12)

    def touch(self, text: str) -> None:
        """Touch the widget with this text."""
        self.tap(self.find(text=text))

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> None:
        finger = Finger(*start)
        finger.send("begin")
        self.frames()
        for step in range(1, steps + 1):
            share = step / steps
            x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
            finger.move_to(x, y)
            self.frames()
        finger.send("end")
        self.frames(3)

    def seen(self) -> Any:
        """Return what is on the screen as a Pillow image."""
        from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
        from PIL import Image

        Window.unbind(on_draw=self._skip_frame)
        draw_all()
        Window.canvas.ask_update()
        Window.dispatch("on_draw")
        if self.blind:
            Window.bind(on_draw=self._skip_frame)
        width, height = Window.system_size
        data = bytes(glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE))
        picture = Image.frombytes("RGBA", (width, height), data).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return picture.convert("RGB")

    def picture(self, path: Path) -> Path:
        """Save what is on the screen as a PNG."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.seen().save(path)
        return path


def panel(size: tuple[int, int]) -> None:
    """Give the virtual screen the size of a panel."""
    Metrics.density, Metrics.fontscale = density_for(*size), 1.0
    theme.use(high_contrast=False)
    Window.rotation = 0
    Window.size = size


def started(
    folder: Path,
    size: tuple[int, int] = (800, 480),
    scanner: str = "none",
    still: bool = False,
    clock: Callable[[], float] = monotonic,
    language: str | None = None,
    blind: bool = False,
    system_clock: "System | None" = None,
) -> Driver:
    """Start the app on a panel; `clock` is the scanner's, `language` as on the command line. Without a
    `system_clock` the date is believed."""
    from companion.screens.shell.app import CompanionApp

    panel(size)
    app = CompanionApp(folder, scanner, clock, language=language, still=still, system_clock=system_clock)
    return Driver(app, size, blind).start()
