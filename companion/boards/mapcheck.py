"""Checks that the entries of a map fit together, once each of them is well-formed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

from companion.boards.board import City, Country, Route, Ticket
from companion.boards.faults import Fault, Lines
from companion.boards.rules import Rules
from companion.words import closest, pattern, say


@dataclass(frozen=True, slots=True)
class Draft:
    """A map as it was read, before checking that it fits together."""

    rules: Rules | None
    size: tuple[float, float] | None
    countries: tuple[Country, ...]
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    mentioned: frozenset[str]
    """Ids of all cities and countries in the file, faulty ones included."""

    @property
    def sections(self) -> dict[str, tuple[Country, ...] | tuple[City, ...] | tuple[Route, ...] | tuple[Ticket, ...]]:
        """The lists by their names in the file."""
        return {"countries": self.countries, "cities": self.cities, "routes": self.routes, "tickets": self.tickets}


def misfits(draft: Draft, lines: Lines) -> Iterator[Fault]:
    """Yield every fault, with its line."""
    yield from _ids_twice(draft, lines)
    for section, entry, what in _entry_misfits(draft):
        yield Fault(lines.of(section, entry), what)
    for what in _rule_misfits(draft):
        yield Fault(None, what)


def _ids_twice(draft: Draft, lines: Lines) -> Iterator[Fault]:
    for section, entries in draft.sections.items():
        for entry, count in Counter(entry.id for entry in entries).items():
            if count > 1:
                line = lines.of(section, entry, nth=2)
                yield Fault(
                    line,
                    say(
                        "{entry} appears {count} times in {section}: give each its own id",
                        entry=entry,
                        count=count,
                        section=section,
                    ),
                )
    for both in sorted({city.id for city in draft.cities} & {country.id for country in draft.countries}):
        yield Fault(lines.of("cities", both), say("{both} is both a city and a country: rename one of them", both=both))


def _entry_misfits(draft: Draft) -> Iterator[tuple[str, str, str]]:
    """Yield section, id and complaint of each entry that does not fit the others."""
    yield from _unknown_places(draft)
    yield from _border_ends(draft)
    yield from _places_without_a_place(draft)
    if not (draft.rules and draft.rules.unequal_tracks):
        yield from _unequal_parallels(draft.routes)
    yield from _unreachable(draft)
    if draft.rules:
        yield from _against_the_rules(draft, draft.rules)


def _unknown_places(draft: Draft) -> Iterator[tuple[str, str, str]]:
    countries = {country.id for country in draft.countries}
    cities = draft.mentioned - countries
    gated = {city.country for city in draft.cities}
    for city in draft.cities:
        if city.country and city.country not in countries:
            hint = closest(city.country, countries)
            yield (
                "cities",
                city.id,
                say("city {city}: there is no country {country}{hint}", city=city.id, country=city.country, hint=hint),
            )
    for country in draft.countries:
        if country.id not in gated:
            yield (
                "countries",
                country.id,
                say("country {country} has no border end: no ticket can reach it", country=country.id),
            )
    yield from _named_but_nowhere(draft, cities)


def _named_but_nowhere(draft: Draft, cities: Set[str]) -> Iterator[tuple[str, str, str]]:
    """Yield places that routes and tickets name but that do not exist: one fault per place, not per mention."""
    naming: dict[str, list[tuple[str, str, str, Set[str]]]] = {}
    for route in draft.routes:
        for end in route.ends:
            words = pattern("route {id}: there is no city {place}{hint}")
            naming.setdefault(end, []).append(("routes", route.id, words, cities))
    for ticket in draft.tickets:
        for place in (ticket.start, *(goal.to for goal in ticket.goals)):
            words = pattern("ticket {id}: there is no city or country {place}{hint}")
            naming.setdefault(place, []).append(("tickets", ticket.id, words, draft.mentioned))
    for place, named in naming.items():
        strange = [one for one in named if place not in one[3]]
        if strange:
            section, entry, words, known = strange[0]
            what = say(words, id=entry, place=place, hint=closest(place, known))
            more = len({one[:2] for one in strange}) - 1
            yield section, entry, say("{what} (other places: {more})", what=what, more=more) if more else what


def _border_ends(draft: Draft) -> Iterator[tuple[str, str, str]]:
    """CH-A1: yield border ends that do not have exactly one route, and tickets from a country to its own border end."""
    routes = Counter(end for route in draft.routes for end in route.ends)
    country = {city.id: city.country for city in draft.cities}
    for city in draft.cities:
        if city.country and routes[city.id] != 1:
            what = say(
                "border end {city} has {routes} routes, but needs exactly one: give each route into {country} an end "
                "of its own",
                city=city.id, routes=routes[city.id], country=city.country,
            )  # fmt: skip
            yield "cities", city.id, what
    for ticket in draft.tickets:
        for goal in ticket.goals:
            if country.get(goal.to) == ticket.start or country.get(ticket.start) == goal.to:
                yield (
                    "tickets",
                    ticket.id,
                    say("ticket {ticket} goes from a country to its own border end", ticket=ticket.id),
                )


def _places_without_a_place(draft: Draft) -> Iterator[tuple[str, str, str]]:
    if not draft.routes:
        return
    for city in draft.cities:
        if city.x is None or city.y is None:
            yield "cities", city.id, say("city {city} needs x and y: its place on the board", city=city.id)


def _unequal_parallels(routes: Iterable[Route]) -> Iterator[tuple[str, str, str]]:
    first: dict[frozenset[str], Route] = {}
    for route in routes:
        other = first.setdefault(frozenset(route.ends), route)
        if other.length != route.length:
            what = say(
                "route {route} has length {length}, but {other} next to it has {other_length}: make them equal, or set "
                "rules.unequal_tracks to true",
                route=route.id, length=route.length, other=other.id, other_length=other.length,
            )  # fmt: skip
            yield "routes", route.id, what


def _unreachable(draft: Draft) -> Iterator[tuple[str, str, str]]:
    if not draft.routes:
        return
    mainland = _largest_part([city.id for city in draft.cities], draft.routes)
    for city in draft.cities:
        if city.id not in mainland:
            yield "cities", city.id, say("city {city} cannot be reached: no routes lead there", city=city.id)


def _largest_part(cities: Iterable[str], routes: Iterable[Route]) -> set[str]:
    """Return the largest set of connected cities. This does without networkx, which would slow down every start of the
    app."""
    part = {city: {city} for city in cities}
    for route in routes:
        one, other = part.setdefault(route.start, {route.start}), part.setdefault(route.end, {route.end})
        if one is not other:
            one |= other
            part |= dict.fromkeys(other, one)
    return max(part.values(), key=len)


def _against_the_rules(draft: Draft, rules: Rules) -> Iterator[tuple[str, str, str]]:
    for route in draft.routes:
        if route.length not in rules.points:
            what = say(
                "route {route} has length {length}, but rules.points has no points for it: add them there",
                route=route.id,
                length=route.length,
            )
            yield "routes", route.id, what
        elif rules.trains < route.length:
            yield (
                "routes",
                route.id,
                say(
                    "route {route} is longer than the {trains} trains each player has",
                    route=route.id,
                    trains=rules.trains,
                ),
            )
    for ticket in draft.tickets:
        if rules.piles and not ticket.cards:
            yield (
                "tickets",
                ticket.id,
                say("ticket {ticket} needs cards: the train cards that complete it", ticket=ticket.id),
            )
        if not rules.piles and ticket.cards:
            yield (
                "tickets",
                ticket.id,
                say("ticket {ticket} has cards, but on this map tickets are completed with routes", ticket=ticket.id),
            )


def _rule_misfits(draft: Draft) -> Iterator[str]:
    if not draft.mentioned:
        yield say("printed.cities is empty: a map needs cities")
    if not draft.tickets:
        yield say("printed.tickets is empty: a map needs tickets")
    rules = draft.rules
    if rules is None:
        return
    if not rules.piles and not draft.routes:
        yield say("printed.routes is empty: a board needs routes")
    if rules.piles and draft.routes:
        yield say("rules.piles is for a game without a board: remove rules.piles or the routes")
    if draft.routes and draft.size is None:
        yield say("printed.size is missing: the width and height of the board")
    named = [rules.alvin.city] if rules.alvin else []
    named += [card.city for card in rules.piles.big_cities] if rules.piles else []
    cities = draft.mentioned - {country.id for country in draft.countries}
    for city in named:
        if city not in cities:
            yield say("rules: there is no city {city}{hint}", city=city, hint=closest(city, cities))
