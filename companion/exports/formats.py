"""What can be taken home, and taking it."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Literal

from companion.exports.finished import FinishedGame
from companion.exports.writing import Place, file_name, write

ExportFormat = Literal["pdf", "picture", "table", "record"]


def record_bytes(game: FinishedGame) -> bytes:
    """The game record, which Companion itself reads again."""
    return game.record.model_dump_json(indent=2, exclude_none=True).encode()


def _pdf(game: FinishedGame) -> bytes:
    from companion.exports.pdf import pdf_bytes  # takes a while to load, and few games are printed

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
"""How each kind of file ends, and how it is made."""


def take(game: FinishedGame, kinds: Iterable[ExportFormat], place: Place) -> list[Path]:
    """Writes these files and answers with where they are. Raises NotWrittenError at the first that does not go."""
    name = file_name(game)
    return [write(place, name, KINDS[kind][0], KINDS[kind][1](game)) for kind in kinds]
