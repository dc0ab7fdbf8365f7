"""Date, time and time zone of the device."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder

from companion.deviceclock import local
from companion.screens.shell import navigation
from companion.screens.shell.background import in_background
from companion.screens.shell.datedialogs import set_clock
from companion.screens.shell.host import Screen
from companion.screens.widgets import Chip, DatePicker, Grid, PushButton, ScrollingDrawer, Text, theme
from companion.screens.widgets.gradual import GradualList
from companion.words import city_of, full_day, say, time_of_day

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_REGIONS = {
    "Europe": "Europe",
    "Africa": "Africa",
    "America": "America",
    "Antarctica": "Antarctica",
    "Arctic": "The Arctic",
    "Asia": "Asia",
    "Atlantic": "The Atlantic",
    "Australia": "Australia",
    "Indian": "The Indian Ocean",
    "Pacific": "The Pacific",
}
"""The regions by which time zones are named, with their names."""
_NEAR_BY = ("Europe/Oslo", "Europe/Copenhagen", "Europe/Stockholm", "Europe/London", "Europe/Helsinki")
"""The time zones of most people who use Companion."""


class DateTimeScreen(Screen):
    """The clock and the time zone; games are recorded with the day that it says."""

    def help(self) -> str:
        """Return the help for this screen."""
        return say("Games are recorded with this date. Without a network or a battery, check it after switching on.")

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self._clock = session.device_clock
        self._cities: GradualList | None = None
        self._show()

    def _show(self) -> None:
        column, clock = self.ids.column, self._clock
        column.clear_widgets()
        self._shown = now = local(clock.guess())
        column.add_widget(Text(text=self._about(), color=theme.MUTED))
        if clock.is_set_by_network():
            words = say("{day}, {time}", day=full_day(now.date()), time=time_of_day(now.time()))
            column.add_widget(Text(text=words, font_size=theme.STRONG, bold=True))
        else:
            self.picker = DatePicker(now, with_time=True)
            column.add_widget(self.picker)
            column.add_widget(PushButton(self._set, text=say("Set date and time"), icon="check", kind="main"))
        zone = clock.system.zone() if clock.system is not None else ""
        words = say("Time zone: {city}", city=city_of(zone)) if zone else say("Time zone")
        column.add_widget(PushButton(self._ask_region, text=words, icon="forward"))

    def _about(self) -> str:
        if self._clock.is_set_by_network():
            return say("The clock is set by the network.")
        if self._clock.is_right():
            return say("Change what is wrong, then tap the button.")
        return say("The clock may be wrong. Change what is wrong, then tap the button.")

    def _set(self) -> None:
        set_clock(self.session, self._shown, self.picker.moment, self._refresh)

    def _refresh(self) -> None:
        if self.session.host.screen is self:
            self._show()

    # The time zone

    def _ask_region(self) -> None:
        zones = self._clock.system.zones() if self._clock.system is not None else []
        if not zones:
            self.session.host.toast(say("The time zone cannot be changed from here."))
            return
        drawer = ScrollingDrawer(title=say("Time zone"))
        near = [self._chip(drawer, zone) for zone in _NEAR_BY if zone in zones]
        there = {zone.partition("/")[0] for zone in zones}
        regions = Grid(cols=self._columns())
        for region, name in _REGIONS.items():
            if region in there:
                go_on = partial(self._ask_city, drawer, region, zones)
                regions.add_widget(Chip(go_on, text=say(name)))
        words = Text(text=say("Or choose a region"), color=theme.MUTED)
        drawer.show(Grid(*near, cols=self._columns()), words, regions)
        drawer.bind(on_closed=lambda _: self._stop())
        self.session.host.open(drawer)

    def _ask_city(self, drawer: ScrollingDrawer, region: str, zones: list[str]) -> None:
        grid = Grid(cols=self._columns())
        self._cities = GradualList(grid)
        cities = sorted(
            (zone for zone in zones if zone.startswith(f"{region}/")), key=lambda zone: city_of(zone).casefold()
        )
        self._cities.show([partial(self._chip, drawer, zone) for zone in cities])
        drawer.show(grid)

    def _columns(self) -> int:
        return 3 if self.width > self.height else 2

    def _chip(self, drawer: ScrollingDrawer, zone: str) -> Chip:
        chosen = self._clock.system is not None and self._clock.system.zone() == zone
        return Chip(drawer.then(partial(self._set_zone, zone)), text=city_of(zone), chosen=chosen)

    def _set_zone(self, zone: str) -> None:
        system = self._clock.system
        assert system is not None, "only what a system knows is offered"
        in_background(partial(system.set_zone, zone), self._zone_is_set)

    def _zone_is_set(self, why: str) -> None:
        if why:
            words = say("The time zone cannot be changed from here: {why}", why=why)
            self.session.host.toast(words, theme.ILL)
        self._refresh()

    def _stop(self) -> None:
        if self._cities is not None:
            self._cities.stop()

    def left(self) -> None:
        """Stop adding cities."""
        self._stop()

    def leave(self) -> None:
        """Go back to the settings of the device."""
        navigation.show(self.session, "device")
