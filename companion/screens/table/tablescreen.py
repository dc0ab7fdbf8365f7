"""The table: the map, the players' standings, and the moves."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.metrics import Metrics, dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.boards import Board
from companion.boards.shape import shape_on_screen
from companion.game import playwords
from companion.game.outcome import LookedUp, PileCounted, TunnelTried
from companion.scoring.live import LiveScore, live_scores
from companion.screens.map.mapview import MapView
from companion.screens.shell.gametable import GameTable
from companion.screens.shell.host import turn
from companion.screens.shell.ruleslines import rules_lines
from companion.screens.shell.statusline import Banner, StatusLine
from companion.screens.table import counting, followup, logdrawer
from companion.screens.table.arrangement import Rect, arranged
from companion.screens.table.boardcheck import BoardCheck
from companion.screens.table.claiming import Claiming
from companion.screens.table.heldtickets import held_tickets
from companion.screens.table.playerdetails import player_drawer
from companion.screens.table.ticketpicker import TicketPicker
from companion.screens.table.tunnelscreen import TunnelScreen
from companion.screens.widgets import Drawer, HelpButton, PushButton, theme
from companion.screens.widgets.playertile import PlayerTile
from companion.words import say, sentence_case
from hardware.codes import Scan

if TYPE_CHECKING:
    from companion.game.journal import Game
    from companion.screens.shell.session import Session


class TableScreen(GameTable):
    """A running game, or a finished board that is being counted."""

    def __init__(self, session: "Session", game: "Game") -> None:
        super().__init__(session, game)
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
        self.follow_up: Drawer | None = None
        self._follow_up_due = False
        self._secret: Widget | None = None
        self.refresh()
        if game.state.alvin and game.state.alvin.to_be_moved:  # the app was closed between capture and move
            self.offer_follow_up()
        self.show_link()

    def _add_board(self, board: Board) -> None:
        """Add the map below everything else, since it extends beyond its part of the screen when zoomed in."""
        assert board.size is not None, "the Card Game has a table of its own"
        upright = self.session.preferences.upright
        self._sides = {landscape: shape_on_screen(board, upright, landscape) for landscape in (True, False)}
        host = self.session.host
        self.claiming = Claiming(host, self.play, self._sides[bool(host.width >= host.height)])
        self.claiming.bind(
            on_outcome=lambda _, outcome: self.answer(outcome),
            on_chosen=lambda _: self.refresh(),
            on_touched=lambda _: self._decline_follow_up(),
        )
        self.add_widget(self.claiming, index=len(self.children))

    @property
    def map(self) -> MapView:
        """The map in its current orientation."""
        return self.claiming.map

    def _fill_bar(self, board: Board) -> None:
        self._bar.clear_widgets()
        for text, do in self._buttons(board):
            self._finish = PushButton(do, text=text, padding=(dp(4), 0), size_hint_y=1)
            self._bar.add_widget(self._finish)

    def _buttons(self, board: Board) -> list[tuple[str, Callable[[], object]]]:
        """Return the buttons that the rules of the board offer, during play or while counting."""
        rules = board.rules
        found: list[tuple[str, Callable[[], object]]] = []
        if self.play.counting:
            found.append((say("Trains left"), partial(counting.ask_cars, self.session.host, self.play)))
            if rules.markers:
                ask_track = partial(counting.ask_score_track, self.session.host, self.play, self.record)
                found.append((say("Scoring track"), ask_track))
        else:
            found.append((say("Drew cards"), lambda: self.answer(self.play.drew_cards())))
        found.append((say("Tickets"), self._open_tickets))
        if rules.stations:
            found.append((say("Station"), lambda: self.claiming.aim("station")))
        if rules.markers and not self.play.counting:
            found.append((say("Marker"), lambda: self.claiming.aim("marker")))
        found.append((say("Log"), partial(logdrawer.open_log, self.session, self.play, self.answer)))
        found.append((say("Finish"), self.finish))
        return found

    def _open_tickets(self) -> None:
        """Open the ticket picker for the player whose move it is."""
        self.session.host.cover(TicketPicker(self.session, self.play, self.record, self.play.player))

    # Layout

    def _arrange(self, *_: object) -> None:
        if self.width < 50 or self.height < 50:
            return
        landscape = self.width >= self.height
        if self.map.shape is not self._sides[landscape]:
            self.claiming.lay(self._sides[landscape])
        proportion = self._proportion()
        players, buttons = len(self._tiles), len(self._bar.children)
        density = Metrics.density
        width, height = self.width / density, self.height / density
        plan = arranged(width, height, proportion, players, buttons, Metrics.fontscale)
        if landscape and self.session.preferences.left_handed:
            plan = plan.for_left_hands(width)
        self._put(self.status, plan.status)
        self._put(self._players, plan.players)
        self._put(self._bar, plan.bar)
        self._put(self._foot, plan.foot or Rect(0, 0, 0, 0))
        self._put(self._help, plan.help)
        self._put(self._lock, plan.lock)
        self._put(self.claiming, self._below_banner(plan.map))
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
            self.claiming.put_over(self.follow_up)

    def _below_banner(self, room: Rect) -> Rect:
        """Return the space for the board below the banner, so that the banner hides nothing of it."""
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
        """Show the position as it is now."""
        state, play = self.play.state, self.play
        self.map.show(state)
        for tile, standing in zip(self._tiles, live_scores(state), strict=True):
            tile.show(standing, state.board.rules.trains)
        self.show_mover()
        self.status.can_undo = play.game.history.can_undo
        self._finish.kind = "main" if play.is_played_out else "plain"
        before, self.banner.text = self.banner.text, playwords.last_round(play)
        if bool(before) != bool(self.banner.text):
            Clock.schedule_once(self._arrange, 0)
        if self.session.preferences.faces_player and not play.counting:
            # Seats are counted clockwise, the window's rotation counterclockwise.
            seat = self.session.preferences.seats.get(state.player(play.player).name, 0)
            turn((self.session.preferences.facing - round(seat / 90) * 90) % 360)
        if self.session.journal.trouble:
            self.session.host.toast(sentence_case(self.session.journal.trouble), theme.ILL)

    def show_mover(self) -> None:
        """Show whose move it is and what may be scanned."""
        play, mover = self.play, self.play.player
        for tile in self._tiles:
            tile.moves = tile.colour == mover
        self.status.turn = playwords.whose_turn(play, starts=self.claiming.aimed_at == "start_city")
        self.status.said = self.claiming.hint() or playwords.last_words(play)
        self.expected.text = playwords.expectation(play)

    def shows(self, words: str) -> bool:
        """Return whether the line below the map says what may be scanned next; that is response enough."""
        return bool(self.expected.text)

    def show_link(self) -> None:
        """Show the state of the scanner as a small sign."""
        self.status.show_link(self.session)

    # Moves

    def follow(self) -> None:
        """Show that the game has changed, and offer what may follow."""
        self.claiming.drop()
        super().follow()
        if not self.play.state.ended:
            self.offer_follow_up()

    def uncovered(self) -> None:
        """Refresh when the screen that covered the table is gone, and offer what may follow a move made there."""
        super().uncovered()
        self._show_follow_up(0)

    def heard(self, scan: Scan) -> None:
        """Treat a scan like the touch that means the same; it replaces a touch that was begun."""
        self.claiming.drop()
        super().heard(scan)

    def show_thing(self, outcome: LookedUp | TunnelTried | PileCounted) -> None:
        """Show a route or a city on the map, or open the tunnel that is being tried."""
        if isinstance(outcome, TunnelTried):
            self.session.host.cover(TunnelScreen(self.session, self.play, self.answer))
        elif isinstance(outcome, LookedUp):
            self.claiming.show_thing(outcome.thing.id)

    def offer_follow_up(self) -> None:
        """Offer what may follow a move, once the move has been drawn and the table is visible."""
        if self.follow_up is not None:
            self.follow_up.close()
            self.follow_up = None
        self._follow_up_due = self.play.state.board.rules.markers is not None
        Clock.schedule_once(self._show_follow_up, 0)

    def _decline_follow_up(self) -> None:
        """Close the offer when the map is touched, unless Alvin has to be moved."""
        alvin = self.play.state.alvin
        if self.follow_up is not None and not (alvin and alvin.to_be_moved):
            self.follow_up.close()
            self.follow_up = None

    def _show_follow_up(self, _seconds: float) -> None:
        if self._follow_up_due and self.session.host.front is self and not self.play.state.ended:
            self._follow_up_due = False
            self.follow_up = followup.follow_up(self.play, self.record)
            if self.follow_up is not None:
                self.claiming.put_over(self.follow_up)
                self.session.host.open(self.follow_up)

    def finish(self) -> None:
        """Open the board check, which ends the game."""
        self.session.host.cover(BoardCheck(self.session, self.play, self.answer))

    def left(self) -> None:
        """Rotate the window back to its setting."""
        turn(self.session.preferences.facing)

    def lock(self) -> None:
        """Lock everything; the map can still be dragged and zoomed."""
        self.claiming.drop()
        self.session.host.lock(self._bar, lambda: self.map)

    # Explaining

    def help(self) -> str:
        """Return the help for the table."""
        if self.play.counting:
            return say(
                "Tap a player, then each of that player’s routes on the map. When you have done everyone, tap Finish."
            )
        return say("Tap the map near the route that was claimed, then choose it. Everything else has a button.")

    def more_help(self) -> list[Widget]:
        """Return the rules of the board in numbers."""
        return rules_lines(self.play.state.board, self.play.state.options.alvin)

    def _explain(self, tile: PlayerTile) -> None:
        if self.play.counting and self.play.player != tile.colour:  # chooses whose routes are marked next
            self.play.choose(tile.colour)
            self.follow()
            return
        self.session.host.open(player_drawer(self.play.state, self._standing(tile)))

    def _standing(self, tile: PlayerTile) -> LiveScore:
        return next(one for one in live_scores(self.play.state) if one.player.colour == tile.colour)

    def _look_at_own(self, tile: PlayerTile) -> None:
        """Show the player's tickets and longest route while the tile is held."""
        if self.play.state.hand(tile.colour):
            self._secret = held_tickets(self.play.state, tile.colour)
            self._secret.width = self.map.width - dp(16)
            self._secret.center_x, self._secret.top = self.map.center_x, self.map.top - dp(8)
            self._secret.bind(height=lambda panel, _: setattr(panel, "top", self.map.top - dp(8)))
            self.add_widget(self._secret)
        standing = self._standing(tile)
        colour = theme.PLAYERS[standing.player.colour]
        self.map.light(dict.fromkeys(standing.longest.routes, colour), dim=True)
        self.status.said = say("{name}: longest route {length}", name=tile.name, length=standing.longest.length)

    def _look_away(self, *_: object) -> None:
        if self._secret is not None:
            self.remove_widget(self._secret)
            self._secret = None
        self.map.light({})
        self.refresh()


def _paint_ground(widget: Widget) -> None:
    """Paint a dark background behind a part of the screen, so that the map does not show through."""
    with widget.canvas.before:
        Color(*theme.CHROME)
        ground = Rectangle(pos=widget.pos, size=widget.size)
    widget.bind(pos=lambda _, pos: setattr(ground, "pos", pos), size=lambda _, size: setattr(ground, "size", size))
