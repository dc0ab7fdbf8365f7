"""The stage: one screen fills it, sheets and toasts come over it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.animation import Animation
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout

from companion.screens import theme
from companion.screens.parts import Sheet, Toast
from companion.words import say

if TYPE_CHECKING:
    from companion.screens.desk import Desk
    from hardware.scanner import Scan


class Screen(FloatLayout):
    """One thing that fills the stage."""

    def __init__(self, desk: "Desk", **options: object) -> None:
        self.desk = desk
        super().__init__(**options)

    def left(self) -> None:
        """Another screen takes its place."""

    @property
    def keeps_awake(self) -> bool:
        """Whether something goes on that people watch without touching."""
        return False

    def show_link(self) -> None:
        """The scanner came or went."""

    def heard(self, scan: "Scan") -> None:
        """Something was scanned while this screen was on."""
        self.desk.say_scan(False, say("Open a game first, then scan."))


class Stage(FloatLayout):
    """Shows one screen at a time."""

    def __init__(self, **options: object) -> None:
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
        if not self.still:
            screen.opacity = 0.0
            Animation(opacity=1.0, d=0.12).start(screen)

    @property
    def front(self) -> Screen | None:
        """The screen that people see: the one on top."""
        return next((child for child in self.children if isinstance(child, Screen)), self.screen)

    def cover(self, screen: Screen) -> None:
        """Another screen over this one, which waits below."""
        self.add_widget(screen)

    def uncover(self, screen: Screen) -> None:
        """Takes a covering screen away."""
        screen.left()
        self.remove_widget(screen)

    @property
    def sheets(self) -> list[Sheet]:
        """The sheets that are open, the uppermost first."""
        return [child for child in self.children if isinstance(child, Sheet) and not child.closing]

    def open(self, sheet: Sheet) -> Sheet:
        """A sheet slides in."""
        self.add_widget(sheet)
        sheet.slide_in(self.still)
        return sheet

    def close_sheets(self) -> None:
        """Puts all sheets away."""
        for sheet in self.sheets:
            sheet.close()

    def toast(
        self, text: str, mark: theme.Rgba = theme.BRASS, action: str = "", do: Callable[[], object] | None = None
    ) -> None:
        """A word in passing; it takes the place of the one before."""
        self.clear_toasts()
        toast = Toast(do, text=text, mark=mark, action=action)
        toast.pos_hint = {"center_x": 0.36 if self.width > self.height else 0.5, "y": dp(70) / max(self.height, 1)}
        self.add_widget(toast)

    def clear_toasts(self) -> None:
        """What was said in passing is over."""
        for child in [child for child in self.children if isinstance(child, Toast)]:
            self.remove_widget(child)


def turn(facing: int) -> None:
    """Turns the whole picture to a side of the table."""
    if Window.rotation != facing:
        Window.rotation = facing
