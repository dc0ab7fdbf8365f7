"""What is odd about a position but scored as it lies (GEN-A7)."""

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.boards import CardColour, CardCounts, colour_word
from companion.game.state import Player, State
from companion.words import Sentence, pattern


def about_player(state: State, player: Player) -> tuple[Sentence, ...]:
    """Rules that were overridden for a player, points that nobody read off the score track, and tickets that cannot all
    have been dealt to one."""
    overridden = [broken.sentence for broken in state.overridden if broken.player == player.colour]
    odd = (_no_score_track, _too_many_long, _tickets_too_late)
    return (*overridden, *(sentence for about in odd for sentence in about(state, player)))


def about_table(state: State) -> tuple[Sentence, ...]:
    """What concerns no single player."""
    return (*_ended_early(state), *_cards_that_do_not_exist(state))


def _no_score_track(state: State, player: Player) -> Iterator[Sentence]:
    """OW-5: the final board does not tell what its routes earned."""
    if state.options.counted and state.board.rules.markers and player.colour not in state.score_track:
        yield Sentence(
            "the score track of {player} is missing: {map} cannot be scored from the board alone",
            {"player": player, "map": state.board.name},
        )


def _too_many_long(state: State, player: Player) -> Iterator[Sentence]:
    """EU-11: nobody can hold more long tickets than are dealt."""
    dealt = state.board.rules.tickets.deal_long
    long = sum(state.board.tickets[ticket].long for ticket in state.hand(player.colour))
    if long > dealt:
        facts = {"player": player, "long": long, "dealt": dealt}
        yield Sentence("{player} holds {long} long tickets, but {dealt} is dealt to each", facts)


def _tickets_too_late(state: State, player: Player) -> Iterator[Sentence]:
    """CG-5: a pile completes only tickets that were known when it was scored."""
    first = state.first_scoring[player.colour] if state.first_scoring else None
    if first and first.pile and any(first.pile.values()) and not first.tickets and state.hand(player.colour):
        yield Sentence(
            "no ticket of {player} was recorded before the first scoring, so its pile completed none",
            {"player": player},
        )


def _ended_early(state: State) -> Iterator[Sentence]:
    """GEN-7: a game ends because someone is nearly out of trains."""
    limit = state.board.rules.last_round_at
    if state.ended and state.board.routes and all(state.trains_left(p.colour) > limit for p in state.players):
        yield Sentence("nobody has {limit} trains or fewer left, which is what ends a game", {"limit": limit})


def _cards_that_do_not_exist(state: State) -> Iterator[Sentence]:
    """CG-A10: over all players one scoring cannot use more cards than there are."""
    if not state.board.rules.piles:
        return
    if state.first_scoring:
        earlier = [settled.pile for settled in state.first_scoring.values()]
        first = pattern("the piles of the first scoring hold {count} {colour} cards, but there are {most}")
        yield from _oversupply(state, earlier, first)
    last = pattern("the piles of the last scoring hold {count} {colour} cards, but there are {most}")
    yield from _oversupply(state, state.piles.values(), last)


def _oversupply(state: State, piles: Iterable[CardCounts | None], said: str) -> Iterator[Sentence]:
    cards: Counter[CardColour] = Counter()
    for pile in piles:
        cards.update(pile or {})
    for colour, count in cards.items():
        most = state.board.rules.cards.of(colour)
        if count > most:
            yield Sentence(said, {"count": count, "colour": colour_word(colour), "most": most})
