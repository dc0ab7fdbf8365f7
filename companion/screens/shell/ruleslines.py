"""The rules in numbers, below the help of a table."""

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.boards import Board
from companion.boards.rulewords import rules_in_words
from companion.screens.widgets import Text, theme
from companion.words import say


def rules_lines(board: Board, alvin: bool) -> list[Widget]:
    """Return a heading and a line for each number."""
    heading = Text(text=say("The rules in numbers"), color=theme.BRASS, bold=True, padding=(0, dp(8), 0, 0))
    return [heading, *(_line(words) for words in rules_in_words(board, alvin))]


def _line(words: str) -> BoxLayout:
    line = BoxLayout(spacing=dp(10), size_hint_y=None)
    text = Text(text=words, size_hint_y=1)
    text.bind(texture_size=lambda _, size: setattr(line, "height", size[1] + dp(2)))
    line.add_widget(Text(text="•", color=theme.BRASS, mode="tight", pos_hint={"top": 1}))
    line.add_widget(text)
    return line
