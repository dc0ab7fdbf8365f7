"""Tests of what an emulated power cut leaves on the card."""

from pathlib import Path

from emulator.powercut import ENTRY, FLUSH, MAGIC, SECTOR, SUPER, replay


def log_of(folder: Path, *entries: tuple[int, bytes, int]) -> Path:
    """Write a log as QEMU does: where, what, flags."""
    file = folder / "log"
    parts = [SUPER.pack(MAGIC, 1, len(entries), SECTOR).ljust(SECTOR, b"\0")]
    for sector, data, flags in entries:
        parts += [ENTRY.pack(sector, len(data) // SECTOR, flags, 0).ljust(SECTOR, b"\0"), data]
    file.write_bytes(b"".join(parts) + bytes(2 * SECTOR))
    return file


def of(letter: str) -> bytes:
    return letter.encode() * SECTOR


def test_only_what_was_flushed_is_on_the_card(tmp_path: Path) -> None:
    card = tmp_path / "card"
    card.write_bytes(of("-") * 4)
    log = log_of(tmp_path, (0, of("a"), 0), (1, of("b"), 0), (0, b"", FLUSH), (2, of("c"), 0), (0, of("d"), 0))
    assert replay(log, card) == (2, 2)
    assert card.read_bytes() == of("a") + of("b") + of("-") * 2


def test_later_writes_go_over_earlier_ones(tmp_path: Path) -> None:
    card = tmp_path / "card"
    card.write_bytes(of("-") * 2)
    assert replay(log_of(tmp_path, (0, of("a"), 0), (0, of("b") * 2, 0), (1, of("c"), FLUSH)), card) == (3, 0)
    assert card.read_bytes() == of("b") + of("c")


def test_without_any_flush_nothing_was_written(tmp_path: Path) -> None:
    card = tmp_path / "card"
    card.write_bytes(of("-"))
    log = tmp_path / "log"
    log.write_bytes(bytes(4 * SECTOR))
    assert replay(log, card) == (0, 0)
    assert card.read_bytes() == of("-")
