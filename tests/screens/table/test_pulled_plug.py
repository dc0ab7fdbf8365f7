"""The plug is pulled in the middle of something: it is there again."""

import shutil
from collections.abc import Callable

import pytest

from tests.screens.player import Hand
from tests.screens.table.test_interruptions import TUNNEL, front, host
from tests.screens.table.test_mover import route, says, scan

# isort: split
from kivy.uix.label import Label

from companion.game import events as e
from companion.screens.score.tallyshow import TallyShow
from companion.screens.start.home import HomeScreen
from companion.screens.table.tablescreen import TableScreen
from companion.screens.table.tunnelscreen import TunnelScreen
from companion.screens.widgets.cardkey import CardKey
from hardware.codes import card, player

AtTable = Callable[..., Hand]
OVER, SEE = "The game is over.", "See the result"


def pull_plug(hand: Hand) -> None:
    """Nothing ends in order: the app starts again on the disk as it is now."""
    hand.driver.app.session.journal.wait()
    copy = hand.folder.with_name(hand.folder.name + "-again")
    shutil.copytree(hand.folder, copy)
    hand.folder = copy
    hand.restart()


def pick(hand: Hand, *colours: str) -> None:
    for colour in colours:
        keys = front(hand, TunnelScreen).ids.palette.children
        hand.driver.tap(next(key for key in keys if isinstance(key, CardKey) and key.colour == colour))
        hand.driver.settle()


def words(hand: Hand) -> list[str]:
    """What stands on the screen of the tunnel."""
    return [one.text for one in front(hand, TunnelScreen).walk(restrict=True) if isinstance(one, Label)]


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (480, 800)])
def test_a_tunnel_half_entered_by_touch(at_table: AtTable, size: tuple[int, int]) -> None:
    hand = at_table("europe", "red blue", "red draws", size=size)
    hand.tap_track(TUNNEL)
    hand.driver.tap(next(one for one in hand.cards() if one.offer.route.id == TUNNEL))
    hand.driver.settle()
    pick(hand, "green", "green", "red")
    tried, seen = front(hand, TunnelScreen).attempt, words(hand)
    pull_plug(hand)
    assert isinstance(host(hand).front, HomeScreen)
    hand.touch("Continue")
    assert front(hand, TunnelScreen).attempt == tried
    assert words(hand) == seen
    pick(hand, "locomotive")
    hand.touch("Paid")
    (_, claim) = hand.events
    assert claim == e.Claim(player="blue", route=TUNNEL, cards={"green": 5}, revealed=("green", "red", "locomotive"))
    pull_plug(hand)
    hand.touch("Continue")
    assert isinstance(host(hand).front, TableScreen)


def test_a_tunnel_that_was_left_does_not_come_back(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    scan(hand, player("red"), route(hand, TUNNEL), card("E", "blue", 1))
    hand.back()
    pull_plug(hand)
    hand.touch("Continue")
    assert isinstance(host(hand).front, TableScreen)
    assert hand.table.play.tunnel is None


def test_a_scan_at_home_goes_on_with_the_tunnel(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    scan(hand, player("red"), route(hand, TUNNEL), card("E", "blue", 1), card("E", "blue", 2))
    pull_plug(hand)
    scan(hand, card("E", "blue", 3))
    assert front(hand, TunnelScreen).attempt.down == ("blue", "blue", "blue")
    assert len([one for one in host(hand).children if isinstance(one, TunnelScreen)]) == 1


def test_a_payment_half_scanned(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    scan(hand, player("blue"), card("E", "black", 1), card("E", "black", 2))
    pull_plug(hand)
    hand.touch("Continue")
    assert says(hand, "Bo")
    assert hand.driver.has("Bo: 2 black cards. Next: the route, or the city for a station")
    scan(hand, card("E", "locomotive", 2), route(hand, "brest--paris:black"))
    assert hand.events == (e.Claim(player="blue", route="brest--paris:black", cards={"black": 2, "locomotive": 1}),)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (480, 800)])
def test_the_final_show(at_table: AtTable, size: tuple[int, int]) -> None:
    hand = at_table("europe", "red blue", "red claims brest--paris:black", size=size)
    hand.touch("Finish")
    hand.touch("End the game")
    assert isinstance(host(hand).screen, TallyShow)
    pull_plug(hand)
    assert hand.driver.has(OVER)
    assert hand.driver.find(text="New game").kind == "plain"
    hand.touch(SEE)
    assert isinstance(host(hand).screen, TallyShow)
    hand.to_sheet()
    hand.back()
    assert not hand.driver.has(OVER), "it has been seen"
    assert hand.driver.has("No game in progress.")
    pull_plug(hand)
    assert hand.driver.has("No game in progress.")


def test_a_show_that_was_watched_to_the_end_is_not_offered(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", "red claims brest--paris:black")
    hand.touch("Finish")
    hand.touch("End the game")
    hand.touch("Skip")
    pull_plug(hand)
    assert not hand.driver.has(OVER)


def test_another_game_that_is_running_is_offered_after_the_result(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", "red draws")
    hand.back()
    hand.new_game("USA", "")  # the same players again
    hand.touch("Finish")
    hand.touch("End the game")
    pull_plug(hand)
    hand.touch(SEE)
    hand.to_sheet()
    hand.back()
    hand.touch("Continue")
    assert hand.state.board.id == "europe"
