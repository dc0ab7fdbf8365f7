"""Navigation between screens, by name.

Each subpackage registers its screens, and this module imports none of them: a screen is loaded when it is first shown,
so that home appears quickly and subpackages need not know each other.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.game.journal import Game
    from companion.screens.shell.session import Session

_TARGETS: dict[str, str] = {}
_PREPARATIONS: dict[str, str] = {}


def register(package: str, **targets: str) -> None:
    """Register the screens and drawers of a package: `home="home:HomeScreen"` is the class in its module `home`."""
    _TARGETS.update({name: f"{package}.{target}" for name, target in targets.items()})


def register_preparation(package: str, target: str) -> None:
    """Register what a package can prepare before it is needed: "boards:steps" is the function in its module `boards`
    that takes the session and returns steps."""
    _PREPARATIONS[package] = f"{package}.{target}"


def find(name: str) -> Callable[..., Any]:
    """Return what is registered under a name, importing it if necessary."""
    return _imported(_TARGETS[name])


def preparations() -> Iterator[Callable[..., Any]]:
    """Yield all functions that return steps, importing each when it is asked for."""
    return map(_imported, _PREPARATIONS.values())


def _imported(target: str) -> Callable[..., Any]:
    module, _, attribute = target.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), attribute)
    return found


def show(session: "Session", name: str, *arguments: object) -> None:
    """Replace the current screen."""
    session.host.show(find(name)(session, *arguments))


def cover(session: "Session", name: str, *arguments: object) -> None:
    """Show a screen over the current one."""
    session.host.cover(find(name)(session, *arguments))


def run(session: "Session", name: str, *arguments: object) -> None:
    """Run something that is more than one screen: open a drawer, start the demo."""
    find(name)(session, *arguments)


def show_beginning(session: "Session") -> None:
    """Show home, or the first steps if the app has never been used."""
    show(session, "first_steps" if session.is_first_day else "home")


def show_home(session: "Session") -> None:
    """Show home."""
    show(session, "home")


def show_game(session: "Session", game: "Game", back: str = "home") -> None:
    """Show the table of a running game, or the score sheet of a finished one, which leads back to `back`."""
    if game.state.ended:
        show(session, "score_sheet", game, back)
    elif game.state.board.rules.piles:
        show(session, "card_table", game)
    else:
        show(session, "table", game)


def show_settings(session: "Session", back: Callable[[], object] | None = None) -> None:
    """Show the settings; leaving them shows what `back` shows, or home."""
    session.after_settings = back
    show(session, "settings")


def leave_settings(session: "Session") -> None:
    """Go back to where the settings were opened."""
    back, session.after_settings = session.after_settings, None
    if back is None:
        show_home(session)
    else:
        back()


def show_tally(session: "Session", game: "Game") -> None:
    """Show the tally of a finished game step by step, or its score sheet if people prefer that."""
    if session.preferences.tally_show:
        show(session, "tally", game)
    else:
        show_game(session, game)


def run_demo(session: "Session") -> None:
    """Start the demo, a game that plays itself."""
    run(session, "demo")
