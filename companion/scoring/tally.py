"""The score of a position. Pure: the same position always gives the same sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.boards import PlayerColour
from companion.game.state import State
from companion.scoring import warnings
from companion.scoring.cards import card_hand
from companion.scoring.mandala import loops, mandala_bonus, qualifies
from companion.scoring.network import Network
from companion.scoring.ownership import alvin_points, awarded
from companion.scoring.piles import big_city_winners, still_needed
from companion.scoring.ranking import leaders, rank
from companion.scoring.scoresheet import PlayerScore, ScoreSheet
from companion.scoring.stations import Loan, best_loans
from companion.scoring.tickets import TicketScore, score_ticket
from companion.scoring.trails import Trail, longest_trail


@dataclass(frozen=True, slots=True)
class _Count:
    """What is counted for one player before players are compared."""

    lines: Mapping[str, int]
    tickets: tuple[TicketScore, ...]
    longest: Trail | None = None
    borrowed: tuple[Loan, ...] = ()

    @property
    def completed(self) -> int:
        return sum(ticket.completed for ticket in self.tickets)


def tally(state: State) -> ScoreSheet:
    """Return the score sheet of a position. A game that has not ended is scored as if it ended now."""
    count = _count_cards if state.board.rules.piles else _count_board
    counts = {player.colour: count(state, player.colour) for player in state.players}
    cards = _big_cities(state, counts)
    bonuses = _bonuses(state, counts, cards)
    lines = {
        colour: {
            **counted.lines,
            **{line: paid.get(colour, 0) for line, paid in bonuses.items()},
            **{line.id: state.entered.get(line.id, {}).get(colour, 0) for line in state.board.rules.entered},
        }
        for colour, counted in counts.items()
    }
    holders = bonuses.get("longest", {})
    stations = {colour: len(state.stations_of(colour)) for colour in counts}
    measures: dict[str, Mapping[PlayerColour, int]] = {
        "tickets": {colour: counted.completed for colour, counted in counts.items()},
        "stations": {colour: -built for colour, built in stations.items()},  # EU-A7: fewest built
        "longest": _longest_measure(state, counts, holders),
        "big_cities": {colour: len(cards[colour]) for colour in counts},
    }
    standing = rank(
        [sum(lines[colour].values()) for colour in counts],
        {name: list(measures[name].values()) for name in state.board.rules.tie_breaks},
    )
    rules = state.board.rules
    scores = tuple(
        PlayerScore(
            player,
            lines[player.colour],
            place,
            counts[player.colour].tickets,
            counts[player.colour].longest,
            state.trains_left(player.colour) if state.board.routes else None,
            _unbuilt(state, player.colour) if rules.stations else None,
            counts[player.colour].borrowed,
            cards[player.colour],
            warnings.about_player(state, player),
        )
        for player, place in zip(state.players, standing.ranks, strict=True)
    )
    return ScoreSheet(state, scores, standing.decided_by, warnings.about_table(state))


def _longest_measure(
    state: State, counts: Mapping[PlayerColour, _Count], holders: Mapping[PlayerColour, int]
) -> Mapping[PlayerColour, int]:
    """GEN-A5: return who holds the bonus for the longest route. NC-A1: without that bonus, the length for each."""
    if state.board.rules.bonus.longest:
        return {colour: int(colour in holders) for colour in counts}
    return {colour: count.longest.length if count.longest else 0 for colour, count in counts.items()}


def _count_board(state: State, colour: PlayerColour) -> _Count:
    """Return what one player's routes, tickets, stations, Mandala and captures score."""
    board, rules = state.board, state.board.rules
    routes = state.routes_of(colour)
    tickets = [board.tickets[ticket] for ticket in state.hand(colour)]
    own = Network(routes)
    loans: tuple[Loan, ...] = ()
    if state.stations_of(colour):
        lendable = {claim.route.id: claim.route for claim in state.claims if claim.player != colour}
        loans = best_loans(board, own, state.stations_of(colour), lendable.values(), tickets)
    # EU-2: borrowed routes serve tickets. EU-8, EU-A6: never the longest route.
    held = tuple({route.id: route for route in (*routes, *(loan.route for loan in loans))}.values())
    network = Network(held)
    scored = tuple(score_ticket(board, ticket, network) for ticket in tickets)
    if rules.bonus.mandala:
        scored = _with_mandala(state, scored, colour)
    earned = awarded(state, colour) if rules.markers else sum(map(board.points, routes))
    lines = {"routes": earned, "tickets": sum(ticket.points for ticket in scored)}
    if rules.stations:  # EU-3
        lines["stations"] = rules.stations.unbuilt * _unbuilt(state, colour)
    if rules.bonus.mandala:  # IN-5
        lines["mandala"] = mandala_bonus(sum(ticket.mandala for ticket in scored), rules.bonus.mandala)
    if state.alvin:  # OW-12
        lines["alvin"] = alvin_points(state, colour)
    longest = longest_trail((route.id, *route.ends, route.length) for route in routes)
    return _Count(lines, scored, longest, loans)


def _unbuilt(state: State, colour: PlayerColour) -> int:
    """Return the number of stations a player has left; 0 if an override put more on the board than there are."""
    stations = state.board.rules.stations
    return max(0, stations.each - len(state.stations_of(colour))) if stations else 0


def _with_mandala(state: State, scored: Sequence[TicketScore], colour: PlayerColour) -> tuple[TicketScore, ...]:
    looped = loops(state.routes_of(colour))
    return tuple(replace(score, mandala=qualifies(state.board, score.ticket, looped)) for score in scored)


def _count_cards(state: State, colour: PlayerColour) -> _Count:
    """CG-4 to CG-6: return the tickets completed at each scoring, and the penalty for those still open at the end."""
    hand = card_hand(state, colour)
    scored = [TicketScore(ticket, ticket.penalty, True) for ticket in (*hand.earlier, *hand.completed)]
    for ticket in hand.left:
        lacking = still_needed(ticket, hand.completed, hand.pile)
        scored.append(TicketScore(ticket, -ticket.penalty, False, missing_cards=lacking))
    return _Count({"tickets": sum(score.points for score in scored)}, tuple(scored))


def _bonuses(
    state: State, counts: Mapping[PlayerColour, _Count], cards: Mapping[PlayerColour, Sequence[str]]
) -> dict[str, dict[PlayerColour, int]]:
    """Return the points for being best, by line and player. Everyone tied gets them in full (GEN-5, OW-7, CG-A3)."""
    rules = state.board.rules
    found: dict[str, dict[PlayerColour, int]] = {}
    if rules.bonus.longest:
        lengths = {colour: count.longest.length if count.longest else 0 for colour, count in counts.items()}
        found["longest"] = dict.fromkeys(leaders(lengths), rules.bonus.longest)
    if rules.bonus.most_tickets:
        done = {colour: count.completed for colour, count in counts.items()}
        found["globetrotter"] = dict.fromkeys(leaders(done), rules.bonus.most_tickets)
    if rules.piles:
        worth = {card.city: card.points for card in rules.piles.big_cities}
        found["big_cities"] = {colour: sum(worth[city] for city in won) for colour, won in cards.items()}
    return found


def _big_cities(state: State, counts: Mapping[PlayerColour, _Count]) -> dict[PlayerColour, tuple[str, ...]]:
    """CG-7, CG-A5: return the big-city cards of each player; a shared one counts for each of them."""
    piles = state.board.rules.piles
    completed = {colour: [t.ticket for t in count.tickets if t.completed] for colour, count in counts.items()}
    won = {card.city: big_city_winners(card, completed) for card in piles.big_cities} if piles else {}
    return {colour: tuple(city for city, winners in won.items() if colour in winners) for colour in counts}
