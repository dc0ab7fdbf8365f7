"""Warnings about a position that is odd but scored as it is (GEN-A7)."""

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.boards import CardColour, CardCounts, count_of_coloured_cards
from companion.game.pilecount import first_scoring_is_next
from companion.game.rules_of_counting import missing_alvin, missing_lines
from companion.game.state import Player, State
from companion.words import Sentence, pattern


def about_player(state: State, player: Player) -> tuple[Sentence, ...]:
    """Return warnings about one player: overridden rules, a missing score track, and tickets that cannot have been
    dealt."""
    overridden = [broken.sentence for broken in state.overridden if broken.player == player.colour]
    odd = (_no_score_track, _too_many_long, _tickets_too_late)
    return (*overridden, *(sentence for about in odd for sentence in about(state, player)))


def about_table(state: State) -> tuple[Sentence, ...]:
    """Return the warnings that concern no single player."""
    odd = (_map_changed, _no_alvin, _lines_not_entered, _ended_early, _no_first_scoring, _cards_that_do_not_exist)
    return tuple(sentence for about in odd for sentence in about(state))


def score_in_doubt(state: State) -> bool:
    """Return whether a warning concerns the points. That a game was ended early, or that its map has changed since, is
    good to know, but the score is as it was on the table."""
    about_points = (_no_alvin, _no_first_scoring, _cards_that_do_not_exist)
    return (
        state.board.change == "unreadable"
        or any(about_player(state, player) for player in state.players)
        or any(sentence for about in about_points for sentence in about(state))
    )


def _map_changed(state: State) -> Iterator[Sentence]:
    """Yield a remark if the map on this device is no longer the one that the game was played on."""
    facts = {"map": state.board.name}
    match state.board.change:
        case "changed":
            said = "the map {map} has changed since this game: it is scored with the map it was played on"
            yield Sentence(said, facts)
        case "gone":
            said = "the map {map} is no longer on this device: this game is scored with the map it was played on"
            yield Sentence(said, facts)
        case "unreadable":
            said = (
                "the map {map} has changed since this game, and the old one cannot be read: the score may differ from "
                "the one you know"
            )
            yield Sentence(said, facts)


def _no_score_track(state: State, player: Player) -> Iterator[Sentence]:
    """OW-5: yield a warning if points are missing that the board does not show."""
    if state.options.counted and state.board.rules.markers and player.colour not in state.score_track:
        yield Sentence(
            "{player}’s points on the scoring track are missing: {map} cannot be scored from the board alone",
            {"player": player, "map": state.board.name},
        )


def _no_alvin(state: State) -> Iterator[Sentence]:
    """OW-11: yield a warning if points are missing because nobody said who has Alvin."""
    missing = missing_alvin(state)
    if missing:
        yield missing


def _lines_not_entered(state: State) -> Iterator[Sentence]:
    """Yield a warning for each line that people enter, if it is missing for someone when the game is over."""
    if state.ended:
        yield from missing_lines(state)


def _too_many_long(state: State, player: Player) -> Iterator[Sentence]:
    """EU-11: yield a warning if a player holds more long tickets than are dealt."""
    dealt = state.board.rules.tickets.deal_long
    long = sum(state.board.tickets[ticket].long for ticket in state.hand(player.colour))
    if long > dealt:
        facts = {"player": player, "long": long, "dealt": dealt}
        yield Sentence("{player} has too many long tickets: {long}, but each player is dealt {dealt}", facts)


def _tickets_too_late(state: State, player: Player) -> Iterator[Sentence]:
    """CG-5: yield a warning if a player's tickets were all recorded after the first scoring of their pile."""
    first = state.first_scoring[player.colour] if state.first_scoring else None
    if first and first.pile and any(first.pile.values()) and not first.tickets and state.hand(player.colour):
        yield Sentence(
            "no tickets were recorded for {player} before the first scoring, so none were completed then",
            {"player": player},
        )


def _ended_early(state: State) -> Iterator[Sentence]:
    """GEN-7: yield a warning if the game ended though everyone has many trains left."""
    limit = state.board.rules.last_round_at
    if state.ended and state.board.routes and all(state.trains_left(p.colour) > limit for p in state.players):
        one = "the game was ended while everyone still had more than one train left"
        more = "the game was ended while everyone still had more than {count} trains left"
        yield Sentence(one, {"count": limit}, more)


def _no_first_scoring(state: State) -> Iterator[Sentence]:
    """CG-5: yield a warning if a game with two scorings ended without the first."""
    if state.ended and first_scoring_is_next(state):
        said = "there was no first scoring: with {players} players, the piles are scored twice"
        yield Sentence(said, {"players": len(state.players)})


def _cards_that_do_not_exist(state: State) -> Iterator[Sentence]:
    """CG-A10: yield a warning if the piles of one scoring have more cards of a colour than there are."""
    if not state.board.rules.piles:
        return
    if state.first_scoring:
        earlier = [settled.pile for settled in state.first_scoring.values()]
        first = pattern("the piles at the first scoring have {cards}, but there are only {most}")
        yield from _oversupply(state, earlier, first)
    last = pattern("the piles at the final scoring have {cards}, but there are only {most}")
    yield from _oversupply(state, state.piles.values(), last)


def _oversupply(state: State, piles: Iterable[CardCounts | None], said: str) -> Iterator[Sentence]:
    cards: Counter[CardColour] = Counter()
    for pile in piles:
        cards.update(pile or {})
    for colour, count in cards.items():
        most = state.board.rules.cards.of(colour)
        if count > most:
            yield Sentence(said, {"cards": count_of_coloured_cards(colour, count), "most": most})
