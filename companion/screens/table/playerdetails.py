"""The details of a player's numbers: points as a sum, cars, longest route, stations or markers."""

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp, sp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.boards import Board
from companion.game.state import State
from companion.scoring.linenames import line_name
from companion.scoring.live import Earned, LiveScore
from companion.screens.table.trackcards import about_track
from companion.screens.widgets import Drawer, Grid, PeekButton, PlayerSign, PushButton, ScrollingDrawer, Text, theme
from companion.words import count_of_points, say


def player_drawer(
    state: State,
    standing: LiveScore,
    moves: Callable[[], object] | None,
    peek: Callable[[], Widget] | None,
) -> Drawer:
    """Return a drawer that explains all numbers of a player. `moves` makes it this player's turn, if it is not; `peek`
    returns the player's tickets, if there are any, which are shown while a button is held."""
    drawer = ScrollingDrawer(foot=partial(_foot, standing.player.name, moves, peek))
    drawer.show(*_lines(state, standing))
    return drawer


def _lines(state: State, standing: LiveScore) -> list[Widget]:
    board, rules = state.board, state.board.rules
    lines: list[Widget] = [_head(standing)]
    if rules.trains:
        for one in standing.earned:
            lines.append(_line(_earned(state, standing, one), f"+{one.points}"))
        if standing.captures:
            lines.append(_line(say("Alvin captured"), f"+{standing.captures}"))
        lines.append(_line(say("On the scoring track"), str(standing.track), strong=True))
        used = rules.trains - standing.trains_left
        cars = say("{all} trains, {used} on the board", all=rules.trains, used=used)
        lines.append(_line(cars, say("{left} left", left=standing.trains_left)))
        lines.append(_line(_longest(board, standing), str(standing.longest.length), strong=standing.leads_longest))
    if standing.stations_left is not None and rules.stations:
        worth = standing.stations_left * rules.stations.unbuilt
        unbuilt = "One station not built: {each} at the end"
        more = "{count} stations not built: {each} for each one at the end"
        words = say(unbuilt, more, count=standing.stations_left, each=count_of_points(rules.stations.unbuilt))
        lines.append(_line(words, f"+{worth}"))
    if standing.markers_left is not None:
        lines.append(_line(say("City markers left"), str(standing.markers_left)))
    lines.append(_line(say("Tickets, counted at the end"), str(standing.tickets)))
    return lines


def _foot(
    name: str, moves: Callable[[], object] | None, peek: Callable[[], Widget] | None, drawer: ScrollingDrawer
) -> Grid:
    buttons = [PushButton(drawer.close, text=say("Close"))]
    if moves is not None:
        buttons.insert(0, PushButton(drawer.then(moves), text=say("It is {name}’s turn", name=name)))
    if peek is not None:
        buttons.insert(0, _peek_button(drawer, peek))
    return Grid(*buttons, cols=len(buttons))


def _peek_button(drawer: ScrollingDrawer, peek: Callable[[], Widget]) -> PeekButton:
    """Return a button that shows the tickets instead of the lines while it is held."""
    button = PeekButton(text=say("Hold to see tickets"), icon="eye")
    lines: list[Widget] = []

    def show(_button: object) -> None:
        lines[:] = drawer.column.children[::-1]
        panel = peek()
        panel.size_hint_x = 1
        drawer.show(panel)

    button.bind(on_held=show, on_let_go=lambda _: drawer.show(*lines))
    return button


def _head(standing: LiveScore) -> BoxLayout:
    head = BoxLayout(size_hint_y=None, height=dp(40), spacing=dp(8))
    head.add_widget(PlayerSign(colour=standing.player.colour, pos_hint={"center_y": 0.5}))
    head.add_widget(Text(text=standing.player.name, font_size=theme.TITLE, bold=True, size_hint_y=1))
    return head


def _line(words: str, figure: str, strong: bool = False) -> BoxLayout:
    """Return a line with words on the left and a number on the right."""
    line = BoxLayout(size_hint_y=None, spacing=dp(10))
    text = Text(text=words, bold=strong, color=theme.TEXT)
    number = Text(
        text=figure,
        bold=True,
        halign="right",
        color=theme.BRASS if strong else theme.TEXT,
        size_hint_x=None,
        width=sp(96),
    )
    line.add_widget(text)
    line.add_widget(number)
    text.bind(texture_size=lambda _, size: setattr(line, "height", max(size[1], dp(24))))
    text.size_hint_y = number.size_hint_y = 1
    return line


def _earned(state: State, standing: LiveScore, one: Earned) -> str:
    """Return which claim it was, its length, and in Old West who claimed it."""
    board, route = state.board, one.claim.route
    if one.claim.player == standing.player.colour:
        return f"{board.route(route)}, {about_track(route)}"
    owner = state.player(one.claim.player)
    return say("{route}, claimed by {name}", route=board.route(route), name=owner.name)


def _longest(board: Board, standing: LiveScore) -> str:
    """Return the longest route in words, as a list of cities."""
    if not standing.longest.routes:
        return line_name(board, "longest")
    cities = " – ".join(board.cities[city].name for city in board.cities_along(standing.longest.routes))
    lead = say("Longest route (leading)") if standing.leads_longest else line_name(board, "longest")
    return f"{lead}: {cities}"
