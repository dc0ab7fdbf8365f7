"""The template for a user's first map file: small, complete and commented."""

import re
from pathlib import Path

from companion.boards.frozen import as_id
from companion.boards.library import our_maps

_ID, _NAME = 'id = "four-towns"', 'name = "Four towns"'


def template_map(name: str) -> str:
    """Return the text of a map with this name and an id made from it. It has no faults as it is."""
    text = (Path(__file__).parent / "starting_map.toml").read_text(encoding="utf-8")
    called = as_id(name) or "four-towns"
    title = " ".join(re.findall(r"\w+", name.replace("_", " "))) or "Four towns"
    title = title[:1].upper() + title[1:]
    pairs = ((_ID, f'id = "{called}"'), (_NAME, f'name = "{title}"'))
    for before, after in pairs:
        assert before in text
        text = text.replace(before.ljust(len(after)), after.ljust(len(before)), 1)
    return f"{schema_line()}\n\n{text}"


def schema_line() -> str:
    """Return the line by which editors with Taplo (Even Better TOML) find the schema of map files."""
    return f"#:schema {(our_maps() / 'schema.json').as_uri()}"
