"""The widgets that every screen is made of; their look is in widgets.kv and theme.py."""

from pathlib import Path

from kivy.lang import Builder
from kivy.lang.parser import global_idmap

from companion.screens.widgets import scrolling, textures, theme
from companion.screens.widgets.buttons import (
    Chip,
    Held,
    HoldButton,
    PeekButton,
    PlayerChip,
    Pressed,
    PushButton,
    Toggle,
)
from companion.screens.widgets.datepicker import DatePicker
from companion.screens.widgets.drawer import Drawer, ScrollingDrawer
from companion.screens.widgets.gradual import GradualList
from companion.screens.widgets.keyboard import Keyboard
from companion.screens.widgets.layouts import Column, Grid, Scroll, Split, SpreadGrid
from companion.screens.widgets.numberpad import NumberPad
from companion.screens.widgets.text import CardSign, EmptyNote, Icon, Panel, PlayerSign, Text
from companion.screens.widgets.titlebar import BackButton, HelpButton, TitleBar
from companion.screens.widgets.toast import Toast

# A kv file cannot import from a package that is still being imported, so it gets these names from here.
global_idmap.update(scrolling=scrolling, theme=theme, textures=textures)
Builder.load_file(str(Path(__file__).with_name("widgets.kv")))

__all__ = [
    "BackButton",
    "CardSign",
    "Chip",
    "Column",
    "DatePicker",
    "Drawer",
    "EmptyNote",
    "GradualList",
    "Grid",
    "Held",
    "HelpButton",
    "HoldButton",
    "Icon",
    "Keyboard",
    "NumberPad",
    "Panel",
    "PeekButton",
    "PlayerChip",
    "PlayerSign",
    "Pressed",
    "PushButton",
    "Scroll",
    "ScrollingDrawer",
    "Split",
    "SpreadGrid",
    "Text",
    "TitleBar",
    "Toast",
    "Toggle",
]
