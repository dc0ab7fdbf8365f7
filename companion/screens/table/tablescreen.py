"""The table: the map, the players' standings, and the moves."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.metrics import Metrics, dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.boards import Board, PlayerColour
from companion.game import events as e
from companion.game import playwords
from companion.game.firstdeal import list_opens_for, still_to_choose
from companion.game.outcome import CardsLaid, LookedUp, PileCounted, Recorded, TunnelTried
from companion.photo.findings import ReadPhoto
from companion.scoring.live import LiveScore, live_scores
from companion.screens.map.boardmap import BoardMap
from companion.screens.shell import navigation
from companion.screens.shell.gametable import GameTable
from companion.screens.shell.host import turn
from companion.screens.shell.ruleslines import rules_lines
from companion.screens.shell.statusline import Banner, StatusLine
from companion.screens.table import counting, followup, logdrawer
from companion.screens.table.arrangement import Rect, arranged
from companion.screens.table.boardcheck import BoardCheck
from companion.screens.table.claiming import Aim, Claiming
from companion.screens.table.dealscreen import DealScreen
from companion.screens.table.heldtickets import held_tickets
from companion.screens.table.playerdetails import player_drawer
from companion.screens.table.ticketpicker import TicketPicker
from companion.screens.table.tunnelscreen import TunnelScreen
from companion.screens.widgets import Drawer, HelpButton, PushButton, SpreadGrid, Text, theme
from companion.screens.widgets.keptpicture import KeptPicture
from companion.screens.widgets.playertile import PlayerTile
from companion.screens.widgets.spares import Spares
from companion.words import say, sentence_case
from hardware.codes import Scan

if TYPE_CHECKING:
    from companion.game.journal import Game
    from companion.screens.shell.session import Session


_TILES, _STATUS_LINES, _BANNERS = Spares(PlayerTile, 5), Spares(StatusLine, 1), Spares(Banner, 1)


class _Buttons(KeptPicture, GridLayout):
    """The buttons below or beside the map."""


class TableScreen(GameTable):
    """A running game, or a finished board that is being counted."""

    def __init__(self, session: "Session", game: "Game", by_photo: bool = False) -> None:
        """Show a game; `by_photo` opens the camera first."""
        super().__init__(session, game)
        self._by_photo = by_photo
        self._read: ReadPhoto | None = None
        """The last photo of this board that was read."""
        board = game.state.board
        self._tiles = [_TILES.take() for _ in game.state.players]
        self._players = SpreadGrid(cols=1, spacing=dp(6), padding=(dp(4), dp(4), dp(6), dp(4)))
        self._bar = _Buttons(cols=1, spacing=dp(5), padding=(dp(4), dp(3)))
        self.status = _STATUS_LINES.take()
        self.banner = _BANNERS.take()
        self._behind_banner = Widget()
        self._add_board(board)
        self._foot = Widget()
        for widget in (self._players, self._bar, self._foot, self.status, self._behind_banner, self.banner):
            widget.size_hint = None, None
            if not isinstance(widget, Banner | KeptPicture):
                _paint_ground(widget)
            self.add_widget(widget)
        self._help = HelpButton(kind="plain", size_hint=(None, None))
        self._lock = PushButton(self.lock, icon="lock", size_hint=(None, None))
        for button in (self._help, self._lock):
            self.add_widget(button)
        for tile in self._tiles:
            tile.peeks = True
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
        if self.play.tunnel is not None:  # the app was closed during a try at a tunnel
            Clock.schedule_once(self._open_tunnel, 0)
        self.show_link()

    def _add_board(self, board: Board) -> None:
        """Add the map below everything else, since it extends beyond its part of the screen when zoomed in."""
        assert board.size is not None, "the Card Game has a table of its own"
        host = self.session.host
        self.claiming = Claiming(self.session, self.play, bool(host.width >= host.height))
        self.map.bind(on_turned=self._arrange)
        self.claiming.bind(
            on_outcome=lambda _, outcome: self.answer(outcome),
            on_chosen=lambda _: self.refresh(),
            on_touched=lambda _: self._decline_follow_up(),
            on_doubtful=lambda _: self._hint("double tap", say("Double-tap the map to see it larger.")),
            on_zoomed=lambda _: self._hint("drag", say("Drag the map to move it. Double-tap to see all of it.")),
        )
        self.add_widget(self.claiming, index=len(self.children))

    @property
    def map(self) -> BoardMap:
        """The map."""
        return self.claiming.map

    def _fill_bar(self, board: Board) -> None:
        self._bar.clear_widgets()
        self._aiming: dict[Aim, PushButton] = {}
        """The buttons that are lit while the next touch is for a piece."""
        pieces: dict[str, Aim] = {say("Station"): "station", say("Marker"): "marker"}
        for text, do in self._buttons(board):
            self._finish = PushButton(do, text=text, padding=(dp(4), 0), size_hint_y=1)
            self._bar.add_widget(self._finish)
            if text in pieces:
                self._aiming[pieces[text]] = self._finish

    def _buttons(self, board: Board) -> list[tuple[str, Callable[[], object]]]:
        """Return the buttons that the rules of the board offer, during play or while counting."""
        rules = board.rules
        found: list[tuple[str, Callable[[], object]]] = []
        if self.play.counting:
            found.append((say("Photo"), self._take_photo))
            found.append((say("Trains left"), partial(counting.ask_cars, self.session.host, self.play)))
            if rules.markers:
                host, play, record = self.session.host, self.play, self.record
                ask_track = partial(counting.ask_score_track, host, play, record, self._ask_alvin)
                found.append((say("Scoring track"), ask_track))
        else:
            found.append((say("Drew cards"), lambda: self.answer(self.play.drew_cards())))
            found.append((say("Drew tickets"), self._drew_tickets))
        found.append((say("Tickets"), self._open_tickets))
        if rules.stations:
            found.append((say("Station"), partial(self._aim, "station")))
        if rules.markers and not self.play.counting:
            found.append((say("Marker"), partial(self._aim, "marker")))
        found.append((say("Log"), self._open_log))
        found.append((say("Finish"), self.finish))
        return found

    def _ask_alvin(self) -> None:
        """OW-11: ask who has Alvin, and then for his city on the map, if he is in the game that is being counted."""
        if self.play.state.alvin:
            counting.ask_alvin(self.session.host, self.play, lambda: self.claiming.aim("alvin"))

    def _aim(self, what: Aim) -> None:
        """Use the next touch of the map for a piece; asked again, use it for routes as before."""
        if self.claiming.aimed_at == what:
            self.claiming.drop()
            self.show_mover()
        else:
            self.claiming.aim(what)

    def _open_log(self) -> None:
        """Open the log; what may follow a move that was redone there is offered when it is closed."""
        log = logdrawer.open_log(self.session, self.play, self.answer)
        log.bind(on_closed=lambda _: Clock.schedule_once(self._show_follow_up, 0))

    def _drew_tickets(self) -> None:
        """PAY-10: record that tickets were drawn, and offer to choose those that are kept."""
        outcome = self.play.drew_tickets()
        if self.answer(outcome) and isinstance(outcome, Recorded):
            words = sentence_case(outcome.sentence)
            self.session.host.toast(words, action=say("Choose tickets"), do=self._open_tickets)

    def _open_tickets(self) -> None:
        """Open the ticket picker for someone who has no tickets yet, or for the player whose move it is."""
        player = list_opens_for(self.play)
        self.session.host.cover(TicketPicker(self.session, self.play, self._keep_tickets, player))

    def _keep_tickets(self, event: e.Tickets) -> bool:
        return self.answer(self.play.keep_tickets(event))

    def opened(self) -> None:
        """Go on with the first deal, if it has begun and is neither complete nor put off."""
        if self.session.deal.is_of(self.play.game) and still_to_choose(self.play.state):
            self.session.host.cover(DealScreen(self.session, self.play, self._keep_tickets, self._face))
        elif self._by_photo:
            self._take_photo()

    # Photos

    def _take_photo(self) -> None:
        """Take a photo of the board that is being counted, and show what it adds to what is marked."""
        navigation.run(self.session, "photograph_board", self.play.state, self._review)

    def _review(self, read: ReadPhoto) -> None:
        self._read = read
        navigation.cover(self.session, "photo_review", self.play, read, self._reviewed)

    def _reviewed(self, count: int) -> None:
        if self.play.state.board.rules.stations:
            words = say("One route or station is recorded.", "{count} routes and stations are recorded.", count=count)
        else:
            words = say("One route is recorded.", "{count} routes are recorded.", count=count)
        self.session.host.toast(words, theme.WELL)

    # Layout

    def _arrange(self, *_: object) -> None:
        if self.width < 50 or self.height < 50:
            return
        landscape = self.width >= self.height
        self.map.hold(landscape)
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
            tile.fit(min(room, 124), plan.players.width / plan.player_columns)
        self.banner.width = min(dp(plan.map.width - 16), dp(560))
        self.banner.center_x = self.x + dp(plan.map.x + plan.map.width / 2)
        self.banner.top = self.y + dp(plan.map.y + plan.map.height) - dp(4)
        shown = self._below_banner(plan.map)
        behind = Rect(shown.x, shown.y + shown.height, shown.width, plan.map.height - shown.height)
        self._put(self._behind_banner, behind)
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
        self._finish.kind = "main" if play.is_played_out else "plain"
        before, self.banner.text = self.banner.text, playwords.last_round(play)
        if bool(before) != bool(self.banner.text):
            Clock.schedule_once(self._arrange, 0)
        self._face(play.player)
        if self.session.journal.trouble:
            self.session.host.toast(sentence_case(self.session.journal.trouble), theme.ILL)

    def _face(self, colour: PlayerColour) -> None:
        """Turn the window to a player, if that is preferred."""
        preferences, player = self.session.preferences, self.play.state.player(colour)
        if preferences.faces_player and not self.play.counting:
            # Seats are counted clockwise, the window's rotation counterclockwise.
            seat = preferences.seat_of(player.colour, player.name) or 0
            turn((preferences.facing - round(seat / 90) * 90) % 360)

    def show_mover(self) -> None:
        """Show whose move it is and what may be scanned."""
        play, mover = self.play, self.play.player
        for tile in self._tiles:
            tile.moves = tile.colour == mover
        for what, button in self._aiming.items():
            button.kind = "main" if self.claiming.aimed_at == what else "plain"
        self.status.turn = playwords.whose_turn(play, starts=self.claiming.aimed_at == "start_city")
        asked = self.claiming.hint() or playwords.expectation(play)
        self.status.said, self.status.asks = asked or playwords.last_words(play), bool(asked)
        self.status.can_undo = play.game.history.can_undo or play.payment is not None

    def shows(self, words: str) -> bool:
        """Return whether the status line says what may be scanned next; that is response enough."""
        return bool(playwords.expectation(self.play))

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
            self._hint_at_holding()

    def _hint_at_holding(self) -> None:
        """Say how tickets that were just recorded can be seen, once the table itself is in sight."""
        if self.session.host.front is self and self.play.events and isinstance(self.play.events[-1], e.Tickets):
            last = playwords.last_words(self.play)
            self._hint("hold", say("{what}. Hold a finger on that player to see them.", what=last))

    def _hint(self, name: str, words: str) -> None:
        """Say in the status line what people may not find by themselves; each once, until the next move."""
        if self.session.hints.is_due(name):
            self.status.said, self.status.asks = words, True

    def uncovered(self) -> None:
        """Refresh when the screen that covered the table is gone, and offer what may follow a move made there."""
        super().uncovered()
        self._arrange()  # the board may have been turned there
        self._hint_at_holding()
        self._show_follow_up(0)

    def heard(self, scan: Scan) -> None:
        """Treat a scan like the touch that means the same; it replaces a touch that was begun."""
        self.claiming.drop()
        super().heard(scan)

    def show_thing(self, outcome: LookedUp | TunnelTried | PileCounted | CardsLaid) -> None:
        """Show a route or a city on the map, or open the tunnel that is being tried."""
        if isinstance(outcome, TunnelTried):
            self._open_tunnel()
        elif isinstance(outcome, LookedUp):
            self.claiming.show_thing(outcome.thing.id)

    def _open_tunnel(self, *_: object) -> None:
        """Show the tunnel that is being tried, if it is not shown or settled already."""
        if self.play.tunnel is not None and self.session.host.front is self:
            self.session.host.cover(TunnelScreen(self.session, self.play, self.answer))

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
        host = self.session.host
        covered = host.front is not self or not all(drawer.stays for drawer in host.drawers)
        if self._follow_up_due and not covered and not self.play.state.ended:
            self._follow_up_due = False
            self.follow_up = followup.follow_up(self.play, self.record)
            if self.follow_up is not None:
                self.claiming.put_over(self.follow_up)
                host.open(self.follow_up)

    def finish(self) -> None:
        """Open the board check, which ends the game."""
        self.session.host.cover(BoardCheck(self.session, self.play, self.answer, self._ask_alvin, self._read))

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
                "Tap a player, then each of their routes on the map, or draw a finger along them; do the same again "
                "to remove a route. When everyone is done, tap Finish."
            )
        return say(
            "Tap the map near the route that was claimed, then choose it; to enter the cards that were paid, tap the "
            "cards beside the players first. Everything else has a button."
        )

    def more_help(self) -> list[Widget]:
        """Return what the compass does, if there is one, and the rules of the board in numbers."""
        rules = rules_lines(self.play.state.board, self.play.state.options.alvin)
        if self.map.compass.parent is None:
            return rules
        return [Text(text=say("Tap the compass to turn the map upright or on its side.")), *rules]

    def _explain(self, tile: PlayerTile) -> None:
        if self.play.counting and self.play.player != tile.colour:  # chooses whose routes are marked next
            self.play.choose(tile.colour)
            self.follow()
            return
        moves = None if tile.moves or self.play.counting else partial(self._hand_turn_to, tile.colour)
        peek = partial(held_tickets, self.play.state, tile.colour) if tile.tickets else None
        self.session.host.open(player_drawer(self.play.state, self._standing(tile), moves, peek))

    def _hand_turn_to(self, colour: PlayerColour) -> None:
        """Make it this player's turn. Nothing is recorded: whose turn it is follows from the moves."""
        self.claiming.drop()
        self.play.choose(colour)
        self.refresh()

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
