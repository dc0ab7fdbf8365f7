"""Objections to claiming a route or trying a tunnel."""

from collections.abc import Iterator

from companion.boards import Route
from companion.game.events import Claim, TunnelFailed
from companion.game.objection import Objection, forbidden, impossible
from companion.game.paying import against_laying, against_payment
from companion.game.state import State
from companion.words import closest


def against_claim(state: State, event: Claim) -> Iterator[Objection]:
    """Yield objections to a claim (GEN-6, GEN-7, OW-2) and to its price."""
    route = state.board.routes.get(event.route)
    if route is None:
        yield no_such_route(state, event.route)
        return
    if event.player in state.owners(route):
        yield impossible("GEN-6", "{route} is already claimed by {player}", **_who(state, event, route))
        return
    yield from _against_taking(state, event, route)
    if event.cards is not None:
        yield from against_payment(state.board, route, event.cards, event.revealed)
    if event.revealed and not route.tunnel:
        yield forbidden("PAY-3", "{route} is not a tunnel, so no cards are turned over", route=state.board.route(route))


def against_attempt(state: State, event: TunnelFailed) -> Iterator[Objection]:
    """Yield objections to a try at a tunnel: the same as to a claim."""
    route = state.board.routes.get(event.route)
    if route is None:
        yield no_such_route(state, event.route)
        return
    if not route.tunnel:
        yield impossible("PAY-3", "{route} is not a tunnel", route=state.board.route(route))
        return
    yield from _against_taking(state, event, route)
    if event.cards is not None:
        yield from against_laying(state.board, route, event.cards, event.revealed)


def no_such_route(state: State, route: str) -> Objection:
    """Return the objection to an id that no route of the board has."""
    if not state.board.routes:
        return impossible("CG-1", "{map} has no board, so there are no routes to claim", map=state.board.name)
    hint = closest(route, state.board.routes)
    return impossible("", "there is no route {id} on {map}{hint}", id=route, map=state.board.name, hint=hint)


def _who(state: State, event: Claim | TunnelFailed, route: Route) -> dict[str, object]:
    return {"route": state.board.route(route), "player": state.player(event.player)}


def _against_taking(state: State, event: Claim | TunnelFailed, route: Route) -> Iterator[Objection]:
    """Yield objections to this player's trains on this route, apart from the price."""
    who = _who(state, event, route)
    for owner in state.owners(route):
        yield forbidden("GEN-6", "{route} is already claimed by {owner}", route=who["route"], owner=state.player(owner))
    yield from _against_parallel(state, event, route)
    left = state.trains_left(event.player)
    if left < route.length:
        one = "{route} needs one train, but {player} has none left"
        more = "{route} needs {count} trains, but {player} has {left} left"
        yield forbidden("GEN-7", one, more, **who, count=route.length, left=max(left, 0))
    if state.board.rules.markers and not state.options.counted:  # a counted board does not show which route came first
        yield from _against_leaving_the_network(state, event, route)


def _against_parallel(state: State, event: Claim | TunnelFailed, route: Route) -> Iterator[Objection]:
    """GEN-6: yield objections to a second parallel route of one player or, with few players, of anyone."""
    name = state.board.route(route)
    taken = [(other, owner) for other in state.board.parallel(route) for owner in state.owners(other)]
    own = sum(owner == event.player for _, owner in taken)
    for other, owner in taken:
        facts = {"route": name, "other": state.board.route(other), "owner": state.player(owner)}
        if owner == event.player and own >= state.board.rules.own_tracks:
            yield forbidden("GEN-6", "{owner} already has {other}, and so cannot claim {route} as well", **facts)
        elif state.are_enough(len(taken)):
            most = state.board.rules.open_tracks_with(len(state.players))
            yield forbidden(
                "GEN-6",
                "{route} is closed: {owner} has {other}, and with {players} players only one of the two may be claimed",
                "{route} is closed: {owner} has {other}, and with {players} players only {count} of them may be "
                "claimed",
                **facts, players=len(state.players), count=most or 1,
            )  # fmt: skip


def _against_leaving_the_network(state: State, event: Claim | TunnelFailed, route: Route) -> Iterator[Objection]:
    """OW-2: yield an objection if the first route does not begin in the start city, or a later one does not touch the
    player's network."""
    who = _who(state, event, route)
    markers, routes = state.markers_of(event.player), state.routes_of(event.player)
    if not markers:
        yield forbidden("OW-2", "{player} has no start city yet", player=who["player"])
    elif not routes and markers[0] not in route.ends:
        pattern = "{player}’s first route must start in {city}, and {route} does not"
        yield forbidden("OW-2", pattern, **who, city=state.board.place(markers[0]))
    elif routes and not {markers[0]}.union(*(own.ends for own in routes)).intersection(route.ends):
        yield forbidden("OW-2", "{route} does not connect to {player}’s network", **who)
