"""The USB stick: installs a new version, copies maps from it, and saves all games to it."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty

from companion import updates
from companion.boards import Library
from companion.boards.offered import Offer, OfferedMap, map_files, read_offer
from companion.game.journalerrors import JournalError
from companion.plainfiles import PlainFiles
from companion.screens.settings.gamesaver import GameSaver
from companion.screens.shell import navigation
from companion.screens.shell.background import Repeated, in_background, late_words
from companion.screens.shell.dialogs import ask
from companion.screens.shell.host import Screen
from companion.screens.shell.updatedialog import show_update_result
from companion.screens.widgets import EmptyNote, HoldButton, PushButton, Text, theme
from companion.words import Sentence, day, say, sentence_case, together, why_not
from hardware.sticks import Stick, sticks

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_LOOK = 1.0
"""Seconds between two checks for a stick."""
_TOLD = 5
"""How many files that were left out are named one by one."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Contents:
    """What is on a stick, as far as it concerns us."""

    bundle: updates.Bundle | None = None
    maps: PlainFiles = field(default_factory=PlainFiles)
    trouble: str = ""
    """Why the stick cannot be read, or ""."""


class UsbStickScreen(Screen):
    """What can be done with the stick that is plugged in."""

    called = StringProperty("")
    busy = BooleanProperty(False)

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "Plug in a USB stick to update, to copy your own maps, or to save your games. Nothing on "
            "the stick is ever overwritten."
        )

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self.stick: Stick | None = None
        self._is_old = False
        """Whether the stick has to be looked at again, because something was done with it."""
        self._shown: tuple[Stick, _Contents] | None = None
        """What the buttons on the screen belong to, if there are any."""
        self._buttons: list[PushButton] = []
        """What can be pressed now, unless something is being done already."""
        self._show_words(say("Plug in a USB stick to see what is on it."))
        self._looking = Repeated(lambda: next(iter(sticks(session.mounts)), None), self._see, _LOOK)
        self._looking.start()

    def left(self) -> None:
        """Stop looking for a stick."""
        self._looking.stop()

    def _see(self, found: Stick | None) -> None:
        """Show a stick that was plugged in, or that none is there any more."""
        show_update_result(self.session)
        if self.busy or (found == self.stick and not self._is_old):
            return
        self.stick, self._is_old = found, False
        if found is None:
            self._show_words(say("Plug in a USB stick to see what is on it."))
        else:
            if self._shown is None or self._shown[0] != found:  # else nothing moves away under a finger
                self._show_words(say("Looking at the stick…"))
            in_background(partial(_contents, found.path), partial(self._show, found), self._tell_late)

    def _show_words(self, words: str) -> None:
        self.called = self.stick.name if self.stick else say("USB stick")
        self._clear()
        if self.stick is None:
            note = EmptyNote(text=words, icon="stick")
            note.size_hint_y = None
            note.height = self.ids.scroll.height
            self.ids.scroll.bind(height=note.setter("height"))
            self.ids.column.add_widget(note)
        else:
            self.ids.column.add_widget(Text(text=words))

    def _clear(self) -> None:
        self.ids.column.clear_widgets()
        self._buttons.clear()
        self._shown = None

    def _offer(self, button: PushButton) -> None:
        """Add a button that can be pressed while nothing is being done."""
        button.disabled = self.busy
        self._buttons.append(button)
        self.ids.column.add_widget(button)

    def on_busy(self, _screen: object, busy: bool) -> None:
        """Take one thing at a time."""
        for button in self._buttons:
            button.disabled = busy

    def _tell_late(self) -> None:
        self._show_words(late_words())

    def _show(self, stick: Stick, contents: _Contents) -> None:
        if stick != self.stick or self._shown == (stick, contents):  # pulled out meanwhile, or nothing new
            return
        column = self.ids.column
        self._clear()
        self._shown = (stick, contents)
        if contents.bundle is None:
            words = say("There is no new version on this stick.")
            column.add_widget(Text(text=words, color=theme.MUTED))
        else:
            self._offer_update(contents.bundle)
        maps = contents.maps.files
        if maps:
            words = say("Copy one map", "Copy {count} maps", count=len(maps))
            self._offer(PushButton(partial(self.take_maps, maps), text=words, icon="path", centred=False))
        words = say("Save all games to the stick")
        if stick.locked:
            column.add_widget(PushButton(text=words, icon="book", centred=False, disabled=True))
            words = say("This stick is read-only: nothing can be saved to it.")
            column.add_widget(Text(text=words, color=theme.MUTED))
        else:
            self._offer(PushButton(partial(self.save_games, stick), text=words, icon="book", centred=False))
        for words in [*_told(contents.maps.skipped), contents.trouble]:
            if words:
                column.add_widget(Text(text=words, color=theme.MUTED))

    def _offer_update(self, bundle: updates.Bundle) -> None:
        found, now = bundle.release, updates.installed(self.session.mounts)
        column = self.ids.column
        if found.digest == now.digest:
            words = say("The stick has version {number}, which is already installed.", number=found.number)
            column.add_widget(Text(text=words, color=theme.MUTED))
        elif found.is_older_than(now):
            facts = {"number": found.number, "day": _day(found), "now": now.number}
            pattern = "The stick has version {number}, which is older than the current one ({now})."
            if facts["day"]:
                pattern = "The stick has version {number} from {day}, which is older than the current one ({now})."
            column.add_widget(Text(text=say(pattern, **facts)))
            words = say("Hold to go back to version {number}", number=found.number)
            remind = partial(self.session.host.toast, say("Hold the button until the update starts."))
            hand_over = partial(self._hand_over, bundle, older=True)
            self._offer(HoldButton(hand_over, remind, text=words, icon="turn", centred=False))
        else:
            words = say("Install version {number} (current: {now})", number=found.number, now=now.number)
            if found.number == now.number and (built := _day(found)):
                words = say("Install the newer version {number} from {day}", number=found.number, day=built)
            self._offer(PushButton(partial(self.install, bundle), text=words, icon="turn", centred=False))

    # Actions

    def install(self, bundle: updates.Bundle) -> None:
        """Check and copy a version, after a question; the system installs it, and restores the old one if it does not
        start."""
        install = partial(self._hand_over, bundle, older=False)
        answers = [(say("Not now"), "plain", None), (say("Install"), "main", install)]
        words = say("Every file is checked first. Your games are kept, and so is the current version.")
        ask(self.session.host, say("Install version {number}?", number=bundle.release.number), words, answers)

    def _hand_over(self, bundle: updates.Bundle, older: bool) -> None:
        """Hand a version over to the system, in the background, since copying takes a while."""
        self._begin()
        work = partial(_handed_over, bundle, self.session.folder, self.session.mounts, older)
        in_background(work, self._done, self._tell_late)

    def take_maps(self, maps: Sequence[Path]) -> None:
        """Copy the valid maps, after a question if one would replace another; say what is wrong with the rest."""
        self._begin()
        in_background(partial(read_offer, maps, self.session.library), self._take_offer, self._tell_late)

    def _take_offer(self, offer: Offer) -> None:
        self._end()
        replaced = [one for one in offer.maps if one.replaces is not None]
        others = [one for one in offer.maps if one.replaces is None]
        if not replaced or self.session.host.screen is not self:  # nobody is there to be asked
            self._copy(others, offer.skipped)
            return
        names = together([one.board.name for one in replaced])
        answers = [
            (say("Keep what I have"), "main", lambda: self._copy(others, offer.skipped)),
            (say("Replace"), "plain", lambda: self._copy(offer.maps, offer.skipped)),
        ]
        title = say("Replace the map {maps}?", "Replace the maps {maps}?", count=len(replaced), maps=names)
        ask(self.session.host, title, self._about_games(replaced), answers)

    def _about_games(self, replaced: Sequence[OfferedMap]) -> str:
        """Return what replacing these maps means for the games that are here."""
        other = say("The one on the stick has different routes, tickets or points.")
        try:
            games = [*self.session.journal.games(), *self.session.journal.games(trash=True)]
        except JournalError as error:
            return f"{other} {sentence_case(error)}"
        count = sum(game.map in {one.board.id for one in replaced} for game in games)
        if not count:
            return other
        kept = say(
            "One game here was played on it. It keeps its map and its score; new games use the new map.",
            "{count} games here were played on it. They keep their map and their score; new games use the new map.",
            count=count,
        )
        return f"{other} {kept}"

    def _copy(self, maps: Sequence[OfferedMap], skipped: Sequence[Sentence]) -> None:
        """Copy maps. First every game on a map that is replaced keeps the old one."""
        try:
            for one in maps:
                if one.replaces is not None:
                    self.session.journal.keep_map(one.replaces)
        except JournalError as error:
            self._tell(sentence_case(error))
            return
        self._begin()
        copy = partial(_copied, self.session.library, maps, skipped)
        in_background(copy, self._done, self._tell_late)

    def _done(self, words: str) -> None:
        self._end()
        self._tell(words)

    def save_games(self, stick: Stick) -> None:
        """Save every game in the list to the stick, as a record."""
        self._begin()
        try:
            GameSaver(self.session, stick, self._show_progress, self._saved, self._tell_late)
        except JournalError as error:
            self._end()
            self._tell(sentence_case(error))

    def _show_progress(self, read: int, all_: int) -> None:
        if read % 10 == 0:
            self._show_words(say("Saving game {number} of {all}…", number=read, all=all_))

    def _saved(self, count: int, unread: int, refused: Sentence | None) -> None:
        self._end()
        words = say("One game saved to the stick.", "{count} games saved to the stick.", count=count)
        if unread:
            one, more = "One game could not be read.", "{count} games could not be read."
            words += " " + say(one, more, count=unread)
        if refused is not None:
            words = sentence_case(refused) + (f" {words}" if count else "")
        if refused is not None or unread:
            self._tell(words)
        else:
            self.session.host.toast(words, theme.WELL)

    def _begin(self) -> None:
        self.busy = True
        self.session.host.toast(say("One moment. Leave the stick plugged in."))

    def _end(self) -> None:
        self.busy, self._is_old = False, True
        self.session.host.clear_toasts()

    def _tell(self, words: str) -> None:
        """Show a result that must be read; in passing if people have gone elsewhere."""
        if self.session.host.screen is self:
            ask(self.session.host, "", words, [(say("OK"), "main", None)])
        else:
            self.session.host.toast(words)

    def leave(self) -> None:
        """Go back to the settings of the device. What is being copied goes on."""
        navigation.show(self.session, "device")


def _contents(stick: Path) -> _Contents:
    """Look at a stick. This may take long, or never end: the stick may not answer."""
    try:
        return _Contents(updates.find(stick), map_files(stick))
    except OSError as error:
        return _Contents(trouble=say("The stick cannot be read: {why}.", why=why_not(error)))


def _copied(library: Library, maps: Sequence[OfferedMap], skipped: Sequence[Sentence]) -> str:
    """Copy maps to this device, and return what to say."""
    taken: list[str] = []
    wrong = _told(skipped)
    for one in maps:
        try:
            library.put(one.board.id, one.content, one.land)
            taken.append(one.board.name)
        except OSError as error:
            wrong.append(say("{map} could not be copied: {why}.", map=one.board.name, why=why_not(error)))
    said = say("Copied: {maps}.", maps=together(taken)) if taken else say("Nothing was copied.")
    return " ".join([said, *wrong])


def _told(skipped: Sequence[Sentence]) -> list[str]:
    """Return what was left out and why, not all of it one by one."""
    words = [f"{str(sentence).rstrip('.')}." for sentence in skipped[:_TOLD]]  # names of files keep their letters
    if len(skipped) > _TOLD:
        one, more = "One more file was left out.", "{count} more files were left out."
        words.append(say(one, more, count=len(skipped) - _TOLD))
    return words


def _handed_over(bundle: updates.Bundle, data: Path, root: Path, older: bool) -> str:
    """Check a version and hand it over to the system, and return what to say."""
    try:
        updates.hand_over(bundle, data, root, older)
    except updates.RefusedUpdateError as refused:
        _log.warning("the version on the stick is refused: %s", refused.sentence.pattern)
        return sentence_case(refused.sentence)
    except OSError as error:
        _log.warning("the version on the stick cannot be copied: %s", error)
        return say("The new version could not be copied: {why}.", why=why_not(error))
    return say("The new version is being installed. Companion will restart by itself; you can remove the stick.")


def _day(release: updates.Release) -> str:
    """Return the day on which a version was built; "" if it does not say, or says something else."""
    try:
        return day(date.fromisoformat(release.day))
    except ValueError:
        return ""
