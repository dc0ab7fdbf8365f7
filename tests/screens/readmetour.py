"""The pictures that the README shows: the example game of Europe on the real app, always the same.

./deploy/pictures --readme      draws them anew into tests/pictures, with what stands on them beside
"""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from companion.screens.virtual import PANELS, Driver, started  # before all else that loads Kivy

# isort: split
from companion.boards import Library
from companion.examples import example_record
from companion.game.journal import Journal
from companion.screens.score.tallyshow import TallyShow
from companion.screens.table.tablescreen import TableScreen

PANEL = "800x480"
LABELS = "labels.json"
HALFWAY = 100
"""Events of the example that have happened when its pictures are taken."""
TOUCHED = "roma--venezia:black"
"""The route that is touched next."""


def pages(folder: Path) -> Iterator[tuple[str, Driver]]:
    """Yields each picture by its name, with the screen as it is there."""
    yield from _new_game(folder / "new")
    yield from _at_the_table(folder / "running")
    yield from _at_the_end(folder / "over")


def _opened(folder: Path, events: int | None) -> Driver:
    """The app on the example, so many events into it; None for no game at all."""
    record = example_record("europe")
    if events is not None:
        journal = Journal(folder)
        game = journal.begin(Library().load(record.map), list(record.players), record.options)
        for event in record.events[:events]:
            game.record(event)
        journal.close()
    driver = started(folder, PANELS[PANEL], still=True, blind=True)
    driver.settle()
    return driver


def _touch(driver: Driver, *texts: str) -> None:
    for text in texts:
        driver.touch(text)
        driver.settle()


def _new_game(folder: Path) -> Iterator[tuple[str, Driver]]:
    driver = _opened(folder, None)
    try:
        _touch(driver, "New game")
        driver.tap(driver.find(name="Europe"))
        driver.settle()
        for player in example_record("europe").players:
            driver.tap(driver.find(colour=player.colour, text="", disabled=False))
            driver.settle()
        yield "players", driver
    finally:
        driver.stop()


def _at_the_table(folder: Path) -> Iterator[tuple[str, Driver]]:
    driver = _opened(folder, HALFWAY)
    try:
        _touch(driver, "Continue")
        yield "table", driver
        table = driver.app.session.host.screen
        assert isinstance(table, TableScreen)
        line = table.map.shape.spaces[TOUCHED]
        middle = line[len(line) // 2]
        driver.tap(table.map.to_window(*table.map.on_screen(middle.x, middle.y)))
        driver.wait(0.2)
        driver.settle()
        yield "claim", driver
        table.claiming.drop()
        driver.settle()
        _touch(driver, "Tickets")
        yield "tickets", driver
    finally:
        driver.stop()


def _at_the_end(folder: Path) -> Iterator[tuple[str, Driver]]:
    driver = _opened(folder, len(example_record("europe").events) - 1)
    try:
        _touch(driver, "Continue", "Finish", "End the game")
        show = driver.app.session.host.screen
        assert isinstance(show, TallyShow)
        show.step(0)  # as if a hand had stopped it
        while not (show.moment.kind == "ticket" and show.moment.borrowed):
            show.step(1)
        driver.settle()
        yield "tally", driver
        _touch(driver, "Skip", "Score sheet")
        yield "points", driver
    finally:
        driver.stop()


def draw(into: Path) -> None:
    """Writes the pictures and what stands on them."""
    labels: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, driver in pages(Path(folder)):
            driver.picture(into / f"{name}.png")
            labels[name] = driver.labels()
    text = json.dumps(labels, ensure_ascii=False, indent=1)
    (into / LABELS).write_text(text + "\n", encoding="utf-8")
