"""A position: everything that the events of a game add up to, and plain questions about it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from companion.boards import Board, CardCounts, PlayerColour, Route, colour_word
from companion.boards.frozen import Frozen, Name
from companion.words import Sentence, say

if TYPE_CHECKING:
    from companion.game.events import Event


class Player(Frozen):
    """Someone at the table. The colour is who they are to the game, the name to each other."""

    colour: PlayerColour
    name: Name

    def __str__(self) -> str:
        colour = str(colour_word(self.colour))
        if self.name.lower() in (self.colour, colour):
            return self.name
        return say("{name} ({colour})", name=self.name, colour=colour)


class Options(Frozen):
    """What the players agreed on before the game."""

    alvin: bool = False
    counted: bool = False
    """A finished board is being counted: what lies there counts, when it came is unknown."""


NO_OPTIONS = Options()


@dataclass(frozen=True, slots=True)
class Claimed:
    """A route on the table, and whose markers stood at its two ends at that moment (OW-5)."""

    player: PlayerColour
    route: Route
    owners: tuple[PlayerColour | None, PlayerColour | None] = (None, None)


@dataclass(frozen=True, slots=True)
class Placed:
    """A station or a city marker in a city."""

    player: PlayerColour
    city: str


@dataclass(frozen=True, slots=True)
class AlvinIs:
    """Where Alvin is, who has him, who captured him in order, and whether the captor has yet to move him."""

    city: str
    keeper: PlayerColour | None = None
    captures: tuple[PlayerColour, ...] = ()
    to_be_moved: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """What lay before one player when the piles were scored (Card Game)."""

    tickets: tuple[str, ...] = ()
    pile: CardCounts | None = None
    chosen: tuple[str, ...] | None = None
    """The player's own choice of tickets, or None: the best choice counts."""


@dataclass(frozen=True, slots=True)
class Overridden:
    """A rule that was broken on the table and recorded all the same."""

    player: PlayerColour
    sentence: Sentence


@dataclass(frozen=True)
class State:
    """A position in a game. Never changed: `apply` answers with the next one."""

    board: Board
    players: tuple[Player, ...]
    options: Options = NO_OPTIONS
    claims: tuple[Claimed, ...] = ()
    stations: tuple[Placed, ...] = ()
    markers: tuple[Placed, ...] = ()
    alvin: AlvinIs | None = None
    hands: Mapping[PlayerColour, tuple[str, ...]] = field(default_factory=dict)
    """Ids of the tickets that each player keeps, in the order in which they came."""
    boxed: tuple[str, ...] = ()
    """Ids of tickets that went back into the box."""
    piles: Mapping[PlayerColour, CardCounts] = field(default_factory=dict)
    chosen: Mapping[PlayerColour, tuple[str, ...]] = field(default_factory=dict)
    first_scoring: Mapping[PlayerColour, Settled] | None = None
    score_track: Mapping[PlayerColour, int] = field(default_factory=dict)
    """What the score markers show before tickets and bonuses, where a board is counted that needs it (OW-5)."""
    overridden: tuple[Overridden, ...] = ()
    last: "Event | None" = None
    """The event just before."""
    ended: bool = False

    def player(self, colour: str) -> Player:
        """The player of a colour that plays."""
        return next(player for player in self.players if player.colour == colour)

    def plays(self, colour: str) -> bool:
        """Whether anyone has this colour."""
        return any(player.colour == colour for player in self.players)

    def routes_of(self, colour: str) -> tuple[Route, ...]:
        """A player's routes, in the order in which they were claimed."""
        return tuple(claim.route for claim in self.claims if claim.player == colour)

    @cached_property
    def _owners(self) -> Mapping[str, tuple[PlayerColour, ...]]:
        owners: dict[str, tuple[PlayerColour, ...]] = {}
        for claim in self.claims:
            owners[claim.route.id] = (*owners.get(claim.route.id, ()), claim.player)
        return owners

    def owners(self, route: Route) -> tuple[PlayerColour, ...]:
        """Who has trains on a track: nobody, or one player; more only by override."""
        return self._owners.get(route.id, ())

    def trains_left(self, colour: str) -> int:
        """Trains still in a player's box; below zero only by override."""
        return self.board.rules.trains - sum(route.length for route in self.routes_of(colour))

    def stations_of(self, colour: str) -> tuple[str, ...]:
        """Cities of a player's stations."""
        return tuple(placed.city for placed in self.stations if placed.player == colour)

    def markers_of(self, colour: str) -> tuple[str, ...]:
        """Cities with a player's markers; the first is the start city."""
        return tuple(placed.city for placed in self.markers if placed.player == colour)

    def marker_on(self, city: str) -> PlayerColour | None:
        """Whose marker stands in a city. Where an override put two, the first one rules."""
        return next((placed.player for placed in self.markers if placed.city == city), None)

    def hand(self, colour: PlayerColour) -> tuple[str, ...]:
        """Ids of a player's tickets."""
        return self.hands.get(colour, ())

    def settled(self, colour: PlayerColour) -> Settled:
        """What lies before a player if the piles are scored at this moment (Card Game)."""
        return Settled(self.hand(colour), self.piles.get(colour), self.chosen.get(colour))

    def open_to(self, colour: str) -> Iterator[Route]:
        """Routes that this player could still claim by GEN-6, whatever it costs."""
        free = (route for route in self.board.routes.values() if not self.owners(route))
        return (route for route in free if not self.closed(route, colour))

    def closed(self, route: Route, colour: str) -> bool:
        """GEN-6: whether a claim on a parallel track closes this free one to a player."""
        taken = [owner for other in self.board.parallel(route) for owner in self.owners(other)]
        return bool(taken) and (colour in taken or not self.all_tracks_open)

    @property
    def all_tracks_open(self) -> bool:
        """GEN-6: whether there are enough players for parallel tracks to be used."""
        return len(self.players) >= self.board.rules.parallel_tracks_from


def new_game(board: Board, players: tuple[Player, ...], options: Options = NO_OPTIONS) -> State:
    """The position before anything happened. OW-8: Alvin, if he plays, begins in his city."""
    rules = board.rules
    alvin = AlvinIs(rules.alvin.city) if options.alvin and rules.alvin else None
    return State(board, players, options, alvin=alvin)
