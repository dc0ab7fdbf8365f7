"""Benchmark of the time from the last byte of a scan to its event."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benches.report import Table
from hardware.codes import LabelKind, Scan, numbered
from hardware.scanner import Scanner
from hardware.simulator import SimulatedScanner


def latency(quick: bool) -> Iterator[Table]:
    """Measure scans over a pseudo-terminal, each from the end of writing to the event in the queue."""
    count = 200 if quick else 2000
    table = Table("scans", f"From the last byte of a scan to its event, {count} scans (ms)")
    for ending, terminator in (("CR", "\r"), ("CR LF", "\r\n"), ("no terminator", "")):
        times = sorted(_timed(count, terminator))
        table.rows.append(
            {
                "terminator": ending,
                "median": median(times),
                "99th percentile": times[len(times) * 99 // 100],
                "worst": times[-1],
            }
        )
    yield table


def _timed(count: int, terminator: str) -> list[float]:
    times = []
    with TemporaryDirectory() as folder:
        wire = SimulatedScanner(Path(folder) / "port", terminator).plug_in()
        scanner = Scanner(wire.port).start()
        scanner.events.get()
        for number in range(count):
            text = numbered(LabelKind.ROUTE, "E", number).text
            wire.send(text[:-1].encode())
            begun = perf_counter()
            wire.send((text[-1] + terminator).encode())
            event = scanner.events.get(timeout=10)
            times.append((perf_counter() - begun) * 1000)
            assert isinstance(event, Scan)
            assert event.meaning.text == text
        scanner.stop()
        wire.unplug()
    return times
