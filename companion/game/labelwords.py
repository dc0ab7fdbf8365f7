"""Names of the objects that carry labels, and of the commands on labels."""

from companion.words import Sentence
from hardware.codes import Command, LabelKind

THINGS = {
    LabelKind.CARD: Sentence("a train card"),
    LabelKind.TICKET: Sentence("a ticket"),
    LabelKind.ROUTE: Sentence("a route"),
    LabelKind.CITY: Sentence("a city"),
}
BADGE = Sentence("a badge")

COMMANDS = {
    Command.UNDO: Sentence("Undo"),
    Command.REDO: Sentence("Redo"),
    Command.NEXT: Sentence("Next"),
    Command.TUNNEL: Sentence("Tunnel"),
    Command.PAID: Sentence("Paid"),
    Command.TAKEN_BACK: Sentence("Given up"),
    Command.DREW_CARDS: Sentence("Drew cards"),
    Command.DREW_TICKETS: Sentence("Drew tickets"),
    Command.RETURNED: Sentence("Returned tickets"),
    Command.LAST_CARD: Sentence("Drew the last card"),
    Command.YARD: Sentence("Rail yard"),
    Command.FINISH: Sentence("Finish"),
    Command.LOOK_UP: Sentence("Look up"),
}
