"""Questions to the table: a sentence, and what can be done."""

from collections.abc import Callable, Sequence

from companion.game import events as e
from companion.game.objection import IMPOSSIBLE, Objection
from companion.screens.shell.host import Stage
from companion.screens.widgets import Column, Grid, PushButton, Sheet, Text
from companion.words import say, sentence_case

Answer = tuple[str, str, Callable[[], object] | None]
"""Words, kind of button, and what to do; nothing to do only closes."""


def ask(stage: Stage, title: str, words: str, answers: Sequence[Answer]) -> Sheet:
    """Asks something; whatever is answered, the sheet goes."""
    sheet = Sheet(title=title)
    buttons = [PushButton(sheet.then(do) if do else sheet.close, text=text, kind=kind) for text, kind, do in answers]
    row = Grid(*buttons, cols=min(len(answers), 3))
    sheet.fill(Column(Text(text=words), row) if words else row)
    stage.open(sheet)
    return sheet


def object_to(stage: Stage, objection: Objection, anyway: Callable[[], object]) -> Sheet:
    """Says what a rule has against a move. The table is right: unless it is impossible, it can be recorded anyway."""
    words = sentence_case(objection)
    if objection.kind is IMPOSSIBLE:
        return ask(stage, "", words, [(say("OK"), "main", None)])
    return ask(stage, "", words, [(say("Leave it"), "main", None), (say("Record it anyway"), "plain", anyway)])


def overridden(event: e.Event) -> e.Event:
    """The same event, recorded though a rule forbids it."""
    return event.model_copy(update={"override": True})
