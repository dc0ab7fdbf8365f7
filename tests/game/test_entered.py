"""Lines of the score sheet that people enter: their range, what is missing, undo and amendment, and scans."""

from pathlib import Path

import pytest

from companion.game import BadRecordError, Options, parse_record, replay
from companion.game import events as e
from companion.game.eventwords import tell
from companion.game.journal import Journal
from companion.game.outcome import Recorded, Refused
from hardware.codes import Command, command
from tests.game.scanned import opened, said
from tests.made_up import made_up
from tests.table import players, table

BEGUN = table(made_up(), "purple white").play("white starts bravo", "purple starts alfa")
FINISH = command(Command.FINISH)


def test_points_within_the_range_are_a_line_of_the_sheet() -> None:
    position = BEGUN.play("purple enters shares 40", "purple enters tolls -20", "white enters weather 5")
    assert position.lines("shares") == {"purple": 40, "white": 0}
    assert position.lines("tolls") == {"purple": -20, "white": 0}
    assert position.lines("weather") == {"purple": 0, "white": 5}
    assert position.score("purple").total == sum(position.score("purple").lines.values())


def test_the_second_time_replaces_the_first() -> None:
    assert BEGUN.play("purple enters shares 4", "purple enters shares 7").lines("shares")["purple"] == 7


def test_points_out_of_range_are_refused_and_can_be_overridden() -> None:
    assert BEGUN.against("purple enters shares 41") == ["forbidden : Shares must be from 0 to 40, not 41"]
    assert BEGUN.against("purple enters tolls 1") == ["forbidden : Tolls must be from -20 to 0, not 1"]
    anyway = BEGUN.play("purple! enters shares 41")
    assert anyway.lines("shares")["purple"] == 41
    assert [str(one) for one in anyway.score("purple").warnings] == ["Shares must be from 0 to 40, not 41"]


def test_a_line_that_the_map_does_not_have_is_impossible() -> None:
    assert BEGUN.against("purple enters share 1") == [
        "impossible : there is no score line share on Made up; did you mean shares?"
    ]
    assert table("usa").against("red enters shares 1") == ["impossible : there is no score line shares on USA"]


def test_what_is_missing_is_said_on_the_sheet() -> None:
    position = BEGUN.play("purple enters shares 4", "white enters tolls 0", "purple enters tolls -1")
    assert not any("not entered" in str(one) for one in position.sheet.warnings), "the game is not over"
    said_at_the_end = [str(one) for one in position.play("end").sheet.warnings]
    assert "Shares: not entered for Finn" in said_at_the_end
    assert "Weather: not entered for Gro, Finn" in said_at_the_end
    assert not any("Tolls" in one for one in said_at_the_end)


def test_a_game_without_such_lines_never_hears_of_them() -> None:
    usa = table("usa").play("end")
    assert set(usa.score("red").lines) == {"routes", "tickets", "longest"}
    assert not any("not entered" in str(one) for one in usa.sheet.warnings)


def test_it_is_told_in_the_log() -> None:
    assert str(tell(BEGUN.state, e.Entered(player="white", line="tolls", points=-3))) == "Tolls for Finn: −3 points"


def test_it_neither_takes_a_turn_nor_ends_the_chance_to_buy_a_marker() -> None:
    claimed = BEGUN.play("purple claims alfa--bravo:red", "white enters shares 3")
    assert claimed.state.turns.count == 1
    assert claimed.state.marker_claim is not None


def test_undo_redo_and_amendment(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    play = opened(journal.begin(made_up(), players(["purple", "white"]), Options()))
    assert isinstance(play.record(e.Entered(player="purple", line="shares", points=9)), Recorded)
    play.undo()
    assert play.state.entered.get("shares", {}) == {}
    play.redo()
    place = len(play.events) - 1
    assert isinstance(play.amend(place, e.Entered(player="purple", line="shares", points=19)), Recorded)
    assert play.state.entered["shares"] == {"purple": 19}
    assert isinstance(play.amend(place, e.Entered(player="purple", line="shares", points=99)), Refused)
    play.undo()
    assert play.state.entered["shares"] == {"purple": 9}
    journal.close()
    again = Journal(tmp_path)
    assert again.record_of(1).events[-1] == e.Entered(player="purple", line="shares", points=9)
    again.close()


def test_finish_by_scan_waits_for_what_people_enter(tmp_path: Path) -> None:
    play = opened(Journal(tmp_path).begin(made_up(), players(["purple", "white"]), Options()))
    assert said(play.take(FINISH)) == "no: Shares: not entered for Gro, Finn. Tap Finish on the screen to enter it"
    for player in play.state.players:
        for line in made_up().rules.entered:
            play.record(e.Entered(player=player.colour, line=line.id, points=0))
    play.take(FINISH)
    play.take(FINISH)
    assert play.state.ended


def test_a_record_with_points_out_of_range_is_refused_in_one_line() -> None:
    event = '{"type": "entered", "player": "red", "line": "shares", "points": 50}'
    people = '[{"colour": "red", "name": "Anna"}, {"colour": "purple", "name": "Bo"}]'
    text = f'{{"format": "companion-game/1", "map": "made-up", "players": {people}, "events": [{event}]}}'
    with pytest.raises(BadRecordError, match=r"^event 1: Shares must be from 0 to 40, not 50$"):
        replay(parse_record(text.encode()), made_up())
