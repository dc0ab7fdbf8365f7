"""The ways between screens. Each screen is loaded when someone first goes there, so that home is there at once."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.game.journal import Game
    from companion.screens.desk import Desk


def to_home(desk: "Desk") -> None:
    """Home."""
    from companion.screens.home import HomeScreen

    desk.stage.show(HomeScreen(desk))


def to_new_game(desk: "Desk", counted: bool = False) -> None:
    """Choosing a map and players, for a game or for counting a finished board."""
    from companion.screens.newgame import NewGameScreen

    desk.stage.show(NewGameScreen(desk, counted))


def to_game(desk: "Desk", game: "Game") -> None:
    """The table, or what a finished game came to."""
    if game.state.ended:
        from companion.screens.sheetscreen import SheetScreen

        desk.stage.show(SheetScreen(desk, game))
    elif game.state.board.rules.piles:
        from companion.screens.cardtable import CardTableScreen

        desk.stage.show(CardTableScreen(desk, game))
    else:
        from companion.screens.table import TableScreen

        desk.stage.show(TableScreen(desk, game))


def to_tally(desk: "Desk", game: "Game") -> None:
    """What a finished game came to, told step by step if people wish it."""
    if not desk.preferences.tally_show:
        to_game(desk, game)
        return
    from companion.screens.tallyshow import TallyShow

    desk.stage.show(TallyShow(desk, game))


def to_past_games(desk: "Desk", shown: int = 0) -> None:
    """All games on the shelf."""
    from companion.screens.pastgames import PastGamesScreen

    desk.stage.show(PastGamesScreen(desk, shown))


def to_settings(desk: "Desk") -> None:
    """What people wish of the screen."""
    from companion.screens.settings import SettingsScreen

    desk.stage.show(SettingsScreen(desk))
