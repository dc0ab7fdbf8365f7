"""Counting a finished board: each player's routes are painted, and the score follows from what lies there."""

from collections.abc import Callable
from pathlib import Path

from tests.screens.conftest import lay
from tests.screens.player import Hand, same_score, shown_totals

# isort: split
from companion.game import events as e
from companion.scoring import tally
from companion.screens.widgets import NumberPad, PushButton
from companion.screens.widgets.playertile import PlayerTile
from tests.table import table

AtTable = Callable[..., Hand]


def paint(hand: Hand, track: str, name: str) -> None:
    """Touches the player's tile, if need be, and the track; if it is doubtful which was meant, its card."""
    tile = next(tile for tile in hand.driver.widgets(PlayerTile) if tile.name == name)
    if hand.table.play.player != tile.colour:
        hand.driver.tap(tile)
        hand.driver.settle()
    hand.tap_track(track)
    card = next((card for card in hand.cards() if card.offer.route.id == track), None)
    if card is not None:
        hand.driver.tap(card)
        hand.driver.settle()


def enter(hand: Hand, number: int) -> None:
    """On the number pad that is open."""
    pad = list(hand.driver.widgets(NumberPad))[-1]
    for digit in str(number):
        hand.driver.tap(next(w for w in pad.walk(restrict=True) if isinstance(w, PushButton) and w.text == digit))
    hand.touch("OK")


def test_two_colours_are_painted_on_a_bare_board(home: Hand) -> None:
    hand = home
    hand.new_game("USA", "red blue", home="Score a finished game")
    assert hand.table.status.turn == "Red"
    paint(hand, "calgary--winnipeg:white", "Red")
    paint(hand, "helena--seattle:yellow", "Red")  # the colour stays on the brush
    paint(hand, "miami--new-orleans:red", "Blue")
    assert hand.driver.has("Blue")
    assert [(claim.player, claim.route.id) for claim in hand.state.claims] == [
        ("red", "calgary--winnipeg:white"),
        ("red", "helena--seattle:yellow"),
        ("blue", "miami--new-orleans:red"),
    ]
    assert [(tile.name, tile.score, tile.cars) for tile in hand.driver.widgets(PlayerTile)] == [
        ("Red", 30, 33),
        ("Blue", 15, 39),
    ]


def test_a_painted_track_comes_off_again(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", "red claims calgary--winnipeg:white", counted=True)
    paint(hand, "calgary--winnipeg:white", "Anna")
    assert hand.state.claims == ()
    assert hand.map.drawing._claims == {}
    hand.touch("Undo")
    assert len(hand.state.claims) == 1


def test_another_players_track_is_painted_over_only_by_override(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", "red claims calgary--winnipeg:white", counted=True)
    paint(hand, "calgary--winnipeg:white", "Bo")
    assert hand.driver.has("Calgary–Winnipeg is already claimed by Anna (red).")
    hand.touch("Cancel")
    assert [claim.player for claim in hand.state.claims] == ["red"]


def ask_cars(hand: Hand, left: int) -> None:
    hand.touch("Trains left")
    assert hand.driver.has("Anna: how many trains do you have left?")
    enter(hand, left)


def test_cars_in_the_box_that_fit(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", "red claims calgary--winnipeg:white", counted=True)
    ask_cars(hand, 39)
    assert hand.driver.has("Anna: 6 trains on the board and 39 left. That adds up.")


def test_cars_that_are_not_painted_yet(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", "red claims calgary--winnipeg:white", counted=True)
    ask_cars(hand, 35)
    assert hand.driver.has("Anna: the numbers do not match")
    assert hand.driver.has("6 trains are marked, but there should be 10: 4 still to mark.")
    hand.touch("Check again")
    assert not hand.driver.has("the numbers do not match")


def test_cars_that_are_painted_too_many(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", "red claims calgary--winnipeg:white", counted=True)
    ask_cars(hand, 40)
    assert hand.driver.has("6 trains are marked, but there should be only 5: 1 too many.")


def test_the_score_track_of_old_west_is_read_off(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", counted=True)
    hand.touch("Scoring track")
    assert hand.driver.has("Anna: how many points on the scoring track?")
    enter(hand, 105)
    assert hand.driver.has("Bo: how many points on the scoring track?")
    enter(hand, 87)
    assert hand.events == (e.ScoreTrack(player="red", points=105), e.ScoreTrack(player="blue", points=87))
    hand.finish()
    assert shown_totals(hand.driver)[0] == 105


def test_a_digit_too_many_or_wrong(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", counted=True)
    hand.touch("Scoring track")
    pad = next(hand.driver.widgets(NumberPad))
    for digit in "1234":
        hand.driver.tap(next(w for w in pad.walk(restrict=True) if isinstance(w, PushButton) and w.text == digit))
    assert pad.value == 123
    hand.driver.tap(hand.driver.find(icon="backspace"))
    assert pad.value == 12


def test_the_score_depends_on_the_board_alone(at_table: AtTable) -> None:
    """Counted in any order, a board scores as the game that was played on it."""
    moves = (
        "red claims calgary--winnipeg:white", "blue claims miami--new-orleans:red", "red claims helena--winnipeg:blue",
        "red keeps calgary--phoenix", "blue keeps boston--miami",
    )  # fmt: skip
    played = tally(table("usa", "red blue").play(*moves).state)
    hand = at_table("usa", "red blue", "blue claims miami--new-orleans:red", counted=True)
    paint(hand, "helena--winnipeg:blue", "Anna")
    paint(hand, "calgary--winnipeg:white", "Anna")
    hand.keep_tickets("boston--miami", player="Bo")
    hand.keep_tickets("calgary--phoenix", player="Anna")
    same_score(hand, hand.finish())
    assert shown_totals(hand.driver) == [score.total for score in played.players]


def test_a_count_goes_on_after_a_restart(tmp_path: Path, hands: list[Hand]) -> None:
    lay(tmp_path, "usa", "red blue", "red claims calgary--winnipeg:white", counted=True)
    hand = Hand(tmp_path)
    hands.append(hand)
    assert hand.driver.has("You are scoring a finished game.")
    hand.touch("Continue")
    assert hand.driver.has("Anna")
    assert not hand.driver.has("Drew cards")
