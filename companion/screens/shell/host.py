"""The stage: one screen fills it, sheets and toasts come over it, and a lock over everything."""

from collections.abc import Callable
from itertools import takewhile
from typing import TYPE_CHECKING

from kivy.animation import Animation
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.screens.widgets import Column, Drawer, PushButton, Scroll, Text, Toast, theme
from companion.screens.widgets.touches import ONLY_LOOKS
from companion.words import say

if TYPE_CHECKING:
    from companion.screens.shell.lock import Lock
    from companion.screens.shell.session import Session
    from hardware.codes import Scan


_NOWHERE = (-10_000.0, -10_000.0)


class Screen(FloatLayout):
    """One thing that fills the stage."""

    takes_scans = False
    """Whether scans do something here; then they put away whatever question is open."""

    help: Callable[[], str]
    """What this screen wants, in two sentences. Each says it for itself."""

    def __init__(self, session: "Session", **options: object) -> None:
        self.session = session
        super().__init__(**options)

    def left(self) -> None:
        """Another screen takes its place."""

    def uncovered(self) -> None:
        """The screen that covered this one is gone."""

    @property
    def keeps_awake(self) -> bool:
        """Whether something goes on that people watch without touching."""
        return False

    def show_link(self) -> None:
        """The scanner came or went."""

    def heard(self, scan: "Scan") -> None:
        """Something was scanned while this screen was on."""
        self.session.say_scan(False, say("Open a game first, then scan."))

    def more_help(self) -> list[Widget]:
        """What else is worth knowing here."""
        return []

    def show_help(self) -> None:
        """Says what this screen wants."""
        drawer = Drawer(title=say("What to do here"))
        words = Scroll(Text(text=self.help()), *self.more_help(), size_hint_y=None)

        def fit(*_: object) -> None:
            words.height = min(words.column.height, drawer.height - dp(150))

        words.column.bind(height=fit)
        drawer.bind(height=fit)
        drawer.fill(Column(words, PushButton(drawer.close, text=say("Close"))))
        self.session.host.open(drawer)


class ScreenHost(FloatLayout):
    """Shows one screen at a time."""

    def __init__(self, **options: object) -> None:
        self._lock: Lock | None = None
        super().__init__(**options)
        self.screen: Screen | None = None
        self.still = False
        """Whether things appear at once, without moving."""

    def show(self, screen: Screen) -> None:
        """Another screen."""
        for child in list(self.children):
            self.remove_widget(child)
        if self.screen is not None:
            self.screen.left()
        self.screen = screen
        self.add_widget(screen)
        self._end_touches()
        if not self.still:
            screen.opacity = 0.0
            Animation(opacity=1.0, d=0.12).start(screen)

    @property
    def front(self) -> Screen | None:
        """The screen that people see: the one on top."""
        return next((child for child in self.children if isinstance(child, Screen)), self.screen)

    def cover(self, screen: Screen) -> None:
        """Another screen over this one, which waits below."""
        self.clear_toasts()
        self.add_widget(screen)
        self._end_touches()

    def uncover(self, screen: Screen) -> None:
        """Takes a covering screen away."""
        screen.left()
        self.remove_widget(screen)
        self._end_touches()
        if self.front is not None:
            self.front.uncovered()

    @property
    def drawers(self) -> list[Drawer]:
        """The sheets that are open, the uppermost first."""
        return [child for child in self.children if isinstance(child, Drawer) and not child.closing]

    def open(self, drawer: Drawer) -> Drawer:
        """Let a drawer slide in, below what is said in passing."""
        if drawer.parent is None:
            self.add_widget(
                drawer, index=sum(1 for _ in takewhile(lambda child: isinstance(child, Toast), self.children))
            )
        drawer.slide_in(self.still)
        return drawer

    def close_questions(self) -> None:
        """Put away what was opened to ask or to show something; what stays beside other things stays."""
        for drawer in self.drawers:
            if not drawer.stays:
                drawer.close()

    def close_drawers(self) -> None:
        """Puts all sheets away."""
        for drawer in self.drawers:
            drawer.close()

    def toast(
        self, text: str, mark: theme.Rgba | None = None, action: str = "", do: Callable[[], object] | None = None
    ) -> None:
        """A word in passing; it takes the place of the one before."""
        self.clear_toasts()
        toast = Toast(do, self.still, text=text, mark=mark or theme.BRASS, action=action)
        toast.pos_hint = {"center_x": 0.36 if self.width > self.height else 0.5, "y": dp(70) / max(self.height, 1)}
        self.add_widget(toast)

    # The lock

    @property
    def is_locked(self) -> bool:
        """Whether touches change nothing."""
        return self._lock is not None

    def lock(self, over: Widget, seen: Callable[[], Widget | None]) -> None:
        """Locks everything against small hands, with a lock over a part of the screen; the map that is `seen` can still
        be looked at. A held touch on the lock opens it. Scans go on: whoever has the scanner is playing."""
        from companion.screens.shell.lock import Lock

        self._lock = Lock(self.unlock, over, seen)
        self.add_widget(self._lock)

    def unlock(self) -> None:
        """Touches mean something again."""
        if self._lock is not None:
            self.remove_widget(self._lock)
            self._lock = None

    def add_widget(self, widget: Widget, *args: object, **options: object) -> None:
        """Whatever comes onto the stage, the lock stays above it."""
        super().add_widget(widget, *args, **options)
        if self._lock is not None and widget is not self._lock:
            self.remove_widget(self._lock)
            super().add_widget(self._lock)

    # Touches

    def _end_touches(self) -> None:
        """Let go of what fingers hold on a layer that is covered now, or gone: a scan may change the screen while a
        finger is down. The touch ends for it far away from any button, so that nothing is pressed."""
        for touch in list(EventLoop.touches):
            owner = touch.ud.get(self)
            if owner is None or touch.grab_current is not None or (self.children and owner is self.children[0]):
                continue
            touch.ud[ONLY_LOOKS], touch.ud[self] = True, None
            touch.pos = _NOWHERE
            for held in list(touch.grab_list):
                touch.grab_current = held()
                if touch.grab_current is not None:
                    touch.grab_current.dispatch("on_touch_up", touch)
            touch.grab_current = None
            touch.grab_list.clear()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Give a touch to the uppermost thing that covers its place, and to nothing beneath it: what people can't see
        can't be pressed, also where the covering screen has no button."""
        owner = next((child for child in self.children if _covers(child, touch)), None)
        touch.ud[self] = owner
        if owner is not None:
            owner.dispatch("on_touch_down", touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """A touch stays with the one that it was given to."""
        return self._hand_on("on_touch_move", touch)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """A touch ends where it began."""
        return self._hand_on("on_touch_up", touch)

    def _hand_on(self, what: str, touch: MotionEvent) -> bool:
        owner = touch.ud.get(self)
        if owner is not None and owner.parent is self:
            owner.dispatch(what, touch)
        return True

    def clear_toasts(self) -> None:
        """What was said in passing is over."""
        for child in [child for child in self.children if isinstance(child, Toast)]:
            self.remove_widget(child)


def _covers(layer: Widget, touch: MotionEvent) -> bool:
    """Whether a touch belongs to a layer of the stage, whatever the layer makes of it. A toast covers its own place
    only, and so do sheets that stay beside other things or slide away; everything else covers the whole stage."""
    if isinstance(layer, Toast):
        return bool(layer.collide_point(*touch.pos))
    if isinstance(layer, Drawer):
        return layer.covers(touch)
    return True


def turn(facing: int) -> None:
    """Turns the whole picture to a side of the table."""
    if Window.rotation != facing:
        Window.rotation = facing
