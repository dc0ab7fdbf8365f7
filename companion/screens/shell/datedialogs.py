"""Dialogs about dates: whether the clock is right, and on which day a game was played."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import TYPE_CHECKING

from companion.deviceclock import from_local, local
from companion.screens.shell.background import in_background
from companion.screens.widgets import DatePicker, Grid, PushButton, ScrollingDrawer, Text, theme
from companion.words import full_day, say

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

_NOON = time(12)
_LONGEST_LOOK = timedelta(minutes=30)
"""How long people look at a time that is shown, at most, before they agree."""


def ask_date(session: "Session") -> None:
    """Ask whether it is the day and the time that the clock says, if the clock may be wrong. This is asked only once
    after the device was switched on, and nobody has to answer."""
    clock = session.device_clock
    if not clock.is_to_be_asked():
        return
    clock.note_asked()
    shown = local(clock.guess())
    picker = DatePicker(shown, with_time=True)

    def foot(drawer: ScrollingDrawer) -> Grid:
        later = PushButton(drawer.close, text=say("Not now"))
        agree = drawer.then(lambda: set_clock(session, shown, picker.moment))
        return Grid(later, PushButton(agree, text=say("Yes, that is right"), kind="main"), cols=2)

    words = say("This device was switched off, so its clock may be wrong. Please check the time too.")
    drawer = ScrollingDrawer(Text(text=words, color=theme.MUTED), picker, foot=foot)
    drawer.waits = True

    def show(*_: object) -> None:
        drawer.title = say("Is today {day}?", day=full_day(picker.moment.date()))

    picker.bind(moment=show)
    show()
    session.host.open(drawer)


def set_clock(session: "Session", shown: datetime, chosen: datetime, then: Callable[[], object] = lambda: None) -> None:
    """Set the clock to the time that people have chosen, in the background; say whether it worked, then call `then`. If
    they left it as it was `shown`, and the clock says so, it is not set but only noted to be right."""
    clock = session.device_clock
    if chosen == shown and abs(local(clock.now()) - shown) < _LONGEST_LOOK:
        clock.confirm()
        then()
        return

    def tell(why: str) -> None:
        if why:
            session.host.toast(say("The clock cannot be set from here: {why}", why=why), theme.ILL)
        else:
            session.host.toast(say("The clock is set."), theme.WELL)
        then()

    in_background(partial(clock.set_time, from_local(chosen)), tell)


def ask_day(session: "Session", now: date, then: Callable[[date], object]) -> None:
    """Ask on which day a game was played; `now` is the day that is shown at first."""
    picker = DatePicker(datetime.combine(now, _NOON), with_time=False)

    def foot(drawer: ScrollingDrawer) -> Grid:
        save = PushButton(drawer.then(lambda: then(picker.moment.date())), text=say("Save"), kind="main")
        return Grid(PushButton(drawer.close, text=say("Cancel")), save, cols=2)

    words = Text(text="", halign="center")
    drawer = ScrollingDrawer(words, picker, title=say("When was this game played?"), foot=foot)

    def show(*_: object) -> None:
        words.text = full_day(picker.moment.date())

    picker.bind(moment=show)
    show()
    session.host.open(drawer)
