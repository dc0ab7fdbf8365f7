"""The export formats, and writing them."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Literal

from companion.exports.finished import FinishedGame
from companion.exports.writing import Place, file_name, write

ExportFormat = Literal["pdf", "picture", "table", "record"]


def record_bytes(game: FinishedGame) -> bytes:
    """Return the game record as JSON, which Companion can import."""
    return game.record.model_dump_json(indent=2, exclude_none=True).encode()


def _pdf(game: FinishedGame) -> bytes:
    from companion.exports.pdf import pdf_bytes  # slow to load, and few games are printed

    return pdf_bytes(game)


def _picture(game: FinishedGame) -> bytes:
    from companion.exports.picture import picture_bytes

    return picture_bytes(game)


def _table(game: FinishedGame) -> bytes:
    from companion.exports.spreadsheet import csv_bytes

    return csv_bytes(game)


KINDS: Mapping[ExportFormat, tuple[str, Callable[[FinishedGame], bytes]]] = {
    "pdf": (".pdf", _pdf),
    "picture": (".png", _picture),
    "table": (".csv", _table),
    "record": (".game.json", record_bytes),
}
"""The file name extension of each format, and the function that makes its content."""


def take(game: FinishedGame, kinds: Iterable[ExportFormat], place: Place) -> list[Path]:
    """Write a file for each format and return their paths. Raise NotWrittenError at the first that fails."""
    name = file_name(game)
    return [write(place, name, KINDS[kind][0], KINDS[kind][1](game)) for kind in kinds]
