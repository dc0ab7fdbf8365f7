"""A whole game as one JSON file, and the position it leads to."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from companion.boards import Board, colour_word
from companion.boards.frozen import Frozen, Id
from companion.boards.validation import complaints, path
from companion.game.apply import apply
from companion.game.events import ByPlayer, Event
from companion.game.objection import FORBIDDEN, IMPOSSIBLE, Objection
from companion.game.objections import objections
from companion.game.state import NO_OPTIONS, Options, Player, State, new_game
from companion.words import say

FORMAT: Literal["companion-game/1"] = "companion-game/1"


class GameRecord(Frozen):
    """A finished or running game: players in turn order, and all events."""

    format: Literal["companion-game/1"]
    map: Id
    players: Annotated[tuple[Player, ...], Field(max_length=20)]
    options: Options = NO_OPTIONS
    events: tuple[Event, ...]


class BadRecordError(ValueError):
    """Raised when a record is malformed or breaks a rule. The text says where and why in one line."""


class RefusedError(BadRecordError):
    """Raised when a rule forbids an event."""

    def __init__(self, number: int, objection: Objection) -> None:
        self.number = number
        self.objection = objection
        super().__init__(say("event {number}: {what}", number=str(number), what=objection.sentence.with_ids()))


def read_record(file: Path) -> GameRecord:
    """Return the record in a file. Raise BadRecordError or OSError."""
    return parse_record(file.read_bytes())


def parse_record(data: bytes) -> GameRecord:
    """Return the record in these bytes. Raise BadRecordError."""
    try:
        return GameRecord.model_validate_json(data.removeprefix(b"\xef\xbb\xbf"))
    except ValidationError as error:
        location, what = complaints(error)[0]
        raise BadRecordError(_placed(location, what)) from None


def _placed(location: tuple[str | int, ...], what: str) -> str:
    """Return a complaint with its place in the record, such as `event 3: route is missing`: counted from 1, and without
    pydantic's tag for the event's type."""
    match location:
        case ("events", int(number)):
            return say("event {number}: {what}", number=str(number + 1), what=what)
        case ("events", int(number), _, *inside):
            return say("event {number}: {what}", number=str(number + 1), what=_about(inside, what))
        case ("players", int(number), *inside):
            return say("player {number}: {what}", number=str(number + 1), what=_about(inside, what))
    return _about(location, what)


def _about(inside: Sequence[str | int], what: str) -> str:
    return f"{path(tuple(inside))} {what}".strip()


def begin(board: Board, players: Iterable[Player], options: Options = NO_OPTIONS) -> State:
    """Return the position before the first event. Raise BadRecordError if these players cannot play this map."""
    seats = tuple(players)
    fewest, most = board.rules.players
    if not fewest <= len(seats) <= most:
        pattern = "{map} is for {fewest} to {most} players, not {count}"
        raise BadRecordError(say(pattern, map=board.name, fewest=fewest, most=most, count=len(seats)))
    colours = [player.colour for player in seats]
    twice = next((colour for colour in colours if colours.count(colour) > 1), None)
    if twice:
        raise BadRecordError(
            say("two players have the colour {colour}: each needs their own", colour=colour_word(twice))
        )
    if options.alvin and not board.rules.alvin:
        raise BadRecordError(say("options: {map} is played without Alvin", map=board.name))
    if options.yards and not board.rules.piles:
        raise BadRecordError(say("options: {map} is played without rail yards", map=board.name))
    return new_game(board, seats, options)


def play_events(state: State, events: Iterable[Event], number: int = 1) -> State:
    """Return the position after these events, checking each. Raise RefusedError at the first that a rule forbids.
    `number` is that of the first event, for the error."""
    for count, event in enumerate(events, start=number):
        state = played(state, event, count)
    return state


def played(state: State, event: Event, number: int) -> State:
    """Return the position after one event, after checking it. Raise RefusedError, with the number, if a rule forbids
    it."""
    refusal = refusal_of(state, event)
    if refusal:
        raise RefusedError(number, refusal)
    return apply(state, event)


def refusal_of(state: State, event: Event) -> Objection | None:
    """Return why an event cannot be recorded, or None. Questions are ignored; an override lifts what is only
    forbidden."""
    overridden = isinstance(event, ByPlayer) and event.override
    weighty = (IMPOSSIBLE,) if overridden else (IMPOSSIBLE, FORBIDDEN)
    return next((objection for objection in objections(state, event) if objection.kind in weighty), None)


def replay(record: GameRecord, board: Board) -> State:
    """Return the position at the end of a record. Raise BadRecordError."""
    return play_events(begin(board, record.players, record.options), record.events)
