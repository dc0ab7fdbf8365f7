"""Chooses the tickets that a player keeps: by the first letters of a city, on the map, or by scanner. Afterwards only
their number is shown."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.boards import PlayerColour
from companion.game import events as e
from companion.game.labelids import Labels
from companion.game.play import Play
from companion.game.ticketpicks import EveryonesPicks, Picks
from companion.game.ticketsearch import (
    Card,
    deal_of,
    found_by,
    free_cards,
    next_letters,
    places_of,
    rejects_of,
    words_of,
)
from companion.screens.map.boardmap import BoardMap
from companion.screens.shell.dialogs import ask
from companion.screens.shell.host import Screen
from companion.screens.widgets import GradualList, PlayerChip, Pressed, PushButton, Text, theme
from companion.screens.widgets.cardrow import CardRow
from companion.screens.widgets.spares import Spares
from companion.words import say, sentence_case
from hardware.codes import Code, Command, LabelKind, Scan

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class ReturnButton(PushButton):
    """Marks a ticket as one that went out of the game."""


class TicketCard(Pressed):
    """A ticket to choose: a tap keeps it, its button says that it went out of the game (EU-11, CH-8)."""

    text = StringProperty("")
    points = StringProperty("")
    long = BooleanProperty(False)
    chosen = BooleanProperty(False)
    returned = BooleanProperty(False)
    ticket = StringProperty("")
    cards = ListProperty([])
    """The train cards that it shows, in the Card Game."""

    def offer_return(self, turn: Callable[[], object]) -> None:
        """Add a button that marks the ticket as one that went out of the game, or no longer as one."""
        self.add_widget(ReturnButton(turn, size_hint_x=None, width=dp(56), pos_hint={"center_y": 0.5}))

    def on_cards(self, *_: object) -> None:
        """Show the cards before the points."""
        self.add_widget(CardRow(cards=self.cards, pos_hint={"center_y": 0.5}), index=1)


_KEYS, _TICKETS = Spares(partial(PushButton, padding=0), 26), Spares(TicketCard, 8)


@dataclass(frozen=True, slots=True)
class Round:
    """The first deal, while the list goes from player to player."""

    players: tuple[PlayerColour, ...]
    """Those who have no tickets yet; only they can choose now."""
    picks: EveryonesPicks
    hand_to: Callable[[PlayerColour], object]
    """Asks for the screen to be handed to a player."""


class TicketPicker(Screen):
    """The screen on which a player chooses the tickets to keep."""

    takes_scans = True
    count = NumericProperty(0)
    out = NumericProperty(0)
    """The number of tickets marked as out of the game."""
    letters = StringProperty("")
    player_name = StringProperty("")
    deal = StringProperty("")
    by_map = BooleanProperty(False)

    def __init__(
        self,
        session: "Session",
        play: Play,
        record: Callable[[e.Tickets], object],
        player: PlayerColour,
        deal: Round | None = None,
    ) -> None:
        """Show the tickets that are free; `record` gets the event with those that are kept and returned. During the
        first `deal` the screen is handed round."""
        super().__init__(session)
        self._play, self._record = play, record
        self._board = play.state.board
        self._cards = free_cards(play.state)
        self._deal = deal
        self._everyones = deal.picks if deal else EveryonesPicks()
        self._everyones.limit(self._cards)
        self._offers_return = False
        """Whether the cards that were made have a button that marks them as out of the game."""
        self._returning = False
        """Whether scanned tickets are those that went out of the game."""
        self._words = {card.ticket.id: found_by(self._board, card.ticket) for card in self._cards}
        self._made: dict[tuple[str, int], TicketCard] = {}
        self._keys: dict[str, PushButton] = {}
        self._tickets = GradualList(self.ids.tickets)
        self._city: str | None = None
        self._found = False
        """Whether a ticket of the list was picked. The list then stays under the finger as it is, and the next letter
        or city begins a new search."""
        if self._board.size is None:
            self.ids.head.remove_widget(self.ids.to_map)
        self.map: BoardMap | None = None
        self._for(player)

    @property
    def _picks(self) -> Picks:
        """What the player has picked so far."""
        return self._everyones.of(self.player)

    @property
    def _offered(self) -> tuple[PlayerColour, ...]:
        """The players whose tickets can be chosen now."""
        return self._deal.players if self._deal else tuple(player.colour for player in self._play.state.players)

    def _touch_player(self, colour: PlayerColour) -> None:
        """Go on with another player. During the first deal hand them the screen first: their picks are secret."""
        if self._deal is None:
            self._for(colour)
        elif colour != self.player:
            self.leave()
            self._deal.hand_to(colour)

    def _for(self, colour: PlayerColour) -> None:
        """Show a player's own picks, and the list from its top, without what the player before was looking for."""
        self.player = colour
        self._search_again()
        self.ids.list.scroll_y = 1
        row = self.ids.players
        row.clear_widgets()
        for player in map(self._play.state.player, self._offered):
            choose, chosen = partial(self._touch_player, player.colour), player.colour == colour
            row.add_widget(PlayerChip(choose, colour=player.colour, text=player.name, chosen=chosen))
        self.player_name = self._play.state.player(colour).name
        self.deal = deal_of(self._play.state, colour)
        if self._returns_to_box != self._offers_return:
            self._offers_return = self._returns_to_box
            self._made.clear()
        self._show()

    @property
    def _returns_to_box(self) -> bool:
        """Whether tickets that are not kept now leave the game (EU-11, CH-8). Under the deck they need no record."""
        return not self._play.counting and rejects_of(self._play.state, self.player) == "box"

    # Searching

    def _show(self) -> None:
        self._show_letters()
        self._show_tickets()
        self._light()

    def _show_letters(self) -> None:
        grid = self.ids.letters
        grid.clear_widgets()
        words = [word for card in self._cards for word in self._words[card.ticket.id]]
        for letter in next_letters(words, "" if self._found else self.letters):
            if letter not in self._keys:
                self._keys[letter] = key = _KEYS.take()
                key.text = letter.upper()
                key.bind(on_release=lambda _, letter=letter: self.write(letter))
            grid.add_widget(self._keys[letter])

    def write(self, letter: str) -> None:
        """Append a letter of a city's name; "" starts again."""
        if self._found or not letter:
            self._search_again()
        self.letters += letter
        self._show()

    def _search_again(self) -> None:
        self.letters, self._city, self._found = "", None, False

    def _matches(self, card: Card) -> bool:
        if self.by_map:
            return self._city is not None and self._city in places_of(card.ticket)
        return any(word.startswith(self.letters) for word in self._words[card.ticket.id])

    def _show_tickets(self) -> None:
        """Show the chosen tickets first, and long ones separately, since they are dealt separately (EU-11)."""
        found = [card for card in self._cards if card not in self._picks.all and self._matches(card)]
        found.sort(key=lambda card: (not card.ticket.long, self._words[card.ticket.id], card.number))
        long = [card for card in found if card.ticket.long]
        short = [card for card in found if not card.ticket.long]
        if self._play.state.hand(self.player):  # long tickets come only with the first deal
            parts = ((say("Tickets"), short), (say("Long tickets"), long))
        else:
            parts = ((say("Long tickets"), long), (say("Tickets"), short))
        rows: list[Callable[[], Widget]] = [partial(self._card, card) for card in self._picks.all]
        if self._returns_to_box and not self.by_map:
            rows.insert(0, _explanation)
        for heading, cards in parts:
            if long and short and cards:
                rows.append(partial(Text, text=heading, color=theme.MUTED))
            rows += [partial(self._card, card) for card in cards]
        if self.by_map and self._city is None and not self._picks.kept:
            rows.append(partial(Text, text=say("On the map, tap one of the cities on the ticket."), color=theme.MUTED))
        self._tickets.show(rows)
        self._show_picks()

    def _show_picks(self) -> None:
        """Mark what is picked; the list stays in its order."""
        for card in self._cards:
            if card.key in self._made:
                self._mark(card)
        self.count, self.out = len(self._picks.kept), len(self._picks.returned)

    def _card(self, card: Card) -> TicketCard:
        if card.key not in self._made:
            self._made[card.key] = self._made_card(card)
        return self._mark(card)

    def _mark(self, card: Card) -> TicketCard:
        shown = self._made[card.key]
        shown.chosen, shown.returned = card in self._picks.kept, card in self._picks.returned
        return shown

    def _made_card(self, card: Card) -> TicketCard:
        ticket = card.ticket
        text = words_of(self._board, ticket)
        if card.number > 1:
            text = say("{ticket} (second card)", ticket=text)
        points = str(ticket.points) if ticket.points is not None else ""
        made = _TICKETS.take()
        made.text, made.points, made.long, made.ticket = text, points, ticket.long, ticket.id
        made.bind(on_release=lambda _: self._turn_over(card))
        if ticket.cards:
            made.cards = [colour for colour, count in ticket.cards.items() for _ in range(count)]
        if self._returns_to_box:
            made.offer_return(partial(self._return, card))
        return made

    def _turn_over(self, card: Card) -> None:
        """Keep a ticket, or no longer keep it."""
        self._move(card, self._picks.kept, self._picks.returned)

    def _return(self, card: Card) -> None:
        """Mark a ticket as out of the game, or no longer."""
        self._move(card, self._picks.returned, self._picks.kept)

    def _move(self, card: Card, to: list[Card], other: list[Card]) -> None:
        if card in other:
            other.remove(card)
        if card in to:
            to.remove(card)
            self._picks.scanned.pop(card.key, None)
        else:
            to.append(card)
        self._found = True
        self._show_letters()
        self._show_picks()

    # On the map

    def turn_to_map(self) -> None:
        """Switch between letters and the map."""
        self.by_map = not self.by_map
        self._search_again()
        if self.map is None and self._board.size:
            self.map = BoardMap(self.session, self._board)
            self.map.bind(on_tap=lambda _, place: self._tap(place))
            self.ids.map.add_widget(self.map)
        self._show()

    def _tap(self, place: tuple[float, float] | None) -> None:
        """Show the tickets of the first city that is tapped and where they lead; choose by the second one."""
        if place is None or self.map is None:
            return
        shape = self.map.shape
        if self._found:
            self._search_again()
        named = {**shape.cities, **shape.countries}
        free = [card for card in self._cards if card not in self._picks.all]
        if self._city is not None:
            free = [card for card in free if self._city in places_of(card.ticket)]
        ends = {end for card in free for end in places_of(card.ticket)} & set(named)
        reach = dp(40) / self.map.scale
        away = sorted(((named[end][0] - place[0]) ** 2 + (named[end][1] - place[1]) ** 2, end) for end in ends)
        near = away[0][1] if away and away[0][0] <= reach**2 else None
        if near is None or near == self._city:
            self._city = None
        elif self._city is None:
            self._city = near
        else:
            self._turn_over(next(card for card in free if near in places_of(card.ticket)))
            self._search_again()
        self._show()

    def _light(self) -> None:
        if self.map is None or not self.by_map:
            return
        cities = self.map.shape.cities
        if self._city is None:
            self.map.light({})
            return
        ends = {end for card in self._cards if self._matches(card) for end in places_of(card.ticket)}
        self.map.light({}, [end for end in (self._city, *sorted(ends - {self._city})) if end in cities], dim=False)

    # Scans

    def heard(self, scan: Scan) -> None:
        """Choose the ticket that was scanned, or the player whose badge was scanned. During the first deal, Next keeps
        the chosen tickets and goes on to the next player."""
        self._play.forget_scans()
        code, labels = scan.meaning, Labels(self._board)
        if not isinstance(code, Code):
            self.session.say_scan(False, sentence_case(code))
        elif code.kind is LabelKind.PLAYER and code.colour in self._offered:
            self._returning = False
            self._for(self._play.state.player(code.colour).colour)
            self.session.sounds.play("well")
        elif code.kind is LabelKind.TICKET and code.set == labels.letter and (ticket := labels.id_of(code)):
            self._choose_scanned(ticket, code)
        elif code.kind is LabelKind.COMMAND and code.command is Command.NEXT and self._deal and self._picks.all:
            self.keep()
        elif code.kind is LabelKind.COMMAND and code.command is Command.RETURNED and self._returns_to_box:
            self._returning = True
            self.session.say_scan(True, say("Scan the tickets that are out of the game."))
        else:
            self.session.say_scan(False, say("Scan the tickets that {name} keeps.", name=self.player_name))

    def _choose_scanned(self, ticket: str, code: Code) -> None:
        """Choose a ticket by its card; the same card counts once, although a ticket may have two cards."""
        cards = [card for card in self._cards if card.ticket.id == ticket and card not in self._picks.all]
        chosen = code in self._picks.scanned.values()
        if not cards or chosen or self._play.ticket_cards.is_held(self._play.state, ticket, code):
            taken = chosen or (not cards and any(card.ticket.id == ticket for card in self._picks.all))
            words = say("That ticket is already chosen.") if taken else say("Someone already has that ticket.")
            self.session.say_scan(False, words)
            return
        self.session.sounds.play("well")
        if self._returning and self._returns_to_box:
            self._return(cards[0])
        else:
            self._turn_over(cards[0])
        self._search_again()
        self._show()
        self._picks.scanned[cards[0].key] = code

    # Done

    def result(self, name: str, count: int, out: int) -> str:
        """Return what will be recorded for a player, in words."""
        keeps = (
            say("{name} keeps one ticket", "{name} keeps {count} tickets", name=name, count=count) if count else name
        )
        return say("{keeps} (out of the game: {count})", keeps=keeps, count=out) if out else keeps

    def keep(self) -> None:
        """Record the chosen tickets; ask first if they are too few."""
        if not self._picks.all:
            self.leave()
            return
        kept, returned = (tuple(card.ticket.id for card in cards) for cards in (self._picks.kept, self._picks.returned))
        event = e.Tickets(player=self.player, kept=kept, returned=returned)
        questions = self._play.questions(event)
        if questions:
            answers = [
                (say("Choose again"), "main", None),
                (say("Keep them anyway"), "plain", lambda: self._done(event)),
            ]
            ask(self.session.host, "", " ".join(map(sentence_case, questions)), answers)
        else:
            self._done(event)

    def _done(self, event: e.Tickets) -> None:
        self.leave()
        for card in self._picks.kept:
            if card.key in self._picks.scanned:
                self._play.ticket_cards.add(card.ticket.id, self._picks.scanned[card.key])
        self._record(event)

    def leave(self) -> None:
        """Close the screen."""
        self._tickets.stop()
        self.session.host.uncover(self)

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "Choose the player, then find their tickets by letter, on the map, or with the scanner. "
            "They stay secret until the game is over."
        )


def _explanation() -> Text:
    words = say("Tap the tickets that are kept. For those that go out of the game, tap the trash can.")
    return Text(text=words, color=theme.MUTED)
