"""Looking up a route, a ticket or a city."""

from companion.boards import count_of_coloured_spaces
from companion.game.state import State
from companion.words import Named, Sentence, count_of_points, either, together
from hardware.codes import LabelKind


def look_up(state: State, kind: LabelKind, thing: str) -> tuple[Named, Sentence]:
    """Return its name, and a sentence with its public facts. `thing` is the id of a route, a ticket or a city."""
    if kind is LabelKind.ROUTE:
        return _route(state, thing)
    if kind is LabelKind.TICKET:
        return _ticket(state, thing)
    return _city(state, thing)


def _route(state: State, thing: str) -> tuple[Named, Sentence]:
    route = state.board.routes[thing]
    named = state.board.route(route)
    owners = together([state.player(owner).name for owner in state.owners(route)])
    facts = {
        "thing": named,
        "spaces": count_of_coloured_spaces(route.colour, route.length),
        "points": count_of_points(state.board.points(route)),
        "owners": owners,
    }
    if owners:
        return named, Sentence("{thing}: {spaces}, {points}, claimed by {owners}", facts)
    return named, Sentence("{thing}: {spaces}, {points}, not claimed", facts)


def _ticket(state: State, thing: str) -> tuple[Named, Sentence]:
    ticket = state.board.tickets[thing]
    named, points = state.board.ticket(ticket), [goal.points for goal in ticket.goals]
    if len(points) > 1:
        return named, Sentence("{thing}: {points} points", {"thing": named, "points": either(points)})
    return named, Sentence("{thing}: {points}", {"thing": named, "points": count_of_points(points[0])})


def _city(state: State, thing: str) -> tuple[Named, Sentence]:
    named, count = state.board.place(thing), sum(thing in route.ends for route in state.board.routes.values())
    return named, Sentence("{thing}: one route", {"thing": named, "count": count}, "{thing}: {count} routes")
