"""A board that uses every figure at once: it is played, tallied against a slow count, exported, and scores the same
from its record and from its kept board."""

import json
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from companion.boards import Library, Route, Ticket
from companion.boards.facts import board_from, digest_of, facts_of
from companion.boards.rules import Piles, Rules
from companion.boards.rulewords import rules_in_words
from companion.cli import main
from companion.game import State, parse_record, play_events, replay
from companion.game.journal import Journal
from companion.scoring import ScoreSheet, sheet_json, tally
from companion.scoring.reveal import moments
from hardware.codes import LabelKind
from hardware.codes import player as badge
from tests.exports.finishedgames import ended
from tests.game.scanned import code, opened
from tests.games import random_game
from tests.made_up import FILE, made_up
from tests.scoring.test_trails import longest_by_walking
from tests.table import players, table

FOUR = "purple white red black"
STARTS = ("black starts hotel", "red starts golf", "white starts bravo", "purple starts alfa")
SPECIAL = "golf--hotel:grey"


def unused(table: BaseModel, where: str = "") -> Iterator[str]:
    """Every figure that is left at its default."""
    for name, field in type(table).model_fields.items():
        value = getattr(table, name)
        if value == field.get_default(call_default_factory=True):
            yield f"{where}{name}"
        elif isinstance(value, BaseModel):
            yield from unused(value, f"{where}{name}.")


def test_no_figure_of_the_rules_is_left_out() -> None:
    """Piles apart, which are for games without a board, and the default number of players for all tracks."""
    assert set(unused(made_up().rules)) == {"piles", "parallel_tracks_from"}
    assert Rules.model_fields["piles"].annotation == Piles | None
    fields = {name for route in made_up().routes.values() for name in route.model_fields_set}
    assert {"tunnel", "locomotives", "cards_for_missing"} <= fields


def test_the_rules_are_told_in_words() -> None:
    said = rules_in_words(made_up(), alvin=True)
    for words in (
        "With 2 players, one route between the same two cities can be claimed.",
        "With 3 players, 2 routes between the same two cities can be claimed.",
        "A player can claim at most 2 routes between the same two cities.",
        "On a ferry, 2 cards of any colours can stand in for a locomotive.",
        "Golf–Hotel: 3 cards of any colours can stand in for each one that is missing.",
        "Tolls: entered at the end for each player, from −20 to 0.",
        "Tickets at the start: 2 and one long ticket, keep at least 1; the rest are shuffled into the deck.",
        "Tickets during the game: draw 2, keep any or none; the rest are removed from the game.",
        "Ties are broken by fewest stations built, most completed tickets, the longest route, in that order; if still "
        "tied, the win is shared.",
    ):
        assert words in said


def test_tracks_are_closed_by_the_number_of_players_and_by_ones_own() -> None:
    tracks = ("alfa--delta:grey-1", "alfa--delta:grey-2", "alfa--delta:pink")
    two = table(made_up(), "purple white").play("white starts bravo", "purple starts alfa")
    two = two.play(f"purple claims {tracks[0]}")
    assert len(two.against(f"purple claims {tracks[1]}")) == 1
    three = table(made_up(), "purple white red").play("red starts golf", "white starts delta", "purple starts alfa")
    three = three.play(f"purple claims {tracks[0]}", f"purple claims {tracks[1]}")
    assert three.against(f"white claims {tracks[2]}")[0] == (
        "forbidden GEN-6: Alfa–Delta (pink) is closed: Gro (purple) has Alfa–Delta (grey 1), and with 3 players only 2 "
        "of them may be claimed"
    )
    four = table(made_up(), FOUR).play("black starts hotel", "red starts golf", "white starts delta")
    four = four.play("purple starts alfa", f"purple claims {tracks[0]}", f"purple claims {tracks[1]}")
    assert four.against(f"white claims {tracks[2]}") == []
    assert len(four.against(f"purple claims {tracks[2]}")) == 2  # one for each track that purple has


def test_a_ferry_and_a_long_route_with_cards_that_stand_in() -> None:
    begun = table(made_up(), FOUR).play(*STARTS)
    assert begun.against("purple claims alfa--bravo:blue paying blue 4 red 1 green 1") == []
    assert begun.against("purple claims alfa--bravo:blue paying blue 4 locomotive 1") == []
    assert len(begun.against("purple claims alfa--bravo:blue paying blue 5")) == 1
    assert begun.against(f"red claims {SPECIAL} paying pink 8 white 1 green 2") == []


def test_stations_and_markers_beside_each_other() -> None:
    position = table(made_up(), FOUR).play(
        *STARTS,
        "purple claims alfa--bravo:red",  # Alfa and Bravo are marked: both owners get 7
        "white builds alfa paying red 2",
        "red claims golf--beyond:green",
        "red marks beyond-golf paying white 1",
    )
    assert position.lines("routes") == {"purple": 7, "white": 7, "red": 2, "black": 0}
    assert position.lines("stations") == {"purple": 10, "white": 5, "red": 10, "black": 10}


# The tally against a slow count


def gates(place: str) -> list[str]:
    board = made_up()
    return [place] if place in board.cities else [one.id for one in board.cities.values() if one.country == place]


def reached(routes: tuple[Route, ...], start: str) -> set[str]:
    found = {start}
    for _ in routes:
        for route in routes:
            if found & set(route.ends):
                found |= set(route.ends)
    return found


def worth(routes: tuple[Route, ...], ticket: Ticket) -> int:
    """The best goal that is reached, or the penalty."""
    values = [
        goal.points
        for goal in ticket.goals
        for start in gates(ticket.start)
        if reached(routes, start) & set(gates(goal.to))
    ]
    return max(values, default=-ticket.penalty)


def lent(state: State, colour: str) -> list[tuple[Route, ...]]:
    """Every choice of one route of another player at each station."""
    board, ways = state.board, []
    for city in state.stations_of(colour):
        near = [
            claim.route
            for claim in state.claims
            if claim.player != colour and city in board.routes[claim.route.id].ends
        ]
        ways.append([(), *((route,) for route in near)])
    return [tuple(route for one in choice for route in one) for choice in product(*ways)]


def loops(routes: tuple[Route, ...], ticket: Ticket) -> bool:
    """Whether both ends stay joined whichever connection is taken away."""
    pairs = {frozenset(route.ends) for route in routes}
    for goal in ticket.goals:
        for start, end in product(gates(ticket.start), gates(goal.to)):
            kept = [tuple(r for r in routes if frozenset(r.ends) != pair) for pair in pairs]
            if end in reached(routes, start) and all(end in reached(some, start) for some in kept):
                return True
    return False


def counted(state: State) -> list[dict[str, int]]:
    """Every line of every player, slowly."""
    rules, found = state.board.rules, []
    for player in state.players:
        colour, own = player.colour, state.routes_of(player.colour)
        tickets = [state.board.tickets[one] for one in state.hand(colour)]
        values = [[worth((*own, *more), ticket) for ticket in tickets] for more in lent(state, colour)]
        lines = {"tickets": max(sum(one) for one in values), "routes": 0}
        for claim in state.claims:
            points, owners = rules.points[claim.route.length], [one for one in claim.owners if one]
            lines["routes"] += points * (owners.count(colour) if owners else claim.player == colour)
        lines["stations"] = 5 * (2 - len(state.stations_of(colour)))
        qualified = sum(loops(own, ticket) for ticket in tickets)
        lines["mandala"] = (0, 3, 8)[min(qualified, 2)]
        if state.alvin:
            held = state.alvin.keeper == colour
            lines["alvin"] = 6 * state.alvin.captures.count(colour) + 4 * held
        lines |= {line.id: state.entered.get(line.id, {}).get(colour, 0) for line in rules.entered}
        found.append(lines)
    return found


def check(state: State, sheet: ScoreSheet) -> None:
    lengths = [
        longest_by_walking([(route.id, *route.ends, route.length) for route in state.routes_of(player.colour)])
        for player in state.players
    ]
    completed = [score.completed for score in sheet.players]
    keys = []
    for place, (lines, score) in enumerate(zip(counted(state), sheet.players, strict=True)):
        lines["longest"] = 7 * (0 < lengths[place] == max(lengths))
        lines["globetrotter"] = 13 * (0 < completed[place] == max(completed))
        assert dict(score.lines) == lines
        stations = len(state.stations_of(score.player.colour))
        keys.append((score.total, -stations, score.completed, lines["longest"]))
    assert [score.rank for score in sheet.players] == [1 + sum(other > key for other in keys) for key in keys]


@given(st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_every_line_against_a_slow_count(rng: Random) -> None:
    begun, events = random_game(made_up(), rng, turns=24)
    state = play_events(begun.state, events)
    sheet = tally(state)
    check(state, sheet)
    told = moments(sheet)
    for score in sheet.players:
        assert sum(one.points for one in told if one.player == score.player.colour) == score.total


# Kept, exported, replayed


@pytest.fixture
def library(tmp_path: Path) -> Library:
    own = tmp_path / "maps"
    own.mkdir()
    (own / FILE.name).write_bytes(FILE.read_bytes())
    return Library(own)


def test_it_scores_the_same_from_its_record_and_from_the_journal(tmp_path: Path, library: Library) -> None:
    board = library.load("made-up")
    for seed in range(5):
        begun, events = random_game(board, Random(seed), turns=40)
        journal = Journal(tmp_path / str(seed))
        game = journal.begin(board, begun.state.players, begun.state.options)
        for event in events:
            game.record(event)
        sheet: dict[str, Any] = sheet_json(tally(game.state))
        record = parse_record(game.as_record().model_dump_json(exclude_none=True).encode())
        assert sheet_json(tally(replay(record, board))) == sheet
        journal.close()
        again = Journal(tmp_path / str(seed))
        assert sheet_json(tally(again.read(1, library).state)) == sheet
        gone = again.read(1, Library(None)).state  # the map is no longer there, but the game keeps its board
        assert {**sheet_json(tally(gone)), "warnings": []} == {**sheet, "warnings": []}
        again.close()


def test_its_kept_board_is_the_same_board() -> None:
    again = board_from(facts_of(made_up()))
    assert again.rules == made_up().rules
    assert digest_of(again) == digest_of(made_up())


def test_every_export_has_the_lines_that_were_entered(
    tmp_path: Path, library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    from companion.exports.formats import KINDS
    from companion.exports.pdf import pdf_bytes
    from companion.exports.picture import picture_bytes
    from companion.exports.spreadsheet import csv_bytes
    from tests.exports.test_pages import bare, text_of

    entered = ("red enters shares 12", "red enters tolls -7", "red enters weather 3")
    nothing = ("blue enters shares 0", "blue enters tolls 0", "blue enters weather -5")
    moves = ("blue starts bravo", "red starts alfa", "red claims alfa--bravo:red", *entered, *nothing)
    game = ended(library.load("made-up"), *moves)
    assert bare("Shares", "+12", "0") in text_of(pdf_bytes(game))
    assert bare("Tolls", "−7", "0") in text_of(pdf_bytes(game))
    rows = csv_bytes(game).decode("utf-8-sig")
    assert "Weather" in rows
    assert "Shares" in rows
    assert picture_bytes(game)[:4] == b"\x89PNG"
    record = tmp_path / "made-up.game.json"
    record.write_bytes(KINDS["record"][1](game))
    assert main(["--data-dir", str(tmp_path), "score", "--json", str(record)]) == 0
    lines = json.loads(capsys.readouterr().out)["players"][0]["lines"]
    assert (lines["shares"], lines["tolls"], lines["weather"]) == (12, -7, 3)
    assert main(["--data-dir", str(tmp_path), "score", str(record)]) == 0
    assert "Shares" in capsys.readouterr().out


def test_pairs_of_tracks_are_never_taken_for_equal() -> None:
    """The ways that lie between the same cities, and the points of each."""
    pair = [route for route in made_up().routes.values() if set(route.ends) == {"alfa", "bravo"}]
    assert [made_up().points(route) for route in pair] == [7, 10]
    assert all(one.length != other.length for one, other in combinations(pair, 2))


def test_a_scanned_city_is_a_start_city_a_station_or_a_marker(tmp_path: Path) -> None:
    play = opened(Journal(tmp_path).begin(made_up(), players(["purple", "white"])))
    for colour, city in (("white", "bravo"), ("purple", "alfa"), ("purple", "delta")):
        play.take(badge(colour))
        play.take(code(made_up(), LabelKind.CITY, city))
    assert [placed.city for placed in play.state.markers] == ["bravo", "alfa"]
    assert [placed.city for placed in play.state.stations] == ["delta"]
    play.take(badge("purple"))
    play.take(code(made_up(), LabelKind.ROUTE, "alfa--delta:pink"))
    play.take(code(made_up(), LabelKind.CITY, "delta"))  # an end of the route that was just claimed
    assert play.state.markers_of("purple") == ("alfa", "delta")
    play.take(badge("white"))
    play.take(code(made_up(), LabelKind.CITY, "echo"))
    assert play.state.stations_of("white") == ("echo",)
