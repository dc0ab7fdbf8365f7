"""The rules of a game in words, generated from its figures, so that maps of users have them too."""

from collections.abc import Iterator

from companion.boards.board import Board
from companion.boards.rules import Deal, Piles, Rejects, Rules, TieBreak
from companion.words import Sentence, count_of_points, figure, say


def rules_in_words(board: Board, alvin: bool = False) -> tuple[str, ...]:
    """Return a sentence for each rule that players look up: pieces, costs, points and tie-breaks. `alvin` says whether
    his variant is played."""
    rules = board.rules
    fewest, most = rules.players
    return (
        say("{map}: {fewest} to {most} players.", map=board.name, fewest=fewest, most=most),
        *map(str, _pieces(board)),
        *map(str, _tickets(rules.tickets)),
        *map(str, _routes(board)),
        *map(str, _bonuses(board, alvin)),
        str(_equal_points(rules)),
    )


def _pieces(board: Board) -> Iterator[Sentence]:
    """Yield what is in each player's box, and when the last round begins (GEN-7, EU-3, OW-2, OW-3)."""
    rules = board.rules
    if rules.trains:
        pattern = "{trains} trains each. The last round begins when a player has {few} or fewer left."
        yield Sentence(pattern, {"trains": rules.trains, "few": rules.last_round_at})
    if rules.stations:
        each, unbuilt = rules.stations.each, rules.stations.unbuilt
        one = "One station each: {unbuilt} if you do not build it. Cost in cards of one colour: {costs}."
        many = (
            "{each} stations each: {unbuilt} for each one you do not build. Cost in cards of one "
            "colour, first to last: {costs}."
        )
        facts = {"each": each, "unbuilt": count_of_points(unbuilt), "costs": _listed(rules.stations.cost)}
        yield Sentence(one if each == 1 else many, facts)
    if rules.markers:
        pattern = (
            "{each} city markers each: the first, in the start city, is free; the others cost {cost} "
            "matching cards each."
        )
        yield Sentence(pattern, {"each": rules.markers.each, "cost": rules.markers.cost})


def _tickets(deal: Deal) -> Iterator[Sentence]:
    """Yield how many tickets are dealt, drawn and kept."""
    start = "Tickets at the start: {deal}, keep at least {keep}; the rest are {where}."
    if deal.deal_long == 1:
        start = "Tickets at the start: {deal} and one long ticket, keep at least {keep}; the rest are {where}."
    elif deal.deal_long:
        start = "Tickets at the start: {deal} and {long} long tickets, keep at least {keep}; the rest are {where}."
    facts = {"deal": deal.deal, "long": deal.deal_long, "keep": deal.keep, "where": _where(deal.start_rejects)}
    yield Sentence(start, facts)
    later = "Tickets during the game: draw {draw}, keep at least {keep}; the rest are {where}."
    if not deal.draw_keep:
        later = "Tickets during the game: draw {draw}, keep any or none; the rest are {where}."
    yield Sentence(later, {"draw": deal.draw, "keep": deal.draw_keep, "where": _where(deal.later_rejects)})


def _where(rejects: Rejects) -> str:
    words: dict[Rejects, str] = {
        "deck": say("returned to the deck"),
        "shuffled": say("shuffled into the deck"),
        "box": say("removed from the game"),
    }
    return words[rejects]


def _routes(board: Board) -> Iterator[Sentence]:
    """Yield what routes are worth, and restrictions on claiming them (GEN-1, GEN-6, CH-9)."""
    rules = board.rules
    lengths = sorted({route.length for route in board.routes.values()})
    if lengths:
        points = ", ".join(f"{length}: {rules.points[length]}" for length in lengths)
        yield Sentence("Points for a route, by length – {points}.", {"points": points})
    yield from _parallel_routes(board)
    if rules.locomotives == "tunnels":
        yield Sentence("Locomotives can only be played on tunnels.")
    elif rules.locomotives == "tunnels_and_ferries":
        yield Sentence("Locomotives can only be played on tunnels and ferries.")
    if rules.cards_for_locomotive:
        pattern = "On a ferry, {count} cards of any colours can stand in for a locomotive."
        yield Sentence(pattern, {"count": rules.cards_for_locomotive})
    for route in board.routes.values():
        if route.cards_for_missing:
            pattern = "{route}: {count} cards of any colours can stand in for each one that is missing."
            yield Sentence(pattern, {"route": board.route(route), "count": route.cards_for_missing})
    one = "Train cards: {each} of each colour and one locomotive."
    more = "Train cards: {each} of each colour and {count} locomotives."
    yield Sentence(one, {"each": rules.cards.each_colour, "count": rules.cards.locomotives}, more)


def _parallel_routes(board: Board) -> Iterator[Sentence]:
    """GEN-6: yield how many routes of a double or triple route can be claimed, by all players and by one."""
    most = max((len(board.parallel(route)) + 1 for route in board.routes.values()), default=1)
    if most == 1:
        return
    closed, own = (
        "With fewer than {count} players only one route of a double route can be claimed.",
        "A player can never claim both routes of a double route.",
    )
    if most > 2:
        closed, own = (
            "With fewer than {count} players only one route of a double or triple route can be claimed.",
            "A player can never claim more than one route of a double or triple route.",
        )
    rules = board.rules
    fewest, players = rules.players
    if rules.open_tracks:
        for count in range(fewest, players + 1):
            if tracks := rules.open_tracks_with(count):
                yield Sentence(
                    "With {players} players, one route between the same two cities can be claimed.",
                    {"players": count, "count": tracks},
                    "With {players} players, {count} routes between the same two cities can be claimed.",
                )
    elif fewest < rules.parallel_tracks_from:
        yield Sentence(closed, {"count": rules.parallel_tracks_from})
    if rules.own_tracks == 1:
        yield Sentence(own)
    elif rules.own_tracks < most:
        pattern = "A player can claim at most {count} routes between the same two cities."
        yield Sentence(pattern, {"count": rules.own_tracks})


def _bonuses(board: Board, alvin: bool) -> Iterator[Sentence]:
    """Yield the bonuses at the end."""
    rules, bonus = board.rules, board.rules.bonus
    if bonus.longest:
        yield Sentence("Longest route: {points}.", {"points": count_of_points(bonus.longest)})
    if bonus.most_tickets:
        yield Sentence(
            "Globetrotter, for the most completed tickets: {points}.", {"points": count_of_points(bonus.most_tickets)}
        )
    if bonus.mandala:
        pattern = (
            "Mandala: {points} points for 1, 2, 3 … tickets whose cities are connected by two "
            "separate routes; at most {most} points."
        )
        yield Sentence(pattern, {"points": ", ".join(map(str, bonus.mandala)), "most": max(bonus.mandala)})
    if alvin and rules.alvin:
        pattern = "Alvin the Alien: {capture} for each capture, and {keeper} for the player who has him at the end."
        yield Sentence(
            pattern, {"capture": count_of_points(rules.alvin.capture), "keeper": count_of_points(rules.alvin.keeper)}
        )
    for line in rules.entered:
        pattern = "{line}: entered at the end for each player, from {lowest} to {highest}."
        yield Sentence(pattern, {"line": line.name, "lowest": figure(line.lowest), "highest": figure(line.highest)})
    if rules.piles:
        yield from _yards(rules.tickets)
        yield from _piles(board, rules.piles)


def _yards(deal: Deal) -> Iterator[Sentence]:
    """CG-12 to CG-21: yield how train cards get from the hand over the rail yard onto the track."""
    yield Sentence("At the start each player has one locomotive and seven train cards, and five cards lie face up.")
    yield Sentence("A turn begins with one card from every row in your rail yard going face down onto your track.")
    pattern = "Then do one of three things: draw two train cards, lay cards in the rail yard, or draw {draw} tickets."
    yield Sentence(pattern, {"draw": deal.draw})
    yield Sentence("A face-up locomotive counts as both cards drawn.")
    yield Sentence("Lay two or more cards of one colour, with or without locomotives on top.")
    yield Sentence("Or lay exactly three cards of three colours, without locomotives.")
    yield Sentence("You cannot lay a colour that is still in your own rail yard.")
    yield Sentence(
        "Train robbery: to lay a colour that is in another player’s rail yard, lay more cards than are there; that "
        "player then discards the whole row."
    )
    yield Sentence("Cards on the track stay hidden until the piles are scored. Only they pay for tickets.")
    yield Sentence("After the last card of the deck is drawn, everyone has one more turn, that player included.")


def _piles(board: Board, piles: Piles) -> Iterator[Sentence]:
    """CG-5, CG-7: yield when piles are scored, and the big cities."""
    twice = [players for players, scorings in piles.scorings.items() if scorings == 2]
    if twice:
        pattern = "The piles are scored at the end, and with {players} players also when the first deck runs out."
        yield Sentence(pattern, {"players": _listed(twice)})
        yield Sentence("Then all cards except those in hand are shuffled again, and each player is dealt four.")
        yield Sentence("The player to the left of the one who had the last turn starts the second deck.")
    else:
        yield Sentence("The piles are scored at the end.")
    if piles.big_cities:
        cities = ", ".join(f"{board.place(city.city)} {city.points}" for city in piles.big_cities)
        yield Sentence("Big-city bonus for the most completed tickets: {cities}.", {"cities": cities})


def _equal_points(rules: Rules) -> Sentence:
    """Return what decides between equal points, in order."""
    tie_breaks = rules.tie_breaks
    words: dict[TieBreak, str] = {
        "tickets": say("most completed tickets"),
        "stations": say("fewest stations built"),
        "longest": say("the longest route"),
        "big_cities": say("most big cities"),
    }
    order = ", ".join(words[one] for one in tie_breaks)
    if not order:
        return Sentence("Players with equal points share the win.")
    if len(tie_breaks) == 1:
        return Sentence("Ties are broken by {order}; if still tied, the win is shared.", {"order": order})
    return Sentence("Ties are broken by {order}, in that order; if still tied, the win is shared.", {"order": order})


def _listed(figures: "tuple[int, ...] | list[int]") -> str:
    return ", ".join(map(str, figures))
