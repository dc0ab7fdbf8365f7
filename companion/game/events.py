"""The events of a game: all that can happen at the table, as records and the journal write it down."""

from typing import Annotated, Literal

from pydantic import Field

from companion.boards.colours import CardColour, PlayerColour
from companion.boards.frozen import Frozen, Id

Cards = dict[CardColour, Annotated[int, Field(ge=0, le=200)]]
"""How many train cards of each colour."""

Revealed = Annotated[tuple[CardColour, ...], Field(max_length=3)]
"""Cards turned up at a tunnel; fewer than three when the deck is short."""

TicketIds = Annotated[tuple[Id, ...], Field(max_length=200)]


class ByPlayer(Frozen):
    """What one player did. `override` records what lies on the table though a rule forbids it."""

    player: PlayerColour
    override: bool = False


class Claim(ByPlayer):
    """A route is claimed; `cards` is all that was paid, extras for a tunnel included."""

    type: Literal["claim"] = "claim"
    route: Id
    cards: Cards | None = None
    revealed: Revealed | None = None


class TunnelFailed(ByPlayer):
    """The player tried the tunnel with these cards and took them back; the turn is over."""

    type: Literal["tunnel_failed"] = "tunnel_failed"
    route: Id
    cards: Cards | None = None
    revealed: Revealed | None = None


class Station(ByPlayer):
    """A station is built (Europe)."""

    type: Literal["station"] = "station"
    city: Id
    cards: Cards | None = None


class StartCity(ByPlayer):
    """The first city marker, before the first turn (Old West)."""

    type: Literal["start_city"] = "start_city"
    city: Id


class Marker(ByPlayer):
    """A further city marker, bought with the claim just before it (Old West)."""

    type: Literal["marker"] = "marker"
    city: Id
    cards: Cards | None = None


class Alvin(ByPlayer):
    """The captor puts Alvin here, after the claim that captured him (Old West's variant).

    Where a finished board is counted, it says who has Alvin at the end, and where.
    """

    type: Literal["alvin"] = "alvin"
    city: Id


class Tickets(ByPlayer):
    """Tickets kept, at the start or later, or revealed at the end."""

    type: Literal["tickets"] = "tickets"
    kept: TicketIds
    returned: TicketIds = ()


class Draw(ByPlayer):
    """The turn went into train cards."""

    type: Literal["draw"] = "draw"


class Pile(ByPlayer):
    """The on-the-track pile at a scoring (Card Game)."""

    type: Literal["pile"] = "pile"
    cards: Cards


class Complete(ByPlayer):
    """The player's own choice of tickets to complete at this scoring (Card Game)."""

    type: Literal["complete"] = "complete"
    tickets: TicketIds


class ScoreTrack(ByPlayer):
    """What a player's score marker shows before tickets and bonuses are added, Alvin's captures included (Old West).

    Only where a finished board is counted, which alone does not tell what its routes earned (OW-5). A second one of
    the same player replaces the first.
    """

    type: Literal["score_track"] = "score_track"
    points: Annotated[int, Field(ge=0, le=1000)]


class Scoring(Frozen):
    """The first of the two scorings of a four-player Card Game."""

    type: Literal["scoring"] = "scoring"


class End(Frozen):
    """The game is over."""

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
    | Pile
    | Complete
    | ScoreTrack
    | Scoring
    | End,
    Field(discriminator="type"),
]
"""Anything that can happen."""
