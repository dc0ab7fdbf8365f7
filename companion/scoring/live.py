"""The public score during play: score track, trains, longest route so far. Tickets stay secret."""

from dataclasses import dataclass
from functools import lru_cache

from companion.boards import Route
from companion.game.state import Claimed, Player, State
from companion.scoring.ownership import award
from companion.scoring.trails import Trail, longest_trail


@dataclass(frozen=True, slots=True)
class Earned:
    """Points that a player got on the score track, and the claim that earned them."""

    claim: Claimed
    points: int


@dataclass(frozen=True, slots=True)
class LiveScore:
    """One player's score during a game."""

    player: Player
    earned: tuple[Earned, ...]
    captures: int
    """Points for capturing Alvin."""
    track: int
    """The position of the player's marker on the score track (GEN-2)."""
    trains_left: int
    longest: Trail
    leads_longest: bool
    """Whether it is the longest of all, if there is a bonus for that."""
    stations_left: int | None
    markers_left: int | None
    tickets: int


def live_scores(state: State) -> tuple[LiveScore, ...]:
    """Return every player's score so far, in turn order."""
    trails = {player.colour: _trail(state.routes_of(player.colour)) for player in state.players}
    best = max(trail.length for trail in trails.values())
    return tuple(_standing(state, player, trails[player.colour], best) for player in state.players)


def track(state: State, player: Player) -> int:
    """Return the position of a player's marker on the score track (GEN-2)."""
    if _told_by_track(state):
        return state.score_track.get(player.colour, 0)
    return sum(one.points for one in _earned(state, player)) + _captures(state, player)


def _told_by_track(state: State) -> bool:
    """OW-5: return whether only the score track shows what routes earned: on such a board that is being counted."""
    return bool(state.options.counted and state.board.rules.markers)


def _captures(state: State, player: Player) -> int:
    alvin = state.board.rules.alvin
    return alvin.capture * state.alvin.captures.count(player.colour) if alvin and state.alvin else 0


def _standing(state: State, player: Player, trail: Trail, best: int) -> LiveScore:
    colour, rules = player.colour, state.board.rules
    return LiveScore(
        player,
        () if _told_by_track(state) else _earned(state, player),
        _captures(state, player),
        track(state, player),
        state.trains_left(colour),
        trail,
        bool(rules.bonus.longest) and 0 < trail.length == best,
        rules.stations.each - len(state.stations_of(colour)) if rules.stations else None,
        rules.markers.each - len(state.markers_of(colour)) if rules.markers else None,
        len(state.hand(colour)),
    )


def _earned(state: State, player: Player) -> tuple[Earned, ...]:
    """GEN-1, OW-4: return the claims that earned this player points, and the player's own claims."""
    points = state.board.points
    if not state.board.rules.markers:
        return tuple(Earned(claim, points(claim.route)) for claim in state.claims if claim.player == player.colour)
    paid = [Earned(claim, award(claim, points(claim.route), player.colour)) for claim in state.claims]
    return tuple(one for one in paid if one.points or one.claim.player == player.colour)


@lru_cache(maxsize=64)
def _trail(routes: tuple[Route, ...]) -> Trail:
    """Return the longest route of a set of routes. Cached, because a move changes the routes of one player only."""
    return longest_trail((route.id, *route.ends, route.length) for route in routes)
