"""Stations: which route each one borrows, so that the owner's tickets are worth most (EU-4 to EU-7, EU-A9)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.boards import Board, Route, Ticket
from companion.scoring.network import Network


@dataclass(frozen=True, slots=True)
class Loan:
    """A station and the opponent's route that its owner borrows."""

    station: str
    route: Route


_Groups = frozenset[frozenset[int]]
"""Pieces of the player's own network that loans join."""


def best_loans(
    board: Board, own: Network, stations: Sequence[str], lendable: Iterable[Route], tickets: Sequence[Ticket]
) -> tuple[Loan, ...]:
    """Return the loans that make these tickets worth most, then complete most of them, without any unnecessary loan.

    `lendable` are the routes of opponents. Every choice per station is tried. But a loan matters only by the two pieces
    of the player's own network that it joins, so choices that join the same pieces are treated as one. Joining more
    never does harm, so a station borrows nothing only if it can join nothing. Unnecessary loans are removed at the end.
    """
    pieces = _Pieces(board, own)
    undecided = [(start, goals) for start, goals in map(pieces.ticket, tickets) if not start & goals[0][0]]
    if not undecided:
        return ()
    routes = tuple(lendable)
    choices: dict[_Groups, tuple[Loan, ...]] = {frozenset(): ()}
    for station in stations:
        beside = {frozenset(map(pieces.of, route.ends)): route for route in routes if station in route.ends}
        further: dict[_Groups, tuple[Loan, ...]] = {}
        for groups, loans in choices.items():
            joined = {_join(groups, ends): (*loans, Loan(station, route)) for ends, route in beside.items()}
            joined.pop(groups, None)
            further.update(joined or {groups: loans})
        choices = further
    worth = {groups: _worth(groups, undecided) for groups in choices}
    loans = choices[max(choices, key=worth.__getitem__)]
    return _needed(loans, max(worth.values()), pieces, undecided)


_Tickets = Sequence[tuple[frozenset[int], list[tuple[frozenset[int], int]]]]
"""For each ticket, the pieces of its start, and those of its goals with their points, best first."""


def _needed(loans: tuple[Loan, ...], worth: tuple[int, int], pieces: "_Pieces", tickets: _Tickets) -> tuple[Loan, ...]:
    """Return these loans without those that the tickets do not need."""
    for loan in loans:
        others = tuple(other for other in loans if other is not loan)
        groups: _Groups = frozenset()
        for other in others:
            groups = _join(groups, frozenset(map(pieces.of, other.route.ends)))
        if _worth(groups, tickets) == worth:
            return _needed(others, worth, pieces, tickets)
    return loans


class _Pieces:
    """The player's own network as numbered pieces. A city without own routes is a piece by itself."""

    def __init__(self, board: Board, own: Network) -> None:
        self._board = board
        self._numbers = dict(own.pieces)
        for city in board.cities:
            self._numbers.setdefault(city, len(board.cities) + len(self._numbers))

    def of(self, city: str) -> int:
        return self._numbers[city]

    def ticket(self, ticket: Ticket) -> tuple[frozenset[int], list[tuple[frozenset[int], int]]]:
        """Return the pieces of its start, and those of its goals with their points, best first."""
        goals = sorted(ticket.goals, key=lambda goal: -goal.points)
        return self._of_place(ticket.start), [(self._of_place(goal.to), goal.points) for goal in goals]

    def _of_place(self, place: str) -> frozenset[int]:
        return frozenset(self.of(city) for city in self._board.gates(place))


def _join(groups: _Groups, ends: frozenset[int]) -> _Groups:
    touched = [group for group in groups if group & ends]
    joined = ends.union(*touched)
    return groups.difference(touched) | {joined} if len(joined) > 1 else groups


def _worth(groups: _Groups, tickets: _Tickets) -> tuple[int, int]:
    """Return the points of the tickets with these pieces joined, and how many are complete."""
    points = completed = 0
    for start, goals in tickets:
        reach = start.union(*(group for group in groups if group & start))
        value = next((points for gates, points in goals if gates & reach), None)
        points += -goals[-1][1] if value is None else value
        completed += value is not None
    return points, completed
