"""Taking a game home: files on a USB stick or this device, and QR codes for a phone."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.exports.bgstats import bgstats_link
from companion.exports.finished import FinishedGame
from companion.exports.formats import KINDS, ExportFormat, take
from companion.exports.result import result_text
from companion.exports.writing import NotWrittenError, Place
from companion.screens.shell.background import Repeated, in_background, late_words
from companion.screens.shell.host import Screen
from companion.screens.widgets import Pressed, theme
from companion.screens.widgets.qrcode import QrCode
from companion.words import say, sentence_case
from companion.words.filenames import readable
from hardware.sticks import sticks

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

EXPORTS = "exports"
"""The folder for exports in the data folder, used when no stick is plugged in."""
_LOOK = 1.0
"""Seconds between two checks for a stick."""


class CodeCard(Pressed):
    """A QR code that can be shown large."""

    title = StringProperty("")
    words = StringProperty("")


class CodeScreen(Screen):
    """One QR code, as large as the screen allows."""

    title = StringProperty("")
    words = StringProperty("")

    def __init__(self, session: "Session", title: str, words: str, text: str) -> None:
        self.text = text
        super().__init__(session, title=title, words=words)
        self.code = QrCode(text)
        self.ids.room.add_widget(self.code)

    def leave(self) -> None:
        """Go back to the score sheet."""
        self.session.host.uncover(self)

    def help(self) -> str:
        """Return the help for this screen."""
        return say("Point your phone’s camera at the code. Nothing is sent anywhere: everything is in the code.")


class SharingPage(BoxLayout):
    """Files on the left, codes on the right, and where the files go."""

    place_words = StringProperty("")
    place_icon = StringProperty("folder")
    answer = StringProperty("")
    answer_ink = ColorProperty(theme.TEXT)
    busy = BooleanProperty(False)

    def __init__(self, session: "Session", game: FinishedGame) -> None:
        self._session, self._game = session, game
        super().__init__()
        self._looking = Repeated(lambda: _place(session), self._show_place, _LOOK)
        self._show_place(_this_device(session))
        cards = (
            (
                "code",
                say("Result as text"),
                say("Any phone can read this code. It shows who won, and all the points."),
                result_text(game),
            ),
            (
                "bgstats",
                say("For BG Stats"),
                say("If you have the BG Stats app on your phone, this code adds the game to it."),
                bgstats_link(game),
            ),
        )
        for name, title, words, text in cards:
            self.ids[name].bind(on_release=lambda _, about=(title, words, text): self._show_code(*about))

    def watch(self) -> None:
        """Start looking for a stick."""
        self._looking.start()

    def rest(self) -> None:
        """Stop looking for a stick."""
        self._looking.stop()

    def _show_place(self, place: Place) -> None:
        """Show where files go."""
        if place.ours:
            self.place_words = say("Plug in a USB stick, or save on this device")
        else:
            self.place_words = say("Save to the stick {name}", name=readable(place.folder.name))
        self.place_icon = "folder" if place.ours else "stick"

    def take(self, *kinds: ExportFormat) -> None:
        """Write these files, or all of them, in the background: a stick may be slow, or never answer. Only immutable
        values go there."""
        if self.busy:
            return
        self.busy = True
        self.answer, self.answer_ink = say("Saving…"), theme.MUTED
        write = partial(_written, self._session, self._game, kinds or tuple(KINDS))
        in_background(write, lambda done: self._told(*done), self._tell_late)

    def _tell_late(self) -> None:
        """Say that it takes long, and let people try again. What is being written may still arrive."""
        self.busy = False
        self.answer, self.answer_ink = late_words(), theme.ILL

    def _told(self, well: bool, words: str) -> None:
        self.busy = False
        self.answer, self.answer_ink = words, theme.WELL if well else theme.ILL
        self._session.sounds.play("well" if well else "ill")

    def _show_code(self, title: str, words: str, text: str) -> None:
        self._session.host.cover(CodeScreen(self._session, title, words, text))


def _place(session: "Session") -> Place:
    """Return the stick that is plugged in, or else the exports folder. This may take long: a stick may not answer."""
    found = sticks(session.mounts)
    return Place(found[0].path, say("The stick {name}", name=found[0].name)) if found else _this_device(session)


def _this_device(session: "Session") -> Place:
    return Place(session.folder / EXPORTS, say("This device"), ours=True)


def _written(session: "Session", game: FinishedGame, kinds: Sequence[ExportFormat]) -> tuple[bool, str]:
    """Write files, and return whether that went well, and what to say."""
    place = _place(session)
    try:
        return True, _where(take(game, kinds, place), place)
    except NotWrittenError as error:
        return False, sentence_case(error.sentence)


def _where(files: Sequence[Path], place: Place) -> str:
    """Return where these files are, in words."""
    folder = files[0].parent
    facts: dict[str, object] = {"count": len(files), "file": files[0].name, "files": files[0].stem}
    if place.ours:
        return say("{file} is in {folder}.", "{count} files ({files}) are in {folder}.", **facts, folder=folder)
    one, more = "{file} is on the stick {stick}.", "{count} files ({files}) are on the stick {stick}."
    return say(one, more, **facts, stick=readable(folder.name))
