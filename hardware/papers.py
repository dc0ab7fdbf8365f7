"""Papers for labels: commercial label sheets, sleeve inserts, and plain paper to cut."""

from dataclasses import dataclass

from companion.words import Sentence

A4, LETTER = (210.0, 297.0), (215.9, 279.4)


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of labels; all lengths in millimetres."""

    name: str
    words: Sentence
    """The description for people."""
    page: tuple[float, float]
    label: tuple[float, float]
    columns: int
    rows: int
    corner: tuple[float, float]
    """Left and top edge of the first label."""
    pitch: tuple[float, float]
    """The distance from one label to the next, across and down."""
    dots: int
    """The width of a code's module in dots of 1/300 inch. Whole dots print sharply."""
    cut: bool = False
    """Whether there are cut marks."""

    @property
    def per_page(self) -> int:
        """The number of labels on a page."""
        return self.columns * self.rows

    def place(self, number: int) -> tuple[float, float]:
        """Return the left and top edge of a label on a page, counted from 0 row by row."""
        row, column = divmod(number, self.columns)
        return self.corner[0] + column * self.pitch[0], self.corner[1] + row * self.pitch[1]


def _to_cut(name: str, words: Sentence, page: tuple[float, float], label: tuple[float, float], dots: int) -> Paper:
    """Return a plain paper with as many labels as fit, centred, and edge to edge so that one cut separates two."""
    columns, rows = int((page[0] - 12) // label[0]), int((page[1] - 12) // label[1])
    corner = (page[0] - columns * label[0]) / 2, (page[1] - rows * label[1]) / 2
    return Paper(name, words, page, label, columns, rows, corner, label, dots, cut=True)


PAPERS = {
    paper.name: paper
    for paper in (
        Paper(
            "L7651", Sentence("Avery L7651, 65 per A4 sheet"), A4, (38.1, 21.2), 5, 13, (4.75, 10.7), (40.6, 21.2), 7
        ),
        Paper(
            "L7160", Sentence("Avery L7160, 21 per A4 sheet"), A4, (63.5, 38.1), 3, 7, (7.2, 15.15), (66.04, 38.1), 8
        ),
        Paper(
            "5160",
            Sentence("Avery 5160, 30 per Letter sheet"),
            LETTER,
            (66.7, 25.4),
            3,
            10,
            (4.76, 12.7),
            (69.85, 25.4),
            6,
        ),
        _to_cut("A4", Sentence("plain A4 with cut marks"), A4, (48.0, 22.0), 7),
        _to_cut("Letter", Sentence("plain Letter with cut marks"), LETTER, (50.0, 22.0), 7),
        _to_cut("44x68", Sentence("sleeve inserts for small cards on A4"), A4, (44.0, 68.0), 8),
        _to_cut("56x87", Sentence("sleeve inserts for large cards on A4"), A4, (56.0, 87.0), 10),
    )
}
"""The papers by the names that users give."""
