"""Whether the clock of this device is right, as far as anybody can know, and setting it.

A device without a battery or a network does not know how long it was off. Then people are asked once each time it is
switched on; what they answered is kept in a small file beside the games, which counts until it is switched off.
"""

import logging
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Protocol

from pydantic import ValidationError

from companion.boards.frozen import Frozen
from companion.files import make_folder, put
from companion.game.clock import utc_now
from hardware.systemclock import Readings

FILE = "clock.json"

_JUMP = 60 * 60
"""By how many seconds a clock drifts at most while the device is on; if it has moved more, somebody has set it."""
_APART = timedelta(hours=15)
"""How far the clock and one with a battery are apart at most: the latter may be set to local time, as on a computer
with two systems. A battery clock that has lost its time is years off."""
_MOMENT = timedelta(minutes=2)
"""What does not count as setting the clock back, since people take a moment to answer."""

_log = logging.getLogger(__name__)


class ClockNote(Frozen):
    """What people said about the clock."""

    boot: str = ""
    """When the device was switched on, as in `Readings`; it counts only until it is switched off."""
    ahead: float | None = None
    """How far the clock was ahead, as in `Readings`, when people said that it was right; None if they did not."""
    network_off: bool = False
    """Whether we told the system not to follow the network, and never told it to do so again."""


def is_right(readings: Readings, note: ClockNote, not_before: Callable[[], datetime | None]) -> bool:
    """Return whether the clock is right: the network has set it, or people said so since the device was switched on, or
    it agrees with one that has a battery and is not earlier than `not_before`. Where it cannot be known when that was,
    the clock is believed."""
    if readings.synchronised or not readings.boot:
        return True
    if note.boot == readings.boot and note.ahead is not None and abs(readings.ahead - note.ahead) < _JUMP:
        return True
    if readings.battery is None or abs(readings.battery - readings.now) > _APART:
        return False
    earliest = not_before()
    return earliest is None or readings.now >= earliest


class System(Protocol):
    """The clock of the machine, as in `hardware.systemclock`."""

    def read(self) -> Readings: ...
    def follows_network(self) -> bool: ...
    def follow_network(self, follows: bool) -> str: ...
    def set_time(self, to: datetime) -> str: ...
    def zone(self) -> str: ...
    def zones(self) -> list[str]: ...
    def set_zone(self, zone: str) -> str: ...


class DeviceClock:
    """The clock of this device, and what people said about it."""

    def __init__(
        self, folder: Path, system: System | None, not_before: Callable[[], datetime | None] = lambda: None
    ) -> None:
        """`not_before` returns a time that has passed for certain: of the newest game, or when this version was built.
        Without a `system` the clock is believed and cannot be set."""
        self._folder, self.system, self._not_before = folder, system, not_before
        self._kept: ClockNote | None = None

    @property
    def _note(self) -> ClockNote:
        if self._kept is None:
            try:
                self._kept = ClockNote.model_validate_json((self._folder / FILE).read_bytes())
            except (OSError, ValidationError):  # people are asked again
                self._kept = ClockNote()
        return self._kept

    def _keep(self, note: ClockNote) -> None:
        """Keep a note. Only log if the disk refuses; people are then asked again when the app is started again."""
        self._kept = note
        try:
            make_folder(self._folder)
            put(self._folder / FILE, note.model_dump_json().encode())
        except OSError as error:
            _log.warning("%s is not written: %s", FILE, error)

    def now(self) -> datetime:
        """Return the time, right or wrong."""
        return utc_now() if self.system is None else self.system.read().now

    def is_right(self) -> bool:
        """Return whether the clock is right, as far as anybody can know."""
        return self.system is None or is_right(self.system.read(), self._note, self._not_before)

    def is_set_by_network(self) -> bool:
        """Return whether the network has set the clock since the device was switched on."""
        return self.system is not None and self.system.read().synchronised

    def today(self) -> date | None:
        """Return the day in the time zone of this device; None if the clock may be wrong."""
        return self.now().astimezone().date() if self.is_right() else None

    def guess(self) -> datetime:
        """Return what time it may be: what the clock says, but not before what has passed for certain."""
        now, earliest = self.now(), self._not_before()
        return now if earliest is None else max(now, earliest)

    def is_to_be_asked(self) -> bool:
        """Return whether people should be asked for the date, which they are only once after switching on."""
        return self.system is not None and not self.is_right() and self._note.boot != self.system.read().boot

    def note_asked(self) -> None:
        """Note that people were asked, so that they are not asked again until the device is switched off."""
        if self.system is not None:
            self._keep(ClockNote(boot=self.system.read().boot, network_off=self._note.network_off))

    def confirm(self) -> None:
        """Note that the clock is right, because people said so."""
        if self.system is not None:
            readings = self.system.read()
            self._keep(ClockNote(boot=readings.boot, ahead=readings.ahead, network_off=self._note.network_off))

    def set_time(self, to: datetime) -> str:
        """Set the clock, which takes a moment, and note that it is right. Return why it failed, or an empty text.

        The system sets no clock that follows the network. It does so even without one, and then keeps the time over a
        restart: whenever it begins to, it moves the clock on to the latest time that it has kept. So it is told not to
        for a moment; and if the clock was set back, until it is next set forward.
        """
        if self.system is None:
            return "there is no clock"
        goes_back = to < self.system.read().now - _MOMENT
        follows = self.system.follows_network()
        if follows and (why := self.system.follow_network(False)):
            return why
        why = self.system.set_time(to)
        off = follows or self._note.network_off
        if off and (why or not goes_back):
            off = bool(self.system.follow_network(True))
        self._keep(self._note.model_copy(update={"network_off": off}))
        if not why:
            self.confirm()
        return why


def local(moment: datetime) -> datetime:
    """Return a time in the time zone of this device, without naming it."""
    return moment.astimezone().replace(tzinfo=None)


def from_local(moment: datetime) -> datetime:
    """Return a time in the time zone of this device as one that means the same everywhere."""
    return moment.astimezone(UTC)
