"""The choices of the Card Game that are recorded with a scoring, and undone and redone with it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.boards import Library
from companion.game import events as e
from companion.game.journal import Journal
from companion.game.outcome import Recorded, Refused
from companion.scoring import tally
from hardware.codes import Command, command
from tests.game.scanned import FINISH, UNDO, Played, opened, said
from tests.table import event

REDO = command(Command.REDO)
LOSES_BY_VALUE = (
    "red keeps chicago--santa-fe chicago--dallas",
    "blue keeps dallas--raleigh",
    "red piles yellow 1 green 1",
    "blue piles green 1 red 1",
)
ANNA = e.Complete(player="red", tickets=("chicago--dallas",))
BO = e.Complete(player="blue", tickets=("dallas--raleigh",))

Sit = Callable[..., Played]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Plays a Card Game to a position: `sit("red keeps chicago--dallas")`."""
    tables: list[Played] = []

    def sit_down(*moves: str, colours: str = "red blue") -> Played:
        tables.append(Played(tmp_path, "card_game", colours))
        for move in moves:
            assert isinstance(tables[-1].play.commit(event(move)), Recorded)
        return tables[-1]

    yield sit_down
    for played in tables:
        played.journal.close()


def totals(played: Played) -> list[int]:
    return [score.total for score in tally(played.play.state).players]


def test_the_end_records_what_nobody_has_chosen(sit: Sit) -> None:
    played = sit(*LOSES_BY_VALUE)
    before = played.play.events
    assert played.scan(FINISH, FINISH) == "The game ended"
    assert played.play.events == (*before, ANNA, BO, e.End())
    assert totals(played) == [19, 18]


def test_one_undo_takes_back_the_end_and_what_was_recorded_with_it(sit: Sit) -> None:
    played = sit(*LOSES_BY_VALUE)
    before = played.play.events
    played.scan(FINISH, FINISH)
    assert played.scan(UNDO) == "Undone: The game ended"
    assert played.play.events == before
    assert played.scan(REDO) == "Redone: The game ended"
    assert played.play.events == (*before, ANNA, BO, e.End())
    assert played.scan(UNDO) == "Undone: The game ended"
    assert played.scan(UNDO) == "Undone: Bo counted a pile of 2 cards"


def test_one_undo_does_so_after_a_restart(sit: Sit, tmp_path: Path) -> None:
    played = sit(*LOSES_BY_VALUE)
    before = played.play.events
    played.scan(FINISH, FINISH)
    number = played.play.game.id
    played.journal.close()
    journal = Journal(tmp_path)
    game = journal.resume(Library(), number)
    assert game is not None
    play = opened(game)
    play.undo()
    assert play.events == before
    play.redo()
    assert play.events == (*before, ANNA, BO, e.End())
    journal.close()


def test_a_players_own_choice_stays(sit: Sit) -> None:
    """Anna prefers the dearer ticket; Bo's is recorded with the end and undone with it."""
    own = "red completes chicago--santa-fe"
    played = sit(*LOSES_BY_VALUE, own)
    before = played.play.events
    played.scan(FINISH, FINISH)
    assert played.play.events == (*before, BO, e.End())
    assert totals(played) == [15, 18]
    played.scan(UNDO)
    assert played.play.events == before
    assert played.scan(UNDO) == "Undone: Anna chose one ticket to complete"


def test_a_choice_that_came_back_to_the_proposal_stays(sit: Sit) -> None:
    """Without it, the choice before it would count again."""
    played = sit(*LOSES_BY_VALUE, "red completes chicago--santa-fe", "red completes chicago--dallas")
    before = played.play.events
    played.scan(FINISH, FINISH, UNDO)
    assert played.play.events == before


def test_cg_5_the_first_scoring_is_undone_with_its_choices(sit: Sit) -> None:
    played = sit(*LOSES_BY_VALUE, colours="red blue green yellow")
    before = played.play.events
    assert played.scan(FINISH, FINISH) == "The piles were scored for the first time"
    by_value = e.Complete(player="red", tickets=("chicago--santa-fe",))
    assert played.play.events == (*before, by_value, BO, e.Scoring())
    played.scan(UNDO)
    assert played.play.events == before
    played.scan(REDO)
    assert played.play.events == (*before, by_value, BO, e.Scoring())
    played.scan(FINISH, FINISH)
    assert played.play.state.ended
    played.scan(UNDO)
    assert played.play.events == (*before, by_value, BO, e.Scoring())


def test_a_pile_counted_again_and_a_further_ticket_take_the_choice_back(sit: Sit) -> None:
    played = sit(*LOSES_BY_VALUE, "red completes chicago--dallas", "red piles yellow 1 green 1 blue 1")
    assert played.play.state.chosen == {}
    played.play.commit(event("red completes chicago--dallas"))
    played.play.commit(event("red keeps new-york--chicago"))
    assert played.play.state.chosen == {}
    played.scan(FINISH, FINISH)
    assert played.play.state.chosen["red"] == ("chicago--dallas", "new-york--chicago")


def test_a_pile_that_is_refused_takes_nothing_back(sit: Sit) -> None:
    played = sit(*LOSES_BY_VALUE, "red completes chicago--dallas")
    before = played.play.events
    refused = played.play.commit(event("red piles red 11"))
    assert isinstance(refused, Refused)
    assert said(refused) == "no: Anna (red)’s pile has 11 red cards, but there are only 10"
    assert played.play.events == before


def test_a_forgotten_ticket_of_a_game_without_choices_changes_nothing_else(sit: Sit) -> None:
    """An earlier version recorded no choices: such a game stays scored by value (CG-A6)."""
    played = sit(*LOSES_BY_VALUE)
    played.play.game.record(e.End())
    assert totals(played) == [15, 18]
    played.play.add_before_end(e.Tickets(player="blue", kept=("dallas--miami",)))
    assert played.play.state.ended
    assert played.play.state.chosen == {}


def test_a_forgotten_ticket_renews_its_players_choice_only(sit: Sit) -> None:
    played = sit(*LOSES_BY_VALUE[:3], "blue piles green 2 red 2")
    played.scan(FINISH, FINISH)
    played.play.add_before_end(e.Tickets(player="blue", kept=("dallas--miami",)))
    assert played.play.events[-3:] == (
        e.Tickets(player="blue", kept=("dallas--miami",)),
        e.Complete(player="blue", tickets=("dallas--raleigh", "dallas--miami")),
        e.End(),
    )
    assert played.play.state.chosen["red"] == ("chicago--dallas",)
    played.scan(UNDO)
    assert played.play.events[-1] == e.Tickets(player="blue", kept=("dallas--miami",))


def test_who_has_no_pile_or_no_tickets_chooses_nothing(sit: Sit) -> None:
    played = sit("red keeps chicago--dallas", "blue piles green 1")
    played.scan(FINISH, FINISH)
    assert [one.type for one in played.play.events] == ["tickets", "pile", "end"]
