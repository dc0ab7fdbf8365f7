"""Whole decks of the Card Game, followed by Companion and played by hand beside it: both end in the same piles."""

from random import Random
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from companion.game import apply, objections
from companion.game import events as e
from companion.game.objection import FORBIDDEN, IMPOSSIBLE
from companion.game.state import State
from tests.game.yardtable import COLOURS, Card, YardTable
from tests.table import NAMES, table


def laying(player: str, cards: list[Card], numbered: bool) -> e.Yard:
    copies = tuple(copy for _, copy in cards) if numbered else ()
    return e.Yard(player=cast(Any, player), cards=cast(Any, tuple(colour for colour, _ in cards)), copies=copies)


def refused(state: State, event: e.Event) -> set[str]:
    """The rules that forbid an event."""
    return {one.rule for one in objections(state, event) if one.kind in (FORBIDDEN, IMPOSSIBLE)}


def in_yards(state: State) -> dict[str, dict[str, int]]:
    assert state.yards is not None
    return {one.colour: {row.colour: row.count for row in state.yards.of(one.colour)} for one in state.players}


def same(state: State, real: YardTable) -> None:
    """Everything that lies on the table is what was followed."""
    assert state.yards is not None
    lying = {player: {row: len(cards) for row, cards in rows.items()} for player, rows in real.yards.items()}
    assert in_yards(state) == lying
    for one in state.players:
        assert dict(state.yards.pile(one.colour)) == real.pile(one.colour)


def deck(state: State, real: YardTable, rng: Random, numbered: bool) -> State:
    """Plays a deck to its end, as the rules have it, and returns the position."""
    waiting: list[str] | None = None
    while waiting is None or waiting:
        assert state.yards is not None
        player = state.yards.turn
        assert player is not None
        assert waiting is None or player == waiting.pop(0)  # CG-12: in turn order
        real.start_turn(player)
        sets = real.layable(player)
        if sets and rng.random() < 0.6:
            cards = rng.choice(sets)
            event: e.Event = laying(player, cards, numbered)
            before = len(state.yards.robberies)
            robbed = real.lay(player, cards)
            assert refused(state, event) == set()
            state = apply(state, event)
            assert state.yards is not None
            assert [one.player for one in state.yards.robberies[before:]] == robbed  # CG-19
        elif rng.random() < 0.1:
            state = apply(state, e.Draw(player=player, of="tickets"))
        else:
            had = len(real.deck)
            real.draw(player, 2)
            last = had > 0 and not real.deck and waiting is None
            state = apply(state, e.Draw(player=player, last_card=last or None))
            if last:  # CG-20
                seats = real.players
                place = seats.index(player) + 1
                waiting = [*seats[place:], *seats[:place]]
        same(state, real)
    assert state.yards is not None
    assert state.yards.turn is None
    return state


@given(st.integers(0, 2**32), st.integers(2, 4), st.booleans())
def test_cg_14_to_cg_21_a_followed_deck_ends_in_the_piles_that_lie_on_the_table(
    seed: int, count: int, numbered: bool
) -> None:
    rng, players = Random(seed), list(NAMES)[:count]
    state = table("card_game", " ".join(players), yards="hidden").state
    real = YardTable(cast("list[str]", players), rng)
    state = deck(state, real, rng, numbered)
    if count == 4:
        assert state.yards is not None
        last = state.yards.last
        assert last is not None
        state = apply(state, e.Scoring())
        real.shuffle()
        same(state, real)
        assert state.yards is not None
        assert state.yards.turn == players[(players.index(last) + 1) % 4]  # CG-21
        state = deck(state, real, rng, numbered)
    for player in players:
        assert dict(state.settled(player).pile or {}) == real.pile(player)


@given(st.integers(0, 2**32), st.lists(st.sampled_from((*COLOURS[:4], "locomotive")), min_size=1, max_size=5))
def test_cg_17_to_cg_19_what_is_refused_is_what_the_table_does_not_allow(seed: int, colours: list[str]) -> None:
    rng = Random(seed)
    state = table("card_game", "red blue green", yards="hidden").state
    real = YardTable(["red", "blue", "green"], rng)
    for _ in range(rng.randint(0, 8)):
        assert state.yards is not None
        player = state.yards.turn
        assert player is not None
        real.start_turn(player)
        sets = real.layable(player)
        if sets:
            cards = rng.choice(sets)
            real.lay(player, cards)
            state = apply(state, laying(player, cards, False))
        else:
            state = apply(state, e.Draw(player=player))
    assert state.yards is not None
    mover = state.yards.turn
    assert mover is not None
    real.start_turn(mover)
    numbers = iter(range(50, 60))
    real.hands[mover] = [(colour, next(numbers)) for colour in colours]
    may = [sorted(card[0] for card in cards) for cards in real.layable(mover)]
    different = len(set(colours)) == len(colours) == 3 and "locomotive" not in colours
    free = all(
        colour not in real.yards[mover] and all(colour not in real.yards[other] for other in real.players)
        for colour in colours
    )
    event = laying(mover, real.hands[mover], False)
    allowed = sorted(colours) in may or (different and free)
    assert (refused(state, event) <= {"CG-13"}) is allowed
