"""A position: the result of the events of a game, with queries."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from companion.boards import Board, CardCounts, EnteredLine, PlayerColour, Route, colour_word
from companion.boards.frozen import Frozen, Name
from companion.game.ticketchoices import NO_TURNS, TurnsTaken
from companion.game.yards import Yards
from companion.words import Sentence, say

if TYPE_CHECKING:
    from companion.game.events import Claim, Event


class Player(Frozen):
    """A player. The colour is the identity in the game, the name is for people."""

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
    """Whether a finished board is being counted. What is on it counts; when it was placed is unknown."""
    yards: Literal["hidden", "open"] | None = None
    """Whether the rail yards are followed (Card Game), and whether players may look through their own on-the-track
    pile before a scoring (CG-15)."""


NO_OPTIONS = Options()


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claimed route, and whose markers were at its two ends at that moment (OW-5)."""

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
    """A player's tickets and pile when the piles were scored (Card Game)."""

    tickets: tuple[str, ...] = ()
    pile: CardCounts | None = None
    chosen: tuple[str, ...] | None = None
    """The player's own choice of tickets; None means that the best choice by value counts (CG-A6)."""


@dataclass(frozen=True, slots=True)
class Overridden:
    """A rule that was broken at the table, and the event recorded all the same."""

    player: PlayerColour
    sentence: Sentence


@dataclass(frozen=True)
class State:
    """A position in a game. Immutable: `apply` returns the next one."""

    board: Board
    players: tuple[Player, ...]
    options: Options = NO_OPTIONS
    claims: tuple[Claimed, ...] = ()
    stations: tuple[Placed, ...] = ()
    markers: tuple[Placed, ...] = ()
    alvin: AlvinIs | None = None
    hands: Mapping[PlayerColour, tuple[str, ...]] = field(default_factory=dict)
    """Ids of each player's tickets, in the order in which they were kept."""
    boxed: tuple[str, ...] = ()
    """Ids of the tickets that went back into the box."""
    piles: Mapping[PlayerColour, CardCounts] = field(default_factory=dict)
    chosen: Mapping[PlayerColour, tuple[str, ...]] = field(default_factory=dict)
    first_scoring: Mapping[PlayerColour, Settled] | None = None
    yards: Yards | None = None
    """The rail yards of this deck, if they are followed (Card Game)."""
    score_track: Mapping[PlayerColour, int] = field(default_factory=dict)
    """The points of the score markers before tickets and bonuses, for a counted board that needs them (OW-5)."""
    entered: Mapping[str, Mapping[PlayerColour, int]] = field(default_factory=dict)
    """The points of each line that people enter, by player; only those that were entered."""
    overridden: tuple[Overridden, ...] = ()
    last: "Event | None" = None
    """The last event."""
    turns: TurnsTaken = NO_TURNS
    """The turns taken, and the tickets that were dealt and drawn."""
    marker_claim: "Claim | None" = None
    """The claim with which a marker may still be bought (PAY-9)."""
    ended: bool = False

    def player(self, colour: str) -> Player:
        """Return the player of a colour, which must be one that plays."""
        return next(player for player in self.players if player.colour == colour)

    def plays(self, colour: str) -> bool:
        """Return whether anyone plays this colour."""
        return any(player.colour == colour for player in self.players)

    def routes_of(self, colour: str) -> tuple[Route, ...]:
        """Return a player's routes, in the order in which they were claimed."""
        return tuple(claim.route for claim in self.claims if claim.player == colour)

    @cached_property
    def _owners(self) -> Mapping[str, tuple[PlayerColour, ...]]:
        owners: dict[str, tuple[PlayerColour, ...]] = {}
        for claim in self.claims:
            owners[claim.route.id] = (*owners.get(claim.route.id, ()), claim.player)
        return owners

    def owners(self, route: Route) -> tuple[PlayerColour, ...]:
        """Return the players with trains on a route: none or one; more only by override."""
        return self._owners.get(route.id, ())

    def trains_left(self, colour: str) -> int:
        """Return the number of trains a player has left; below zero only by override."""
        return self.board.rules.trains - sum(route.length for route in self.routes_of(colour))

    def stations_of(self, colour: str) -> tuple[str, ...]:
        """Return the cities of a player's stations."""
        return tuple(placed.city for placed in self.stations if placed.player == colour)

    def markers_of(self, colour: str) -> tuple[str, ...]:
        """Return the cities of a player's markers; the first is the start city."""
        return tuple(placed.city for placed in self.markers if placed.player == colour)

    def marker_on(self, city: str) -> PlayerColour | None:
        """Return whose marker is in a city, or None. If an override put two there, the first one counts."""
        return next((placed.player for placed in self.markers if placed.city == city), None)

    def turns_after(self, event: "Event") -> TurnsTaken:
        """Return the turns taken if an event follows."""
        return self.turns.after(event, [player.colour for player in self.players], self.board.rules.tickets)

    def hand(self, colour: PlayerColour) -> tuple[str, ...]:
        """Return the ids of a player's tickets."""
        return self.hands.get(colour, ())

    def settled(self, colour: PlayerColour) -> Settled:
        """Return a player's tickets and pile for a scoring at this moment (Card Game)."""
        pile = self.piles.get(colour)
        if pile is None and self.yards:  # what was followed counts, unless the pile was counted
            pile = self.yards.pile(colour)
        return Settled(self.hand(colour), pile, self.chosen.get(colour))

    def open_to(self, colour: str) -> Iterator[Route]:
        """Return the routes that this player could still claim by GEN-6, whatever they cost."""
        free = (route for route in self.board.routes.values() if not self.owners(route))
        return (route for route in free if not self.closed(route, colour))

    def closed(self, route: Route, colour: str) -> bool:
        """GEN-6: return whether a claim on a parallel route closes this free one to a player."""
        taken = [owner for other in self.board.parallel(route) for owner in self.owners(other)]
        return sum(owner == colour for owner in taken) >= self.board.rules.own_tracks or self.are_enough(len(taken))

    def are_enough(self, taken: int) -> bool:
        """GEN-6: return whether a connection with this number of claimed tracks is closed to everyone, because there
        are too few players for more of them."""
        most = self.board.rules.open_tracks_with(len(self.players))
        return most is not None and taken >= most

    def lines_missing(self, colour: PlayerColour) -> tuple[EnteredLine, ...]:
        """Return the lines that people enter, but have not entered yet for this player."""
        return tuple(line for line in self.board.rules.entered if colour not in self.entered.get(line.id, {}))


def new_game(board: Board, players: tuple[Player, ...], options: Options = NO_OPTIONS) -> State:
    """Return the position before the first event. OW-8: Alvin, if he plays, begins in his city."""
    rules = board.rules
    alvin = AlvinIs(rules.alvin.city) if options.alvin and rules.alvin else None
    yards = Yards(tuple(player.colour for player in players)) if options.yards else None
    return State(board, players, options, alvin=alvin, yards=yards)
