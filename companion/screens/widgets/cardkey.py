"""A train card to touch."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.screens.widgets.buttons import Pressed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class CardKey(Pressed):
    """A train card to touch; without a colour, an empty place for one."""

    colour = StringProperty("")
    lit = BooleanProperty(False)
    sign_size = NumericProperty(0)
