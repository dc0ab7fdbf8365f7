"""Layouts: columns and grids that are as high as their content, a scrolling column, and the parts of a screen."""

from collections.abc import Iterator

from kivy.metrics import dp
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.screens.widgets import theme


class Column(BoxLayout):
    """Widgets in a column."""

    def __init__(self, *things: Widget, **options: object) -> None:
        super().__init__(**({"orientation": "vertical", "spacing": dp(theme.GAP), "size_hint_y": None} | options))
        self.bind(minimum_height=self.setter("height"))
        for thing in things:
            self.add_widget(thing)


class SpreadGrid(GridLayout):
    """Widgets of one width in rows; those of the last row fill it, however few, unless their width is fixed."""

    def _iterate_layout(self, count: int) -> Iterator[tuple[int, float, float, float, float]]:
        alone = count % self.cols if self.cols and count > self.cols else 0
        left, _, right, _ = self.padding
        gap = self.spacing[0]
        for place, (index, x, y, width, height) in enumerate(super()._iterate_layout(count)):
            in_last_row = place - (count - alone)
            if in_last_row >= 0 and self.children[index].size_hint_x is not None:
                width = (self.width - left - right + gap) / alone - gap
                x = self.x + left + in_last_row * (width + gap)
            yield index, x, y, width, height


class Grid(SpreadGrid):
    """Widgets in rows, as high as they need. The last row is filled unless `ragged`."""

    ragged = BooleanProperty(False)

    def __init__(self, *things: Widget, **options: object) -> None:
        super().__init__(**({"spacing": dp(theme.GAP), "size_hint_y": None} | options))
        self.bind(minimum_height=self.setter("height"))
        for thing in things:
            self.add_widget(thing)

    def _iterate_layout(self, count: int) -> Iterator[tuple[int, float, float, float, float]]:
        yield from GridLayout._iterate_layout(self, count) if self.ragged else super()._iterate_layout(count)


class Scroll(ScrollView):
    """A column that may be longer than the screen."""

    def __init__(self, *things: Widget, **options: object) -> None:
        super().__init__(**({"do_scroll_x": False} | options))
        self.column = Column(*things)
        self.add_widget(self.column)


class Split(BoxLayout):
    """Parts of a screen side by side; `mirrored`, for left-handed people, reverses their order. A vertical split is
    never mirrored."""

    mirrored = BooleanProperty(False)

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.bind(mirrored=self._trigger_layout)

    def do_layout(self, *args: object) -> None:
        """Lay out as usual, then mirror the parts."""
        super().do_layout(*args)
        if self.mirrored and self.orientation == "horizontal":
            for part in self.children:
                part.x = 2 * self.x + self.width - part.x - part.width
