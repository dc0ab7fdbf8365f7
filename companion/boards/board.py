"""The printed board: cities, routes and tickets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, model_validator

from companion.boards.colours import CardColour, TrackColour
from companion.boards.colourwords import colour_word
from companion.boards.frozen import Coordinate, Frozen, Id, Name, Point
from companion.boards.land import Land
from companion.boards.rules import Positive, Rules
from companion.words import Named, Sentence, say
from companion.words.language import translated

if TYPE_CHECKING:
    from networkx import MultiGraph

MapChange = Literal["none", "changed", "gone", "unreadable"]
"""What became of a map since a game was played on it."""


class Country(Frozen):
    """A neighbouring country, reached through any of its border ends (CH-5)."""

    id: Id
    name: Name
    x: Coordinate
    y: Coordinate


class City(Frozen):
    """A city, or a border end where it names its country. The Card Game has cities without a place."""

    id: Id
    name: Name
    x: Coordinate | None = None
    """From the left edge of the board."""
    y: Coordinate | None = None
    """From the top edge of the board."""
    country: Id | None = None
    """The country that is reached here, if this is a border end (CH-5)."""


class Route(Frozen):
    """One printed track between two neighbouring cities; a double route is two of them."""

    id: Id
    start: Id = Field(alias="from")
    """The city where its track begins."""
    end: Id = Field(alias="to")
    """The city where its track ends."""
    colour: TrackColour
    length: Positive
    """Number of spaces; rules.points says what they are worth."""
    tunnel: bool = False
    locomotives: Annotated[int, Field(ge=0)] = 0
    """Locomotive signs of a ferry."""
    cards_for_missing: Annotated[int, Field(ge=0, le=20)] = 0
    """How many cards of any colours can be paid instead of one that is missing; 0 if none can (NC-15)."""
    track: Annotated[tuple[Point, ...], Field(max_length=3)] = ()
    """First space, optional control point of a curve, last space."""
    angle: Coordinate = 0
    """Turns the only space of a track of length 1."""
    bends: tuple[Point, ...] = ()
    """The centre of every space, if no curve fits."""
    spaces: tuple[tuple[Coordinate, Coordinate, Coordinate], ...] = ()
    """The centre of every space, and how far it is turned, in degrees clockwise from east: for tracks with sharp
    corners."""

    @model_validator(mode="after")
    def _figures_fit_together(self) -> "Route":
        if self.start == self.end:
            raise ValueError(say("goes from {start} to itself", start=self.start))
        if self.locomotives > self.length:
            raise ValueError(
                say(
                    "needs {locomotives} locomotives, but has only {length} spaces",
                    locomotives=self.locomotives,
                    length=self.length,
                )
            )
        if self.tunnel and self.cards_for_missing:
            raise ValueError(say("is a tunnel, where cards_for_missing is not possible"))
        if self.bends and len(self.bends) != self.length:
            raise ValueError(
                say(
                    "has {bends} bends, but needs one for each of its {length} spaces",
                    bends=len(self.bends),
                    length=self.length,
                )
            )
        if self.spaces and len(self.spaces) != self.length:
            raise ValueError(
                say(
                    "needs {length} entries in spaces, one for each space, not {given}",
                    given=len(self.spaces),
                    length=self.length,
                )
            )
        if not self.track and not self.bends and not self.spaces:
            raise ValueError(say("has neither track nor bends: one of them must say where its spaces are"))
        if len(self.track) == 1 and self.length > 1:
            raise ValueError(say("has one track point: give the first and the last space, since it is longer than 1"))
        return self

    @property
    def ends(self) -> tuple[str, str]:
        """The ids of its two cities."""
        return self.start, self.end

    @property
    def middles(self) -> tuple[Point, ...]:
        """The centres of all spaces, if the map gives them one by one."""
        return tuple((x, y) for x, y, _ in self.spaces) or self.bends


class Goal(Frozen):
    """Where a ticket leads and what it is worth to get there."""

    to: Id
    points: Positive


class Ticket(Frozen):
    """A ticket card: one goal, or several countries of which the best one counts (CH-3)."""

    id: Id
    start: Id = Field(alias="from")
    to: Id | None = None
    points: Positive | None = None
    """Earned if it is completed, lost if not."""
    options: tuple[Goal, ...] = ()
    """Several goals instead of one, of which the best that is reached counts (CH-3)."""
    long: bool = False
    """One of the long tickets, which are dealt separately (EU-11)."""
    copies: Annotated[int, Field(ge=1, le=10)] = 1
    """How many such cards there are."""
    cards: dict[CardColour, Positive] = Field(default_factory=dict)
    """The train cards that complete it in the Card Game (CG-2)."""

    @model_validator(mode="after")
    def _goes_somewhere(self) -> "Ticket":
        if (self.to is None) != (self.points is None):
            raise ValueError(say("needs both fields: “to” and “points”"))
        if (self.to is None) == (not self.options):
            raise ValueError(say("needs either the fields “to” and “points”, or the field “options”"))
        if any(goal.to == self.start for goal in self.goals):
            raise ValueError(say("goes from {start} to itself", start=self.start))
        if len({goal.to for goal in self.goals}) < len(self.goals):
            raise ValueError(say("options lists the same destination twice"))
        if "locomotive" in self.cards:
            raise ValueError(say("cards: a ticket lists colours only, not locomotives"))
        return self

    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """Every goal of the card; an ordinary ticket has one."""
        if self.to is None or self.points is None:
            return self.options
        return (Goal(to=self.to, points=self.points),)

    @property
    def penalty(self) -> int:
        """The points lost if no goal is reached: the lowest value (CH-4, GEN-3)."""
        return min(goal.points for goal in self.goals)


@dataclass(frozen=True, eq=False)
class Board:
    """A checked map: every id in it exists. Boards are compared by identity."""

    id: str
    called: str
    """The name in the map file; `name` is for people."""
    rules: Rules
    size: tuple[float, float] | None
    countries: Mapping[str, Country]
    cities: Mapping[str, City]
    routes: Mapping[str, Route]
    tickets: Mapping[str, Ticket]
    change: MapChange = "none"
    """Other than "none" for the board of a game whose installed map has `changed` or is `gone`: then this is the board
    that the game keeps. If that one is `unreadable`, this is the installed map."""
    land: Land | None = None
    """What is drawn below the tracks; None for plain paper."""

    @property
    def name(self) -> str:
        """The name for people, translated for the maps that come with Companion."""
        return translated(self.called)

    @property
    def ticket_cards(self) -> int:
        """The number of ticket cards in the box; Switzerland has two of some."""
        return sum(ticket.copies for ticket in self.tickets.values())

    @cached_property
    def graph(self) -> "MultiGraph[str]":
        """The cities joined by the routes, each edge keyed by its route's id, with its `length`."""
        return route_graph(self.routes.values())

    @cached_property
    def _parallel(self) -> Mapping[frozenset[str], tuple[Route, ...]]:
        pairs: dict[frozenset[str], tuple[Route, ...]] = {}
        for route in self.routes.values():
            pair = frozenset(route.ends)
            pairs[pair] = (*pairs.get(pair, ()), route)
        return pairs

    def parallel(self, route: Route) -> tuple[Route, ...]:
        """Return the other routes between the same two cities (GEN-6)."""
        return tuple(other for other in self._parallel[frozenset(route.ends)] if other.id != route.id)

    @cached_property
    def _gates(self) -> Mapping[str, tuple[str, ...]]:
        gates: dict[str, tuple[str, ...]] = {}
        for city in self.cities.values():
            if city.country:
                gates[city.country] = (*gates.get(city.country, ()), city.id)
        return gates

    def gates(self, place: str) -> tuple[str, ...]:
        """Return the cities where a place of a ticket is reached: the city itself, or each border end of the country
        (CH-5)."""
        return (place,) if place in self.cities else self._gates[place]

    def points(self, route: Route) -> int:
        """GEN-1: return the points for a route, by its length."""
        return self.rules.points[route.length]

    def cities_along(self, routes: Sequence[str]) -> tuple[str, ...]:
        """Return the cities that a walk over these routes visits, in order. The routes must be consecutive."""
        if not routes:
            return ()
        first = self.routes[routes[0]]
        return self._visited(first.start, routes) or self._visited(first.end, routes) or ()

    def _visited(self, city: str, routes: Sequence[str]) -> tuple[str, ...] | None:
        visited = [city]
        for route in routes:
            ends = self.routes[route].ends
            if visited[-1] not in ends:
                return None
            visited.append(ends[1] if visited[-1] == ends[0] else ends[0])
        return tuple(visited)

    def place(self, place: str) -> Named:
        """Return the name of a city or country; a border end is "France (Genève)"."""
        if place in self.countries:
            return Named(place, self.countries[place].name)
        city = self.cities[place]
        if city.country:
            (route,) = (route for route in self.routes.values() if place in route.ends)
            inland = route.end if route.start == place else route.start
            return Named(place, f"{city.name} ({self.cities[inland].name})")
        return Named(place, city.name)

    def route(self, route: Route) -> Named:
        """Return the name of a route, by its cities: "Brest–Paris". Parallel routes also have the colour: "Berlin–Essen
        (blue)". Those of the same colour also have a number: "Dieppe–London (grey 2)"."""
        name = f"{self.cities[route.start].name}–{self.cities[route.end].name}"
        tracks = self._parallel[frozenset(route.ends)]
        alike = [track.id for track in tracks if track.colour == route.colour]
        facts = {"route": name, "colour": colour_word(route.colour)}
        if len(alike) > 1:
            facts["number"] = str(alike.index(route.id) + 1)
            return Named(route.id, Sentence("{route} ({colour} {number})", facts))
        if len(tracks) > 1:
            return Named(route.id, Sentence("{route} ({colour})", facts))
        return Named(route.id, name)

    def ticket(self, ticket: Ticket) -> Named:
        """Return the name of a ticket, by its ends."""
        goals = "/".join(str(self.place(goal.to)) for goal in ticket.goals)
        return Named(ticket.id, f"{self.place(ticket.start)}–{goals}")


def route_graph(routes: Iterable[Route]) -> "MultiGraph[str]":
    """Return these routes as a networkx multigraph, each edge keyed by its route's id, with its `length`."""
    # networkx is slow to import, and few commands need it.
    from networkx import MultiGraph

    graph: MultiGraph[str] = MultiGraph()
    for route in routes:
        graph.add_edge(route.start, route.end, key=route.id, length=route.length)
    return graph
