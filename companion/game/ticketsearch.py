"""Search for a ticket among the free cards, by a few letters or by two cities, without Kivy."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from companion.boards import Board, PlayerColour, Ticket
from companion.boards.rules import Rejects
from companion.game.events import Tickets
from companion.game.state import State
from companion.words import say


def plain(text: str) -> str:
    """Return the text in lower case and without accents, as it would be typed quickly."""
    spelled = text.lower().replace("ø", "o").replace("æ", "ae").replace("ß", "ss")
    return "".join(c for c in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(c))


@dataclass(frozen=True, slots=True)
class Card:
    """One ticket card; some tickets have two (GEN-A6)."""

    ticket: Ticket
    number: int = 1

    @property
    def key(self) -> tuple[str, int]:
        """The identity of the card."""
        return self.ticket.id, self.number


def free_cards(state: State) -> list[Card]:
    """Return the cards that nobody holds and that are not in the box."""
    gone = [ticket for hand in state.hands.values() for ticket in hand] + list(state.boxed)
    return [
        Card(ticket, number)
        for ticket in state.board.tickets.values()
        for number in range(1, ticket.copies - gone.count(ticket.id) + 1)
    ]


def words_of(board: Board, ticket: Ticket) -> str:
    """Return its two ends or, with several goals, each goal with its points: "Bern – France 5, Italy 8"."""
    start = board.place(ticket.start)
    if ticket.to is not None:
        return f"{start} – {board.place(ticket.to)}"
    goals = ", ".join(f"{board.place(goal.to)} {goal.points}" for goal in ticket.goals)
    return f"{start} – {goals}"


def places_of(ticket: Ticket) -> set[str]:
    """Return the cities and countries on a ticket."""
    return {ticket.start, *(goal.to for goal in ticket.goals)}


def found_by(board: Board, ticket: Ticket) -> list[str]:
    """Return the words by whose first letters the ticket is found."""
    text = plain(words_of(board, ticket))
    return [word for word in text.replace("(", " ").replace(",", " ").split() if word[0].isalpha()]


def next_letters(words: Iterable[str], letters: str) -> list[str]:
    """Return the letters that can follow `letters` in any of these words."""
    return sorted({word[len(letters)] for word in words if word.startswith(letters) and len(word) > len(letters)})


def deal_of(state: State, player: PlayerColour) -> str:
    """Return how many tickets there are to choose from, and how many must be kept (USA-7, EU-11, EU-12, OW-13,
    CG-11)."""
    figures = state.board.rules.tickets
    if state.options.counted:
        return say("Choose all of {name}’s tickets", name=state.player(player).name)
    if state.hand(player):
        if not figures.draw_keep:
            return say("Choose which of the {drawn} tickets you drew to keep, or none", drawn=figures.draw)
        if figures.draw_keep == 1:
            return say("Choose at least one of the {drawn} drawn", drawn=figures.draw)
        return say("Choose at least {least} of the {drawn} drawn", least=figures.draw_keep, drawn=figures.draw)
    dealt = figures.deal + figures.deal_long
    if figures.deal_long:
        pattern = "Choose at least {least} of the {dealt} dealt ({long} of them long)"
        return say(pattern, least=figures.keep, dealt=dealt, long=figures.deal_long)
    if figures.keep == 1:
        return say("Choose at least one of the {dealt} dealt", dealt=dealt)
    return say("Choose at least {least} of the {dealt} dealt", least=figures.keep, dealt=dealt)


def rejects_of(state: State, player: PlayerColour) -> Rejects:
    """Return where tickets go that the player does not keep now: at the start, or during the game (EU-11, EU-12,
    CH-8)."""
    figures, choice = state.board.rules.tickets, state.turns_after(Tickets(player=player, kept=())).choice
    return figures.start_rejects if choice and choice.dealt else figures.later_rejects
