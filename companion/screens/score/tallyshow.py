"""The tally as a show: moment by moment, each highlighted on the map, with the cars driving along the score track."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.boards import PlayerColour
from companion.game import events as e
from companion.game.labelids import Labels
from companion.game.outcome import Refused
from companion.game.play import Play
from companion.game.state import State
from companion.scoring import tally
from companion.scoring.linenames import line_name
from companion.scoring.proposals import proposed_choices
from companion.scoring.reveal import Moment, moments
from companion.screens.map.boardmap import BoardMap
from companion.screens.map.mapview import MapFrame
from companion.screens.score.scoretrack import ScoreTrack
from companion.screens.score.toldtickets import told_tickets
from companion.screens.shell import navigation
from companion.screens.shell.host import Screen
from companion.screens.widgets import CardSign, Panel, Text, theme
from companion.words import say, sentence_case, signed
from hardware.codes import Code, LabelKind, Scan

if TYPE_CHECKING:
    from companion.game.journal import Game
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_SECONDS: dict[str, float] = {"routes": 2.4, "ticket": 2.8, "mandala": 3.0, "longest": 3.0}
"""How long a moment lasts at the lowest speed, by kind; others last `_OTHERS`."""
_OTHERS = 2.0
SPEEDS = (1, 2, 4)


class TallyRow(Panel):
    """One player and the points so far."""

    colour = StringProperty("red")
    name = StringProperty("")
    points = NumericProperty(0)
    current = BooleanProperty(False)
    won = BooleanProperty(False)


class TallyShow(Screen):
    """A show that runs by itself; it can be paused, stepped, sped up and skipped."""

    takes_scans = True
    chapter = StringProperty("")
    said = StringProperty("")
    detail = StringProperty("")
    worth = StringProperty("")
    colour = StringProperty("")
    well = BooleanProperty(True)
    runs = BooleanProperty(True)
    over = BooleanProperty(False)
    speed = NumericProperty(1)

    def __init__(self, session: "Session", game: "Game") -> None:
        self.game = game
        super().__init__(session)
        self.play = Play(game, choices=proposed_choices)
        self.speed = session.preferences.tally_speed
        self._rows: dict[PlayerColour, TallyRow] = {}
        for player in game.state.players:
            self._rows[player.colour] = TallyRow(colour=player.colour, name=player.name)
            self.ids.players.add_widget(self._rows[player.colour])
        self.track = ScoreTrack([player.colour for player in game.state.players], pos_hint={"x": 0, "y": 0})
        self.track.still = session.host.still
        self.map: BoardMap | None = None
        self._lay_board()
        self._next: object = None
        self.place = 0
        self._read_sheet()
        self._show(at_once=True)

    def _lay_board(self) -> None:
        host, board = self.ids.host, self.game.state.board
        inside: Widget
        host.add_widget(self.track)
        if board.size is None:
            self._cards = Panel(
                orientation="vertical", fill=theme.PAPER, radius=0, padding="20dp", size_hint=(None, None)
            )
            inside = self._cards
            host.add_widget(inside)
        else:
            self.map = BoardMap(self.session, board)
            self.map.show(self.game.state)
            inside = MapFrame(size_hint=(None, None))
            inside.add_widget(self.map)
            host.add_widget(inside, index=1)

        def arrange(*_: object) -> None:
            x, y, width, height = self.track.inside
            inside.pos, inside.size = (x, y), (max(width, 1), max(height, 1))

        self.track.bind(pos=arrange, size=arrange)

    def _read_sheet(self) -> None:
        self.sheet = tally(self.game.state)
        self.moments = moments(self.sheet)

    # Position

    @property
    def moment(self) -> Moment:
        """The moment that is shown."""
        return self.moments[self.place]

    def points(self) -> Mapping[PlayerColour, int]:
        """Return the points that have been told so far, by player."""
        told = self.moments[: self.place + 1]
        return {colour: sum(one.points for one in told if one.player == colour) for colour in self._rows}

    def _show(self, at_once: bool = False) -> None:
        moment, points = self.moment, self.points()
        self.said = str(moment.sentence)
        self.detail = str(moment.detail) if moment.detail else ""
        self.worth = signed(moment.points) if moment.points else ""
        self.colour, self.well = moment.player or "", moment.well
        self.over = self.place == len(self.moments) - 1
        if self.over:
            self.game.keep_unfinished(None)  # the result has been seen
        self.chapter = self._chapter(moment)
        for colour, row in self._rows.items():
            row.points, row.current = points[colour], colour == moment.player
            row.won = self.over and any(score.player.colour == colour for score in self.sheet.winners)
        self.track.show(points, at_once)
        self._light(moment)
        self._wait()

    def _chapter(self, moment: Moment) -> str:
        """Return which part this is; for tickets, also how far it is."""
        if moment.kind == "winner":
            return say("The winner")
        if moment.kind != "ticket":
            return line_name(self.sheet.board, moment.line or moment.kind)
        own = [one for one in self.moments if one.kind == "ticket" and one.player == moment.player]
        return say("Ticket {number} of {all}", number=own.index(moment) + 1, all=len(own))

    def _light(self, moment: Moment) -> None:
        if self.map is None:
            self._show_cards(moment)
            return
        if moment.kind == "winner":
            self.map.light({})
            return
        state = self.game.state
        own = theme.PLAYERS[moment.player] if moment.player else theme.BRASS
        lit = {route: own for route in moment.lit if route not in moment.borrowed}
        lit |= dict.fromkeys(moment.other_way, theme.BRASS)
        routes = state.board.routes
        dashed = {route: theme.PLAYERS[state.owners(routes[route])[0]] for route in moment.borrowed}
        cities = [gate for place in _places(state, moment) for gate in state.board.gates(place)]
        if moment.ticket is not None and moment.ticket.options and moment.lit:
            along = state.board.cities_along(moment.lit)
            cities = [along[0], along[-1]]
        self.map.light(lit, cities, dim=True, dashed=dashed, missing=moment.missing)

    def _show_cards(self, moment: Moment) -> None:
        """Show the cards of a ticket: the Card Game has no map."""
        room = self._cards
        room.clear_widgets()
        room.add_widget(
            Text(text=self.said, font_size=theme.FIGURE, bold=True, color=theme.INK, halign="center", size_hint_y=1)
        )
        if moment.ticket is not None and moment.ticket.cards:
            row = Panel(
                fill=theme.CLEAR, spacing="10dp", size_hint=(None, None), height="72dp", pos_hint={"center_x": 0.5}
            )
            row.bind(minimum_width=row.setter("width"))
            for colour, count in moment.ticket.cards.items():
                for _ in range(count):
                    row.add_widget(CardSign(colour=colour, size=("64dp", "64dp")))
            room.add_widget(row)

    # Running

    @property
    def keeps_awake(self) -> bool:
        """Whether the screensaver must wait: until the end, since everyone is watching."""
        return not self.over

    def _wait(self) -> None:
        """Schedule the next moment, unless the show is paused or over."""
        Clock.unschedule(self._next)
        if self.runs and not self.over:
            seconds = _SECONDS.get(self.moment.kind, _OTHERS) / self.speed
            self._next = Clock.schedule_once(lambda _: self._go(1), seconds)

    def _go(self, step: int) -> None:
        self.place = min(max(self.place + step, 0), len(self.moments) - 1)
        self._show()
        self.session.sounds.play("claim" if self.moment.well else "ill")

    def step(self, step: int) -> None:
        """Move by some moments, and pause."""
        self.runs = False
        self._go(step)

    def pause(self) -> None:
        """Pause or continue; at the end, start again."""
        if self.over:
            self.place, self.runs = 0, True
            self._show(at_once=True)
            return
        self.runs = not self.runs
        self._wait()

    def faster(self) -> None:
        """Switch to the next speed, and save it; after the fastest comes the slowest."""
        self.speed = SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]
        self.session.change_preferences(tally_speed=int(self.speed))
        self._wait()

    def skip(self) -> None:
        """Skip to the winner; from there, go to the score sheet."""
        if self.over:
            navigation.show_game(self.session, self.game)
            return
        self.place = len(self.moments) - 1
        self._show()

    def left(self) -> None:
        """Stop the show."""
        Clock.unschedule(self._next)

    # Tickets

    def show_tickets(self) -> None:
        """Pause, and show everyone's tickets as far as they have been told."""
        self.runs = False
        self._wait()
        told = len(self.moments) if self.over else self.place + 1
        self.session.host.open(told_tickets(self.game.state, self.moments, told, self.add_ticket))

    def add_ticket(self) -> None:
        """Open the ticket picker for a ticket that was forgotten."""
        self.runs = False
        self._wait()
        player = self.moment.player or self.game.state.players[0].colour
        navigation.cover(self.session, "tickets", self.play, self._keep, player)

    def heard(self, scan: Scan) -> None:
        """Add a scanned ticket to the player of this moment; a scanned badge goes to that player first."""
        code, board = scan.meaning, self.game.state.board
        if not isinstance(code, Code):
            self.session.say_scan(False, sentence_case(code))
            return
        labels = Labels(board)
        if code.kind is LabelKind.PLAYER and code.colour in self._rows:
            self._turn_to(code.colour)
        elif code.kind is LabelKind.TICKET and code.set == labels.letter and (ticket := labels.id_of(code)):
            player = self.moment.player or self.game.state.players[0].colour
            if self._keep(e.Tickets(player=player, kept=(ticket,))):
                self.session.sounds.play("well")
        else:
            self.session.say_scan(
                False, say("Scan a forgotten ticket. If it is another player’s, scan their badge first.")
            )

    def _place_of(self, colour: str, ticket: str) -> int:
        """Return the place of the moment that tells a ticket."""
        told = enumerate(self.moments)
        return next(place for place, one in told if one.player == colour and one.ticket and one.ticket.id == ticket)

    def _turn_to(self, colour: str) -> None:
        own = [place for place, one in enumerate(self.moments) if one.player == colour]
        tickets = [place for place in own if self.moments[place].kind == "ticket"]
        self.place, self.runs = (tickets or own)[0], False
        self._show()
        self.session.sounds.play("well")

    def _keep(self, event: e.Event) -> bool:
        """Add forgotten tickets to the game and show them. Return whether that was possible."""
        assert isinstance(event, e.Tickets)
        outcome = self.play.add_before_end(event)
        if isinstance(outcome, Refused):
            self.session.say_scan(False, sentence_case(outcome.sentence))
            return False
        self._read_sheet()
        self.place, self.runs = self._place_of(event.player, event.kept[-1]), False
        self._show()
        return True

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "The points are counted one by one and shown on the map: watch, step through, or skip to the winner. Tap "
            "Tickets to see whose were completed, or to add a forgotten one."
        )


def _places(state: State, moment: Moment) -> list[str]:
    """Return the ends of the moment's ticket, or the cities that it is about."""
    if moment.ticket is not None:
        return [moment.ticket.start, *(goal.to for goal in moment.ticket.goals)]
    if moment.kind == "stations" and moment.player:
        return list(state.stations_of(moment.player))
    if moment.kind == "alvin" and state.alvin and state.alvin.keeper == moment.player:
        return [state.alvin.city]
    return []
