"""The demo without a screen: plays it on a virtual one, and writes pictures and the score sheet to a folder."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.screens.virtual import Driver, started  # before anything else that loads Kivy

# isort: split
from companion.exports.finished import finished
from companion.exports.formats import take
from companion.exports.writing import Place
from companion.game.record import GameRecord
from companion.scoring import ScoreSheet
from companion.screens.score.sheetscreen import ScoreSheetScreen
from companion.screens.score.tallyshow import TallyShow
from companion.screens.start.demo import Demo

_MOVE = 0.4
"""Seconds of virtual time for each move; short, since nobody watches."""
_PICTURES = 12
"""Pictures of the game before its tally."""


@dataclass(frozen=True, slots=True)
class Filmed:
    """A record that was played to its end."""

    files: tuple[Path, ...]
    """Pictures in order, and the score sheet."""
    sheet: ScoreSheet


def film(record: GameRecord, size: tuple[int, int], out: Path, progress: Callable[[int, int], object]) -> Filmed:
    """Play a record to its end, with pictures of it in `out`. `progress` is called with the number of moves that were
    played, and of all."""
    with tempfile.TemporaryDirectory() as folder:
        driver = started(Path(folder), size, still=True)
        try:
            return _filmed(driver, record, out, progress)
        finally:
            driver.stop()


def _filmed(driver: Driver, record: GameRecord, out: Path, progress: Callable[[int, int], object]) -> Filmed:
    session = driver.app.session
    session.open()
    made: list[Path] = []

    def keep(name: str) -> None:
        driver.settle()
        made.append(driver.picture(out / f"{len(made) + 1:02} {name}.png"))

    demo = Demo(session, record, _MOVE * len(record.events)).start()
    every = max(1, len(record.events) // _PICTURES)
    seen = -1
    while demo.on:
        driver.wait(_MOVE / 2)
        moves = len(demo.game.history.events)
        progress(moves, len(record.events))
        if moves // every != seen:
            seen = moves // every
            keep("table" if moves else "the table is laid")
    show = session.host.screen
    assert isinstance(show, TallyShow)
    kinds: set[str] = set()
    while not show.over:
        if show.moment.kind not in kinds:
            kinds.add(show.moment.kind)
            keep(f"tally, {show.moment.kind}")
        show.step(1)
    keep("winner")
    show.skip()
    sheet = session.host.screen
    assert isinstance(sheet, ScoreSheetScreen)
    keep("sheet")
    pages = take(finished(demo.game), ("pdf", "picture", "record"), Place(out, str(out)))
    return Filmed((*made, *pages), sheet.sheet)
