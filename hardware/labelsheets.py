"""PDF sheets of labels, each with a code for scanners and words for people."""

import importlib.util
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

import segno
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.pdfgen.canvas import Canvas

from companion.words import say
from hardware.papers import Paper

_MM = 72 / 25.4
_DOT = 72 / 300
_SEAM = 0.05
"""The offset of a code from the grid of dots, in points: edges exactly on half a pixel leave hairlines when
rendered."""
_QUIET = 4
"""Empty modules around a code, without which scanners do not find it."""

Progress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class PrintedLabel:
    """One label: its code, or None for a heading, and its words. A sign is a polygon in a unit square."""

    code: str | None
    title: str
    detail: str = ""
    sign: tuple[tuple[float, float], ...] = ()


def labels_pdf(labels: Sequence[PrintedLabel], paper: Paper, heading: str, progress: Progress) -> tuple[bytes, int]:
    """Return a PDF of these labels, and its number of pages. `progress` is called with the number done and the
    total."""
    content = BytesIO()
    canvas = Canvas(content, pagesize=(paper.page[0] * _MM, paper.page[1] * _MM), pageCompression=1)
    canvas.setTitle(heading)
    for number, label in enumerate(labels):
        if number % paper.per_page == 0:
            if number:
                canvas.showPage()
            _furnish(canvas, paper, heading)
        _draw(canvas, paper, label, number % paper.per_page)
        progress(number + 1, len(labels))
    canvas.showPage()
    canvas.save()
    return content.getvalue(), max(1, -(-len(labels) // paper.per_page))


def _furnish(canvas: Canvas, paper: Paper, heading: str) -> None:
    """Draw what a page has besides its labels: a line of text in the margin, and cut marks."""
    regular, _ = _fonts()
    canvas.setFont(regular, 6)
    canvas.setFillGray(0.45)
    canvas.drawCentredString(
        paper.page[0] * _MM / 2, 2.2 * _MM, f"{heading} · {say('print at 100%, not fitted to the page')}"
    )
    canvas.setFillGray(0)
    if paper.cut:
        canvas.setLineWidth(0.3)
        for x, y in _corners(paper):
            for dx, dy in ((1.5, 0), (0, 1.5)):
                canvas.line((x - dx) * _MM, (y - dy) * _MM, (x + dx) * _MM, (y + dy) * _MM)


def _corners(paper: Paper) -> Iterator[tuple[float, float]]:
    """Yield the corners where labels meet, measured from the lower left."""
    for column in range(paper.columns + 1):
        for row in range(paper.rows + 1):
            x = paper.corner[0] + column * paper.pitch[0]
            yield x, paper.page[1] - paper.corner[1] - row * paper.pitch[1]


def _draw(canvas: Canvas, paper: Paper, label: PrintedLabel, number: int) -> None:
    left, top = paper.place(number)
    width, height = paper.label
    bottom = paper.page[1] - top - height
    if label.code is None:
        _write(canvas, label, (left + 2, bottom + 1), (width - 4, height - 2), _LARGE)
        return
    side = (21 + 2 * _QUIET) * paper.dots * _DOT / _MM
    if height > width:
        _code(canvas, label.code, paper.dots, left + (width - side) / 2, bottom + height - side - 2)
        _write(canvas, label, (left + 3, bottom + 3), (width - 6, height - side - 6), _LARGEST, centred=True)
    else:
        _code(canvas, label.code, paper.dots, left, bottom + (height - side) / 2)
        sizes = _LARGE if width > 60 else _USUAL
        _write(canvas, label, (left + side - 0.5, bottom + 0.8), (width - side - 0.8, height - 1.6), sizes)


def _code(canvas: Canvas, text: str, dots: int, left: float, bottom: float) -> None:
    """Draw a code with its lower left corner here, snapped to whole dots, with one rectangle per run of modules."""
    matrix = segno.make_qr(text, error="h", boost_error=False, mode="alphanumeric", version=1).matrix
    module = dots * _DOT
    x = round(left * _MM / _DOT) * _DOT + _SEAM + _QUIET * module
    y = round(bottom * _MM / _DOT) * _DOT + _SEAM + _QUIET * module
    for row, modules in enumerate(reversed(matrix)):
        start = 0
        while start < len(modules):
            end = start
            while end < len(modules) and modules[end]:
                end += 1
            if end > start:
                canvas.rect(x + start * module, y + row * module, (end - start) * module, module, stroke=0, fill=1)
            start = end + 1


_USUAL = (8.5, 7.5, 6.8, 6, 5.5, 5)
_LARGE = (13, 11, 9.5, *_USUAL)
_LARGEST = (22, 18, 15, *_LARGE)
"""Font sizes in points, to be tried in this order."""


def _write(
    canvas: Canvas,
    label: PrintedLabel,
    corner: tuple[float, float],
    room: tuple[float, float],
    sizes: Sequence[float],
    centred: bool = False,
) -> None:
    """Write the words of a label into a rectangle, vertically centred, in the first size that fits; if possible, in
    one that breaks no word."""
    width, height = room[0] * _MM, room[1] * _MM
    size = _fitting(label, (width, height), sizes)
    lines = _lines(label, size, width)
    sign = size * 1.6 if label.sign else 0
    needed = sum(1.18 * letter for _, _, letter in lines) + sign
    while needed > height and len(lines) > 1:  # if no size fits, cut the text off rather than run into the next label
        needed -= 1.18 * lines.pop()[2]
    x, y = corner[0] * _MM, corner[1] * _MM + (height + needed) / 2
    if label.sign:
        across = (width - sign * 0.85) / 2 if centred else 0
        _sign(canvas, label.sign, x + across, y - sign * 0.9, sign * 0.85)
        y -= sign
    for line, font, letter in lines:
        y -= 1.18 * letter
        across = (width - pdfmetrics.stringWidth(line, font, letter)) / 2 if centred else 0
        canvas.setFont(font, letter)
        canvas.drawString(x + across, y + 0.25 * letter, line)


def _fitting(label: PrintedLabel, room: tuple[float, float], sizes: Sequence[float]) -> float:
    """Return the size for the words of a label; the last one if none fits."""
    fitting = [size for size in sizes if _fits(label, size, room)]
    whole = [size for size in fitting if not _breaks_words(label, size, room[0])]
    return next(iter((*whole, *fitting, sizes[-1])))


def _fits(label: PrintedLabel, size: float, room: tuple[float, float]) -> bool:
    lines = _lines(label, size, room[0])
    needed = sum(1.18 * letter for _, _, letter in lines) + (size * 1.6 if label.sign else 0)
    return needed <= room[1] and all(pdfmetrics.stringWidth(*line) <= room[0] for line in lines)


def _breaks_words(label: PrintedLabel, size: float, width: float) -> bool:
    """Return whether a word is wider than a line."""
    regular, bold = _fonts()
    parts = ((label.title, bold, size), (label.detail, regular, size * 0.85))
    return any(
        pdfmetrics.stringWidth(word, font, letter) > width for text, font, letter in parts for word in text.split(" ")
    )


def _lines(label: PrintedLabel, size: float, width: float) -> list[tuple[str, str, float]]:
    """Return title, detail and code as lines, each with its font and size."""
    regular, bold = _fonts()
    lines = [(line, bold, size) for line in _wrapped(label.title, bold, size, width)]
    lines += [(line, regular, size * 0.85) for line in _wrapped(label.detail, regular, size * 0.85, width)]
    return [*lines, (label.code, regular, size * 0.6)] if label.code else lines


def _sign(canvas: Canvas, polygon: Sequence[tuple[float, float]], x: float, y: float, size: float) -> None:
    path = canvas.beginPath()
    for number, (across, up) in enumerate(polygon):
        (path.lineTo if number else path.moveTo)(x + across * size, y + up * size)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)


def _wrapped(text: str, font: str, size: float, width: float) -> list[str]:
    """Return the text in lines that fit, broken at spaces but not at non-breaking ones. A word too long for a line is
    broken anywhere."""
    lines: list[str] = []
    for word in filter(None, text.split(" ")):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and pdfmetrics.stringWidth(longer, font, size) <= width:
            lines[-1] = longer
            continue
        lines.append("")
        for letter in word:
            if lines[-1] and pdfmetrics.stringWidth(lines[-1] + letter, font, size) > width:
                lines.append("")
            lines[-1] += letter
    return lines


def unprintable(labels: Iterable[PrintedLabel]) -> str:
    """Return the letters on these labels that the font lacks, which would be printed as empty boxes."""
    face = getattr(pdfmetrics.getFont(_fonts()[0]), "face", None)
    known = getattr(face, "charToGlyph", None)
    letters = sorted({letter for label in labels for letter in label.title + label.detail})
    return "".join(letter for letter in letters if known is not None and ord(letter) not in known)


@cache
def _fonts() -> tuple[str, str]:
    """Return the names of the regular and bold fonts: Kivy's, which has all the letters, or else a standard PDF
    font."""
    kivy = importlib.util.find_spec("kivy")
    for folder in (kivy.submodule_search_locations or []) if kivy else []:
        try:
            for name, file in (("Label", "Roboto-Regular.ttf"), ("Label-Bold", "Roboto-Bold.ttf")):
                pdfmetrics.registerFont(TTFont(name, str(Path(folder, "data", "fonts", file))))
        except (TTFError, OSError):
            continue
        return "Label", "Label-Bold"
    return "Helvetica", "Helvetica-Bold"
