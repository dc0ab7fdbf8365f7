"""A new game: the map, the players, their seats, and who begins."""

from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty

from companion.boards import BadMapError, Board, PlayerColour, colour_word
from companion.game import Options, Player
from companion.game.firstdeal import still_to_choose
from companion.game.journalerrors import JournalError
from companion.game.summary import Summary
from companion.palette import PLAYERS
from companion.screens.map.thumbnail import BoardThumbnail
from companion.screens.shell import navigation
from companion.screens.shell.datedialogs import ask_date
from companion.screens.shell.dialogs import ask, ask_name
from companion.screens.shell.host import Screen
from companion.screens.start.seats import Seat, apart, free_angle, in_colours, in_turn_order, seated
from companion.screens.start.tableplan import PlayerList, TablePlan
from companion.screens.widgets import (
    Chip,
    Column,
    Drawer,
    GradualList,
    Grid,
    PlayerChip,
    Pressed,
    PushButton,
    Scroll,
    Split,
    Toggle,
)
from companion.words import capital, say

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

MOST_NAMES_OFFERED = 4
_ELBOWS = 28
"""Degrees of the table that a player takes up at least."""


def _colour_name(colour: PlayerColour) -> str:
    """Return the name of a player who has none yet: "Red"."""
    return capital(colour_word(colour))


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

    __events__ = ("on_start", "on_photo")
    photo_text = StringProperty("")
    """What the button says that begins with a photo; "" if there is none."""
    hint = StringProperty("")
    start_text = StringProperty("")
    can_start = BooleanProperty(False)

    def on_start(self) -> None:
        """Dispatched when the game should start."""

    def on_photo(self) -> None:
        """Dispatched when a finished board should be counted from a photo."""


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
        self.yards: Literal["hidden", "open"] | None = None
        self._added: PlayerColour | None = None
        """The player who was added last, for whom names are offered."""
        self._past = _past_games(session)
        self._photo_offer: PushButton | None = None
        self._show_maps()

    def opened(self) -> None:
        """Ask whether the clock is right, if it may be wrong: the game is recorded with its time."""
        ask_date(self.session)

    # The map

    def _show_maps(self) -> None:
        self.board = None
        self._remove_photo_offer()
        self.heading = say("Which map did you play?") if self.counted else say("Which map?")
        grid = Grid(cols=3 if self.session.host.width > self.session.host.height else 2, ragged=True)
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
            options = self.session.journal.read(last.id, self.session.library).state.options
            self.alvin, self.yards = options.alvin, options.yards
        self.seats = seated(self.session.preferences.seat_of, [(player.colour, player.name) for player in players])
        self.beginner = players[0].colour
        self._show_players()

    def _choose_map(self, board: Board) -> None:
        self.board = board
        fits = [game for game in self._past if board.rules.players[0] <= len(game.players) <= board.rules.players[1]]
        if fits and not self.seats:
            players = fits[0].players
            self.seats = seated(self.session.preferences.seat_of, [(player.colour, player.name) for player in players])
            self.beginner = players[0].colour
        before = self.seats[: board.rules.players[1]]
        self.seats = tuple(
            replace(now, name=_colour_name(now.colour)) if seat.name == _colour_name(seat.colour) else now
            for seat, now in zip(before, in_colours(before, board.rules.player_colours), strict=True)
        )
        colours = {seat.colour: now.colour for seat, now in zip(before, self.seats, strict=True)}
        self.beginner = colours.get(self.beginner) if self.beginner else None
        self._show_players()

    # The players

    def _show_players(self) -> None:
        self._maps.stop()
        assert self.board is not None
        self.heading = say("{map}: who is playing?", map=self.board.name)
        start, photo = say("Start scoring") if self.counted else say("Start"), ""
        if self.counted and self.board.size:
            start, photo = say("Tap the routes"), say("Take a photo")
        page = PlayersPage(start_text=start, photo_text=photo, mirrored=self.session.preferences.left_handed)
        page.bind(on_start=lambda _: self._start(), on_photo=lambda _: self._start(by_photo=True))
        self._page = page
        self._plan: TablePlan | PlayerList = PlayerList() if self.counted else TablePlan()
        if isinstance(self._plan, TablePlan):
            self._plan.bind(on_moved=self._moved)
        self._plan.bind(on_touched=lambda _, colour: self._open_seat(colour))
        page.ids.plan.add_widget(self._plan)
        if self.board.rules.alvin:
            switch = Toggle(text=say("Alvin the Alien"), active=self.alvin)
            switch.bind(active=lambda _, active: setattr(self, "alvin", active))
            page.ids.options.add_widget(switch)
        self._fill(page)
        self._show_yards()
        self._offer_empty_photo()
        self._refresh()

    def _offer_empty_photo(self) -> None:
        """Offer to photograph the empty board where it is set up, unless that was done or cannot be used."""
        self._remove_photo_offer()
        board, session = self.board, self.session
        if board is None or self.counted or not board.size:
            return
        if session.empty_photos.of(board) is None and session.photo_reader.obstacle() is None:
            self._photo_offer = PushButton(
                partial(navigation.run, session, "photograph_empty", board, self._offer_empty_photo),
                text=say("Photo of the empty board"), icon="camera",
            )  # fmt: skip
            if session.host.width > session.host.height:
                self._photo_offer.size_hint, self._photo_offer.width = (None, 1), dp(200)
                self.ids.bar.add_widget(self._photo_offer)
            else:
                self._page.ids.options.add_widget(self._photo_offer)

    def _remove_photo_offer(self) -> None:
        if self._photo_offer is not None:
            if self._photo_offer.parent is not None:
                self._photo_offer.parent.remove_widget(self._photo_offer)
            self._photo_offer = None

    def _show_yards(self) -> None:
        """Offer to follow the rail yards (Card Game), and then whether all may look through their own pile (CG-15)."""
        assert self.board is not None
        if not self.board.rules.piles or self.counted:
            return
        options = self._page.ids.options
        options.clear_widgets()
        follow = Toggle(text=say("Rail yards"), active=self.yards is not None)
        follow.bind(active=lambda _, active: self._follow("hidden" if active else None))
        options.add_widget(follow)
        if self.yards:
            look = Toggle(text=say("Open piles"), active=self.yards == "open")
            look.bind(active=lambda _, active: self._follow("open" if active else "hidden"))
            options.add_widget(look)

    def _follow(self, yards: Literal["hidden", "open"] | None) -> None:
        self.yards = yards
        self._show_yards()
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
        for colour in self.board.rules.player_colours:
            chip = PlayerChip(colour=colour, chosen=colour in taken, disabled=colour in taken or count >= most)
            # One colour more than there are players is no choice, but the others stay where they are.
            chip.opacity = 1.0 if not chip.disabled else 0.35 if colour in taken else 0.0
            chip.bind(on_release=lambda chip: self._add(chip.colour))
            grid.add_widget(chip)
        self._page.can_start = fewest <= count <= most
        self._page.hint = self._hint(count, fewest, most)
        self._offer_names()

    def _offer_names(self) -> None:
        """Offer the remembered names for the player who was added last, so that a name is one tap."""
        chips = self._page.ids.names
        chips.clear_widgets()
        seat = next((seat for seat in self.seats if seat.colour == self._added), None)
        names = self._known_names()[:MOST_NAMES_OFFERED] if seat else []
        if seat is None or not names:
            return
        self._page.hint = say("Who is {name}?", name=seat.name)
        for name in names:
            chips.add_widget(Chip(partial(self._name, seat, name), text=name, is_name=True))

    def _known_names(self) -> list[str]:
        """Return the names of past games and of the first steps that nobody at the table has, the last used first."""
        passed_over = {one.name for one in self.seats} | {_colour_name(colour) for colour in PLAYERS}
        names = [player.name for game in self._past for player in game.players]
        return [name for name in dict.fromkeys([*names, *self.session.preferences.names]) if name not in passed_over]

    def _hint(self, count: int, fewest: int, most: int) -> str:
        if count < fewest:
            return say("Tap a colour to add a player.")
        if self._page.ids.options.children[1:]:
            return ""  # two options leave no room for more
        assert self.board is not None
        full = say("{map} is for up to {count} players.", map=self.board.name, count=most) if count >= most else ""
        if self.counted:
            about = say("Tap a player to name or remove them.")
        else:
            about = say("Tap a player to name them or let them go first; drag them to their seat.")
        return f"{about} {full}".strip()

    def _add(self, colour: PlayerColour) -> None:
        """Add a player, under the last name that was used with this colour."""
        if self.board is None or len(self.seats) >= self.board.rules.players[1]:
            return
        known = [player for game in self._past for player in game.players if player.colour == colour]
        taken = {seat.name for seat in self.seats}
        name = next((player.name for player in known if player.name not in taken), _colour_name(colour))
        angle = free_angle([seat.angle for seat in self.seats], self.board.rules.players[1])
        self.seats = (*self.seats, Seat(colour, name, angle))
        self._added = colour
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
        begins = seat.colour == self.beginner
        buttons = [
            PushButton(rename, text=say("Name"), icon="pen"),
            PushButton(begin, text=say("Goes first"), icon="flag", kind="main" if begins else "plain"),
            PushButton(leave, text=say("Remove"), icon="trash", kind="danger"),
        ]
        if self.counted:  # nobody has a turn any more
            del buttons[1]
        names = [
            Chip(drawer.then(partial(self._name, seat, name)), text=name, is_name=True)
            for name in self._known_names()[:MOST_NAMES_OFFERED]
        ]
        upright = self.session.host.width < self.session.host.height
        chips = [Grid(*names, cols=2 if upright else len(names))] if names else []
        drawer.fill(Column(*chips, Grid(*buttons, cols=len(buttons))))
        self.session.host.open(drawer)

    def _rename(self, seat: Seat) -> None:
        ask_name(self.session.host, seat.name, self._known_names(), partial(self._named, seat))

    def _named(self, seat: Seat, name: str) -> None:
        """Name a player; ask first if another one has this name already."""
        if all(one.name.casefold() != name.casefold() for one in self.seats if one is not seat):
            self._name(seat, name)
            return
        answers = [
            (say("Another name"), "main", partial(self._rename, seat)),
            (say("Both are called {name}", name=name), "plain", partial(self._name, seat, name)),
        ]
        ask(self.session.host, "", say("Another player is called {name} too.", name=name), answers)

    def _name(self, seat: Seat, name: str) -> None:
        self._added = None
        self.seats = tuple(Seat(s.colour, name if s is seat else s.name, s.angle) for s in self.seats)
        self._refresh()

    def _begin(self, seat: Seat) -> None:
        self.beginner = seat.colour
        self._refresh()

    def _remove(self, seat: Seat) -> None:
        self.seats = tuple(s for s in self.seats if s is not seat)
        self._refresh()

    # Start and back

    def _start(self, by_photo: bool = False) -> None:
        assert self.board is not None
        players = [Player(colour=s.colour, name=s.name) for s in in_turn_order(self.seats, self.beginner)]
        if not self.counted:
            now = [(seat.colour, seat.name, round(seat.angle, 1) % 360) for seat in self.seats]
            self.session.change_preferences(seats=self.session.preferences.seats_with(now))
        rules = self.board.rules
        yards = self.yards if rules.piles and not self.counted else None
        options = Options(alvin=self.alvin and rules.alvin is not None, counted=self.counted, yards=yards)
        game = self.session.journal.begin(self.board, players, options)
        if still_to_choose(game.state):
            self.session.deal.begin(game)
        if by_photo:
            navigation.show(self.session, "table", game, True)
        else:
            navigation.show_game(self.session, game)

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
        if self.board is not None and self.board.rules.piles:
            return say(
                "With rail yards, the screen follows every turn, says what is not allowed and who is robbed, and "
                "counts the piles. With open piles, players may look through their own before the scoring."
            )
        if self.counted:
            return say("Choose the map that was played, then tap the colour of each player.")
        return say(
            "Choose the map you are playing, then tap each player’s colour. Drag players to their "
            "seats; the one who goes first has a flag."
        )


def _past_games(session: "Session") -> list[Summary]:
    """Return the past games, the last first; none if the journal cannot be read."""
    try:
        return session.journal.games()
    except JournalError:
        return []
