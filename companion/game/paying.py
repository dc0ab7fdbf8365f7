"""The cost of routes, tunnels, stations and markers in train cards, and objections to what was paid (PAY-1 to PAY-9,
NC-12 to NC-15)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

from companion.boards import GREY, LOCOMOTIVE, Board, CardColour, CardCounts, Route, coloured_cards
from companion.game.objection import Objection, forbidden, question
from companion.words import Sentence, count_of_cards

_COLOURS: tuple[CardColour, ...] = tuple(colour for colour in get_args(CardColour) if colour != LOCOMOTIVE)


@dataclass(frozen=True, slots=True)
class Price:
    """What has to be paid: this number of cards, all of one of these colours, with this number of locomotives among
    them."""

    count: int
    colours: tuple[CardColour, ...]
    least_locomotives: int
    most_locomotives: int


def price_of_route(board: Board, route: Route) -> Price:
    """PAY-1, PAY-2, CH-9, NC-12: return what a route costs, apart from what is turned up at a tunnel and from cards
    that stand in for others."""
    most = route.length if takes_locomotives(board, route) else route.locomotives
    return Price(route.length, _colours_of(route), route.locomotives, most)


def takes_locomotives(board: Board, route: Route) -> bool:
    """CH-9, NC-12: return whether a locomotive stands for any card on this route."""
    match board.rules.locomotives:
        case "tunnels":
            return route.tunnel
        case "tunnels_and_ferries":
            return route.tunnel or route.locomotives > 0
    return True


def _colours_of(route: Route) -> tuple[CardColour, ...]:
    return tuple(colour for colour in _COLOURS if route.colour in (GREY, colour))


def price_of_like_cards(count: int) -> Price:
    """PAY-8, PAY-9: return the price of a station or a marker that costs this number of cards."""
    return Price(count, _COLOURS, 0, count)


def extra_cards(colour: str | None, revealed: Sequence[str]) -> int:
    """PAY-3, PAY-4: return how many extra cards a tunnel costs: one for each revealed card that is a locomotive or has
    the colour played. `colour` is None if only locomotives were played; then only locomotives count."""
    return sum(card in (colour, LOCOMOTIVE) for card in revealed)


def colour_of(cards: CardCounts) -> str | None:
    """Return the one colour that was played, or None if only locomotives were."""
    return next((colour for colour, count in cards.items() if count and colour != LOCOMOTIVE), None)


def against_payment(
    board: Board, route: Route, cards: CardCounts, revealed: Sequence[str] | None
) -> Iterator[Objection]:
    """PAY-1 to PAY-5: yield the objections to the cards paid for a claim, extra cards included."""
    if can_be_paid_with_others(board, route):
        yield from _against_cards_with_others(board, route, cards)
        return
    wrong = list(_against_colours(board, route, cards))
    yield from wrong
    if wrong:
        return
    paid = sum(cards.values())
    if route.tunnel and revealed is None:
        if not route.length <= paid <= route.length + 3:
            yield forbidden(
                "PAY-3",
                "{route} costs {least} to {most} cards, but only one was paid",
                "{route} costs {least} to {most} cards, but {count} were paid",
                route=board.route(route), least=route.length, most=route.length + 3, count=paid,
            )  # fmt: skip
        return
    extra = extra_cards(colour_of(cards), revealed or ())
    if paid == route.length + extra:
        return
    if extra:
        yield forbidden(
            "PAY-3",
            "{route} costs {cost} and {extra} more for the cards turned over, but one was paid",
            "{route} costs {cost} and {extra} more for the cards turned over, but {count} were paid",
            route=board.route(route), cost=count_of_cards(route.length), extra=extra, count=paid,
        )  # fmt: skip
    else:
        yield forbidden(
            "PAY-1",
            "{route} costs {cost}, but one was paid",
            "{route} costs {cost}, but {count} were paid",
            route=board.route(route), cost=count_of_cards(route.length), count=paid,
        )  # fmt: skip


def against_laying(
    board: Board, route: Route, cards: CardCounts, revealed: Sequence[str] | None
) -> Iterator[Objection]:
    """PAY-3, PAY-6: yield the objections to the cards laid down for a tunnel that was given up."""
    wrong = list(_against_colours(board, route, cards))
    yield from wrong
    if wrong:
        return
    laid = sum(cards.values())
    if laid != route.length:
        yield forbidden(
            "PAY-3",
            "{route} costs {cost}, but one was played",
            "{route} costs {cost}, but {count} were played",
            route=board.route(route), cost=count_of_cards(route.length), count=laid,
        )  # fmt: skip
    elif revealed is not None and extra_cards(colour_of(cards), revealed) == 0:
        yield question("PAY-6", "nothing more is due for {route}: give it up anyway?", route=board.route(route))


def against_like_cards(cards: CardCounts, cost: int, rule: str, what: Sentence) -> Iterator[Objection]:
    """PAY-8, PAY-9: yield the objections to paying `cost` cards of one colour for a station or a marker; locomotives
    stand for any colour."""
    if _colours(cards) > 1:
        yield forbidden(rule, "{what} costs cards of one colour, but cards of several colours were paid", what=what)
    elif sum(cards.values()) != cost:
        one, more = "{what} costs {cost}, but one was paid", "{what} costs {cost}, but {count} were paid"
        yield forbidden(rule, one, more, what=what, cost=count_of_cards(cost), count=sum(cards.values()))


def _colours(cards: CardCounts) -> int:
    return sum(count > 0 for colour, count in cards.items() if colour != LOCOMOTIVE)


def _against_colours(board: Board, route: Route, cards: CardCounts) -> Iterator[Objection]:
    """PAY-1, PAY-2, PAY-7, CH-9, OW-14: yield the objections to the colours and the number of locomotives."""
    colour, locomotives = colour_of(cards), cards.get(LOCOMOTIVE, 0)
    name = board.route(route)
    if _colours(cards) > 1:
        yield forbidden(
            "PAY-1", "{route} costs cards of one colour, but cards of several colours were paid", route=name
        )
    elif route.colour != GREY and colour and colour != route.colour:
        facts = {"cards": coloured_cards(route.colour), "paid": coloured_cards(colour)}
        yield forbidden("PAY-1", "{route} takes {cards}, not {paid}", route=name, **facts)
    if locomotives > route.locomotives and not takes_locomotives(board, route):
        if board.rules.locomotives == "tunnels":
            yield forbidden("CH-9", "locomotives can only be played on tunnels, and {route} is not one", route=name)
        else:
            pattern = "locomotives can only be played on tunnels and ferries, and {route} is neither"
            yield forbidden("NC-12", pattern, route=name)
    if locomotives < route.locomotives:
        yield forbidden(
            "PAY-2",
            "{route} is a ferry: a locomotive must be among the cards paid",
            "{route} is a ferry: {count} locomotives must be among the cards paid",
            route=name, count=route.locomotives,
        )  # fmt: skip


def can_be_paid_with_others(board: Board, route: Route) -> bool:
    """NC-13, NC-15: return whether some cards can stand in for others on this route."""
    return bool(_for_locomotive(board, route) or route.cards_for_missing)


def _for_locomotive(board: Board, route: Route) -> int:
    """NC-13, NC-A5: return how many cards stand in for a locomotive on this route; 0 if none do, as on any tunnel."""
    return board.rules.cards_for_locomotive if route.locomotives and not route.tunnel else 0


def _against_cards_with_others(board: Board, route: Route, cards: CardCounts) -> Iterator[Objection]:
    """NC-13, NC-15: yield the objection to the cards paid for a route where some can stand in for others."""
    if _pays_with_others(board, route, cards):
        return
    facts = {"route": board.route(route), "cost": count_of_cards(route.length), "count": route.locomotives}
    if route.cards_for_missing:
        pattern = "{route} costs {cost} of one colour; {any} others can stand in for each one that is missing"
        yield forbidden("NC-15", pattern, **facts, any=route.cards_for_missing)
    else:
        yield forbidden(
            "NC-13",
            "{route} costs {cost} of one colour, one of them a locomotive; {any} others can stand in for a locomotive",
            "{route} costs {cost} of one colour, {count} of them locomotives; {any} others can stand in for a "
            "locomotive",
            **facts, any=board.rules.cards_for_locomotive,
        )  # fmt: skip


def _pays_with_others(board: Board, route: Route, cards: CardCounts) -> bool:
    """NC-13, NC-15, NC-A4: return whether these are the cards for a route, also if some of them stand in for others: on
    a ferry for a locomotive, which may itself stand for a coloured card, and on some routes for a missing card."""
    for_locomotive = _for_locomotive(board, route)
    paid, locomotives = sum(cards.values()), cards.get(LOCOMOTIVE, 0)
    usable = locomotives if takes_locomotives(board, route) else min(locomotives, route.locomotives)
    coloured = max(cards.get(colour, 0) for colour in _colours_of(route))
    for instead in range(route.length + 1 if for_locomotive else 1):
        for missing in range(route.length - instead + 1 if route.cards_for_missing else 1):
            themselves = route.length - instead - missing
            needed = max(route.locomotives - instead, 0)
            fits = paid == themselves + instead * for_locomotive + missing * route.cards_for_missing
            # As many as possible are of the colour, and the others locomotives, at least those that are needed.
            of_colour = min(coloured, themselves - needed)
            if fits and of_colour >= 0 and themselves - of_colour <= usable:
                return True
    return False
