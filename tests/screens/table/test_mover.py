"""Whose move it is: what the screen says is whom the next move is for, whether it is touched or scanned."""

from collections.abc import Callable
from random import Random

from tests.screens.player import Hand

# isort: split
from companion.game import events as e
from companion.game import refusal_of
from companion.screens.widgets import PlayerChip
from hardware.codes import Code, Command, LabelKind, Scan, command, numbered, numbers, player, set_letter

AtTable = Callable[..., Hand]
FIRST, SECOND, THIRD = "brest--paris:black", "dieppe--paris:pink", "berlin--essen:blue"


def scan(hand: Hand, *codes: Code) -> None:
    for code in codes:
        hand.driver.app.session.hear(Scan(code.text, code))
        hand.driver.settle()
        hand.driver.wait(0.3)


def route(hand: Hand, one: str) -> Code:
    board = hand.state.board
    return numbered(LabelKind.ROUTE, set_letter(board.id), numbers(board.routes)[one])


def touch_chip(hand: Hand, name: str) -> None:
    """Bring up cards by a touch on the map, and choose another player on them."""
    hand.tap_track(THIRD)
    hand.driver.tap(next(chip for chip in hand.driver.widgets(PlayerChip) if chip.text == name))
    hand.driver.settle()


def says(hand: Hand, name: str) -> bool:
    """Whether the screen says that it is this player's move, in every place where it says so."""
    lit = [tile.name for tile in hand.table._tiles if tile.moves]
    return hand.driver.has(f"{name}’s turn") and lit == [name]


def test_badge_then_chip(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue green")
    scan(hand, player("red"))
    assert says(hand, "Anna")
    touch_chip(hand, "Cy")
    assert says(hand, "Cy")
    scan(hand, route(hand, FIRST))
    assert hand.events == (e.Claim(player="green", route=FIRST),)
    assert says(hand, "Anna")


def test_chip_then_badge(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue green")
    touch_chip(hand, "Cy")
    scan(hand, player("blue"))
    assert says(hand, "Bo")
    hand.claim(FIRST)
    assert hand.events == (e.Claim(player="blue", route=FIRST),)
    assert says(hand, "Cy")


def test_badge_then_claim_then_claim(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue green")
    scan(hand, player("red"), route(hand, FIRST))
    assert says(hand, "Bo")
    scan(hand, route(hand, SECOND))
    assert hand.events == (e.Claim(player="red", route=FIRST), e.Claim(player="blue", route=SECOND))
    assert says(hand, "Cy")


def test_a_claim_sounds_the_same_by_finger_and_by_scanner(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    sounds = hand.driver.app.session.sounds
    hand.claim(FIRST)
    touched = sounds.played[-1]
    scan(hand, player("blue"), route(hand, SECOND))
    assert sounds.played[-1] == touched == "claim"
    scan(hand, player("red"), route(hand, SECOND))
    scanned = sounds.played[-1]
    hand.touch("Cancel")
    hand.claim(SECOND)
    assert sounds.played[-1] == scanned == "ill"


def test_an_undo_by_scanner_can_be_put_back_with_a_touch(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    scan(hand, player("red"), route(hand, FIRST), command(Command.UNDO))
    assert hand.events == ()
    assert hand.driver.has("Undone: Anna claimed Brest–Paris")
    hand.touch("Redo")
    assert len(hand.events) == 1


def test_a_game_by_finger_and_scanner_in_turn_always_says_who_moves(at_table: AtTable) -> None:
    hand, rng = at_table("usa", "red blue green"), Random(7)
    names = {one.colour: one.name for one in hand.state.players}
    for turn in range(18):
        state, mover = hand.state, hand.state.players[turn % 3].colour
        assert says(hand, names[mover])
        free = [r for r in state.open_to(mover) if refusal_of(state, e.Claim(player=mover, route=r.id)) is None]
        track = rng.choice(free).id
        match rng.randrange(4):
            case 0:
                hand.claim(track)
            case 1:
                scan(hand, player(mover), route(hand, track))
            case 2:
                scan(hand, command(Command.NEXT), route(hand, track))
            case 3:
                scan(hand, player(rng.choice(list(names))))
                hand.tap_track(track)
                hand.driver.tap(next(chip for chip in hand.driver.widgets(PlayerChip) if chip.text == names[mover]))
                hand.driver.settle()
                scan(hand, route(hand, track))
        assert hand.events[-1] == e.Claim(player=mover, route=track)
