"""Finished games for tests of exports."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

from companion.boards import Board
from companion.exports.finished import FinishedGame
from companion.game import GameRecord, Options, Player, apply, begin, refusal_of
from companion.game import events as e
from companion.palette import PLAYERS
from companion.scoring import tally
from tests.games import random_game
from tests.table import NAMES, board, event

ENDED = datetime(2026, 11, 16, 19, 30, tzinfo=UTC)
LONG_NAMES = (
    "Anne-Margrethe Østergård", "Bjørn-Åge Sørensen Øverå", "Cecilie Marie Åkesson-Ek",
    "Dagfinn Håkon Sæther-Lie", "Eva-Lisa Öberg Lindström", "Finn Ørjan Kvåle-Bjørnøy",
)  # fmt: skip
"""Six names of 24 letters each."""


def ended(
    on: str | Board, *moves: str, names: Sequence[str] = ("Anna", "Bo"), counted: bool = False, alvin: bool = False
) -> FinishedGame:
    """Return a finished game with these moves, the names in the order of colours."""
    people = tuple(Player(colour=colour, name=name) for colour, name in zip(PLAYERS, names, strict=False))
    return _ended(on, people, Options(counted=counted, alvin=alvin), [event(move) for move in moves])


def played(map_id: str, seed: int, names: Sequence[str] | None = None) -> FinishedGame:
    """Return a finished random game."""
    begun, events = random_game(map_id, Random(seed), turns=90)
    known = names or list(NAMES.values())
    people = tuple(Player(colour=p.colour, name=n) for p, n in zip(begun.state.players, known, strict=False))
    return _ended(map_id, people, begun.state.options, events)


def six(names: Sequence[str]) -> FinishedGame:
    """Return a finished game of six players, on a board extended for that many."""
    base = played("usa", 7)
    people = tuple(Player(colour=colour, name=name) for colour, name in zip(PLAYERS, names, strict=False))
    wide = replace(base.sheet.board, rules=base.sheet.board.rules.model_copy(update={"players": (2, 6)}))
    state = begin(wide, people)
    for number, route in enumerate(list(wide.routes.values())[:60]):
        claim = e.Claim(player=people[number % 6].colour, route=route.id)
        state = apply(state, claim) if refusal_of(state, claim) is None else state
    state = apply(state, e.End())
    record = base.record.model_copy(update={"players": people})
    return FinishedGame(record, tally(state), base.begun, base.ended)


def _ended(on: str | Board, people: Sequence[Player], options: Options, events: Sequence[e.Event]) -> FinishedGame:
    state = begin(board(on) if isinstance(on, str) else on, people, options)
    made: list[e.Event] = []
    for one in (*events, e.End()):
        if isinstance(one, e.End) and (alvin := state.alvin) and alvin.to_be_moved and alvin.keeper:
            made.append(e.Alvin(player=alvin.keeper, city=state.markers_of(alvin.keeper)[0]))
            state = apply(state, made[-1])
        if not state.ended and refusal_of(state, one) is None:
            made.append(one)
            state = apply(state, one)
    assert state.ended
    record = GameRecord(
        format="companion-game/1", map=state.board.id, players=tuple(people), options=options, events=tuple(made)
    )
    return FinishedGame(record, tally(state), ENDED - timedelta(minutes=74), ENDED)
