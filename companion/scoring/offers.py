"""What a claim would lead to: who would earn what, and which rule objects to it."""

from dataclasses import dataclass

from companion.boards import PlayerColour, Route
from companion.game import events as e
from companion.game.objection import Objection
from companion.game.objections import objections
from companion.game.state import Claimed, Player, State
from companion.scoring.ownership import award


@dataclass(frozen=True, slots=True)
class Offer:
    """A route that may be claimed, as shown on its card."""

    route: Route
    owner: Player | None
    """The player who has it already, if any."""
    pays: tuple[tuple[Player, int], ...]
    """The points that each player would earn by a claim (OW-4)."""
    objection: Objection | None
    """The most serious objection to the claim, questions included."""


def offer(state: State, track: str, player: PlayerColour) -> Offer:
    """Return what a claim of this route by this player would lead to."""
    route = state.board.routes[track]
    owners = state.owners(route)
    against = objections(state, e.Claim(player=player, route=track))
    return Offer(
        route,
        state.player(owners[0]) if owners else None,
        _pays(state, route, player),
        against[0] if against else None,
    )


def _pays(state: State, route: Route, player: PlayerColour) -> tuple[tuple[Player, int], ...]:
    owners = (state.marker_on(route.start), state.marker_on(route.end))
    claim, value = Claimed(player, route, owners), state.board.points(route)
    paid = [(one, award(claim, value, one.colour)) for one in state.players]
    return tuple((one, points) for one, points in paid if points)
