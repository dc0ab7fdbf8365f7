"""A photo is being read, with a bar that says how far; or it could not be read, and why."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import StringProperty

from companion.photo.findings import Findings, ReadPhoto
from companion.photo.readerprocess import Reading, Unread
from companion.photo.upright import Pixels, on_screen
from companion.screens.photo.photostep import PhotoStep
from companion.screens.shell.background import in_background
from companion.screens.widgets import PushButton, Text, theme
from companion.screens.widgets.bars import Filling
from companion.screens.widgets.photoview import PhotoView
from companion.words import say, sentence_case

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_LOOK = 0.1
_SHARP = 1280


class ReadingScreen(PhotoStep):
    """The screen that waits for a reading. `then` is called with what was read, `again` to take another photo, and
    `empty` to photograph the empty board again."""

    heading = StringProperty("")

    def __init__(
        self,
        session: "Session",
        photo: bytes,
        reading: Reading[Findings],
        then: Callable[[ReadPhoto], object],
        again: Callable[[], object],
        empty: Callable[[], object],
    ) -> None:
        super().__init__(session)
        self._photo, self._reading, self._then, self._again, self._empty = photo, reading, then, again, empty
        self._gone = False
        self._view = PhotoView()
        self.ids.sight.add_widget(self._view)
        self.heading = say("Reading the photo…")
        self._bar = Filling(share=0.0, size_hint_y=None, height=sp(34))
        self.ids.column.add_widget(self._bar)
        words = say("Every route is compared with your empty board. This takes a few seconds.")
        self.ids.column.add_widget(Text(text=words, color=theme.MUTED))
        self.ids.buttons.add_widget(PushButton(self.leave, text=say("Cancel")))
        self._looking = Clock.schedule_interval(lambda _: self._look(), _LOOK)
        in_background(partial(on_screen, photo, _SHARP), self._show)
        in_background(reading.run, self._done)

    def left(self) -> None:
        """End the reading, if it still goes on."""
        self._gone = True
        self._looking.cancel()
        self._reading.stop()

    def _show(self, pixels: Pixels) -> None:
        if not self._gone:
            self._view.show(pixels)

    def _look(self) -> None:
        self._bar.share = self._reading.progress

    def _done(self, result: Findings | Unread) -> None:
        if self._gone:
            return
        self._looking.cancel()
        if isinstance(result, Findings):
            self.leave()
            self._then(ReadPhoto(self._photo, result))
            return
        self.heading = say("This photo cannot be read")
        for box in (self.ids.column, self.ids.buttons):
            box.clear_widgets()
        self.ids.column.add_widget(Text(text=sentence_case(result.sentence), color=theme.ILL, mode="fit"))
        self.ids.column.add_widget(Text(text=say("Nothing was recorded."), color=theme.MUTED))
        empty = say("New photo of the empty board")
        self.ids.buttons.add_widget(PushButton(partial(self._go, self._empty), text=empty))
        another = PushButton(
            partial(self._go, self._again), text=say("Take another photo"), icon="camera", kind="main", height=dp(62)
        )
        self.ids.buttons.add_widget(another)

    def _go(self, where: Callable[[], object]) -> None:
        self.leave()
        where()

    @property
    def keeps_awake(self) -> bool:
        """Whether people watch the bar."""
        return self._bar.parent is not None

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "Photos work best with the whole board in the picture, light from above or the side, and no flash. If a "
            "photo cannot be read, take another one, or go back and tap the routes."
        )
