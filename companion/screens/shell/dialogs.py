"""Dialogs in a drawer: a question with answers, a number, a name."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp

from companion.screens.shell.host import ScreenHost
from companion.screens.widgets import Chip, Column, Drawer, Grid, Keyboard, NumberPad, PushButton, Text
from companion.words import say, sentence_case

if TYPE_CHECKING:
    from companion.game import events as e
    from companion.game.objection import Objection

Answer = tuple[str, str, Callable[[], object] | None]
"""Text, kind of button, and action; an answer without an action only closes the drawer."""


def ask(host: ScreenHost, title: str, words: str, answers: Sequence[Answer]) -> Drawer:
    """Ask a question; every answer closes the drawer."""
    drawer = Drawer(title=title)
    buttons = [PushButton(drawer.then(do) if do else drawer.close, text=text, kind=kind) for text, kind, do in answers]
    row = Grid(*buttons, cols=min(len(answers), 3))
    drawer.fill(Column(Text(text=words, mode="fit"), row) if words else row)  # it may name a file, which has no blanks
    host.open(drawer)
    return drawer


def object_to(
    host: ScreenHost, objection: "Objection", anyway: Callable[[], object], instead: Sequence[Answer] = ()
) -> Drawer:
    """Show why a rule objects to a move. Unless the move is impossible, offer what may be meant `instead`, and to
    record it anyway."""
    from companion.game.objection import IMPOSSIBLE  # not above: the start needs dialogs, but no game yet

    words = sentence_case(objection)
    if objection.kind is IMPOSSIBLE:
        return ask(host, "", words, [(say("OK"), "main", None)])
    answers = [(say("Cancel"), "main", None), *instead, (say("Record it anyway"), "plain", anyway)]
    return ask(host, "", words, answers)


def overridden(event: "e.Event") -> "e.Event":
    """Return the same event, marked as recorded although a rule forbids it."""
    return event.model_copy(update={"override": True})


def ask_number(
    host: ScreenHost, question: str, most: int, then: Callable[[int], object], least: int = 0, value: int = 0
) -> None:
    """Ask for a number from `least` to `most`; `value` is shown until a digit is entered."""
    pad = NumberPad(question=question, least=least, most=most, value=value)
    drawer = Drawer(pad, widest=dp(460))
    pad.bind(on_entered=lambda _, value: drawer.then(lambda: then(value))())
    host.open(drawer)


def ask_name(host: ScreenHost, now: str, known: Sequence[str], named: Callable[[str], object]) -> None:
    """Ask for a player's name, offering up to four known ones."""
    keyboard = Keyboard(hint=now)
    drawer = Drawer(widest=dp(760))

    def entered(name: str) -> None:
        if name:
            drawer.close()
            named(name)

    drawer.bind(on_closed=lambda _: keyboard.release())
    keyboard.bind(on_entered=lambda _, name: entered(name))
    chips = [Chip(partial(entered, name), text=name, is_name=True) for name in known[:4]]
    drawer.fill(Column(Grid(*chips, cols=len(chips)), keyboard) if chips else keyboard)
    host.open(drawer)
