"""The possible results of a move or a scan, each with the tone of its feedback, the same for touch and scanner."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.boards import PlayerColour
from companion.game.events import Event
from companion.game.history import Misfit
from companion.game.laying import Laying
from companion.game.objection import Objection
from companion.game.payment import Payment
from companion.game.pilecount import PileCount
from companion.game.tunnels import Attempt
from companion.words import Named, Sentence
from hardware.codes import LabelKind

Tone = Literal["claim", "well", "ill"]
"""A move was recorded; something was understood; nothing happened."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A move was recorded."""

    tone: ClassVar[Tone] = "claim"
    sentence: Sentence
    event: Event | None
    """None if an earlier move was removed."""
    corrects: bool = False
    """Whether it replaced an earlier move."""
    doubt: Sentence | None = None
    """What the players should check, if the move was scanned: a scan is never held up by a question."""


@dataclass(frozen=True, slots=True)
class Stepped:
    """The last move was undone, or redone."""

    tone: ClassVar[Tone] = "well"
    sentence: Sentence
    back: bool


@dataclass(frozen=True, slots=True)
class TunnelTried:
    """A tunnel is being tried: the try has just begun, or a card was scanned."""

    tone: ClassVar[Tone] = "well"
    sentence: Sentence
    attempt: Attempt


@dataclass(frozen=True, slots=True)
class PlayerChosen:
    """The next move is this player's. With None, scans only look up what they show."""

    tone: ClassVar[Tone] = "well"
    sentence: Sentence
    player: PlayerColour | None
    doubt: Sentence | None = None
    """What the players should check about the tickets scanned before."""


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A route, a ticket or a city was looked up; nothing has changed."""

    tone: ClassVar[Tone] = "well"
    sentence: Sentence
    thing: Named
    kind: LabelKind


@dataclass(frozen=True, slots=True)
class PileCounted:
    """A pile of cards is being counted; `pile` is the count so far, or None if it was given up (Card Game)."""

    tone: ClassVar[Tone] = "well"
    sentence: Sentence
    pile: PileCount | None


@dataclass(frozen=True, slots=True)
class CardsLaid:
    """Cards are being laid into a rail yard; `laying` is what lies there so far, or None if it was given up (Card
    Game)."""

    tone: ClassVar[Tone] = "well"
    sentence: Sentence
    laying: Laying | None


@dataclass(frozen=True, slots=True)
class PaymentScanned:
    """A card was scanned to pay for what comes next, or taken off; `payment` is what is there so far, or None if the
    cards are not used."""

    tone: ClassVar[Tone] = "well"
    sentence: Sentence
    payment: Payment | None


@dataclass(frozen=True, slots=True)
class Expecting:
    """Nothing has changed. The sentence says what can come next."""

    tone: ClassVar[Tone] = "well"
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing has happened. The sentence says why."""

    tone: ClassVar[Tone] = "ill"
    sentence: Sentence
    event: Event | None = None
    """The move that was refused, if there was one."""
    objection: Objection | None = None
    """The rule's objection to the move. If the move is only forbidden, it can be recorded with `override`."""
    place: int | None = None
    """The index of the event that the move was to replace, if it was an amendment."""


@dataclass(frozen=True, slots=True)
class NoLongerFits:
    """Nothing has happened: these later moves do not fit the amendment. It can be made if they are left out."""

    tone: ClassVar[Tone] = "ill"
    place: int
    event: Event | None
    misfits: tuple[Misfit, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """Nothing has happened: it came so soon after the last move that it was the same touch or scan."""

    tone: ClassVar[None] = None


Outcome = (
    Recorded
    | Stepped
    | TunnelTried
    | PlayerChosen
    | LookedUp
    | PileCounted
    | CardsLaid
    | PaymentScanned
    | Expecting
    | Refused
    | NoLongerFits
    | Repeated
)
