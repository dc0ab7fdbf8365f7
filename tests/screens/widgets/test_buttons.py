"""Buttons with more words than they have room for."""

from tests.screens.player import Hand

# isort: split
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.screens.widgets import PushButton


def test_a_button_that_is_taken_away_does_not_grow_with_its_words(home: Hand) -> None:
    """As the offer of a photo on the page of a new game: a word too many for its row, and then removed."""
    row = BoxLayout(size_hint=(None, None), size=(dp(200), dp(30)))
    words = "Three lines of words in a row for one"
    button = PushButton(text=words, icon="camera", size_hint_x=None, size_hint_y=1, width=dp(96))
    row.add_widget(button)
    home.driver.app.session.host.add_widget(row)
    home.driver.settle()
    row.remove_widget(button)
    button.height = dp(29)
    home.driver.frames(30)
    assert button.height <= dp(80)
