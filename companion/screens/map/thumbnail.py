"""A small picture of a board, as it is printed or as a game has left it."""

from kivy.graphics import (
    Color,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Scale,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
    Translate,
)
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.boards import Board
from companion.boards.ground import ground_of
from companion.boards.shape import shape_on_screen
from companion.boards.signs import CARD_SIGNS
from companion.game.state import State
from companion.screens.map.boarddrawing import BoardDrawing
from companion.screens.map.grounddrawing import GroundDrawing
from companion.screens.widgets import textures, theme


class BoardThumbnail(Widget):
    """A board in a few square centimetres; the Card Game shows its cards instead."""

    def __init__(self, board: Board, state: State | None = None, **options: object) -> None:
        super().__init__(**options)
        self._board = board
        with self.canvas:
            StencilPush()
            inside = Rectangle()
            StencilUse()
            self._colour = Color(*theme.PAPER)
            paper = Rectangle()
            PushMatrix()
            self._shift, self._scale = Translate(), Scale(1.0)
        self._extent = self._add_board(board, state) if board.size else _add_cards(self)
        with self.canvas:
            PopMatrix()
            StencilUnUse()
            outside = Rectangle()
            StencilPop()
        self._whole = inside, paper, outside
        self.bind(pos=self._lay_out, size=self._lay_out)

    def _lay_out(self, *_: object) -> None:
        for rectangle in self._whole:
            rectangle.pos, rectangle.size = self.pos, self.size
        wide, high = self._extent
        room = max(self.width - dp(12), 1), max(self.height - dp(12), 1)
        scale = min(room[0] / wide, room[1] / high)
        self._shift.xy = self.center_x - wide * scale / 2, self.center_y - high * scale / 2
        self._scale.xyz = scale, scale, 1.0

    def _add_board(self, board: Board, state: State | None) -> tuple[float, float]:
        shape = shape_on_screen(board, upright=False)
        if ground := ground_of(shape):
            self._colour.rgba = theme.WATER
            self.canvas.add(GroundDrawing(ground, small=True))
        drawing = BoardDrawing(shape, small=True)
        if state is not None:
            drawing.show(state)
        self.canvas.add(drawing)
        return shape.size


def _add_cards(picture: BoardThumbnail) -> tuple[float, float]:
    """Draw eight cards in two rows, and return their size."""
    with picture.canvas:
        for place, colour in enumerate(colour for colour in CARD_SIGNS if colour != "locomotive"):
            x, y = 10 + place % 4 * 62, 100 - place // 4 * 90
            Color(*theme.INK)
            Rectangle(texture=textures.box(), pos=(x - 2, y - 2), size=(56, 84))
            Color(*theme.CARDS[colour])
            Rectangle(texture=textures.box(), pos=(x, y), size=(52, 80))
            Color(*theme.faded(theme.INK, 0.8))
            Rectangle(texture=textures.card_sign(colour), pos=(x + 12, y + 26), size=(28, 28))
    return 260, 190
