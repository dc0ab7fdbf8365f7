"""Looking up a route, a ticket or a city."""

from companion.boards import colour_word
from companion.game.state import State
from companion.words import Named, Sentence, together
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
        "length": route.length,
        "colour": colour_word(route.colour),
        "points": state.board.points(route),
        "owners": owners,
    }
    if owners:
        return named, Sentence("{thing}: {length} {colour}, {points} points, claimed by {owners}", facts)
    return named, Sentence("{thing}: {length} {colour}, {points} points, free", facts)


def _ticket(state: State, thing: str) -> tuple[Named, Sentence]:
    ticket = state.board.tickets[thing]
    named, points = state.board.ticket(ticket), "/".join(str(goal.points) for goal in ticket.goals)
    return named, Sentence("{thing}: {points} points", {"thing": named, "points": points})


def _city(state: State, thing: str) -> tuple[Named, Sentence]:
    named, count = state.board.place(thing), sum(thing in route.ends for route in state.board.routes.values())
    return named, Sentence("{thing}: one route", {"thing": named, "count": count}, "{thing}: {count} routes")
