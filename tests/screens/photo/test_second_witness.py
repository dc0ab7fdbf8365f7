"""Before the tally of a game that was followed, a photo is a second witness: what it shows otherwise comes first."""

from collections.abc import Callable

from tests.screens.player import Hand

# isort: split
from companion.game import events as e
from companion.screens.table.boardcheck import BoardCheck, SuspectRow
from tests.photo.standin import Seen, finds, reader, snapshot
from tests.screens.photo.photographer import equip, front, know_empty_board, take_with_camera
from tests.screens.table.test_board_check import enter
from tests.table import board

AtTable = Callable[..., Hand]
MOVES = ("red claims brest--paris:black", "blue claims berlin--danzig:grey", "red builds dieppe")
AS_PLAYED = {"brest--paris:black": "red", "berlin--danzig:grey": "blue"}


def witness(hand: Hand, routes: Seen) -> None:
    """Finish, and check with a photo that shows these routes."""
    sees = hand.folder / "sees.jpg"
    sees.write_bytes(snapshot())
    equip(hand, reader(hand.folder, finds=finds("europe", routes, None, {"dieppe": "red"})), sees)
    know_empty_board(hand, board("europe"))
    hand.touch("Finish")
    hand.touch("Check with a photo")
    take_with_camera(hand)
    hand.driver.wait_for(lambda: isinstance(front(hand), BoardCheck))
    hand.driver.settle()


def suspects(hand: Hand) -> list[str]:
    return [row.text for row in hand.driver.widgets(SuspectRow)]


def test_a_photo_that_agrees_is_told(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *MOVES)
    witness(hand, AS_PLAYED)
    assert hand.driver.has("The photo shows what the log says.")
    assert suspects(hand) == []


def test_differences_head_the_suspects_and_are_corrected_by_touch(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *MOVES)
    witness(hand, AS_PLAYED | {"berlin--danzig:grey": "red", "kharkov--moskva:grey": "blue"})
    by_photo = ["Move 2: did Anna claim Berlin–Danzig?", "Did Bo also claim Kharkov–Moskva?"]
    assert suspects(hand) == by_photo
    enter(hand, 2, "41")  # and people counted too
    assert suspects(hand)[:2] == by_photo
    hand.driver.tap(next(row for row in hand.driver.widgets(SuspectRow) if row.text == by_photo[0]))
    hand.driver.settle()
    hand.touch("Yes, correct it")
    assert hand.state.claims[1].player == "red"
    assert suspects(hand)[0] == by_photo[1]


def test_people_have_the_last_word(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *MOVES)
    witness(hand, AS_PLAYED | {"berlin--danzig:grey": "red"})
    hand.driver.tap(next(hand.driver.widgets(SuspectRow)))
    hand.driver.settle()
    hand.touch("No")
    assert suspects(hand) == []
    assert hand.events[1] == e.Claim(player="blue", route="berlin--danzig:grey")
