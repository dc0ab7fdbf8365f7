"""The tally as a show: it runs, can be paused, stepped, sped up, skipped and switched off, and ends in the sheet."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.screens.conftest import lay
from tests.screens.player import Hand, same_score
from tests.screens.test_whole_games import Wire

# isort: split
from companion.boards import Library
from companion.game import Options, Player, State, apply, refusal_of
from companion.game import events as e
from companion.game.journal import Journal
from companion.screens.score.scoretrack import lanes, place_of
from companion.screens.score.sheetscreen import ScoreSheetScreen
from companion.screens.score.tallyshow import TallyRow, TallyShow
from companion.screens.score.ticketspage import AccountRow
from hardware.codes import LabelKind, player
from tests.games import _events as random_events
from tests.table import NAMES

AtTable = Callable[..., Hand]
BREST = (
    "red keeps brest--marseille kyiv--petrograd",
    "blue keeps essen--kyiv",
    "red claims brest--paris:black",
    "blue claims marseille--paris:grey",
    "red builds paris",
)


def show_of(hand: Hand) -> TallyShow:
    screen = hand.driver.app.session.host.screen
    assert isinstance(screen, TallyShow), screen
    return screen


def ended(hand: Hand) -> TallyShow:
    hand.touch("Finish")
    hand.touch("End the game")
    return show_of(hand)


def panel(hand: Hand) -> list[int]:
    return [int(row.points) for row in hand.driver.widgets(TallyRow)]


def press(hand: Hand, icon: str) -> None:
    hand.driver.tap(hand.driver.find(icon=icon, kind="plain"))
    hand.driver.settle()


def test_it_runs_by_itself_to_the_winner(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *BREST)
    show = ended(hand)
    assert show.moment.kind == "routes"
    hand.driver.wait(60)
    assert show.over
    assert panel(hand) == [score.total for score in show.sheet.players]
    assert hand.driver.has("wins with")
    hand.touch("Score sheet")
    assert isinstance(hand.driver.app.session.host.screen, ScoreSheetScreen)


def test_it_can_be_paused_and_stepped(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *BREST)
    show = ended(hand)
    press(hand, "pause")
    hand.driver.wait(20)
    assert show.place == 0
    press(hand, "next")
    press(hand, "next")
    assert show.place == 2
    press(hand, "previous")
    assert show.place == 1
    hand.driver.wait(20)
    assert show.place == 1
    press(hand, "play")
    hand.driver.wait(60)
    assert show.over
    press(hand, "turn")  # once more
    assert show.place == 0


def test_speed_is_remembered(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *BREST)
    show = ended(hand)
    hand.touch("×1")
    hand.touch("×2")
    assert show.speed == 4
    hand.driver.wait(15)
    assert show.over
    assert hand.driver.app.session.preferences.tally_speed == 4


def test_it_can_be_switched_off(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *BREST)
    hand.back()
    hand.touch("Settings")
    hand.touch("Show the final scoring step by step")
    hand.back()
    hand.touch("Continue")
    hand.touch("Finish")
    hand.touch("End the game")
    assert isinstance(hand.driver.app.session.host.screen, ScoreSheetScreen)


def test_tickets_come_one_at_a_time_with_failures_first(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *BREST)
    show = ended(hand)
    while show.moment.kind != "ticket":
        press(hand, "next")
    assert hand.driver.has("Ticket 1 of 2")
    assert hand.driver.has("Anna: Kyïv–Petrograd")
    assert hand.driver.has("−6")
    press(hand, "next")
    assert hand.driver.has("Anna: Brest–Marseille")
    assert hand.driver.has("Uses Marseille–Paris, claimed by Bo")
    assert hand.driver.has("+7")


def test_a_ticket_scanned_during_the_show_is_added_there_and_then(tmp_path: Path) -> None:
    lay(tmp_path / "data", "europe", "red blue", *BREST)
    wire = Wire(tmp_path)
    hand = wire.hand
    hand.touch("Continue")
    show = ended(hand)
    before = {score.player.colour: score.total for score in show.sheet.players}
    board = show.game.state.board
    wire.scan(player("blue").text, wire.code(board, LabelKind.TICKET, "berlin--roma"))
    assert show.moment.ticket is board.tickets["berlin--roma"]
    assert show.moment.player == "blue"
    assert show.game.state.ended
    assert show.game.state.hand("blue") == ("essen--kyiv", "berlin--roma")
    assert show.sheet.players[1].total == before["blue"] - 9
    wire.scan(wire.code(board, LabelKind.TICKET, "berlin--roma"))  # that card is in a hand already
    assert hand.driver.has("Bo (blue) already has the ticket Berlin–Roma")
    same_score(hand, hand.to_sheet())
    wire.stop()


def test_tickets_says_whose_were_completed_as_far_as_they_are_told(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *BREST)
    show = ended(hand)
    hand.touch("Tickets")
    assert {"Still to come: 2", "Still to come: 1"} <= set(hand.driver.labels())
    assert not hand.driver.has("Essen – Kyïv")
    hand.touch("Close")
    show.skip()
    hand.driver.settle()
    hand.touch("Tickets")
    rows = {row.name: row.words for row in hand.driver.widgets(AccountRow)}
    assert (rows["Brest – Marseille"], rows["Essen – Kyïv"]) == ("Completed", "Not completed")
    assert "Add a forgotten ticket" in hand.driver.labels()


def test_a_forgotten_ticket_is_added_by_touch(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *BREST)
    show = ended(hand)
    hand.touch("Tickets")
    hand.touch("Add a forgotten ticket")
    for letter in "ZUR":
        hand.touch(letter)
    hand.driver.tap(hand.driver.find(ticket="zurich--budapest"))
    hand.driver.settle()
    hand.touch("Anna keeps one ticket")
    assert show.game.state.hand("red")[-1] == "zurich--budapest"
    assert show.moment.ticket is show.game.state.board.tickets["zurich--budapest"]
    same_score(hand, hand.to_sheet())


@pytest.mark.parametrize(
    ("map_id", "players", "wanted"),
    [("europe", 5, "stations"), ("india", 4, "mandala"), ("old_west", 6, "alvin"), ("switzerland", 3, "tickets")],
)
def test_a_full_table_tallies_to_the_score_of_its_record(
    map_id: str, players: int, wanted: str, tmp_path: Path, hands: list[Hand]
) -> None:
    """Every moment adds up; the end of the show, the sheet and the exported record agree."""
    board = Library().load(map_id)
    people = [Player(colour=c, name=c.title()) for c in list(NAMES)[:players]]
    journal = Journal(tmp_path)
    game = journal.begin(board, people, Options(alvin=map_id == "old_west"))
    for event in _a_game_with(wanted, game.state, map_id):
        game.record(event)
    journal.close()
    hand = Hand(tmp_path)
    hands.append(hand)
    hand.touch("Continue")
    show = ended(hand)
    assert any(moment.kind == _KINDS[wanted] and moment.points for moment in show.moments)
    if wanted == "tickets":
        assert any(moment.ticket and moment.ticket.options and moment.well for moment in show.moments)
    told = dict.fromkeys((one.colour for one in people), 0)
    show.step(0)
    while True:
        if show.moment.player:
            told[show.moment.player] += show.moment.points
        assert panel(hand) == list(told.values())
        if show.over:
            break
        press(hand, "next")
    assert list(told.values()) == [score.total for score in show.sheet.players]
    hand.touch("Score sheet")
    same_score(hand, hand.driver.app.session.host.screen)


_KINDS = {"stations": "stations", "mandala": "mandala", "alvin": "alvin", "tickets": "ticket"}


def _a_game_with(wanted: str, state: State, map_id: str) -> list[e.Event]:
    """The first random game in which what is wanted earns points, with tickets that some of it completes."""
    from companion.scoring import tally

    for seed in range(200):
        events: list[e.Event] = []
        now = state
        for event in random_events(state, Random(seed), 150):
            if isinstance(event, e.End):
                continue
            events.append(event)
            now = apply(now, event)
        if now.alvin and now.alvin.to_be_moved:
            continue
        for colour in (one.colour for one in state.players):  # tickets that the boards complete, if any are free
            for ticket in now.board.tickets.values():
                kept = e.Tickets(player=colour, kept=(ticket.id,))
                if refusal_of(now, kept) is not None:
                    continue
                after = apply(now, kept)
                score = next(one for one in tally(after).players if one.player.colour == colour)
                if score.tickets[-1].completed and (wanted != "tickets" or ticket.options):
                    events.append(kept)
                    now = after
                    break
        sheet = tally(now)
        if any(score.lines.get(wanted, 0) > 0 for score in sheet.players) and (
            wanted != "tickets" or any(t.reached for score in sheet.players for t in score.tickets)
        ):
            return events
    raise AssertionError("no such game")


def test_the_track_goes_once_around_and_on() -> None:
    assert (place_of(0, 300, 200).x, place_of(0, 300, 200).y) == (0, 0)
    assert (place_of(20, 300, 200).x, place_of(20, 300, 200).y) == (0, 200)
    assert (place_of(50, 300, 200).x, place_of(50, 300, 200).y) == (300, 200)
    assert place_of(137, 300, 200) == place_of(37, 300, 200)
    assert place_of(-5, 300, 200) == place_of(95, 300, 200)


def test_cars_with_the_same_points_stand_side_by_side() -> None:
    assert lanes([10, 10, 50, 11, 110]) == [0, 1, 0, 2, 3]
