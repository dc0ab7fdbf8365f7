"""What the players should check: about a move that was scanned, and before they end the game.

By touch a question is asked before the move. A scan is recorded at once, and the question is said afterwards.
"""

from collections.abc import Iterator
from dataclasses import replace

from companion.boards import PlayerColour
from companion.game import events as e
from companion.game.objection import QUESTION
from companion.game.objections import objections
from companion.game.outcome import Outcome, PlayerChosen, Recorded
from companion.game.rules_of_counting import missing_alvin
from companion.game.rules_of_tickets import too_few
from companion.game.state import State
from companion.game.turns import LastRound
from companion.words import Sentence


def with_doubt(before: State, outcome: Outcome) -> Outcome:
    """Return the outcome of a scan with what the players should check, if there is anything; `before` is the position
    before it."""
    match outcome:
        case Recorded(event=event, corrects=False) if event is not None:
            mover = event.player if isinstance(event, e.ByPlayer) else None
            said = [*_about_tickets_before(before, mover), *_about(before, event)]
        case PlayerChosen(player=player):
            said = list(_about_tickets_before(before, player))
        case _:
            return outcome
    return replace(outcome, doubt=said[0]) if said else outcome


def _about(before: State, event: e.Event) -> Iterator[Sentence]:
    """Yield the questions about a move. Whether too few tickets were kept is not asked before all of them are
    scanned."""
    choice = before.turns_after(event).choice if isinstance(event, e.Tickets) else None
    few = too_few(before, choice) if choice else None
    for objection in objections(before, event):
        if objection.kind is QUESTION and objection != few:
            yield objection.sentence


def _about_tickets_before(before: State, mover: PlayerColour | None) -> Iterator[Sentence]:
    """USA-7: yield the question about the tickets recorded last, if too few of them were kept and it is now another
    player's move."""
    choice = before.turns.choice
    if choice and choice.seen and choice.player != mover and not before.options.counted:
        few = too_few(before, choice)
        if few:
            yield few.sentence


def before_the_end(state: State, last_round: LastRound | None) -> Iterator[Sentence]:
    """Yield what the players should check before they end the game. Lines that people enter are asked for anyway."""
    for objection in objections(state, e.End()):
        if objection.kind is QUESTION:
            yield objection.sentence
    if last_round is not None and last_round.still_to_play:  # GEN-7
        names = ", ".join(state.player(colour).name for colour in last_round.still_to_play)
        yield Sentence("Still to play in the last round: {names}.", {"names": names})
    tracks = [player.name for player in state.players if player.colour not in state.score_track]
    if state.options.counted and state.board.rules.markers and tracks:  # OW-5
        yield Sentence("The points on the scoring track are missing for {names}.", {"names": ", ".join(tracks)})
    alvin = missing_alvin(state)
    if alvin:
        yield alvin
    without = [player.name for player in state.players if not state.hand(player.colour)]
    if without:
        yield Sentence("No tickets recorded for {names}.", {"names": ", ".join(without)})
    if not state.options.counted:
        yield from _about_hands(state)


def _about_hands(state: State) -> Iterator[Sentence]:
    """USA-7, PAY-10: yield who has fewer tickets than must be kept of the deal and of each draw."""
    deal = state.board.rules.tickets
    for player in state.players:
        count, draws = len(state.hand(player.colour)), state.turns.draws.get(player.colour, 0)
        least = deal.keep + draws * deal.draw_keep
        if 0 < count < least:
            one = "{player} has one ticket, but should have kept at least {least}"
            more = "{player} has {count} tickets, but should have kept at least {least}"
            yield Sentence(one, {"player": player.name, "count": count, "least": least}, more)
