"""What the rules have against piles and what is paid from them (Card Game)."""

from tests.table import table

FOUR = "red blue green yellow"


def test_cg_1_piles_are_for_the_card_game() -> None:
    for move in ("red piles red 1", "red completes a", "scoring"):
        assert table("usa").against(move) == ["impossible CG-1: USA has no piles of cards to score"]


def test_cg_a10_no_pile_holds_more_cards_than_there_are() -> None:
    assert table("card_game").against("red piles red 11 locomotive 16") == [
        "forbidden CG-A10: Anna (red)’s pile has 11 red cards, but there are only 10"
    ]


def test_cg_a10_all_piles_together_are_warned_about() -> None:
    position = table("card_game").play("red piles red 6", "blue piles red 5", "end")
    assert [str(warning) for warning in position.sheet.warnings] == [
        "the piles at the final scoring have 11 red cards, but there are only 10"
    ]


def test_cg_3_a_choice_must_be_paid_from_the_pile() -> None:
    # Chicago–Dallas needs yellow and green, Chicago–Montréal yellow and blue.
    cards = table("card_game").play("red keeps chicago--dallas chicago--montreal", "red piles yellow 1 green 1 blue 1")
    assert cards.against("red completes chicago--montreal") == []
    assert cards.against("red completes chicago--dallas chicago--montreal") == [
        "forbidden CG-3: Anna (red)’s pile is not enough for these tickets; cards missing: 1"
    ]
    assert cards.against("red completes chicago--charleston") == [
        "impossible CG-3: Anna (red) does not have the ticket Chicago–Charleston"
    ]


def test_cg_3_a_pile_named_after_the_choice_is_checked_too() -> None:
    cards = table("card_game").play("red keeps chicago--dallas", "red completes chicago--dallas")
    assert cards.against("red piles yellow 1") == [
        "forbidden CG-3: Anna (red)’s pile is not enough for these tickets; cards missing: 1"
    ]
    assert cards.against("red piles yellow 1 locomotive 1") == []


def test_cg_a6_the_players_own_choice_counts() -> None:
    cards = table("card_game").play(
        "red keeps chicago--dallas chicago--montreal",
        "red piles yellow 1 green 1 blue 1",
        "red completes chicago--dallas",
    )
    assert cards.lines("tickets")["red"] == 6 - 7
    by_itself = table("card_game").play(
        "red keeps chicago--dallas chicago--montreal", "red piles yellow 1 green 1 blue 1"
    )
    assert by_itself.lines("tickets")["red"] == 7 - 6


def test_section_8_completed_tickets_may_be_named_without_a_pile() -> None:
    cards = table("card_game").play("red keeps chicago--dallas chicago--montreal", "red completes chicago--dallas")
    assert cards.lines("tickets")["red"] == 6 - 7


def test_cg_5_one_scoring_before_the_end_and_only_with_four() -> None:
    assert table("card_game", "red blue green").against("scoring") == [
        "impossible CG-5: with 3 players there is one scoring, at the end"
    ]
    four = table("card_game", FOUR).play("scoring")
    assert four.against("scoring") == ["impossible CG-5: the first scoring is already done; the second ends the game"]


def test_cg_5_the_first_scoring_takes_nothing_away_and_empties_the_piles() -> None:
    position = table("card_game", FOUR).play(
        "red keeps chicago--dallas chicago--montreal",
        "red piles yellow 1 green 1",
        "scoring",
        "red piles yellow 1",
        "end",
    )
    red = position.score("red")
    assert {ticket.ticket.id: ticket.points for ticket in red.tickets} == {
        "chicago--dallas": 6,
        "chicago--montreal": -7,
    }
    lacking = next(ticket for ticket in red.tickets if not ticket.completed).missing_cards
    assert lacking == {"blue": 1}


def test_cg_5_a_ticket_kept_for_the_end_is_not_completed_before() -> None:
    position = table("card_game", FOUR).play(
        "red keeps chicago--dallas chicago--montreal",
        "red piles yellow 1 green 1 blue 1",
        "scoring",
        "red completes chicago--montreal",
        "end",
    )
    assert position.lines("tickets")["red"] == 6 + 7


def test_cg_3_a_ticket_is_completed_once() -> None:
    position = table("card_game", FOUR).play("red keeps chicago--dallas", "red completes chicago--dallas", "scoring")
    assert position.against("red completes chicago--dallas") == [
        "impossible CG-3: the ticket Chicago–Dallas was already completed at the first scoring"
    ]


def test_cg_a9_tickets_drawn_after_the_first_scoring_count() -> None:
    position = table("card_game", FOUR).play(
        "red piles yellow 5 green 5", "scoring", "red keeps chicago--dallas", "red piles yellow 1", "end"
    )
    assert position.lines("tickets")["red"] == -6
    assert [str(warning) for warning in position.score("red").warnings] == [
        "no tickets were recorded for Anna (red) before the first scoring, so none were completed then"
    ]
