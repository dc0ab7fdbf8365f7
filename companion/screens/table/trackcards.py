"""The tracks that a touch may have meant, as finger-sized cards, and the player who moves."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.boards import Board, Route
from companion.game.objection import QUESTION
from companion.game.state import Player, State
from companion.scoring.offers import Offer
from companion.screens.widgets import PlayerChip, Pressed, PushButton, theme
from companion.words import say

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


MOST = 5
"""The largest number of cards."""


class TrackCard(Pressed):
    """A track: its name, colour sign, length and what it pays."""

    name = StringProperty("")
    about = StringProperty("")
    pays = StringProperty("")
    colour = StringProperty("grey")
    owner = StringProperty("")
    doubtful = BooleanProperty(False)
    """Whether a rule objects to it."""
    offer = ObjectProperty(None)

    def show(self, board: Board, offer: Offer, comes_off: bool) -> None:
        """Show another track; with `comes_off`, a marked one that a tap removes again."""
        self.offer = offer
        self.name, self.about, self.pays = track_name(board, offer.route), about_track(offer.route), what_it_pays(offer)
        self.colour, self.owner = offer.route.colour, offer.owner.colour if offer.owner else ""
        self.doubtful = offer.objection is not None and offer.objection.kind is not QUESTION and not comes_off
        if comes_off:
            self.about = say("tap to remove")


def track_name(board: Board, route: Route) -> str:
    """Return the two cities of a track; a number distinguishes tracks of the same colour, the sign all others."""
    alike = [track.id for track in (route, *board.parallel(route)) if track.colour == route.colour]
    ends = f"{board.cities[route.start].name} – {board.cities[route.end].name}"
    return f"{ends} ({sorted(alike).index(route.id) + 1})" if len(alike) > 1 else ends


def about_track(route: Route) -> str:
    """Return the length and what is special: "4 cars, tunnel"."""
    said = [say("1 train", "{count} trains", count=route.length)]
    if route.tunnel:
        said.append(say("tunnel"))
    if route.locomotives:
        said.append(say("ferry: one locomotive", "ferry: {count} locomotives", count=route.locomotives))
    return ", ".join(said)


def what_it_pays(offer: Offer) -> str:
    """Return the points, and in Old West who gets them if it is not the claimant alone."""
    if offer.owner:
        return offer.owner.name
    return " ".join(
        f"+{points}" if len(offer.pays) == 1 else f"{player.name} +{points}" for player, points in offer.pays
    )


class PayButton(Pressed):
    """A switch beside the players, of their look: while it is on, a choice asks for the cards that were paid."""

    on = BooleanProperty(False)
    icon = StringProperty("cards")
    ink = ColorProperty(theme.TEXT)


class TrackCards(BoxLayout):
    """Players to choose, and the cards. `on_meant` is dispatched with the offer that was touched, `on_player` with the
    player.

    It is built once and shows other tracks at every touch, so that it appears without delay.
    """

    __events__ = ("on_meant", "on_player", "on_dropped")

    def __init__(self, players: Sequence[Player]) -> None:
        super().__init__()
        for player in players:
            choose = partial(self.dispatch, "on_player", player.colour)
            self.ids.players.add_widget(PlayerChip(choose, colour=player.colour, text=player.name))
        self.pay = PayButton()
        drop = partial(self.dispatch, "on_dropped")
        close = PushButton(drop, icon="close", kind="quiet", size_hint_x=None, width=dp(52), padding=0)
        self.ids.players.add_widget(close)
        self._cards = [TrackCard() for _ in range(MOST)]
        for card in self._cards:
            card.bind(on_release=lambda card: self.dispatch("on_meant", card.offer))

    def show(self, state: State, offers: Sequence[Offer], mover: str, wide: bool) -> None:
        """Show these tracks for the player whose move it is."""
        for chip in self.ids.players.children:
            if isinstance(chip, PlayerChip):
                chip.chosen = chip.colour == mover
        grid = self.ids.cards
        grid.cols = 2 if wide and len(offers) > 1 else 1
        shown = self._cards[: len(offers)]
        for card, offer in zip(shown, offers, strict=True):
            marked = state.options.counted and offer.owner is not None and offer.owner.colour == mover
            card.show(state.board, offer, marked)
        if grid.children[::-1] != shown:
            grid.clear_widgets()
            for card in shown:
                grid.add_widget(card)

    def show_paying(self, can_be_paid: bool, on: bool) -> None:
        """Show the switch for the cards that were paid, if a track can be paid here."""
        self.pay.on, row = on, self.ids.players
        if can_be_paid and self.pay.parent is None:
            row.add_widget(self.pay, index=1)  # beside the button that closes
        elif not can_be_paid:
            row.remove_widget(self.pay)

    def add_more(self, button: PushButton) -> None:
        """Add a button for something else that the touch may have meant."""
        button.size_hint_y, button.size_hint_min_y = 1, dp(58)
        self.ids.cards.add_widget(button)

    def on_meant(self, offer: Offer) -> None:
        """Dispatched when a card was touched."""

    def on_dropped(self) -> None:
        """Dispatched when the cards were closed without a choice."""

    def on_player(self, colour: str) -> None:
        """Dispatched when another player was chosen."""
