"""From a touch on the map to a move: shows the tracks or cities that may be meant as cards, and records the chosen
one."""

from functools import partial
from typing import Literal

from kivy.metrics import Metrics, dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.boards import PlayerColour
from companion.boards.shape import BoardShape
from companion.game import events as e
from companion.game.outcome import Outcome
from companion.game.play import Play
from companion.scoring.offers import Offer, offer
from companion.screens.map.fingers import city_near, tracks_near
from companion.screens.map.mapview import MapView
from companion.screens.shell.dialogs import ask
from companion.screens.shell.host import ScreenHost
from companion.screens.table.trackcards import MOST, TrackCards
from companion.screens.widgets import Column, Drawer, Grid, PlayerChip, PushButton, Text, theme
from companion.words import count_of_points, say, sentence_case

BLUR_MM = 2.0
"""How far fingers miss in mm, as a standard deviation."""
DP_PER_MM = 800 / 155
"""Both panels that we know are 155 mm wide, and every screen is laid out 800 dp wide."""
Aim = Literal["station", "marker", "start_city"]
Point = tuple[float, float]


class Claiming(BoxLayout):
    """The map of a table, the cards that a touch brings up, and the drawer that they are in.

    `on_outcome` is dispatched with the outcome of a move, `on_chosen` when another player or another kind of piece was
    chosen, `on_touched` when the map was touched.
    """

    __events__ = ("on_outcome", "on_chosen", "on_touched")

    def __init__(self, host: ScreenHost, play: Play, shape: BoardShape) -> None:
        super().__init__(size_hint=(None, None))
        self._host, self._play = host, play
        self._aim: Aim | None = None
        self._place: Point = (0.0, 0.0)
        self._tracks: tuple[str, ...] = ()
        self._first_city: str | None = None
        self._cards = TrackCards(play.state.players)
        self._cards.bind(on_meant=self._meant, on_player=self._choose, on_dropped=lambda _: self._give_up())
        # The cards may come up between the two taps of a double tap.
        self.drawer = Drawer(
            None, lambda touch: self.map.is_second_tap(touch), stays=True, shade=theme.CLEAR, size_hint=(None, None)
        )
        self.drawer.closing = True
        self.drawer.panel.bind(height=self._lift)
        self.lay(shape)
        self.bind(pos=self._put_drawer, size=self._put_drawer)

    def lay(self, shape: BoardShape) -> None:
        """Show the board in this shape: upright or on its side."""
        self.clear_widgets()
        self.map = MapView(shape)
        self.map.still = True
        self.map.show(self._play.state)
        self.map.still = self._host.still
        self.map.bind(on_tap=self._on_tap)
        self.add_widget(self.map)

    def put_over(self, drawer: Drawer) -> None:
        """Place a drawer over the map, from the lower edge of the screen."""
        drawer.pos, drawer.size = (self.x, self._host.y), (self.width, self.top - self._host.y)

    def _put_drawer(self, *_: object) -> None:
        self.put_over(self.drawer)

    def on_outcome(self, outcome: Outcome) -> None:
        """Dispatched when a move was recorded or refused."""

    def on_chosen(self) -> None:
        """Dispatched when another player or another kind of piece was chosen."""

    def on_touched(self) -> None:
        """Dispatched when the map was touched."""

    # What a touch may mean

    @property
    def _blur(self) -> float:
        """The standard deviation of a finger in board units."""
        return float(dp(BLUR_MM * DP_PER_MM) / self.map.scale)

    @property
    def aimed_at(self) -> Aim | None:
        """What the next touch of a city is for; a start city, if one is due (OW-2)."""
        return "start_city" if self._play.start_city_due else self._aim

    def aim(self, what: Aim) -> None:
        """Use the next touch of the map for a station or a marker."""
        self.drop()
        self._aim = what
        self.dispatch("on_chosen")

    def hint(self) -> str:
        """Return what the next touch is for, if it is something special; otherwise ""."""
        match self.aimed_at:
            case "station":
                return say("Tap the city that gets the station.")
            case "marker":
                return say("Tap the city that gets the marker.")
            case "start_city":
                return say("Tap the start city on the map.")
        return ""

    def _on_tap(self, _map: MapView, place: Point | None) -> None:
        if place is None:
            self.drop()
            return
        self._place = place
        self.dispatch("on_touched")
        if self.aimed_at:
            self._offer_cities(self._cities_near(place))
            return
        city = city_near(self.map.shape, *place, self._blur * 1.6)
        between = self._between(self._first_city, city)
        most = MOST if Metrics.fontscale < 1.2 else MOST - 1  # the largest cards leave room for one less
        near = tracks_near(self.map.shape, *place, self._blur, most)
        self._tracks = tuple(dict.fromkeys((*between, *near)))[: max(most, len(between))]
        if between:
            self._tracks = between
        self._first_city = city
        if self._tracks:
            self._offer_tracks()
        else:
            self.drop()

    def _between(self, one: str | None, other: str | None) -> tuple[str, ...]:
        """Return the tracks between two neighbouring cities that were touched one after the other."""
        if one is None or other is None or one == other:
            return ()
        routes = self._play.state.board.routes.values()
        return tuple(route.id for route in routes if {one, other} == set(route.ends))

    def _cities_near(self, place: Point) -> list[str]:
        shape = self.map.shape
        reach = max(self._blur * 4, shape.wagon[0])
        away = sorted(
            (((x - place[0]) ** 2 + (y - place[1]) ** 2) ** 0.5, city) for city, (x, y) in shape.cities.items()
        )
        named = [(far, city) for far, city in away if not shape.board.cities[city].country]
        return [city for far, city in named[:4] if far <= reach] or [named[0][1]]

    # Cards

    def _offer_tracks(self) -> None:
        play = self._play
        # The event that is being amended must not count as an objection to its own correction.
        state = play.state if play.amending is None else play.game.history.without(play.amending)
        offers = [offer(state, track, play.player) for track in self._tracks]
        self._cards.show(play.state, offers, play.player, wide=self.map.width > dp(510))
        if self._first_city and not play.counting:
            self._add_city_moves(self._first_city)
        self._show(self._cards)
        self.map.light(dict.fromkeys(self._tracks, theme.BRASS), [self._first_city] if self._first_city else [])

    def _add_city_moves(self, city: str) -> None:
        rules, name = self._play.state.board.rules, str(self._play.state.board.place(city))
        if rules.stations:
            build = partial(self._place_piece, "station", city)
            self._cards.add_more(PushButton(build, text=say("Station in {city}", city=name), icon="station"))

    def _choose(self, _cards: TrackCards, colour: PlayerColour) -> None:
        self._play.choose(colour)
        self.dispatch("on_chosen")
        self._offer_tracks()

    def _meant(self, _cards: TrackCards, offer: Offer) -> None:
        play = self._play
        if play.counting and offer.owner and offer.owner.colour == play.player:
            play.take_off(offer.route.id)
        else:
            self.dispatch("on_outcome", play.claim(offer.route))

    def _offer_cities(self, cities: list[str]) -> None:
        play, aim = self._play, self.aimed_at or "station"
        column = Column()
        if aim != "start_city":
            column.add_widget(self._player_chips(cities))
        column.add_widget(Text(text=self._price(), color=theme.MUTED))
        buttons = [
            PushButton(
                partial(self._place_piece, aim, city),
                text=str(play.state.board.place(city)),
                icon=_ICONS[aim],
                height=dp(58),
            )
            for city in cities
        ]
        column.add_widget(Grid(*buttons, cols=2))
        self._show(column)
        self.map.light({}, cities)

    def _player_chips(self, cities: list[str]) -> Grid:
        play = self._play
        chips = Grid(rows=1)
        for player in play.state.players:
            choose = partial(self._choose_for_city, player.colour, cities)
            chosen = player.colour == play.player
            chips.add_widget(PlayerChip(choose, colour=player.colour, text=player.name, chosen=chosen))
        chips.add_widget(
            PushButton(self._give_up, icon="close", kind="quiet", size_hint_x=None, width=dp(52), padding=0)
        )
        return chips

    def _give_up(self) -> None:
        self._play.stop_amending()
        self.drop()
        self.dispatch("on_chosen")

    def _choose_for_city(self, colour: PlayerColour, cities: list[str]) -> None:
        self._play.choose(colour)
        self.dispatch("on_chosen")
        self._offer_cities(cities)

    def _price(self) -> str:
        """Return what the piece costs and the points that are lost with it."""
        play, rules = self._play, self._play.state.board.rules
        name = play.state.player(play.player).name
        if self.aimed_at == "station" and rules.stations:
            built = len(play.state.stations_of(play.player))
            if built >= rules.stations.each:
                return say("{name} has built all their stations.", name=name)
            one = "{name}: station {number} costs one card; not building it is worth {points}."
            more = "{name}: station {number} costs {count} cards of one colour; not building it is worth {points}."
            cost, worth = rules.stations.cost[built], rules.stations.unbuilt
            return say(one, more, name=name, number=built + 1, count=cost, points=count_of_points(worth))
        if self.aimed_at == "marker" and rules.markers:
            one, more = "{name}: a marker costs one card.", "{name}: a marker costs {count} cards of one colour."
            return say(one, more, name=name, count=rules.markers.cost)
        return say("{name} chooses a start city.", name=name)

    def _place_piece(self, what: Aim, city: str) -> None:
        player = self._play.player
        event: e.Event
        match what:
            case "station":
                event = e.Station(player=player, city=city)
            case "marker":
                event = e.Marker(player=player, city=city)
            case "start_city":
                event = e.StartCity(player=player, city=city)
        question = self._play.question(event)
        if question and what == "start_city":
            answers = [
                (say("Cancel"), "main", None),
                (say("Choose it anyway"), "plain", partial(self._record, event)),
            ]
            ask(self._host, "", sentence_case(question), answers)
            return
        self._record(event)

    def _record(self, event: e.Event) -> None:
        self.dispatch("on_outcome", self._play.record(event))

    # The drawer

    def _show(self, body: Widget) -> None:
        """Open the drawer, and move the map up so that the touched place stays visible."""
        self.drawer.fill(body)
        self._put_drawer()
        if self.drawer.closing:
            self._host.open(self.drawer)
        self._lift()

    def _lift(self, *_: object) -> None:
        if not self.drawer.closing:
            self.map.keep_in_sight(self._place, above=self.drawer.y + self.drawer.panel.height + dp(8))

    def show_thing(self, thing: str) -> None:
        """Show a route that was looked up, with its card, or a city."""
        board = self._play.state.board
        if thing in board.routes:
            space = self.map.shape.spaces[thing][board.routes[thing].length // 2]
            self._place, self._first_city, self._tracks = (space.x, space.y), None, (thing,)
            self._offer_tracks()
        elif thing in board.cities:
            self.map.light({}, [thing])

    def drop(self) -> None:
        """Cancel what the last touch began, and close the drawer."""
        self._aim = None
        self._first_city = None
        self.map.light({})
        self.map.keep_in_sight(None)
        self.drawer.close()


_ICONS: dict[str, str] = {"station": "station", "marker": "marker", "start_city": "flag"}
