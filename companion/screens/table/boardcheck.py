"""A check before the tally: do the recorded cars and pieces match those left in each box? Where they differ, offers
likely mistakes."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty

from companion.boards import PlayerColour
from companion.game import events as e
from companion.game import playwords
from companion.game.outcome import Outcome
from companion.game.play import Play
from companion.game.suspects import LeftInBox, Suspect, recorded_box, suspects
from companion.photo.findings import PhotoPlace, ReadPhoto, place_of
from companion.photo.photosuspects import photo_suspects
from companion.photo.upright import Pieces
from companion.screens.map.boardmap import BoardMap
from companion.screens.shell import navigation
from companion.screens.shell.background import in_background
from companion.screens.shell.dialogs import Answer, ask, ask_number
from companion.screens.shell.enteredlines import ask_missing_lines, line_widgets
from companion.screens.shell.host import Screen
from companion.screens.shell.trainsleft import ask_trains_left
from companion.screens.widgets import Column, Drawer, Grid, Pressed, PushButton, Text, theme
from companion.screens.widgets.photopiece import PhotoPiece
from companion.words import say
from hardware.codes import Scan

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_MOST_BY_PHOTO = 8
"""How many differences between the photo and the log are shown at a time."""


class BoxFigure(Pressed):
    """The number of cars or pieces in a box; a touch corrects it."""

    icon = StringProperty("")
    figure = StringProperty("")
    differs = BooleanProperty(False)


class BoxRow(Pressed):
    """One player's box; a touch shows that player's routes on the map."""

    colour = StringProperty("red")
    name = StringProperty("")
    lit = BooleanProperty(False)


class SuspectRow(Pressed):
    """A question about one move; a touch corrects the move."""

    text = StringProperty("")
    icon = StringProperty("search")


class BoardCheck(Screen):
    """The screen on which everyone checks their box; differences are corrected by touch."""

    fits = BooleanProperty(True)

    def __init__(
        self,
        session: "Session",
        play: Play,
        answer: Callable[[Outcome], object],
        ask_alvin: Callable[[], object],
        read: ReadPhoto | None = None,
    ) -> None:
        """`read` is a photo of the board that was read before, if any."""
        super().__init__(session)
        self._read: ReadPhoto | None = None
        self._pieces: Pieces | None = None
        self._denied: set[str] = set()
        """What the photo shows and people say is not so."""
        self._play, self._answer, self._ask_alvin = play, answer, ask_alvin
        self._counted: dict[PlayerColour, LeftInBox] = {}
        """What people counted, where they corrected a number."""
        self._looked_at: PlayerColour | None = None
        self.map = BoardMap(session, play.state.board)
        self.ids.map.add_widget(self.map)
        if read is not None:
            self._look_at_photo(read)
        else:
            self.refresh()

    def _look_at_photo(self, read: ReadPhoto) -> None:
        """Take a photo as a second witness, beside what people counted."""
        self._read = read
        in_background(partial(Pieces, read.photo), partial(setattr, self, "_pieces"))
        self.refresh()
        self.ids.list.scroll_y = 1.0

    def refresh(self) -> None:
        """Show the record against what was counted."""
        state = self._play.state
        self.map.show(state)
        column = self.ids.rows
        column.clear_widgets()
        missing = playwords.what_is_missing(self._play)
        if missing:
            column.add_widget(Text(text=missing, color=theme.ILL))
        alvin = playwords.who_has_alvin(self._play)
        if alvin:
            column.add_widget(PushButton(self._change_alvin, text=alvin, icon="alvin"))
        self.fits = not self._differing()
        self._show_photo()
        if not self.fits:
            self._show_suspects()
        for player in state.players:
            column.add_widget(self._row(player.colour, player.name))
        for widget in line_widgets(self.session.host, self._play, self._enter):
            column.add_widget(widget)
        if self._read is None and state.board.size:
            column.add_widget(PushButton(self._take_photo, text=say("Check with a photo"), icon="camera"))
        self._light()

    def _take_photo(self) -> None:
        navigation.run(self.session, "photograph_board", self._play.state, self._look_at_photo)

    def _by_photo(self) -> tuple[Suspect, ...]:
        """Return where the photo and the log differ, without what people denied."""
        if self._read is None:
            return ()
        found = photo_suspects(self._play.state, self._play.events, self._read.findings)
        return tuple(suspect for suspect in found if str(suspect.question) not in self._denied)

    def _show_photo(self) -> None:
        """Show where the photo and the log differ, before everything else."""
        if self._read is None:
            return
        found, column = self._by_photo(), self.ids.rows
        if not found:
            column.add_widget(Text(text=say("The photo shows what the log says."), color=theme.WELL))
            return
        one, more = "The photo differs in one place:", "The photo differs in {count} places:"
        column.add_widget(Text(text=say(one, more, count=len(found)), color=theme.BRASS, bold=True))
        for suspect in found[:_MOST_BY_PHOTO]:
            ask_about = partial(self._ask_about, suspect, by_photo=True)
            column.add_widget(SuspectRow(ask_about, text=str(suspect.question), icon="camera"))

    def _show_suspects(self) -> None:
        """Show what differs and what may have gone wrong, and offer to correct it on the map."""
        column, play = self.ids.rows, self._play
        column.add_widget(Text(text=self._difference(), color=theme.BRASS, bold=True))
        shown = {str(suspect.question) for suspect in self._by_photo()}
        for suspect in suspects(play.state, play.events, self._differing()):
            if str(suspect.question) in shown:
                continue
            column.add_widget(SuspectRow(partial(self._ask_about, suspect), text=str(suspect.question)))
        column.add_widget(PushButton(self.leave, text=say("Correct it on the map"), icon="pen"))

    def _row(self, colour: PlayerColour, name: str) -> BoxRow:
        box, recorded = self._box(colour), recorded_box(self._play.state, colour)
        row = BoxRow(partial(self._look_at, colour), colour=colour, name=name, lit=colour == self._looked_at)
        row.add_widget(
            BoxFigure(
                partial(self._ask_cars, colour), icon="cars", figure=str(box.cars), differs=box.cars != recorded.cars
            )
        )
        rules = self._play.state.board.rules
        if rules.stations:
            differs = box.stations != recorded.stations
            ask_stations = partial(self._ask_stations, colour, rules.stations.each)
            row.add_widget(BoxFigure(ask_stations, icon="station", figure=str(box.stations), differs=differs))
        if rules.markers:
            differs = box.markers != recorded.markers
            ask_markers = partial(self._ask_markers, colour, rules.markers.each)
            row.add_widget(BoxFigure(ask_markers, icon="marker", figure=str(box.markers), differs=differs))
        return row

    # Counting

    def _box(self, colour: PlayerColour) -> LeftInBox:
        return self._counted.get(colour) or recorded_box(self._play.state, colour)

    def _differing(self) -> dict[PlayerColour, LeftInBox]:
        state = self._play.state
        return {colour: box for colour, box in self._counted.items() if box != recorded_box(state, colour)}

    def _difference(self) -> str:
        """Return who has more or fewer than the record says."""
        state, said = self._play.state, []
        for colour, box in self._differing().items():
            name, recorded = state.player(colour).name, recorded_box(state, colour)
            if box.cars != recorded.cars:
                one = "{name}: one train left, but the log says {recorded}."
                more = "{name}: {count} trains left, but the log says {recorded}."
                said.append(say(one, more, name=name, count=box.cars, recorded=recorded.cars))
            if box.stations != recorded.stations:
                one = "{name}: one station left, but the log says {recorded}."
                more = "{name}: {count} stations left, but the log says {recorded}."
                said.append(say(one, more, name=name, count=box.stations, recorded=recorded.stations))
            if box.markers != recorded.markers:
                one = "{name}: one marker left, but the log says {recorded}."
                more = "{name}: {count} markers left, but the log says {recorded}."
                said.append(say(one, more, name=name, count=box.markers, recorded=recorded.markers))
        return " ".join(said)

    def _ask_cars(self, colour: PlayerColour) -> None:
        ask_trains_left(self.session.host, self._play.state, colour, partial(self._found, colour, "cars"))

    def _ask_stations(self, colour: PlayerColour, most: int) -> None:
        question = say("{name}: how many stations do you have left?", name=self._play.state.player(colour).name)
        ask_number(self.session.host, question, most, partial(self._found, colour, "stations"))

    def _ask_markers(self, colour: PlayerColour, most: int) -> None:
        question = say("{name}: how many markers do you have left?", name=self._play.state.player(colour).name)
        ask_number(self.session.host, question, most, partial(self._found, colour, "markers"))

    def _found(self, colour: PlayerColour, what: str, count: int) -> None:
        """Note how many of something lie in a player's box."""
        self._counted[colour] = replace(self._box(colour), **{what: count})
        self._looked_at = colour
        self.refresh()

    def _change_alvin(self) -> None:
        """OW-11: go back to the table, which asks who has Alvin and where."""
        self.leave()
        self._ask_alvin()

    # Looking and correcting

    def _look_at(self, colour: PlayerColour) -> None:
        self._looked_at = None if self._looked_at == colour else colour
        self.refresh()

    def _light(self) -> None:
        if self._looked_at is None:
            self.map.light({})
            return
        state, tint = self._play.state, theme.PLAYERS[self._looked_at]
        own = dict.fromkeys((route.id for route in state.routes_of(self._looked_at)), tint)
        cities = (*state.stations_of(self._looked_at), *state.markers_of(self._looked_at))
        self.map.light(own, cities, dim=True)

    def _ask_about(self, suspect: Suspect, by_photo: bool = False) -> None:
        """Ask whether a move is wrong, and highlight its tracks meanwhile; what the photo shows is shown."""
        self.map.light(dict.fromkeys(suspect.routes, theme.BRASS), suspect.cities, dim=True)
        answers: list[Answer] = [
            (say("No"), "plain", partial(self._deny, suspect) if by_photo else self._light),
            (say("Yes, correct it"), "main", partial(self._correct, suspect)),
        ]
        if self._pieces is None:
            ask(self.session.host, "", str(suspect.question), answers)
            return
        drawer = Drawer()
        buttons = [PushButton(drawer.then(do), text=text, kind=kind) for text, kind, do in answers if do is not None]
        piece = PhotoPiece(self._pieces, self._on_photo(suspect), size_hint_y=None, height=self.height * 0.45)
        drawer.fill(Column(Text(text=str(suspect.question)), piece, Grid(*buttons, cols=2)))
        self.session.host.open(drawer)

    def _on_photo(self, suspect: Suspect) -> PhotoPlace:
        """Return where on the photo that is."""
        assert self._read is not None
        found = self._read.findings
        routes = [found.routes[route] for route in suspect.routes if route in found.routes]
        return place_of(*routes, *(found.stations[city] for city in suspect.cities if city in found.stations))

    def _deny(self, suspect: Suspect) -> None:
        """Believe people rather than the photo."""
        self._denied.add(str(suspect.question))
        self.refresh()

    def _correct(self, suspect: Suspect) -> None:
        if suspect.place is None:
            assert suspect.event is not None
            self._answer(self._play.record(suspect.event))
        else:
            self._answer(self._play.amend(suspect.place, suspect.event))
        self.refresh()

    # Done

    def end(self) -> None:
        """End the game; ask once more if something still differs."""
        if self.fits:
            self._enter_and_end()
            return
        answers = [(say("Check again"), "main", None), (say("End the game anyway"), "plain", self._enter_and_end)]
        ask(self.session.host, "", self._difference(), answers)

    def _enter(self, event: e.Event) -> None:
        self._answer(self._play.record(event))
        self.refresh()

    def _enter_and_end(self) -> None:
        """End the game, after the lines that people enter have been asked."""
        ask_missing_lines(self.session.host, self._play, self._enter, self._end)

    def _end(self) -> None:
        self.leave()
        self._answer(self._play.record(e.End()))

    def leave(self) -> None:
        """Go back to the table."""
        self.session.host.uncover(self)

    def heard(self, scan: Scan) -> None:
        """Go back to the table, which handles the scan."""
        self.leave()
        self.session.hear(scan)

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "Count the pieces you each have left and tap any number that is wrong. If everything is "
            "right, end the game."
        )
