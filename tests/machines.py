"""A machine whose clock stops, jumps, or goes on with a battery, as hardware.systemclock would read it."""

from datetime import UTC, datetime, timedelta

from hardware.systemclock import Readings


class Machine:
    """A machine that is switched on. Its clock stands still while nobody looks, so that tests are exact.

    Like systemd, it does not set a clock that follows the network; and whenever it begins to follow the network, it
    moves the clock on to the latest time that it has kept on disk.
    """

    def __init__(
        self, now: str = "2026-11-15 19:10", battery: bool = False, network: bool = False, permitted: bool = True
    ) -> None:
        self.now = self.truth = datetime.fromisoformat(now).replace(tzinfo=UTC)
        self.has_battery, self.synchronised, self.permitted = battery, network, permitted
        self.running, self.boot, self.follows = 60.0, 1, True
        self.kept = self.now
        self.battery_is_off, self.counts_boots = timedelta(), True
        self.city, self.asked = "Europe/London", 0

    def pass_time(self, **time: float) -> None:
        """Some time passes while it is on."""
        passed = timedelta(**time)
        self.now, self.truth, self.running = (
            self.now + passed,
            self.truth + passed,
            self.running + passed.total_seconds(),
        )
        if self.follows:
            self.kept = max(self.kept, self.now)

    def be_off(self, **time: float) -> None:
        """It is switched off for some time, and on again. A clock without a battery goes on where it stopped."""
        self.truth += timedelta(**time)
        if self.has_battery:
            self.now = self.truth
        self.running, self.boot, self.synchronised = 60.0, self.boot + 1, False

    # As hardware.systemclock

    def read(self) -> Readings:
        lost = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=self.running)
        battery = self.now + self.battery_is_off if self.has_battery else lost
        boot = f"boot {self.boot}" if self.counts_boots else ""
        return Readings(self.now, self.running, boot, self.synchronised, battery)

    def follows_network(self) -> bool:
        return self.follows

    def follow_network(self, follows: bool) -> str:
        if not self.permitted:
            return "Access denied"
        if follows and not self.follows:
            self.now = max(self.now, self.kept)
        self.follows = follows
        return ""

    def set_time(self, to: datetime) -> str:
        self.asked += 1
        if not self.permitted or self.follows:
            return "Automatic time synchronization is enabled" if self.permitted else "Access denied"
        self.now = to
        return ""

    def zone(self) -> str:
        return self.city

    def zones(self) -> list[str]:
        return ["America/New_York", "Europe/London", "Europe/Oslo", "Europe/Stockholm", "Pacific/Auckland"]

    def set_zone(self, zone: str) -> str:
        if not self.permitted:
            return "Access denied"
        self.city = zone
        return ""
