"""Looks after the journal while the app runs: takes up what was done in the background, and uses quiet moments."""

from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.screens.shell.screensaver import Screensaver

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

_LOOKS = 0.5
"""Seconds between two looks."""
_QUIET = 8.0
"""Seconds without a touch or a scan after which the log is merged into the file of games."""
_CHECKS_AFTER = 3.0
"""Seconds without a touch or a scan after which the whole file is checked, once."""


class Upkeep:
    """Calls the journal now and then."""

    def __init__(self, session: "Session", screensaver: Screensaver) -> None:
        self._session, self._screensaver = session, screensaver
        self._checked = False
        self._looking = Clock.schedule_interval(self._look, _LOOKS)

    def stop(self) -> None:
        """Stop calling it."""
        self._looking.cancel()

    def _look(self, _seconds: float) -> None:
        if not self._session.is_open:
            return
        journal, alone = self._session.journal, self._screensaver.alone
        journal.tend(quiet=alone >= _QUIET)
        if not self._checked and alone >= _CHECKS_AFTER and journal.trouble is None:
            self._checked = True
            journal.check()
