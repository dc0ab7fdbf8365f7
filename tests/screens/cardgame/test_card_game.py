"""The Card Game on its own screen: tickets by number, piles, the best choice, two scorings; nothing secret is shown."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.screens.player import Hand
from tests.screens.test_whole_games import Wire

# isort: split
from companion.cli import main
from companion.game import events as e
from companion.game.eventwords import tell_openly
from companion.screens.cardgame.cardtable import CardSeat, CardTableScreen, CityBox
from companion.screens.cardgame.cardwords import Step
from companion.screens.cardgame.choicescreen import ChoiceRow, ChoiceScreen, LookAwayScreen
from companion.screens.cardgame.pilescreen import CardCount, PileScreen
from companion.screens.score.tallyshow import TallyShow
from companion.screens.table.ticketpicker import TicketCard
from companion.screens.widgets import NumberPad
from hardware.codes import Command, LabelKind, Scan, card, command, parse, player
from tests.game.scanned import code
from tests.screens.conftest import lay

Capture = pytest.CaptureFixture[str]
FOUR = "red blue green yellow"


class Cards(Hand):
    """A hand at a Card Game."""

    @property
    def table(self) -> CardTableScreen:
        screen = self.driver.app.session.host.screen
        assert isinstance(screen, CardTableScreen), f"{screen} is on, with {self.driver.labels()}"
        return screen

    @property
    def front(self) -> Any:
        return self.driver.app.session.host.front

    def tap(self, widget: object) -> None:
        self.driver.tap(widget)
        self.driver.settle()

    def seat(self, name: str) -> CardSeat:
        return next(seat for seat in self.driver.widgets(CardSeat) if seat.name == name)

    def keep(self, name: str, *tickets: str) -> None:
        """Touches a player, the tickets, and keeps them."""
        self.tap(self.seat(name))
        for ticket in tickets:
            self.tap(next(card for card in self.driver.widgets(TicketCard) if card.ticket == ticket))
        self.touch(f"{name} keeps one ticket" if len(tickets) == 1 else f"{name} keeps {len(tickets)} tickets")

    def pile(self, cards: str) -> None:
        """On the page of a pile: `red 2 locomotive 11`, few by touch and many by number."""
        words = cards.split()
        for colour, count in zip(words[::2], map(int, words[1::2]), strict=True):
            box = next(box for box in self.driver.widgets(CardCount) if box.colour == colour)
            if count <= 2:
                for _ in range(count):
                    self.tap(key(box, icon="plus"))
                continue
            self.tap(key(box, kind="quiet"))
            pad = next(self.driver.widgets(NumberPad))
            for digit in str(count):
                self.tap(next(k for k in pad.ids.digits.children if k.text == digit))
            self.touch("OK")

    def rows(self) -> dict[str, ChoiceRow]:
        """The tickets on the page of a choice."""
        return {row.text: row for row in self.driver.widgets(ChoiceRow)}

    def completed(self) -> list[str]:
        return [text for text, row in self.rows().items() if row.completed]

    def totals(self) -> dict[str, str]:
        return {seat.name: seat.points for seat in self.driver.widgets(CardSeat)}

    def turn_over(self) -> None:
        self.touch("Turn tickets over")
        self.touch("Turn over")

    def end(self, capture: Capture) -> dict[str, Any]:
        """Ends the game by touch; what `companion score` says of its record."""
        game = self.table.play.game
        self.touch("Finish")
        self.touch("End the game")
        assert not isinstance(self.driver.app.session.host.screen, CardTableScreen)
        return scored(self.folder, game, capture)

    def hear(self, *codes: str) -> None:
        for text in codes:
            self.driver.app.session.hear(Scan(text, parse(text)))
            self.driver.settle()


def key(box: CardCount, **wanted: str) -> Any:
    """A key beside a kind of card."""
    return next(w for w in box.children if all(getattr(w, name, None) == value for name, value in wanted.items()))


def scored(folder: Path, game: Any, capture: Capture) -> dict[str, Any]:
    file = folder / "exported.game.json"
    file.write_bytes(game.as_record().model_dump_json(exclude_none=True).encode())
    capture.readouterr()
    assert main(["score", "--json", str(file)]) == 0
    found: dict[str, Any] = json.loads(capture.readouterr().out)
    return found


def totals_of(sheet: dict[str, Any]) -> dict[str, str]:
    return {one["name"]: str(one["total"]).replace("-", "−") for one in sheet["players"]}


def cities_read(hand: Cards) -> set[str]:
    """City names that stand anywhere on the screen."""
    names = [city.name for city in hand.state.board.cities.values()]
    return {name for name in names if any(name in label for label in hand.driver.labels())}


@pytest.fixture
def cards(tmp_path: Path, hands: list[Hand]) -> Callable[..., Cards]:
    """Opens the app on a Card Game: `cards("red blue", "red keeps chicago--dallas")`."""

    def sit_down(colours: str, *moves: str, counted: bool = False, size: tuple[int, int] = (800, 480)) -> Cards:
        lay(tmp_path, "card_game", colours, *moves, counted=counted)
        hand = Cards(tmp_path, size)
        hands.append(hand)
        hand.touch("Continue")
        return hand

    return sit_down


@pytest.fixture
def home(tmp_path: Path, hands: list[Hand]) -> Cards:
    hand = Cards(tmp_path)
    hands.append(hand)
    return hand


# Whole games


@pytest.mark.parametrize("colours", ["red blue", "red blue green"])
def test_a_whole_game_with_one_scoring_by_touch(home: Cards, colours: str, capsys: Capture) -> None:
    hand, names = home, [colour.capitalize() for colour in colours.split()]
    hand.new_game("Card Game", colours)
    assert hand.driver.has("Deal 6 tickets to each player.")
    hands = [
        ("chicago--dallas", "chicago--montreal", "new-york--chicago"),
        ("los-angeles--pittsburgh", "seattle--dallas"),
        ("chicago--new-york",),
    ]
    for name, tickets in zip(names, hands, strict=False):
        hand.keep(name, *tickets)
    assert hand.driver.has("Play on. When the deck runs out, tap Count the piles.")
    hand.touch("Count the piles")
    piles = ["yellow 1 green 1 blue 3", "white 1 blue 1 pink 1 locomotive 1", "red 4"]
    for place, (name, pile) in enumerate(zip(names, piles, strict=False)):
        assert hand.driver.has(f"{name}: on-the-track pile")
        hand.pile(pile)
        hand.touch(f"Done, next: {names[place + 1]}" if place + 1 < len(names) else "Done")
    assert hand.driver.has("All piles are counted. Turn your tickets over when everyone is ready.")
    hand.turn_over()
    shown = hand.totals()
    sheet = hand.end(capsys)
    assert shown == totals_of(sheet)
    # Red: Chicago–Dallas 6 wins Dallas, so not Chicago–Montréal 7; Blue: V21, and Seattle–Dallas 16 open.
    assert [one["lines"]["tickets"] for one in sheet["players"]][:2] == [6 + 5 - 7, 18 - 16]
    record = json.loads((home.folder / "exported.game.json").read_text())
    assert [one["type"] for one in record["events"]][-len(names) - 1 :] == ["complete"] * len(names) + ["end"]


def test_cg_5_a_whole_game_of_four_with_two_scorings_by_touch(home: Cards, capsys: Capture) -> None:
    hand = home
    hand.new_game("Card Game", FOUR)
    hand.keep("Red", "chicago--dallas", "chicago--montreal")
    hand.keep("Blue", "los-angeles--pittsburgh")
    hand.keep("Green", "chicago--new-york")
    hand.keep("Yellow", "seattle--dallas")
    assert hand.table.status.turn == "First deck"
    hand.touch("Count the piles")
    for pile, done in (
        ("yellow 1 green 1", "Done, next: Blue"),
        ("white 1 blue 2", "Done, next: Yellow"),
        ("", "Done, next: Green"),
        ("yellow 2", "Done"),
    ):
        hand.pile(pile)
        hand.touch(done)
    hand.touch("First scoring")
    for name in ("Red", "Blue", "Yellow", "Green"):
        assert hand.driver.has(f"{name}, take the screen")
        assert not cities_read(hand)
        hand.touch("Show my tickets")
        hand.touch("Done")
    hand.touch("Score the first deck")
    assert hand.events[-1] == e.Scoring()
    assert hand.table.status.turn == "Second deck"
    assert hand.totals() == {"Red": "6", "Blue": "0", "Green": "5", "Yellow": "0"}  # nothing is taken away yet
    hand.keep("Green", "new-york--miami")
    hand.touch("Count the piles")
    for pile, done in (
        ("yellow 1 blue 1", "Done, next: Blue"),
        ("white 1 blue 2 locomotive 1", "Done, next: Yellow"),
        ("black 10", "Done, next: Green"),
        ("pink 6", "Done"),
    ):
        hand.pile(pile)
        hand.touch(done)
    hand.turn_over()
    shown = hand.totals()
    sheet = hand.end(capsys)
    assert shown == totals_of(sheet)
    tickets = {one["name"]: one["lines"]["tickets"] for one in sheet["players"]}
    assert (tickets["Red"], tickets["Blue"]) == (6 + 7, 18)


def test_a_whole_game_by_scans_alone(tmp_path: Path, capsys: Capture) -> None:
    wire = Wire(tmp_path, Cards)
    hand: Any = wire.hand
    hand.new_game("Card Game", "red blue")
    board, game = hand.state.board, hand.table.play.game
    held = {"red": ["chicago--dallas", "chicago--montreal"], "blue": ["los-angeles--pittsburgh"]}
    for colour, tickets in held.items():
        wire.scan(player(colour).text, *(wire.code(board, LabelKind.TICKET, ticket) for ticket in tickets))
        assert list(hand.state.hand(colour)) == tickets
        assert not cities_read(hand)
    wire.scan(player("red").text, *(card("C", colour, 1).text for colour in ("yellow", "green", "locomotive")))
    assert isinstance(hand.front, PileScreen)
    wire.scan(command(Command.NEXT).text)
    assert hand.driver.has("Blue: on-the-track pile")
    wire.scan(*(card("C", colour, 2).text for colour in ("white", "blue", "pink", "locomotive")))
    wire.scan(command(Command.FINISH).text)
    assert hand.front is hand.table
    wire.scan(command(Command.FINISH).text, command(Command.FINISH).text)
    assert game.state.ended
    # Red has yellow, green and a locomotive for Chicago–Montréal 7 or Chicago–Dallas 6, and Dallas is worth 10 to her.
    assert totals_of(scored(tmp_path, game, capsys)) == {"Red": str(6 - 7 + 12 + 10), "Blue": str(18 + 12)}
    assert game.history.events[-3:] == (
        e.Complete(player="red", tickets=("chicago--dallas",)),
        e.Complete(player="blue", tickets=("los-angeles--pittsburgh",)),
        e.End(),
    )
    wire.stop()


# Secrecy


def test_no_city_of_any_ticket_is_read_before_the_tickets_are_turned_over(cards: Callable[..., Cards]) -> None:
    hand = cards("red blue", "red keeps chicago--dallas chicago--montreal", "blue keeps los-angeles--pittsburgh")
    assert not cities_read(hand)
    assert hand.seat("Anna").ids.backs.children  # two tickets, face down
    assert hand.driver.has("2 tickets")
    hand.touch("Log")
    assert not cities_read(hand)
    hand.touch("Close")
    hand.touch("Finish")
    assert hand.driver.has("No pile counted for Anna, Bo.")
    assert not cities_read(hand)
    hand.touch("Not yet")
    hand.touch("Count the piles")
    hand.pile("yellow 1 green 1")
    assert not cities_read(hand)
    hand.touch("Done, next: Bo")
    hand.touch("Done")
    assert not cities_read(hand)
    assert hand.totals() == {"Anna": "", "Bo": ""}
    hand.touch("Turn tickets over")
    hand.touch("Not yet")
    assert hand.totals() == {"Anna": "", "Bo": ""}
    hand.turn_over()
    assert {"Chicago", "Dallas", "New York"} <= cities_read(hand)
    assert hand.totals() == {"Anna": str(6 - 7 + 12 + 10), "Bo": "−18"}


def test_cg_5_at_the_first_scoring_only_completed_tickets_are_laid_open(cards: Callable[..., Cards]) -> None:
    hand = cards(
        FOUR,
        "red keeps chicago--dallas chicago--montreal",
        "blue keeps miami--las-vegas",
        "red piles yellow 1 green 1",
        "blue piles red 1",
    )
    hand.touch("First scoring")
    assert isinstance(hand.front, LookAwayScreen)
    assert not cities_read(hand)
    hand.touch("Show my tickets")
    assert hand.completed() == ["Chicago – Dallas"]
    assert not hand.driver.has("Las Vegas")
    hand.touch("Done")
    assert hand.driver.has("Bo, take the screen")
    assert not cities_read(hand)
    hand.touch("Pick the best for me")  # Cy and Dag have no tickets
    assert not cities_read(hand)
    hand.touch("Score the first deck")
    hand.touch("Completed")
    assert hand.driver.has("Chicago – Dallas  +6")
    assert not hand.driver.has("Montréal")
    assert not hand.driver.has("Las Vegas")
    hand.touch("Close")
    assert [(box.name, box.winners) for box in hand.driver.widgets(CityBox)][2:4] == [
        ("Chicago", ["red"]),
        ("Dallas", ["red"]),
    ]


def test_a_restart_turns_the_tickets_face_down_again(cards: Callable[..., Cards]) -> None:
    moves = ("red keeps chicago--dallas", "blue keeps chicago--montreal", "red piles yellow 1", "blue piles blue 1")
    hand = cards("red blue", *moves)
    hand.turn_over()
    assert cities_read(hand)
    hand.restart()
    hand.touch("Continue")
    assert hand.table.step is Step.AGREE
    assert not cities_read(hand)


# Piles


def test_what_was_counted_is_there_after_the_plug_was_pulled(cards: Callable[..., Cards]) -> None:
    hand = cards("red blue green", "red keeps chicago--dallas", "blue keeps chicago--montreal")
    hand.keep("Cy", "chicago--new-york")
    hand.touch("Count the piles")
    hand.pile("yellow 2 green 1")
    hand.touch("Done, next: Bo")
    hand.pile("blue 2")
    hand.touch("Done, next: Cy")
    before = hand.events
    hand.restart()
    hand.touch("Continue")
    assert hand.events == before
    assert hand.driver.has("Still to count: Cy.")
    hand.tap(hand.seat("Anna"))  # her pile can be looked at and counted again
    assert [box.count for box in hand.driver.widgets(CardCount) if box.colour == "yellow"] == [2]
    hand.back()
    hand.touch("Undo")
    assert hand.events == before[:-1]


def test_a_pile_that_was_left_is_gone_on_with(cards: Callable[..., Cards]) -> None:
    hand = cards("red blue", "red keeps chicago--dallas")
    hand.touch("Count the piles")
    hand.pile("yellow 2")
    hand.back()
    assert hand.state.piles == {}
    hand.touch("Count the piles")
    hand.tap(key(next(hand.driver.widgets(CardCount)), icon="plus"))
    assert hand.driver.has("3 cards")


def test_cg_a10_an_eleventh_red_card_is_questioned(cards: Callable[..., Cards]) -> None:
    hand = cards("red blue", "red keeps chicago--dallas")
    hand.touch("Count the piles")
    hand.pile("red 11")
    assert hand.driver.has("11 red cards, but there are only 10: count again.")
    hand.touch("Done")
    assert hand.driver.has("Anna (red)’s pile has 11 red cards, but there are only 10.")
    hand.touch("Cancel")
    last = hand.events[-1]
    assert last.type == "tickets"
    hand.touch("Done")
    hand.touch("Record it anyway")
    assert hand.events[-1] == e.Pile(player="red", cards={"red": 11}, override=True)
    assert hand.front is hand.table


def test_cg_a10_all_piles_together_are_warned_about(cards: Callable[..., Cards]) -> None:
    hand = cards("red blue", "red keeps chicago--dallas", "blue keeps chicago--montreal", "red piles red 6")
    hand.touch("Count the piles")
    hand.pile("red 5")
    assert hand.driver.has("All piles together have 11 red cards, but there are only 10.")
    hand.touch("Done")  # a warning, no objection
    assert hand.state.piles["blue"] == {"red": 5}
    assert hand.driver.has("All piles together have 11 red cards, but there are only 10.")


def test_scanned_cards_count_once_and_only_where_they_belong(cards: Callable[..., Cards]) -> None:
    hand = cards("red blue", "red keeps chicago--dallas", "blue keeps chicago--montreal")
    hand.hear(player("red").text, card("C", "red", 7).text)
    assert isinstance(hand.front, PileScreen)
    assert hand.driver.has("Red card 7. Anna: scan the cards in the pile (1 so far), then Next.")
    hand.hear(card("C", "red", 7).text)
    assert hand.driver.has("Red card 7 has already been counted.")
    hand.hear(card("E", "red", 8).text)
    assert hand.driver.has("That is a train card from Europe, but this game is on Card Game.")
    hand.hear(card("C", "red", 11).text)
    assert hand.driver.has("Card Game has no red card 11.")
    assert hand.driver.has("One card")
    hand.hear(command(Command.NEXT).text, card("C", "red", 7).text)
    assert hand.driver.has("Red card 7 has already been counted in Anna’s pile.")
    hand.hear(card("C", "blue", 1).text, command(Command.UNDO).text, command(Command.FINISH).text)
    assert hand.state.piles == {"red": {"red": 1}, "blue": {}}


def test_an_eleventh_red_card_is_questioned_by_scans_too(cards: Callable[..., Cards]) -> None:
    hand = cards("red blue", "red keeps chicago--dallas")
    hand.touch("Count the piles")
    hand.pile("red 10")
    hand.hear(card("C", "red", 1).text)
    assert hand.driver.has("11 red cards, but there are only 10: count again.")
    hand.hear(command(Command.FINISH).text)
    hand.touch("Cancel")
    hand.hear(command(Command.UNDO).text, command(Command.FINISH).text)
    assert hand.state.piles == {"red": {"red": 10}}


# The choice


@pytest.fixture
def dallas(cards: Callable[..., Cards]) -> Cards:
    """Anna can pay for Chicago–Dallas 6 or for Chicago–Montréal 7; Dallas is worth 10 to her."""
    hand = cards(
        "red blue",
        "red keeps chicago--dallas chicago--montreal",
        "blue keeps miami--las-vegas",
        "red piles yellow 1 green 1 blue 1",
        "blue piles red 1",
    )
    hand.turn_over()
    hand.tap(hand.seat("Anna"))
    return hand


def test_cg_7_the_choice_that_earns_most_is_proposed_with_its_cards_and_what_is_lacking(dallas: Cards) -> None:
    hand = dallas
    rows = hand.rows()
    assert hand.completed() == ["Chicago – Dallas"]
    assert rows["Chicago – Dallas"].cards == ["yellow", "green"]
    assert (rows["Chicago – Montréal"].note, rows["Chicago – Montréal"].cards) == ("missing", ["yellow"])
    assert hand.driver.has("Tickets −1, big cities +22: 21 points")
    assert hand.driver.has("It assumes that Bo will complete the tickets worth the most.")
    hand.touch("Done")
    assert hand.events[-1] == e.Complete(player="red", tickets=("chicago--dallas",))
    assert hand.driver.has("Anna chose one ticket to complete")


def test_what_the_best_choice_considers_is_said(dallas: Cards) -> None:
    hand = dallas
    hand.touch("Done")
    hand.tap(hand.seat("Bo"))
    assert hand.driver.has("The best choice counts big cities too. It considers what Anna chose.")
    hand.touch("Done")
    assert hand.events[-1] == e.Complete(player="blue", tickets=())
    assert hand.driver.has("Bo chose no tickets to complete")


def test_cg_3_what_cannot_be_paid_is_objected_to(dallas: Cards) -> None:
    hand = dallas
    hand.tap(hand.rows()["Chicago – Montréal"])
    assert hand.driver.has("Your pile is missing 1 yellow for this ticket. Deselect another ticket first.")
    hand.touch("Cancel")
    assert hand.completed() == ["Chicago – Dallas"]
    hand.tap(hand.rows()["Chicago – Montréal"])
    hand.touch("Complete it anyway")
    hand.touch("Done")
    assert hand.events[-1] == e.Complete(player="red", tickets=("chicago--dallas", "chicago--montreal"), override=True)


def test_cg_a6_the_choice_is_the_players_own(dallas: Cards, capsys: Capture) -> None:
    hand = dallas
    hand.tap(hand.rows()["Chicago – Dallas"])
    hand.tap(hand.rows()["Chicago – Montréal"])
    assert hand.driver.has("Tickets +1, big cities +12: 13 points")
    hand.touch("Done")
    assert hand.events[-1] == e.Complete(player="red", tickets=("chicago--montreal",))
    assert hand.totals()["Anna"] == "13"
    shown = hand.totals()
    assert shown == totals_of(hand.end(capsys))


def test_the_best_choice_is_put_back(dallas: Cards) -> None:
    hand = dallas
    hand.tap(hand.rows()["Chicago – Dallas"])
    hand.tap(hand.rows()["Chicago – Montréal"])
    hand.touch("Done")
    hand.tap(hand.seat("Anna"))
    assert hand.completed() == ["Chicago – Montréal"]
    hand.touch("Best choice")
    assert hand.completed() == ["Chicago – Dallas"]
    hand.touch("Done")
    assert hand.events[-1] == e.Complete(player="red", tickets=("chicago--dallas",))
    assert hand.totals()["Anna"] == "21"
    before = hand.events
    hand.tap(hand.seat("Anna"))
    hand.touch("Done")
    assert hand.events == before  # it is recorded already


def test_a_pile_is_counted_again_from_the_choice(dallas: Cards) -> None:
    hand = dallas
    hand.touch("Pile")
    hand.pile("locomotive 1")
    hand.touch("Done")
    assert hand.state.piles["red"] == {"yellow": 1, "green": 1, "blue": 1, "locomotive": 1}
    hand.tap(hand.seat("Anna"))
    assert len(hand.completed()) == 2


def test_a_pile_that_is_counted_again_takes_the_choice_back(dallas: Cards) -> None:
    """A choice is made for one pile: the new one pays for less, and nobody is asked about what no longer counts."""
    hand = dallas
    hand.touch("Done")
    hand.tap(hand.seat("Anna"))
    hand.touch("Pile")
    hand.tap(key(next(box for box in hand.driver.widgets(CardCount) if box.colour == "green"), icon="minus"))
    hand.touch("Done")
    assert hand.state.piles["red"] == {"yellow": 1, "blue": 1}
    assert hand.state.chosen == {}
    hand.tap(hand.seat("Anna"))
    assert hand.completed() == ["Chicago – Montréal"]


# Bo wins with 18 if Anna completes the dearer ticket; Chicago–Dallas shares Dallas with him and wins


LOSES_BY_VALUE = (
    "red keeps chicago--santa-fe chicago--dallas",
    "blue keeps dallas--raleigh",
    "red piles yellow 1 green 1",
    "blue piles green 1 red 1",
)


def test_cg_7_big_cities_count_in_the_proposal_by_touch(cards: Callable[..., Cards], capsys: Capture) -> None:
    hand = cards("red blue", *LOSES_BY_VALUE)
    hand.turn_over()
    assert hand.totals() == {"Anna": "19", "Bo": "18"}
    hand.tap(hand.seat("Anna"))
    assert hand.completed() == ["Chicago – Dallas"]
    hand.touch("Done")
    assert hand.driver.has("Anna chose one ticket to complete")
    sheet = hand.end(capsys)
    assert totals_of(sheet) == {"Anna": "19", "Bo": "18"}
    assert sheet["winners"] == ["red"]


def test_cg_7_big_cities_count_in_the_proposal_by_scans_alone(tmp_path: Path, capsys: Capture) -> None:
    wire = Wire(tmp_path, Cards)
    hand: Any = wire.hand
    hand.new_game("Card Game", "red blue")
    board, game = hand.state.board, hand.table.play.game
    for colour, tickets in (("red", ["chicago--santa-fe", "chicago--dallas"]), ("blue", ["dallas--raleigh"])):
        wire.scan(player(colour).text, *(wire.code(board, LabelKind.TICKET, ticket) for ticket in tickets))
    wire.scan(player("red").text, card("C", "yellow", 1).text, card("C", "green", 1).text, command(Command.NEXT).text)
    wire.scan(card("C", "green", 2).text, card("C", "red", 1).text, command(Command.FINISH).text)
    finish = command(Command.FINISH).text
    wire.scan(finish, finish)
    assert game.state.ended
    assert [str(tell_openly(game.state, event)) for event in game.history.events[-3:]] == [
        "Red chose to complete Chicago–Dallas",
        "Blue chose to complete Dallas–Raleigh",
        "The game ended",
    ]
    sheet = scored(tmp_path, game, capsys)
    assert (totals_of(sheet), sheet["winners"]) == ({"Red": "19", "Blue": "18"}, ["red"])
    wire.stop()


def test_to_go_on_after_the_end_takes_back_what_was_recorded_with_it(cards: Callable[..., Cards]) -> None:
    hand = cards("red blue", *LOSES_BY_VALUE)
    before = hand.events
    hand.touch("Finish")
    hand.touch("End the game")
    hand.touch("Skip")
    hand.touch("Score sheet")
    hand.touch("Continue playing")
    assert hand.events == before
    assert hand.table.step is Step.AGREE


def test_a_forgotten_ticket_is_completed_if_the_pile_pays_for_it(cards: Callable[..., Cards]) -> None:
    hand = cards("red blue", *LOSES_BY_VALUE[:2], "red piles yellow 1 green 1 blue 1", "blue piles green 1 red 1")
    game = hand.table.play.game
    hand.touch("Finish")
    hand.touch("End the game")
    show = hand.driver.app.session.host.screen
    assert isinstance(show, TallyShow)
    forgotten = code(game.state.board, LabelKind.TICKET, "new-york--chicago")
    hand.hear(player("red").text, forgotten.text)
    assert game.state.ended
    assert game.state.chosen["red"] == ("chicago--dallas", "new-york--chicago")


def test_cg_5_the_first_scoring_records_everyones_choice(cards: Callable[..., Cards]) -> None:
    """Chicago–Miami and New York–Miami are worth the same; New York is worth more than Chicago."""
    hand = cards(
        FOUR,
        "red keeps chicago--miami new-york--miami",
        "blue keeps miami--las-vegas",
        "red piles red 1 locomotive 1",
        "blue piles red 1",
    )
    before = hand.events
    hand.touch("First scoring")
    hand.touch("Show my tickets")
    assert hand.completed() == ["New York – Miami"]
    assert hand.driver.has("If several are equal, it picks the one that helps most with big cities.")
    hand.back()
    hand.touch("First scoring")
    hand.touch("Pick the best for me")
    assert hand.events[-1] == e.Complete(player="red", tickets=("new-york--miami",))
    hand.touch("Pick the best for me")
    hand.touch("Score the first deck")
    assert hand.events == (
        *before,
        e.Complete(player="red", tickets=("new-york--miami",)),
        e.Complete(player="blue", tickets=()),
        e.Scoring(),
    )


# Counting a finished game


def test_a_finished_game_is_counted_openly(home: Cards, capsys: Capture) -> None:
    hand = home
    hand.new_game("Card Game", "red blue", home="Score a finished game")
    assert hand.driver.has("Tap each player and choose all their tickets, completed or not.")
    hand.keep("Red", "chicago--dallas", "chicago--montreal")
    hand.keep("Blue", "chicago--new-york")
    hand.touch("Count the piles")
    hand.pile("yellow 1 green 1")
    hand.touch("Done, next: Blue")
    hand.pile("locomotive 1")
    hand.touch("Done")
    shown = hand.totals()
    assert shown == totals_of(hand.end(capsys))


def test_cg_5_a_finished_game_of_four_is_counted_with_its_first_scoring(
    cards: Callable[..., Cards], capsys: Capture
) -> None:
    hand = cards(FOUR, "red keeps chicago--dallas chicago--montreal", "blue keeps miami--las-vegas", counted=True)
    assert hand.driver.has("Four players: first mark the tickets completed at the first scoring.")
    hand.touch("First scoring")
    assert isinstance(hand.front, ChoiceScreen)
    hand.tap(hand.rows()["Chicago – Dallas"])  # those cards are shuffled again: nothing can be paid any more
    hand.touch("Done")
    hand.touch("Done")
    hand.touch("Score the first deck")
    hand.touch("Count the piles")
    hand.pile("yellow 1 blue 1")
    hand.touch("Done, next: Bo")
    hand.touch("Done")
    hand.tap(hand.seat("Anna"))
    assert hand.rows()["Chicago – Dallas"].note == "first scoring"
    hand.touch("Done")
    shown = hand.totals()
    sheet = hand.end(capsys)
    assert shown == totals_of(sheet)
    assert sheet["players"][0]["lines"]["tickets"] == 6 + 7
