"""The parts that every screen is made of; how they look stands in parts.kv and theme.py."""

from pathlib import Path

from kivy.lang import Builder

from companion.screens.parts.buttons import Chip, PlayerChip, Pressed, PushButton, Wish
from companion.screens.parts.keyboard import Keyboard
from companion.screens.parts.numberpad import NumberPad
from companion.screens.parts.sheet import Sheet
from companion.screens.parts.stacks import Column, Grid, Scroll, Split
from companion.screens.parts.text import Box, CardSign, Icon, PlayerSign, Text
from companion.screens.parts.toast import Toast
from companion.screens.parts.unrolling import Unrolling

Builder.load_file(str(Path(__file__).with_name("parts.kv")))

__all__ = [
    "Box",
    "CardSign",
    "Chip",
    "Column",
    "Grid",
    "Icon",
    "Keyboard",
    "NumberPad",
    "PlayerChip",
    "PlayerSign",
    "Pressed",
    "PushButton",
    "Scroll",
    "Sheet",
    "Split",
    "Text",
    "Toast",
    "Unrolling",
    "Wish",
]
