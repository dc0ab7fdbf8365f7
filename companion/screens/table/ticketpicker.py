"""Chooses the tickets that a player keeps: by the first letters of a city, on the map, or by scanner. Afterwards only
their number is shown."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.boards import PlayerColour
from companion.boards.shape import shape_on_screen
from companion.game import events as e
from companion.game.labelids import Labels
from companion.game.play import Play
from companion.game.ticketsearch import Card, deal_of, found_by, free_cards, next_letters, places_of, words_of
from companion.screens.map.mapview import MapView
from companion.screens.shell.dialogs import ask
from companion.screens.shell.host import Screen
from companion.screens.widgets import GradualList, PlayerChip, Pressed, PushButton, Text, theme
from companion.screens.widgets.cardrow import CardRow
from companion.words import say, sentence_case
from hardware.codes import Code, LabelKind, Scan

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


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
        """Show the cards before the points."""
        self.add_widget(CardRow(cards=self.cards, pos_hint={"center_y": 0.5}), index=1)


class TicketPicker(Screen):
    """The screen on which a player chooses the tickets to keep."""

    takes_scans = True
    count = NumericProperty(0)
    letters = StringProperty("")
    player_name = StringProperty("")
    deal = StringProperty("")
    by_map = BooleanProperty(False)
    has_map = BooleanProperty(False)

    def __init__(
        self, session: "Session", play: Play, record: Callable[[e.Event], object], player: PlayerColour
    ) -> None:
        """Show the tickets that are free; `record` gets the event with those that are kept."""
        super().__init__(session)
        self._play, self._record = play, record
        self._board = play.state.board
        self._cards = free_cards(play.state)
        self._chosen: list[Card] = []
        self._scanned: dict[tuple[str, int], Code] = {}
        """The labels of chosen tickets that were scanned."""
        self._words = {card.ticket.id: found_by(self._board, card.ticket) for card in self._cards}
        self._made: dict[tuple[str, int], TicketCard] = {}
        self._keys: dict[str, PushButton] = {}
        self._tickets = GradualList(self.ids.tickets)
        self._city: str | None = None
        self.has_map = self._board.size is not None
        self.map: MapView | None = None
        self.player = player
        self._for(player)
        self._show()

    def _for(self, colour: PlayerColour) -> None:
        self.player = colour
        row = self.ids.players
        row.clear_widgets()
        for player in self._play.state.players:
            choose, chosen = partial(self._for, player.colour), player.colour == colour
            row.add_widget(PlayerChip(choose, colour=player.colour, text=player.name, chosen=chosen))
        self.player_name = self._play.state.player(colour).name
        self.deal = deal_of(self._play.state, colour)

    # Searching

    def _show(self) -> None:
        self._show_letters()
        self._show_tickets()
        self._light()

    def _show_letters(self) -> None:
        grid = self.ids.letters
        grid.clear_widgets()
        words = [word for card in self._cards for word in self._words[card.ticket.id]]
        for letter in next_letters(words, self.letters):
            if letter not in self._keys:
                self._keys[letter] = PushButton(partial(self.write, letter), text=letter.upper(), padding=0)
            grid.add_widget(self._keys[letter])

    def write(self, letter: str) -> None:
        """Append a letter of a city's name; "" starts again."""
        self.letters = self.letters + letter if letter else ""
        self._show()

    def _matches(self, card: Card) -> bool:
        if self.by_map:
            return self._city is not None and self._city in places_of(card.ticket)
        return any(word.startswith(self.letters) for word in self._words[card.ticket.id])

    def _show_tickets(self) -> None:
        """Show the chosen tickets first, and long ones separately, since they are dealt separately (EU-11)."""
        found = [card for card in self._cards if card not in self._chosen and self._matches(card)]
        found.sort(key=lambda card: (not card.ticket.long, self._words[card.ticket.id], card.number))
        long = [card for card in found if card.ticket.long]
        short = [card for card in found if not card.ticket.long]
        if self._play.state.hand(self.player):  # long tickets come only with the first deal
            parts = ((say("Tickets"), short), (say("Long tickets"), long))
        else:
            parts = ((say("Long tickets"), long), (say("Tickets"), short))
        rows: list[Callable[[], Widget]] = [partial(self._card, card) for card in self._chosen]
        for heading, cards in parts:
            if long and short and cards:
                rows.append(partial(Text, text=heading, color=theme.MUTED))
            rows += [partial(self._card, card) for card in cards]
        if self.by_map and self._city is None and not self._chosen:
            rows.append(partial(Text, text=say("On the map, tap one of the cities on the ticket."), color=theme.MUTED))
        self._tickets.show(rows)
        self.count = len(self._chosen)

    def _card(self, card: Card) -> TicketCard:
        if card.key not in self._made:
            self._made[card.key] = self._made_card(card)
        shown = self._made[card.key]
        shown.chosen = card in self._chosen
        return shown

    def _made_card(self, card: Card) -> TicketCard:
        ticket = card.ticket
        text = words_of(self._board, ticket)
        if card.number > 1:
            text = say("{ticket} (second card)", ticket=text)
        points = str(ticket.points) if ticket.points is not None else ""
        made = TicketCard(partial(self._turn_over, card), text=text, points=points, long=ticket.long, ticket=ticket.id)
        if ticket.cards:
            made.cards = [colour for colour, count in ticket.cards.items() for _ in range(count)]
        return made

    def _turn_over(self, card: Card) -> None:
        if card in self._chosen:
            self._chosen.remove(card)
            self._scanned.pop(card.key, None)
        else:
            self._chosen.append(card)
        self.letters, self._city = "", None
        self._show()

    # On the map

    def turn_to_map(self) -> None:
        """Switch between letters and the map."""
        self.by_map, self.letters, self._city = not self.by_map, "", None
        if self.map is None and self._board.size:
            self.map = MapView(shape_on_screen(self._board, self.session.preferences.upright))
            self.map.still = True
            self.map.bind(on_tap=lambda _, place: self._tap(place))
            self.ids.map.add_widget(self.map)
        self._show()

    def _tap(self, place: tuple[float, float] | None) -> None:
        """Show the tickets of the first city that is tapped and where they lead; choose by the second one."""
        if place is None or self.map is None:
            return
        shape = self.map.shape
        named = {**shape.cities, **shape.countries}
        free = [card for card in self._cards if card not in self._chosen]
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
        """Choose the ticket that was scanned, or the player whose badge was scanned."""
        self._play.forget_scans()
        code, labels = scan.meaning, Labels(self._board)
        if not isinstance(code, Code):
            self.session.say_scan(False, sentence_case(code))
        elif code.kind is LabelKind.PLAYER and self._play.state.plays(code.colour):
            self._for(self._play.state.player(code.colour).colour)
            self.session.sounds.play("well")
        elif code.kind is LabelKind.TICKET and code.set == labels.letter and (ticket := labels.id_of(code)):
            self._choose_scanned(ticket, code)
        else:
            self.session.say_scan(False, say("Scan the tickets that {name} keeps.", name=self.player_name))

    def _choose_scanned(self, ticket: str, code: Code) -> None:
        """Choose a ticket by its card; the same card counts once, although a ticket may have two cards."""
        cards = [card for card in self._cards if card.ticket.id == ticket and card not in self._chosen]
        chosen = code in self._scanned.values()
        if not cards or chosen or self._play.ticket_cards.is_held(self._play.state, ticket, code):
            taken = chosen or (not cards and any(card.ticket.id == ticket for card in self._chosen))
            words = say("That ticket is already chosen.") if taken else say("Someone already has that ticket.")
            self.session.say_scan(False, words)
            return
        self.session.sounds.play("well")
        self._turn_over(cards[0])
        self._scanned[cards[0].key] = code

    # Done

    def keep(self) -> None:
        """Record the chosen tickets; ask first if they are too few."""
        if not self._chosen:
            self.leave()
            return
        event = e.Tickets(player=self.player, kept=tuple(card.ticket.id for card in self._chosen))
        question = self._play.question(event)
        if question:
            answers = [
                (say("Choose again"), "main", None),
                (say("Keep them anyway"), "plain", lambda: self._done(event)),
            ]
            ask(self.session.host, "", sentence_case(question), answers)
        else:
            self._done(event)

    def _done(self, event: e.Tickets) -> None:
        self.leave()
        for (ticket, _), code in self._scanned.items():
            self._play.ticket_cards.add(ticket, code)
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
