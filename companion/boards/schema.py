"""The JSON schemas of a map file and of the land beside it, generated from their models, so that editors can complete
and explain fields."""

import ast
import inspect
from typing import Any

from pydantic import BaseModel

from companion.boards.board import City, Country, Goal, Route, Ticket
from companion.boards.frozen import Coordinate, Frozen, Id, Name
from companion.boards.land import Land
from companion.boards.rules import Alvin, BigCity, Bonus, Deal, EnteredLine, Markers, Piles, Rules, Stations, TrainCards


class Printed(Frozen):
    """What is printed on the board and on the tickets."""

    size: tuple[Coordinate, Coordinate] | None = None
    """Width and height of the board, in any unit; x grows to the right, y grows downwards."""
    countries: tuple[Country, ...] = ()
    cities: tuple[City, ...] = ()
    routes: tuple[Route, ...] = ()
    tickets: tuple[Ticket, ...] = ()


class MapFile(Frozen):
    """A board or a set of cards for Companion."""

    id: Id
    """No other map may have it; games and labels refer to the map by it."""
    name: Name
    """What people read."""
    rules: Rules
    printed: Printed


MODELS: tuple[type[BaseModel], ...] = (
    *(MapFile, Printed, Country, City, Route, Goal, Ticket, Rules, Land),
    *(TrainCards, Deal, Bonus, Stations, Markers, Alvin, BigCity, Piles, EnteredLine),
)


def map_schema() -> dict[str, Any]:
    """Return the schema of a map file as JSON Schema draft 7, the latest that TOML editors support."""
    return _schema(MapFile)


def land_schema() -> dict[str, Any]:
    """Return the schema of a file of land, as JSON Schema draft 7 too."""
    return _schema(Land)


def _schema(model: type[BaseModel]) -> dict[str, Any]:
    schema = model.model_json_schema()
    tables = {model.__name__: model for model in MODELS}
    for name, table in ((model.__name__, schema), *schema.get("$defs", {}).items()):
        for field, meaning in _meanings(tables[name]).items():
            table["properties"][field]["description"] = meaning
    written = _as_draft_7(schema)
    assert isinstance(written, dict)
    return {"$schema": "http://json-schema.org/draft-07/schema#", **written}


def _meanings(model: type[BaseModel]) -> dict[str, str]:
    """Return the docstrings below the fields of a model, by the names of the fields in a file."""
    (written,) = ast.parse(inspect.getsource(model)).body
    assert isinstance(written, ast.ClassDef)
    found = {}
    for field, below in zip(written.body, written.body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(meaning))):
                found[model.model_fields[name].alias or name] = inspect.cleandoc(meaning).replace("\n", " ")
    return found


def _as_draft_7(value: object) -> object:
    """Return the schema with draft 7's keyword for fixed-length lists, and without titles, which repeat the names."""
    if isinstance(value, list):
        return [_as_draft_7(one) for one in value]
    if not isinstance(value, dict):
        return value
    known = {"prefixItems": "items"}
    return {
        known.get(key, key): _as_draft_7(one)
        for key, one in value.items()
        if not (key == "title" and isinstance(one, str))
    }
