"""A walk through a Card Game of four, with its two scorings, for pictures and for checks of what is seen."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from companion.screens.virtual import Driver, started  # before all else that loads Kivy

# isort: split
from companion.boards import Library, PlayerColour
from companion.game import Options, Player
from companion.game.journal import Journal
from companion.screens.cardgame.cardtable import CardSeat, CardTableScreen
from companion.screens.cardgame.choicescreen import ChoiceRow
from companion.screens.cardgame.layingscreen import LayingCount
from companion.screens.cardgame.pilescreen import CardCount
from companion.screens.shell.preferences import Preferences, write
from companion.screens.table.ticketpicker import TicketCard
from companion.screens.widgets import NumberPad
from companion.words import say
from tests.table import event

PEOPLE: dict[PlayerColour, str] = {"red": "Anna", "blue": "Christopher-Rob", "green": "Cecilie", "yellow": "Bestemor"}
TICKETS: dict[PlayerColour, str] = {
    "red": "chicago--dallas chicago--montreal chicago--charleston new-york--chicago",
    "blue": "los-angeles--pittsburgh seattle--dallas",
    "green": "miami--las-vegas",
    "yellow": "chicago--new-york",
}
FIRST: dict[PlayerColour, str] = {
    "red": "yellow 2 green 1 locomotive 1",
    "blue": "white 1 blue 2 pink 1",
    "green": "red 3",
    "yellow": "yellow 1",
}
SECOND: dict[PlayerColour, str] = {
    "red": "blue 2 yellow 1",
    "blue": "red 2 locomotive 3",
    "green": "black 2 pink 1 locomotive 1",
    "yellow": "white 6 yellow 6",
}


class Guest:
    """Someone who knows the way through a Card Game."""

    def __init__(
        self, folder: Path, size: tuple[int, int], still: bool, players: int = 4, preferences: Preferences | None = None
    ) -> None:
        write(folder, preferences or Preferences())
        self.folder, self.size, self.still = folder, size, still
        self.colours = list(PEOPLE)[:players]
        self._driver: Driver | None = None

    @property
    def driver(self) -> Driver:
        assert self._driver is not None, "nobody has sat down"
        return self._driver

    def lay(self, *moves: str, counted: bool = False, yards: Literal["hidden", "open"] | None = None) -> None:
        """A game in the journal, with these moves made."""
        journal = Journal(self.folder)
        people = [Player(colour=colour, name=PEOPLE[colour]) for colour in self.colours]
        game = journal.begin(Library().load("card_game"), people, Options(counted=counted, yards=yards))
        for move in moves:
            game.record(event(move))
        journal.close()

    def dealt(self) -> list[str]:
        return [f"{colour} keeps {TICKETS[colour]}" for colour in self.colours]

    def piles(self, piles: dict[PlayerColour, str]) -> list[str]:
        return [f"{colour} piles {piles[colour]}" for colour in self.colours]

    def sit_down(self) -> Driver:
        self._driver = started(self.folder, self.size, still=self.still, blind=True)
        self.driver.settle()
        self.press("Continue")
        assert isinstance(self.driver.app.session.host.screen, CardTableScreen)
        return self.driver

    def press(self, text: str, plural: str = "", **facts: object) -> None:
        """Touches what carries this text, in whatever language is spoken."""
        self.driver.touch(say(text, plural, **facts))
        self.driver.settle()

    def tap(self, widget: object) -> None:
        self.driver.tap(widget)
        self.driver.settle()

    def back(self) -> None:
        self.tap(self.driver.find(icon="back", kind="quiet"))


def card_tour(
    folder: Path, size: tuple[int, int], still: bool = False, preferences: Preferences | None = None
) -> Iterator[tuple[str, Driver]]:
    """Yields each stop by its name, with the screen as it is there."""
    for number, stops in enumerate((_play, _first_scoring, _last_scoring, _counted, _turned, _yards)):
        yield from stops(Guest(folder / str(number), size, still, preferences=preferences))


def _play(guest: Guest) -> Iterator[tuple[str, Driver]]:
    guest.lay()
    driver = guest.sit_down()
    try:
        yield "deal", driver
        guest.tap(next(driver.widgets(CardSeat)))
        guest.tap(next(driver.widgets(TicketCard)))
        yield "tickets", driver
        guest.press("{name} keeps one ticket", "{name} keeps {count} tickets", name="Anna", count=1)
        yield "table", driver
        guest.press("Log")
        yield "log", driver
        guest.press("Close")
        guest.press("Finish")
        yield "finish", driver
    finally:
        driver.stop()


def _first_scoring(guest: Guest) -> Iterator[tuple[str, Driver]]:
    guest.lay(*guest.dealt(), "red piles yellow 2 green 1")
    driver = guest.sit_down()
    try:
        yield "piles", driver
        guest.press("Count the piles")
        kinds = list(driver.widgets(CardCount))
        for _ in range(2):
            guest.tap(next(key for key in kinds[3].walk() if getattr(key, "icon", "") == "plus"))
        guest.tap(next(key for key in kinds[0].walk() if getattr(key, "icon", "") == "plus"))
        yield "pile", driver
        guest.tap(next(key for key in kinds[4].walk() if getattr(key, "kind", "") == "quiet"))
        yield "number", driver
        pad = next(driver.widgets(NumberPad))
        for _ in "11":
            guest.tap(next(key for key in pad.ids.digits.children if key.text == "1"))
        guest.press("OK")
        yield "eleven", driver
        guest.press("Done")
        yield "objection", driver
        guest.press("Cancel")
        guest.back()
        for move in guest.piles(FIRST):
            driver.app.session.host.screen.play.commit(event(move))
        driver.settle()
        yield "counted", driver
        guest.press("First scoring")
        yield "look away", driver
        guest.press("Show my tickets")
        yield "choice", driver
        guest.tap(next(row for row in driver.widgets(ChoiceRow) if not row.completed))
        yield "not paid", driver
        guest.press("Cancel")
        guest.press("Done")
        for _ in guest.colours[1:]:
            guest.press("Pick the best for me")
        yield "score", driver
        guest.press("Score the first deck")
        yield "second deck", driver
        guest.press("Completed")
        yield "completed", driver
    finally:
        driver.stop()


def _last_scoring(guest: Guest) -> Iterator[tuple[str, Driver]]:
    guest.lay(*guest.dealt(), *guest.piles(FIRST), "scoring", *guest.piles(SECOND))
    driver = guest.sit_down()
    try:
        yield "face down", driver
        guest.press("Turn tickets over")
        yield "agree", driver
        guest.press("Turn over")
        yield "open", driver
        guest.tap(next(driver.widgets(CardSeat)))
        yield "open choice", driver
    finally:
        driver.stop()


def _yards(guest: Guest) -> Iterator[tuple[str, Driver]]:
    """Rail yards that are followed, with as much in them as there ever is."""
    moves = (
        "red lays red red red red",
        "blue lays blue green black",
        "green lays white white white locomotive locomotive",
        "yellow draws",
        "red lays orange orange orange locomotive",
        "blue lays pink pink pink",
        "green lays yellow yellow",
        "yellow draws",
    )
    guest.lay(*guest.dealt(), *moves, yards="open")
    driver = guest.sit_down()
    try:
        yield "yards", driver
        guest.tap(next(driver.widgets(CardSeat)))
        yield "open pile", driver
        guest.press("Close")
        guest.press("Last card")
        yield "last card", driver
        guest.press("{name}, this turn", name="Anna")
        yield "last turns", driver
        guest.press("Lay cards")
        yield "lay", driver
        for place in (0, 0, 8):
            guest.tap(list(driver.widgets(LayingCount))[place].card)
        yield "robs", driver
        guest.tap(list(driver.widgets(LayingCount))[1].card)
        yield "forbidden", driver
        guest.press("Lay")
        yield "forbidden anyway", driver
        guest.press("Cancel")
        guest.back()
        guest.press("Score")
        yield "score yards", driver
        guest.press("Score the piles")
        yield "piles from yards", driver
    finally:
        driver.stop()


def _counted(guest: Guest) -> Iterator[tuple[str, Driver]]:
    guest.colours = guest.colours[:2]
    guest.lay(*guest.dealt(), "red piles yellow 6 green 1", "blue piles white 6 yellow 6", counted=True)
    driver = guest.sit_down()
    try:
        yield "counting", driver
        guest.tap(next(driver.widgets(CardSeat)))
        yield "counted choice", driver
    finally:
        driver.stop()


def _turned(guest: Guest) -> Iterator[tuple[str, Driver]]:
    """Seen from the side of the table."""
    guest.lay(*guest.dealt(), *guest.piles(FIRST), "scoring", *guest.piles(SECOND))
    driver = guest.sit_down()
    try:
        driver.app.session.face(90)
        driver.settle()
        yield "turned table", driver
        guest.tap(next(driver.widgets(CardSeat)))
        yield "turned pile", driver
        guest.back()
        guest.press("Turn tickets over")
        guest.press("Turn over")
        yield "turned open", driver
        guest.tap(next(driver.widgets(CardSeat)))
        yield "turned choice", driver
    finally:
        driver.stop()
