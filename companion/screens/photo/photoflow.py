"""The way from a board to a photo that was read: what is missing is said first, then the photo is taken and read."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from companion.boards import Board
from companion.game.state import State
from companion.photo.findings import ReadPhoto
from companion.screens.photo.citiesscreen import CitiesScreen
from companion.screens.photo.readingscreen import ReadingScreen
from companion.screens.photo.takescreen import TakeScreen
from companion.screens.shell.dialogs import ask
from companion.words import say

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Then = Callable[[ReadPhoto], object]


def photograph_empty(session: "Session", board: Board, then: Callable[[], object] = lambda: None) -> None:
    """Take the photo of an empty board and let six cities be tapped on it; then call `then`. If one is kept already,
    the new one replaces it."""
    advice = say("{map}, without any trains: the whole board, light from above or the side, no flash.", map=board.name)
    heading = say("Photo of the empty board")

    def tap_cities(photo: bytes) -> None:
        session.host.cover(CitiesScreen(session, board, photo, then))

    session.host.cover(TakeScreen(session, heading, advice, tap_cities))


def photograph_board(session: "Session", state: State, then: Then) -> None:
    """Take a photo of the board of a game and read it; then call `then` with what was read. If that cannot be done
    here, say why; if the empty board is not known yet, ask for it first."""
    obstacle = session.photo_reader.obstacle()
    if obstacle is not None:
        ask(session.host, "", str(obstacle), [(say("OK"), "main", None)])
    elif session.empty_photos.of(state.board) is None:
        words = say(
            "Companion compares a photo with your own empty board, and it has not seen that board yet. If you have a "
            "photo of the empty board, use it now. If not, tap the routes this time, and take a photo the next time "
            "the board is empty."
        )
        empty = partial(photograph_empty, session, state.board, partial(_photograph, session, state, then))
        answers = [(say("Tap the routes"), "plain", None), (say("Photo of the empty board"), "main", empty)]
        ask(session.host, say("First the empty board"), words, answers)
    else:
        _photograph(session, state, then)


def _photograph(session: "Session", state: State, then: Then) -> None:
    advice = say("Leave all trains where they are. The whole board, light from above or the side, no flash.")
    heading = say("Photo of the board")
    renew = partial(photograph_empty, session, state.board, partial(_photograph, session, state, then))
    session.host.cover(TakeScreen(session, heading, advice, partial(_read, session, state, then), renew))


def _read(session: "Session", state: State, then: Then, photo: bytes) -> None:
    empty = session.empty_photos.of(state.board)
    assert empty is not None, "it was asked for before"
    colours = [player.colour for player in state.players]
    reading = session.photo_reader.start(state.board, photo, empty, colours)
    again = partial(_photograph, session, state, then)
    renew = partial(photograph_empty, session, state.board, again)
    session.host.cover(ReadingScreen(session, photo, reading, then, again, renew))
