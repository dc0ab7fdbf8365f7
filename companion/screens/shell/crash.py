"""Catches unexpected errors, and tells people that the game is safe and what they can do."""

import logging
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import StringProperty

from companion.reports import keep_report, report_of
from companion.screens.shell import navigation
from companion.screens.shell.background import in_background, late_words
from companion.screens.shell.host import Screen
from companion.words import say, sentence_case

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_log = logging.getLogger(__name__)

_OFTEN = 3
_SOON = 10.0
"""That many errors within that many seconds end the app, so that the service restarts it."""


class CrashScreen(Screen):
    """The screen after an error: says that the game is kept and offers ways to continue."""

    said = StringProperty("")

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "Something went wrong, but your game is saved. Continue takes you to the start screen, "
            "where you can pick it up again."
        )

    def __init__(self, session: "Session", report: str, kept: Path | None) -> None:
        super().__init__(session)
        self._report = report
        trouble = session.journal.trouble if session.is_open else None
        safe = say("Your game is safe: every recorded move is saved.")
        if trouble:
            safe = say("Your game is still here, but {trouble}.", trouble=trouble)
        self.said = safe + ("" if kept is None else " " + say("A report has been saved with your games."))

    def go_on(self) -> None:
        """Go home, where the game can be continued."""
        navigation.show(self.session, "home")

    def save(self) -> None:
        """Save the report to a USB stick, in the background: a stick may be slow, or never answer."""
        write = partial(_saved, self.session.mounts, self._report)
        in_background(write, self.session.host.toast, lambda: self.session.host.toast(late_words()))


def _saved(mounts: Path, report: str) -> str:
    """Write a report to a stick, and return what to say."""
    from companion.exports.writing import NotWrittenError, Place, write
    from hardware.sticks import sticks

    found = sticks(mounts)
    if not found:
        return say("Plug in a USB stick, then tap again.")
    try:
        path = write(Place(found[0].path, found[0].name), "companion-report", ".txt", report.encode())
    except NotWrittenError as error:
        return sentence_case(error.sentence)
    return say("Saved as {file}.", file=path.name)


class CrashWatch(ExceptionHandler):
    """A Kivy exception handler for unexpected errors while the app runs."""

    def __init__(self, session: "Session") -> None:
        super().__init__()
        self._session = session
        self._times: list[float] = []

    def start(self) -> "CrashWatch":
        """Start handling exceptions."""
        ExceptionManager.add_handler(self)
        return self

    def stop(self) -> None:
        """Stop handling exceptions."""
        ExceptionManager.remove_handler(self)

    def handle_exception(self, error: BaseException) -> int:
        """Keep a report and show the crash screen; let too many errors end the app. Never raises."""
        if not isinstance(error, Exception):  # KeyboardInterrupt or SystemExit: the app is meant to end
            return int(ExceptionManager.RAISE)
        now = Clock.get_boottime()
        self._times = [*(at for at in self._times if now - at < _SOON), now]
        when = datetime.now().astimezone()
        screen = type(self._session.host.front).__name__
        report = report_of(error, screen, when)
        kept = keep_report(self._session.folder, report, when)
        _log.error("%s on %s; report: %s", type(error).__name__, screen, kept)  # its text may contain names
        if len(self._times) >= _OFTEN:
            _log.critical("%d errors within %g seconds: the app ends", _OFTEN, _SOON)
            return int(ExceptionManager.RAISE)
        Clock.schedule_once(partial(self._show, report, kept), 0)
        return int(ExceptionManager.PASS)

    def _show(self, report: str, kept: Path | None, _seconds: float) -> None:
        self._session.host.show(CrashScreen(self._session, report, kept))
