"""What a photo would add to a game, before anybody has said that it should be recorded.

What is recorded already was said by people, and stays. What the photo is not sure of, or what a rule forbids, is asked;
an answer counts whatever the photo shows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.boards import PlayerColour
from companion.game import events as e
from companion.game.apply import apply
from companion.game.objection import Objection
from companion.game.record import refusal_of
from companion.game.state import State
from companion.photo.findings import NOWHERE, Findings, PhotoPlace, place_of

Answers = Mapping[str, PlayerColour | None]
"""What people answered: the owner of a route or of a city's station, or None for nobody."""


@dataclass(frozen=True, slots=True)
class PhotoQuestion:
    """A question about a route, or about the station in a city."""

    route: str | None
    city: str | None
    guess: PlayerColour | None
    """What the photo shows, as far as it can be seen; None is nobody."""
    place: PhotoPlace = NOWHERE
    """Where to look on the photo."""


@dataclass(frozen=True)
class Draft:
    """A photo beside a game, and what people have answered."""

    recorded: State
    findings: Findings
    routes: Answers = field(default_factory=dict)
    stations: Answers = field(default_factory=dict)

    def answered(self, question: PhotoQuestion, owner: PlayerColour | None) -> "Draft":
        """Return the draft with an answer."""
        if question.route is not None:
            return replace(self, routes={**self.routes, question.route: owner})
        assert question.city is not None
        return replace(self, stations={**self.stations, question.city: owner})

    def against(self, question: PhotoQuestion, owner: PlayerColour | None) -> Objection | None:
        """Return what a rule has against an answer, or None. People can give it anyway."""
        event = _event(question, owner)
        return refusal_of(self.answered(question, None).position, event) if event is not None else None

    @property
    def events(self) -> tuple[e.Claim | e.Station, ...]:
        """What would be recorded now: what is sure, and what people answered."""
        return self._weighed[0]

    @property
    def questions(self) -> tuple[PhotoQuestion, ...]:
        """What is still to be asked, the most doubtful first."""
        return self._weighed[1]

    @property
    def position(self) -> State:
        """The position that all this would lead to."""
        return self._weighed[2]

    def question_about(self, route: str) -> PhotoQuestion | None:
        """Return a question about a route that people want to change, or None if it is recorded already."""
        if self._is_recorded(route):
            return None
        found = self.findings.routes.get(route)
        owner = self.routes.get(route, found.owner if found else None)
        return PhotoQuestion(route, None, self._player(owner), place=place_of(found) if found else NOWHERE)

    @cached_property
    def _weighed(self) -> tuple[tuple[e.Claim | e.Station, ...], tuple[PhotoQuestion, ...], State]:
        """Go through all that was found, the surest first, so that of two that exclude each other the less sure one is
        asked. What people answered comes last: it is recorded even if a rule forbids it beside the rest."""
        position, events = self.recorded, list[e.Claim | e.Station]()
        asked: list[tuple[float, PhotoQuestion]] = []
        for weight, question, settled in sorted(self._found(), key=lambda one: (one[0] > 1, -one[0])):
            if not settled:
                asked.append((weight, question))
                continue
            event = _event(question, question.guess)
            if event is None:
                continue
            refusal = refusal_of(position, event)
            if refusal is not None and weight > 1:  # people have the last word
                event = event.model_copy(update={"override": True})
                refusal = refusal_of(position, event)
            if refusal is not None:
                asked.append((weight, question))
                continue
            position = apply(position, event)
            events.append(event)
        asked.sort(key=lambda one: one[0])
        return tuple(events), tuple(question for _, question in asked), position

    def _found(self) -> list[tuple[float, PhotoQuestion, bool]]:
        """Return everything that is not recorded yet: how certain it is, more than 1 if people said it, and whether it
        is settled unless a rule forbids it."""
        found: list[tuple[float, PhotoQuestion, bool]] = []
        for route in self.recorded.board.routes:
            seen = self.findings.routes.get(route)
            if self._is_recorded(route):
                continue
            place = place_of(seen) if seen else NOWHERE
            if route in self.routes:
                found.append((2.0, PhotoQuestion(route, None, self.routes[route], place=place), True))
            elif seen is not None:
                question = PhotoQuestion(route, None, self._player(seen.owner), place=place)
                found.append((seen.confidence, question, seen.sure and question.guess == seen.owner))
        if self.recorded.board.rules.stations:
            found += self._stations()
        return found

    def _stations(self) -> list[tuple[float, PhotoQuestion, bool]]:
        there = {placed.city for placed in self.recorded.stations}
        found = []
        for city, seen in self.findings.stations.items():
            if city in there or city not in self.recorded.board.cities:
                continue
            if city in self.stations:
                found.append((2.0, PhotoQuestion(None, city, self.stations[city], place=place_of(seen)), True))
            else:
                question = PhotoQuestion(None, city, self._player(seen.owner), place=place_of(seen))
                found.append((seen.confidence, question, seen.sure and question.guess == seen.owner))
        return found

    def _is_recorded(self, route: str) -> bool:
        return bool(self.recorded.owners(self.recorded.board.routes[route]))

    def _player(self, colour: PlayerColour | None) -> PlayerColour | None:
        """Return a colour if somebody plays it."""
        return colour if colour is not None and self.recorded.plays(colour) else None


def _event(question: PhotoQuestion, owner: PlayerColour | None) -> e.Claim | e.Station | None:
    if owner is None:
        return None
    if question.route is not None:
        return e.Claim(player=owner, route=question.route)
    assert question.city is not None
    return e.Station(player=owner, city=question.city)
