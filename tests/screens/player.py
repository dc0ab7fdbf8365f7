"""Somebody who plays whole games on the real app, by touch or by scanner, and knows what should have happened."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypedDict, Unpack

from companion.screens.virtual import Driver, started

# isort: split
from companion.boards import Route
from companion.deviceclock import System
from companion.game import Event, State, refusal_of
from companion.game import events as e
from companion.scoring import sheet_json, tally
from companion.screens.map.mapview import MapView
from companion.screens.score.pointspage import LineRow
from companion.screens.score.sheetscreen import ScoreSheetScreen
from companion.screens.score.tallyshow import TallyShow
from companion.screens.table.dealscreen import DealScreen
from companion.screens.table.tablescreen import TableScreen
from companion.screens.table.ticketpicker import TicketCard
from companion.screens.table.trackcards import TrackCard
from companion.screens.table.tunnelscreen import TunnelScreen


class AppOptions(TypedDict, total=False):
    """What else the app is started with."""

    still: bool
    blind: bool
    clock: Callable[[], float]
    language: str | None
    system_clock: System | None


class HandOptions(AppOptions, total=False):
    """What a hand is told beside the folder."""

    size: tuple[int, int]
    scanner: str


class Hand:
    """One hand on the screen."""

    def __init__(
        self,
        folder: Path,
        size: tuple[int, int] = (800, 480),
        scanner: str = "none",
        **options: Unpack[AppOptions],
    ) -> None:
        self.folder, self.size, self.scanner = folder, size, scanner
        self.options: AppOptions = {"still": True, "blind": True, **options}
        self.driver: Driver = started(folder, size, scanner, **self.options)
        self.driver.settle()

    def restart(self) -> None:
        """The plug is pulled, and put back in."""
        self.driver.stop()
        self.driver = started(self.folder, self.size, self.scanner, **self.options)
        self.driver.settle()

    def stop(self) -> None:
        self.driver.stop()

    # Where we are

    @property
    def table(self) -> TableScreen:
        screen = self.driver.app.session.host.screen
        assert isinstance(screen, TableScreen), f"{screen} is on, with {self.driver.labels()}"
        return screen

    @property
    def state(self) -> State:
        return self.table.play.state

    @property
    def events(self) -> tuple[Event, ...]:
        return self.table.play.game.history.events

    @property
    def map(self) -> MapView:
        assert self.table.map is not None
        return self.table.map

    # Touching

    def touch(self, text: str) -> None:
        self.driver.touch(text)
        self.driver.settle()

    def back(self) -> None:
        self.driver.tap(self.driver.find(icon="back", kind="quiet"))
        self.driver.settle()

    def new_game(self, map_name: str, colours: str, home: str = "New game", alvin: bool = False) -> None:
        """From home to the table, with the tickets put off."""
        self.start_game(map_name, colours, home, alvin)
        self.put_tickets_off()

    def put_tickets_off(self) -> None:
        """The deal is one touch away from the table, where it is on."""
        if isinstance(self.driver.app.session.host.front, DealScreen):
            self.touch("Later, at the end")

    def start_game(self, map_name: str, colours: str, home: str = "New game", alvin: bool = False) -> None:
        """From home to whatever comes after Start."""
        self.touch(home)
        self.driver.tap(self.driver.find(name=map_name))
        self.driver.settle()
        for colour in colours.split():
            self.driver.tap(self.driver.find(colour=colour, text="", disabled=False))
            self.driver.settle()
        if alvin:
            self.touch("Alvin the Alien")
        counts = any(text == "Tap the routes" for text in self.driver.labels())
        self.touch("Start" if home == "New game" else "Tap the routes" if counts else "Start scoring")

    def tap_board(self, x: float, y: float) -> None:
        """Touches the board, and looks at what comes up: what followed at once would be a double tap."""
        self.driver.tap(self.map.to_window(*self.map.on_screen(x, y)))
        self.driver.wait(0.2)
        self.driver.settle()

    def tap_track(self, track: str) -> None:
        """Touches the middle of a track."""
        line = self.map.shape.spaces[track]
        self.tap_board(line[len(line) // 2].x, line[len(line) // 2].y)

    def tap_city(self, city: str) -> None:
        self.tap_board(*self.map.shape.cities[city])

    def cards(self) -> list[TrackCard]:
        return [card for card in self.driver.widgets(TrackCard) if self.driver.is_seen(card)]

    def claim(self, track: str) -> None:
        """A claim is two touches: near the route, and its card."""
        self.tap_track(track)
        card = next((card for card in self.cards() if card.offer.route.id == track), None)
        assert card, f"{track} is not among {[card.offer.route.id for card in self.cards()]}"
        self.driver.tap(card)
        self.driver.settle()
        if isinstance(self.driver.app.session.host.front, TunnelScreen):  # nothing was turned up, or nothing matched
            self.touch("Paid")

    def place(self, what: str, city: str) -> None:
        """A station, or a marker: its button, the city, the city's name."""
        self.touch(what)
        self.tap_city(city)
        self.touch(str(self.state.board.place(city)))

    def keep_tickets(self, *tickets: str, player: str | None = None) -> None:
        self.touch("Tickets")
        if player:
            self.touch(player)
        for ticket in tickets:
            card = next(card for card in self.driver.widgets(TicketCard) if card.ticket == ticket)
            self.driver.tap(card)
            self.driver.settle()
        name = self.state.player(self.table.play.player).name if player is None else player
        text = f"{name} keeps one ticket" if len(tickets) == 1 else f"{name} keeps {len(tickets)} tickets"
        self.touch(text)
        if self.driver.has("Keep them anyway") or any("Keep them anyway" in text for text in self.driver.labels()):
            self.touch("Keep them anyway")

    def finish(self) -> ScoreSheetScreen:
        self.touch("Finish")
        self.touch("End the game")
        return self.to_sheet()

    def to_sheet(self) -> ScoreSheetScreen:
        """From the tally, to the winner and on to the sheet."""
        assert isinstance(self.driver.app.session.host.screen, TallyShow)
        self.touch("Skip")
        self.touch("Score sheet")
        screen = self.driver.app.session.host.screen
        assert isinstance(screen, ScoreSheetScreen)
        return screen

    # Playing

    def play_turn(self, rng: Random) -> None:
        """Some legal turn of whoever is suggested; by the rules of this table, a claim if any is left."""
        state, player = self.state, self.table.play.player
        claims = [route for route in state.open_to(player) if _allowed(state, e.Claim(player=player, route=route.id))]
        if not claims or rng.random() < 0.12:
            self.touch("Drew cards")
            assert self.events[-1] == e.Draw(player=player)
            return
        route = max(rng.sample(claims, min(4, len(claims))), key=lambda route: route.length)
        self.claim(route.id)
        assert self.state.claims[-1].route is route
        assert self.state.claims[-1].player == player
        self._follow_up(route, rng)

    def _follow_up(self, route: Route, rng: Random) -> None:
        alvin = self.state.alvin
        if alvin and alvin.to_be_moved and alvin.keeper:
            city = self.state.markers_of(alvin.keeper)[0]
            self.touch(str(self.state.board.place(city)))
            assert self.events[-1] == e.Alvin(player=alvin.keeper, city=city)
        elif self.table.play.marker_cities() and rng.random() < 0.5:
            city = self.table.play.marker_cities()[0]
            self.touch(str(self.state.board.place(city)))
            assert isinstance(self.events[-1], e.Marker)
        elif self.table.follow_up is not None and not self.table.follow_up.closing:
            self.touch("No")

    def start_cities(self, rng: Random) -> None:
        """OW-2: the last in turn begins."""
        for player in reversed(self.state.players):
            assert self.table.play.player == player.colour
            free = [
                c for c in self.state.board.cities if _allowed(self.state, e.StartCity(player=player.colour, city=c))
            ]
            city = rng.choice(free)
            self.tap_city(city)
            self.touch(str(self.state.board.place(city)))
            assert self.events[-1] == e.StartCity(player=player.colour, city=city)


def _allowed(state: State, event: Event) -> bool:
    return refusal_of(state, event) is None


def shown_totals(driver: Driver) -> list[int]:
    """The totals on the screen of a finished game, in the order of players."""
    row = next(row for row in driver.widgets(LineRow) if row.name == "Total")
    return [int(label.text.replace("−", "-")) for label in reversed(row.ids.figures.children)]


def same_score(hand: Hand, screen: ScoreSheetScreen) -> None:
    """What stands on the screen is what the exported record scores."""
    from companion.boards import Library
    from companion.game import parse_record, replay

    record = parse_record(screen.game.as_record().model_dump_json(exclude_none=True).encode())
    sheet = tally(replay(record, Library().load(record.map)))
    assert sheet_json(sheet) == sheet_json(screen.sheet)
    assert shown_totals(hand.driver) == [score.total for score in sheet.players]
