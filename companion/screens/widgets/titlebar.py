"""The bar at the top of most screens: the way back, what the screen is about, and help."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.screens.widgets import theme
from companion.screens.widgets.buttons import PushButton
from companion.screens.widgets.text import Text


class BackButton(PushButton):
    """Leads to where people came from."""


class HelpButton(PushButton):
    """Lets the screen that it stands on say what it wants."""

    def __init__(self, **options: object) -> None:
        super().__init__(None, **options)  # what it does is always the same

    def on_release(self) -> None:
        """Ask the first one above that has something to say; a widget knows no screens."""
        asked = self.parent
        while not hasattr(asked, "show_help"):
            asked = asked.parent
        asked.show_help()


class TitleBar(BoxLayout):
    """The way back on the left and help on the right; between them the title, if there is one, and then whatever is
    added. It grows with its title."""

    __events__ = ("on_back",)

    title = StringProperty(None, allownone=True)
    """None where something else stands in its place; an empty one keeps its place."""

    title_height = NumericProperty(0)
    """How much room the title needs."""

    button_hint = ObjectProperty({})
    """Where back and help stand in a bar that is higher than they are, as in `pos_hint`."""

    words: Text | None = None
    """The title, if there is one."""

    def on_kv_post(self, _base: Widget) -> None:
        """Write the title. Only now is it known whether there is one."""
        if self.title is None:
            return
        title = Text(text=self.title, font_size=theme.TITLE, bold=True, size_hint_y=1)
        self.bind(title=title.setter("text"))
        title.bind(texture_size=self._make_room)
        self.add_widget(title, index=len(self.children) - 1)
        self.words = title

    def _make_room(self, _title: Text, size: tuple[int, int]) -> None:
        self.title_height = size[1]

    def add_widget(self, widget: Widget, index: int = 0, canvas: str | None = None) -> None:
        """Put it before help, which stays last: rules and screens add things when help is there already."""
        has_help = bool(self.children) and isinstance(self.children[0], HelpButton)
        super().add_widget(widget, max(index, 1) if has_help else index, canvas)

    def on_back(self) -> None:
        """People want to go back."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
