"""What the rules have against keeping tickets."""

from tests.table import table

EUROPE = "amsterdam--pamplona brest--marseille"


def test_one_card_in_one_hand() -> None:
    dealt = table("europe").play(f"red keeps {EUROPE}")
    assert dealt.against("blue keeps brest--marseille amsterdam--wilno") == [
        "impossible GEN-3: Anna (red) already has the ticket Brest–Marseille"
    ]


def test_one_card_is_not_kept_twice() -> None:
    assert table("europe").against("red keeps brest--marseille brest--marseille") == [
        "impossible GEN-3: the ticket Brest–Marseille is listed twice, but there is only one"
    ]


def test_a_card_is_not_kept_and_returned() -> None:
    assert any(
        "listed twice" in reason
        for reason in table("europe").against(f"red keeps {EUROPE} returning brest--marseille")
    )  # fmt: skip


def test_gen_a6_two_copies_are_two_cards() -> None:
    swiss = table("switzerland").play("red keeps france--countries bern--chur")
    assert swiss.against("blue keeps france--countries zurich--vaduz") == []
    both = swiss.play("blue keeps france--countries zurich--vaduz")
    assert both.against("red keeps france--countries") == [
        "impossible GEN-A6: there are only 2 copies of the ticket France–Deutschland/Österreich/Italia"
    ]


def test_no_such_ticket() -> None:
    assert table("europe").against("red keeps brest--marseile") == [
        "impossible : there is no ticket brest--marseile on Europe; did you mean brest--marseille?"
    ]


def test_usa_7_too_few_kept_is_a_gentle_question() -> None:
    usa = table("usa")
    (few,) = usa.against("red keeps boston--miami returning calgary--phoenix dallas--new-york")
    assert few == "question USA-7: Anna (red) keeps one ticket, but must keep at least 2 at the start"
    later = usa.play("red keeps boston--miami calgary--phoenix")
    assert later.against("red keeps dallas--new-york") == []
    assert later.against("red keeps") == ["question USA-7: Anna (red) keeps 0 tickets, but must keep at least 1"]


def test_more_than_were_dealt_is_a_gentle_question() -> None:
    (many,) = table("usa").against("red keeps boston--miami calgary--phoenix dallas--new-york denver--el-paso")
    assert many == "question USA-7: Anna (red) had 4 tickets to choose from, but the number dealt at the start is 3"


def test_cg_11_later_none_need_be_kept() -> None:
    cards = table("card_game").play("red keeps chicago--dallas")
    assert cards.against("red keeps returning chicago--montreal") == []


def test_eu_11_one_long_ticket_is_dealt() -> None:
    long = "brest--petrograd"
    europe = table("europe").play(f"red keeps {long} {EUROPE}")
    assert europe.against("red keeps lisboa--danzig") == [
        "question EU-11: Anna (red) would have too many long tickets: 2, but each player is dealt 1"
    ]
    both = europe.play("red keeps lisboa--danzig")
    assert [str(warning) for warning in both.score("red").warnings] == [
        "Anna (red) has too many long tickets: 2, but each player is dealt 1"
    ]


def test_ch_8_rejected_tickets_never_return() -> None:
    swiss = table("switzerland").play("red keeps bern--chur zurich--vaduz returning luzern--vaduz")
    assert "forbidden CH-8: the ticket Luzern–Vaduz is out of the game" in swiss.against(
        "blue keeps luzern--vaduz zurich--basel"
    )
    assert "forbidden CH-8: the ticket Luzern–Vaduz is out of the game" in swiss.against(
        "blue keeps zurich--basel zurich--lugano returning luzern--vaduz"
    )


def test_eu_11_rejected_start_tickets_leave_the_game_later_ones_do_not() -> None:
    europe = table("europe").play(f"red keeps {EUROPE} returning amsterdam--wilno")
    assert any("EU" in reason or "CH-8" in reason for reason in europe.against("blue keeps amsterdam--wilno"))
    later = europe.play("red keeps athina--wilno returning berlin--bucuresti")
    assert not any("is out of the game" in reason for reason in later.against("blue keeps berlin--bucuresti"))


def test_usa_7_rejected_tickets_may_be_drawn_again() -> None:
    usa = table("usa").play("red keeps boston--miami calgary--phoenix returning dallas--new-york")
    assert usa.against("blue keeps dallas--new-york denver--el-paso") == []


LONG, SECOND_LONG = "brest--petrograd", "lisboa--danzig"


def test_eu_11_a_long_ticket_kept_later_is_a_gentle_question() -> None:
    europe = table("europe").play(f"red keeps {EUROPE}", "blue keeps athina--wilno berlin--roma", "red draws")
    later = "question EU-11: Bo (blue) keeps a long ticket, but those are dealt only at the start"
    assert europe.against(f"blue keeps {LONG}") == [later]
    assert europe.play("blue draws tickets").against(f"blue keeps {LONG}") == [later]
    assert europe.against(f"blue keeps berlin--bucuresti returning {LONG}") == []
    assert europe.play(f"blue keeps {LONG}").score("blue").tickets[-1].ticket.id == LONG  # a record may have it


def test_eu_11_long_tickets_that_are_revealed_at_the_end_are_no_question() -> None:
    end = table("europe").play("red draws", "blue draws tickets", "red draws")
    assert end.against(f"blue keeps {LONG} {EUROPE} athina--wilno berlin--roma") == []


def test_eu_11_four_regular_tickets_at_the_start_are_a_gentle_question() -> None:
    europe, four = table("europe"), f"{EUROPE} athina--wilno berlin--roma"
    said = "question EU-11: Anna (red) had 4 regular tickets to choose from, but the number dealt at the start is 3"
    assert europe.against(f"red keeps {four}") == [said]
    assert europe.against(f"red keeps {EUROPE} returning athina--wilno berlin--roma") == [said]
    assert europe.against(f"red keeps {EUROPE} athina--wilno {LONG}") == []
    one_by_one = europe.play(*(f"red keeps {ticket}" for ticket in four.split()[:3]))
    assert one_by_one.against("red keeps berlin--roma") == [said]
    assert one_by_one.against(f"red keeps {LONG}") == []


def test_eu_11_tickets_of_the_deal_scanned_one_by_one_leave_the_game_when_returned() -> None:
    one_by_one = (*(f"red keeps {ticket}" for ticket in EUROPE.split()), "red keeps returning amsterdam--wilno")
    europe = table("europe").play(*one_by_one)
    assert "forbidden CH-8: the ticket Amsterdam–Wilno is out of the game" in europe.against(
        "blue keeps amsterdam--wilno"
    )
    drawn = europe.play("red draws tickets", "red keeps athina--wilno", "red keeps returning berlin--roma")
    assert drawn.state.boxed == ("amsterdam--wilno",)


def test_pay_10_a_first_turn_of_tickets_returns_them_under_the_deck() -> None:
    """EU-12: only rejected start tickets leave the game."""
    dealt = table("europe").play(f"red keeps {EUROPE}", "blue keeps athina--wilno berlin--roma")
    drawn = dealt.play("red keeps berlin--bucuresti returning amsterdam--wilno")
    assert drawn.state.boxed == ()
    swiss = table("switzerland").play("red keeps bern--chur zurich--vaduz", "blue draws", "red draws tickets")
    assert swiss.play("red keeps luzern--vaduz returning zurich--basel").state.boxed == ("zurich--basel",)


def test_usa_7_scanned_tickets_are_counted_together() -> None:
    usa = table("usa").play("red keeps boston--miami")
    assert usa.against("red keeps calgary--phoenix") == []
    few = table("usa").play("red keeps boston--miami", "red draws tickets")
    assert few.against("red keeps returning calgary--phoenix") == [
        "question USA-7: Anna (red) keeps 0 tickets, but must keep at least 1"
    ]
