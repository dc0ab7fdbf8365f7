"""Hours of play in minutes: random moves, undos, scans, unplugged scanners and screen changes, in one process."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from time import perf_counter

from companion.screens.virtual import Driver, VirtualTime, started

# isort: split
from kivy.base import EventLoop

from companion.boards import Library, PlayerColour
from companion.game import Event, Player, State, refusal_of
from companion.game import events as e
from companion.game.journal import Game, Journal
from companion.screens.score.tallyshow import TallyShow
from companion.screens.shell import navigation
from companion.screens.shell.session import Session
from companion.screens.table import logdrawer
from companion.screens.table.tablescreen import TableScreen
from companion.screens.table.ticketpicker import TicketPicker
from hardware.codes import Command, LabelKind, Scan, command, numbered, numbers, parse, player, set_letter
from hardware.simulator import SimulatedScanner

MAPS = ("usa", "europe", "switzerland", "india", "old_west")
COLOURS: tuple[PlayerColour, ...] = ("red", "blue", "green", "yellow", "black", "white")


@dataclass
class Findings:
    """What a soak saw."""

    moves: int = 0
    memory: list[float] = field(default_factory=list)
    """Megabytes, at equal distances."""
    frames: list[float] = field(default_factory=list)
    """The middle time of a frame in milliseconds, at the same moments."""
    games: dict[int, str] = field(default_factory=dict)
    """What every game should hold, as a fingerprint: the soak itself is not to grow."""


def _fingerprint(events: Iterable[Event]) -> str:
    return sha256("\n".join(event.model_dump_json() for event in events).encode()).hexdigest()


class Soak:
    """One app that is used without a pause."""

    def __init__(self, folder: Path, seed: int = 1, blind: bool = False) -> None:
        self.folder, self.rng = folder, Random(seed)
        self.scanner = SimulatedScanner(folder / "port").plug_in()
        self.driver: Driver = started(folder / "data", (800, 480), self.scanner.port, still=True, blind=blind)
        self.driver.app.session.open()
        self.found = Findings()
        self._plugged = True
        self._times: list[float] = []
        self._game: Game | None = None
        self._new_game()

    # Time

    def tick(self) -> None:
        """Some tenths of a second pass, and a frame is drawn."""
        VirtualTime.now += 0.3
        began = perf_counter()
        EventLoop.idle()
        self._times.append((perf_counter() - began) * 1000)

    # The game

    @property
    def session(self) -> Session:
        session = self.driver.app.session
        assert isinstance(session, Session)
        return session

    @property
    def table(self) -> TableScreen:
        screen = self.session.host.screen
        if not isinstance(screen, TableScreen) or self.session.host.front is not screen:
            assert self._game is not None
            navigation.show_game(self.session, self._game)
            self.tick()
            screen = self.session.host.screen
        assert isinstance(screen, TableScreen)
        return screen

    def _new_game(self) -> None:
        board = Library().load(self.rng.choice(MAPS))
        fewest, most = board.rules.players
        people = [Player(colour=c, name=c.title()) for c in COLOURS[: self.rng.randint(fewest, most)]]
        self._game = self.session.journal.begin(board, people)
        navigation.show_game(self.session, self._game)
        self.tick()

    def _remember(self) -> None:
        game = self._game
        assert game is not None
        assert game.id is not None
        self.found.games[game.id] = _fingerprint(game.history.events)

    # What can happen

    def move(self) -> None:
        """Some legal move of whoever's turn it is; with none left, the game ends."""
        table = self.table
        state, mover = table.play.state, table.play.player
        event = self._event(state, mover)
        if event is None or len(state.claims) > 70:
            self.end()
            return
        table.record(event)
        self.found.moves += 1

    def _event(self, state: State, mover: PlayerColour) -> Event | None:
        if state.alvin and state.alvin.to_be_moved and state.alvin.keeper:
            return e.Alvin(player=state.alvin.keeper, city=state.markers_of(state.alvin.keeper)[0])
        board = state.board
        found: list[Event] = [
            e.Claim(player=mover, route=route.id)
            for route in self.rng.sample(list(board.routes.values()), min(12, len(board.routes)))
        ]
        if board.rules.markers and not state.markers_of(mover):
            found = [e.StartCity(player=mover, city=city) for city in self.rng.sample(list(board.cities), 6)]
        elif self.rng.random() < 0.1:
            found.insert(0, e.Tickets(player=mover, kept=(self.rng.choice(list(board.tickets)),)))
        elif board.rules.stations and self.rng.random() < 0.1:
            found.insert(0, e.Station(player=mover, city=self.rng.choice(list(board.cities))))
        found.append(e.Draw(player=mover))
        return next((event for event in found if refusal_of(state, event) is None), None)

    def undo(self) -> None:
        """One step back."""
        self.table.undo()

    def redo(self) -> None:
        """One step forth."""
        self.table.redo()

    def scan(self) -> None:
        """A badge and a route, or a command."""
        table = self.table
        board = table.play.state.board
        ids = numbers(list(board.routes))
        route = self.rng.choice(list(ids))
        for text in (
            player(self.rng.choice(table.play.state.players).colour).text,
            self.rng.choice(
                [
                    numbered(LabelKind.ROUTE, set_letter(board.id), ids[route]).text,
                    command(Command.UNDO).text,
                    command(Command.NEXT).text,
                ]
            ),
            command(Command.LOOK_UP).text,
        ):
            self.session.hear(Scan(text, parse(text)))
            self.tick()
        self.session.host.close_drawers()
        for child in [child for child in self.session.host.children if child is not self.session.host.screen]:
            if hasattr(child, "leave"):
                child.leave()

    def noise(self) -> None:
        """What no label says, through the wire."""
        if self._plugged:
            letters = "".join(chr(self.rng.randint(33, 126)) for _ in range(self.rng.randint(1, 40)))
            self.scanner.scan(letters)

    def unplug(self) -> None:
        """The scanner goes, or comes back."""
        if self._plugged:
            self.scanner.unplug()
        else:
            self.scanner.plug_in()
        self._plugged = not self._plugged

    def look_around(self) -> None:
        """Some other screen, and back."""
        names = ("home", "settings", "past_games", "device", "new_game", "statistics")
        navigation.show(self.session, self.rng.choice(names))
        for _ in range(3):
            self.tick()

    def open_something(self) -> None:
        """The log or the tickets, over the table."""
        table = self.table
        if self.rng.random() < 0.5:
            logdrawer.open_log(self.session, table.play, table.answer)
        else:
            self.session.host.cover(TicketPicker(self.session, table.play, table.record, table.play.player))
        self.tick()
        self.session.host.close_drawers()

    def touch(self) -> None:
        """A finger anywhere."""
        self.driver.tap((self.rng.uniform(0, 560), self.rng.uniform(90, 440)))
        self.session.host.close_drawers()

    def speak(self) -> None:
        """Another language, if there are any."""
        speak = getattr(self.session, "speak", None)
        if speak is not None:
            speak(self.rng.choice(["en", "nb", "da", "sv"]))

    def end(self) -> None:
        """The game is over: its tally, its sheet, and another game."""
        table = self.table
        alvin = table.play.state.alvin
        if alvin is None or not alvin.to_be_moved:
            table.record(e.End())
            self.tick()
        show = self.session.host.screen
        if isinstance(show, TallyShow):
            for _ in range(5):
                show.step(1)
                self.tick()
            show.skip()
            show.skip()
            self.tick()
        self._remember()
        self._new_game()

    def run(self, actions: int, samples: int = 10) -> Findings:
        """So many things happen, one after another."""
        weighed: list[tuple[Callable[[], None], int]] = [
            (self.move, 60), (self.undo, 8), (self.redo, 3), (self.scan, 5), (self.noise, 4), (self.unplug, 1),
            (self.look_around, 3), (self.open_something, 3), (self.touch, 4), (self.speak, 1), (self.end, 1),
        ]  # fmt: skip
        doers, weights = zip(*weighed, strict=True)
        for number in range(actions):
            self.rng.choices(doers, weights)[0]()
            self.tick()
            if (number + 1) % max(actions // samples, 1) == 0:
                self._sample()
        self._remember()
        return self.found

    def _sample(self) -> None:
        self.found.frames.append(sorted(self._times)[len(self._times) // 2])
        for _ in range(10):  # seconds without a touch, in which the app tidies up
            self.tick()
        self._times.clear()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        self.found.memory.append(pages * os.sysconf("SC_PAGE_SIZE") / 1e6)

    def stop(self) -> None:
        """The app ends."""
        self.driver.stop()
        if self._plugged:
            self.scanner.unplug()

    def check_journal(self) -> int:
        """Reads every game back from the disk; how many there are. Raises AssertionError where one differs."""
        journal = Journal(self.folder / "data")
        try:
            for number, expected in self.found.games.items():
                assert _fingerprint(journal.read(number, Library()).history.events) == expected, (
                    f"game {number} differs"
                )
            assert not journal.notices
            return len(self.found.games)
        finally:
            journal.close()
