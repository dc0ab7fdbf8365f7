"""How things stand to each other: stacks that are as high as what is in them, and two halves of a screen."""

from kivy.metrics import dp
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.screens.widgets import theme


class Column(BoxLayout):
    """Things below each other."""

    def __init__(self, *things: Widget, **options: object) -> None:
        super().__init__(**({"orientation": "vertical", "spacing": dp(theme.GAP), "size_hint_y": None} | options))
        self.bind(minimum_height=self.setter("height"))
        for thing in things:
            self.add_widget(thing)


class Grid(GridLayout):
    """Things beside each other, in rows."""

    def __init__(self, *things: Widget, **options: object) -> None:
        super().__init__(**({"spacing": dp(6), "size_hint_y": None} | options))
        self.bind(minimum_height=self.setter("height"))
        for thing in things:
            self.add_widget(thing)


class Scroll(ScrollView):
    """A column that may be longer than the screen."""

    def __init__(self, *things: Widget, **options: object) -> None:
        look = {"do_scroll_x": False, "bar_width": dp(4), "bar_color": theme.MUTED, "bar_inactive_color": theme.LINES}
        super().__init__(**(look | options))
        self.column = Column(*things, padding=(0, 0, dp(8), 0))
        self.add_widget(self.column)


class Split(BoxLayout):
    """Parts of a screen beside each other; `mirrored`, for left hands, the last one stands on the left. What stands
    below something else stays there."""

    mirrored = BooleanProperty(False)

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.bind(mirrored=self._trigger_layout)

    def do_layout(self, *args: object) -> None:
        """As usual, and then seen in a mirror."""
        super().do_layout(*args)
        if self.mirrored and self.orientation == "horizontal":
            for part in self.children:
                part.x = 2 * self.x + self.width - part.x - part.width
