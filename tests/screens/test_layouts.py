"""Layouts that once broke: each is brought about as people did it, on every kind of screen."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.screens.virtual import Driver
from tests.screens.player import Hand
from tests.screens.test_looks import complaints
from tests.screens.test_whole_games import Wire
from tests.screens.tour import half_a_game, last_round

# isort: split
from kivy.core.window import Window
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.boards import Library, PlayerColour
from companion.game import Player
from companion.game import events as e
from companion.game.journal import Journal
from companion.screens.map.mapview import MapView
from companion.screens.shell.statusline import StatusLine
from companion.screens.table.ticketpicker import TicketPicker
from companion.screens.table.trackcards import TrackCard
from companion.screens.widgets import Pressed, Text, TitleBar, theme
from companion.screens.widgets.toast import Toast
from hardware.codes import player
from tests.screens.conftest import lay

AtTable = Callable[..., Hand]
Rect = tuple[float, float, float, float]

SIZES = [(800, 480), (1280, 720), (480, 800)]
LONG_NAME = "Maximiliane-Anna"
assert len(LONG_NAME) == 16  # as long as a name can be typed

sizes = pytest.mark.parametrize("size", SIZES, ids=["small", "large", "upright"])


def box(widget: Widget) -> Rect:
    x, y = widget.to_window(*widget.pos)
    right, top = widget.to_window(widget.right, widget.top)
    return x, y, right, top


def meet(one: Rect, other: Rect) -> bool:
    return min(one[2], other[2]) - max(one[0], other[0]) > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 1


# Tickets


@sizes
def test_the_list_of_tickets_is_as_wide_after_the_map_as_before(at_table: AtTable, size: tuple[int, int]) -> None:
    hand = at_table("europe", "red blue", size=size)
    hand.touch("Tickets")
    picker = next(hand.driver.widgets(TicketPicker))
    before = [box(part) for part in picker.ids.body.children]
    for icon in ("path", "search"):  # to the map, and back to the letters
        hand.driver.tap(hand.driver.find(icon=icon))
        hand.driver.settle()
    assert [box(part) for part in picker.ids.body.children] == before


# Lists


def lowest_list(driver: Driver) -> ScrollView:
    return next(view for view in reversed(list(driver.widgets(ScrollView))) if view.viewport_size[1] > view.height + 1)


@pytest.mark.parametrize("where", ["help", "settings", "tickets"])
@sizes
def test_a_list_dragged_past_its_end_lies_at_its_end(at_table: AtTable, size: tuple[int, int], where: str) -> None:
    hand = at_table("europe", "red blue", size=size)
    if where == "settings":
        hand.back()
        hand.touch("Settings")
    elif where == "help":
        hand.driver.tap(hand.driver.find(icon="help", kind="plain"))
        hand.driver.settle()
        if size == (480, 800):
            pytest.skip("all of it fits")
    else:
        hand.touch("Tickets")
    view = lowest_list(hand.driver)
    x, y = view.to_window(*view.center)
    reach = view.height * 0.4
    for way, end in ((1, 0.0), (-1, 1.0)):
        for _ in range(60):
            hand.driver.drag((x, y - way * reach), (x, y + way * reach))
            hand.driver.settle()
            if abs(view.scroll_y - end) < 0.1:
                break
        hand.driver.drag((x, y - way * reach), (x, y + way * reach))
        hand.driver.settle()
        assert view.scroll_y == pytest.approx(end, abs=1e-6)


# The header of the table


def seats(folder: Path, map_id: str, *names: str) -> None:
    journal = Journal(folder)
    colours: tuple[PlayerColour, ...] = ("red", "blue", "green", "yellow", "black")
    players = [Player(colour=c, name=n) for c, n in zip(colours, names, strict=False)]
    game = journal.begin(Library().load(map_id), players)
    if game.state.board.rules.markers:  # OW-2
        for chooser, city in zip(reversed(players), game.state.board.cities, strict=False):
            game.record(e.StartCity(player=chooser.colour, city=city))
    journal.close()


@pytest.mark.parametrize("map_id", ["europe", "old_west", "india"])
@sizes
def test_the_header_has_room_for_the_longest_name_and_the_longest_route(
    tmp_path: Path, hands: list[Hand], size: tuple[int, int], map_id: str
) -> None:
    seats(tmp_path, map_id, LONG_NAME, LONG_NAME[:15] + "x", "Bo")
    hand = Hand(tmp_path, size)
    hands.append(hand)
    hand.touch("Continue")
    # A name that people made may end in dots on a tile, and as the turn in the narrow column of Old West.
    assert not [one for one in complaints(hand.driver) if not (one[1:].startswith(LONG_NAME[:15]) and "dots" in one)]
    board = hand.state.board
    route = max(board.routes.values(), key=lambda route: len(str(board.route(route))) if not route.tunnel else 0)
    hand.table.record(e.Claim(player="red", route=route.id, override=True))
    hand.table.claiming.drop()
    hand.driver.settle()
    status = next(hand.driver.widgets(StatusLine))
    told = [text for text in status.walk(restrict=True) if isinstance(text, Text) and text.text.startswith(LONG_NAME)]
    assert any("claimed" in text.text for text in told)
    for text in told:
        x, y, _, top = box(text)
        assert text.texture_size[1] <= text.height + 1
        assert text.texture_size[0] <= text.width + 1
        assert not text.shorten
        assert y >= box(status)[1] - 1
        assert not any(
            meet((x, y, x + text.texture_size[0], top), box(button))
            for button in hand.driver.widgets(Pressed)
            if button.width and hand.driver.is_seen(button)
        )
    undo = hand.driver.find(icon="undo")
    assert box(undo)[1] >= box(status)[1]
    assert box(undo)[3] <= box(status)[3]


# Claim cards


@pytest.mark.parametrize("city", ["frankfurt", "constantinople", "wien"])
@sizes
def test_claim_cards_beside_each_other_are_equally_high(at_table: AtTable, size: tuple[int, int], city: str) -> None:
    hand = at_table("europe", "red blue", size=size)
    hand.tap_city(city)
    rows: dict[float, set[float]] = {}
    for card in hand.cards()[0].parent.children:
        _, y, _, top = box(card)
        rows.setdefault(round(y), set()).add(round(top))
    assert len(rows) >= 2
    assert all(len(upper) == 1 for upper in rows.values())


def test_old_west_has_claim_cards_of_one_height_in_each_row(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", "blue starts albuquerque", "red starts bend")
    hand.tap_city("albuquerque")
    cards = [card for card in hand.cards() if isinstance(card, TrackCard)]
    for one, other in zip(cards[::2], cards[1::2], strict=False):
        assert box(one)[1] == pytest.approx(box(other)[1], abs=0.5)
        assert box(one)[3] == pytest.approx(box(other)[3], abs=0.5)


# Buttons that are not there


def test_without_a_map_the_ticket_screen_has_no_collapsed_button(at_table: AtTable) -> None:
    hand = at_table("card_game", "red blue")
    hand.touch("Tickets")
    assert not collapsed(hand)


def test_without_a_scanner_the_tunnel_has_no_collapsed_button(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.table.answer(hand.table.play.claim(hand.state.board.routes["paris--zurich:grey"]))
    hand.driver.settle()
    assert not collapsed(hand)


def collapsed(hand: Hand) -> list[Pressed]:
    front = hand.driver.app.session.host.front
    bars = [bar for bar in front.walk(restrict=True) if isinstance(bar, TitleBar)]
    assert bars
    least = 48 * hand.driver.density - 0.5
    return [one for bar in bars for one in bar.walk() if isinstance(one, Pressed) and one.width < least]


# What is told over the map


@sizes
def test_a_toast_is_short_and_covers_nothing_that_is_touched_next(at_table: AtTable, size: tuple[int, int]) -> None:
    hand = at_table("europe", "red blue", "red claims brest--paris:black", size=size)
    hand.driver.tap(hand.driver.find(icon="undo"))
    hand.driver.settle()
    (toast,) = hand.driver.widgets(Toast)
    assert not meet(box(toast), box(hand.map))
    pressed = [one for one in hand.driver.widgets(Pressed) if toast not in list(ancestors(one)) and one.opacity]
    assert not [one for one in pressed if meet(box(toast), box(one))]
    hand.driver.wait(4.5)
    assert not list(hand.driver.widgets(Toast))


def ancestors(widget: Any) -> Iterator[Any]:
    while widget is not None and widget is not Window:
        widget = widget.parent
        yield widget


@sizes
def test_a_toast_makes_room_for_the_next_cards(at_table: AtTable, size: tuple[int, int]) -> None:
    hand = at_table("europe", "red blue", "red draws", size=size)
    hand.driver.tap(hand.driver.find(icon="undo"))
    hand.driver.settle()
    hand.tap_city("frankfurt")
    (toast,) = hand.driver.widgets(Toast)
    assert hand.cards()
    assert not meet(box(toast), box(hand.table.claiming.drawer.panel))
    assert box(toast)[3] <= Window.height
    hand.touch("Redo")
    assert hand.events == (e.Draw(player="red"),)


def test_what_may_be_scanned_next_covers_no_city(tmp_path: Path, hands: list[Hand]) -> None:
    lay(tmp_path / "data", "europe", "red blue")
    wire = Wire(tmp_path)
    hands.append(wire.hand)
    hand = wire.hand
    hand.touch("Continue")
    wire.scan(player("red").text)
    hand.driver.settle()
    words = hand.table.play.expectation()
    assert hand.driver.has(str(words))
    view = hand.map
    names = [(at.left, at.bottom, at.right, at.top) for at in view.names.on_screen().values()]
    assert names
    for label in hand.driver.widgets(Text):
        if hand.driver.is_seen(label) and str(words) in label.text:
            assert not any(meet(box(label.parent), name) for name in names)


@sizes
def test_in_the_last_round_no_map_shows_between_header_and_banner(
    tmp_path: Path, hands: list[Hand], size: tuple[int, int]
) -> None:
    last_round(tmp_path, "europe")
    hand = Hand(tmp_path, size)
    hands.append(hand)
    hand.touch("Continue")
    hand.map.look_at(3.0, *hand.map.shape.cities["wien"])
    hand.driver.settle()
    picture = hand.driver.seen()
    left, low, right, high = box(hand.table.banner)
    header = box(hand.table.status)[1]
    assert high < header
    strip = picture.crop((int(left), round(picture.height - header), int(right), round(picture.height - high) - 1))
    beside = picture.crop((0, round(picture.height - high), int(left) - 1, round(picture.height - low)))
    chrome = tuple(round(channel * 255) for channel in theme.CHROME[:3])
    for part in (strip, beside):
        assert {colour for _, colour in part.getcolors(part.width * part.height)} == {chrome}


# A window that is made smaller


@pytest.mark.parametrize("smaller", [(800, 480), (640, 400), (700, 700), (480, 800)])
def test_a_window_made_smaller_shows_everything(tmp_path: Path, hands: list[Hand], smaller: tuple[int, int]) -> None:
    half_a_game(tmp_path, "europe", players=4)
    hand = Hand(tmp_path, (1280, 720))
    hands.append(hand)
    hand.touch("Continue")
    moves = len(hand.events)
    Window.size = smaller
    hand.driver.settle()
    assert not outside(hand)
    hand.touch("Finish")
    assert not outside(hand)
    assert not cut_off(hand.driver)
    hand.back()
    hand.touch("Drew cards")  # touches find what is seen
    assert len(hand.events) == moves + 1
    hand.tap_city("petrograd")
    assert hand.cards()
    assert not outside(hand)


def outside(hand: Hand) -> list[str]:
    """Texts and buttons that leave the window."""
    seen = [one for one in hand.driver.widgets() if isinstance(one, Text | Pressed) and hand.driver.is_seen(one)]
    seen = [one for one in seen if one.width > 0 and not _scrolls(one)]
    found = [(one, box(one)) for one in seen]
    return [
        f"{one} {where}"
        for one, where in found
        if where[0] < -2 or where[1] < -2 or where[2] > Window.width + 2 or where[3] > Window.height + 2
    ]


def _scrolls(widget: Widget) -> bool:
    while widget is not None and widget is not Window:
        if isinstance(widget, ScrollView):
            return True
        widget = widget.parent
    return False


def cut_off(driver: Driver) -> list[str]:
    """City names that leave their map."""
    view = next(reversed(list(driver.widgets(MapView))))
    names = [(at.left, at.bottom, at.right, at.top) for at in view.names.on_screen().values()]
    return [
        str(name)
        for name in names
        if name[0] < view.x - 2 or name[1] < view.y - 2 or name[2] > view.right + 2 or name[3] > view.top + 2
    ]
