"""A board as a game keeps it: a digest of what its score depends on, and everything needed to score it again.

Scores and objections depend on ids, lengths, points, colours and rules, but not on the drawing or on names. So the
digest leaves those out, and a map that is drawn better or spelt differently is still the same map.
"""

import hashlib
import json
import zlib
from functools import cache
from typing import Any, Literal

from pydantic import ValidationError

from companion.boards.board import Board, City, Country, MapChange, Route, Ticket
from companion.boards.frozen import Frozen, Id, Name
from companion.boards.rules import Rules

FORMAT: Literal["companion-board/1"] = "companion-board/1"

_DRAWING = {"name", "x", "y", "track", "angle", "bends", "spaces"}
_NEW_RULES: dict[str, object] = {
    "colours": [],
    "open_tracks": {},
    "own_tracks": 1,
    "unequal_tracks": False,
    "cards_for_locomotive": 0,
    "entered": [],
}
"""Figures of the rules that the version before does not know, with what they are if a board does not use them."""
_NEW_OF_ROUTES: dict[str, object] = {"spaces": [], "cards_for_missing": 0}
_MOST = 20_000_000
"""Bytes of a board that is unpacked; the largest of ours has 60,000."""


class NewerBoardError(ValueError):
    """Raised when a newer version has kept a board with rules that this one does not know."""


class _Facts(Frozen):
    format: Literal["companion-board/1"]
    id: Id
    name: Name
    rules: Rules
    size: tuple[float, float] | None
    countries: tuple[Country, ...]
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]


@cache
def digest_of(board: Board) -> str:
    """Return a digest of everything that scores and objections depend on. Boards with the same digest score every game
    alike. A figure at its default counts as not given, so that new figures do not change the digest of old maps."""
    played: dict[str, Any] = {"rules": board.rules.model_dump(mode="json", by_alias=True, exclude_defaults=True)}
    for section in (board.countries, board.cities, board.routes, board.tickets):
        for entry in section.values():
            facts = entry.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude=_DRAWING)
            played[f"{type(entry).__name__} {entry.id}"] = facts
    return hashlib.sha256(json.dumps(played, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


@cache
def facts_of(board: Board) -> bytes:
    """Return everything about a board, compressed, drawing and names included. Defaults are written out, so that they
    hold for this board even if they change; but not those of figures that the version before does not know, which must
    be able to read what this one keeps of a board without them."""
    return _packed(board, tuple(_with_bends(route) for route in board.routes.values()))


def whole_facts_of(board: Board) -> bytes:
    """Return everything about a board, with the place of every printed space too: for this very version."""
    return _packed(board, tuple(board.routes.values()))


def _packed(board: Board, routes: tuple[Route, ...]) -> bytes:
    facts = _Facts(
        format=FORMAT,
        id=board.id,
        name=board.called,
        rules=board.rules,
        size=board.size,
        countries=tuple(board.countries.values()),
        cities=tuple(board.cities.values()),
        routes=routes,
        tickets=tuple(board.tickets.values()),
    )
    written = facts.model_dump(mode="json", by_alias=True)
    for table, new in ((written["rules"], _NEW_RULES), *((route, _NEW_OF_ROUTES) for route in written["routes"])):
        for figure, unused in new.items():
            if table[figure] == unused:
                del table[figure]
    return zlib.compress(json.dumps(written, ensure_ascii=False, separators=(",", ":")).encode(), 9)


def _with_bends(route: Route) -> Route:
    """Return a route without `spaces`, which is drawn nearly alike."""
    return route.model_copy(update={"bends": route.middles, "spaces": ()}) if route.spaces else route


def board_from(packed: bytes, change: MapChange = "none") -> Board:
    """Return the board in these facts. Raise ValueError if they are damaged, and NewerBoardError if a newer version has
    written them with rules that this one does not know."""
    try:
        opened = zlib.decompressobj().decompress(packed, _MOST)
    except zlib.error as error:
        raise ValueError("the facts of this board cannot be read") from error
    try:
        facts = _Facts.model_validate_json(opened)
    except ValidationError as error:
        raise NewerBoardError("the facts of this board are written by a newer version") from error
    return Board(
        facts.id,
        facts.name,
        facts.rules,
        facts.size,
        {country.id: country for country in facts.countries},
        {city.id: city for city in facts.cities},
        {route.id: route for route in facts.routes},
        {ticket.id: ticket for ticket in facts.tickets},
        change,
    )
