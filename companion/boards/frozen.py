"""The base model of everything that is read from a file: strict, frozen, and without unknown fields."""

import re
import unicodedata
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from companion.words import say

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_:-]*$", max_length=100)]
"""The id of a map, city, country, route or ticket."""


_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "ß": "ss", "ð": "d", "þ": "th", "ł": "l"})


def as_id(text: str) -> str:
    """Return the id closest to a text: "København H" becomes "kobenhavn-h"."""
    plain = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS)).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9_:-]+", "-", plain).strip("-:_")


def _on_one_line(name: str) -> str:
    if not name or not name.isprintable() or name != name.strip():
        raise ValueError(say("must be a name on one line, without spaces at either end"))
    return name


Name = Annotated[str, StringConstraints(max_length=60), AfterValidator(_on_one_line)]
"""A name as people write it, on one line."""

Coordinate = Annotated[float, Field(ge=-10_000, le=10_000, allow_inf_nan=False)]
"""A number of board units."""
Point = tuple[Coordinate, Coordinate]
"""A place on the board: from its left edge, and from its top edge."""


class Frozen(BaseModel):
    """A value read from a file: every field is checked, none can be changed, and unknown ones are refused."""

    model_config = ConfigDict(defer_build=True, frozen=True, strict=True, extra="forbid", populate_by_name=True)
