"""The first steps after the installation: which way up, language, touch, scanner, names, and a demo. Every page can be
skipped."""

from collections.abc import Callable
from functools import partial
from math import dist
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.screens.map.thumbnail import BoardThumbnail
from companion.screens.shell import navigation
from companion.screens.shell.dialogs import ask, ask_name
from companion.screens.shell.host import Screen
from companion.screens.shell.preferences import MOST_NAMES
from companion.screens.widgets import Chip, Column, Grid, Pressed, PushButton, Scroll
from companion.screens.widgets.qrcode import QrCode
from companion.words import say, sentence_case
from companion.words.language import languages, own_name, spoken
from hardware.codes import Command, Scan, command

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_EDGES = {
    0: {"center_x": 0.5, "y": 0},
    90: {"right": 1, "center_y": 0.5},
    180: {"center_x": 0.5, "top": 1},
    270: {"x": 0, "center_y": 0.5},
}
"""Where words stand that are turned by this angle, counterclockwise: at the edge next to whoever reads them."""
_NEAR = 60
"""How many dp a touch may be off its mark."""


class Corner(Widget):
    """A mark to touch."""

    touched = BooleanProperty(False)


class TouchCheck(FloatLayout):
    """Four marks in the corners; a touch elsewhere leaves a trace."""

    stray = ListProperty([])
    """The position of the last touch, if it was not on a mark."""

    def __init__(self, done: Callable[[], object], **options: object) -> None:
        super().__init__(**options)
        self._done = done
        self.marks = [Corner(pos_hint={"center_x": x, "center_y": y}) for x in (0.1, 0.9) for y in (0.14, 0.86)]
        for mark in self.marks:
            self.add_widget(mark)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        mark = next((mark for mark in self.marks if dist(mark.center, touch.pos) < dp(_NEAR)), None)
        if mark is None:
            self.stray = list(touch.pos)
            return True
        self.stray = []
        mark.touched = True
        if all(mark.touched for mark in self.marks):
            self._done()
        return True


class WayUp(Pressed):
    """Words that are read from one side of the panel; who can read them touches them."""

    turned = NumericProperty(0)
    """By how many degrees they are turned, counterclockwise."""
    text = StringProperty("")
    chosen = BooleanProperty(False)


def is_upright() -> bool:
    """Return whether the panel is higher than wide, however the picture on it is turned."""
    width, height = Window.system_size
    return bool(height > width)


class FirstSteps(Screen):
    """The pages of the first steps, one after another."""

    title = StringProperty("")
    said = StringProperty("")
    step = NumericProperty(0)
    steps = NumericProperty(1)

    def help(self) -> str:
        """Return the help for this screen."""
        return say("A quick setup: language, touchscreen, scanner, names and a demo game. Tap Next to skip a step.")

    def __init__(self, session: "Session", after_turning: bool = False) -> None:
        """Begin with the first page, or with the one after the question which way up the picture is."""
        super().__init__(session)
        session.open()
        pages = (self._language, self._fingers, self._scanner, self._names, self._last)
        self._pages = (self._way_up, *pages) if is_upright() else pages
        self.step = 1 if after_turning and is_upright() else 0
        self.steps = len(self._pages)
        self._heard = False
        self._open()

    def _open(self) -> None:
        self.ids.room.clear_widgets()
        self._pages[int(self.step)]()

    def next(self) -> None:
        """Show the next page; after the last one, home."""
        if self.step + 1 < self.steps:
            self.step += 1
            self._open()
        else:
            self.done()

    def back(self) -> None:
        """Show the previous page."""
        if self.step:
            self.step -= 1
            self._open()

    def done(self) -> None:
        """Go home, and save the preferences so that the app starts there from now on."""
        self.session.change_preferences()
        navigation.show(self.session, "home")

    # Pages

    def _way_up(self) -> None:
        """Let people turn the picture, and their touches with it: an upright panel may hang or lie on its side."""
        self.title = say("Is this the right way up?")
        self.said = say("If not, tap the arrow that points up for you.")
        room = FloatLayout()
        for turned, place in _EDGES.items():
            tile = WayUp(partial(self._turn, turned), turned=turned, chosen=not turned, text=say("This way up"))
            tile.pos_hint = place
            room.add_widget(tile)
        self.ids.room.add_widget(room)

    def _turn(self, turned: int) -> None:
        """Turn the picture so that what was turned is upright, and ask again; if it is already, go on."""
        if not turned:
            self.next()
            return
        self.session.face(self.session.preferences.facing + turned)
        self._open()

    def _language(self) -> None:
        self.title = say("Welcome!")
        self.said = say("Which language would you like?")
        chips = [
            Chip(partial(self._speak, language), text=own_name(language), chosen=language == spoken())
            for language in languages()
        ]
        self.ids.room.add_widget(Grid(*chips, cols=2, pos_hint={"center_y": 0.5}))

    def _speak(self, language: str) -> None:
        """Switch the language, and build the screen again."""
        self.session.speak(language)
        navigation.show(self.session, "first_steps", True)

    def _fingers(self) -> None:
        self.title = say("Tap the four marks")
        self.said = say("This checks that the touchscreen is accurate.")
        self.ids.room.add_widget(TouchCheck(self._fingers_are_right))

    def _fingers_are_right(self) -> None:
        self.said = say("You hit all four. Well done!")

    def _scanner(self) -> None:
        self.title = say("Do you have a scanner? Scan this code")
        self.ids.room.add_widget(QrCode(command(Command.LOOK_UP).text))
        self.show_link()

    def show_link(self) -> None:
        """Show the state of the scanner while its page is open."""
        if self._pages[int(self.step)] != self._scanner:
            return
        if self._heard:
            self.said = say("Got it! The scanner works.")
            return
        link = self.session.link
        self.said = say("If not, just continue: you can do everything by tapping.")
        if link is not None:
            self.said = sentence_case(link.why)

    def heard(self, scan: Scan) -> None:
        """Show that the scanner works, whatever was scanned."""
        self.session.sounds.play("well")
        self._heard = True
        self.show_link()

    def _names(self) -> None:
        self.title = say("Who plays here?")
        self.said = say("When you start a game, you can pick these names with one tap.")
        names = self.session.preferences.names
        chips = [Chip(partial(self._ask_to_remove, name), text=name, chosen=True) for name in names]
        add = PushButton(self._ask_name, text=say("Add a name"), icon="plus", disabled=len(names) >= MOST_NAMES)
        grid = Grid(*chips, cols=3)
        scroll = Scroll(Column(grid, add))
        self.ids.room.add_widget(scroll)

    def _ask_name(self) -> None:
        ask_name(self.session.host, say("Name"), (), self._with)

    def _with(self, name: str) -> None:
        names = self.session.preferences.names
        if name not in names:
            self.session.change_preferences(names=(*names, name))
        self._open()

    def _ask_to_remove(self, name: str) -> None:
        """Say what removing a name means before it is done."""
        words = say("It is no longer offered when you start a game. Past games keep it.")
        answers = [(say("Keep it"), "main", None), (say("Remove it"), "danger", partial(self._without, name))]
        ask(self.session.host, say("Remove the name {name}?", name=name), words, answers)

    def _without(self, name: str) -> None:
        self.session.change_preferences(names=tuple(other for other in self.session.preferences.names if other != name))
        self._open()

    def _last(self) -> None:
        self.title = say("Want to see how it works?")
        self.said = say("A whole game plays by itself in about two minutes. Tap the screen to leave.")
        watch = PushButton(self._watch, text=say("Watch a game"), icon="play", height=dp(64))
        row = BoxLayout(spacing=dp(16), padding=(0, dp(12)))
        row.add_widget(BoardThumbnail(self.session.library.load("europe")))
        side = AnchorLayout()
        side.add_widget(watch)
        row.add_widget(side)
        self.ids.room.add_widget(row)

    def _watch(self) -> None:
        self.session.change_preferences()
        navigation.run_demo(self.session)
