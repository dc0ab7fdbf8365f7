"""Sentences that say what can be scanned next."""

from collections.abc import Sequence

from companion.boards import PlayerColour, colours_of_cards
from companion.game.laying import Laying
from companion.game.payment import Payment
from companion.game.state import State
from companion.game.tunnels import TURNED_UP, Attempt
from companion.words import Sentence, sentence_case, together


def look_up_next(state: State) -> Sentence:
    """Return what can be scanned while no player is chosen."""
    if state.ended:
        return Sentence("The game is over: scan anything to look it up")
    return Sentence("Scan a player’s badge to make a move, or anything else to look it up")


def finish_next(first_scoring: bool, check: Sequence[Sentence] = ()) -> Sentence:
    """Return what can be scanned after the first Finish, and what the players should check before the game ends;
    `first_scoring` if it ends the first deck, not the game (CG-5)."""
    if first_scoring:
        return Sentence("Scan Finish again to score the first deck, or anything else to continue")
    again = Sentence("Scan Finish again to end the game, or anything else to continue")
    if not check:
        return again
    said = " ".join(sentence_case(one) for one in check)
    return Sentence("{next}. {check}", {"next": again, "check": said})


def cards_next(state: State, attempt: Attempt) -> Sentence:
    """Return what can be scanned while a tunnel is being tried."""
    facts: dict[str, object] = {
        "player": state.player(attempt.player).name,
        "route": state.board.route(attempt.route),
        "left": TURNED_UP - len(attempt.revealed),
    }
    if attempt.laying:
        return Sentence("{player}: scan the cards played for {route}", facts)
    if facts["left"]:
        return Sentence("{player}: scan the cards turned over for {route} ({left} to go), or Paid, or Given up", facts)
    if attempt.due and attempt.is_known:
        return Sentence("{player}: scan the extra cards for {route}, or Paid, or Given up", facts)
    return Sentence("{player}: scan Paid if {route} was paid for, otherwise Given up", facts)


def give_up_next(state: State, attempt: Attempt) -> Sentence:
    """PAY-6: return what can be scanned after Given up, if nothing more is due for the tunnel."""
    pattern = "Nothing more is due for {route}: scan Paid, or Given up again to give it up anyway"
    return Sentence(pattern, {"route": state.board.route(attempt.route)})


def payment_next(state: State, payment: Payment) -> Sentence:
    """Return what can be scanned after cards that pay for something."""
    facts = {"player": state.player(payment.player).name, "cards": colours_of_cards(payment.cards)}
    if state.board.rules.stations and state.board.rules.markers:
        return Sentence("{cards}. Next: {player}’s route, or the city for a station or marker", facts)
    if state.board.rules.stations:
        return Sentence("{player}: {cards}. Next: the route, or the city for a station", facts)
    if state.board.rules.markers:  # the cards may also be the last player's, for a marker
        return Sentence("{cards}. Next: {player}’s route, or the city for a marker", facts)
    return Sentence("{player}: {cards}. Next: the route", facts)


def not_used(payment: Payment, following: Sentence) -> Sentence:
    """Return that the cards of a payment are not used, and what can be scanned next."""
    return Sentence("Not used: {cards}. {next}", {"cards": colours_of_cards(payment.cards), "next": following})


def pile_next(state: State, player: PlayerColour, count: int) -> Sentence:
    """Return what can be scanned while a pile is being counted (Card Game)."""
    facts = {"player": state.player(player).name, "count": count}
    return Sentence("{player}: scan the cards in the pile ({count} so far), then Next", facts)


def returned_next(state: State, player: PlayerColour) -> Sentence:
    """Return what can be scanned after Returned tickets."""
    facts = {"player": state.player(player).name}
    return Sentence("{player}: scan the tickets that were returned, or anything else to continue", facts)


def drawn_next(state: State, player: PlayerColour, mover: PlayerColour) -> Sentence:
    """Return what can be scanned after Drew tickets: the tickets may be named, or not."""
    facts = {"player": state.player(player).name, "mover": state.player(mover).name}
    return Sentence("{player}: scan the tickets you kept, if you like. Anything else is {mover}’s move.", facts)


def laying_next(state: State, laying: Laying) -> Sentence:
    """Return what can be scanned while cards are laid into a rail yard (Card Game)."""
    facts: dict[str, object] = {"player": state.player(laying.player).name, "count": len(laying.cards)}
    robbed = laying.robbed(state)
    if robbed:
        facts["others"] = together([state.player(other).name for other in robbed])
        return Sentence("{player}: these cards rob {others}. Scan more, or Next", facts)
    return Sentence("{player}: scan the cards for the rail yard ({count} so far), then Next", facts)


def last_turns_are_over() -> Sentence:
    """Return what can be scanned when everyone has had their last turn in a deck (CG-12)."""
    return Sentence("Everyone has had their last turn: scan Finish to score the piles")


def more_tickets_next(state: State, player: PlayerColour, mover: PlayerColour) -> Sentence:
    """Return what can be scanned after a ticket, when it is another player's move."""
    facts = {"player": state.player(player).name, "mover": state.player(mover).name}
    return Sentence("{player}: scan more tickets. Anything else is {mover}’s move.", facts)


def move_next(state: State, player: PlayerColour, may_mark: bool) -> Sentence:
    """Return what can be scanned after a badge, and after each scanned move; `may_mark` if a marker can be bought with
    the claim just made (OW-3)."""
    return Sentence(_moves(state, player, may_mark), {"player": state.player(player).name})


def means_nothing(what: Sentence, following: Sentence) -> Sentence:
    """Return why a label cannot be used now."""
    return Sentence("{what} does nothing right now. {next}", {"what": what, "next": following})


def _moves(state: State, player: PlayerColour, may_mark: bool) -> str:
    rules = state.board.rules
    if state.yards:
        return "{player}: scan Rail yard, Drew cards, Drew tickets or a ticket"
    if rules.piles:
        return "{player}: scan a ticket, or the cards in the pile"
    if rules.markers and state.options.counted and not rules.stations:
        if state.alvin:
            return "{player}: scan a route, a ticket, a city with a marker, or that city again for Alvin"
        return "{player}: scan a route, a ticket, or a city with a marker"
    if rules.markers and not state.markers_of(player) and not state.options.counted:
        return "{player}: scan the start city"
    if state.alvin and state.alvin.to_be_moved and state.alvin.keeper == player:
        if may_mark:
            return "{player}: scan one of your own cities for Alvin, or a free end of the route for a marker"
        return "{player}: scan one of your own cities for Alvin"
    if rules.markers and rules.stations and may_mark:
        return "{player}: scan a route, a ticket, a city for a station, or an end of the last route for a marker"
    if rules.markers and not rules.stations:
        return "{player}: scan a route, a ticket or, after a claim, a city for a marker"
    if rules.stations:
        return "{player}: scan a route, a ticket, or a city for a station"
    return "{player}: scan a route or a ticket"
