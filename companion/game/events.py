"""The events of a game: all that can happen at the table, as stored in records and in the journal."""

from typing import Annotated, Literal

from pydantic import Field

from companion.boards.colours import CardColour, PlayerColour
from companion.boards.frozen import Frozen, Id
from companion.boards.rules import Points

Cards = dict[CardColour, Annotated[int, Field(ge=0, le=200)]]
"""Number of train cards of each colour."""

Revealed = Annotated[tuple[CardColour, ...], Field(max_length=3)]
"""Cards turned up at a tunnel; fewer than three if the deck runs short."""

LaidCards = Annotated[tuple[CardColour, ...], Field(min_length=1, max_length=100)]
"""Cards laid into a rail yard, in this order."""

LaidCopies = Annotated[tuple[Annotated[int, Field(ge=0, le=99)], ...], Field(max_length=100)]

TicketIds = Annotated[tuple[Id, ...], Field(max_length=200)]


class ByPlayer(Frozen):
    """An event of one player. With `override` it is recorded though a rule forbids it, because it happened at the
    table."""

    player: PlayerColour
    override: bool = False


class Claim(ByPlayer):
    """A claim of a route. `cards` is everything that was paid, extra cards for a tunnel included."""

    type: Literal["claim"] = "claim"
    route: Id
    cards: Cards | None = None
    revealed: Revealed | None = None


class TunnelFailed(ByPlayer):
    """A failed try at a tunnel: the player took the cards back, and the turn is over."""

    type: Literal["tunnel_failed"] = "tunnel_failed"
    route: Id
    cards: Cards | None = None
    revealed: Revealed | None = None


class Station(ByPlayer):
    """A station that was built (Europe)."""

    type: Literal["station"] = "station"
    city: Id
    cards: Cards | None = None


class StartCity(ByPlayer):
    """A player's first city marker, placed before the first turn (Old West)."""

    type: Literal["start_city"] = "start_city"
    city: Id


class Marker(ByPlayer):
    """A later city marker, bought with the claim just before it (Old West)."""

    type: Literal["marker"] = "marker"
    city: Id
    cards: Cards | None = None


class Alvin(ByPlayer):
    """A move of Alvin by his captor, after the claim that captured him (Old West's variant).

    On a finished board that is being counted: who has Alvin at the end, and where.
    """

    type: Literal["alvin"] = "alvin"
    city: Id


class Tickets(ByPlayer):
    """Tickets that a player kept, at the start or later, or revealed at the end."""

    type: Literal["tickets"] = "tickets"
    kept: TicketIds
    returned: TicketIds = ()


class Draw(ByPlayer):
    """A turn spent on drawing train cards, or tickets.

    Tickets that are named are events of their own. Those that the same player keeps right after it were drawn in this
    turn (PAY-10).
    """

    type: Literal["draw"] = "draw"
    of: Literal["tickets"] | None = None
    """What was drawn; None means train cards."""
    last_card: Literal[True] | None = None
    """Whether the last card of the train deck was drawn (Card Game, where the rail yards are followed)."""


class Yard(ByPlayer):
    """A turn spent on laying cards into one's rail yard (Card Game, where the rail yards are followed)."""

    type: Literal["yard"] = "yard"
    cards: LaidCards
    """A locomotive belongs to the colour before it."""
    copies: LaidCopies = ()
    """The number on the label of each card, 0 for one that was not scanned; empty if none was."""


class Pile(ByPlayer):
    """A player's on-the-track pile at a scoring (Card Game)."""

    type: Literal["pile"] = "pile"
    cards: Cards


class Complete(ByPlayer):
    """The tickets that a player completes at this scoring: a choice of their own, or the one that was proposed and
    taken. A later one replaces it (Card Game)."""

    type: Literal["complete"] = "complete"
    tickets: TicketIds


class ScoreTrack(ByPlayer):
    """The points of a player's score marker before tickets and bonuses, Alvin's captures included (Old West).

    Only for a finished board that is being counted: the board alone does not show what its routes earned (OW-5). A
    player's second one replaces the first.
    """

    type: Literal["score_track"] = "score_track"
    points: Annotated[int, Field(ge=0, le=1000)]


class Entered(ByPlayer):
    """The points of a line that people enter, such as shares or tolls. A player's second one replaces the first."""

    type: Literal["entered"] = "entered"
    line: Id
    points: Points


class Scoring(Frozen):
    """The first of the two scorings of a four-player Card Game."""

    type: Literal["scoring"] = "scoring"


class End(Frozen):
    """The end of the game."""

    type: Literal["end"] = "end"


Event = Annotated[
    Claim
    | TunnelFailed
    | Station
    | StartCity
    | Marker
    | Alvin
    | Tickets
    | Draw
    | Yard
    | Pile
    | Complete
    | ScoreTrack
    | Entered
    | Scoring
    | End,
    Field(discriminator="type"),
]
"""Any event."""
