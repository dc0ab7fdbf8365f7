"""Differences between the recorded board and the one on the table: corrections of the record that would explain what
people counted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.boards import PlayerColour, Route
from companion.game import events as e
from companion.game.state import State
from companion.words import Sentence

MOST = 6
"""The number of suspects shown."""


@dataclass(frozen=True, slots=True)
class LeftInBox:
    """What is left in a player's box: cars, and stations and markers where there are any."""

    cars: int
    stations: int = 0
    markers: int = 0


def recorded_box(state: State, colour: PlayerColour) -> LeftInBox:
    """Return what should be left in a player's box according to the record."""
    rules = state.board.rules
    stations = rules.stations.each - len(state.stations_of(colour)) if rules.stations else 0
    markers = rules.markers.each - len(state.markers_of(colour)) if rules.markers else 0
    return LeftInBox(state.trains_left(colour), stations, markers)


@dataclass(frozen=True, slots=True)
class Suspect:
    """A correction that would explain a difference."""

    question: Sentence
    place: int | None
    """The index of the event it changes; None if an event is missing."""
    event: e.Event | None
    """The correct event; None if it did not happen."""
    routes: tuple[str, ...] = ()
    """The routes concerned."""
    cities: tuple[str, ...] = ()
    cars: Mapping[PlayerColour, int] | None = None
    """The change in each player's cars on the board."""


def suspects(state: State, events: Sequence[e.Event], boxes: Mapping[PlayerColour, LeftInBox]) -> tuple[Suspect, ...]:
    """Return the corrections that bring the record closest to what people counted, the likeliest first: those that
    explain everything, then those near the end of the log."""
    off = {colour: recorded_box(state, colour).cars - box.cars for colour, box in boxes.items()}
    found: list[tuple[int, int, Suspect]] = []
    if any(off.values()):
        for weight, suspect in _about_cars(state, events, off):
            change = suspect.cars or {}
            rest = sum(abs(much - change.get(colour, 0)) for colour, much in off.items())
            if rest < sum(map(abs, off.values())):
                found.append((rest, weight, suspect))
    for weight, suspect in _about_pieces(state, events, boxes):
        found.append((0, weight, suspect))
    found.sort(key=lambda one: one[:2])
    return tuple(suspect for _, _, suspect in found[:MOST])


def _about_cars(
    state: State, events: Sequence[e.Event], off: Mapping[PlayerColour, int]
) -> Iterator[tuple[int, Suspect]]:
    """Yield every single correction of a claim, with a weight: the higher, the less likely."""
    routes = state.board.routes
    for place, event in enumerate(events):
        age = len(events) - place
        if isinstance(event, e.Claim):
            route = routes[event.route]
            facts: dict[str, object] = {"route": state.board.route(route), "number": place + 1}
            for player in state.players:
                if player.colour != event.player:
                    question = Sentence("Move {number}: did {name} claim {route}?", facts | {"name": player.name})
                    other = event.model_copy(update={"player": player.colour, "override": False})
                    change = {event.player: -route.length, player.colour: route.length}
                    # A player whose box was not reported is less likely to be involved.
                    unlikely = 0 if player.colour in off else 6
                    yield age + unlikely, Suspect(question, place, other, (route.id,), cars=change)
            for alike in _look_alikes(state, route):
                question = Sentence(
                    "Move {number}: was it {other}, not {route}?", facts | {"other": state.board.route(alike)}
                )
                claim = e.Claim(player=event.player, route=alike.id)
                change = {event.player: alike.length - route.length}
                yield age + 3, Suspect(question, place, claim, (route.id, alike.id), cars=change)
            question = Sentence("Move {number}: are there no trains on {route}?", facts)
            yield age + 8, Suspect(question, place, None, (route.id,), cars={event.player: -route.length})
        elif isinstance(event, e.TunnelFailed):
            route = routes[event.route]
            facts = {"route": state.board.route(route), "number": place + 1}
            question = Sentence("Move {number}: was the tunnel {route} paid for after all?", facts)
            claim = e.Claim(player=event.player, route=route.id)
            yield age + 1, Suspect(question, place, claim, (route.id,), cars={event.player: route.length})
    yield from _forgotten(state, off)


def _look_alikes(state: State, route: Route) -> Iterator[Route]:
    """Yield free routes that may have been touched by mistake: those that share a city, and parallel ones."""
    for other in state.board.routes.values():
        if other.id != route.id and set(other.ends) & set(route.ends) and not state.owners(other):
            yield other


def _forgotten(state: State, off: Mapping[PlayerColour, int]) -> Iterator[tuple[int, Suspect]]:
    """Yield claims that may be missing: free routes of exactly the missing length, the player's network preferred."""
    for colour, much in off.items():
        near = {city for route in state.routes_of(colour) for city in route.ends}
        for route in state.open_to(colour):
            if route.length == much:
                facts = {"route": state.board.route(route), "name": state.player(colour).name}
                question = Sentence("Did {name} also claim {route}?", facts)
                weight = 12 if near & set(route.ends) else 40
                claim = e.Claim(player=colour, route=route.id)
                yield weight, Suspect(question, None, claim, (route.id,), cars={colour: route.length})


def _about_pieces(
    state: State, events: Sequence[e.Event], boxes: Mapping[PlayerColour, LeftInBox]
) -> Iterator[tuple[int, Suspect]]:
    """Yield stations and markers that may not be on the board, for players of whom too many are recorded."""
    for colour, box in boxes.items():
        recorded = recorded_box(state, colour)
        for place, event in enumerate(events):
            if not isinstance(event, e.Station | e.Marker | e.StartCity) or event.player != colour:
                continue
            is_station = isinstance(event, e.Station)
            if box.stations > recorded.stations if is_station else box.markers > recorded.markers:
                facts = {"city": state.board.place(event.city), "name": state.player(colour).name, "number": place + 1}
                pattern = "Move {number}: is {name}’s marker in {city} not on the board?"
                if is_station:
                    pattern = "Move {number}: is {name}’s station in {city} not on the board?"
                yield len(events) - place, Suspect(Sentence(pattern, facts), place, None, cities=(event.city,))
