"""Random legal games, for property tests."""

from collections.abc import Iterator
from random import Random

from companion.boards import Board, CardColour, PlayerColour
from companion.game import Event, State, apply, refusal_of
from companion.game import events as e
from tests.table import Table, board, table

SYSTEMS = ("usa", "europe", "switzerland", "india", "old_west", "card_game", "nordic_countries")
_COLOURS: tuple[CardColour, ...] = ("red", "blue", "green", "yellow", "black", "white", "orange", "pink")


def random_game(on: str | Board, rng: Random, turns: int = 60) -> tuple[Table, list[Event]]:
    """Return a new game and events that are legal in sequence; the game may or may not be over."""
    rules = (board(on) if isinstance(on, str) else on).rules
    fewest, most = rules.players
    colours = rules.player_colours[: rng.randint(fewest, most)]
    begun = table(on, " ".join(colours), alvin=rules.alvin is not None and rng.random() < 0.5)
    return begun, list(_events(begun.state, rng, turns))


def _events(state: State, rng: Random, turns: int) -> Iterator[Event]:
    for event in _openings(state, rng):
        if refusal_of(state, event) is None:
            yield event
            state = apply(state, event)
    for turn in range(turns):
        player = state.players[turn % len(state.players)].colour
        for event in _turn(state, player, rng):
            if refusal_of(state, event) is None:
                yield event
                state = apply(state, event)
    for line in state.board.rules.entered:
        for one in state.players:
            yield e.Entered(player=one.colour, line=line.id, points=rng.randint(line.lowest, line.highest))
    if rng.random() < 0.7:
        yield e.End()


def _openings(state: State, rng: Random) -> Iterator[Event]:
    cities = rng.sample(list(state.board.cities), len(state.players))
    for player, city in zip(reversed(state.players), cities, strict=True):
        yield e.StartCity(player=player.colour, city=city)
        yield e.Tickets(player=player.colour, kept=tuple(rng.sample(list(state.board.tickets), 3)))


def _turn(state: State, player: PlayerColour, rng: Random) -> Iterator[Event]:
    roll = rng.random()
    if state.board.rules.piles:
        yield e.Tickets(player=player, kept=tuple(rng.sample(list(state.board.tickets), 2)))
        colours: list[CardColour] = [*rng.sample(_COLOURS, 4), "locomotive"]
        yield e.Pile(player=player, cards={colour: rng.randint(0, 3) for colour in colours})
        if roll < 0.1:
            yield e.Scoring()
    elif roll < 0.1:
        yield e.Tickets(player=player, kept=tuple(rng.sample(list(state.board.tickets), 1)))
    elif roll < 0.2:
        yield e.Draw(player=player)
    elif roll < 0.3 and state.board.rules.stations:
        yield e.Station(player=player, city=rng.choice(list(state.board.cities)))
    else:
        yield from _claim(state, player, rng)


def _claim(state: State, player: PlayerColour, rng: Random) -> Iterator[Event]:
    near = {city for route in state.routes_of(player) for city in route.ends} | set(state.markers_of(player))
    routes = list(state.board.routes.values())
    routes = [route for route in routes if near & set(route.ends)] if near and rng.random() < 0.8 else routes
    for route in rng.sample(routes, min(4, len(routes))):
        claim = e.Claim(player=player, route=route.id)
        if refusal_of(state, claim) is None:
            yield claim
            if rng.random() < 0.3:
                yield e.Marker(player=player, city=rng.choice(route.ends))
            yield e.Alvin(player=player, city=(state.markers_of(player) or route.ends)[0])
            return
