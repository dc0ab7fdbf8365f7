"""The rules of each system in figures, as people look them up."""

from dataclasses import replace

import pytest

from companion.boards import Library
from companion.boards.rulewords import rules_in_words
from tests.games import SYSTEMS
from tests.table import table

POINTS = "Points for a route, by length – "


def told(map_id: str, alvin: bool = False) -> tuple[str, ...]:
    return rules_in_words(Library().load(map_id), alvin)


def test_usa() -> None:
    assert told("usa") == (
        "USA: 2 to 5 players.",
        "45 trains each. The last round begins when a player has 2 or fewer left.",
        "Tickets at the start: 3, keep at least 2; the rest are returned to the deck.",
        "Tickets during the game: draw 3, keep at least 1; the rest are returned to the deck.",
        POINTS + "1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15.",
        "With fewer than 4 players only one route of a double route can be claimed.",
        "A player can never claim both routes of a double route.",
        "Train cards: 12 of each colour and 14 locomotives.",
        "Longest route: 10 points.",
        "Ties are broken by most completed tickets, the longest route, in that order; "
        "if still tied, the win is shared.",
    )


def test_europe() -> None:
    words = told("europe")
    assert (
        "3 stations each: 4 points for each one you do not build. Cost in cards of one colour, first to last: 1, 2, 3."
        in words
    )
    assert "Tickets at the start: 3 and one long ticket, keep at least 2; the rest are removed from the game." in words
    assert words[-1] == (
        "Ties are broken by most completed tickets, fewest stations built, the longest route, in that order; "
        "if still tied, the win is shared."
    )


def test_switzerland() -> None:
    words = told("switzerland")
    assert "Locomotives can only be played on tunnels." in words
    assert "With fewer than 3 players only one route of a double route can be claimed." in words
    assert "Tickets during the game: draw 3, keep at least 1; the rest are removed from the game." in words


def test_india() -> None:
    words = told("india")
    assert (
        "Mandala: 5, 10, 20, 30, 40 points for 1, 2, 3 … tickets whose cities are connected by two separate routes; "
        "at most 40 points." in words
    )
    assert "Longest route: 10 points." in words


def test_old_west() -> None:
    words = told("old_west")
    assert "3 city markers each: the first, in the start city, is free; the others cost 2 matching cards each." in words
    closed = words.index("With fewer than 4 players only one route of a double or triple route can be claimed.")
    assert words[closed + 1] == "A player can never claim more than one route of a double or triple route."
    assert "Globetrotter, for the most completed tickets: 15 points." in words
    assert words[-1] == "Ties are broken by most completed tickets; if still tied, the win is shared."
    assert not any("Longest" in line or "Alvin" in line for line in words)
    alvin = "Alvin the Alien: 10 points for each capture, and 10 points for the player who has him at the end."
    assert set(told("old_west", alvin=True)) - set(words) == {alvin}


def test_card_game() -> None:  # CG-12 to CG-21
    assert told("card_game") == (
        f"{Library().load('card_game').name}: 2 to 4 players.",
        "Tickets at the start: 6, keep at least 1; the rest are returned to the deck.",
        "Tickets during the game: draw 4, keep any or none; the rest are returned to the deck.",
        "Train cards: 10 of each colour and 16 locomotives.",
        "At the start each player has one locomotive and seven train cards, and five cards lie face up.",
        "A turn begins with one card from every row in your rail yard going face down onto your track.",
        "Then do one of three things: draw two train cards, lay cards in the rail yard, or draw 4 tickets.",
        "A face-up locomotive counts as both cards drawn.",
        "Lay two or more cards of one colour, with or without locomotives on top.",
        "Or lay exactly three cards of three colours, without locomotives.",
        "You cannot lay a colour that is still in your own rail yard.",
        "Train robbery: to lay a colour that is in another player’s rail yard, lay more cards than are there; that "
        "player then discards the whole row.",
        "Cards on the track stay hidden until the piles are scored. Only they pay for tickets.",
        "After the last card of the deck is drawn, everyone has one more turn, that player included.",
        "The piles are scored at the end, and with 4 players also when the first deck runs out.",
        "Then all cards except those in hand are shuffled again, and each player is dealt four.",
        "The player to the left of the one who had the last turn starts the second deck.",
        "Big-city bonus for the most completed tickets: New York 15, Los Angeles 12, Chicago 12, Dallas 10, "
        "Miami 8, Seattle 8.",
        "Ties are broken by most completed tickets, most big cities, in that order; if still tied, the win is shared.",
    )


def test_nordic_countries() -> None:
    words = told("nordic_countries")
    assert "Locomotives can only be played on tunnels and ferries." in words  # NC-12
    assert "On a ferry, 3 cards of any colours can stand in for a locomotive." in words  # NC-13
    assert "Lieksa–Murmansk: 4 cards of any colours can stand in for each one that is missing." in words  # NC-15
    assert "Globetrotter, for the most completed tickets: 10 points." in words  # NC-3
    assert not any(line.startswith("Longest route:") for line in words)  # NC-4


@pytest.mark.parametrize("map_id", ["usa", "europe", "switzerland", "india", "old_west", "nordic_countries"])
@pytest.mark.parametrize("count", range(2, 7))
def test_gen_6_what_is_said_of_parallel_routes_is_what_the_rules_do(map_id: str, count: int) -> None:
    """On every board, for every number of players: who may still claim a route beside one that is claimed."""
    on = Library().load(map_id)
    if count > on.rules.players[1]:
        return
    pair = next(route for route in on.routes.values() if on.parallel(route))
    beside = on.parallel(pair)[0]
    colours = " ".join(["red", "blue", "green", "yellow", "black", "white"][:count])
    position = table(map_id, colours).lay(f"red claims {pair.id}").state
    limit = next(int(words.split()[3]) for words in told(map_id) if words.startswith("With fewer than"))
    assert position.closed(beside, "blue") == (count < limit)
    assert any(words.startswith("A player can never claim") for words in told(map_id))
    assert position.closed(beside, "red")


@pytest.mark.parametrize("map_id", SYSTEMS)
def test_every_figure_stands_in_the_rules_of_the_map(map_id: str) -> None:
    """Nothing is written by hand: other figures give other words."""
    board = Library().load(map_id)
    dealt = board.rules.tickets.model_copy(update={"deal": 77})
    other = replace(board, rules=board.rules.model_copy(update={"tickets": dealt}))
    assert any("77" in line for line in rules_in_words(other))
