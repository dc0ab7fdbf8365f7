"""The typeface of all exports: the one that comes with Kivy, since it has the Nordic letters."""

import importlib.util
from functools import cache
from pathlib import Path

from PIL import ImageFont
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@cache
def font_files() -> tuple[Path, Path] | None:
    """Return the regular and the bold font file, or None if Kivy is not installed."""
    kivy = importlib.util.find_spec("kivy")
    for folder in (kivy.submodule_search_locations or []) if kivy else []:
        regular, bold = (Path(folder, "data", "fonts", f"Roboto-{face}.ttf") for face in ("Regular", "Bold"))
        if regular.is_file() and bold.is_file():
            return regular, bold
    return None


@cache
def drawn(size: int, bold: bool = False) -> Font:
    """Return the font for a picture, its size in pixels."""
    files = font_files()
    return ImageFont.truetype(str(files[bold]), size) if files else ImageFont.load_default(size)


@cache
def printed() -> tuple[str, str]:
    """Return the names of the regular and the bold font for a PDF; Helvetica if ours cannot be loaded."""
    files = font_files()
    if files:
        try:
            for name, file in zip(("Sheet", "Sheet-Bold"), files, strict=True):
                pdfmetrics.registerFont(TTFont(name, str(file)))
            pdfmetrics.registerFontFamily("Sheet", "Sheet", "Sheet-Bold", "Sheet", "Sheet-Bold")
        except (TTFError, OSError):
            return "Helvetica", "Helvetica-Bold"
        return "Sheet", "Sheet-Bold"
    return "Helvetica", "Helvetica-Bold"
