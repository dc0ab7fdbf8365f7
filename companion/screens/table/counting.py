"""Scoring a finished game: trains left against trains on the board, and Old West's scoring track (OW-5)."""

from collections.abc import Callable
from functools import partial

from companion.boards import PlayerColour
from companion.game import events as e
from companion.game.play import Play
from companion.screens.shell.dialogs import ask, ask_number
from companion.screens.shell.host import ScreenHost
from companion.screens.widgets import theme
from companion.words import say


def ask_cars(host: ScreenHost, play: Play) -> None:
    """Ask how many trains the player has left, and compare that with the marked routes."""
    player = play.state.player(play.player)
    question = say("{name}: how many trains do you have left?", name=player.name)
    ask_number(host, question, play.state.board.rules.trains, partial(_compare, host, play, player.colour))


def _compare(host: ScreenHost, play: Play, colour: PlayerColour, in_box: int) -> None:
    state = play.state
    name, left, trains = state.player(colour).name, state.trains_left(colour), state.board.rules.trains
    if in_box == left:
        one = "{name}: one train on the board and {left} left. That adds up."
        more = "{name}: {count} trains on the board and {left} left. That adds up."
        host.toast(say(one, more, name=name, count=trains - left, left=left), theme.WELL)
        return
    off = abs(left - in_box)
    if in_box < left:
        one = "One train is marked, but there should be {expected}: {off} still to mark."
        more = "{count} trains are marked, but there should be {expected}: {off} still to mark."
    else:
        one = "One train is marked, but there should be only {expected}: {off} too many."
        more = "{count} trains are marked, but there should be only {expected}: {off} too many."
    words = say(one, more, count=trains - left, expected=trains - in_box, off=off)
    ask(host, say("{name}: the numbers do not match", name=name), words, [(say("Check again"), "main", None)])


def ask_score_track(host: ScreenHost, play: Play, record: Callable[[e.Event], object], place: int = 0) -> None:
    """Old West: ask where each player's marker is on the score track, one after another (OW-5)."""
    players = play.state.players
    if place >= len(players):
        return
    player = players[place]

    def entered(points: int) -> None:
        record(e.ScoreTrack(player=player.colour, points=points))
        ask_score_track(host, play, record, place + 1)

    ask_number(host, say("{name}: how many points on the scoring track?", name=player.name), 999, entered)
