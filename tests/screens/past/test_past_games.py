"""Past games: the shelf, a game's page, the trash, replay, and what many games say about people."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from typing import Unpack

import pytest

from tests.screens.conftest import lay
from tests.screens.player import Hand, HandOptions

# isort: split
from companion.game import events as e
from companion.game import play_events
from companion.game.record import GameRecord, begin
from companion.game.state import AlvinIs
from companion.scoring.live import live_scores
from companion.screens.past import pastwords, statisticsscreen
from companion.screens.past.gamelist import GameRow
from companion.screens.past.gamepage import GamePage, PlayerLine
from companion.screens.past.pastgames import PastGamesScreen
from companion.screens.past.replay import ReplayScreen
from companion.screens.past.statisticsscreen import PlayerRow, StatisticsScreen
from companion.screens.past.trash import TrashScreen
from companion.screens.table.tablescreen import TableScreen
from companion.screens.widgets.bars import Bar, TrendLine
from companion.screens.widgets.playertile import PlayerTile
from tests.games import SYSTEMS, random_game
from tests.journals import fill_shelf, record

OnShelf = Callable[..., Hand]
EUROPE = (
    "red keeps amsterdam--wilno", "blue keeps athina--angora", "red claims brest--paris:black",
    "blue claims roma--venezia:black", "red builds moskva", "blue draws", "red claims dieppe--paris:pink", "blue draws",
)  # fmt: skip


@pytest.fixture
def on_shelf(tmp_path: Path, hands: list[Hand]) -> OnShelf:
    """Opens the app at the past games, with these on the shelf, the last on top."""

    def open_shelf(*records: GameRecord, **options: Unpack[HandOptions]) -> Hand:
        fill_shelf(tmp_path, records)
        hand = Hand(tmp_path, **options)
        hands.append(hand)
        hand.touch("Past games")
        return hand

    return open_shelf


def rows(hand: Hand) -> list[GameRow]:
    """The rows there are, the uppermost first."""
    return sorted(hand.driver.widgets(GameRow), key=lambda row: -row.y)


def titles(hand: Hand) -> list[str]:
    return [row.title for row in rows(hand)]


def open_row(hand: Hand, place: int = 0) -> None:
    hand.driver.tap(rows(hand)[place])
    hand.driver.settle()


def choose(hand: Hand, *choices: str) -> None:
    """Says which games are to be seen."""
    hand.driver.tap(hand.driver.find(icon="filter"))
    hand.driver.settle()
    for choice in choices:
        hand.touch(choice)
    hand.touch("Done")


def screen(hand: Hand) -> object:
    return hand.driver.app.session.host.screen


ANNA_WINS = record("europe", ["Anna", "Bo"], "red claims brest--paris:black", "end")
BO_WINS = record("usa", ["Anna", "Bo"], "blue claims portland--seattle:grey-1", "end")
NOBODY_YET = record("europe", ["Anna", "Bo"], "red draws")
SIX_UTC = f"{datetime(2026, 3, 1, 18, tzinfo=UTC).astimezone():%H:%M}"
SHARED = record("india", ["Anna", "Bo", "Cy"], "end")


# The list


def test_each_game_says_who_won_with_how_many_points(on_shelf: OnShelf) -> None:
    hand = on_shelf(SHARED, ANNA_WINS, BO_WINS, NOBODY_YET)
    assert [(row.title, row.about) for row in rows(hand)] == [
        ("In progress, one move so far", "Europe: Anna and Bo"),
        ("Bo won with 11 points", "USA: Anna and Bo"),
        ("Anna won with 26 points", "Europe: Anna and Bo"),
        ("Anna, Bo and Cy shared the win with 0 points each", "India: Anna, Bo and Cy"),
    ]
    assert [row.running for row in rows(hand)] == [True, False, False, False]
    assert [row.when for row in rows(hand)] == [f"1 March 2026, {SIX_UTC}", *["1 March 2026"] * 3]
    assert all(row.ids.picture.children for row in rows(hand))


@pytest.mark.parametrize(
    ("then", "said"),
    [
        (date(2026, 3, 1), "Today"),
        (date(2026, 2, 28), "Yesterday"),
        (date(2026, 2, 27), "27 February 2026"),
        (date(2025, 3, 1), "1 March 2025"),
        (date(2026, 3, 2), "2 March 2026"),  # a clock was set back
    ],
)
def test_days_as_people_say_them(then: date, said: str) -> None:
    assert pastwords.day(then, date(2026, 3, 1)) == said


def test_a_game_that_was_just_played_is_of_today(at_table: Callable[..., Hand]) -> None:
    hand = at_table("europe", "red blue", "red draws")
    hand.back()
    hand.touch("Past games")
    (row,) = rows(hand)
    last = datetime.fromisoformat(row.game.last).astimezone()
    assert row.when == f"Today, {last:%H:%M}"


def test_a_running_game_says_when_it_was_played_and_how_far_it_got(at_table: Callable[..., Hand]) -> None:
    hand = at_table("europe", "red blue", "red draws", "blue draws")
    hand.back()
    hand.touch("Past games")
    assert titles(hand) == ["In progress, 2 moves so far"]
    open_row(hand)
    page = screen(hand)
    assert isinstance(page, GamePage)
    assert page.when == f"Today, {datetime.fromisoformat(page.game.last).astimezone():%H:%M}"
    hand.touch("Continue playing")
    hand.touch("Undo")
    hand.back()
    hand.touch("Past games")
    assert titles(hand) == ["In progress, one move so far"], "what was undone is not counted"


def test_a_game_that_was_only_begun_is_the_current_one_and_in_no_list(at_table: Callable[..., Hand]) -> None:
    hand = at_table("europe", "red blue", "red draws")
    hand.back()
    hand.new_game("USA", "")  # the same players again
    hand.back()
    hand.touch("Past games")
    assert [row.about for row in rows(hand)] == ["Europe: Anna and Bo"]
    hand.back()
    hand.restart()
    hand.touch("Continue")
    assert hand.state.board.id == "usa", "it is the one opened last"
    hand.back()
    hand.touch("Past games")
    open_row(hand)
    hand.touch("Continue playing")
    assert hand.state.board.id == "europe"
    hand.finish()
    hand.back()
    assert hand.driver.has("No game in progress."), "the empty one is not offered again"


def test_only_the_games_of_one_map_or_only_those_still_running(on_shelf: OnShelf) -> None:
    hand = on_shelf(SHARED, ANNA_WINS, BO_WINS, NOBODY_YET)
    choose(hand, "Europe")
    assert titles(hand) == ["In progress, one move so far", "Anna won with 26 points"]
    assert hand.driver.has("Europe: 2")
    choose(hand, "Finished")
    assert titles(hand) == ["Anna won with 26 points"]
    assert hand.driver.has("Europe, finished")
    choose(hand, "All maps")
    assert len(titles(hand)) == 3
    choose(hand, "In progress", "USA")
    assert titles(hand) == []
    assert hand.driver.has("No matching games.")


def test_the_choice_and_the_place_are_kept_while_a_game_is_looked_at(on_shelf: OnShelf) -> None:
    hand = on_shelf(*[ANNA_WINS] * 20, *[BO_WINS] * 20)
    choose(hand, "Europe")
    games = hand.driver.app.session.host.screen.ids.games
    games.scroll_y = 0.5
    hand.driver.settle()
    looked_at = rows(hand)[1].game.id
    open_row(hand, 1)
    hand.back()
    assert rows(hand)[1].game.id == looked_at
    assert hand.driver.has("Europe: 20")


def test_a_game_of_a_map_that_is_not_here_is_shown_and_says_why_it_cannot_be_opened(on_shelf: OnShelf) -> None:
    hand = on_shelf(record("atlantis", ["Anna", "Bo"], "end"), ANNA_WINS)
    assert titles(hand)[1] == "Saved, but cannot be opened here"
    open_row(hand, 1)
    assert hand.driver.has("there is no map atlantis")
    hand.touch("OK")
    assert isinstance(screen(hand), PastGamesScreen)


def test_a_game_that_no_longer_fits_its_map_is_kept_and_hurts_nobody(on_shelf: OnShelf) -> None:
    hand = on_shelf(record("europe", ["Anna", "Bo"], "red keeps paris--atlantis", "end"), ANNA_WINS)
    assert titles(hand) == ["Anna won with 26 points", "Saved, but cannot be opened here"]
    open_row(hand, 1)
    assert hand.driver.has("Game 1 is saved, but cannot be opened here")
    hand.touch("OK")
    hand.touch("Statistics")
    assert hand.driver.has("One game could not be opened here")
    assert people(hand)[0][1:3] == ("Anna", "1 of 1 won")


def test_an_empty_shelf(home: Hand) -> None:
    home.touch("Past games")
    assert home.driver.has("No games yet.")
    home.touch("Statistics")
    assert home.driver.has("Statistics appear once you have finished a game.")


def test_a_thousand_games(on_shelf: OnShelf) -> None:
    hand = on_shelf(
        *(record("europe", [f"Anna {n}", "Bo"], "red claims brest--paris:black", "end") for n in range(1, 1001))
    )
    assert hand.driver.has("Past games: 1,000")
    assert [row.about for row in rows(hand)[:3]] == [f"Europe: Anna {n} and Bo" for n in (1000, 999, 998)]
    assert len(rows(hand)) < 10
    hand.driver.drag((400, 360), (400, 60))  # beyond the top there is nothing
    hand.driver.settle()
    assert rows(hand)[0].about == "Europe: Anna 1000 and Bo"
    hand.driver.drag((400, 60), (400, 360))
    hand.driver.settle()
    numbers = [row.game.id for row in rows(hand)]
    assert numbers[0] < 1000
    assert numbers == list(range(numbers[0], numbers[0] - len(numbers), -1))
    assert [row.title for row in rows(hand)] == [f"Anna {n} won with 26 points" for n in numbers]
    assert all(row.ids.picture.children for row in rows(hand))
    hand.driver.app.session.host.screen.ids.games.scroll_y = 0.0
    hand.driver.settle()
    assert rows(hand)[-1].about == "Europe: Anna 1 and Bo"
    assert len(rows(hand)) < 10
    open_row(hand, -1)
    assert hand.driver.has("Anna 1 won with 26 points")


# A game's page


def test_a_finished_game_opens_its_sheet(on_shelf: OnShelf) -> None:
    hand = on_shelf(ANNA_WINS, BO_WINS)
    open_row(hand, 1)
    lines = [(line.place, line.name, line.points) for line in reversed(list(hand.driver.widgets(PlayerLine)))]
    assert sorted(lines) == [("1.", "Anna", "26"), ("2.", "Bo", "12")]
    hand.touch("Open the score sheet")
    journal = hand.driver.app.session.journal
    assert journal.game is not None
    assert (journal.game.id, journal.game.state.ended) == (1, True)
    assert not isinstance(screen(hand), GamePage)


def test_a_running_game_goes_on(on_shelf: OnShelf) -> None:
    hand = on_shelf(NOBODY_YET, ANNA_WINS)
    open_row(hand)  # home has opened it, so it lies on top
    assert hand.driver.has("In progress, one move so far")
    hand.touch("Continue playing")
    assert isinstance(screen(hand), TableScreen)
    assert hand.events == (e.Draw(player="red"),)


# The trash


def test_delete_asks_once_and_can_be_undone(on_shelf: OnShelf) -> None:
    hand = on_shelf(ANNA_WINS, BO_WINS)
    open_row(hand)
    hand.touch("Delete")
    hand.touch("Keep it")
    hand.touch("Delete")
    hand.touch("Delete")
    assert titles(hand) == ["Anna won with 26 points"]
    hand.driver.tap(hand.driver.find(text="Undo"))
    hand.driver.settle()
    assert titles(hand) == ["Bo won with 11 points", "Anna won with 26 points"]


def test_a_deleted_game_is_brought_back_from_the_trash(on_shelf: OnShelf) -> None:
    hand = on_shelf(ANNA_WINS, BO_WINS)
    open_row(hand)
    hand.touch("Delete")
    hand.touch("Delete")
    hand.driver.tap(hand.driver.find(icon="trash"))
    hand.driver.settle()
    assert isinstance(screen(hand), TrashScreen)
    assert titles(hand) == ["Bo won with 11 points"]
    open_row(hand)
    assert hand.driver.has("The trash is empty.")
    hand.touch("Undo")  # it shall lie in the trash after all
    assert titles(hand) == ["Bo won with 11 points"]
    open_row(hand)
    hand.back()
    assert titles(hand) == ["Bo won with 11 points", "Anna won with 26 points"]


def test_for_good_only_after_two_questions(on_shelf: OnShelf) -> None:
    hand = on_shelf(ANNA_WINS, BO_WINS)
    journal = hand.driver.app.session.journal
    for _ in range(2):
        open_row(hand)
        hand.touch("Delete")
        hand.touch("Delete")
    hand.driver.tap(hand.driver.find(icon="trash"))
    hand.driver.settle()
    hand.touch("Empty trash")
    hand.touch("Cancel")
    hand.touch("Empty trash")
    assert hand.driver.has("The 2 games in the trash will be deleted for good.")
    hand.driver.touch("Empty trash")
    hand.driver.settle()
    hand.touch("Cancel")
    assert len(journal.games(trash=True)) == 2
    hand.touch("Empty trash")
    hand.driver.touch("Empty trash")
    hand.driver.settle()
    hand.touch("Delete for good")
    assert journal.games(trash=True) == []
    assert titles(hand) == []
    assert hand.driver.has("The trash is empty.")


def test_the_open_game_can_be_deleted(at_table: Callable[..., Hand]) -> None:
    hand = at_table("europe", "red blue", "red draws")
    hand.back()
    hand.touch("Past games")
    open_row(hand)
    hand.touch("Delete")
    hand.touch("Delete")
    hand.back()
    assert hand.driver.has("No game in progress.")
    hand.touch("Past games")
    hand.driver.tap(hand.driver.find(icon="trash"))
    hand.driver.settle()
    open_row(hand)
    hand.back()
    hand.back()
    hand.touch("Continue")
    assert hand.events == (e.Draw(player="red"),)


# Replay


def open_replay(hand: Hand) -> ReplayScreen:
    open_row(hand)
    hand.touch("Replay")
    replay = screen(hand)
    assert isinstance(replay, ReplayScreen)
    return replay


def drag_rail(hand: Hand, stop: int) -> None:
    """A finger takes the carriage from where it is to a stop."""
    replay = hand.driver.app.session.host.screen
    rail = replay.ids.rail
    half, room = 30 * hand.driver.density, rail.width - 60 * hand.driver.density

    def at(place: float) -> tuple[float, float]:
        x, y = rail.to_window(rail.x + half + room * place / max(rail.last, 1), rail.center_y)
        return float(x), float(y)

    hand.driver.drag(at(rail.stop), at(stop))
    hand.driver.settle()


def test_the_carriage_in_the_middle_shows_that_position(on_shelf: OnShelf) -> None:
    game = record("europe", ["Anna", "Bo"], *EUROPE, "end")
    hand = on_shelf(game)
    replay = open_replay(hand)
    assert hand.driver.has("Before the first move")
    drag_rail(hand, 5)
    assert replay.stop == 5
    state = play_events(begin(replay.game.state.board, game.players), game.events[:5])
    assert replay.map is not None
    assert set(replay.map.drawing._claims) == {(claim.route.id, claim.player) for claim in state.claims}
    assert replay.map.drawing._pieces == (state.stations, state.markers, state.alvin)
    shown = [(tile.name, tile.score, tile.cars, tile.tickets) for tile in hand.driver.widgets(PlayerTile)]
    assert sorted(shown) == [(s.player.name, s.track, s.trains_left, s.tickets) for s in live_scores(state)]
    assert hand.driver.has("Anna built a station in Moskva")
    assert hand.driver.has("5 of 9")


@pytest.mark.parametrize("map_id", SYSTEMS)
def test_wherever_the_carriage_goes_the_board_is_that_of_the_record_so_far(map_id: str, on_shelf: OnShelf) -> None:
    begun, events = random_game(map_id, Random(5), turns=40)
    game = record(map_id, []).model_copy(
        update={"players": begun.state.players, "options": begun.state.options, "events": tuple(events)}
    )
    hand = on_shelf(game)
    replay = open_replay(hand)
    for stop in (len(events), len(events) // 3, len(events) - 2, 0):
        drag_rail(hand, stop)
        assert replay.stop == stop
        state = play_events(begun.state, events[:stop])
        assert replay.positions[stop] == state
        if replay.map is not None:
            assert set(replay.map.drawing._claims) == {(claim.route.id, claim.player) for claim in state.claims}
            assert replay.map.drawing._pieces == (state.stations, state.markers, state.alvin)
        shown = {tile.colour: (tile.cars, tile.longest, tile.tickets) for tile in hand.driver.widgets(PlayerTile)}
        assert shown == {s.player.colour: (s.trains_left, s.longest.length, s.tickets) for s in live_scores(state)}


def test_step_by_step_and_back(on_shelf: OnShelf) -> None:
    hand = on_shelf(record("europe", ["Anna", "Bo"], *EUROPE, "end"))
    replay = open_replay(hand)
    forward, back = hand.driver.find(icon="forward"), hand.driver.find(icon="back", kind="plain")
    for _ in range(3):
        hand.driver.tap(forward)
    hand.driver.settle()
    assert replay.stop == 3
    assert hand.driver.has("Anna claimed Brest–Paris")
    assert replay.map is not None
    assert len(replay.map.drawing._claims) == 1
    hand.driver.tap(back)
    hand.driver.settle()
    assert replay.stop == 2
    assert not replay.map.drawing._claims


def test_it_plays_by_itself_and_stops_at_the_end(on_shelf: OnShelf) -> None:
    hand = on_shelf(record("europe", ["Anna", "Bo"], *EUROPE, "end"))
    replay = open_replay(hand)
    hand.driver.tap(hand.driver.find(icon="play", kind="main"))
    hand.driver.wait(2.5)
    assert replay.stop == 2
    hand.touch("1×")
    hand.touch("2×")
    hand.driver.tap(hand.driver.find(icon="pause"))
    stopped = replay.stop
    hand.driver.wait(3)
    assert replay.stop == stopped
    hand.driver.tap(hand.driver.find(icon="play", kind="main"))
    hand.driver.wait(4)
    assert (replay.stop, replay.playing) == (9, False)
    assert hand.driver.has("Anna won with 11 points")
    totals = {tile.name: tile.score for tile in hand.driver.widgets(PlayerTile)}
    assert totals == {
        result.name: result.total for result in hand.driver.app.session.archive.count(replay.game).results
    }


def secrets(hand: Hand, replay: ReplayScreen) -> str:
    """All that was said at any stop."""
    said = []
    for stop in range(int(replay.last) + 1):
        replay.stop = stop
        hand.driver.settle()
        said += hand.driver.labels()
    return " ".join(said)


def test_tickets_of_a_running_game_stay_secret(on_shelf: OnShelf) -> None:
    hand = on_shelf(record("europe", ["Anna", "Bo"], *EUROPE))
    said = secrets(hand, open_replay(hand))
    assert "Anna kept a ticket" in said
    assert not any(city in said for city in ("Wilno", "Athína", "Athina", "Angora"))


def test_tickets_of_a_finished_game_are_named(on_shelf: OnShelf) -> None:
    hand = on_shelf(record("europe", ["Anna", "Bo"], *EUROPE, "end"))
    said = secrets(hand, open_replay(hand))
    assert "Anna kept Amsterdam–Wilno" in said


def test_old_west_moves_its_markers_and_alvin(tmp_path: Path, hands: list[Hand]) -> None:
    lay(
        tmp_path, "old_west", "red blue", "blue starts denver", "red starts albuquerque",
        "red claims albuquerque--roswell:red", "red alvin albuquerque", alvin=True,
    )  # fmt: skip
    hand = Hand(tmp_path)
    hands.append(hand)
    hand.touch("Past games")
    replay = open_replay(hand)
    alvins = []
    for stop in range(5):
        drag_rail(hand, stop)
        assert replay.map is not None
        _, markers, alvin = replay.map.drawing._pieces
        assert isinstance(markers, tuple)
        assert isinstance(alvin, AlvinIs)
        alvins.append((len(markers), alvin.city))
    assert alvins == [(0, "roswell"), (1, "roswell"), (2, "roswell"), (2, "roswell"), (2, "albuquerque")]


def test_the_card_game_has_words_and_figures(on_shelf: OnShelf) -> None:
    hand = on_shelf(
        record(
            "card_game", ["Anna", "Bo"], "red keeps chicago--new-york", "red piles yellow 2", "blue piles red 1", "end"
        )
    )
    replay = open_replay(hand)
    assert replay.map is None
    drag_rail(hand, 2)
    assert hand.driver.has("Anna counted a pile of 2 cards")
    assert hand.driver.has("Anna: tickets 1, cards on the track 2")
    drag_rail(hand, 4)
    assert hand.driver.has("Anna won with")
    assert hand.driver.has("1 of 1 tickets")


def test_a_game_in_which_nothing_happened(on_shelf: OnShelf) -> None:
    hand = on_shelf(record("europe", ["Anna", "Bo"], "red draws"))
    hand.back()
    hand.touch("Continue")
    hand.touch("Undo")
    hand.back()
    hand.touch("Past games")
    replay = open_replay(hand)
    drag_rail(hand, 1)
    assert (replay.stop, replay.last) == (0, 0)
    hand.back()
    assert hand.driver.has("In progress, no moves yet")


# Figures


def people(hand: Hand) -> list[tuple[str, str, str, str]]:
    found = sorted(hand.driver.widgets(PlayerRow), key=lambda row: -row.y)
    return [(row.place, row.name, row.wins, row.about) for row in found]


THREE = (
    record("europe", ["Anna", "Bo"], "red claims brest--paris:black", "end"),
    record("europe", ["anna", "Bo"], "blue claims brest--paris:black", "blue keeps brest--marseille", "end"),
    record("usa", ["Bo", "ANNA"], "blue claims portland--seattle:grey-1", "end"),
)


def test_the_figures_of_two_people_after_three_games(on_shelf: OnShelf) -> None:
    hand = on_shelf(*THREE, NOBODY_YET)
    hand.touch("Statistics")
    assert hand.driver.has("3 games counted")
    assert people(hand) == [
        ("1.", "ANNA", "2 of 3 won", "Longest route 3, no tickets."),
        ("2.", "Bo", "1 of 3 won", "Longest route 3, 0 of 1 tickets."),
    ]
    hand.driver.tap(hand.driver.find(icon="filter"))
    hand.driver.settle()
    hand.touch("Europe")
    assert people(hand) == [
        ("1.", "anna", "1 of 2 won", "Average 19, best 26, longest route 3, no tickets."),
        ("2.", "Bo", "1 of 2 won", "Average 15.5, best 19, longest route 3, 0 of 1 tickets."),
    ]
    hand.driver.tap(next(row for row in hand.driver.widgets(PlayerRow) if row.name == "anna"))
    hand.driver.settle()
    assert hand.driver.has("3 games, 2 won")  # all of her games, whichever map was shown


def test_a_players_page_has_a_bar_and_a_course_for_each_map(on_shelf: OnShelf) -> None:
    hand = on_shelf(*THREE)
    hand.touch("Statistics")
    hand.driver.tap(next(row for row in hand.driver.widgets(PlayerRow) if row.name == "ANNA"))
    hand.driver.settle()
    assert hand.driver.has("3 games, 2 won, longest route 3.")
    bars = [(bar.name, bar.words, bar.share) for bar in hand.driver.widgets(Bar)]
    assert sorted(bars) == [
        ("Europe", "1 of 2 won", 0.5),
        ("Europe", "no tickets", 0.0),
        ("USA", "1 of 1 won", 1.0),
        ("USA", "no tickets", 0.0),
    ]
    courses = list(hand.driver.widgets(TrendLine))
    assert len(courses) == 2
    assert hand.driver.has("Average 19, best 26, longest route 3.")
    hand.back()
    assert isinstance(screen(hand), StatisticsScreen)


def test_counting_can_be_left_at_any_time_and_is_remembered(on_shelf: OnShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statisticsscreen, "_BUDGET", 0.0)  # one game per frame
    hand = on_shelf(*[ANNA_WINS] * 60)
    archive = hand.driver.app.session.archive
    hand.driver.tap(hand.driver.find(icon="chart"))
    assert hand.driver.has("of 60 games")
    hand.back()
    counted = len(archive._results)
    assert 0 < counted < 60
    hand.driver.wait(1)
    assert len(archive._results) == counted
    hand.touch("Statistics")
    assert hand.driver.has("60 games counted")
    assert people(hand)[0][:3] == ("1.", "Anna", "60 of 60 won")
