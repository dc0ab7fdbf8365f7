"""Benchmark of scoring a whole finished game."""

from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import median

from benches.holdings import BOARDS, board
from benches.report import Table, best_time
from companion.boards import Board
from companion.game import Player, State, apply, begin
from companion.game import events as e
from companion.palette import CARDS, PLAYERS
from companion.scoring import tally


def finished_games(quick: bool) -> Iterator[Table]:
    """Measure games with the most players, most trains placed and tickets in every hand."""
    samples = 5 if quick else 30
    table = Table("tally", f"A whole tally with the most players, {samples} finished games each (ms)")
    for map_id in (*BOARDS, "card_game"):
        play = card_game if map_id == "card_game" else finished
        states = [play(board(map_id), Random(seed)) for seed in range(samples)]
        times = [best_time(partial(tally, state)) for state in states]
        table.rows.append(
            {
                "board": map_id,
                "players": len(states[0].players),
                "tickets": round(sum(len(hand) for s in states for hand in s.hands.values()) / samples),
                "median": median(times),
                "worst": max(times),
            }
        )
    yield table


def _seated(board: Board) -> State:
    return begin(board, [Player(colour=colour, name=colour) for colour in list(PLAYERS)[: board.rules.players[1]]])


def finished(board: Board, rng: Random) -> State:
    """Return a game played until the trains run out, with up to twelve tickets per player and all stations built.

    Players claim in turn, next to their own routes where possible.
    """
    state = _seated(board)
    tickets = rng.sample(list(board.tickets), len(board.tickets))
    each = min(12, len(tickets) // len(state.players))
    for number, player in enumerate(state.players):
        hand = tuple(tickets[number * each : (number + 1) * each])
        state = apply(state, e.Tickets(player=player.colour, kept=hand))
    stuck = 0
    while stuck < len(state.players):
        stuck = 0
        for player in state.players:
            own = {city for route in state.routes_of(player.colour) for city in route.ends}
            left = state.trains_left(player.colour)
            open_routes = [route for route in state.open_to(player.colour) if route.length <= left]
            near = [route for route in open_routes if own & set(route.ends)] or open_routes
            if near:
                state = apply(state, e.Claim(player=player.colour, route=rng.choice(near).id))
            else:
                stuck += 1
    if board.rules.stations:
        cities = rng.sample(list(board.cities), 3 * len(state.players))
        for number, city in enumerate(cities):
            state = apply(state, e.Station(player=state.players[number % len(state.players)].colour, city=city))
    return apply(state, e.End())


def card_game(board: Board, rng: Random) -> State:
    """Return a Card Game with eleven tickets per player and an equal share of the cards in each pile."""
    state = _seated(board)
    tickets = rng.sample(list(board.tickets), 44)
    deck = rng.sample([card for card in CARDS for _ in range(16 if card == "locomotive" else 10)], 96)
    for number, player in enumerate(state.players):
        cards = deck[number * 20 : (number + 1) * 20]
        state = apply(state, e.Tickets(player=player.colour, kept=tuple(tickets[number * 11 : (number + 1) * 11])))
        state = apply(state, e.Pile(player=player.colour, cards={colour: cards.count(colour) for colour in set(cards)}))
    return apply(state, e.End())
