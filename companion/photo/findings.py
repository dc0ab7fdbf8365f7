"""What was found on a photo of a board, as `companion photo --json` prints it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion.boards import PlayerColour
from companion.boards.frozen import Id

Box = tuple[float, float, float, float]
"""A part of a photo in its pixels: left, top, right, bottom."""


Outlines = tuple[tuple[tuple[float, float], ...], ...]
"""The corners of several parts of a photo."""


class _Printed(BaseModel):
    """What another program prints: later versions may print more."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="ignore")


class RouteFinding(_Printed):
    """Whose trains are on a route."""

    owner: PlayerColour | None
    """None if the route is free."""
    sure: bool
    confidence: float = Field(ge=0, le=1)
    box: Box | None = None
    """Where the route is on the photo."""
    spaces: Outlines = ()
    """The corners of each of its spaces there."""


class StationFinding(_Printed):
    """Whose station is in a city."""

    owner: PlayerColour
    sure: bool
    confidence: float = Field(default=0.5, ge=0, le=1)
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class PhotoPlace:
    """Where to look on a photo."""

    box: Box | None = None
    """None is all of it."""
    outlines: Outlines = ()
    """What to outline there."""


NOWHERE = PhotoPlace()


def place_of(*found: RouteFinding | StationFinding) -> PhotoPlace:
    """Return where these are, all together."""
    boxes = [one.box for one in found if one.box is not None]
    if not boxes:
        return NOWHERE
    left, top, right, bottom = zip(*boxes, strict=True)
    outlines = tuple(corners for one in found if isinstance(one, RouteFinding) for corners in one.spaces)
    return PhotoPlace((min(left), min(top), max(right), max(bottom)), outlines)


class Findings(_Printed):
    """Everything that was found on a photo."""

    format: Literal["companion-photo/1"]
    map: Id
    routes: Mapping[Id, RouteFinding]
    stations: Mapping[Id, StationFinding] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReadPhoto:
    """A photo, and what was found on it."""

    photo: bytes
    findings: Findings


def parse_findings(printed: bytes) -> Findings | None:
    """Return what the reader printed, or None if that is something else."""
    try:
        return Findings.model_validate_json(printed)
    except ValidationError:
        return None
