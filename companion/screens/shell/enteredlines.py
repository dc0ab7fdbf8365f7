"""Lines of the score sheet that people enter, such as shares or tolls: asked by number pad, player by player."""

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.boards import EnteredLine, PlayerColour
from companion.game import events as e
from companion.game.play import Play
from companion.screens.shell.dialogs import ask_number
from companion.screens.shell.host import ScreenHost
from companion.screens.widgets import Grid, PlayerChip, Text
from companion.words import figure, say

Record = Callable[[e.Event], object]
Then = Callable[[], object]


def ask_missing_lines(host: ScreenHost, play: Play, record: Record, then: Then) -> None:
    """Ask for each line of each player that is missing, one after another, then continue. A game without such lines
    continues at once."""
    state = play.state
    missing = [(line, player) for line in state.board.rules.entered for player in state.players]
    missing = [(line, player) for line, player in missing if line in state.lines_missing(player.colour)]
    if not missing:
        then()
        return

    def entered(event: e.Event) -> None:
        record(event)
        ask_missing_lines(host, play, record, then)

    line, player = missing[0]
    ask_line(host, play, line, player.colour, entered)


def ask_line(host: ScreenHost, play: Play, line: EnteredLine, colour: PlayerColour, record: Record) -> None:
    """Ask for the points of one line of a player."""
    facts = {"name": play.state.player(colour).name, "line": line.name}
    question = say(
        "{name}: {line}, {lowest} to {highest}", **facts, lowest=figure(line.lowest), highest=figure(line.highest)
    )
    known = play.state.entered.get(line.id, {}).get(colour, 0)

    def entered(points: int) -> None:
        record(e.Entered(player=colour, line=line.id, points=points))

    ask_number(host, question, line.highest, entered, least=line.lowest, value=known)


def line_widgets(host: ScreenHost, play: Play, record: Record) -> list[Widget]:
    """Return for each line its name and a chip of every player with the points; a touch changes them."""
    found: list[Widget] = []
    for line in play.state.board.rules.entered:
        known = play.state.entered.get(line.id, {})
        chips = [
            PlayerChip(
                partial(ask_line, host, play, line, player.colour, record),
                colour=player.colour,
                text=figure(known[player.colour]) if player.colour in known else "–",
            )
            for player in play.state.players
        ]
        found += [Text(text=line.name, bold=True), Grid(*chips, cols=4)]
    return found
