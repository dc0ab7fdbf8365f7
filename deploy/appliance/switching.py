"""Switching from one version to another, and back if the new one shows no picture.

Whatever happens in between, a power cut included, either the new version has shown a picture or the old one is back:
`unproven.py` is what is remembered of it.
"""

import os
import shutil

from appliance import unproven
from appliance.boot import Boot
from appliance.machine import Machine, Refusal, RefusedError, TroubleError
from appliance.places import PLACES, put
from appliance.translation import say
from appliance.unproven import Unproven
from appliance.updateoutcome import Outcome, Results
from appliance.versions import Versions, number_in


class Switching:
    """The change from the version before to a new one."""

    def __init__(self, machine: Machine, versions: Versions, boot: Boot, results: Results | None) -> None:
        self._machine, self._versions, self.boot, self.results = machine, versions, boot, results
        self._under_way = unproven.read(machine)
        if self._under_way and not versions.folder(self._under_way.before).is_dir():
            self._under_way = None
        self.before = versions.current
        """The last version that has shown a picture, or None."""
        self._earlier = versions.named("previous")
        if self._under_way and self._under_way.new == versions.current:
            self.before, self._earlier = self._under_way.before, self._under_way.earlier

    @property
    def is_under_way(self) -> bool:
        """Whether a version is installed that has shown no picture yet, with another to go back to."""
        return self._under_way is not None

    def note(self, new: str, handed_over: bool) -> None:
        """Write down that this version replaces the one before, if there is one. Doing it twice changes nothing."""
        if self.before and self.before != new and (not self._under_way or self._under_way.new != new):
            self._under_way = Unproven(new, self.before, self._earlier, handed_over)
            unproven.write(self._machine, self._under_way)

    def switch(self, new: str, start: bool) -> None:
        """Make a version the current one and start it. Raise TroubleError if it does not start; then the version
        before, if there is one, is restored."""
        if self._versions.current != new:
            os.sync()  # the version must be completely on the card before a link points to it
            self._versions.point("previous", self.before if self.before != new else self._earlier)
            self._versions.point("current", new)
        if self.results:  # before the app starts, which shows it
            self.results.write(Outcome.INSTALLED, number_in(new))
        if start:
            if not self.boot.restart():
                self._fail(new)
            self._settle()
        for folder in self._versions.superfluous():
            shutil.rmtree(folder)

    def resume(self) -> None:
        """Finish an update that a power cut interrupted, or take it back. Raise TroubleError if it is taken back."""
        if self._under_way is None:
            self._settle()
        elif self._versions.current != self._under_way.new:  # it was not begun, or is half taken back
            self._restore(self._under_way)
        elif self.boot.start():
            if self.results and self._under_way.handed_over:
                self.results.write(Outcome.INSTALLED, number_in(self._under_way.new))
            self._settle()
        else:
            self._fail(self._under_way.new)

    def _settle(self) -> None:
        unproven.clear(self._machine)
        self._under_way = None

    def _fail(self, new: str) -> None:
        """Restore the version before, if there is one, since the new one does not start. Always raise TroubleError."""
        log = say("to see its messages: sudo journalctl -u companion -n 20")
        if not self._under_way:
            dark = "it is installed but shows nothing on the screen: run sudo companion doctor; {log}"
            raise TroubleError(say(dark, log=log))
        old = self._under_way.before
        told = (
            "version {version} does not start; version {old} was restored; {log}"
            if self._restore(self._under_way)
            else ("version {version} does not start; version {old} was restored, but does not start either; {log}")
        )
        raise TroubleError(say(told, version=new, old=old, log=log))

    def _restore(self, update: Unproven) -> bool:
        """Put the version before back, with its files of the system, and return whether it starts. What is remembered
        of the update goes last, so that this too is finished after a power cut."""
        old = self._versions.folder(update.before)
        if self.results and self._versions.current == update.new:
            why = RefusedError(say("it showed nothing on the screen"), Refusal.NO_START)
            self.results.write(Outcome.RESTORED, number_in(update.new), why)
        self._versions.point("current", update.before)
        self._versions.point("previous", update.earlier)
        for name, (path, mode) in PLACES.items():
            if (old / "deploy/files" / name).exists():
                put(self._machine, old / "deploy/files" / name, path, mode)
            else:  # the old version had no such file
                self._machine.at(path).unlink(missing_ok=True)
        self.boot.reload()
        starts = self.boot.restart()
        shutil.rmtree(self._versions.folder(update.new), ignore_errors=True)
        self._settle()
        return starts
