"""A pad of digits, for a number of cars or points."""

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.screens.widgets.buttons import PushButton
from companion.words import figure

_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "minus", "0", "backspace")


class NumberPad(BoxLayout):
    """A number and the digits to enter it. `on_entered` is dispatched with the number."""

    __events__ = ("on_entered",)
    question = StringProperty("")
    value = NumericProperty(0)
    least = NumericProperty(0)
    most = NumericProperty(999)
    is_negative = BooleanProperty(False)
    """Whether digits are added to a number below 0."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.is_negative = self.value < 0 or self.most <= 0 > self.least
        self._untouched = True
        """Whether the first digit replaces the number that was shown."""
        for key in _KEYS:
            button = PushButton(text=_text(key), icon=key if key == "backspace" else "")
            if key == "minus":  # only where there are numbers of both kinds
                button.disabled = not self.least < 0 < self.most
                button.opacity = 0.0 if button.disabled else 1.0
            button.bind(on_release=lambda _, key=key: self.press(key))
            self.ids.digits.add_widget(button)

    def written(self, value: float) -> str:
        """Return the number as people read it."""
        return figure(int(value))

    def press(self, key: str) -> None:
        """Press a key: a digit, backspace, or minus, which changes the sign. A number that would be too far from 0
        stays unchanged."""
        size = abs(int(self.value))
        if key == "minus":
            self.is_negative = not self.is_negative
        elif key == "backspace":
            size //= 10
        else:
            size = (0 if self._untouched else size * 10) + int(key)
        self._untouched = False
        if size <= (-self.least if self.is_negative else self.most):
            self.value = -size if self.is_negative else size
        elif key == "minus":  # the other sign has a smaller range
            self.value = 0

    def on_entered(self, value: int) -> None:
        """Dispatched when the number is entered."""


def _text(key: str) -> str:
    return {"minus": "±", "backspace": ""}.get(key, key)
