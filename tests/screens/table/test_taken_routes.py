"""A route that was recorded for the wrong player, and one on which two players have trains."""

from collections.abc import Callable
from pathlib import Path

from tests.screens.conftest import lay
from tests.screens.player import Hand, same_score
from tests.screens.test_whole_games import Wire

# isort: split
from kivy.graphics import Mesh

from companion.boards import PlayerColour
from companion.game import Options
from companion.game import events as e
from companion.game.journal import Journal
from companion.game.state import Player
from companion.screens.shell.statusline import StatusLine
from hardware.codes import LabelKind, player
from tests.table import board, event

AtTable = Callable[..., Hand]
TRACK = "brest--paris:black"


def test_a_taken_route_is_given_to_its_right_owner(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", f"red claims {TRACK}")
    hand.claim(TRACK)
    assert hand.driver.has("Brest–Paris is already claimed by Anna (red).")
    hand.touch("It was Bo’s")
    assert hand.events == (e.Claim(player="blue", route=TRACK),)
    assert hand.driver.has("Corrected: Bo claimed Brest–Paris")
    assert set(hand.map.drawing._claims) == {(TRACK, "blue")}
    hand.touch("Undo")
    assert hand.events == (e.Claim(player="red", route=TRACK),)


def test_what_was_paid_stays_with_the_claim(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", f"red claims {TRACK} paying black 3", "blue draws", "red draws")
    hand.claim(TRACK)
    hand.touch("It was Bo’s")
    assert hand.events[0] == e.Claim(player="blue", route=TRACK, cards={"black": 3})
    same_score(hand, hand.finish())


def test_by_scanner_the_same_is_offered(tmp_path: Path) -> None:
    lay(tmp_path / "data", "europe", "red blue", f"red claims {TRACK}")
    wire = Wire(tmp_path)
    wire.hand.touch("Continue")
    wire.scan(player("blue").text, wire.code(wire.hand.state.board, LabelKind.ROUTE, TRACK))
    wire.hand.touch("It was Bo’s")
    assert wire.hand.events == (e.Claim(player="blue", route=TRACK),)
    wire.stop()


def test_ones_own_route_is_not_given_to_oneself(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", f"red claims {TRACK}", "blue draws")
    hand.claim(TRACK)
    assert hand.driver.has("OK")
    assert not hand.driver.has("It was")


def middles(hand: Hand, owner: PlayerColour) -> list[float]:
    """Where the wagons of one owner are, along the board."""
    mesh = next(child for child in hand.map.drawing._claims[TRACK, owner].children if isinstance(child, Mesh))
    corners = [(mesh.vertices[at], mesh.vertices[at + 1]) for at in range(0, len(mesh.vertices), 4)]
    return [sum(x for x, _ in corners[n : n + 4]) / 4 for n in range(0, len(corners), 4)]


def test_two_owners_of_one_track_are_both_seen(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", f"red claims {TRACK}")
    alone = middles(hand, "red")
    hand.claim(TRACK)
    hand.touch("Record it anyway")
    red, blue = middles(hand, "red"), middles(hand, "blue")
    assert len(red) == len(blue) == 3
    apart = [abs(one - other) for one, other in zip(red, blue, strict=True)]
    assert min(apart) > 0.4 * hand.map.shape.wagon[0]
    hand.touch("Undo")
    assert middles(hand, "red") == alone


def test_a_long_name_pushes_no_words_over_the_map(tmp_path: Path, hands: list[Hand]) -> None:
    journal = Journal(tmp_path)
    people = (Player(colour="red", name="Wilhelmina-Maxim"), Player(colour="blue", name="W" * 16))
    journal.begin(board("usa"), people, Options()).record(event("red claims calgary--winnipeg:white"))
    journal.close()
    hands.append(Hand(tmp_path))
    hands[0].touch("Continue")
    status = next(hands[0].driver.widgets(StatusLine))
    said = next(one for one in status.walk(restrict=True) if getattr(one, "text", "") == status.said)
    assert said.texture_size[1] <= status.height
    assert status.said == "Wilhelmina-Maxim claimed Calgary–Winnipeg\u00a0+15"
