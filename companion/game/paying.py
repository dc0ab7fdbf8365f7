"""The cost of routes, tunnels, stations and markers in train cards, and objections to what was paid."""

from collections.abc import Iterator, Sequence

from companion.boards import GREY, LOCOMOTIVE, Board, CardCounts, Route, coloured_cards
from companion.game.objection import Objection, forbidden
from companion.words import Sentence, count_of_cards


def extra_cards(colour: str | None, revealed: Sequence[str]) -> int:
    """Return how many extra cards a tunnel costs: one for each revealed card that is a locomotive or has the colour
    played. `colour` is None if only locomotives were played; then only locomotives count."""
    return sum(card in (colour, LOCOMOTIVE) for card in revealed)


def colour_of(cards: CardCounts) -> str | None:
    """Return the one colour that was played, or None if only locomotives were."""
    return next((colour for colour, count in cards.items() if count and colour != LOCOMOTIVE), None)


def against_payment(
    board: Board, route: Route, cards: CardCounts, revealed: Sequence[str] | None
) -> Iterator[Objection]:
    """Yield the objections to the cards paid for a claim, extra cards included."""
    wrong = list(_against_colours(board, route, cards))
    yield from wrong
    if wrong:
        return
    paid = sum(cards.values())
    if route.tunnel and revealed is None:
        if not route.length <= paid <= route.length + 3:
            yield forbidden(
                "GEN-1",
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
            "GEN-1",
            "{route} costs {cost} and {extra} more for the cards turned over, but one was paid",
            "{route} costs {cost} and {extra} more for the cards turned over, but {count} were paid",
            route=board.route(route), cost=count_of_cards(route.length), extra=extra, count=paid,
        )  # fmt: skip
    else:
        yield forbidden(
            "GEN-1",
            "{route} costs {cost}, but one was paid",
            "{route} costs {cost}, but {count} were paid",
            route=board.route(route), cost=count_of_cards(route.length), count=paid,
        )  # fmt: skip


def against_laying(
    board: Board, route: Route, cards: CardCounts, revealed: Sequence[str] | None
) -> Iterator[Objection]:
    """Yield the objections to the cards laid down for a tunnel that was given up."""
    wrong = list(_against_colours(board, route, cards))
    yield from wrong
    if wrong:
        return
    laid = sum(cards.values())
    if laid != route.length:
        yield forbidden(
            "GEN-1",
            "{route} costs {cost}, but one was played",
            "{route} costs {cost}, but {count} were played",
            route=board.route(route), cost=count_of_cards(route.length), count=laid,
        )  # fmt: skip
    elif revealed is not None and extra_cards(colour_of(cards), revealed) == 0:
        pattern = "none of the cards turned over costs extra, so {route} should have been claimed"
        yield forbidden("GEN-1", pattern, route=board.route(route))


def against_like_cards(cards: CardCounts, cost: int, rule: str, what: Sentence) -> Iterator[Objection]:
    """Yield the objections to paying `cost` cards of one colour, locomotives being any colour (stations, markers)."""
    if _colours(cards) > 1:
        yield forbidden(rule, "{what} costs cards of one colour, but cards of several colours were paid", what=what)
    elif sum(cards.values()) != cost:
        one, more = "{what} costs {cost}, but one was paid", "{what} costs {cost}, but {count} were paid"
        yield forbidden(rule, one, more, what=what, cost=count_of_cards(cost), count=sum(cards.values()))


def _colours(cards: CardCounts) -> int:
    return sum(count > 0 for colour, count in cards.items() if colour != LOCOMOTIVE)


def _against_colours(board: Board, route: Route, cards: CardCounts) -> Iterator[Objection]:
    colour, locomotives = colour_of(cards), cards.get(LOCOMOTIVE, 0)
    name = board.route(route)
    if _colours(cards) > 1:
        yield forbidden(
            "GEN-1", "{route} costs cards of one colour, but cards of several colours were paid", route=name
        )
    elif route.colour != GREY and colour and colour != route.colour:
        facts = {"cards": coloured_cards(route.colour), "paid": coloured_cards(colour)}
        yield forbidden("GEN-1", "{route} takes {cards}, not {paid}", route=name, **facts)
    if locomotives and board.rules.locomotives == "tunnels" and not route.tunnel:
        yield forbidden("CH-9", "locomotives can only be played on tunnels, and {route} is not one", route=name)
    if locomotives < route.locomotives:
        yield forbidden(
            "OW-14",
            "{route} is a ferry: a locomotive must be among the cards paid",
            "{route} is a ferry: {count} locomotives must be among the cards paid",
            route=name, count=route.locomotives,
        )  # fmt: skip
