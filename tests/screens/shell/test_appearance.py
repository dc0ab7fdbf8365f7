"""For everyone's eyes and hands: text size, contrast, stillness, the side of the panel, the lock, and help."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.screens.virtual import Finger, started
from tests.screens.player import Hand

# isort: split
from kivy.core.window import Window
from kivy.metrics import dp

from companion.screens.score.tallyshow import TallyRow, TallyShow
from companion.screens.settings.settings import SettingsScreen
from companion.screens.shell import preferences
from companion.screens.shell.appearance import TEXT_SIZES
from companion.screens.shell.lock import HOLD, Lock
from companion.screens.shell.statusline import StatusLine
from companion.screens.table.ticketpicker import TicketCard
from companion.screens.widgets import Drawer, HelpButton, Panel, Text, theme
from companion.screens.widgets.playertile import PlayerTile
from hardware.codes import Command, Scan, command, parse
from tests.colourscience import contrast

AtTable = Callable[..., Hand]


def label(hand: Hand, text: str) -> Text:
    """The words on the screen."""
    return next(one for one in hand.driver.widgets(Text) if one.text == text and hand.driver.is_seen(one))


def size_of(hand: Hand, text: str) -> float:
    """How large they are written."""
    return float(label(hand, text).font_size)


def saved(hand: Hand) -> preferences.Preferences:
    """What is kept on the disk."""
    return preferences.read(hand.folder)


def ground(hand: Hand) -> tuple[float, ...]:
    """What is painted where nothing lies: the very corner of the screen."""
    return tuple(channel / 255 for channel in hand.driver.seen().getpixel((1, 1)))


# Size


@pytest.mark.parametrize(("size", "words"), [("large", "Large"), ("largest", "Largest")])
def test_text_grows_at_once_and_stays_large(home: Hand, size: preferences.TextSize, words: str) -> None:
    home.touch("Settings")
    before = size_of(home, "Sounds")
    home.touch(words)
    assert size_of(home, "Sounds") == pytest.approx(before * TEXT_SIZES[size])
    assert saved(home).text == size
    home.restart()
    assert size_of(home, "New game") == pytest.approx(before * TEXT_SIZES[size])
    home.touch("Settings")
    home.touch("Normal")
    assert size_of(home, "Sounds") == before
    home.restart()
    assert size_of(home, "New game") == before


def test_settings_stay_where_they_were_when_the_size_changes(home: Hand) -> None:
    home.touch("Settings")
    home.touch("Largest")
    screen = home.driver.app.session.host.screen
    assert isinstance(screen, SettingsScreen)
    screen.ids.settings.scroll_y = 0.3
    home.driver.settle()
    screen.see(high_contrast=True)
    home.driver.settle()
    fresh = home.driver.app.session.host.screen
    assert fresh is not screen
    assert fresh.ids.settings.scroll_y == pytest.approx(0.3, abs=0.02)


LONG = "Christopher-Rob claimed Grand Junction–Salt Lake City with 5 orange cards and 1 locomotive, and drew tickets"


def test_a_long_sentence_is_written_smaller_but_never_below_the_usual_size(tmp_path: Path, at_table: AtTable) -> None:
    preferences.write(tmp_path, preferences.Preferences(text="largest"))
    hand = at_table("old_west", "red blue", "blue starts denver", "red starts fresno")
    line = next(hand.driver.widgets(StatusLine))
    for said, size in (("Bo drew", dp(18) * 1.3), (LONG, dp(18))):
        line.said = said
        hand.driver.settle()
        words = label(hand, said)
        assert words.font_size == pytest.approx(size, abs=0.5)
    assert words.texture_size[0] <= words.width + 1


# Contrast


def test_high_contrast_comes_at_once_and_stays(home: Hand) -> None:
    home.touch("Settings")
    usual = contrast(label(home, "Sounds").color, ground(home))
    home.touch("High contrast")
    assert ground(home) == (0, 0, 0)
    assert contrast(label(home, "Sounds").color, ground(home)) > usual
    home.restart()
    assert ground(home) == (0, 0, 0)
    home.touch("Settings")
    home.touch("High contrast")
    assert ground(home) == pytest.approx(theme.CHROME[:3], abs=0.01)
    assert not saved(home).high_contrast


def test_in_high_contrast_the_paper_is_bright_and_names_are_black(tmp_path: Path, at_table: AtTable) -> None:
    preferences.write(tmp_path, preferences.Preferences(high_contrast=True))
    hand = at_table("europe", "red blue")
    high = hand.map.shape.size[1]
    for place, least in (((690, high - 335), 20), ((30, high - 355), 16)):  # on land, and on the sea
        x, y = hand.map.to_window(*hand.map.on_screen(*place))
        paper = [channel / 255 for channel in hand.driver.seen().getpixel((round(x), round(Window.height - y)))]
        assert contrast(paper, theme.INK) > least
    assert all(tuple(box.fill) != tuple(theme.rgb("#2A3038")) for box in hand.driver.widgets(Panel))


# Stillness


def test_nothing_moves_for_whom_movement_is_too_much(tmp_path: Path, hands: list[Hand]) -> None:
    hands.append(hand := Hand(tmp_path, still=False))
    hand.touch("Settings")
    words = "Turn off animations"
    assert how_far_help_is_in(hand) < 1
    hand.touch(words)
    assert how_far_help_is_in(hand) == 1
    hand.restart()
    hand.touch("Settings")
    assert how_far_help_is_in(hand) == 1
    hand.touch(words)
    assert how_far_help_is_in(hand) < 1


def how_far_help_is_in(hand: Hand) -> float:
    """How much of a sheet is seen a frame after it was asked for; then it is put away again."""
    finger = Finger(*hand.driver.at(hand.driver.find(icon="help")))
    finger.send("begin")
    finger.send("end")
    hand.driver.frames()
    share = next(hand.driver.widgets(Drawer)).share
    hand.driver.settle()
    hand.touch("Close")
    return float(share)


# Left hands


def test_players_and_buttons_stand_on_the_left_for_left_hands(tmp_path: Path, at_table: AtTable) -> None:
    for left_handed in (False, True):
        preferences.write(tmp_path, preferences.Preferences(left_handed=left_handed))
        hand = at_table("europe", "red blue", "red claims marseille--pamplona:red", "blue claims brest--pamplona:pink")
        tiles = list(hand.driver.widgets(PlayerTile))
        assert all((tile.right <= hand.map.x) == left_handed for tile in tiles)
        assert all((tile.x >= hand.map.right) != left_handed for tile in tiles)
        hand.touch("Tickets")
        cards = list(hand.driver.widgets(TicketCard))
        assert all((card.to_window(*card.center)[0] < Window.width / 2) == left_handed for card in cards)
        hand.back()
        hand.claim("berlin--essen:blue")  # the map is touched where it is now
        hand.touch("Finish")
        check = hand.driver.app.session.host.front
        button = hand.driver.find(text="End the game")
        assert (button.to_window(*button.center)[0] < check.map.to_window(*check.map.pos)[0] + 1) == left_handed
        hand.touch("End the game")
        show = hand.driver.app.session.host.screen
        assert isinstance(show, TallyShow)
        view = show.map
        assert view is not None
        rows = list(hand.driver.widgets(TallyRow))
        assert all((row.center_x < view.x) == left_handed for row in rows)
        hand.stop()


def test_the_side_of_the_panel_is_wished_in_settings(home: Hand) -> None:
    home.touch("Settings")
    home.touch("Players and buttons on the left")
    home.restart()
    assert saved(home).left_handed
    assert home.driver.find(text="New game").center_x < Window.width / 2
    home.touch("New game")
    home.driver.tap(home.driver.find(name="Europe"))
    home.driver.settle()
    assert home.driver.find(text="Start").center_x < Window.width / 2


# The lock


def lock(hand: Hand) -> Lock:
    hand.driver.tap(hand.driver.find(icon="lock"))
    hand.driver.settle()
    return next(hand.driver.widgets(Lock))


def small_hands(hand: Hand) -> None:
    """Taps all over the screen."""
    step = round(dp(53))
    for x in range(step // 2, int(Window.width), step):
        for y in range(step // 2, int(Window.height), step):
            hand.driver.tap((float(x), float(y)))
    hand.driver.settle()


def test_locked_no_tap_of_small_hands_changes_anything(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", "red claims marseille--pamplona:red")
    lock(hand)
    screen, said = hand.driver.app.session.host.screen, hand.table.status.said
    small_hands(hand)
    assert hand.driver.app.session.host.screen is screen
    assert len(hand.events) == 1
    assert hand.table.status.said == said
    assert not hand.driver.app.session.host.drawers
    assert not hand.cards()
    assert hand.driver.app.session.host.is_locked


def test_the_map_can_be_looked_at_though_it_is_locked(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    lock(hand)
    middle = hand.map.to_window(*hand.map.center)
    hand.driver.tap(middle)
    hand.driver.tap(middle)
    hand.driver.settle()
    assert not hand.map.is_whole
    before = hand.map.middle_x
    hand.driver.drag(middle, (middle[0] - 120, middle[1]))
    assert hand.map.middle_x > before
    assert not hand.cards()


def test_a_held_touch_opens_the_lock_while_a_ring_fills(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    key = lock(hand).key
    hand.driver.tap(key, hold=HOLD * 0.6)
    assert hand.driver.app.session.host.is_locked
    finger = Finger(*hand.driver.at(key))
    finger.send("begin")
    hand.driver.wait(HOLD / 2)
    assert 0.3 < next(hand.driver.widgets(Lock)).share < 0.7
    hand.driver.wait(HOLD * 0.6)
    assert not hand.driver.app.session.host.is_locked
    finger.send("end")
    hand.driver.settle()
    hand.touch("Drew cards")
    assert len(hand.events) == 1


def test_a_finger_that_slips_off_the_lock_begins_anew(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    key = lock(hand).key
    x, y = hand.driver.at(key)
    finger = Finger(x, y)
    finger.send("begin")
    hand.driver.wait(HOLD * 0.7)
    finger.move(Finger._args(x, y + key.height * 2))
    finger.send("update")
    hand.driver.frames()
    assert next(hand.driver.widgets(Lock)).share == 0
    hand.driver.wait(HOLD)
    finger.send("end")
    assert hand.driver.app.session.host.is_locked


def test_scans_go_on_under_the_lock_and_what_they_ask_waits_for_it(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", "red draws")
    key = lock(hand).key
    hand.driver.app.session.hear(Scan(command(Command.UNDO).text, parse(command(Command.UNDO).text)))
    hand.driver.settle()
    assert hand.events == ()
    hand.table.show_help()  # whatever comes up over the table
    hand.driver.settle()
    small_hands(hand)
    assert hand.driver.app.session.host.drawers
    hand.driver.tap(key, hold=HOLD + 0.1)
    hand.touch("Close")
    assert not hand.driver.app.session.host.drawers


def test_the_card_game_is_locked_too(at_table: AtTable) -> None:
    hand = at_table("card_game", "red blue")
    key = lock(hand).key
    small_hands(hand)
    screen = hand.driver.app.session.host.front
    assert not screen.play.game.history.events
    assert not hand.driver.app.session.host.drawers
    hand.driver.tap(key, hold=HOLD + 0.1)
    hand.touch("Log")
    assert hand.driver.has("Nothing yet.")


# Help


def test_the_rules_in_figures_are_one_touch_away(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.driver.tap(next(hand.driver.widgets(HelpButton)))
    hand.driver.settle()
    assert hand.driver.has("Tap the map near the route")
    assert hand.driver.has("45 trains each")
    assert hand.driver.has("3 stations each: 4 points for each one you do not build.")
    hand.touch("Close")
    assert not hand.driver.has("45 trains each")


def test_the_look_is_the_usual_one_for_whoever_comes_next(tmp_path: Path) -> None:
    preferences.write(tmp_path / "one", preferences.Preferences(text="largest", high_contrast=True))
    first = started(tmp_path / "one", still=True)
    first.settle()
    first.stop()
    second = started(tmp_path / "two", still=True)
    second.settle()
    sizes = {one.font_size for one in second.widgets(Text) if one.text == "New game"}
    second.stop()
    assert sizes == {dp(18)}
    assert theme.rgb("#1F2328") == theme.CHROME
