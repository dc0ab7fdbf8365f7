"""Who plays: the table from above, around which players can be dragged to where they really sit, or a plain list."""

from collections.abc import Sequence
from functools import partial

from kivy.graphics import BorderImage, Color
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.floatlayout import FloatLayout

from companion.screens.start.seats import Seat, angle_at, place_at
from companion.screens.widgets import Column, Panel, Pressed, textures, theme


def _rounded() -> BorderImage:
    return BorderImage(texture=textures.box(), border=[textures.CORNER] * 4, display_border=[dp(20)] * 4)


class Token(Panel):
    """A player at the table."""

    colour = StringProperty("red")
    name = StringProperty("")
    angle = NumericProperty(0.0)
    begins = BooleanProperty(False)


class CountedPlayer(Pressed):
    """A player of a game that is over."""

    colour = StringProperty("red")
    name = StringProperty("")


class PlayerList(AnchorLayout):
    """Players one below the other, for a game that is over: nobody has a seat any more. `on_touched` is dispatched with
    a colour."""

    __events__ = ("on_touched",)

    def __init__(self, **options: object) -> None:
        super().__init__(anchor_y="top", **options)
        self._rows = Column()
        self.add_widget(self._rows)

    def show(self, seats: Sequence[Seat], _beginner: str | None) -> None:
        """Show these players."""
        self._rows.clear_widgets()
        for seat in seats:
            touched = partial(self.dispatch, "on_touched", seat.colour)
            self._rows.add_widget(CountedPlayer(touched, colour=seat.colour, name=seat.name))

    def on_touched(self, colour: str) -> None:
        """Dispatched when a player was touched."""


class TablePlan(FloatLayout):
    """Tokens around a table. `on_moved` is dispatched with a colour and its new angle, `on_touched` with a colour."""

    __events__ = ("on_moved", "on_touched")

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._tokens: list[Token] = []
        self._dragged: Token | None = None
        self._moved = False
        with self.canvas.before:
            Color(*theme.rgb("#5A4632"))
            self._wood = _rounded()
            Color(*theme.PAPER)
            self._board = _rounded()
        self.bind(pos=self._lay_out, size=self._lay_out)

    def show(self, seats: Sequence[Seat], beginner: str | None) -> None:
        """Show these players at their seats."""
        self.clear_widgets()
        self._tokens = []
        for seat in seats:
            token = Token(colour=seat.colour, name=seat.name, angle=seat.angle, begins=seat.colour == beginner)
            self._tokens.append(token)
            self.add_widget(token)
        self._lay_out()

    def _lay_out(self, *_: object) -> None:
        wide, high = self._ring()
        table = wide - dp(96), high - dp(44)
        self._wood.size = table
        self._wood.pos = self.center_x - table[0] / 2, self.center_y - table[1] / 2
        self._board.size = table[0] * 0.5, table[1] * 0.5
        self._board.pos = self.center_x - table[0] * 0.25, self.center_y - table[1] * 0.25
        for token in self._tokens:
            x, y = place_at(token.angle, wide, high)
            token.center = self.center_x + x, self.center_y + y

    def _ring(self) -> tuple[float, float]:
        """Return width and height of the oval that people sit on."""
        return self.width - dp(150), self.height - dp(58)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        for token in self._tokens:
            if token.collide_point(*touch.pos):
                touch.grab(self)
                self._dragged, self._moved = token, False
                return True
        return False

    def on_touch_move(self, touch: MotionEvent) -> bool:
        token = self._dragged
        if touch.grab_current is not self or token is None:
            return False
        if self._moved or abs(touch.x - touch.ox) + abs(touch.y - touch.oy) > dp(12):
            self._moved = True
            token.angle = angle_at(touch.x - self.center_x, touch.y - self.center_y, *self._ring())
            self._lay_out()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or self._dragged is None:
            return False
        token, self._dragged = self._dragged, None
        touch.ungrab(self)
        if self._moved:
            self.dispatch("on_moved", token.colour, token.angle)
        else:
            self.dispatch("on_touched", token.colour)
        return True

    def on_moved(self, colour: str, angle: float) -> None:
        """Dispatched when a player was dragged to another seat."""

    def on_touched(self, colour: str) -> None:
        """Dispatched when a player was touched."""
