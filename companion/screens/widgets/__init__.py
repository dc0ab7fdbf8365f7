"""The parts that every screen is made of; how they look stands in parts.kv and theme.py."""

from pathlib import Path

from kivy.lang import Builder
from kivy.lang.parser import global_idmap

from companion.screens.widgets import textures, theme
from companion.screens.widgets.buttons import Chip, PlayerChip, Pressed, PushButton, Toggle
from companion.screens.widgets.drawer import Drawer, ScrollingDrawer
from companion.screens.widgets.gradual import GradualList
from companion.screens.widgets.keyboard import Keyboard
from companion.screens.widgets.layouts import Column, Grid, Scroll, Split
from companion.screens.widgets.numberpad import NumberPad
from companion.screens.widgets.text import CardSign, Icon, Panel, PlayerSign, Text
from companion.screens.widgets.toast import Toast

# A kv file cannot import from a package that is still being imported, so its two names are handed to it.
global_idmap.update(theme=theme, textures=textures)
Builder.load_file(str(Path(__file__).with_name("widgets.kv")))

__all__ = [
    "CardSign",
    "Chip",
    "Column",
    "Drawer",
    "GradualList",
    "Grid",
    "Icon",
    "Keyboard",
    "NumberPad",
    "Panel",
    "PlayerChip",
    "PlayerSign",
    "Pressed",
    "PushButton",
    "Scroll",
    "ScrollingDrawer",
    "Split",
    "Text",
    "Toast",
    "Toggle",
]
