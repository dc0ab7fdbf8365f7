"""Followed rail yards in words: whose turn it is, what goes onto the track, what was robbed; without Kivy."""

from collections import Counter

from companion.boards import count_of_coloured_cards, count_words
from companion.game import events as e
from companion.game.laying import Laying
from companion.game.state import State
from companion.game.yards import Yards
from companion.words import say, sentence_case, together

_SET = 2
"""CG-17: fewer cards than this are never a set."""


def followed(state: State) -> Yards | None:
    """Return the yards while a deck is played, with the turn of the next player begun (CG-14); None if they are not
    followed, or the piles are being counted."""
    yards = state.yards
    if yards is None or state.piles or state.ended:
        return None
    return yards.begun(yards.turn) if yards.turn else yards


def title(state: State) -> str:
    """Return whose turn it is; empty if nobody has one any more."""
    turn = state.yards.turn if state.yards else None
    return say("{name}’s turn", name=state.player(turn).name) if turn else ""


def what_to_do(state: State) -> str:
    """Return what the player whose turn it is does first, or that the deck is over."""
    yards = state.yards
    assert yards is not None
    if yards.turn is None:
        return say("Everyone has had their last turn. Tap Score.")
    name = state.player(yards.turn).name
    said = []
    if isinstance(state.last, e.Scoring):
        said.append(say("Shuffle all cards except those in hand and deal four to each player."))
    if yards.still_to_play is not None:
        said.append(say("Last turn for {name}.", name=name))
    moved = Counter(row.cards[-1].colour for row in yards.of(yards.turn))
    if moved:
        pattern = "{name} first puts {cards} face down onto the track."
        said.append(say(pattern, name=name, cards=count_words(moved)))
    else:
        said.append(say("{name}: lay cards, draw cards or draw tickets.", name=name))
    return " ".join(said)


def robbery(state: State) -> str:
    """CG-19: return who discards which cards because of the last event, or an empty text."""
    yards = state.yards
    found = [one for one in yards.robberies if one.event is state.last] if yards else []
    return " ".join(
        say("{name} discards {cards}.", name=state.player(one.player).name, cards=_cards(one.row.colour, one.row.count))
        for one in found
    )


def preview(state: State, laying: Laying) -> str:
    """CG-19: return who would be robbed by the cards that are being laid, or an empty text."""
    robbed = [state.player(other).name for other in laying.robbed(state)]
    return say("This robs {names}: that row is discarded.", names=together(robbed)) if robbed else ""


def doubt(state: State, laying: Laying) -> str:
    """Return the rule that forbids the cards that are being laid, or an empty text. A set that is not complete yet is
    not objected to: more cards may come."""
    objection = laying.against(state)
    if objection is None or (objection.rule == "CG-17" and len(laying.cards) < _SET):
        return ""
    return sentence_case(objection)


def before_scoring(state: State) -> str:
    """Return what should be checked before the piles of a deck are scored."""
    yards = state.yards
    assert yards is not None
    if yards.still_to_play == ():
        return say("The screen has kept count of the piles. You can still correct each one by counting it.")
    if yards.still_to_play is None:
        return say("The last card of the deck has not been drawn yet.")
    names = together([state.player(one).name for one in yards.still_to_play])
    return say("Still to take their last turn: {names}.", names=names)


def _cards(colour: str, count: int) -> str:
    return str(count_of_coloured_cards(colour, count))
