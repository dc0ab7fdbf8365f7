"""Past games: the list, one game and its replay, the trash, and statistics."""

from companion.screens.shell.navigation import register, register_preparation

register(
    __name__,
    past_games="pastgames:PastGamesScreen",
    past_game="gamepage:GamePage",
    replay="replay:ReplayScreen",
    trash="trash:TrashScreen",
    statistics="statisticsscreen:StatisticsScreen",
    player_statistics="playerstatistics:PlayerStatisticsScreen",
)
register_preparation(__name__, "pastwords:steps")
