"""An on-screen keyboard with the letters of the Nordic languages; a plugged-in keyboard types into the same line."""

from collections.abc import Callable, Sequence

from kivy.clock import Clock, ClockEvent
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.screens.widgets import theme
from companion.screens.widgets.buttons import PushButton
from companion.words import say

_ROWS = ("1234567890", "qwertyuiopå", "asdfghjkløæ", "zxcvbnmöä-")
_RELATED = {
    "a": "áàâãąæåä",
    "c": "çćč",
    "d": "ðď",
    "e": "éèêëęě",
    "g": "ğ",
    "i": "íìîïı",
    "l": "ł",
    "n": "ñńň",
    "o": "óòôõőœøö",
    "r": "ř",
    "s": "šśşș",
    "t": "þťț",
    "u": "úùûüűů",
    "y": "ýÿ",
    "z": "žźż",
    "-": "’.",
}
"""The letters that appear in the top row when a key is held."""
_KEY = 50
_HOLD = 0.4
"""Seconds after which a key counts as held."""
_BACKSPACE, _ENTER, _ENTER_ON_PAD = 8, 13, 271


class Key(PushButton):
    """A key. `do` gets its letter when it is tapped, `held` when it is held for a while; then the tap does nothing."""

    def __init__(self, do: Callable[[str], object], held: Callable[[str], object] | None, **options: object) -> None:
        super().__init__(None, **options)
        self._do, self._held = do, held
        self._waiting: ClockEvent | None = None
        self._is_held = False

    def on_press(self) -> None:
        """Start to wait."""
        self._is_held = False
        if self._held is not None:
            self._waiting = Clock.schedule_once(self._hold, _HOLD)

    def _hold(self, _seconds: float) -> None:
        self._waiting, self._is_held = None, True
        if self._held is not None:
            self._held(self.text)

    def on_state(self, _key: object, state: str) -> None:
        """Stop waiting when the finger is lifted."""
        if state == "normal" and self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def on_release(self) -> None:
        """Write the letter, unless the key was held."""
        if not self._is_held:
            self._do(self.text)


def _line() -> BoxLayout:
    return BoxLayout(spacing=dp(4), size_hint_y=None, height=dp(_KEY))


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
        self._top = _line()
        for row in _ROWS:
            line = self._top if row is _ROWS[0] else _line()
            for letter in row:
                line.add_widget(self._letter(letter))
            self.ids.rows.add_widget(line)
        self._digits = self._top.children[::-1]
        self.ids.rows.add_widget(self._last_row())
        self.bind(shifted=self._show_case, typed=self._begin_names_large)
        self._show_case()
        Window.bind(on_textinput=self._on_text, on_key_down=self._on_key)

    def release(self) -> None:
        """Stop listening to the plugged-in keyboard."""
        Window.unbind(on_textinput=self._on_text, on_key_down=self._on_key)

    def _letter(self, letter: str) -> PushButton:
        key = Key(self._write_key, self._show_related, text=letter, padding=0, size_hint_y=1)
        self._letters.append(key)
        return key

    def _write_key(self, letter: str) -> None:
        self._show_in_top_row(self._digits)
        self.write(letter)

    def _show_related(self, letter: str) -> None:
        """Show the letters related to one that is held, in the top row, until a key is tapped."""
        related = _RELATED.get(letter.lower(), "")
        if related:
            case = str.upper if self.shifted else str.lower
            keys = [Key(self._write_key, None, text=case(one), padding=0, size_hint_y=1) for one in related]
            self._show_in_top_row(keys)

    def _show_in_top_row(self, keys: Sequence[PushButton]) -> None:
        if self._top.children[::-1] != list(keys):
            self._top.clear_widgets()
            for key in keys:
                self._top.add_widget(key)

    def _last_row(self) -> BoxLayout:
        line = _line()
        shift = PushButton(size_hint_y=1, icon="shift", size_hint_x=1.6)
        shift.bind(on_release=lambda _: setattr(self, "shifted", not self.shifted))
        space = PushButton(
            size_hint_y=1, text=say("Hold a key for é, ü, ë …"), ink=theme.MUTED, size_hint_x=5, padding=dp(4)
        )
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
