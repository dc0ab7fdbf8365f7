"""The picture turns to a side of the table, and wishes are kept."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.screens.virtual import Finger
from tests.screens.player import Hand

# isort: split
from kivy.core.window import Window

from companion.screens.shell import preferences
from companion.screens.shell.firstlanguage import first_language
from companion.screens.shell.preferences import Preferences
from companion.words import Sentence
from tests.screens.start.test_new_game import call, choose, seat

AtTable = Callable[..., Hand]


def reader() -> str:
    """The side of the glass at which the picture has its lower edge."""
    finger = Finger(Window.width / 2, 0)
    return {(0.5, 0): "front", (0, 0.5): "left", (0.5, 1): "back", (1, 0.5): "right"}[
        round(finger.sx * 2) / 2, round(finger.sy * 2) / 2
    ]


@pytest.mark.parametrize("facing", [0, 90, 180, 270])
def test_fingers_hit_what_they_touch_from_every_side(at_table: AtTable, facing: int) -> None:
    hand = at_table("europe", "red blue")
    hand.driver.app.session.face(facing)
    hand.driver.settle()
    assert (Window.width > Window.height) == (facing in (0, 180))
    hand.touch("Drew cards")
    hand.claim("marseille--pamplona:red")
    assert [event.type for event in hand.events] == ["draw", "claim"]
    hand.touch("Log")
    assert [drawer.title for drawer in hand.driver.app.session.host.drawers] == ["Log"]


def test_a_tall_board_lies_down_or_stands_as_the_picture_turns(at_table: AtTable) -> None:
    hand = at_table("india", "red blue")
    lying = hand.map.shape.size
    assert lying[0] > lying[1]
    hand.driver.app.session.face(90)
    hand.driver.settle()
    assert hand.map.shape.size == (lying[1], lying[0])
    hand.claim(next(iter(hand.state.open_to("red"))).id)
    assert len(hand.events) == 1


def test_the_picture_turns_by_touch(home: Hand) -> None:
    home.driver.tap(home.driver.find(icon="turn"))
    home.driver.settle()
    assert Window.rotation == 90
    home.touch("Settings")
    for _ in range(3):
        home.touch("Rotate the screen")
    assert Window.rotation == 0


def test_the_picture_turns_to_whoever_is_to_move_and_back_home(home: Hand) -> None:
    home.touch("Settings")
    home.touch("Turn to face the current player")
    home.back()
    choose(home, "USA", "red blue green")
    seat(home, "Red", 0)
    seat(home, "Blue", 90)  # to the left
    seat(home, "Green", 270)
    home.touch("Start")
    home.put_tickets_off()
    for name, side in (("Red", "front"), ("Blue", "left"), ("Green", "right"), ("Red", "front"), ("Blue", "left")):
        assert home.driver.has(f"{name}’s turn")
        assert reader() == side
        home.touch("Drew cards")
    assert reader() == "right"
    home.driver.tap(home.driver.find(icon="back", kind="quiet"))
    home.driver.settle()
    assert reader() == "front"


def test_the_picture_turns_to_whoever_is_handed_the_screen(home: Hand) -> None:
    home.driver.app.session.change_preferences(faces_player=True)
    choose(home, "USA", "red blue")
    seat(home, "Red", 0)
    seat(home, "Blue", 90)
    home.touch("Start")
    assert reader() == "front"
    home.touch("Choose tickets")
    home.touch("Blue")
    assert home.driver.has("Hand the screen to Blue")
    assert reader() == "left"
    home.touch("Later, at the end")
    assert home.driver.has("Red’s turn")
    assert reader() == "front"


def test_two_players_of_one_name_have_a_seat_each(home: Hand) -> None:
    home.driver.app.session.change_preferences(faces_player=True)
    choose(home, "USA", "red blue")
    seat(home, "Red", 0)
    seat(home, "Blue", 90)
    call(home, "Red", "Bo")
    call(home, "Blue", "Bo")
    home.touch("Both are called Bo")
    home.touch("Start")
    home.put_tickets_off()
    assert reader() == "front"
    home.touch("Drew cards")
    assert reader() == "left"
    home.restart()
    home.touch("Continue")
    assert reader() == "left"
    home.touch("Drew cards")
    assert reader() == "front"


def test_seats_of_an_older_version_are_by_name(tmp_path: Path, at_table: AtTable) -> None:
    preferences.write(tmp_path, Preferences(faces_player=True, seats={"Anna": 0, "Bo": 90}))
    hand = at_table("usa", "red blue")
    hand.touch("Drew cards")
    assert reader() == "left"


def test_seats_are_seen_from_whoever_reads_the_screen(home: Hand) -> None:
    """The screen is set to the back of the table: whoever reads it sees the left where the front has the right."""
    home.driver.app.session.change_preferences(faces_player=True)
    home.driver.app.session.face(180)
    home.driver.settle()
    choose(home, "USA", "red blue")
    seat(home, "Red", 0)
    seat(home, "Blue", 90)
    home.touch("Start")
    home.put_tickets_off()
    assert reader() == "back"
    home.touch("Drew cards")
    assert reader() == "right"


def test_the_offer_of_a_marker_turns_with_the_picture(tmp_path: Path, at_table: AtTable) -> None:
    preferences.write(tmp_path, Preferences(faces_player=True, seats={"Anna": 0, "Bo": 90}))
    hand = at_table("old_west", "red blue", "blue starts denver", "red starts albuquerque")
    hand.claim("albuquerque--phoenix:yellow")
    assert reader() == "left"
    assert hand.table.follow_up is not None
    panel = hand.table.follow_up.panel
    assert 0 <= panel.x < panel.right <= Window.width
    assert 0 <= panel.y < panel.top <= Window.height
    hand.touch("Phoenix")
    assert hand.state.markers_of("red") == ("albuquerque", "phoenix")


def test_wishes_survive_a_restart(home: Hand) -> None:
    home.touch("Settings")
    home.touch("Rotate the screen")
    home.touch("Turn to face the current player")
    home.touch("Sounds")
    home.restart()
    assert Window.rotation == 90
    preferences = home.driver.app.session.preferences
    assert (preferences.facing, preferences.faces_player, preferences.sounds) == (90, True, False)


@pytest.mark.parametrize(
    "damage",
    [b"", b"{", b"\xff\xfe\x00", b"[]", b'{"facing": 45}', b'{"facing": 90, "flavour": "sweet"}', bytes(2000),
     b'{"facing": 90, "seats": {"Anna": NaN}}', b"[" * 100_000, b'{"language":' * 100_000],
)  # fmt: skip
def test_damaged_settings_are_set_aside_and_the_defaults_used(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "settings.json").write_bytes(damage)
    notices: list[Sentence] = []
    assert first_language(tmp_path, None) == "en"
    assert preferences.read(tmp_path, notices) == Preferences()
    assert len(notices) == 1
    assert (tmp_path / "settings-damaged.json").read_bytes() == damage
    assert preferences.read(tmp_path, notices) == Preferences()
    assert len(notices) == 1


def test_the_app_opens_beside_a_damaged_file_of_wishes(tmp_path: Path, hands: list[Hand]) -> None:
    (tmp_path / "settings.json").write_bytes(b"[" * 100_000)
    hands.append(Hand(tmp_path))
    assert hands[0].driver.has("New game")
    assert hands[0].driver.has("The settings were damaged")
    assert Window.rotation == 0
