"""The photo as a second witness: where it and the record differ, and the correction that would settle it."""

from collections.abc import Iterator, Sequence

from companion.boards import PlayerColour, Route
from companion.game import events as e
from companion.game.state import State
from companion.game.suspects import Suspect
from companion.photo.findings import Findings
from companion.words import Sentence


def photo_suspects(state: State, events: Sequence[e.Event], findings: Findings) -> tuple[Suspect, ...]:
    """Return the corrections after which the record is what the photo shows, those first of which it is sure. What the
    photo calls free without being sure is no reason to doubt a claim."""
    found = [*_about_routes(state, events, findings), *_about_stations(state, events, findings)]
    found.sort(key=lambda one: one[0])
    return tuple(suspect for _, suspect in found)


def _about_routes(
    state: State, events: Sequence[e.Event], findings: Findings
) -> Iterator[tuple[tuple[bool, float], Suspect]]:
    moved: set[str] = set()
    """Free routes that are explained already: the trains of another claim lie there."""
    later: list[tuple[tuple[bool, float], Suspect]] = []
    for place, event in enumerate(events):
        seen = findings.routes.get(event.route) if isinstance(event, e.Claim) else None
        if not isinstance(event, e.Claim) or seen is None or seen.owner == event.player:
            continue
        if len(state.owners(state.board.routes[event.route])) != 1:  # an override that people chose
            continue
        if seen.owner is None and not seen.sure:
            continue
        rank = not seen.sure, -seen.confidence
        route = state.board.routes[event.route]
        facts: dict[str, object] = {"route": state.board.route(route), "number": place + 1}
        if seen.owner is not None and state.plays(seen.owner):
            question = Sentence(
                "Move {number}: did {name} claim {route}?", facts | {"name": state.player(seen.owner).name}
            )
            other = event.model_copy(update={"player": seen.owner, "override": False})
            later.append((rank, Suspect(question, place, other, (route.id,))))
        elif seen.owner is None:
            beside = _moved_to(state, findings, route, event.player, moved)
            if beside is not None:
                moved.add(beside.id)
                facts["other"] = state.board.route(beside)
                question = Sentence("Move {number}: was it {other}, not {route}?", facts)
                claim = e.Claim(player=event.player, route=beside.id)
                later.append((rank, Suspect(question, place, claim, (route.id, beside.id))))
            else:
                question = Sentence("Move {number}: are there no trains on {route}?", facts)
                later.append((rank, Suspect(question, place, None, (route.id,))))
    yield from later
    for route_id, seen in findings.routes.items():
        owner = seen.owner
        if route_id not in state.board.routes or route_id in moved or owner is None or not state.plays(owner):
            continue
        route = state.board.routes[route_id]
        if not state.owners(route):
            facts = {"route": state.board.route(route), "name": state.player(owner).name}
            question = Sentence("Did {name} also claim {route}?", facts)
            claim = e.Claim(player=owner, route=route.id)
            yield (not seen.sure, -seen.confidence), Suspect(question, None, claim, (route.id,))


def _moved_to(state: State, findings: Findings, route: Route, player: PlayerColour, moved: set[str]) -> Route | None:
    """Return a route that the record has free and the photo has for this player, with a city of the recorded one."""
    for other in state.board.routes.values():
        seen = findings.routes.get(other.id)
        if other.id in moved or seen is None or seen.owner != player or state.owners(other):
            continue
        if other.id != route.id and set(other.ends) & set(route.ends):
            return other
    return None


def _about_stations(
    state: State, events: Sequence[e.Event], findings: Findings
) -> Iterator[tuple[tuple[bool, float], Suspect]]:
    if not state.board.rules.stations:
        return
    recorded = {placed.city: placed.player for placed in state.stations}
    for place, event in enumerate(events):
        if isinstance(event, e.Station) and event.city in recorded and event.city not in findings.stations:
            facts = {
                "city": state.board.place(event.city), "name": state.player(event.player).name, "number": place + 1,
            }  # fmt: skip
            question = Sentence("Move {number}: is {name}’s station in {city} not on the board?", facts)
            yield (True, 0.0), Suspect(question, place, None, cities=(event.city,))
    for city, seen in findings.stations.items():
        if city in state.board.cities and city not in recorded and state.plays(seen.owner):
            facts = {"city": state.board.place(city), "name": state.player(seen.owner).name}
            question = Sentence("Did {name} also build a station in {city}?", facts)
            station = e.Station(player=seen.owner, city=city)
            yield (not seen.sure, -seen.confidence), Suspect(question, None, station, cities=(city,))
