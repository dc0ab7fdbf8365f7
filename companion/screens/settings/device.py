"""The device: brightness, screensaver, restart and power off, and the way to the USB stick."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder

from companion.screens.shell import navigation, shutdown
from companion.screens.shell.dialogs import ask
from companion.screens.shell.host import Screen
from companion.screens.widgets import Chip, Grid, PushButton, Text, theme
from companion.words import say

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

RESTS = (0, 2, 5, 15)
"""Choices for the minutes until the screensaver starts; 0 is never."""
_LIGHTS = (25, 50, 75, 100)


class DeviceScreen(Screen):
    """The settings of the device, apart from games."""

    def help(self) -> str:
        """Return the help for this screen."""
        return say("Brightness, sleep, USB stick, date, restart and power. Nothing here affects your games.")

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self._show()

    def _show(self) -> None:
        column, preferences = self.ids.column, self.session.preferences
        column.clear_widgets()
        column.add_widget(Text(text=say("Turn the screen off after"), color=theme.MUTED))
        chips = [
            Chip(partial(self._rest_after, minutes), text=_minutes(minutes), chosen=minutes == preferences.rests_after)
            for minutes in RESTS
        ]
        column.add_widget(Grid(*chips, cols=len(chips)))
        if self.session.light.is_there:
            column.add_widget(Text(text=say("Brightness"), color=theme.MUTED))
            chips = [
                Chip(partial(self._shine, light), text=f"{light} %", chosen=light == preferences.brightness)
                for light in _LIGHTS
            ]
            column.add_widget(Grid(*chips, cols=len(chips)))
        for screen, words, icon in (
            ("usb_stick", say("USB stick: update, maps, games"), "stick"),
            ("date_time", say("Date and time"), "clock"),
            ("first_steps", say("Run the setup again"), "flag"),
        ):
            open_it = partial(navigation.show, self.session, screen)
            column.add_widget(PushButton(open_it, text=words, icon=icon, centred=False))
        column.add_widget(
            Grid(
                PushButton(self._restart, text=say("Restart"), icon="turn"),
                PushButton(
                    partial(shutdown.power_off, self.session), text=say("Power off"), icon="power", kind="danger"
                ),
                cols=2,
            )
        )

    def _rest_after(self, minutes: int) -> None:
        self.session.change_preferences(rests_after=minutes)
        self._show()

    def _shine(self, light: int) -> None:
        self.session.change_preferences(brightness=light)
        if not self.session.light.shine(light / 100):
            self.session.host.toast(say("The brightness cannot be changed from here."))
        self._show()

    def _restart(self) -> None:
        answers = [(say("Cancel"), "plain", None), (say("Restart"), "main", partial(shutdown.restart, self.session))]
        ask(self.session.host, say("Restart Companion?"), say("Your games are saved."), answers)


def _minutes(minutes: int) -> str:
    return say("{minutes} min", minutes=minutes) if minutes else say("never")
