"""The USB stick: installs a new version, copies maps from it, and saves all games to it."""

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty

from companion import updates
from companion.boards import BadMapError, read_map
from companion.exports.writing import NotWrittenError, Place, clean, write
from companion.game.journalerrors import JournalError
from companion.screens.shell import navigation
from companion.screens.shell.dialogs import ask
from companion.screens.shell.host import Screen
from companion.screens.widgets import PushButton, Text, theme
from companion.words import say, sentence_case
from hardware.sticks import Stick, sticks

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_LOOK = 1.0
"""Seconds between two checks for a stick."""
GAMES = "companion games"
"""The folder on the stick."""

_log = logging.getLogger(__name__)


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
        self._looking = Clock.schedule_interval(self._look, _LOOK)
        self._show(None)
        self._look(0)

    def left(self) -> None:
        """Stop looking for a stick."""
        self._looking.cancel()

    def _look(self, _seconds: float) -> None:
        found = next(iter(sticks(self.session.mounts)), None)
        if found != self.stick and not self.busy:
            self._show(found)

    def _show(self, stick: Stick | None) -> None:
        self.stick = stick
        column = self.ids.column
        column.clear_widgets()
        self.called = stick.name if stick else say("USB stick")
        if stick is None:
            column.add_widget(Text(text=say("Plug in a USB stick to see what is on it.")))
            return
        bundle = updates.find(stick.path)
        if bundle is None:
            words = say("There is no new version on this stick.")
            column.add_widget(Text(text=words, color=theme.MUTED))
        else:
            self._offer_update(bundle)
        maps = _maps_on(stick.path)
        if maps:
            words = say("Copy one map", "Copy {count} maps", count=len(maps))
            column.add_widget(PushButton(partial(self.take_maps, maps), text=words, icon="path"))
        save = PushButton(partial(self.save_games, stick), text=say("Save all games to the stick"), icon="book")
        save.disabled = stick.locked
        column.add_widget(save)

    def _offer_update(self, bundle: Path) -> None:
        try:
            number = updates.version_in(bundle)
        except updates.RefusedUpdateError as refused:
            self.ids.column.add_widget(Text(text=sentence_case(refused.sentence), color=theme.ILL))
            return
        now = updates.this_version()
        if number == now:
            words = say("The stick has version {number}, which is already installed.", number=number)
            self.ids.column.add_widget(Text(text=words, color=theme.MUTED))
            return
        words = say("Install version {number} (current: {now})", number=number, now=now)
        self.ids.column.add_widget(PushButton(partial(self.install, bundle, number), text=words, icon="turn"))

    # Actions

    def install(self, bundle: Path, number: str) -> None:
        """Check and copy a version, after a question; the system installs it, and restores the old one if it does not
        start."""
        answers = [
            (say("Not now"), "plain", None),
            (say("Install"), "main", lambda: self._in_the_background(partial(self._hand_over, bundle), _installed)),
        ]
        words = say("Every file is checked first. Your games are kept, and so is the current version.")
        ask(self.session.host, say("Install version {number}?", number=number), words, answers)

    def _hand_over(self, bundle: Path) -> str:
        try:
            updates.check(bundle)
            updates.hand_over(bundle, self.session.folder)
        except updates.RefusedUpdateError as refused:
            _log.warning("the version on the stick is refused: %s", refused.sentence.pattern)
            return sentence_case(refused.sentence)
        except OSError as error:
            _log.warning("the version on the stick cannot be copied: %s", error)
            return say("The new version could not be copied: {why}", why=error.strerror or error)
        return ""

    def take_maps(self, maps: list[Path]) -> None:
        """Copy the valid maps, and say what is wrong with the others."""
        taken, wrong = [], []
        for file in maps:
            try:
                board = read_map(file)
                self.session.library.put(board.id, file.read_bytes())
                taken.append(board.name)
            except BadMapError as error:
                wrong.append(f"{file.name}: {error.faults[0]}")
            except OSError as error:
                wrong.append(f"{file.name}: {error}")
        said = [say("Copied: {maps}.", maps=", ".join(taken))] if taken else []
        ask(self.session.host, "", " ".join([*said, *wrong]), [(say("OK"), "main", None)])

    def save_games(self, stick: Stick) -> None:
        """Save every game in the list to the stick, as a record."""
        try:
            games = [self.session.journal.read(game.id, self.session.library) for game in self.session.journal.games()]
        except JournalError as error:
            ask(self.session.host, "", sentence_case(error), [(say("OK"), "main", None)])
            return
        records = []
        for game in games:
            names = " ".join(player.name for player in game.state.players)
            name = clean(f"{game.begun[:10]} {game.state.board.name} {names}")
            records.append((name, game.as_record().model_dump_json(indent=2, exclude_none=True).encode()))
        self._in_the_background(partial(_write_all, stick, records), lambda screen: _saved(screen, len(records)))

    def _in_the_background(self, work: Callable[[], str], then: Callable[["UsbStickScreen"], object]) -> None:
        """Run `work` in a thread, since copying takes a while; it returns what went wrong, or "". Then call `then`."""
        self.busy = True
        self.session.host.toast(say("One moment. Leave the stick plugged in."))

        def finished(wrong: str) -> None:
            self.busy = False
            self.session.host.clear_toasts()
            if wrong:
                ask(self.session.host, "", wrong, [(say("OK"), "main", None)])
            else:
                then(self)

        def run() -> None:
            wrong = work()
            Clock.schedule_once(lambda _: finished(wrong))

        Thread(target=run, daemon=True).start()

    def leave(self) -> None:
        """Go back to the settings of the device."""
        if not self.busy:
            navigation.show(self.session, "device")


def _maps_on(stick: Path) -> list[Path]:
    """Return the map files in the root of a stick or in its folder `maps`."""
    try:
        return sorted(file for folder in (stick, stick / "maps") for file in folder.glob("*.toml") if file.is_file())
    except OSError:
        return []


def _write_all(stick: Stick, records: list[tuple[str, bytes]]) -> str:
    folder = Place(stick.path / GAMES, stick.name, ours=stick.path.is_dir())
    try:
        for name, content in records:
            write(folder, name, ".game.json", content)
    except NotWrittenError as error:
        return sentence_case(error.sentence)
    return ""


def _saved(screen: UsbStickScreen, count: int) -> None:
    words = say("One game saved to the stick.", "{count} games saved to the stick.", count=count)
    screen.session.host.toast(words, theme.WELL)


def _installed(screen: UsbStickScreen) -> None:
    words = say("The new version is being installed. Companion will restart by itself; you can remove the stick.")
    ask(screen.session.host, "", words, [(say("OK"), "main", None)])
