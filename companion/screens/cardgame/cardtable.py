"""The table of the Card Game: no map, but the number of everyone's tickets, the piles at the end of a deck, the
scoring."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.boards import PlayerColour, count_words
from companion.game import events as e
from companion.game import playwords
from companion.game.outcome import CardsLaid, LookedUp, PileCounted, TunnelTried
from companion.game.pilecount import still_to_count
from companion.game.yards import Row
from companion.screens.cardgame import cardwords, yardwords
from companion.screens.cardgame.cardwords import CityCard, Fact, Step
from companion.screens.cardgame.choicescreen import ChoiceScreen, ask_each, open_completed
from companion.screens.cardgame.layingscreen import LayingScreen, open_laying
from companion.screens.cardgame.pilescreen import PileScreen
from companion.screens.shell import navigation
from companion.screens.shell.dialogs import ask
from companion.screens.shell.enteredlines import ask_missing_lines
from companion.screens.shell.gametable import GameTable
from companion.screens.shell.ruleslines import rules_lines
from companion.screens.shell.statusline import StatusLine
from companion.screens.widgets import HelpButton, Icon, Panel, PlayerSign, Pressed, PushButton, theme
from companion.words import say, sentence_case
from hardware.codes import Scan

if TYPE_CHECKING:
    from companion.game.journal import Game
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_BACKS = 20
"""Face-down tickets that are drawn; they overlap if there is not enough room."""
_SIGN = 18
"""Size in dp of a player's sign on a big city: all four may have it."""


class FactLine(BoxLayout):
    """An icon, words, and points."""

    icon = StringProperty("")
    words = StringProperty("")
    points = StringProperty("")


class YardRow(BoxLayout):
    """A row in a rail yard: its cards, the top one last, and how many they are."""

    cards = ListProperty([])


class CardSeat(Pressed):
    """A player, with what everyone may know."""

    colour = StringProperty("red")
    name = StringProperty("")
    points = StringProperty("")
    lit = BooleanProperty(False)
    """Whether the table waits for this player."""

    def show(
        self, name: str, points: str, facts: list[Fact], lit: bool, backs: int, yard: tuple[Row, ...] = ()
    ) -> None:
        """Show what is known; `backs` is the number of tickets to draw face down, `yard` what is in the rail yard."""
        self.name, self.points, self.lit = name, points, lit
        self.ids.backs.clear_widgets()
        for _ in range(min(backs, _BACKS)):
            self.ids.backs.add_widget(Icon(name="ticket", tint=theme.BRASS))
        self.ids.facts.clear_widgets()
        for fact in facts:
            self.ids.facts.add_widget(FactLine(icon=fact.icon, words=fact.words, points=fact.points))
        self.ids.yard.clear_widgets()
        for row in yard:
            self.ids.yard.add_widget(YardRow(cards=[card.colour for card in row.cards]))


class CityBox(Panel):
    """A big city, its points, and who has it."""

    name = StringProperty("")
    points = NumericProperty(0)
    winners = ListProperty([])

    def on_winners(self, *_: object) -> None:
        """Show the signs of the players who have it."""
        self.ids.winners.clear_widgets()
        for colour in self.winners:
            sign = PlayerSign(colour=colour, pos_hint={"center_y": 0.5})
            sign.size = dp(_SIGN), dp(_SIGN)
            self.ids.winners.add_widget(sign)


class CardTableScreen(GameTable):
    """A running Card Game, or a finished one that is being counted."""

    words = StringProperty("")
    doubt = StringProperty("")

    def __init__(self, session: "Session", game: "Game") -> None:
        super().__init__(session, game)
        self.agreed = False
        """Whether the players turned their tickets over. This is not saved: a restart asks again."""
        self._seats = {player.colour: CardSeat(colour=player.colour) for player in self.play.state.players}
        for colour, seat in self._seats.items():
            seat.bind(on_release=lambda _, colour=colour: self.touch_player(colour))
            self.ids.seats.add_widget(seat)
        self.status = StatusLine(size_hint_y=None, height=dp(50))
        self.ids.top.add_widget(self.status)
        self.bind(size=self._arrange)
        self.status.bind(on_home=lambda _: self.go_home(), on_undo=lambda _: self.undo())
        self.refresh()
        self.show_link()

    def _arrange(self, *_: object) -> None:
        """Make the status line two lines high if the screen is in portrait."""
        self.status.tall = self.width < self.height
        self.status.height = dp(96) if self.status.tall else dp(50)

    # What is shown

    @property
    def step(self) -> Step:
        """The current step of the game."""
        return cardwords.step(self.play.state, self.agreed)

    @property
    def shown(self) -> bool:
        """Whether the tickets are face up: when all have agreed, or while a finished game is counted."""
        return self.play.counting or self.step is Step.SHOWN

    def refresh(self) -> None:
        """Show the position as it is now."""
        state = self.play.state
        if not state.piles:
            self.agreed = False
        now, shown = self.step, self.shown
        sheet = cardwords.public_sheet(state, shown)
        expected = still_to_count(state) if now is Step.COUNT else ()
        scored, yards = state.first_scoring is not None, yardwords.followed(state)
        turn = yards.turn if yards else None
        for score in sheet.players:
            seat, player = self._seats[score.player.colour], score.player
            points = cardwords.points_of(score, shown, scored)
            lit = player.colour in (*expected, turn) or self.play.scans_for == player.colour
            backs = 0 if shown or scored or yards else len(score.tickets)
            rows = yards.of(player.colour) if yards else ()
            seat.show(player.name, points, cardwords.facts(state, score, shown), lit, backs, rows)
        self._show_cities(cardwords.big_cities(sheet) if shown or scored else [])
        if yards and (yards.last or any(state.hands.values())):
            self.words = yardwords.what_to_do(state)
        else:
            self.words = playwords.expectation(self.play) or cardwords.what_to_do(state, now)
        self.doubt = cardwords.warning(state)
        self.status.turn = (yardwords.title(state) if yards else "") or cardwords.title(state, now)
        self.status.said = playwords.last_words(self.play)
        self.status.can_undo = self.play.game.history.can_undo
        self._fill_bar(now)
        if self.session.journal.trouble:
            self.session.host.toast(sentence_case(self.session.journal.trouble), theme.ILL)

    def _show_cities(self, cards: list[CityCard]) -> None:
        self.ids.cities.clear_widgets()
        for card in cards:
            box = CityBox(name=card.name, points=card.points)
            box.winners = list(card.winners)
            self.ids.cities.add_widget(box)

    def _fill_bar(self, now: Step) -> None:
        self.ids.bar.clear_widgets()
        for text, kind, do in self._buttons(now):
            wide = 1.2 if kind == "main" else 1
            self.ids.bar.add_widget(
                PushButton(do, text=text, kind=kind, padding=(dp(4), 0), size_hint_x=wide, size_hint_y=1)
            )

        turned = self.width < self.height
        room = {"size_hint_x": 1 if turned else None, "size_hint_y": 1, "kind": "plain"}
        self.ids.bar.add_widget(HelpButton(width=dp(50), **room))
        self.ids.bar.add_widget(PushButton(self.lock, icon="lock", width=dp(50), **room))

    def _buttons(self, now: Step) -> list[tuple[str, str, Callable[[], object]]]:
        """Return text, kind and action of each button; the one for the next step stands out."""
        if yardwords.followed(self.play.state):
            return self._yard_buttons()
        found: list[tuple[str, str, Callable[[], object]]] = [(say("Tickets"), "plain", self.add_tickets)]
        match now:
            case Step.PLAY | Step.COUNT:
                found.append((say("Count the piles"), "plain" if now is Step.PLAY else "main", self.count_piles))
            case Step.CHOOSE:
                found.append((say("First scoring"), "main", self.score_first))
            case Step.AGREE:
                found.append((say("Turn tickets over"), "main", self.turn_over))
        if self.play.state.first_scoring is not None and not self.shown:
            found.append((say("Completed"), "plain", partial(open_completed, self.session.host, self.play.state)))
        log = partial(navigation.run, self.session, "log", self.play, self.answer)
        found.append((say("Log"), "plain", log))
        found.append((say("Finish"), "main" if now is Step.SHOWN else "plain", self.finish))
        return found

    def _yard_buttons(self) -> list[tuple[str, str, Callable[[], object]]]:
        """Return the buttons while a deck is played whose rail yards are followed."""
        log = partial(navigation.run, self.session, "log", self.play, self.answer)
        found: list[tuple[str, str, Callable[[], object]]] = []
        yards = self.play.state.yards
        if yards and yards.turn:
            found += [
                (say("Lay cards"), "main", self.lay_cards),
                (say("Drew cards"), "plain", self.play_draw),
                (say("Drew tickets"), "plain", self.draw_tickets),
            ]
            if yards.still_to_play is None:
                found.append((say("Last card"), "plain", self.draw_last))
        found.append((say("Log"), "plain", log))
        found.append((say("Score"), "plain" if yards and yards.turn else "main", self.score_piles))
        return found

    def show_link(self) -> None:
        """Show the state of the scanner as a small sign."""
        self.status.show_link(self.session)

    # Actions in the rail yards

    @property
    def _mover(self) -> PlayerColour:
        """The player whose turn it is, whoever else was chosen to add tickets."""
        yards = self.play.state.yards
        return (yards.turn if yards else None) or self.play.player

    def lay_cards(self) -> None:
        """Lay cards into the yard of the player whose turn it is."""
        open_laying(self.session, self.play, self.answer, self._mover)

    def play_draw(self) -> None:
        """Record that the player drew train cards."""
        self.record(e.Draw(player=self._mover))

    def draw_tickets(self) -> None:
        """Record that the player drew tickets, and open the ticket picker for those that are kept."""
        player = self._mover
        if self.record(e.Draw(player=player, of="tickets")):
            self.add_tickets(player)

    def draw_last(self) -> None:
        """CG-12, CG-20: ask who drew the last card: in this turn, or in the draw that was just recorded."""
        state, last = self.play.state, self.play.state.last
        answers: list[tuple[str, str, Callable[[], object] | None]] = [(say("Cancel"), "plain", None)]
        if isinstance(last, e.Draw) and not last.of:
            before = e.Draw(player=last.player, last_card=True)
            place = len(self.play.events) - 1
            answers.append(
                (
                    say("{name}, just now", name=state.player(last.player).name),
                    "plain",
                    lambda: self.answer(self.play.amend(place, before)),
                )
            )
        now = e.Draw(player=self._mover, last_card=True)
        name = state.player(now.player).name
        answers.append((say("{name}, this turn", name=name), "main", lambda: self.record(now)))
        words = say("Everyone, that player included, then has one more turn.")
        ask(self.session.host, say("Who drew the last card of the deck?"), words, answers)

    def score_piles(self) -> None:
        """Ask whether the deck is over, and record what was followed as the piles; or count them."""
        yards = self.play.state.yards
        if yards is None or not any(yards.track(player.colour) for player in self.play.state.players):
            self.count_piles()
            return
        answers: list[tuple[str, str, Callable[[], object] | None]] = [
            (say("Not yet"), "plain", None),
            (say("Score the piles"), "main", lambda: self.answer(self.play.record_piles())),
        ]
        ask(self.session.host, say("Is the deck empty?"), yardwords.before_scoring(self.play.state), answers)

    def look_through(self, colour: PlayerColour) -> None:
        """CG-15: show a player's own pile, where the group has agreed on it."""
        yards = yardwords.followed(self.play.state)
        assert yards is not None
        cards = say("On the track: {cards}.", cards=count_words(yards.pile(colour)) if yards.track(colour) else "–")
        answers: list[tuple[str, str, Callable[[], object] | None]] = [
            (say("Close"), "plain", None),
            (say("Tickets"), "main", partial(self.add_tickets, colour)),
        ]
        ask(self.session.host, self.play.state.player(colour).name, cards, answers)

    # Actions

    def touch_player(self, colour: PlayerColour) -> None:
        """Open what the current step needs of a player: tickets, the pile, or what it completed."""
        now = self.step
        if self.play.counting and not self.play.state.hand(colour):
            self.add_tickets(colour)
        elif now in (Step.COUNT, Step.CHOOSE, Step.AGREE) and not (self.play.counting and now is Step.CHOOSE):
            self._open_pile(colour)
        elif self.shown:
            self._open_choice(colour)
        elif self.play.state.options.yards == "open":
            self.look_through(colour)
        else:
            self.add_tickets(colour)

    def add_tickets(self, colour: PlayerColour | None = None) -> None:
        """Open the ticket picker for a player, or for the first one without tickets."""
        players = self.play.state.players
        without = [player.colour for player in players if not self.play.state.hand(player.colour)]
        self.play.choose(colour or next(iter(without), players[0].colour))
        navigation.cover(self.session, "tickets", self.play, self.record, self.play.player)

    def count_piles(self) -> None:
        """Open the first pile that is not counted yet."""
        waiting = still_to_count(self.play.state)
        self._open_pile(waiting[0] if waiting else self.play.state.players[0].colour)

    def _open_pile(self, colour: PlayerColour, said: str = "") -> None:
        """Open the count of a player's pile; `said` is the response to a card that was scanned."""
        self.session.host.cover(PileScreen(self.session, self.play, self.answer, colour, said))

    def _open_choice(self, colour: PlayerColour) -> None:
        """Show a player's tickets to all."""
        recount = partial(self._open_pile, colour)
        self.session.host.cover(ChoiceScreen(self.session, self.play, self.record, colour, recount))

    def score_first(self) -> None:
        """Start the first scoring (CG-5): each player chooses in secret, then the completed tickets are shown."""
        ask_each(self.session, self.play, self.record, self._ask_to_score)

    def _ask_to_score(self) -> None:
        words = say("Everyone will see the completed tickets. The other tickets stay secret.")
        answers = [
            (say("Not yet"), "plain", None),
            (say("Score the first deck"), "main", lambda: self.record(e.Scoring())),
        ]
        ask(self.session.host, say("Has everyone chosen?"), words, answers)

    def turn_over(self) -> None:
        """Ask whether everyone agrees to turn their tickets over."""
        words = say("Everyone will see which tickets each of you has. Big cities and failed tickets are counted.")
        answers = [(say("Not yet"), "plain", None), (say("Turn over"), "main", self._agree)]
        ask(self.session.host, say("Turn your tickets over now?"), words, answers)

    def _agree(self) -> None:
        self.agreed = True
        self.refresh()

    def finish(self) -> None:
        """End the game, after a question."""
        said = [cardwords.missing_piles(self.play.state), playwords.what_is_missing(self.play)]
        answers = [
            (say("Not yet"), "plain", None),
            (say("End the game"), "main", self._enter_and_end),
        ]
        ask(self.session.host, say("Is the game over?"), " ".join(filter(None, said)), answers)

    def _enter_and_end(self) -> None:
        """End the game, after the lines that people enter have been asked."""
        ask_missing_lines(self.session.host, self.play, self.record, lambda: self.record(e.End()))

    def lock(self) -> None:
        """Lock everything against touches."""
        self.session.host.lock(self.ids.bar, lambda: None)

    def help(self) -> str:
        """Return the help for the table of the Card Game."""
        if self.play.state.yards:
            return say(
                "Record every turn: cards laid in the rail yard, cards drawn or tickets drawn; the cards on the track "
                "are counted for you. Tap a player to add tickets."
            )
        return say("Record the tickets each player keeps: tap a player to add some. At the end, count the piles.")

    def more_help(self) -> list[Widget]:
        """Return the rules of the Card Game in numbers."""
        return rules_lines(self.play.state.board, alvin=False)

    def show_mover(self) -> None:
        """Refresh everything: nobody has the turn here."""
        self.refresh()

    def shows(self, words: str) -> bool:
        """Return whether these words are visible on the table already."""
        return words == sentence_case(self.words)

    def show_thing(self, outcome: LookedUp | TunnelTried | PileCounted | CardsLaid) -> None:
        """Open the screen of a pile when its first card is scanned."""
        if isinstance(outcome, PileCounted) and outcome.pile is not None:
            self._open_pile(outcome.pile.player, sentence_case(outcome.sentence))
        if isinstance(outcome, CardsLaid) and outcome.laying is not None:
            self.session.host.cover(LayingScreen(self.session, self.play, self.answer, sentence_case(outcome.sentence)))

    def heard(self, scan: Scan) -> None:
        """Treat a scan like the touch that means the same; a card that cannot be counted also opens the screen of the
        pile."""
        super().heard(scan)
        if self.play.pile is not None and self.session.host.front is self:
            self._open_pile(self.play.pile.player)
