"""What a list of games says about each."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from companion.game.gamedays import Played, played
from companion.game.gamehead import GameHead, head_of
from companion.game.state import Player
from companion.game.steplog import content_of
from companion.game.steprows import ListedGame


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in a list of games."""

    id: int
    map: str
    players: tuple[Player, ...]
    last: str
    """When the last step was taken, according to a clock that may have been wrong."""
    played: Played
    """When the game was played last, as far as that is known."""
    steps: int
    finished: bool
    content: str
    """What identifies everything that was recorded in the game."""


def summary(listed: ListedGame, days: Sequence[str]) -> Summary:
    """Return a game of the list, with the notes about its day."""
    beginning, last = listed.beginning, listed.last
    try:
        head = head_of(beginning.what)
    except ValidationError:  # written by a newer version; list the game all the same
        head = GameHead(map="unknown", players=())
    return Summary(
        beginning.game,
        head.map,
        head.players,
        last.at,
        played(days, last.at),
        last.number,
        listed.finished,
        content_of(beginning, last),
    )
