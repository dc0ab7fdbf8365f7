"""Reader of map files: returns a board, or raises an error with every fault and its line."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from companion.boards.board import Board, City, Country, Route, Ticket
from companion.boards.faults import BadMapError, Fault, Lines
from companion.boards.frozen import Coordinate, Frozen, Id, Name, as_id
from companion.boards.land import read_land
from companion.boards.mapcheck import Draft, misfits
from companion.boards.rules import Rules
from companion.boards.tomlhints import hint
from companion.boards.validation import complaints, path, shown
from companion.parsing import parse_toml
from companion.words import closest, pattern, say

Value = TypeVar("Value")
Entry = TypeVar("Entry", Country, City, Route, Ticket)

LARGEST = 1_000_000
"""Bytes of the largest map file that is read; ours have 30,000."""

SINGULAR = {
    "countries": pattern("country {id}"),
    "cities": pattern("city {id}"),
    "routes": pattern("route {id}"),
    "tickets": pattern("ticket {id}"),
}
"""The lists of a map file, and the name of one entry of each."""


MOST = {"countries": 100, "cities": 500, "routes": 1500, "tickets": 2000}
"""The most entries of each list: ten times what any printed board has, and still drawn in a second or two."""
MOST_SPACES = 6000
"""The most spaces of all routes together."""


class _Head(Frozen):
    id: Id
    name: Name


def read_map(file: Path) -> Board:
    """Return the board that a file describes, with the land beside it. Raise BadMapError with all the faults of either
    file, or OSError."""
    with file.open("rb") as opened:
        board = parse_map_bytes(opened.read(LARGEST + 1), str(file))
    return replace(board, land=read_land(file, board.size))


def parse_map_bytes(content: bytes, file: str) -> Board:
    """Return the board that the content of a map file describes. Raise BadMapError with all its faults; `file` is its
    name there."""
    if len(content) > LARGEST:
        why = say("is too large for a map: at most {most} kB", most=LARGEST // 1000)
        raise BadMapError(file, [Fault(None, why)])
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadMapError(file, [Fault(None, say("is not a UTF-8 text file: save it as one"))]) from None
    return parse_map(text.replace("\r\n", "\n"), file)


def parse_map(text: str, file: str) -> Board:
    """Return the board that the text of a map file describes. Raise BadMapError with all its faults; `file` is its name
    there."""
    try:
        raw = parse_toml(text)
    except ValueError as error:  # not TOML, nested too deep, or a number of thousands of digits
        raise BadMapError(file, [hint(error, text)]) from None
    if too_much := list(_too_much(raw.get("printed"))):
        raise BadMapError(file, too_much)
    reading = _Reading(Lines(text), raw)
    draft = reading.draft()
    faults = [*reading.faults, *(misfits(draft, reading.lines) if "printed" in raw else ())]
    if faults or not draft.rules or not reading.head:
        raise BadMapError(file, faults)
    return Board(
        reading.head.id,
        reading.head.name,
        draft.rules,
        reading.size,
        {country.id: country for country in draft.countries},
        {city.id: city for city in draft.cities},
        {route.id: route for route in draft.routes},
        {ticket.id: ticket for ticket in draft.tickets},
    )


def _too_much(printed: object) -> Iterator[Fault]:
    """Yield what is too large to be drawn or scored in reasonable time. Nothing else is then looked at."""
    if not isinstance(printed, dict):
        return
    for section, most in MOST.items():
        count = len(printed[section]) if isinstance(printed.get(section), list) else 0
        if count > most:
            what = say("has {count} entries; at most {most} are allowed", count=count, most=most)
            yield Fault(None, f"printed.{section} {what}")
    spaces = sum(route["length"] for route in _tables(printed.get("routes")) if type(route.get("length")) is int)
    if spaces > MOST_SPACES:
        pattern = "the routes have {count} spaces in all; at most {most} are allowed"
        yield Fault(None, say(pattern, count=spaces, most=MOST_SPACES))


@dataclass
class _Reading:
    """One pass over one file that collects malformed values instead of stopping at the first."""

    lines: Lines
    raw: Mapping[str, Any]
    faults: list[Fault] = field(default_factory=list)
    head: _Head | None = None
    size: tuple[float, float] | None = None

    def draft(self) -> Draft:
        self._unknown_fields("", self.raw, {"id", "name", "rules", "printed"})
        self.head = self._value(TypeAdapter(_Head), {k: self.raw[k] for k in ("id", "name") if k in self.raw})
        rules = self._value(TypeAdapter(Rules), self.raw.get("rules"), "rules")
        printed = self.raw.get("printed")
        if not isinstance(printed, dict):
            self.faults.append(
                Fault(None, say("[printed] is missing: the section with the cities, routes and tickets"))
            )
            printed = {}
        self._unknown_fields("printed.", printed, {"size", *SINGULAR})
        if "size" in printed:
            self.size = self._value(TypeAdapter(tuple[Coordinate, Coordinate]), printed["size"], "printed.size")
        return Draft(
            rules,
            self.size,
            self._entries(Country, "countries", printed),
            self._entries(City, "cities", printed),
            self._entries(Route, "routes", printed),
            self._entries(Ticket, "tickets", printed),
            mentioned=frozenset(
                spelling
                for section in ("countries", "cities")
                for entry in _tables(printed.get(section))
                for spelling in (str(entry.get("id")), as_id(str(entry.get("id"))))
            ),
        )

    def _unknown_fields(self, prefix: str, table: Mapping[str, Any], known: set[str]) -> None:
        for key in table:
            if key not in known:
                hint = closest(key, known) or say(": remove it")
                self.faults.append(
                    Fault(None, say("{field} is not a known field{hint}", field=prefix + shown(key), hint=hint))
                )

    def _value(self, kind: TypeAdapter[Value], raw: object, where: str = "") -> Value | None:
        if raw is None:
            self.faults.append(Fault(None, say("{where} is missing", where=where)))
            return None
        found, wrong = _strictly(kind, raw)
        for location, what in _hinted(kind, wrong):
            if location[-1:] and location[-1] in {"size", *SINGULAR} and "printed" not in self.raw:
                continue  # it is in the wrong table only because the heading [printed] is missing
            place = ".".join(filter(None, [where, path(location)]))
            self.faults.append(Fault(None, f"{place} {what}".strip()))
        return found[0] if found else None

    def _entries(self, kind: type[Entry], section: str, printed: Mapping[str, Any]) -> tuple[Entry, ...]:
        raw = printed.get(section, [])
        if not isinstance(raw, list):
            self.faults.append(Fault(None, say("printed.{section} must be a list", section=section)))
            return ()
        adapter = TypeAdapter(kind)
        entries: list[Entry] = []
        for number, table in enumerate(raw, start=1):
            found, wrong = _strictly(adapter, table)
            entries += found
            name = table.get("id") if isinstance(table, dict) else None
            for location, what in _hinted(adapter, wrong):
                line = self.lines.of(section, name) if isinstance(name, str) else None
                called = say(SINGULAR[section], id=shown(name) if isinstance(name, str) else number)
                self.faults.append(Fault(line, f"{called}: {path(location)} {what}".replace(":  ", ": ")))
        return tuple(entries)


def _hinted(
    kind: TypeAdapter[Value], wrong: Sequence[tuple[tuple[str | int, ...], str]]
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the complaints, with the intended field for each misspelt one, which is then not reported as missing."""
    unknown, missing = say("is not a known field"), say("is missing")
    meant: set[tuple[str | int, ...]] = set()
    told: list[tuple[tuple[str | int, ...], str]] = []
    for location, what in wrong:
        if location and what == unknown:
            fields = _fields_at(kind, location[:-1])
            found = closest(str(location[-1]), fields)
            meant |= {(*location[:-1], field) for field in fields if found == closest(field, [field])}
            told.append((location, f"{what}{found}"))
        elif len(location) > 1 and location[0] in ("track", "bends"):
            points = (location[:1], say("must be points, each in its own brackets: [[100, 200], [150, 220]]"))
            told += [points] if points not in told else []
        elif len(location) > 1 and location[0] == "spaces":
            places = (location[:1], say("must be x, y and a direction, in brackets: [[100, 200, 45], [150, 220, 60]]"))
            told += [places] if places not in told else []
        else:
            told.append((location, what))
    return (one for one in told if not (one[0] in meant and one[1] == missing))


def _fields_at(kind: TypeAdapter[Value], location: tuple[str | int, ...]) -> list[str]:
    """Return the fields of the table at a place inside a value, by their names in a file."""
    schema: Any = kind.json_schema()
    definitions = schema.get("$defs", {})
    for step in (*location, None):
        while "$ref" in schema or "anyOf" in schema:
            schema = definitions[schema["$ref"].split("/")[-1]] if "$ref" in schema else schema["anyOf"][0]
        if step is not None:
            schema = schema.get("items", {}) if isinstance(step, int) else schema.get("properties", {}).get(step, {})
    return list(schema.get("properties", {}))


def _tables(raw: object) -> list[dict[str, Any]]:
    return [entry for entry in raw if isinstance(entry, dict)] if isinstance(raw, list) else []


def _strictly(kind: TypeAdapter[Value], raw: object) -> tuple[list[Value], list[tuple[tuple[str | int, ...], str]]]:
    """Return the value, or what is wrong with it. It is validated as JSON, whose strict mode accepts lists for tuples
    and the text keys of a TOML table for numbers, but never text for a number."""
    try:
        return [kind.validate_json(json.dumps(raw, default=str))], []
    except ValidationError as error:
        return [], complaints(error)
