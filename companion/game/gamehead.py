"""How a game began: its map, players and options."""

from functools import lru_cache

from pydantic import ValidationError

from companion.boards.frozen import Frozen, Id
from companion.game.state import NO_OPTIONS, Options, Player


class GameHead(Frozen):
    """How a game began, as stored in the file."""

    map: Id
    players: tuple[Player, ...]
    options: Options = NO_OPTIONS

    def as_json(self) -> str:
        """Return it as it is stored: without options that are not used, which the version before may not know."""
        return self.model_dump_json(exclude_none=True)


@lru_cache(maxsize=5000)
def head_of(text: str) -> GameHead:
    """Return how a game began. Raise ValidationError if a newer version wrote it. Cached, because it never changes and
    lists of games ask for it often."""
    return GameHead.model_validate_json(text)


def map_of(text: str) -> str | None:
    """Return the map of a game; None if a newer version wrote it."""
    try:
        return head_of(text).map
    except ValidationError:
        return None
