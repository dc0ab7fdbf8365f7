"""Tickets that someone keeps: found by the first letters of a city, chosen by touch. Later only their number shows."""

import unicodedata
from functools import partial
from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from companion.boards import Board, PlayerColour, Ticket
from companion.game import events as e
from companion.game.state import State
from companion.screens.anytable import AnyTable
from companion.screens.asking import ask
from companion.screens.cardrow import CardRow
from companion.screens.parts import PlayerChip, Pressed, PushButton
from companion.screens.stage import Screen
from companion.words import say, sentence_case

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


def plain(text: str) -> str:
    """The text as one would type it in a hurry: no accents, no capitals."""
    spelled = text.lower().replace("ø", "o").replace("æ", "ae").replace("ß", "ss")
    return "".join(c for c in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(c))


def available(state: State) -> list[Ticket]:
    """Tickets of which a card is still with nobody."""
    held = [ticket for hand in state.hands.values() for ticket in hand]
    boxed = state.boxed
    return [t for t in state.board.tickets.values() if held.count(t.id) + boxed.count(t.id) < t.copies]


def words_of(board: Board, ticket: Ticket) -> str:
    """Its ends and points: "Brest – Marseille 7"."""
    start = board.place(ticket.start)
    if ticket.to is not None:
        return f"{start} – {board.place(ticket.to)}"
    goals = ", ".join(f"{board.place(goal.to)} {goal.points}" for goal in ticket.goals)
    return f"{start} – {goals}"


class TicketCard(Pressed):
    """A ticket to choose."""

    text = StringProperty("")
    points = StringProperty("")
    long = BooleanProperty(False)
    chosen = BooleanProperty(False)
    ticket = StringProperty("")
    cards = ListProperty([])
    """The train cards that it shows, in the Card Game."""

    def on_cards(self, *_: object) -> None:
        """They stand before its points."""
        self.add_widget(CardRow(cards=self.cards, pos_hint={"center_y": 0.5}), index=1)


class TicketPicker(Screen):
    """Lets one player choose the tickets that they keep."""

    count = NumericProperty(0)
    letters = StringProperty("")
    player_name = StringProperty("")
    offered = ListProperty([])

    def __init__(self, table: AnyTable) -> None:
        super().__init__(table.desk)
        self._table = table
        self._chosen: list[str] = []
        self._tickets = available(table.play.state)
        self._known = {t.id: plain(words_of(table.play.state.board, t)) for t in self._tickets}
        self.player: PlayerColour = table.play.player
        self._show_players()
        self._show_letters()
        self._show_tickets()

    def _show_players(self) -> None:
        row = self.ids.players
        row.clear_widgets()
        for player in self._table.play.state.players:
            choose, chosen = partial(self._for, player.colour), player.colour == self.player
            row.add_widget(PlayerChip(choose, colour=player.colour, text=player.name, chosen=chosen))
        self.player_name = self._table.play.state.player(self.player).name

    def _for(self, colour: PlayerColour) -> None:
        self.player = colour
        self._show_players()

    def _show_letters(self) -> None:
        """The letters with which any city of the tickets found so far goes on."""
        grid = self.ids.letters
        grid.clear_widgets()
        follow = {
            word[len(self.letters)]
            for ticket in self._tickets
            for word in _words(self._known[ticket.id])
            if word.startswith(self.letters) and len(word) > len(self.letters)
        }
        for letter in sorted(follow):
            grid.add_widget(PushButton(partial(self.write, letter), text=letter.upper(), padding=0))

    def write(self, letter: str) -> None:
        """One more letter of a city; an empty one starts again."""
        self.letters = self.letters + letter if letter else ""
        self._show_letters()
        self._show_tickets()

    def _show_tickets(self) -> None:
        grid = self.ids.tickets
        grid.clear_widgets()
        board = self._table.play.state.board
        found = [t for t in self._tickets if t.id in self._chosen or self._matches(t)]
        for ticket in sorted(found, key=lambda t: (t.id not in self._chosen, self._known[t.id])):
            points = str(ticket.points) if ticket.points is not None else ""
            chosen = ticket.id in self._chosen
            card = TicketCard(
                text=words_of(board, ticket), points=points, long=ticket.long, chosen=chosen, ticket=ticket.id
            )
            if ticket.cards:
                card.cards = [colour for colour, count in ticket.cards.items() for _ in range(count)]
            card.bind(on_release=self._turn_over)
            grid.add_widget(card)
        self.offered = [ticket.id for ticket in found]

    def _matches(self, ticket: Ticket) -> bool:
        return any(word.startswith(self.letters) for word in _words(self._known[ticket.id]))

    def _turn_over(self, card: TicketCard) -> None:
        card.chosen = not card.chosen
        if card.chosen:
            self._chosen.append(card.ticket)
        else:
            self._chosen.remove(card.ticket)
        self.count = len(self._chosen)
        if self.letters:
            self.write("")

    def keep(self) -> None:
        """Records the chosen tickets; a gentle question first, if too few are kept."""
        if not self._chosen:
            self.leave()
            return
        event = e.Tickets(player=self.player, kept=tuple(self._chosen))
        question = self._table.play.question(event)
        if question:
            answers = [
                (say("Choose again"), "main", None),
                (say("Keep anyway"), "plain", lambda: self._record(event)),
            ]
            ask(self.desk.stage, "", sentence_case(question), answers)
        else:
            self._record(event)

    def _record(self, event: e.Tickets) -> None:
        self.leave()
        self._table.record(event)

    def leave(self) -> None:
        """Back to the table."""
        self.desk.stage.uncover(self)


def _words(text: str) -> list[str]:
    """The words by which a ticket is found."""
    return [word for word in text.replace("(", " ").replace(",", " ").split() if word[0].isalpha()]


def open_picker(table: AnyTable) -> None:
    """Opens the list of tickets over the table."""
    table.desk.stage.cover(TicketPicker(table))
