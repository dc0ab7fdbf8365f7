"""What became of a move or of a scan: one of a few values, for whoever shows it."""

from dataclasses import dataclass

from companion.boards import PlayerColour
from companion.game.course import Misfit
from companion.game.events import Event
from companion.game.objection import Objection
from companion.game.pilecount import PileCount
from companion.game.tunnels import Attempt
from companion.words import Named, Sentence
from hardware.codes import Kind


@dataclass(frozen=True, slots=True)
class Recorded:
    """A move is on the disk and counts."""

    sentence: Sentence
    event: Event | None
    """None where an earlier move was taken out."""
    corrects: bool = False
    """Whether it took the place of an earlier move."""


@dataclass(frozen=True, slots=True)
class Stepped:
    """The last move was taken back, or put back again."""

    sentence: Sentence
    back: bool


@dataclass(frozen=True, slots=True)
class TunnelTried:
    """A tunnel is being tried: it has just begun, or a card of it was scanned."""

    sentence: Sentence
    attempt: Attempt


@dataclass(frozen=True, slots=True)
class PlayerChosen:
    """The next move is this player's; with None, scans look things up."""

    sentence: Sentence
    player: PlayerColour | None


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A route, a ticket or a city was looked up; nothing has changed."""

    sentence: Sentence
    thing: Named
    kind: Kind


@dataclass(frozen=True, slots=True)
class PileCounted:
    """A pile of cards is being counted, as far as it is; None if it is not counted after all (Card Game)."""

    sentence: Sentence
    pile: PileCount | None


@dataclass(frozen=True, slots=True)
class Expecting:
    """Nothing has changed; the sentence says what may come next."""

    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing has happened, and the sentence says why."""

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

    place: int
    event: Event | None
    misfits: tuple[Misfit, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """Nothing has happened: it came so soon after the last move that it was the same touch or scan."""


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
