"""Asking for a name: names of past games in one touch, or letters."""

from collections.abc import Callable, Sequence
from functools import partial

from kivy.metrics import dp

from companion.screens.shell.host import Stage
from companion.screens.widgets import Chip, Column, Grid, Keyboard, Sheet


def ask_name(stage: Stage, now: str, known: Sequence[str], named: Callable[[str], object]) -> None:
    """Asks who someone is."""
    keyboard = Keyboard(hint=now)
    sheet = Sheet(widest=dp(760))

    def entered(name: str) -> None:
        if name:
            sheet.close()
            named(name)

    sheet.bind(on_closed=lambda _: keyboard.release())
    keyboard.bind(on_entered=lambda _, name: entered(name))
    chips = [Chip(partial(entered, name), text=name) for name in known[:4]]
    sheet.fill(Column(Grid(*chips, cols=len(chips)), keyboard) if chips else keyboard)
    stage.open(sheet)
