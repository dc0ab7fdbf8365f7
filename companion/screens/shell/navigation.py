"""The ways between screens, by name.

Each room registers its screens, and this module imports none of them: a screen is loaded when somebody first goes
there, so that home is there at once, and rooms need not know each other.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.game.journal import Game
    from companion.screens.shell.session import Session

_TARGETS: dict[str, str] = {}


def register(package: str, **targets: str) -> None:
    """Name the screens and drawers of a room: `home="home:HomeScreen"` is the class in its module `home`."""
    _TARGETS.update({name: f"{package}.{target}" for name, target in targets.items()})


def find(name: str) -> Callable[..., Any]:
    """Return what is registered under a name, loading it if need be."""
    module, _, attribute = _TARGETS[name].partition(":")
    found: Callable[..., Any] = getattr(import_module(module), attribute)
    return found


def show(session: "Session", name: str, *arguments: object) -> None:
    """Go to a screen."""
    session.host.show(find(name)(session, *arguments))


def cover(session: "Session", name: str, *arguments: object) -> None:
    """Open a screen over the one that is on."""
    session.host.cover(find(name)(session, *arguments))


def run(session: "Session", name: str, *arguments: object) -> None:
    """Do something that is more than one screen: open a drawer, start the demo."""
    find(name)(session, *arguments)


def show_beginning(session: "Session") -> None:
    """Go home; on the first day, to the first steps."""
    show(session, "first_steps" if session.is_first_day else "home")


def show_home(session: "Session") -> None:
    """Go home."""
    show(session, "home")


def show_game(session: "Session", game: "Game") -> None:
    """Go to the table, or to the score sheet of a finished game."""
    if game.state.ended:
        show(session, "score_sheet", game)
    elif game.state.board.rules.piles:
        show(session, "card_table", game)
    else:
        show(session, "table", game)


def show_tally(session: "Session", game: "Game") -> None:
    """Go to what a finished game came to, told step by step if people want it."""
    if session.preferences.tally_show:
        show(session, "tally", game)
    else:
        show_game(session, game)


def run_demo(session: "Session") -> None:
    """Let a game play itself."""
    run(session, "demo")
