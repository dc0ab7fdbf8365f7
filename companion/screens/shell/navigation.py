"""The ways between screens. Each screen is loaded when someone first goes there, so that home is there at once."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.game.journal import Game
    from companion.scoring.statistics import PlayerFigures
    from companion.screens.shell.session import Desk


def to_beginning(desk: "Desk") -> None:
    """Home; on the first day, the first steps."""
    if desk.is_first_day:
        to_first_steps(desk)
    else:
        to_home(desk)


def to_home(desk: "Desk") -> None:
    """Home."""
    from companion.screens.start.home import HomeScreen

    desk.stage.show(HomeScreen(desk))


def to_new_game(desk: "Desk", counted: bool = False) -> None:
    """Choosing a map and players, for a game or for counting a finished board."""
    from companion.screens.start.newgame import NewGameScreen

    desk.stage.show(NewGameScreen(desk, counted))


def to_game(desk: "Desk", game: "Game") -> None:
    """The table, or what a finished game came to."""
    if game.state.ended:
        from companion.screens.score.sheetscreen import SheetScreen

        desk.stage.show(SheetScreen(desk, game))
    elif game.state.board.rules.piles:
        from companion.screens.cardgame.cardtable import CardTableScreen

        desk.stage.show(CardTableScreen(desk, game))
    else:
        from companion.screens.table.tablescreen import TableScreen

        desk.stage.show(TableScreen(desk, game))


def to_tally(desk: "Desk", game: "Game") -> None:
    """What a finished game came to, told step by step if people wish it."""
    if not desk.preferences.tally_show:
        to_game(desk, game)
        return
    from companion.screens.score.tallyshow import TallyShow

    desk.stage.show(TallyShow(desk, game))


def to_past_games(desk: "Desk") -> None:
    """All games on the shelf."""
    from companion.screens.past.pastgames import PastGamesScreen

    desk.stage.show(PastGamesScreen(desk))


def to_past_game(desk: "Desk", game: "Game") -> None:
    """One game of the shelf: what became of it, and what can be done with it."""
    from companion.screens.past.gamepage import GamePage

    desk.stage.show(GamePage(desk, game))


def to_replay(desk: "Desk", game: "Game") -> None:
    """A game once more, event by event."""
    from companion.screens.past.replay import ReplayScreen

    desk.stage.show(ReplayScreen(desk, game))


def to_trash(desk: "Desk") -> None:
    """Games that were deleted, but not for good."""
    from companion.screens.past.trash import TrashScreen

    desk.stage.show(TrashScreen(desk))


def to_figures(desk: "Desk") -> None:
    """What all finished games say about the people who played them."""
    from companion.screens.past.statisticsscreen import FiguresScreen

    desk.stage.show(FiguresScreen(desk))


def to_player_figures(desk: "Desk", player: "PlayerFigures") -> None:
    """One player's figures, map by map."""
    from companion.screens.past.playerstatistics import PlayerFiguresScreen

    desk.stage.show(PlayerFiguresScreen(desk, player))


def to_machine(desk: "Desk") -> None:
    """Light, rest, stick, restart and power off."""
    from companion.screens.settings.device import MachineScreen

    desk.stage.show(MachineScreen(desk))


def to_stick(desk: "Desk") -> None:
    """What a USB stick can bring and take."""
    from companion.screens.settings.usbstick import StickScreen

    desk.stage.show(StickScreen(desk))


def to_first_steps(desk: "Desk") -> None:
    """The first day."""
    from companion.screens.start.firststeps import FirstSteps

    desk.stage.show(FirstSteps(desk))


def to_demo(desk: "Desk") -> None:
    """A game that plays itself."""
    from companion.examples import example_record
    from companion.screens.start.demo import Demo

    desk.open()
    Demo(desk, example_record("europe")).start()


def to_settings(desk: "Desk") -> None:
    """What people wish of the screen."""
    from companion.screens.settings.settings import SettingsScreen

    desk.stage.show(SettingsScreen(desk))
