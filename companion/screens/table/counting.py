"""Scoring a finished game: trains left against trains on the board, and for Old West the scoring track (OW-5) and who
has Alvin (OW-11)."""

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.boards import PlayerColour
from companion.game import events as e
from companion.game import playwords
from companion.game.play import Play
from companion.game.rules_of_counting import missing_alvin
from companion.screens.shell.dialogs import ask, ask_number
from companion.screens.shell.host import ScreenHost
from companion.screens.widgets import Drawer, Grid, PlayerChip, PushButton, theme
from companion.words import say, sentence_case


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


def ask_score_track(
    host: ScreenHost,
    play: Play,
    record: Callable[[e.Event], object],
    then: Callable[[], object],
    place: int = 0,
) -> None:
    """Old West: ask where each player's marker is on the score track, one after another (OW-5), then continue."""
    players = play.state.players
    if place >= len(players):
        then()
        return
    player = players[place]

    def entered(points: int) -> None:
        record(e.ScoreTrack(player=player.colour, points=points))
        ask_score_track(host, play, record, then, place + 1)

    ask_number(host, say("{name}: how many points on the scoring track?", name=player.name), 999, entered)


def ask_alvin(host: ScreenHost, play: Play, where: Callable[[], object]) -> None:
    """Old West with Alvin: ask who has him at the end, or nobody; then `where` asks for his city (OW-11)."""
    drawer = Drawer(title=say("Who has Alvin at the end?"))
    answers: list[Widget] = [
        PlayerChip(drawer.then(partial(_kept_by, play, player.colour, where)), colour=player.colour, text=player.name)
        for player in play.state.players
    ]
    answers.append(PushButton(drawer.then(partial(_kept_by_nobody, host, play)), text=say("Nobody")))
    drawer.fill(Grid(*answers, cols=min(len(answers), 4)))
    host.open(drawer)


def _kept_by(play: Play, colour: PlayerColour, where: Callable[[], object]) -> None:
    play.choose(colour)
    where()


def _kept_by_nobody(host: ScreenHost, play: Play) -> None:
    play.nobody_has_alvin()
    missing = missing_alvin(play.state)
    if missing:
        ask(host, "", sentence_case(missing), [(say("OK"), "main", None)])
    else:
        host.toast(playwords.who_has_alvin(play), theme.WELL)
