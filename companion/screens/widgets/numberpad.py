"""A pad of digits, for a number of cars or points."""

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.screens.widgets.buttons import PushButton

_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "", "0", "backspace")


class NumberPad(BoxLayout):
    """A number and the digits to enter it. `on_entered` is dispatched with the number."""

    __events__ = ("on_entered",)
    question = StringProperty("")
    value = NumericProperty(0)
    most = NumericProperty(999)

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        for key in _KEYS:
            button = PushButton(text=key if key != "backspace" else "", icon=key if key == "backspace" else "")
            button.disabled, button.opacity = not key, float(bool(key))
            button.bind(on_release=lambda _, key=key: self.press(key))
            self.ids.digits.add_widget(button)

    def press(self, key: str) -> None:
        """Press a key, a digit or backspace. A number that would be too large stays unchanged."""
        if key == "backspace":
            self.value //= 10
        elif key and self.value * 10 + int(key) <= self.most:
            self.value = self.value * 10 + int(key)

    def on_entered(self, value: int) -> None:
        """Dispatched when the number is entered."""
