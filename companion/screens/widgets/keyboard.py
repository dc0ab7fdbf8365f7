"""An on-screen keyboard with the letters of the Nordic languages; a plugged-in keyboard types into the same line."""

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.screens.widgets.buttons import PushButton

_ROWS = ("1234567890", "qwertyuiopå", "asdfghjkløæ", "zxcvbnmöä-")
_KEY = 50
_BACKSPACE, _ENTER, _ENTER_ON_PAD = 8, 13, 271


class Keyboard(BoxLayout):
    """A line of text and its keys. `on_entered` is dispatched with the text."""

    __events__ = ("on_entered",)
    typed = StringProperty("")
    hint = StringProperty("")
    shifted = BooleanProperty(True)
    longest = NumericProperty(16)

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._letters: list[PushButton] = []
        for row in _ROWS:
            line = BoxLayout(spacing=dp(4), size_hint_y=None, height=dp(_KEY))
            for letter in row:
                line.add_widget(self._letter(letter))
            self.ids.rows.add_widget(line)
        self.ids.rows.add_widget(self._last_row())
        self.bind(shifted=self._show_case, typed=self._begin_names_large)
        self._show_case()
        Window.bind(on_textinput=self._on_text, on_key_down=self._on_key)

    def release(self) -> None:
        """Stop listening to the plugged-in keyboard."""
        Window.unbind(on_textinput=self._on_text, on_key_down=self._on_key)

    def _letter(self, letter: str) -> PushButton:
        key = PushButton(text=letter, padding=0, size_hint_y=1)
        key.bind(on_release=lambda key: self.write(key.text))
        self._letters.append(key)
        return key

    def _last_row(self) -> BoxLayout:
        line = BoxLayout(spacing=dp(4), size_hint_y=None, height=dp(_KEY))
        shift = PushButton(size_hint_y=1, icon="shift", size_hint_x=1.6)
        shift.bind(on_release=lambda _: setattr(self, "shifted", not self.shifted))
        space = PushButton(size_hint_y=1, text="", size_hint_x=5)
        space.bind(on_release=lambda _: self.write(" "))
        back = PushButton(size_hint_y=1, icon="backspace", size_hint_x=1.6)
        back.bind(on_release=lambda _: self.rub_out())
        for key in (shift, space, back):
            line.add_widget(key)
        return line

    def _show_case(self, *_: object) -> None:
        for key in self._letters:
            key.text = key.text.upper() if self.shifted else key.text.lower()

    def _begin_names_large(self, *_: object) -> None:
        self.shifted = not self.typed or self.typed[-1] in " -"

    def write(self, letter: str) -> None:
        """Append a letter, if there is room and it can be part of a name."""
        if len(self.typed) < self.longest and letter.isprintable() and (self.typed or not letter.isspace()):
            self.typed += letter

    def rub_out(self) -> None:
        """Delete the last letter."""
        self.typed = self.typed[:-1]

    def enter(self) -> None:
        """Dispatch the text as entered."""
        self.dispatch("on_entered", self.typed.strip())

    def on_entered(self, text: str) -> None:
        """Dispatched when the text is entered."""

    def _on_text(self, _window: object, text: str) -> bool:
        for letter in text:
            self.write(letter)
        return True

    def _on_key(self, _window: object, key: int, *_: object) -> bool:
        if key == _BACKSPACE:
            self.rub_out()
        elif key in (_ENTER, _ENTER_ON_PAD):
            self.enter()
        else:
            return False
        return True
