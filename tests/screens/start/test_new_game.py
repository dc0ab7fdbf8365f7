"""A new game: who plays, who sits where, who begins."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens.conftest import lay
from tests.screens.player import Hand

# isort: split
from kivy.core.window import Window

from companion.boards import Library, our_maps
from companion.screens.shell import preferences
from companion.screens.start.newgame import MapTile, NewGameScreen
from companion.screens.start.seats import Seat, in_colours, place_at
from companion.screens.start.tableplan import CountedPlayer, TablePlan, Token
from companion.screens.widgets import Chip, Keyboard, PlayerChip

ENTER, BACKSPACE = 13, 8
AtTable = Callable[..., Hand]


def choose(hand: Hand, map_name: str, colours: str) -> None:
    """A map and colours, but no start yet."""
    hand.touch("New game")
    hand.driver.tap(hand.driver.find(name=map_name))
    hand.driver.settle()
    for colour in colours.split():
        hand.driver.tap(hand.driver.find(colour=colour, text="", disabled=False))
        hand.driver.settle()


def token(hand: Hand, name: str) -> Token:
    return next(token for token in hand.driver.widgets(Token) if token.name == name)


def seat(hand: Hand, name: str, angle: float) -> None:
    """Drags someone around the table; 0 reads the screen, 90 sits to the left."""
    plan = next(hand.driver.widgets(TablePlan))
    x, y = place_at(angle, *plan._ring())
    hand.driver.drag(hand.driver.at(token(hand, name)), plan.to_window(plan.center_x + x, plan.center_y + y))
    hand.driver.settle()


def open_seat(hand: Hand, name: str) -> None:
    hand.driver.tap(token(hand, name))
    hand.driver.settle()


def names(hand: Hand) -> list[str]:
    return [player.name for player in hand.state.players]


def write(hand: Hand, text: str) -> None:
    """On the keyboard of the screen."""
    for letter in text:
        hand.driver.touch(letter)


def test_turns_go_clockwise_from_seat_to_seat(home: Hand) -> None:
    choose(home, "USA", "red blue green")
    seat(home, "Red", 10)
    seat(home, "Green", 90)
    seat(home, "Blue", 270)
    home.touch("Start")
    assert names(home) == ["Red", "Green", "Blue"]


def test_a_player_dragged_past_another_comes_after_them(home: Hand) -> None:
    choose(home, "USA", "red blue green")
    seat(home, "Blue", 350)
    home.touch("Start")
    assert names(home) == ["Red", "Green", "Blue"]


def test_whoever_begins_is_first_and_the_others_follow(home: Hand) -> None:
    choose(home, "USA", "red blue green")
    open_seat(home, "Green")
    home.touch("Goes first")
    assert token(home, "Green").begins
    home.touch("Start")
    assert names(home)[0] == "Green"
    assert home.driver.has("Green’s turn")


def test_someone_leaves_again(home: Hand) -> None:
    choose(home, "USA", "red blue green")
    open_seat(home, "Blue")
    home.touch("Remove")
    home.touch("Start")
    assert sorted(names(home)) == ["Green", "Red"]


def test_a_name_is_typed_on_the_screen(home: Hand) -> None:
    choose(home, "USA", "red blue")
    open_seat(home, "Red")
    home.touch("Name")
    assert home.driver.find(text="OK").disabled  # nothing typed yet
    write(home, "Åsed")
    home.driver.tap(home.driver.find(icon="backspace"))
    home.touch("OK")
    assert token(home, "Åse")
    home.touch("Start")
    assert names(home) == ["Åse", "Blue"]
    assert home.driver.has("Åse’s turn")


def test_a_name_is_typed_on_a_keyboard(home: Hand) -> None:
    choose(home, "USA", "red blue")
    open_seat(home, "Blue")
    home.touch("Name")
    Window.dispatch("on_textinput", "Børgex")
    Window.dispatch("on_key_down", BACKSPACE, 0, None, [])
    assert next(home.driver.widgets(Keyboard)).typed == "Børge"
    Window.dispatch("on_key_down", ENTER, 0, None, [])
    home.driver.settle()
    assert token(home, "Børge")
    Window.dispatch("on_textinput", "nobody listens any more")
    home.touch("Start")
    assert names(home) == ["Red", "Børge"]


def test_names_begin_large_and_end_after_sixteen_letters(home: Hand) -> None:
    choose(home, "USA", "red blue")
    open_seat(home, "Red")
    home.touch("Name")
    write(home, "Anna")
    keyboard = next(home.driver.widgets(Keyboard))
    assert not keyboard.shifted
    keyboard.write("-")
    assert keyboard.shifted
    Window.dispatch("on_textinput", "x" * 40)
    assert len(keyboard.typed) == 16


def add(hand: Hand, colour: str) -> None:
    hand.driver.tap(hand.driver.find(colour=colour, text="", disabled=False))
    hand.driver.settle()


def test_a_remembered_name_takes_one_touch(tmp_path: Path, hands: list[Hand]) -> None:
    preferences.write(tmp_path, preferences.Preferences(names=("Åse", "Bo")))
    hand = Hand(tmp_path)
    hands.append(hand)
    choose(hand, "USA", "red")
    assert hand.driver.has("Who is Red?")
    hand.touch("Åse")  # the one touch
    assert {one.name for one in hand.driver.widgets(Token)} == {"Åse"}
    assert not hand.driver.has("Who is")
    add(hand, "blue")
    assert [chip.text for chip in hand.driver.widgets(Chip)] == ["Bo"]
    add(hand, "green")  # nobody has to answer
    hand.touch("Bo")
    hand.touch("Start")
    assert [(one.colour, one.name) for one in hand.state.players] == [
        ("red", "Åse"),
        ("blue", "Blue"),
        ("green", "Bo"),
    ]


def test_a_player_who_is_already_there_is_renamed_with_a_remembered_name_in_two_touches(
    tmp_path: Path, hands: list[Hand]
) -> None:
    preferences.write(tmp_path, preferences.Preferences(names=("Åse", "Bo")))
    hand = Hand(tmp_path)
    hands.append(hand)
    choose(hand, "USA", "red blue")
    open_seat(hand, "Red")
    hand.touch("Bo")
    assert {one.name for one in hand.driver.widgets(Token)} == {"Bo", "Blue"}


def test_names_that_are_only_colours_are_not_offered(tmp_path: Path, hands: list[Hand]) -> None:
    hand = Hand(tmp_path)
    hands.append(hand)
    hand.new_game("USA", "red blue")
    hand.back()
    choose(hand, "Europe", "green")
    assert not hand.driver.has("Who is")


def call(hand: Hand, now: str, name: str) -> None:
    """Types another name for a player."""
    open_seat(hand, now)
    hand.touch("Name")
    write(hand, name)
    hand.touch("OK")


def test_a_second_bo_is_asked_about(home: Hand) -> None:
    choose(home, "USA", "red blue")
    call(home, "Red", "Bo")
    call(home, "Blue", "Bo")
    assert home.driver.has("Another player is called Bo too.")
    home.touch("Another name")
    write(home, "Bodil")
    home.touch("OK")
    assert {one.name for one in home.driver.widgets(Token)} == {"Bo", "Bodil"}
    call(home, "Bodil", "Bo")
    home.touch("Both are called Bo")
    home.touch("Start")
    assert names(home) == ["Bo", "Bo"]


def hold(hand: Hand, letter: str) -> None:
    hand.driver.tap(hand.driver.find(text=letter), hold=0.6)
    hand.driver.settle()


def test_other_letters_are_behind_a_held_key(home: Hand) -> None:
    choose(home, "USA", "red blue")
    open_seat(home, "Red")
    home.touch("Name")
    keyboard = next(home.driver.widgets(Keyboard))
    write(home, "Ren")
    hold(home, "e")
    assert keyboard.typed == "Ren"  # a held key writes nothing by itself
    assert not home.driver.has("7")
    home.touch("é")
    assert home.driver.has("7")
    hold(home, "u")
    write(home, "s")  # another key: nothing of the row was meant
    assert keyboard.typed == "Renés"
    keyboard.typed = ""
    hold(home, "E")
    write(home, "Ë")
    assert keyboard.typed == "Ë"
    hold(home, "x")  # nothing is related to it
    assert home.driver.has("7")


def test_too_few_players_cannot_start(home: Hand) -> None:
    choose(home, "USA", "red")
    assert home.driver.has("Tap a colour to add a player.")
    assert home.driver.find(text="Start").disabled
    home.touch("Start")
    assert isinstance(home.driver.app.session.host.screen, NewGameScreen)
    home.driver.tap(home.driver.find(colour="blue", text="", disabled=False))
    home.driver.settle()
    assert not home.driver.find(text="Start").disabled


def test_no_more_players_than_the_map_has_room_for(home: Hand) -> None:
    choose(home, "Switzerland", "red blue green")
    chips = [w for w in home.driver.widgets() if getattr(w, "colour", "") == "yellow" and hasattr(w, "chosen")]
    assert all(chip.disabled for chip in chips)


def test_people_of_past_games_are_remembered(tmp_path: Path, hands: list[Hand]) -> None:
    lay(tmp_path, "usa", "red blue green", "red draws", "end")
    hand = Hand(tmp_path)
    hands.append(hand)
    choose(hand, "Europe", "")
    assert {token.name for token in hand.driver.widgets(Token)} == {"Anna", "Bo", "Cy"}
    open_seat(hand, "Cy")
    hand.touch("Remove")
    open_seat(hand, "Bo")
    hand.touch("Name")
    assert [chip.text for chip in hand.driver.widgets(Chip)] == ["Cy"]
    hand.touch("Cy")
    hand.driver.tap(hand.driver.find(colour="yellow", text="", disabled=False))
    hand.driver.settle()
    assert {token.name for token in hand.driver.widgets(Token)} == {"Anna", "Cy", "Yellow"}


@pytest.mark.parametrize("wanted", [True, False])
def test_alvin_plays_if_he_is_asked(home: Hand, wanted: bool) -> None:
    choose(home, "Old West", "red blue")
    if wanted:
        home.touch("Alvin the Alien")
    home.touch("Start")
    assert (home.state.alvin is not None) == wanted


def test_alvin_plays_nowhere_else(home: Hand) -> None:
    choose(home, "USA", "red blue")
    assert not home.driver.has("Alvin")


def test_a_map_that_broke_after_the_last_game_is_no_hindrance(tmp_path: Path, hands: list[Hand]) -> None:
    hand = Hand(tmp_path)
    hands.append(hand)
    maps = tmp_path / "maps"
    maps.mkdir()
    text = (Path(__file__).parents[3] / "maps" / "usa.toml").read_text(encoding="utf-8")
    (maps / "home.toml").write_text(text.replace('id = "usa"', 'id = "home"').replace('"USA"', '"At Home"'))
    hand.new_game("At Home", "red blue")
    hand.back()
    (maps / "home.toml").write_text("what is this?")
    hand.restart()
    hand.touch("New game")
    assert hand.driver.has("Which map?")
    assert hand.driver.has("Europe")
    assert not hand.driver.has("Same again")


def test_seats_are_kept_for_as_many_people_as_there_is_room_for(tmp_path: Path, hands: list[Hand]) -> None:
    many = {f"Guest {number}": number / 2 for number in range(200)}
    preferences.write(tmp_path, preferences.Preferences(sounds=False, seats=many))
    hand = Hand(tmp_path)
    hands.append(hand)
    hand.new_game("USA", "red blue")
    kept = preferences.read(tmp_path)
    assert not kept.sounds
    assert {"Red", "Blue"} <= set(kept.seats)


def test_many_maps_are_shown_one_after_another(tmp_path: Path, hands: list[Hand]) -> None:
    """A screen with a hundred maps opens as fast as one with a few, and what cannot be played on is passed over."""
    library = Library(tmp_path / "maps")
    text = (our_maps() / "card_game.toml").read_text(encoding="utf-8")
    for number in range(30):
        library.put(f"m{number}", text.replace('id = "card_game"', f'id = "m{number}"', 1).encode())
    library.put("broken", b"id = 3")
    hand = Hand(tmp_path)
    hands.append(hand)
    screen = NewGameScreen(hand.driver.app.session)
    hand.driver.app.session.host.show(screen)
    assert len([tile for tile in hand.driver.widgets(MapTile) if tile.name]) < 10
    hand.driver.wait_for(lambda: len([tile for tile in hand.driver.widgets(MapTile) if tile.name]) == 36)


def test_a_map_offers_the_colours_of_its_box(home: Hand) -> None:
    choose(home, "Nordic Countries", "white purple")
    chips = [w.colour for w in home.driver.widgets() if hasattr(w, "chosen") and hasattr(w, "colour")]
    assert sorted(chips) == ["black", "purple", "white"]
    home.touch("Start")
    home.put_tickets_off()
    assert [player.colour for player in home.state.players] == ["white", "purple"]


def test_people_keep_their_names_when_the_next_box_has_other_colours(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.new_game("USA", "red white")
    hand.table.go_home()
    hand.driver.settle()
    choose(hand, "Nordic Countries", "")
    assert {(one.name, one.colour) for one in hand.driver.widgets(Token)} == {("Black", "black"), ("White", "white")}
    hand.back()
    hand.driver.tap(hand.driver.find(name="USA"))
    hand.driver.settle()
    assert {one.colour for one in hand.driver.widgets(Token)} == {"black", "white"}
    hand.stop()


def test_nobody_loses_a_colour_that_the_box_has() -> None:
    seats = (Seat("white", "Anna", 0), Seat("red", "Bo", 90), Seat("purple", "Cy", 180))
    assert [seat.colour for seat in in_colours(seats, ("white", "black", "purple"))] == ["white", "black", "purple"]
    assert [seat.colour for seat in in_colours(seats, ("red", "blue", "white"))] == ["white", "red", "blue"]
    assert [(seat.name, seat.angle) for seat in in_colours(seats, ("red", "blue", "white"))][2] == ("Cy", 180)


def test_only_the_one_who_goes_first_looks_chosen(home: Hand) -> None:
    choose(home, "USA", "red blue")
    for name, kind in (("Red", "main"), ("Blue", "plain")):
        open_seat(home, name)
        assert home.driver.find(text="Goes first").kind == kind
        home.touch("Name")
        home.driver.tap((home.driver.size[0] / 2, home.driver.size[1] - 3))
        home.driver.settle()


def test_a_sixth_colour_is_not_offered_where_five_play(home: Hand) -> None:
    choose(home, "Europe", "red blue green yellow")
    assert home.driver.find(colour="white", text="").opacity == 1
    home.driver.tap(home.driver.find(colour="black", text="", disabled=False))
    home.driver.settle()
    assert not [chip for chip in home.driver.widgets(PlayerChip) if chip.colour == "white" and chip.opacity]
    assert home.driver.has("Europe is for up to 5 players.")


def test_a_finished_game_is_scored_without_seats(home: Hand) -> None:
    home.touch("Score a finished game")
    home.driver.tap(home.driver.find(name="USA"))
    home.driver.settle()
    for colour in ("red", "blue"):
        home.driver.tap(home.driver.find(colour=colour, text="", disabled=False))
        home.driver.settle()
    assert not list(home.driver.widgets(TablePlan))
    home.driver.tap(next(row for row in home.driver.widgets(CountedPlayer) if row.name == "Blue"))
    home.driver.settle()
    assert "Goes first" not in home.driver.labels()
    home.touch("Name")
    write(home, "Bo")
    home.touch("OK")
    home.touch("Tap the routes")
    assert names(home) == ["Red", "Bo"]
    assert not home.driver.app.session.preferences.seats
