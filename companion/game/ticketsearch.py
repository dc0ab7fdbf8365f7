"""Finding a ticket: which cards nobody has, and which of them a few letters or two cities mean. No Kivy."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from companion.boards import Board, PlayerColour, Ticket
from companion.game.state import State
from companion.words import say


def plain(text: str) -> str:
    """The text as one would type it in a hurry: no accents, no capitals."""
    spelled = text.lower().replace("ø", "o").replace("æ", "ae").replace("ß", "ss")
    return "".join(c for c in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(c))


@dataclass(frozen=True, slots=True)
class Card:
    """One ticket card; of some tickets there are two (GEN-A6)."""

    ticket: Ticket
    number: int = 1

    @property
    def key(self) -> tuple[str, int]:
        """Tells it from every other card."""
        return self.ticket.id, self.number


def free_cards(state: State) -> list[Card]:
    """The cards that are still with nobody."""
    gone = [ticket for hand in state.hands.values() for ticket in hand] + list(state.boxed)
    return [
        Card(ticket, number)
        for ticket in state.board.tickets.values()
        for number in range(1, ticket.copies - gone.count(ticket.id) + 1)
    ]


def words_of(board: Board, ticket: Ticket) -> str:
    """Its ends; of several goals each with its points: "Bern – France 5, Italy 8"."""
    start = board.place(ticket.start)
    if ticket.to is not None:
        return f"{start} – {board.place(ticket.to)}"
    goals = ", ".join(f"{board.place(goal.to)} {goal.points}" for goal in ticket.goals)
    return f"{start} – {goals}"


def places_of(ticket: Ticket) -> set[str]:
    """The cities and countries on it."""
    return {ticket.start, *(goal.to for goal in ticket.goals)}


def found_by(board: Board, ticket: Ticket) -> list[str]:
    """The words whose first letters find it."""
    text = plain(words_of(board, ticket))
    return [word for word in text.replace("(", " ").replace(",", " ").split() if word[0].isalpha()]


def next_letters(words: Iterable[str], letters: str) -> list[str]:
    """The letters with which any of these words goes on."""
    return sorted({word[len(letters)] for word in words if word.startswith(letters) and len(word) > len(letters)})


def deal_of(state: State, player: PlayerColour) -> str:
    """How many tickets there are to choose from, and how many must be kept (USA-7, EU-11, EU-12, OW-13, CG-11)."""
    figures = state.board.rules.tickets
    if state.options.counted:
        return say("Choose all the tickets that {name} has", name=state.player(player).name)
    if state.hand(player):
        if not figures.draw_keep:
            return say("Choose what is kept of the {drawn} drawn, or nothing", drawn=figures.draw)
        if figures.draw_keep == 1:
            return say("Choose at least one of the {drawn} drawn", drawn=figures.draw)
        return say("Choose at least {least} of the {drawn} drawn", least=figures.draw_keep, drawn=figures.draw)
    dealt = figures.deal + figures.deal_long
    if figures.deal_long:
        pattern = "Choose at least {least} of the {dealt} dealt, of which {long} is long"
        return say(pattern, least=figures.keep, dealt=dealt, long=figures.deal_long)
    if figures.keep == 1:
        return say("Choose at least one of the {dealt} dealt", dealt=dealt)
    return say("Choose at least {least} of the {dealt} dealt", least=figures.keep, dealt=dealt)
