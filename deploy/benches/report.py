"""Tables of benchmark figures."""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter


@dataclass
class Table:
    """Rows of named figures under a heading."""

    name: str
    heading: str
    rows: list[dict[str, object]] = field(default_factory=list)

    def printed(self) -> str:
        """Return the table as text, with aligned columns."""
        columns = list(self.rows[0])
        cells = [columns, *([_cell(row[column]) for column in columns] for row in self.rows)]
        widths = [max(len(row[place]) for row in cells) for place in range(len(columns))]
        lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in cells]
        return "\n".join([self.heading, *lines, ""])


def _cell(figure: object) -> str:
    if isinstance(figure, bool):
        return "yes" if figure else "no"
    if isinstance(figure, float):
        return f"{figure:,.0f}" if figure >= 100 else f"{figure:.2f}"
    return f"{figure:,}" if isinstance(figure, int) else str(figure)


def best_time(work: Callable[[], object], times: int = 3) -> float:
    """Return the milliseconds of the fastest of a few runs, the one least disturbed by other processes."""
    fastest = float("inf")
    for _ in range(times):
        begun = perf_counter()
        work()
        fastest = min(fastest, perf_counter() - begun)
    return fastest * 1000
