"""Sentences that say what can be scanned next."""

from companion.boards import PlayerColour
from companion.game.state import State
from companion.game.tunnels import TURNED_UP, Attempt
from companion.words import Sentence


def look_up_next(state: State) -> Sentence:
    """Return what can be scanned while no player is chosen."""
    if state.ended:
        return Sentence("The game is over: scan anything to look it up")
    return Sentence("Scan a player’s badge to make a move, or anything else to look it up")


def finish_next(first_scoring: bool) -> Sentence:
    """Return what can be scanned after the first Finish; `first_scoring` if it ends the first deck, not the game
    (CG-5)."""
    if first_scoring:
        return Sentence("Scan Finish again to score the first deck, or anything else to continue")
    return Sentence("Scan Finish again to end the game, or anything else to continue")


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
        return Sentence(
            "{player}: scan the cards turned over for {route} ({left} to go), or Paid, or Taken back", facts
        )
    return Sentence("{player}: scan Paid if {route} was paid for, otherwise Taken back", facts)


def pile_next(state: State, player: PlayerColour, count: int) -> Sentence:
    """Return what can be scanned while a pile is being counted (Card Game)."""
    facts = {"player": state.player(player).name, "count": count}
    return Sentence("{player}: scan the cards in the pile ({count} so far), then Next", facts)


def more_tickets_next(state: State, player: PlayerColour, mover: PlayerColour) -> Sentence:
    """Return what can be scanned after a ticket, when it is another player's move."""
    facts = {"player": state.player(player).name, "mover": state.player(mover).name}
    return Sentence("{player}: scan more tickets. Anything else is {mover}’s move.", facts)


def move_next(state: State, player: PlayerColour) -> Sentence:
    """Return what can be scanned after a badge, and after each scanned move."""
    return Sentence(_moves(state, player), {"player": state.player(player).name})


def means_nothing(what: Sentence, following: Sentence) -> Sentence:
    """Return why a label cannot be used now."""
    return Sentence("{what} does nothing right now. {next}", {"what": what, "next": following})


def _moves(state: State, player: PlayerColour) -> str:
    rules = state.board.rules
    if rules.piles:
        return "{player}: scan a ticket, or the cards in the pile"
    if rules.markers and state.options.counted:
        return "{player}: scan a route, a ticket, or a city with a marker"
    if rules.markers and not state.markers_of(player):
        return "{player}: scan the start city"
    if state.alvin and state.alvin.to_be_moved and state.alvin.keeper == player:
        return "{player}: scan one of your own cities for Alvin"
    if rules.markers:
        return "{player}: scan a route, a ticket or, after a claim, a city for a marker"
    if rules.stations:
        return "{player}: scan a route, a ticket, or a city for a station"
    return "{player}: scan a route or a ticket"
