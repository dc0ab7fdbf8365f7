"""From a touch on the map to a move: shows the tracks or cities that may be meant as cards, and records the chosen
one."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal

from kivy.clock import Clock
from kivy.metrics import Metrics, dp
from kivy.uix.widget import Widget

from companion.boards import CardColour, PlayerColour, Route
from companion.game import events as e
from companion.game.objection import QUESTION
from companion.game.outcome import Outcome
from companion.game.paying import Price, can_be_paid_with_others, price_of_like_cards, price_of_route
from companion.game.play import Play
from companion.scoring.offers import Offer, offer
from companion.screens.map.boardmap import BoardMap
from companion.screens.map.fingers import city_near, tracks_near
from companion.screens.map.mapview import MapFrame, MapView
from companion.screens.shell.dialogs import ask
from companion.screens.table.anycardspage import AnyCardsPage
from companion.screens.table.marking import Marking
from companion.screens.table.paypage import PayPage
from companion.screens.table.trackcards import MOST, PayButton, TrackCards, about_track
from companion.screens.widgets import Column, Drawer, Grid, PlayerChip, PushButton, Text, theme
from companion.words import count_of_points, say, sentence_case

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

BLUR_MM = 2.0
"""How far fingers miss in mm, as a standard deviation."""
DP_PER_MM = 800 / 155
"""Both panels that we know are 155 mm wide, and every screen is laid out 800 dp wide."""
_CALM = 0.2
"""Seconds after which a table that opens has been shown."""
_MANY = 4
"""The number of tracks from which a touch of the whole map is doubtful."""
Aim = Literal["station", "marker", "start_city", "alvin"]
Point = tuple[float, float]
Cards = dict[CardColour, int]


class Claiming(MapFrame):
    """The map of a table, the cards that a touch brings up, and the drawer that they are in.

    `on_outcome` is dispatched with the outcome of a move, `on_chosen` when another player or another kind of piece was
    chosen, `on_touched` when the map was touched, `on_doubtful` when a touch of the whole map may have meant many
    tracks, `on_zoomed` when the map was zoomed in.
    """

    __events__ = ("on_outcome", "on_chosen", "on_touched", "on_doubtful", "on_zoomed")

    def __init__(self, session: "Session", play: Play, landscape: bool) -> None:
        super().__init__(size_hint=(None, None))
        self._host, self._play = session.host, play
        self._aim: Aim | None = None
        self._place: Point = (0.0, 0.0)
        self._tracks: tuple[str, ...] = ()
        self._first_city: str | None = None
        self._marking = Marking(play, lambda outcome: self.dispatch("on_outcome", outcome)) if play.counting else None
        self._paying = False
        """Whether the next choice asks for the cards that were paid."""
        Clock.schedule_once(lambda _: self._cards, _CALM)
        # The cards may come up between the two taps of a double tap.
        self.drawer = Drawer(
            None, lambda touch: self.map.is_second_tap(touch), stays=True, shade=theme.CLEAR, size_hint=(None, None)
        )
        self.drawer.closing = True
        self.drawer.panel.bind(height=self._lift)
        self.map = BoardMap(session, play.state.board, landscape)
        self.map.show(play.state)
        self.map.still = self._host.still
        self.map.bind(on_tap=self._on_tap, on_turned=lambda _: self.drop(), zoom=self._on_zoom)
        if self._marking is not None:
            self.map.is_drawn_on = True
            self.map.bind(on_drawn=self._on_drawn)
        self.add_widget(self.map)
        self.bind(pos=self._put_drawer, size=self._put_drawer)

    @cached_property
    def _cards(self) -> TrackCards:
        """The cards, built when the table is on the screen, or by a touch that is earlier."""
        cards = TrackCards(self._play.state.players)
        cards.pay.bind(on_release=self._switch_paying)
        cards.bind(on_meant=self._meant, on_player=self._choose, on_dropped=lambda _: self._give_up())
        return cards

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

    def on_doubtful(self) -> None:
        """Dispatched when a touch of the whole map may have meant many tracks."""

    def on_zoomed(self) -> None:
        """Dispatched when the map was zoomed in."""

    def _on_zoom(self, view: MapView, _zoom: float) -> None:
        if not view.is_whole:
            self.dispatch("on_zoomed")

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
        """Use the next touch of the map for a station, a marker or Alvin."""
        self.drop()
        self._aim = what
        self.dispatch("on_chosen")

    def hint(self) -> str:
        """Return what the next touch is for, if it is something special; otherwise ""."""
        if self._paying:
            return say("Tap what was paid for.")
        match self.aimed_at:
            case "station":
                return say("Tap the city that gets the station.")
            case "marker":
                return say("Tap the city that gets the marker.")
            case "start_city":
                return say("Tap the start city on the map.")
            case "alvin":
                return say("Tap the city where Alvin is.")
        return ""

    def _on_tap(self, _map: MapView, place: Point | None) -> None:
        if place is None:
            if self._marking is None or not self._marking.take_tap_back():
                self.drop()
            return
        self._place = place
        self.dispatch("on_touched")
        if self.aimed_at:
            self._offer_cities(self._cities_near(place))
            return
        # While a claim is corrected, the cards ask which track it should have been.
        if self._marking is not None and self._play.amending is None and self._marking.tap(self.map, place):
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
            if self.map.is_whole and len(self._tracks) >= _MANY:
                self.dispatch("on_doubtful")
        else:
            self.drop()

    def _on_drawn(self, board: MapView, place: Point | None, lifted: bool) -> None:
        """Mark the tracks that a finger is drawn along, unless the next tap is for a city."""
        assert self._marking is not None
        if self.aimed_at is None and self._play.amending is None:
            if not self.drawer.closing:
                self.drop()
            self._marking.draw(board, place, lifted)

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
        can_be_paid = not play.counting and any(_can_be_paid(one) for one in offers)
        self._cards.show_paying(can_be_paid, self._paying)
        self._show(self._cards)
        self.map.light(dict.fromkeys(self._tracks, theme.BRASS), [self._first_city] if self._first_city else [])

    def _add_city_moves(self, city: str) -> None:
        rules, name = self._play.state.board.rules, str(self._play.state.board.place(city))
        if rules.stations:
            build = partial(self._place_piece, "station", city)
            self._cards.add_more(PushButton(build, text=say("Station in {city}", city=name), icon="station"))

    def _switch_paying(self, button: PayButton) -> None:
        """Let the next choice ask for the cards that were paid, or not. If only one track is meant, ask at once."""
        self._paying = button.on = not self._paying
        self.dispatch("on_chosen")
        if self._paying and button is self._cards.pay and len(self._tracks) == 1:
            self._ask_for_route_cards(self._play.state.board.routes[self._tracks[0]])

    def _ask_for_route_cards(self, route: Route) -> None:
        """PAY-1, PAY-2: ask for the cards that are paid for a route."""
        play, board = self._play, self._play.state.board
        name, about = play.state.player(play.player).name, about_track(route)
        what = say("{name}: {route}, {about}", name=name, route=board.route(route), about=about)
        pay = partial(self._claim, route)
        others = partial(self._ask_for_any_cards, what, route) if can_be_paid_with_others(board, route) else None
        self._show(PayPage(what, price_of_route(board, route), pay, self._give_up, others))

    def _ask_for_any_cards(self, what: str, route: Route) -> None:
        """NC-13, NC-15: ask for the cards that are paid for a route, some of which stand in for others."""
        board = self._play.state.board
        self._show(AnyCardsPage(what, board, route, partial(self._claim, route), self._give_up))

    def _ask_for_cards(self, what: str, price: Price, pay: Callable[[Cards], object]) -> None:
        self._show(PayPage(what, price, pay, self._give_up))

    def _claim(self, route: Route, cards: Cards | None = None) -> None:
        self.dispatch("on_outcome", self._play.claim(route, cards))

    def _choose(self, _cards: TrackCards, colour: PlayerColour) -> None:
        self._play.choose(colour)
        self.dispatch("on_chosen")
        self._offer_tracks()

    def _meant(self, _cards: TrackCards, offer: Offer) -> None:
        play = self._play
        if play.counting and offer.owner and offer.owner.colour == play.player:
            play.take_off(offer.route.id)
        elif self._paying and _can_be_paid(offer):
            self._ask_for_route_cards(offer.route)
        else:
            self._claim(offer.route)

    def _offer_cities(self, cities: list[str]) -> None:
        play, aim = self._play, self.aimed_at or "station"
        column = Column()
        if aim != "start_city":
            column.add_widget(self._player_chips(cities))
        column.add_widget(Text(text=self._price(aim), color=theme.MUTED))
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
        chips = Grid(rows=1, spacing=dp(6))
        for player in play.state.players:
            choose = partial(self._choose_for_city, player.colour, cities)
            chosen = player.colour == play.player
            chips.add_widget(PlayerChip(choose, colour=player.colour, text=player.name, chosen=chosen))
        if self._price_of(self.aimed_at or "station") is not None and not play.counting:
            chips.add_widget(PayButton(on_release=self._switch_paying, on=self._paying))
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

    def _price_of(self, what: Aim) -> Price | None:
        """PAY-8, PAY-9: return what a piece costs in cards, or None if it costs none or there is none left."""
        play, rules = self._play, self._play.state.board.rules
        if what == "station" and rules.stations:
            built = len(play.state.stations_of(play.player))
            return price_of_like_cards(rules.stations.cost[built]) if built < rules.stations.each else None
        return price_of_like_cards(rules.markers.cost) if what == "marker" and rules.markers else None

    def _price(self, what: Aim) -> str:
        """Return what the piece costs and the points that are lost with it."""
        play, rules = self._play, self._play.state.board.rules
        name = play.state.player(play.player).name
        if what == "station" and rules.stations:
            built = len(play.state.stations_of(play.player))
            if built >= rules.stations.each:
                return say("{name} has built all their stations.", name=name)
            one = "{name}: station {number} costs one card; not building it is worth {points}."
            more = "{name}: station {number} costs {count} cards of one colour; not building it is worth {points}."
            cost, worth = rules.stations.cost[built], rules.stations.unbuilt
            return say(one, more, name=name, number=built + 1, count=cost, points=count_of_points(worth))
        if what == "marker" and rules.markers:
            one, more = "{name}: a marker costs one card.", "{name}: a marker costs {count} cards of one colour."
            return say(one, more, name=name, count=rules.markers.cost)
        if what == "alvin":
            return say("{name} has Alvin at the end, in this city:", name=name)
        return say("{name} chooses a start city.", name=name)

    def _place_piece(self, what: Aim, city: str, cards: Cards | None = None) -> None:
        player, price = self._play.player, self._price_of(what)
        if self._paying and cards is None and price is not None:
            self._ask_for_cards(self._price(what), price, partial(self._place_piece, what, city))
            return
        paid = cards or self._play.paid_cards
        event: e.Event
        match what:
            case "station":
                event = e.Station(player=player, city=city, cards=paid)
            case "marker":
                event = e.Marker(player=player, city=city, cards=paid)
            case "start_city":
                event = e.StartCity(player=player, city=city)
            case "alvin":
                event = e.Alvin(player=player, city=city)
        question = self._play.question(event)
        if question and what != "marker":
            anyway = say("Choose it anyway") if what == "start_city" else say("Build it anyway")
            answers = [(say("Cancel"), "main", None), (anyway, "plain", partial(self._record, event))]
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
        self._paying = False
        self.map.light({})
        self.map.keep_in_sight(None)
        self.drawer.close()


_ICONS: dict[str, str] = {"station": "station", "marker": "marker", "start_city": "flag", "alvin": "alvin"}


def _can_be_paid(offer: Offer) -> bool:
    """Return whether the cards for a track can be entered here: it can be claimed, and is no tunnel, which has a screen
    of its own for them."""
    allowed = offer.objection is None or offer.objection.kind is QUESTION
    return allowed and not offer.route.tunnel
