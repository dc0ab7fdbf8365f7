"""A date, and a time if it is wanted, each part with a button to go on and one to go back."""

from datetime import datetime
from functools import partial

from kivy.metrics import dp, sp
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.screens.widgets import theme
from companion.screens.widgets.buttons import PushButton
from companion.screens.widgets.datesteps import Part, stepped
from companion.screens.widgets.layouts import Grid
from companion.screens.widgets.text import Text
from companion.words import month

_DATE: tuple[Part, ...] = ("day", "month", "year")
_TIME: tuple[Part, ...] = ("hour", "minute")
_SIDE_BY_SIDE = 520
"""The width in dp from which date and time stand beside each other."""


class DatePicker(BoxLayout):
    """A date and a time to change. `moment` is what is chosen, as people here read it from a clock."""

    moment = ObjectProperty(None)

    def __init__(self, moment: datetime, with_time: bool, **options: object) -> None:
        super().__init__(size_hint_y=None, spacing=dp(3 * theme.GAP), **options)
        self._values: dict[Part, Text] = {}
        self._rows = [self._row(parts) for parts in ((_DATE, _TIME) if with_time else (_DATE,))]
        for row in self._rows:
            self.add_widget(row)
        self.bind(width=self._lay_out, moment=self._show)
        for row in self._rows:
            row.bind(height=self._lay_out)
        self.moment = moment
        self._lay_out()

    def _row(self, parts: tuple[Part, ...]) -> Grid:
        row = Grid(cols=len(parts), spacing=(dp(theme.GAP), dp(4)))
        for icon, by in (("plus", 1), ("", 0), ("minus", -1)):
            for part in parts:
                if by:
                    row.add_widget(PushButton(partial(self._step, part, by), icon=icon))
                else:
                    self._values[part] = value = Text(
                        text="", mode="fit", bold=True, halign="center", size_hint_y=None, height=sp(34)
                    )
                    row.add_widget(value)
        return row

    def _step(self, part: Part, by: int) -> None:
        self.moment = stepped(self.moment, part, by)

    def button(self, part: Part, by: int) -> PushButton:
        """Return the button that changes a part by 1 or -1."""
        row = next(row for row in self._rows if self._values[part] in row.children)
        things = list(reversed(row.children))
        place = things.index(self._values[part])
        found: PushButton = things[place - row.cols if by > 0 else place + row.cols]
        return found

    def _show(self, *_: object) -> None:
        shown = {
            "day": str(self.moment.day),
            "month": month(self.moment),
            "year": str(self.moment.year),
            "hour": f"{self.moment.hour:02}",
            "minute": f"{self.moment.minute:02}",
        }
        for part, value in self._values.items():
            value.text = shown[part]

    def _lay_out(self, *_: object) -> None:
        beside = self.width > dp(_SIDE_BY_SIDE)
        self.orientation = "horizontal" if beside else "vertical"
        for row in self._rows:
            row.size_hint_x = row.cols if beside else 1
        heights = [row.height for row in self._rows]
        self.height = max(heights) if beside else sum(heights) + self.spacing * (len(heights) - 1)
