"""Whatever covers a screen owns its touches: a finger that lands beside a button never reaches what lies beneath."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

from companion.screens.virtual import PANELS, Driver, Finger
from tests.screens.player import Hand

# isort: split
from kivy.base import EventLoop
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

import companion.screens
from companion.screens.cardgame.pilescreen import PileScreen
from companion.screens.map.mapview import MapView
from companion.screens.score.sharing import CodeScreen
from companion.screens.shell.host import Screen
from companion.screens.table.ticketpicker import TicketPicker
from companion.screens.table.tunnelscreen import TunnelScreen
from companion.screens.widgets import Drawer, Pressed
from companion.screens.widgets.toast import Toast
from tests.screens.tour import SYSTEMS, walk

AtTable = Callable[..., Hand]
TUNNEL = "paris--zurich:grey"


def front(hand: Hand) -> Screen:
    screen = hand.driver.app.session.host.front
    assert isinstance(screen, Screen)
    return screen


def beside_everything(screen: Widget, beneath: Widget) -> tuple[float, float]:
    """A place inside `beneath` where the covering screen has nothing to touch."""
    spots: list[tuple[float, float]] = [
        beneath.to_window(beneath.x + beneath.width * share, beneath.center_y) for share in (0.5, 0.2, 0.8, 0.05, 0.95)
    ]
    return next(spot for spot in spots if not takes_touches(screen, spot))


def takes_touches(root: Widget, spot: tuple[float, float]) -> bool:
    """Whether anything of a covering screen is there to be touched at a place."""
    kinds = (Pressed, ScrollView, MapView)
    return any(isinstance(one, kinds) and one.collide_point(*one.parent.to_widget(*spot)) for one in root.walk())


def open_tunnel(hand: Hand) -> TunnelScreen:
    hand.tap_track(TUNNEL)
    hand.driver.tap(next(card for card in hand.cards() if card.offer.route.id == TUNNEL))
    hand.driver.settle()
    screen = front(hand)
    assert isinstance(screen, TunnelScreen)
    return screen


def test_blank_space_of_the_tunnel_does_not_touch_the_claim_cards_beneath(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    open_tunnel(hand)
    for card in hand.cards():
        for share in (0.02, 0.25, 0.5, 0.75, 0.98):
            spot = card.to_window(card.x + card.width * share, card.center_y)
            if not takes_touches(front(hand), spot):
                hand.driver.tap(spot)
    assert hand.events == ()
    assert hand.table.play.player == "red"


def test_the_empty_header_of_the_tunnel_does_not_undo(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", "red draws", "blue draws")
    undo = hand.driver.find(text="Undo")
    screen = open_tunnel(hand)
    hand.driver.tap(beside_everything(screen, undo))
    assert len(hand.events) == 2


def test_the_margin_of_the_tickets_does_not_open_them_twice(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    button = hand.driver.find(text="Tickets")
    hand.touch("Tickets")
    for y in (button.y + 1, button.y + 3):
        hand.driver.tap((button.center_x, y))
    hand.driver.settle()
    assert len(list(hand.driver.widgets(TicketPicker))) == 1


def test_the_corner_of_a_code_does_not_press_the_back_button_beneath(at_table: AtTable) -> None:
    hand = at_table("switzerland", "red blue", "red draws")
    sheet = hand.finish()
    hand.touch("Save & share")
    back = hand.driver.find(icon="back", kind="quiet")
    spot = back.to_window(back.x + 4, back.top - 4)
    hand.driver.tap(next(w for w in hand.driver.widgets() if type(w).__name__ == "CodeCard"))
    hand.driver.settle()
    assert isinstance(front(hand), CodeScreen)
    hand.driver.tap(spot)
    hand.driver.settle()
    assert isinstance(front(hand), CodeScreen)
    assert hand.driver.app.session.host.screen is sheet


def test_beside_the_plus_of_a_pile_no_tickets_open(at_table: AtTable) -> None:
    hand = at_table("card_game", "red blue", "red keeps chicago--dallas", "blue keeps chicago--montreal")
    bar = [button for button in hand.driver.app.session.host.screen.ids.bar.children if button.text]
    seats = hand.driver.app.session.host.screen.ids.seats.children
    hand.touch("Count the piles")
    screen = front(hand)
    assert isinstance(screen, PileScreen)
    for beneath in (*bar, *seats):
        for share in (0.02, 0.2, 0.4, 0.6, 0.8, 0.98):
            spot = beneath.to_window(beneath.x + beneath.width * share, beneath.center_y)
            if not takes_touches(screen, spot):
                hand.driver.tap(spot)
    assert front(hand) is screen


def test_a_notice_owns_the_touches_on_it(at_table: AtTable) -> None:
    """A toast lies over the buttons for a few seconds: beside its own button nothing beneath is pressed."""
    hand = at_table("europe", "red blue", "red draws")
    hand.touch("Undo")
    toast = next(hand.driver.widgets(Toast))
    hand.driver.tap((toast.x + 20, toast.center_y))
    hand.driver.settle()
    assert not hand.cards()
    assert list(hand.driver.widgets(Toast))


# Every stop of the tour

Spot = tuple[float, float]


def covered(driver: Driver) -> tuple[Widget, list[Widget]] | None:
    """What lies on top, and all that it covers; None where a single screen is seen."""
    layers = [child for child in driver.app.session.host.children if not isinstance(child, Toast)]
    return (layers[0], layers[1:]) if len(layers) > 1 else None


def is_beside(top: Widget, spot: Spot) -> bool:
    """Whether a drawer leaves this place to what lies below: the cards of a claim stay while the map is touched."""
    return isinstance(top, Drawer) and bool(top.stays) and not top.panel.collide_point(*spot)


def grid(size: tuple[int, int], step: int) -> Iterator[Spot]:
    """Places all over the screen, its edges included."""
    width, height = size
    for x in [*range(1, width, step), width - 2]:
        for y in [*range(1, height, step), height - 2]:
            yield float(x), float(y)


class Beneath:
    """Listens for touches that reach covered screens."""

    def __init__(self, screens: list[Widget]) -> None:
        self._screens = screens
        self.reached: list[Widget] = []

    def __enter__(self) -> "Beneath":
        for screen in self._screens:
            screen.bind(on_touch_down=self._hear, on_touch_up=self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        for screen in self._screens:
            screen.unbind(on_touch_down=self._hear, on_touch_up=self._hear)

    def _hear(self, screen: Widget, _touch: object) -> None:
        self.reached.append(screen)


def touch_everywhere(driver: Driver, top: Widget, beneath: list[Widget], step: int) -> int:
    """Touches a grid of places, and returns how many. On what the covering screen offers the finger slides off again,
    so that it stays as it is; everywhere else the touch is a whole one."""
    host, count = driver.app.session.host, 0
    layers = list(host.children)
    journal = driver.app.session.journal
    events = journal.game.history.events if journal.game else ()
    with Beneath(beneath) as listening:
        for spot in grid(host.size, step):
            if is_beside(top, spot):
                continue
            count += 1
            finger = Finger(*spot)
            finger.send("begin")
            EventLoop.dispatch_input()
            if finger.grab_list:
                finger.move(Finger._args(-500, spot[1]))
                finger.send("update")
            finger.send("end")
            EventLoop.dispatch_input()
            assert not listening.reached, f"{top} lets {spot} through to {listening.reached}"
            if isinstance(top, Drawer) and top.closing:  # a touch beside it puts it away
                host.open(top)
    driver.settle()
    assert list(host.children) == layers
    assert (journal.game.history.events if journal.game else ()) == events
    return count


def all_screens() -> set[type[Screen]]:
    """Every kind of screen that there is, also those that nobody has opened yet."""
    for module in walk_packages(companion.screens.__path__, "companion.screens."):
        import_module(module.name)
    return kinds_of(Screen)


def kinds_of(kind: type[Screen]) -> set[type[Screen]]:
    below = {one for sub in kind.__subclasses__() for one in kinds_of(sub)}
    return below or {kind}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every day two systems and photos, which have every screen between them, at places some way apart; with `--long`
    all systems on both panels, at places as close as a finger is wide."""
    if "step" in metafunc.fixturenames:
        long = metafunc.config.getoption("--long")
        walks = [(p, m, 16) for p in PANELS for m in SYSTEMS] if long else [("800x480", "europe,card_game,photo", 97)]
        metafunc.parametrize(("panel", "maps", "step"), walks)


def test_what_covers_a_screen_swallows_every_touch(
    panel: str, maps: str, step: int, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    covering, touches = 0, 0
    seen: set[type[Screen]] = set()
    for map_id in maps.split(","):
        for _, driver in walk(tmp_path / map_id, PANELS[panel], map_id, still=True):
            seen |= {type(child) for child in driver.app.session.host.children if isinstance(child, Screen)}
            if found := covered(driver):
                covering += 1
                touches += touch_everywhere(driver, *found, step=step)
    record_property("covering screens, drawers and dialogs touched all over", covering)
    record_property("touches on them", touches)
    assert covering > 10
    if maps.count(","):
        assert all_screens() - seen == set(), "these are no stop of the tour"
