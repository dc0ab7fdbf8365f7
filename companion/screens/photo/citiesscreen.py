"""The empty board: people tap six cities on its photo, and it is kept for this board."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock, ClockEvent
from kivy.lang import Builder
from kivy.properties import StringProperty

from companion.boards import Board
from companion.photo.emptyphotos import cities_json
from companion.photo.readerprocess import Reading, Unread
from companion.photo.sixcities import cities_to_tap, misplaced
from companion.photo.upright import Pieces, Pixels, on_screen
from companion.screens.map.boardmap import BoardMap
from companion.screens.photo.citypicture import CityPicture
from companion.screens.photo.photostep import PhotoStep
from companion.screens.shell.background import in_background
from companion.screens.shell.dialogs import ask
from companion.screens.widgets import PushButton, theme
from companion.screens.widgets.bars import Filling
from companion.screens.widgets.photoview import Point
from companion.words import say, sentence_case, why_not

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_SHARP = 1600
_LOOK = 0.1
"""Seconds between two looks at how far a check is."""
_NEAR = 1.8
"""The zoom of the map that shows where the next city is."""


class CitiesScreen(PhotoStep):
    """The screen with the photo on which cities are tapped; `then` is called when it is kept."""

    heading = StringProperty("")
    asked = StringProperty("")
    said = StringProperty("")

    def __init__(self, session: "Session", board: Board, photo: bytes, then: Callable[[], object]) -> None:
        super().__init__(session)
        self._board, self._photo, self._then = board, photo, then
        self._cities = cities_to_tap(board)
        self.taps: dict[str, Point] = {}
        """What was tapped, in shares of the photo."""
        self._size: tuple[int, int] | None = None
        self._checking: Reading[bytes] | None = None
        self._looking: ClockEvent | None = None
        self._gone = False
        self._picture = CityPicture()
        self._picture.bind(on_tapped=self._tapped)
        self.ids.sight.add_widget(self._picture)
        self.map = BoardMap(session, board, landscape=True)
        self.ids.map.add_widget(self.map)
        self.map.bind(size=lambda *_: self._point())
        in_background(partial(_opened, photo), self._show)
        self._refresh()

    def _show(self, opened: tuple[Pixels, Pieces]) -> None:
        pixels, pieces = opened
        self._size = pieces.size
        self._picture.show(pixels)
        self._picture.enlarge(pieces)
        self._mark()

    def _mark(self) -> None:
        """Put a ring with its name on each city that was tapped."""
        self._picture.mark({str(self._board.place(city)): place for city, place in self.taps.items()})

    @property
    def next_city(self) -> str | None:
        """The city to tap now; None when all are."""
        return next((city for city in self._cities if city not in self.taps), None)

    def _tapped(self, _picture: CityPicture, place: Point) -> None:
        city = self.next_city
        if city is not None and self._size is not None:
            self.taps[city] = place
            self._refresh()

    def _refresh(self) -> None:
        city, buttons = self.next_city, self.ids.buttons
        self._mark()
        buttons.clear_widgets()
        if self.taps:
            buttons.add_widget(
                PushButton(self._undo, icon="undo", size_hint_x=None, size_hint_y=1, width=buttons.height)
            )
        if city is not None:
            facts = {"number": len(self.taps) + 1, "all": len(self._cities)}
            self.heading = say("City {number} of {all}", **facts)
            self.asked = say("Tap {city}", city=self._board.place(city))
            self.said = say("Slide your finger to aim, then lift it.")
            self._point()
            return
        self.heading = say("The empty board")
        self.asked = say("Is every ring on its city?")
        self.said = say("You only do this once for this board.")
        self._point()
        buttons.add_widget(PushButton(self._save, text=say("Keep it"), icon="check", kind="main", size_hint_y=1))

    def _point(self) -> None:
        """Show on the map where the next city is; when all are tapped, the photo says all that is needed."""
        city = self.next_city
        if city is None:
            self.ids.map.clear_widgets()
            return
        if self.map.parent is None:
            self.ids.map.add_widget(self.map)
        self.map.name_only([city])
        self.map.light({}, [city], dim=True)
        self.map.look_at(_NEAR, *self.map.shape.cities[city])

    def _undo(self) -> None:
        self.taps.popitem()
        self._refresh()

    def _save(self) -> None:
        """Keep the photo; ask first if a tap does not go with the others."""
        assert self._size is not None
        width, height = self._size
        taps = {city: (across * width, down * height) for city, (across, down) in self.taps.items()}
        doubtful = misplaced(self._board, taps)
        if doubtful is None:
            self._check(taps)
            return
        words = say(
            "{city} is not where the other cities put it. Is that ring right?", city=self._board.place(doubtful)
        )
        answers = [
            (say("Tap it again"), "main", partial(self._again, doubtful)),
            (say("It is right"), "plain", partial(self._check, taps)),
        ]
        ask(self.session.host, "", words, answers)

    def _again(self, city: str) -> None:
        self.taps.pop(city, None)
        self._refresh()

    def _check(self, taps: dict[str, Point]) -> None:
        """Look whether the board is found on the photo, as long as there is another chance; where photos cannot be read
        now, keep it as it is."""
        reader = self.session.photo_reader
        if reader.obstacle() is not None:
            self._keep(taps)
            return
        self._checking = reader.check_empty(self._board, self._photo, cities_json(taps))
        self.asked, self.said = say("One moment…"), say("Companion looks for every route in your photo.")
        self.ids.buttons.clear_widgets()
        bar = Filling(share=0.0)
        self.ids.buttons.add_widget(bar)
        self._looking = Clock.schedule_interval(lambda _: setattr(bar, "share", self._progress()), _LOOK)
        in_background(self._checking.run, partial(self._checked, taps))

    def _progress(self) -> float:
        return self._checking.progress if self._checking is not None else 0.0

    @property
    def keeps_awake(self) -> bool:
        """Whether people watch the bar."""
        return self._looking is not None

    def left(self) -> None:
        """End the check, if it still goes on."""
        self._gone = True
        if self._looking is not None:
            self._looking.cancel()
        if self._checking is not None:
            self._checking.stop()

    def _checked(self, taps: dict[str, Point], result: bytes | Unread) -> None:
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        if self._gone:
            return
        if not isinstance(result, Unread):
            self._keep(taps, result)
            return
        self._refresh()
        answers = [
            (say("Another photo"), "plain", self.leave),
            (say("Tap all six again"), "main", self._start_over),
        ]
        ask(self.session.host, "", sentence_case(result.sentence), answers)

    def _start_over(self) -> None:
        self.taps.clear()
        self._refresh()

    def _keep(self, taps: dict[str, Point], fitted: bytes | None = None) -> None:
        try:
            self.session.empty_photos.keep(self._board, self._photo, taps, fitted)
        except OSError as error:
            words = say("The photo could not be saved: {why}.", why=why_not(error))
            ask(self.session.host, "", words, [(say("OK"), "main", None)])
            return
        self.leave()
        self.session.host.toast(say("The empty board is saved."), theme.WELL)
        self._then()

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "Tap the dot of each city that is named, as exactly as you can: with these six cities Companion finds "
            "every route in your photos. Do it again if you play on another copy of the board."
        )


def _opened(photo: bytes) -> tuple[Pixels, Pieces]:
    return on_screen(photo, _SHARP), Pieces(photo)
