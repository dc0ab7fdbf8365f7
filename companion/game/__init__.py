"""Events of a game, the position they lead to, and the rules' objections to them."""

from companion.game.apply import apply
from companion.game.events import Event
from companion.game.objection import Objection, Severity
from companion.game.objections import objections
from companion.game.record import (
    BadRecordError,
    GameRecord,
    RefusedError,
    begin,
    parse_record,
    play_events,
    read_record,
    refusal_of,
    replay,
)
from companion.game.state import Options, Player, State

__all__ = [
    "BadRecordError",
    "Event",
    "GameRecord",
    "Objection",
    "Options",
    "Player",
    "RefusedError",
    "Severity",
    "State",
    "apply",
    "begin",
    "objections",
    "parse_record",
    "play_events",
    "read_record",
    "refusal_of",
    "replay",
]
