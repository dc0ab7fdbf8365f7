"""All pictures of a tour side by side, to see what differs for no reason: ./deploy/pictures OUT --sheet."""

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

WIDTH, GAP, CAPTION = 2400, 16, 26
PER_SHEET = {True: 12, False: 10}
"""Lying pictures and upright ones."""


def contact_sheets(folder: Path, across: int | None = None) -> list[Path]:
    """Lay the pictures of this folder out on sheets beside it, and return these. Turned ones are turned upright."""
    pictures = [(path.stem, _upright(path)) for path in sorted(folder.glob("*.png"))]
    sheets = []
    for lying in (True, False):
        group = [(name, picture) for name, picture in pictures if (picture.width > picture.height) == lying]
        columns = across or (3 if lying else 5)
        for start in range(0, len(group), PER_SHEET[lying]):
            kind = "lying" if lying else "upright"
            path = folder.with_name(f"{folder.name} {kind} {start // PER_SHEET[lying] + 1}.png")
            _sheet(group[start : start + PER_SHEET[lying]], columns).save(path)
            sheets.append(path)
    return sheets


def _upright(path: Path) -> Image.Image:
    picture = Image.open(path).convert("RGB")
    return picture.rotate(-90, expand=True) if "turned" in path.stem else picture


def _sheet(pictures: list[tuple[str, Image.Image]], columns: int) -> Image.Image:
    width = (WIDTH - GAP * (columns + 1)) // columns
    height = max(round(picture.height * width / picture.width) for _, picture in pictures)
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (WIDTH, GAP + rows * (height + CAPTION + GAP)), "#808080")
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(20)
    for place, (name, picture) in enumerate(pictures):
        x, y = GAP + place % columns * (width + GAP), GAP + place // columns * (height + CAPTION + GAP)
        pen.text((x, y), name, fill="white", font=font)
        sheet.paste(picture.resize((width, round(picture.height * width / picture.width))), (x, y + CAPTION))
    return sheet
