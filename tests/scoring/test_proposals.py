"""What is proposed to complete in the Card Game, against every choice that there is."""

import json
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boards import CardCounts, PlayerColour, Ticket, parse_map
from companion.cli import main
from companion.game import events as e
from companion.palette import CARDS
from companion.scoring.bigcities import Race, earns_most
from companion.scoring.proposals import as_proposed, proposed_choices, proposed_tickets
from tests.scoring.test_piles import pays
from tests.table import Table, board, table

MAP = board("card_game")
TICKETS = list(MAP.tickets.values())
COLOURS = tuple(CARDS)
CITIES = {"new-york": 15, "los-angeles": 12, "chicago": 12, "dallas": 10, "miami": 8, "seattle": 8}

Hand = tuple[Ticket, ...]


# The plain rules, slowly


def choices(held: Hand, pile: CardCounts) -> list[Hand]:
    """Everything that a pile pays for."""
    subsets = (some for size in range(len(held) + 1) for some in combinations(held, size))
    return [some for some in subsets if pays(some, pile)]


def named(city: str, tickets: Hand) -> int:
    return sum(city in (ticket.start, ticket.goals[0].to) for ticket in tickets)


def won(own: Hand, others: list[Hand]) -> list[str]:
    """CG-7, CG-A3, CG-A4: the cities of which nobody completed more, if any at all."""
    counts = {city: [named(city, tickets) for tickets in (own, *others)] for city in CITIES}
    return [city for city, (mine, *theirs) in counts.items() if mine and mine >= max(theirs, default=0)]


def earned(held: Hand, done: Hand, earlier: Hand, others: list[Hand]) -> tuple[int, int, int]:
    """CG-9, and CG-10 for the same total: points in all, tickets, big cities."""
    cities = won((*earlier, *done), others)
    points = sum(ticket.penalty if ticket in done else -ticket.penalty for ticket in held)
    return points + sum(CITIES[city] for city in cities), len(done), len(cities)


def by_value(held: Hand, pile: CardCounts) -> list[Hand]:
    """CG-A6: the choices of most value, then of most tickets; several may be as good."""
    found = choices(held, pile)
    worth = [(sum(ticket.penalty for ticket in done), len(done)) for done in found]
    return [done for done, value in zip(found, worth, strict=True) if value == max(worth)]


# Random finished games


@st.composite
def finished(draw: st.DrawFn, most: int = 5) -> tuple[list[PlayerColour], list[Hand], list[CardCounts]]:
    """Two to four players with tickets, no ticket twice, and piles that pay for some of them."""
    seats: list[PlayerColour] = ["red", "blue", "green", "yellow"]
    colours = seats[: draw(st.integers(2, 4))]
    deck = draw(st.permutations(TICKETS))
    hands: list[Hand] = []
    for _ in colours:
        count = draw(st.integers(0, most))
        hands.append(tuple(deck[:count]))
        deck = deck[count:]
    pile = st.dictionaries(st.sampled_from(COLOURS), st.integers(0, 3))
    return colours, hands, [draw(pile) for _ in colours]


def laid(game: tuple[list[PlayerColour], list[Hand], list[CardCounts]]) -> Table:
    colours, hands, piles = game
    moves = []
    for colour, held, pile in zip(colours, hands, piles, strict=True):
        if held:
            moves.append(f"{colour} keeps {' '.join(ticket.id for ticket in held)}")
        moves.append(f"{colour} piles {' '.join(f'{card} {count}' for card, count in pile.items())}")
    return table("card_game", " ".join(colours)).play(*moves)


def completing(position: Table, colour: str, tickets: Hand) -> Table:
    return position.play(f"{colour} completes {' '.join(ticket.id for ticket in tickets)}")


@given(finished(), st.data())
@settings(max_examples=200)
def test_cg_9_no_choice_earns_more_whatever_the_others_choose(
    game: tuple[list[PlayerColour], list[Hand], list[CardCounts]], data: st.DataObject
) -> None:
    position = laid(game)
    colours, hands, piles = game
    others = list(zip(colours, hands, piles, strict=True))[1:]
    theirs = []
    for colour, held, pile in others:
        done = data.draw(st.sampled_from(choices(held, pile)))
        theirs.append(done)
        position = completing(position, colour, done)
    proposal = proposed_tickets(position.state, colours[0], ends=True)
    assert pays(proposal, piles[0])
    best = max(earned(hands[0], done, (), theirs) for done in choices(hands[0], piles[0]))
    assert earned(hands[0], proposal, (), theirs) == best
    scored = completing(position, colours[0], proposal).play("end").score(colours[0])
    assert (scored.total, len(scored.big_cities)) == (best[0], best[2])  # and the sheet says so


@given(finished(most=2))
@settings(max_examples=60)
def test_cg_9_it_answers_every_choice_of_all_players(
    game: tuple[list[PlayerColour], list[Hand], list[CardCounts]],
) -> None:
    colours, hands, piles = game
    possible = [choices(held, pile) for held, pile in zip(hands, piles, strict=True)]
    for theirs in product(*possible[1:]):
        position = laid(game)
        for colour, done in zip(colours[1:], theirs, strict=True):
            position = completing(position, colour, done)
        proposal = proposed_tickets(position.state, colours[0], ends=True)
        best = max(earned(hands[0], done, (), list(theirs)) for done in possible[0])
        assert earned(hands[0], proposal, (), list(theirs)) == best


@given(finished(most=4))
@settings(max_examples=150)
def test_who_has_not_chosen_is_taken_to_complete_by_value(
    game: tuple[list[PlayerColour], list[Hand], list[CardCounts]],
) -> None:
    """Everyone answers the choice of the others by value, at once: nobody answers an answer."""
    position = laid(game)
    colours, hands, piles = game
    value = {}
    for colour, held, pile in zip(colours, hands, piles, strict=True):
        done = tuple(t.ticket for t in position.score(colour).tickets if t.completed)
        assert done in by_value(held, pile)
        value[colour] = done
    found = {choice.player: choice.tickets for choice in proposed_choices(position.state, ends=True)}
    assert list(found) == [colour for colour, held in zip(colours, hands, strict=True) if held]
    for colour, held, pile in zip(colours, hands, piles, strict=True):
        if not held:
            continue
        theirs = [done for one, done in value.items() if one != colour]
        proposal = tuple(MAP.tickets[ticket] for ticket in found[colour])
        best = max(earned(held, done, (), theirs) for done in choices(held, pile))
        assert earned(held, proposal, (), theirs) == best


@given(finished(most=4), st.data())
@settings(max_examples=100)
def test_cg_a2_tickets_of_the_first_scoring_count_for_the_big_cities_of_the_last(
    game: tuple[list[PlayerColour], list[Hand], list[CardCounts]], data: st.DataObject
) -> None:
    colours, hands, piles = game
    while len(colours) < 4:
        colours.append(("red", "blue", "green", "yellow")[len(colours)])
        hands.append(())
        piles.append({})
    first = laid(game)
    earlier = []
    for colour, held, pile in zip(colours, hands, piles, strict=True):
        earlier.append(data.draw(st.sampled_from(choices(held, pile))))
        first = completing(first, colour, earlier[-1])
    left = [tuple(t for t in held if t not in done) for held, done in zip(hands, earlier, strict=True)]
    pile = data.draw(st.dictionaries(st.sampled_from(COLOURS), st.integers(0, 3)))
    last = first.play("scoring", f"red piles {' '.join(f'{card} {count}' for card, count in pile.items())}")
    proposal = proposed_tickets(last.state, "red", ends=True)
    best = max(earned(left[0], done, earlier[0], earlier[1:]) for done in choices(left[0], pile))
    assert earned(left[0], proposal, earlier[0], earlier[1:]) == best


@given(
    st.lists(st.sampled_from(TICKETS), unique_by=lambda ticket: ticket.id, max_size=9),
    st.dictionaries(st.sampled_from(COLOURS), st.integers(0, 4)),
)
@settings(max_examples=200)
def test_cg_5_the_first_scoring_is_by_value_then_by_big_cities(tickets: list[Ticket], pile: CardCounts) -> None:
    """Then by number. What the others hold plays no part: it is secret."""

    def order(done: Hand) -> tuple[int, int, int]:
        toward = sum(points * named(city, done) for city, points in CITIES.items())
        return sum(ticket.penalty for ticket in done), toward, len(done)

    held = tuple(tickets)
    position = laid((["red", "blue", "green", "yellow"], [held, (), (), ()], [pile, {}, {}, {}]))
    proposal = proposed_tickets(position.state, "red", ends=False)
    assert pays(proposal, pile)
    assert order(proposal) == max(order(done) for done in choices(held, pile))


def test_every_ticket_and_many_cards_are_settled_too() -> None:
    """Nobody holds as many; the search is exact all the same, and ends."""
    pile = dict.fromkeys(COLOURS, 3) | {"locomotive": 4}
    races = [
        Race(points, 5, frozenset(place for place, ticket in enumerate(TICKETS) if named(city, (ticket,))))
        for city, points in CITIES.items()
    ]
    chosen = earns_most(TICKETS, pile, races)
    assert pays(tuple(TICKETS[place] for place in chosen), pile)
    left_out = [ticket for place, ticket in enumerate(TICKETS) if place not in chosen]
    assert not any(pays((*(TICKETS[place] for place in chosen), ticket), pile) for ticket in left_out)


# A choice that wins the game: by value Bo wins with 18 against 15


def anna_and_bo() -> Table:
    return table("card_game").play(
        "red keeps chicago--santa-fe chicago--dallas",
        "blue keeps dallas--raleigh",
        "red piles yellow 1 green 1",
        "blue piles green 1 red 1",
    )


def totals(position: Table) -> dict[str, int]:
    return {score.player.colour: score.total for score in position.sheet.players}


def test_cg_a6_a_record_without_a_choice_is_scored_by_value() -> None:
    position = anna_and_bo().play("end")
    assert totals(position) == {"red": 9 - 6 + 12, "blue": 8 + 10}
    assert [score.rank for score in position.sheet.players] == [2, 1]


def test_cg_7_the_proposal_counts_big_cities() -> None:
    proposal = proposed_choices(anna_and_bo().state, ends=True)
    assert proposal == (
        e.Complete(player="red", tickets=("chicago--dallas",)),
        e.Complete(player="blue", tickets=("dallas--raleigh",)),
    )
    taken = Table(as_proposed(anna_and_bo().state)).play("end")
    assert totals(taken) == {"red": 6 - 9 + 12 + 10, "blue": 8 + 10}  # CG-A3: Dallas is shared
    assert [score.rank for score in taken.sheet.players] == [1, 2]


@pytest.mark.parametrize(("complete", "expected"), [(False, [15, 18]), (True, [19, 18])])
def test_both_outcomes_as_a_record(
    complete: bool, expected: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = anna_and_bo().state
    events: list[dict[str, object]] = [
        {"type": "tickets", "player": "red", "kept": list(state.hand("red"))},
        {"type": "tickets", "player": "blue", "kept": list(state.hand("blue"))},
        {"type": "pile", "player": "red", "cards": dict(state.piles["red"])},
        {"type": "pile", "player": "blue", "cards": dict(state.piles["blue"])},
    ]
    if complete:
        events += [one.model_dump(exclude={"override"}) for one in proposed_choices(state, ends=True)]
    players = [{"colour": one.colour, "name": one.name} for one in state.players]
    file = tmp_path / "anna.game.json"
    record = {
        "format": "companion-game/1",
        "map": "card_game",
        "players": players,
        "events": [*events, {"type": "end"}],
    }
    file.write_text(json.dumps(record))
    assert main(["score", "--json", str(file)]) == 0
    assert [one["total"] for one in json.loads(capsys.readouterr().out)["players"]] == expected


def test_the_choice_by_value_is_proposed_where_it_is_as_good() -> None:
    """Chicago–Santa Fe wins as much as Chicago–Dallas when Bo has two tickets with Dallas."""
    position = table("card_game").play(
        "red keeps chicago--santa-fe chicago--dallas",
        "blue keeps dallas--raleigh dallas--miami",
        "red piles yellow 1 green 1",
        "blue piles green 2 red 2",
    )
    assert [ticket.id for ticket in proposed_tickets(position.state, "red", ends=True)] == ["chicago--santa-fe"]


def test_cg_10_for_the_same_total_more_tickets_then_more_big_cities_are_proposed() -> None:
    """A pile of yellow and blue pays for one ticket of 7 or for the two of 5 between Chicago and New York."""
    position = table("card_game").play(
        "red keeps chicago--montreal chicago--new-york new-york--chicago", "red piles yellow 1 blue 1"
    )
    found = [ticket.id for ticket in proposed_tickets(position.state, "red", ends=True)]
    assert found == ["chicago--new-york", "new-york--chicago"]


def test_of_two_equal_cards_one_may_be_completed_at_each_scoring() -> None:
    """A map of one's own may have a ticket twice."""
    text = (Path(__file__).parents[2] / "maps/card_game.toml").read_text(encoding="utf-8")
    twice = parse_map(text.replace('id = "chicago--dallas", ', 'id = "chicago--dallas", copies = 2, '), "twice.toml")
    position = table(twice, FOUR).play(
        "red keeps chicago--dallas chicago--dallas", "red piles yellow 1 green 1", "red completes chicago--dallas"
    )
    last = position.play("scoring", "red piles yellow 2 green 2")
    assert proposed_choices(last.state, ends=True) == (e.Complete(player="red", tickets=("chicago--dallas",)),)
    assert totals(last.play("red completes chicago--dallas", "end"))["red"] == 6 + 6 + 12 + 10
    assert last.against("red completes chicago--dallas chicago--dallas")


# Four players without a first scoring


FOUR = "red blue green yellow"


def test_cg_5_four_players_without_a_first_scoring_are_warned() -> None:
    position = table("card_game", FOUR).play("red keeps chicago--dallas", "red piles yellow 1 green 1", "end")
    assert [str(one) for one in position.sheet.warnings] == [
        "there was no first scoring: with 4 players, the piles are scored twice"
    ]


def test_cg_5_the_warning_is_on_the_sheet_and_in_its_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = [{"colour": colour, "name": colour.capitalize()} for colour in FOUR.split()]
    said = "there was no first scoring: with 4 players, the piles are scored twice"
    for events, expected in (([], [said]), ([{"type": "scoring"}], [])):
        file = tmp_path / "four.game.json"
        ended = [*events, {"type": "end"}]
        record = {"format": "companion-game/1", "map": "card_game", "players": players, "events": ended}
        file.write_text(json.dumps(record))
        assert main(["score", "--json", str(file)]) == 0
        assert json.loads(capsys.readouterr().out)["warnings"] == expected
        assert main(["score", str(file)]) == 0
        assert (f"! {said}" in capsys.readouterr().out) == bool(expected)


@pytest.mark.parametrize(
    "position",
    [
        table("card_game", FOUR).play("red keeps chicago--dallas", "red piles yellow 1 green 1", "scoring", "end"),
        table("card_game", FOUR).play("red keeps chicago--dallas"),  # the first deck is still being played
        table("card_game", "red blue green").play("end"),
        table("usa", "red blue green yellow"),
    ],
)
def test_cg_5_all_others_are_not(position: Table) -> None:
    assert not position.sheet.warnings
