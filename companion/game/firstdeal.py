"""The first deal: who has yet to choose tickets, and for whom the ticket list opens."""

from companion.boards import PlayerColour
from companion.game import events as e
from companion.game.play import Play
from companion.game.state import State


def still_to_choose(state: State) -> tuple[PlayerColour, ...]:
    """Return who has no tickets of the first deal yet, in turn order (USA-7, EU-11). Return nobody once a turn was
    taken, for a finished board that is being counted, and in the Card Game, whose table asks for them itself."""
    if state.turns.count or state.ended or state.options.counted or state.board.rules.piles or not state.board.tickets:
        return ()
    return tuple(player.colour for player in state.players if player.colour not in state.turns.deals)


def list_opens_for(play: Play) -> PlayerColour:
    """Return for whom the ticket list opens: the player who was chosen by badge, or who has just drawn tickets without
    naming them (PAY-10), or else one who has no tickets yet, first of all the one whose turn it is; if everyone has
    tickets, the one whose turn it is. A player whose board is being counted stays chosen, and so comes first only
    without tickets."""
    if play.chosen is not None and not play.counting:
        return play.chosen
    if isinstance(play.state.last, e.Draw) and play.state.last.of == "tickets":
        return play.state.last.player
    without = [player.colour for player in play.state.players if not play.state.hand(player.colour)]
    return play.player if play.player in without or not without else without[0]
