"""Card piles against every subset of tickets."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boards import CardCounts, Ticket
from companion.palette import CARDS
from companion.scoring.cards import card_hand
from companion.scoring.piles import best_choice, paid_with, still_needed
from tests.table import board, table

TICKETS = list(board("card_game").tickets.values())
COLOURS = tuple(CARDS)


def pays(tickets: tuple[Ticket, ...], pile: CardCounts) -> bool:
    """CG-2, CG-3 by laying down card after card."""
    left = dict(pile)
    for ticket in tickets:
        for colour, count in ticket.cards.items():
            for _ in range(count):
                use = colour if left.get(colour) else "locomotive"
                if not left.get(use):
                    return False
                left[use] -= 1
    return True


def best_by_hand(tickets: list[Ticket], pile: CardCounts) -> tuple[int, int]:
    """CG-A6: points, then number, of the best subset."""
    subsets = (some for size in range(len(tickets) + 1) for some in combinations(tickets, size))
    return max((sum(ticket.penalty for ticket in some), len(some)) for some in subsets if pays(some, pile))


@given(
    st.lists(st.sampled_from(TICKETS), unique_by=lambda ticket: ticket.id, max_size=9),
    st.dictionaries(st.sampled_from(COLOURS), st.integers(0, 4)),
)
@settings(max_examples=300)
def test_cg_a6_no_subset_is_worth_more(tickets: list[Ticket], pile: CardCounts) -> None:
    chosen = tuple(tickets[place] for place in best_choice(tickets, pile))
    assert pays(chosen, pile)
    assert (sum(ticket.penalty for ticket in chosen), len(chosen)) == best_by_hand(tickets, pile)


@given(
    st.lists(st.sampled_from(TICKETS), unique_by=lambda ticket: ticket.id, min_size=1, max_size=6),
    st.dictionaries(st.sampled_from(COLOURS), st.integers(0, 3)),
)
@settings(max_examples=200)
def test_what_a_failed_ticket_lacks_would_complete_it(tickets: list[Ticket], pile: CardCounts) -> None:
    done = [tickets[place] for place in best_choice(tickets, pile)]
    for ticket in tickets:
        if ticket in done:
            continue
        lacking = still_needed(ticket, done, pile)
        assert lacking
        richer = {colour: pile.get(colour, 0) + lacking.get(colour, 0) for colour in {*pile, *lacking}}
        assert pays((*done, ticket), richer)
        for colour in lacking:
            poorer = richer | {colour: richer[colour] - 1}
            assert not pays((*done, ticket), poorer)


def test_all_tickets_and_all_cards_are_settled_at_once() -> None:
    everything = dict.fromkeys(COLOURS, 10) | {"locomotive": 16}
    chosen = [TICKETS[place] for place in best_choice(TICKETS, everything)]
    assert pays(tuple(chosen), everything)
    assert len(chosen) > 25
    left_out = [ticket for ticket in TICKETS if ticket not in chosen]
    assert not any(pays((*chosen, ticket), everything) for ticket in left_out)


def test_cg_8_a_ticket_naming_two_big_cities_counts_for_both() -> None:
    position = table("card_game").play("red keeps chicago--new-york", "red piles yellow 1", "end")
    assert position.lines("big_cities") == {"red": 12 + 15, "blue": 0}
    assert position.score("red").big_cities == ("new-york", "chicago")


def test_cg_a4_a_city_that_nobody_served_goes_to_nobody() -> None:
    assert table("card_game").play("end").lines("big_cities") == {"red": 0, "blue": 0}


def test_cg_a8_the_two_cards_between_chicago_and_new_york() -> None:
    position = table("card_game").play(
        "red keeps chicago--new-york new-york--chicago", "red piles yellow 1 blue 1", "end"
    )
    assert position.lines("tickets")["red"] == 10


@given(st.lists(st.sampled_from(TICKETS), unique_by=lambda ticket: ticket.id, max_size=8), st.data())
def test_cg_2_the_cards_that_pay_for_a_choice_are_in_the_pile(tickets: list[Ticket], data: st.DataObject) -> None:
    pile = {colour: data.draw(st.integers(0, 4)) for colour in COLOURS}
    chosen = [tickets[place] for place in best_choice(tickets, pile)]
    paid = paid_with(chosen, pile)
    assert all(sum(cards.values()) == sum(ticket.cards.values()) for cards, ticket in zip(paid, chosen, strict=True))
    for colour in COLOURS:
        assert sum(cards.get(colour, 0) for cards in paid) <= pile[colour]
    for cards, ticket in zip(paid, chosen, strict=True):  # its own colours, and locomotives for what they lack
        assert all(count <= ticket.cards[colour] for colour, count in cards.items() if colour != "locomotive")


def test_cg_5_what_was_laid_open_at_the_first_scoring_stays_so() -> None:
    """Los Angeles–Dallas and Dallas–Washington were equally good; a later choice of a third ticket changes neither."""
    first = table("card_game", "red blue green yellow").play(
        "red keeps los-angeles--pittsburgh chicago--new-york seattle--saint-louis dallas--washington "
        "los-angeles--dallas seattle--toronto",
        "red piles blue 2 orange 3 pink 1 locomotive 3",
        "scoring",
    )
    later = first.play("red piles white 9 blue 9", "red! completes seattle--saint-louis")
    assert card_hand(later.state, "red").earlier == card_hand(first.state, "red").earlier
