"""The table: the map, everyone's standing, and the moves."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.metrics import Metrics, dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.boards import Board
from companion.boards.shape import BoardShape, shape_of
from companion.game import events as e
from companion.game.course import NoLongerFitError
from companion.game.telling import tell
from companion.screens import counting, logsheet, moves, tablewords, theme, ticketpicker, ways
from companion.screens.arrangement import Rect, arranged
from companion.screens.asking import object_to, overridden
from companion.screens.boardcheck import BoardCheck
from companion.screens.claiming import Claiming
from companion.screens.hearing import hear
from companion.screens.heldtickets import held_tickets
from companion.screens.mapview import MapView
from companion.screens.parts import PushButton, Sheet
from companion.screens.playersheet import player_sheet
from companion.screens.playertile import PlayerTile
from companion.screens.playing import Play
from companion.screens.rulessheet import rules_lines
from companion.screens.stage import HelpButton, Screen, turn
from companion.screens.statusline import Banner, StatusLine
from companion.screens.steps import put_back, take_back
from companion.words import say, sentence_case
from hardware.scanner import Scan

if TYPE_CHECKING:
    from companion.game.journal import Game
    from companion.screens.desk import Desk

_TWICE = 0.25
"""Seconds within which a second touch is a slip of the first."""


class TableScreen(Screen):
    """A running game, or a finished board that is being counted."""

    def __init__(self, desk: "Desk", game: "Game") -> None:
        super().__init__(desk)
        self.play = Play(game)
        board = game.state.board
        self._tiles = [PlayerTile() for _ in game.state.players]
        self._players = GridLayout(cols=1, spacing=dp(6), padding=(dp(4), dp(4), dp(6), dp(4)))
        self._bar = GridLayout(cols=1, spacing=dp(5), padding=(dp(4), dp(3)))
        self.status = StatusLine()
        self.banner = Banner()
        self.expected = Banner(fill=theme.RAISED, ink=theme.TEXT)
        self._add_board(board)
        self._foot = Widget()
        for widget in (self._players, self._bar, self._foot, self.status, self.banner, self.expected):
            widget.size_hint = None, None
            if not isinstance(widget, Banner):
                _paint_ground(widget)
            self.add_widget(widget)
        self._help = HelpButton(kind="plain", size_hint=(None, None))
        self._lock = PushButton(self.lock, icon="lock", size_hint=(None, None))
        for button in (self._help, self._lock):
            self.add_widget(button)
        for tile in self._tiles:
            tile.bind(on_release=self._explain, on_held=self._look_at_own, on_let_go=self._look_away)
            self._players.add_widget(tile)
        self._fill_bar(board)
        self.status.bind(on_home=lambda _: self.go_home(), on_undo=lambda _: self.undo())
        self.bind(pos=self._arrange, size=self._arrange)
        self.follow_up: Sheet | None = None
        self._secret: Widget | None = None
        self._moved_at = -1.0
        self.refresh()
        if game.state.alvin and game.state.alvin.to_be_moved:  # he was caught before the plug was pulled
            self.offer_follow_up()
        self.show_link()

    def _add_board(self, board: Board) -> None:
        """The map lies below all else, since what is zoomed in reaches beyond its part of the screen."""
        assert board.size is not None, "the Card Game has a table of its own"
        on_its_side = board.size[1] > board.size[0] and not self.desk.preferences.upright
        self._sides = {True: shape_of(board, on_its_side), False: shape_of(board)}
        self.map = self._new_map(self._sides[self._is_landscape])

    @property
    def _is_landscape(self) -> bool:
        stage = self.desk.stage
        return bool(stage.width >= stage.height)

    def _lay_map(self, landscape: bool) -> None:
        """The map, on its side or not; anew when the picture turns."""
        if self.map.shape is not self._sides[landscape]:
            self.remove_widget(self.map)
            self.map = self._new_map(self._sides[landscape])

    def _new_map(self, shape: BoardShape) -> MapView:
        view = MapView(shape, size_hint=(None, None))
        view.still = True
        view.show(self.play.state)
        view.still = self.desk.stage.still
        self.claiming = Claiming(self, view)
        self.add_widget(view, index=len(self.children))
        return view

    def _fill_bar(self, board: Board) -> None:
        self._bar.clear_widgets()
        for text, do in self._buttons(board):
            self._finish = PushButton(do, text=text, padding=(dp(4), 0), size_hint_y=1)
            self._bar.add_widget(self._finish)

    def _buttons(self, board: Board) -> list[tuple[str, Callable[[], object]]]:
        """What can be done, as the system and the occasion have it."""
        rules = board.rules
        found: list[tuple[str, Callable[[], object]]] = []
        if self.play.counting:
            found.append((say("Cars left"), partial(counting.ask_cars, self)))
            if rules.markers:
                found.append((say("Score track"), partial(counting.ask_score_track, self)))
        else:
            found.append((say("Drew cards"), partial(moves.drew_cards, self)))
        found.append((say("Tickets"), partial(ticketpicker.open_picker, self)))
        if rules.stations:
            found.append((say("Station"), lambda: self.claiming.aim("station")))
        if rules.markers and not self.play.counting:
            found.append((say("Marker"), lambda: self.claiming.aim("marker")))
        found.append((say("Log"), partial(logsheet.open_log, self)))
        found.append((say("Finish"), self.finish))
        return found

    # Layout

    def _arrange(self, *_: object) -> None:
        if self.width < 50 or self.height < 50:
            return
        landscape = self.width >= self.height
        self._lay_map(landscape)
        proportion = self._proportion()
        players, buttons = len(self._tiles), len(self._bar.children)
        density = Metrics.density
        width, height = self.width / density, self.height / density
        plan = arranged(width, height, proportion, players, buttons, Metrics.fontscale)
        if landscape and self.desk.preferences.left_handed:
            plan = plan.for_left_hands(width)
        self._put(self.status, plan.status)
        self._put(self._players, plan.players)
        self._put(self._bar, plan.bar)
        self._put(self._foot, plan.foot or Rect(0, 0, 0, 0))
        self._put(self._help, plan.help)
        self._put(self._lock, plan.lock)
        self._put(self.map, self._below_banner(plan.map))
        self.status.tall = plan.status.height > 90
        self.status.compact = plan.status.width < (300 if self.status.tall else 560) * Metrics.fontscale
        self.status.spare = plan.spare
        self._players.cols, self._bar.cols = plan.player_columns, plan.bar_columns
        rows = -(-players // plan.player_columns)
        room = (plan.players.height - 8 - 6 * (rows - 1)) / rows
        for tile in self._tiles:
            tile.size_hint_y = None
            tile.fit(min(room, 118), plan.players.width / plan.player_columns)
        self.banner.width = min(dp(plan.map.width - 16), dp(560))
        self.banner.center_x = self.x + dp(plan.map.x + plan.map.width / 2)
        self.banner.top = self.y + dp(plan.map.y + plan.map.height) - dp(4)
        self.expected.width, self.expected.center_x = self.banner.width, self.banner.center_x
        self.expected.y = self.y + dp(plan.map.y) + dp(4)

        if self.follow_up is not None:
            self.put_over_map(self.follow_up)

    def put_over_map(self, sheet: Sheet) -> None:
        """A sheet over the map comes up from the lower edge of the screen."""
        sheet.pos, sheet.size = (self.map.x, self.y), (self.map.width, self.map.top - self.y)

    def _below_banner(self, room: Rect) -> Rect:
        """The banner takes nothing of the board away: it makes it a little smaller."""
        if not self.banner.text:
            return room
        return Rect(room.x, room.y, room.width, room.height - self.banner.height / Metrics.density - 8)

    def _proportion(self) -> float:
        return self.map.shape.size[0] / self.map.shape.size[1]

    def _put(self, widget: Widget, rect: Rect) -> None:
        widget.pos = self.x + dp(rect.x), self.y + dp(rect.y)
        widget.size = dp(rect.width), dp(rect.height)

    # What is shown

    def refresh(self) -> None:
        """Shows the position as it is now."""
        state, play = self.play.state, self.play
        self.map.show(state)
        suggested = play.player
        for tile, standing in zip(self._tiles, play.standings(), strict=True):
            tile.show(standing, standing.player.colour == suggested, state.board.rules.trains)
        name = state.player(suggested).name
        self.status.turn = tablewords.whose_turn(play, starts=self.claiming.aimed_at == "start_city")
        self.status.said = self.claiming.hint() or tablewords.last_words(play)
        self.status.can_undo = play.game.course.can_undo
        self.expected.text = tablewords.expectation(play)
        self._finish.kind = "main" if play.is_played_out else "plain"
        before, self.banner.text = self.banner.text, tablewords.last_round(play)
        if bool(before) != bool(self.banner.text):
            Clock.schedule_once(self._arrange, 0)
        if self.desk.preferences.faces_player and not play.counting:
            # Seats go clockwise, and the picture is turned the other way round.
            turn((self.desk.preferences.facing - round(self.desk.preferences.seats.get(name, 0) / 90) * 90) % 360)
        if self.desk.journal.trouble:
            self.desk.stage.toast(sentence_case(self.desk.journal.trouble), theme.ILL)

    def show_link(self) -> None:
        """The scanner's state as a small sign."""
        self.status.show_link(self.desk)

    # Moves

    def record(self, event: e.Event) -> bool:
        """Records a move and shows it; asks first where a rule speaks against it."""
        now = Clock.get_time()
        if now - self._moved_at < _TWICE:
            return False
        amending = self.play.amending
        try:
            objection = self.play.record(event)
        except NoLongerFitError as misfit:
            logsheet.ask_to_leave_out(self, misfit, event)
            return False
        if objection:
            object_to(self.desk.stage, objection, lambda: self.record(overridden(event)))
            return False
        self._moved_at = now
        self.after_move()
        self.desk.sounds.play("claim")
        if amending is not None:
            self.desk.stage.toast(say("Corrected: {what}", what=tell(self.play.state, event)), theme.WELL)
        return True

    def after_move(self) -> None:
        """Whatever changed the game: the screen follows."""
        self.desk.stage.clear_toasts()
        self.play.scans.turn_to(None)
        if self.play.state.ended:
            ways.to_tally(self.desk, self.play.game)
            return
        self.claiming.drop()
        self.refresh()
        self.offer_follow_up()

    def offer_follow_up(self) -> None:
        """What may follow a move comes up when the move itself has been drawn."""
        if self.follow_up is not None:
            self.follow_up.close()
            self.follow_up = None
        if self.play.state.board.rules.markers:
            Clock.schedule_once(self._show_follow_up, 0)

    def decline_follow_up(self) -> None:
        """Whoever touches the map wants something else; only Alvin waits."""
        alvin = self.play.state.alvin
        if self.follow_up is not None and not (alvin and alvin.to_be_moved):
            self.follow_up.close()
            self.follow_up = None

    def _show_follow_up(self, _seconds: float) -> None:
        if self.follow_up is None:
            self.follow_up = moves.follow_up(self)

    def undo(self) -> None:
        """Takes the last step back, or leaves a correction alone that was begun."""
        if self.play.amending is not None:
            self.play.stop_amending()
            self.after_move()
            return
        take_back(self)

    def redo(self) -> None:
        """Puts the last step back."""
        put_back(self)

    def finish(self) -> None:
        """Ends the game, if people mean it: first they look whether the record is what lies on the table."""
        self.desk.stage.cover(BoardCheck(self))

    def go_home(self) -> None:
        """Home; the game waits there."""
        ways.to_home(self.desk)

    def left(self) -> None:
        """The picture turns back to where it was set."""
        turn(self.desk.preferences.facing)

    def lock(self) -> None:
        """Nothing can be touched any more but the map, to look at it."""
        self.claiming.drop()
        self.desk.stage.lock(self._bar, lambda: self.map)

    # Explaining

    def help(self) -> str:
        """What can be done at the table, and the figures of the rules."""
        if self.play.counting:
            return say("Touch a player, then every route of that player on the map. When all are done, touch Finish.")
        return say("Touch the map near the route that was claimed, then its card. All else that happens has a button.")

    def more_help(self) -> list[Widget]:
        """The figures of the system's rules."""
        return rules_lines(self.play.state.board, self.play.state.options.alvin)

    def _explain(self, tile: PlayerTile) -> None:
        if self.play.counting and self.play.player != tile.colour:  # whose routes are painted now
            self.play.choose(tile.colour)
            self.after_move()
            return
        standing = next(one for one in self.play.standings() if one.player.colour == tile.colour)
        self.desk.stage.open(player_sheet(self, standing))

    def _look_at_own(self, tile: PlayerTile) -> None:
        """A held colour shows its tickets, for as long as it is held, and its longest route."""
        if self.play.state.hand(tile.colour):
            self._secret = held_tickets(self.play.state, tile.colour)
            self._secret.width = self.map.width - dp(16)
            self._secret.center_x, self._secret.top = self.map.center_x, self.map.top - dp(8)
            self._secret.bind(height=lambda panel, _: setattr(panel, "top", self.map.top - dp(8)))
            self.add_widget(self._secret)
        standing = next(one for one in self.play.standings() if one.player.colour == tile.colour)
        colour = theme.PLAYERS[standing.player.colour]
        self.map.light(dict.fromkeys(standing.longest.routes, colour), dim=True)
        self.status.said = say("{name}: longest route {length}", name=tile.name, length=standing.longest.length)

    def _look_away(self, *_: object) -> None:
        if self._secret is not None:
            self.remove_widget(self._secret)
            self._secret = None
        self.map.light({})
        self.refresh()

    def heard(self, scan: Scan) -> None:
        """A scan does what touches do."""
        hear(self, scan)


def _paint_ground(widget: Widget) -> None:
    """The dark ground below a part of the screen, so that the map does not show through."""
    with widget.canvas.before:
        Color(*theme.CHROME)
        ground = Rectangle(pos=widget.pos, size=widget.size)
    widget.bind(pos=lambda _, pos: setattr(ground, "pos", pos), size=lambda _, size: setattr(ground, "size", size))
