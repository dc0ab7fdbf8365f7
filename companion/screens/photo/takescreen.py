"""Where a photo comes from: a camera, with a live picture to aim by, or a USB stick. It is shown before it is used."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.photo.stickpictures import StickPicture, pictures_on_sticks, read_picture, thumbnail
from companion.photo.upright import BadPictureError, Pixels, on_screen, quarter_turned, upright
from companion.screens.photo.photostep import PhotoStep
from companion.screens.shell.background import Repeated, in_background, late_words
from companion.screens.widgets import Grid, Pressed, PushButton, Text, theme
from companion.screens.widgets.photoview import PhotoView
from companion.words import Sentence, say
from hardware.cameras import Camera, LiveView, NoPictureError, take

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_LOOK_FOR_STICKS, _LOOK_FOR_CAMERAS = 1.0, 4.0
"""Seconds between two looks."""
_LIVE = 1 / 8
"""Seconds between two pictures of the live view."""
_SHARP = 1280
"""Pixels of the longer side of what is shown."""
_SMALL = 176


class PictureRow(Pressed):
    """A picture on a stick; a touch shows it large."""

    text = StringProperty("")


class TakeScreen(PhotoStep):
    """The screen on which a photo is taken or chosen. `then` is called with it, as an upright JPEG."""

    heading = StringProperty("")

    def __init__(
        self,
        session: "Session",
        heading: str,
        advice: str,
        then: Callable[[bytes], object],
        empty: Callable[[], object] | None = None,
    ) -> None:
        """`empty`, if given, photographs the empty board again: for another copy of it."""
        super().__init__(session, heading=heading)
        self._advice, self._then, self._empty = advice, then, empty
        self._camera: Camera | None = None
        self._live: LiveView | None = None
        self._pictures: tuple[StickPicture, ...] = ()
        self.photo: bytes | None = None
        """The photo that is shown, if one was taken or chosen."""
        self.busy = False
        self._gone = False
        self._view = PhotoView()
        self.ids.sight.add_widget(self._view)
        self._refreshing = Clock.schedule_interval(lambda _: self._show_live(), _LIVE)
        self._sticks = Repeated(partial(pictures_on_sticks, session.mounts), self._see_pictures, _LOOK_FOR_STICKS)
        self._cameras = Repeated(session.cameras, self._see_cameras, _LOOK_FOR_CAMERAS)
        self._sticks.start()
        self._cameras.start()
        self._show_sources()

    def left(self) -> None:
        """Stop looking, and give the camera back."""
        self._gone = True
        self._refreshing.cancel()
        self._sticks.stop()
        self._cameras.stop()
        self._stop_live()

    # Sources

    def _see_cameras(self, found: list[Camera]) -> None:
        """Use the first camera that is there; another look is only needed while there is none."""
        if not found or self._camera is not None:
            return
        self._cameras.stop()
        self._camera = found[0]
        if self.photo is not None or self.busy:
            return
        self._live = LiveView(self._camera)
        if self._pictures:  # a finger may be on one of them
            self._take_button.disabled = False
        else:
            self._show_sources()

    def _see_pictures(self, found: tuple[StickPicture, ...]) -> None:
        if found != self._pictures:
            self._pictures = found
            if self.photo is None and not self.busy:
                self._show_sources()

    def _aim(self) -> None:
        """Show what the camera sees."""
        self.photo = None
        self._view.clear()
        if self._camera is not None:
            self._live = LiveView(self._camera)
        self._show_sources()

    def _stop_live(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _show_live(self) -> None:
        seen = self._live.newest() if self._live is not None else None
        if seen is not None and self.photo is None and not self.busy:
            try:
                self._view.show(on_screen(seen, _SHARP))
            except BadPictureError:  # half a picture; the next one follows
                return

    def _show_sources(self) -> None:
        """Show where a photo can come from. The button of a camera that may yet be found has its place already, so that
        nothing moves away under a finger."""
        self._take_button = PushButton(
            self._take, text=say("Take the photo"), icon="camera", kind="main", height=dp(62), disabled=not self._camera
        )
        self._fill(self._about_sources(), [self._take_button])

    def _about_sources(self) -> list[Widget]:
        things: list[Widget] = [Text(text=self._advice, color=theme.MUTED)]
        if self._pictures:
            things.append(Text(text=say("Or a picture from the USB stick:")))
            things += [self._row(picture) for picture in self._pictures]
        elif self._camera is None:
            words = say("No camera was found. Plug in a webcam, or a USB stick with a photo of the board (JPEG).")
            things.append(Text(text=words))
        else:
            things.append(Text(text=say("Or plug in a USB stick with a photo of the board (JPEG)."), color=theme.MUTED))
        if self._empty is not None:
            words = say("Another copy of the board? Take a photo of that one too, while it is empty.")
            things.append(Text(text=words, color=theme.MUTED))
            renew = partial(self._go, self._empty)
            things.append(PushButton(renew, text=say("New photo of the empty board"), icon="camera"))
        return things

    def _row(self, picture: StickPicture) -> PictureRow:
        row = PictureRow(partial(self._choose, picture), text=picture.name)

        def show(pixels: Pixels | None) -> None:
            if pixels is not None and not self._gone:
                row.ids.picture.add_widget(PhotoView(pixels))

        in_background(partial(thumbnail, picture, _SMALL), show)
        return row

    def _fill(self, things: list[Widget], buttons: list[Widget]) -> None:
        for box, widgets in ((self.ids.column, things), (self.ids.buttons, buttons)):
            box.clear_widgets()
            for widget in widgets:
                box.add_widget(widget)

    # One photo

    def _take(self) -> None:
        assert self._camera is not None
        live, self._live = self._live, None
        if live is not None:
            live.stop()
        self._wait(say("Hold still: the photo is being taken…"))
        in_background(partial(_shown, partial(_taken, self._camera, live)), self._show, self._late)

    def _choose(self, picture: StickPicture) -> None:
        self._stop_live()
        self._wait(say("One moment. Leave the stick plugged in."))
        in_background(partial(_shown, partial(read_picture, picture)), self._show, self._late)

    def _turn(self) -> None:
        assert self.photo is not None
        photo = self.photo
        self._wait(say("Turning the photo…"))
        in_background(partial(_shown, partial(quarter_turned, photo)), self._show)

    def _wait(self, words: str) -> None:
        self.busy = True
        self._view.clear()
        self._fill([Text(text=words)], [])

    def _late(self) -> None:
        if self.busy and not self._gone:
            self._fill([Text(text=late_words())], [])

    def _show(self, result: tuple[bytes, Pixels] | Sentence) -> None:
        """Show a photo large, or say why there is none."""
        self.busy = False
        if self._gone:
            return
        if isinstance(result, Sentence):
            self._aim()
            self.session.host.toast(str(result), theme.ILL)  # names of files keep their letters
            return
        self.photo, pixels = result
        self._view.show(pixels)
        things: list[Widget] = [Text(text=say("Can you see the whole board, sharp and without glare?"))]
        again = say("Take another photo") if self._camera is not None else say("Another photo")
        others = Grid(
            PushButton(self._turn, text=say("Turn it"), icon="turn"),
            PushButton(self._aim, text=again),
            cols=2,
        )
        use = PushButton(self._use, text=say("Use this photo"), icon="check", kind="main", height=dp(62))
        self._fill(things, [others, use])

    def _use(self) -> None:
        assert self.photo is not None
        self._go(partial(self._then, self.photo))

    def _go(self, on: Callable[[], object]) -> None:
        self.leave()
        on()

    @property
    def keeps_awake(self) -> bool:
        """Whether people look at the live picture without touching the screen."""
        return self._live is not None

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "The whole board must be in the picture, with light from above or the side and no flash. A photo from a "
            "phone works too: copy it to a USB stick as a JPEG."
        )


def _taken(camera: Camera, live: LiveView | None) -> bytes | Sentence:
    """Take a photo, when the live view has let go of the camera."""
    if live is not None:
        live.wait()
    try:
        return upright(take(camera))
    except (NoPictureError, BadPictureError) as error:
        return error.sentence


def _shown(get: Callable[[], bytes | Sentence]) -> tuple[bytes, Pixels] | Sentence:
    """Return a photo with what is shown of it, or why there is none."""
    photo = get()
    return photo if isinstance(photo, Sentence) else (photo, on_screen(photo, _SHARP))
