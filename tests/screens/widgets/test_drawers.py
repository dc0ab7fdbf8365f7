"""Sheets over the screen: however much there is to read, the way out stays in sight."""

import pytest

from tests.screens.player import Hand

# isort: split
from kivy.metrics import dp

from companion.screens.widgets import Drawer, Grid, PushButton, ScrollingDrawer, Text


@pytest.mark.parametrize("title", ["", "Log", "A title so long that it takes more than one line. " * 4])
def test_a_long_sheet_keeps_its_title_and_its_foot_on_the_screen(home: Hand, title: str) -> None:
    host = home.driver.app.session.host
    drawer = ScrollingDrawer(*(Text(text=f"Line {number}") for number in range(80)), title=title)
    host.open(drawer)
    home.driver.settle()
    assert drawer.scroll.height < drawer.column.height
    assert host.y < drawer.panel.y < drawer.panel.top < host.top
    home.touch("Close")
    assert not host.drawers


def test_a_short_sheet_is_as_high_as_what_is_on_it(home: Hand) -> None:
    drawer = ScrollingDrawer(Text(text="One line"), Text(text="Another"), title="Good to know")
    home.driver.app.session.host.open(drawer)
    home.driver.settle()
    assert drawer.scroll.height == drawer.column.height > 0


def test_other_things_are_shown_from_the_top_above_the_same_foot(home: Hand) -> None:
    drawer = ScrollingDrawer(
        *(Text(text=f"Line {number}") for number in range(80)),
        foot=lambda drawer: PushButton(drawer.close, text="Done"),
    )
    home.driver.app.session.host.open(drawer)
    home.driver.settle()
    drawer.scroll.scroll_y = 0.0
    drawer.show(Text(text="Something else"))
    home.driver.settle()
    assert drawer.scroll.scroll_y == 1.0
    assert "Line 1" not in home.driver.labels()
    assert {"Something else", "Done"} <= set(home.driver.labels())


def test_a_button_with_a_word_too_wide_for_it_does_not_grow_without_end(home: Hand) -> None:
    button = PushButton(text="Stillehavsøerne", icon="forward")
    home.driver.app.session.host.open(Drawer(Grid(button, cols=1, padding=(0, 0, dp(560), 0))))
    home.driver.settle()
    assert button.width < dp(120)
    assert button.height < dp(150)
