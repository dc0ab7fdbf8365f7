"""The screen host: shows one screen, with drawers and toasts over it, and a lock over everything."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from kivy.animation import Animation
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.screens.widgets import Drawer, Grid, PushButton, ScrollingDrawer, Text, TitleBar, Toast, theme
from companion.screens.widgets.spares import Spares
from companion.screens.widgets.touches import ONLY_LOOKS
from companion.words import say

if TYPE_CHECKING:
    from companion.screens.shell.lock import Lock
    from companion.screens.shell.session import Session
    from hardware.codes import Scan


_NOWHERE = (-10_000.0, -10_000.0)
_TOAST = 70
"""The height in dp at which toasts appear."""
_WIDEST = 560
"""The width in dp of the widest toast."""
_TITLE = 380
"""The width in dp from which a title has room for a message."""

_TOASTS = Spares(Toast, 2)


@dataclass(frozen=True, slots=True)
class ToastRoom:
    """Where messages appear on a screen."""

    x: float
    top: float
    width: float


class Screen(FloatLayout):
    """A screen that fills the window."""

    takes_scans = False
    """Whether scans do something here; a scan then closes any open question."""

    help: Callable[[], str]
    """Return the help for this screen, in two sentences; every screen implements it."""

    def __init__(self, session: "Session", **options: object) -> None:
        self.session = session
        super().__init__(**options)

    def opened(self) -> None:
        """Called when the screen has replaced another one."""

    def left(self) -> None:
        """Called when the screen is replaced or removed."""

    def uncovered(self) -> None:
        """Called when the screen that covered this one is gone."""

    @property
    def keeps_awake(self) -> bool:
        """Whether something is going on that people watch without touching; the screensaver then waits."""
        return False

    def show_link(self) -> None:
        """Called when the scanner was connected or disconnected."""

    def heard(self, scan: "Scan") -> None:
        """Handle a scan while this screen is in front; by default, say that no game is open."""
        self.session.say_scan(False, say("Open a game first, then scan."))

    def toast_room(self) -> ToastRoom | None:
        """Return where a message covers nothing that can be touched: the title, if it is wide enough."""
        bar = next((widget for widget in self.walk(restrict=True) if isinstance(widget, TitleBar)), None)
        title = bar.words if bar is not None else None
        if title is None or title.width < dp(_TITLE):
            return None
        return ToastRoom(title.x, title.top - dp(2), title.width)

    def more_help(self) -> list[Widget]:
        """Return widgets to add below the help text."""
        return []

    def ways_on(self) -> list[tuple[str, str, Callable[[], object]]]:
        """Return where people can go from the help: the words, the icon, and what goes there."""
        return []

    def show_help(self) -> None:
        """Show the help in a drawer."""
        words = Text(text=self.help())
        drawer = ScrollingDrawer(words, *self.more_help(), title=say("Help"), foot=self._help_buttons)
        self.session.host.open(drawer)

    def _help_buttons(self, drawer: Drawer) -> Widget:
        buttons = [PushButton(drawer.then(go), text=text, icon=icon) for text, icon, go in self.ways_on()]
        return Grid(*buttons, PushButton(drawer.close, text=say("Close")), cols=len(buttons) + 1)


class ScreenHost(FloatLayout):
    """The root widget: one screen at a time, with covering screens, drawers and toasts over it."""

    def __init__(self, **options: object) -> None:
        self._lock: Lock | None = None
        super().__init__(**options)
        self.screen: Screen | None = None
        self.still = False
        """Whether things appear at once, without animation."""
        self._place_toasts = Clock.create_trigger(self._put_toasts, -1)
        self.bind(size=self._place_toasts)

    def show(self, screen: Screen) -> None:
        """Replace the current screen and everything over it."""
        self.leave()
        for child in list(self.children):
            self.remove_widget(child)
        self.screen = screen
        self.add_widget(screen)
        self._end_touches()
        if not self.still:
            screen.opacity = 0.0
            Animation(opacity=1.0, d=0.12).start(screen)
        screen.opened()

    def leave(self) -> None:
        """Tell the current screen, and those that cover it, that they are left."""
        for screen in [child for child in self.children if isinstance(child, Screen)]:
            screen.left()

    @property
    def front(self) -> Screen | None:
        """The screen on top, which people see."""
        return next((child for child in self.children if isinstance(child, Screen)), self.screen)

    def cover(self, screen: Screen) -> None:
        """Show another screen over the current one, which stays below."""
        self.clear_toasts()
        self.add_widget(screen)
        self._end_touches()

    def uncover(self, screen: Screen) -> None:
        """Remove a covering screen."""
        screen.left()
        self.remove_widget(screen)
        self._end_touches()
        if self.front is not None:
            self.front.uncovered()

    @property
    def drawers(self) -> list[Drawer]:
        """The open drawers, topmost first."""
        return [child for child in self.children if isinstance(child, Drawer) and not child.closing]

    def open(self, drawer: Drawer) -> Drawer:
        """Let a drawer slide in, below any toast, and return it."""
        if drawer.parent is None:
            self.add_widget(
                drawer, index=sum(1 for _ in takewhile(lambda child: isinstance(child, Toast), self.children))
            )
            drawer.panel.bind(height=self._place_toasts)
            drawer.bind(on_closed=self._place_toasts)
        drawer.slide_in(self.still)
        self._place_toasts()
        return drawer

    def close_questions(self) -> None:
        """Close all drawers except those that stay beside other things."""
        for drawer in self.drawers:
            if not drawer.stays:
                drawer.close()

    def close_drawers(self) -> None:
        """Close all drawers."""
        for drawer in self.drawers:
            drawer.close()

    def toast(
        self, text: str, mark: theme.Rgba | None = None, action: str = "", do: Callable[[], object] | None = None
    ) -> None:
        """Show a short message; it replaces the previous one."""
        self.clear_toasts()
        toast = _TOASTS.take()
        toast.begin(text, mark or theme.BRASS, action, do, self.still)
        toast.bind(height=self._place_toasts)
        self.add_widget(toast)
        self._put_toasts(0)

    def _put_toasts(self, _seconds: float) -> None:
        """Put toasts where the screen has no buttons; else above what is open at the lower edge, so that they cover
        nothing that can be chosen."""
        room = self.front.toast_room() if self.front is not None else None
        tops = [drawer.y + dp(4) + drawer.panel.height for drawer in self.drawers if drawer.edge == "bottom"]
        above = max((top + dp(theme.GAP) for top in tops), default=0.0)
        for child in self.children:
            if not isinstance(child, Toast):
                continue
            if room is not None:
                child.fit(room.width)
                child.width = room.width  # nothing of what it covers shows beside it
                child.pos = room.x, room.top - child.height
            else:
                child.fit(min(dp(_WIDEST), self.width - dp(16)))
                child.center_x = self.center_x
                child.y = min(max(dp(_TOAST), above), self.height - child.height - dp(4))

    # The lock

    @property
    def is_locked(self) -> bool:
        """Whether the screen is locked against touches."""
        return self._lock is not None

    def lock(self, over: Widget, seen: Callable[[], Widget | None]) -> None:
        """Lock the screen against small hands, with the key over a part of it. The map that `seen` returns can still be
        dragged and zoomed. A held touch on the key unlocks; scans still work, since whoever has the scanner is
        playing."""
        from companion.screens.shell.lock import Lock

        self._lock = Lock(self.unlock, over, seen)
        self.add_widget(self._lock)

    def unlock(self) -> None:
        """Unlock the screen."""
        if self._lock is not None:
            self.remove_widget(self._lock)
            self._lock = None

    def add_widget(self, widget: Widget, *args: object, **options: object) -> None:
        """Add a widget, and keep the lock above it."""
        super().add_widget(widget, *args, **options)
        if self._lock is not None and widget is not self._lock:
            self.remove_widget(self._lock)
            super().add_widget(self._lock)

    # Touches

    def _end_touches(self) -> None:
        """End the touches on layers that are now covered or gone: a scan may change the screen while a finger is down.
        They end far away from any button, so that nothing is pressed."""
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
        """Give a touch to the topmost layer that covers its place and to nothing beneath: what people cannot see cannot
        be pressed, even where the covering screen has no button."""
        owner = next((child for child in self.children if _covers(child, touch)), None)
        touch.ud[self] = owner
        if owner is not None:
            owner.dispatch("on_touch_down", touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Pass on to the layer in which the touch began."""
        return self._hand_on("on_touch_move", touch)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Pass on to the layer in which the touch began."""
        return self._hand_on("on_touch_up", touch)

    def _hand_on(self, what: str, touch: MotionEvent) -> bool:
        owner = touch.ud.get(self)
        if owner is not None and owner.parent is self:
            owner.dispatch(what, touch)
        return True

    def clear_toasts(self) -> None:
        """Remove all toasts."""
        for child in [child for child in self.children if isinstance(child, Toast)]:
            self.remove_widget(child)


def _covers(layer: Widget, touch: MotionEvent) -> bool:
    """Return whether a touch belongs to a layer, whether or not the layer uses it. Toasts and drawers that stay or are
    closing cover their own area only; everything else covers the whole window."""
    if isinstance(layer, Toast):
        return bool(layer.collide_point(*touch.pos))
    if isinstance(layer, Drawer):
        return layer.covers(touch)
    return True


def turn(facing: int) -> None:
    """Rotate the whole window towards a side of the table."""
    if Window.rotation != facing:
        Window.rotation = facing
