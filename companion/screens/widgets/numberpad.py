"""Digits to touch, for a number of cars or points."""

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.screens.widgets.buttons import PushButton

_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "", "0", "backspace")


class NumberPad(BoxLayout):
    """A number under ten fingers. `on_entered` gives it when it is done."""

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
        """One key: a digit or backspace. A number that would be too large stays as it was."""
        if key == "backspace":
            self.value //= 10
        elif key and self.value * 10 + int(key) <= self.most:
            self.value = self.value * 10 + int(key)

    def on_entered(self, value: int) -> None:
        """The number is meant."""
