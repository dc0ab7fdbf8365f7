"""A new game: the map, the players, their seats, and who begins."""

from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty

from companion.boards import BadMapError, Board, PlayerColour, colour_word
from companion.game import Options, Player
from companion.game.journal import Summary
from companion.game.journalerrors import JournalError
from companion.screens.map.thumbnail import BoardThumbnail
from companion.screens.shell import navigation
from companion.screens.shell.dialogs import ask_name
from companion.screens.shell.host import Screen
from companion.screens.shell.preferences import MOST_SEATS
from companion.screens.start.seats import Seat, apart, free_angle, in_turn_order, seated
from companion.screens.start.tableplan import TablePlan
from companion.screens.widgets import Drawer, GradualList, Grid, PlayerChip, Pressed, PushButton, Scroll, Split, Toggle
from companion.words import capital, say

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_ELBOWS = 28
"""Degrees of the table that a player takes up at least."""
COLOURS: tuple[PlayerColour, ...] = ("red", "blue", "green", "yellow", "black", "white")


def how_many(board: Board) -> str:
    """Return the numbers of players of a map: "2–5"."""
    fewest, most = board.rules.players
    return f"{fewest}–{most}"


def what_is_special(board: Board) -> str:
    """Return what is special about a map, in a few words."""
    rules, routes = board.rules, board.routes.values()
    has = {
        say("tunnels"): any(route.tunnel for route in routes),
        say("stations"): rules.stations is not None,
        say("countries"): bool(board.countries),
        say("Mandala"): bool(rules.bonus.mandala),
        say("city markers"): rules.markers is not None,
        say("no board, just cards"): rules.piles is not None,
    }
    special = [what for what, there in has.items() if there]
    return capital(", ".join(special) or say("The classic"))


class MapTile(Pressed):
    """A map to choose."""

    name = StringProperty("")
    players = StringProperty("")
    about = StringProperty("")


class PlayersPage(Split):
    """The players and where they sit."""

    __events__ = ("on_start",)
    hint = StringProperty("")
    start_text = StringProperty("")
    can_start = BooleanProperty(False)

    def on_start(self) -> None:
        """Dispatched when the game should start."""


class NewGameScreen(Screen):
    """First the map, then the players; or everything as it was last time."""

    heading = StringProperty("")

    def __init__(self, session: "Session", counted: bool = False) -> None:
        super().__init__(session)
        self.counted = counted
        self.board: Board | None = None
        self.seats: tuple[Seat, ...] = ()
        self.beginner: PlayerColour | None = None
        self.alvin = False
        self._past = _past_games(session)
        self._show_maps()

    # The map

    def _show_maps(self) -> None:
        self.board = None
        self.heading = say("Which map did you play?") if self.counted else say("Which map?")
        grid = Grid(cols=3 if self.session.host.width > self.session.host.height else 2, spacing=dp(8))
        # People may have a hundred maps of their own, and each takes a moment to read and to draw.
        self._maps = GradualList(grid)
        self._maps.show([partial(self._tile, map_id) for map_id in self.session.library.files()])
        again = self._again()
        self._fill(Scroll(again, grid) if again else Scroll(grid))

    def left(self) -> None:
        """Stop adding maps."""
        self._maps.stop()

    def _tile(self, map_id: str) -> MapTile | None:
        try:
            board = self.session.library.load(map_id)
        except (BadMapError, OSError):
            return None  # `companion maps check` reports what is wrong with it
        tile = MapTile(
            partial(self._choose_map, board), name=board.name, players=how_many(board), about=what_is_special(board)
        )
        tile.ids.picture.add_widget(BoardThumbnail(board))
        return tile

    def _again(self) -> PushButton | None:
        """Return a button for the map and the players of the last game, or None."""
        last = next((game for game in self._past if game.map in self.session.library.files() and game.players), None)
        if last is None or self.counted:
            return None
        try:
            board = self.session.library.load(last.map)
        except (BadMapError, OSError):
            return None
        names = ", ".join(player.name for player in last.players)
        button = PushButton(
            text=say("Same again: {map} with {names}", map=board.name, names=names), icon="seats", height=dp(60)
        )
        button.bind(on_release=lambda _: self._choose_again(board, last))
        return button

    def _choose_again(self, board: Board, last: Summary) -> None:
        self.board, players = board, last.players
        with suppress(JournalError):
            self.alvin = self.session.journal.read(last.id, self.session.library).state.options.alvin
        self.seats = seated(self.session.preferences.seats, [(player.colour, player.name) for player in players])
        self.beginner = players[0].colour
        self._show_players()

    def _choose_map(self, board: Board) -> None:
        self.board = board
        fits = [game for game in self._past if board.rules.players[0] <= len(game.players) <= board.rules.players[1]]
        if fits and not self.seats:
            players = fits[0].players
            self.seats = seated(self.session.preferences.seats, [(player.colour, player.name) for player in players])
            self.beginner = players[0].colour
        self.seats = self.seats[: board.rules.players[1]]
        self._show_players()

    # The players

    def _show_players(self) -> None:
        self._maps.stop()
        assert self.board is not None
        self.heading = say("{map}: who is playing?", map=self.board.name)
        start = say("Start scoring") if self.counted else say("Start")
        page = PlayersPage(start_text=start, mirrored=self.session.preferences.left_handed)
        page.bind(on_start=lambda _: self._start())
        self._page = page
        self._plan = TablePlan()
        self._plan.bind(on_moved=self._moved, on_touched=lambda _, colour: self._open_seat(colour))
        page.ids.plan.add_widget(self._plan)
        if self.board.rules.alvin:
            switch = Toggle(text=say("Alvin the Alien"), active=self.alvin)
            switch.bind(active=lambda _, active: setattr(self, "alvin", active))
            page.ids.options.add_widget(switch)
        self._fill(page)
        self._refresh()

    def _refresh(self) -> None:
        assert self.board is not None
        fewest, most = self.board.rules.players
        count = len(self.seats)
        taken = {seat.colour for seat in self.seats}
        if self.beginner not in taken:
            self.beginner = self.seats[0].colour if self.seats else None
        self._plan.show(self.seats, self.beginner)
        grid = self._page.ids.colours
        grid.clear_widgets()
        for colour in COLOURS:
            chip = PlayerChip(colour=colour, chosen=colour in taken, disabled=colour in taken or count >= most)
            chip.opacity = 0.35 if chip.disabled else 1.0
            chip.bind(on_release=lambda chip: self._add(chip.colour))
            grid.add_widget(chip)
        self._page.can_start = fewest <= count <= most
        self._page.hint = self._hint(count, fewest)

    def _hint(self, count: int, fewest: int) -> str:
        if count < fewest:
            return say("Tap a colour to add a player.")
        return say("Tap a player to name them or let them go first; drag them to their seat.")

    def _add(self, colour: PlayerColour) -> None:
        """Add a player, under the last name that was used with this colour."""
        if self.board is None or len(self.seats) >= self.board.rules.players[1]:
            return
        known = [player for game in self._past for player in game.players if player.colour == colour]
        taken = {seat.name for seat in self.seats}
        name = next((player.name for player in known if player.name not in taken), capital(colour_word(colour)))
        angle = free_angle([seat.angle for seat in self.seats], self.board.rules.players[1])
        self.seats = (*self.seats, Seat(colour, name, angle))
        self._refresh()

    def _moved(self, _plan: TablePlan, colour: str, angle: float) -> None:
        """Move a player to another seat; if somebody sits there, they swap."""
        left = next(seat.angle for seat in self.seats if seat.colour == colour)
        self.seats = tuple(
            Seat(s.colour, s.name, left if s.colour != colour and apart(s.angle, angle) < _ELBOWS else s.angle)
            for s in self.seats
        )
        self.seats = tuple(Seat(s.colour, s.name, angle if s.colour == colour else s.angle) for s in self.seats)
        self._refresh()

    def _open_seat(self, colour: str) -> None:
        """Open the drawer of a player: name, who begins, removal."""
        seat = next(seat for seat in self.seats if seat.colour == colour)
        drawer = Drawer(title=seat.name)
        rename, begin, leave = (drawer.then(partial(do, seat)) for do in (self._rename, self._begin, self._remove))
        buttons = (
            PushButton(rename, text=say("Name"), icon="pen"),
            PushButton(begin, text=say("Goes first"), icon="flag", kind="main"),
            PushButton(leave, text=say("Remove"), icon="trash", kind="danger"),
        )
        drawer.fill(Grid(*buttons, cols=3))
        self.session.host.open(drawer)

    def _rename(self, seat: Seat) -> None:
        taken = {one.name for one in self.seats}
        names = [player.name for game in self._past for player in game.players]
        names += self.session.preferences.names
        known = [name for name in dict.fromkeys(names) if name not in taken]

        def named(name: str) -> None:
            self.seats = tuple(Seat(s.colour, name if s is seat else s.name, s.angle) for s in self.seats)
            self._refresh()

        ask_name(self.session.host, seat.name, known[:8], named)

    def _begin(self, seat: Seat) -> None:
        self.beginner = seat.colour
        self._refresh()

    def _remove(self, seat: Seat) -> None:
        self.seats = tuple(s for s in self.seats if s is not seat)
        self._refresh()

    # Start and back

    def _start(self) -> None:
        assert self.board is not None
        players = [Player(colour=s.colour, name=s.name) for s in in_turn_order(self.seats, self.beginner)]
        now = {seat.name: round(seat.angle, 1) % 360 for seat in self.seats}
        before = {name: angle for name, angle in self.session.preferences.seats.items() if name not in now}
        self.session.change_preferences(seats=dict([*before.items(), *now.items()][-MOST_SEATS:]))
        options = Options(alvin=self.alvin and self.board.rules.alvin is not None, counted=self.counted)
        navigation.show_game(self.session, self.session.journal.begin(self.board, players, options))

    def go_back(self) -> None:
        """Go from the players back to the maps, and from there home."""
        if self.board is not None:
            self._show_maps()
        else:
            navigation.show(self.session, "home")

    def _fill(self, page: object) -> None:
        self.ids.room.clear_widgets()
        self.ids.room.add_widget(page)

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "Choose the map you are playing, then tap each player’s colour. Drag players to their "
            "seats; the one who goes first has a bright outline."
        )


def _past_games(session: "Session") -> list[Summary]:
    """Return the past games, the last first; none if the journal cannot be read."""
    try:
        return session.journal.games()
    except JournalError:
        return []
