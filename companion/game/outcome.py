"""What became of a move or of a scan: one of a few values, for whoever shows it. Each knows the tone of its answer,
which is the same for fingers and scanners."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.boards import PlayerColour
from companion.game.events import Event
from companion.game.history import Misfit
from companion.game.objection import Objection
from companion.game.pilecount import PileCount
from companion.game.tunnels import Attempt
from companion.words import Named, Sentence
from hardware.codes import LabelKind

Tone = Literal["claim", "well", "ill"]
"""A move is on the disk; something was understood; nothing has happened."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A move is on the disk and counts."""

    tone: ClassVar[Tone] = "claim"
    sentence: Sentence
    event: Event | None
    """None where an earlier move was taken out."""
    corrects: bool = False
    """Whether it took the place of an earlier move."""


@dataclass(frozen=True, slots=True)
class Stepped:
    """The last move was taken back, or put back again."""

    tone: ClassVar[Tone] = "well"
    sentence: Sentence
    back: bool


@dataclass(frozen=True, slots=True)
class TunnelTried:
    """A tunnel is being tried: it has just begun, or a card of it was scanned."""

    tone: ClassVar[Tone] = "well"
    sentence: Sentence
    attempt: Attempt


@dataclass(frozen=True, slots=True)
class PlayerChosen:
    """The next move is this player's; with None, scans look things up."""

    tone: ClassVar[Tone] = "well"
    sentence: Sentence
    player: PlayerColour | None


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A route, a ticket or a city was looked up; nothing has changed."""

    tone: ClassVar[Tone] = "well"
    sentence: Sentence
    thing: Named
    kind: LabelKind


@dataclass(frozen=True, slots=True)
class PileCounted:
    """A pile of cards is being counted, as far as it is; None if it is not counted after all (Card Game)."""

    tone: ClassVar[Tone] = "well"
    sentence: Sentence
    pile: PileCount | None


@dataclass(frozen=True, slots=True)
class Expecting:
    """Nothing has changed; the sentence says what may come next."""

    tone: ClassVar[Tone] = "well"
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing has happened, and the sentence says why."""

    tone: ClassVar[Tone] = "ill"
    sentence: Sentence
    event: Event | None = None
    """The move that was meant, if there is one."""
    objection: Objection | None = None
    """What a rule has against the move; if it is only forbidden, it can be recorded with `override`."""
    place: int | None = None
    """The place that it was to take, if it was to amend an earlier move."""


@dataclass(frozen=True, slots=True)
class NoLongerFits:
    """Nothing has happened: these later moves would not fit an amendment, unless they are left out."""

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
    | Expecting
    | Refused
    | NoLongerFits
    | Repeated
)
