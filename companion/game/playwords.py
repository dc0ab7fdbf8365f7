"""Sentences of the table screen about a game, without Kivy."""

from companion.game import events as e
from companion.game.doubts import before_the_end
from companion.game.eventwords import tell_briefly
from companion.game.play import Play
from companion.words import say, sentence_case


def whose_turn(play: Play, starts: bool) -> str:
    """Return whose turn it is, or whose routes are being counted; `starts` if a start city is due."""
    name = play.state.player(play.player).name
    if play.counting:
        return name
    if play.is_played_out:
        return say("The game is over")
    return say("{name}: start city", name=name) if starts else say("{name}’s turn", name=name)


def last_words(play: Play) -> str:
    """Return what happened last, with its points; at the beginning, what to do."""
    events, state = play.events, play.state
    if not events:
        if state.board.rules.piles:
            return ""  # the Card Game's table has its own instructions
        if play.counting:
            return say("Tap {name}’s routes, or draw a finger along them.", name=state.player(play.player).name)
        return say("Tap a route when it is claimed.")
    last = events[-1]
    said = str(tell_briefly(state, last))
    if isinstance(last, e.Claim) and not state.board.rules.markers:
        return f"{said}\u00a0+{state.board.points(state.board.routes[last.route])}"
    return said


def expectation(play: Play) -> str:
    """Return what the next touch or scan does, if that is out of the ordinary; otherwise an empty text."""
    if play.amending is not None:
        return say("Correcting move {number}: tap the right route, or Undo.", number=play.amending + 1)
    return str(play.expectation()) if play.scans_for else ""


def last_round(play: Play) -> str:
    """GEN-7: return who began the last round and how many turns are left, or an empty text before it."""
    round_ = play.last_round()
    if round_ is None or play.state.ended:
        return ""
    name = play.state.player(round_.began_by).name
    waiting = [play.state.player(colour).name for colour in round_.still_to_play]
    if not waiting:
        return say("That was the last turn: tap Finish.")
    one = "Last round, started by {name}. One turn left: {who}"
    more = "Last round, started by {name}. {count} turns left"
    return say(one, more, name=name, count=len(waiting), who=waiting[0])


def what_is_missing(play: Play) -> str:
    """Return what the players should check before they end the game."""
    return " ".join(sentence_case(one) for one in before_the_end(play.state, play.last_round()))


def who_has_alvin(play: Play) -> str:
    """Return who has Alvin on a board that is being counted, or an empty text if he is not in the game (OW-11)."""
    alvin, board = play.state.alvin, play.state.board
    if alvin is None or not play.counting:
        return ""
    if alvin.keeper is None:
        return say("Alvin: nobody has him")
    return say("Alvin: {name}, in {city}", name=play.state.player(alvin.keeper).name, city=board.place(alvin.city))
