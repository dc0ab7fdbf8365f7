"""The result of a game: the tally told step by step, the score sheet, and sharing it."""

from companion.screens.shell.navigation import register

register(__name__, tally="tallyshow:TallyShow", score_sheet="sheetscreen:ScoreSheetScreen")
