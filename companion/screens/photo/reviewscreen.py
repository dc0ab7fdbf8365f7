"""What was read from a photo: sure routes are on the map, doubtful ones ringed and asked one after another. Nothing is
recorded before people say so."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

from companion.boards import PlayerColour
from companion.game import events as e
from companion.game.play import Play
from companion.photo.findings import ReadPhoto
from companion.photo.photodraft import Draft, PhotoQuestion
from companion.photo.upright import Pieces
from companion.screens.map.boardmap import BoardMap
from companion.screens.map.fingers import tracks_near
from companion.screens.map.mapview import MapView, Point
from companion.screens.photo.photostep import PhotoStep
from companion.screens.shell.background import in_background
from companion.screens.shell.dialogs import ask, object_to
from companion.screens.shell.trainsleft import ask_trains_left
from companion.screens.widgets import PlayerChip, Pressed, PushButton, Scroll, Text
from companion.screens.widgets.photopiece import PhotoPiece
from companion.words import say

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_BLUR = 10.0
"""How far a finger misses a route that it wants to change, in dp."""


class TrainsLeft(Pressed):
    """How many trains a player has left if all that was read is right; a touch enters how many it really are."""

    colour = StringProperty("red")
    figure = StringProperty("")
    differs = BooleanProperty(False)


class ReviewScreen(PhotoStep):
    """The screen on which what was read is completed and recorded. `done` is called with how many events were."""

    heading = StringProperty("")
    about_trains = StringProperty("")
    differs = BooleanProperty(False)

    def __init__(self, session: "Session", play: Play, read: ReadPhoto, done: Callable[[int], object]) -> None:
        super().__init__(session)
        self._play, self._done = play, done
        self.draft = Draft(play.state, read.findings)
        self._before: list[tuple[Draft, PhotoQuestion]] = []
        """The questions that were answered one after another, for the way back."""
        self._one_after_another = False
        self.asked: PhotoQuestion | None = None
        self._left: dict[PlayerColour, int] = {}
        """How many trains people really have left, where they said so."""
        self._pieces: Pieces | None = None
        self.map = BoardMap(session, play.state.board, landscape=bool(session.host.width >= session.host.height))
        self.map.bind(on_tap=self._on_tap)
        self.ids.map.add_widget(self.map)
        in_background(partial(Pieces, read.photo), self._show_pieces)
        self._show_all()

    def _show_pieces(self, pieces: Pieces) -> None:
        self._pieces = pieces
        if self.asked is not None:
            self._ask(self.asked)

    # All of it

    def _show_all(self) -> None:
        """Show what was read, and offer to go on."""
        self.asked, self._one_after_another = None, False
        self._before.clear()
        questions, events = self.draft.questions, self.draft.events
        self.heading = say("What the photo shows")
        self._refresh()
        routes = sum(isinstance(event, e.Claim) for event in events)
        said = [say("One route can be seen clearly.", "{count} routes can be seen clearly.", count=routes)]
        stations = len(events) - routes
        if stations:
            said.append(
                say("One station can be seen clearly.", "{count} stations can be seen clearly.", count=stations)
            )
        if questions:
            said.append(say("One place needs checking.", "{count} places need checking.", count=len(questions)))
        said.append(say("Tap a route on the map to change it. Nothing is recorded yet."))
        self._fill(Scroll(Text(text=" ".join(said))))
        buttons = self.ids.buttons
        buttons.cols = 1
        if questions:
            look = say("Look at it", "Look at all {count}", count=len(questions))
            buttons.add_widget(PushButton(self._ask_next, text=look, icon="search", kind="main"))
        if events:
            record = say("Record what is clear") if questions else say("That is right, record it")
            kind = "plain" if questions else "main"
            buttons.add_widget(PushButton(self._record, text=record, icon="check", kind=kind))

    def _refresh(self) -> None:
        """Show the map and the trains as they would be."""
        position = self.draft.position
        self.map.show(position)
        doubtful = self.draft.questions
        cities = [question.city for question in doubtful if question.city is not None]
        self.map.light({}, cities, ringed=[question.route for question in doubtful if question.route is not None])
        row = self.ids.trains
        row.clear_widgets()
        off = []
        for player in position.players:
            left, told = position.trains_left(player.colour), self._left.get(player.colour)
            differs = told is not None and told != left
            if differs:
                off.append((player.name, told, left))
            row.add_widget(
                TrainsLeft(
                    partial(self._ask_left, player.colour),
                    colour=player.colour,
                    figure=str(left),
                    differs=differs,
                )
            )
        self.differs = bool(off)
        if off:
            name, told, left = off[0]
            one = "{name}: one train left, but {left} according to the photo."
            more = "{name}: {count} trains left, but {left} according to the photo."
            self.about_trains = say(one, more, name=name, count=told, left=left)
        else:
            self.about_trains = say("Trains left, according to the photo. Tap any wrong number.")

    def _fill(self, *things: Widget) -> None:
        for box in (self.ids.body, self.ids.buttons):
            box.clear_widgets()
        for thing in things:
            self.ids.body.add_widget(thing)

    def _ask_left(self, colour: PlayerColour) -> None:
        ask_trains_left(self.session.host, self._play.state, colour, partial(self._has_left, colour))

    def _has_left(self, colour: PlayerColour, count: int) -> None:
        self._left[colour] = count
        self._refresh()
        if self.asked is not None:
            self._light(self.asked)

    # One question after another

    def _ask_next(self) -> None:
        questions, self._one_after_another = self.draft.questions, True
        if questions:
            self._ask(questions[0])
        else:
            self._show_all()

    def _ask(self, question: PhotoQuestion) -> None:
        """Ask about one route or station, with its piece of the photo."""
        self.asked = question
        board = self._play.state.board
        if question.route is not None:
            self.heading = say("{route}: whose is it?", route=board.route(board.routes[question.route]))
        else:
            assert question.city is not None
            self.heading = say("Station in {city}: whose is it?", city=board.place(question.city))
        self._refresh()
        self._light(question)
        self._fill(PhotoPiece(self._pieces, question.place))
        self.ids.buttons.cols = 3
        for player in self._play.state.players:
            chip = PlayerChip(
                partial(self._answer, player.colour),
                colour=player.colour,
                text=player.name,
                chosen=question.guess == player.colour,
            )
            self.ids.buttons.add_widget(chip)
        kind = "main" if question.guess is None else "plain"
        self.ids.buttons.add_widget(PushButton(partial(self._answer, None), text=say("Nobody"), kind=kind))

    def _light(self, question: PhotoQuestion) -> None:
        """Show where on the map it is."""
        if question.route is not None:
            self.map.light({}, ringed=[question.route], dim=True)
        else:
            self.map.light({}, [question.city], dim=True)

    def _answer(self, owner: PlayerColour | None) -> None:
        """Take an answer. If a rule forbids it, say so first: people have the last word."""
        assert self.asked is not None
        objection = self.draft.against(self.asked, owner)
        if objection is None:
            self._take_answer(owner)
        else:
            object_to(self.session.host, objection, partial(self._take_answer, owner))

    def _take_answer(self, owner: PlayerColour | None) -> None:
        assert self.asked is not None
        self._before.append((self.draft, self.asked))
        self.draft = self.draft.answered(self.asked, owner)
        if self._one_after_another:
            self._ask_next()
        else:
            self._show_all()

    def _on_tap(self, view: MapView, place: Point | None) -> None:
        """Ask about the route that was tapped, to change it."""
        if place is None:
            return
        near = tracks_near(view.shape, *place, dp(_BLUR) / view.scale, 1)
        question = self.draft.question_about(near[0]) if near else None
        if question is not None:
            self._show_all()
            self._ask(question)
        elif near:
            self.session.host.toast(say("You marked this route yourself. Go back to the game to change it."))

    def go_back(self) -> None:
        """Go back to the question before, from the first one to all of it, and from there to the table."""
        if self.asked is None:
            self._leave_unrecorded()
        elif self._before:
            self.draft, question = self._before.pop()
            self._ask(question)
        else:
            self._show_all()

    def _leave_unrecorded(self) -> None:
        words = say("Nothing from the photo is recorded yet.")
        answers = [(say("Stay here"), "main", None), (say("Leave without recording"), "plain", self.leave)]
        ask(self.session.host, "", words, answers)

    def _record(self) -> None:
        """Record what is clear and what was answered, as if it had been tapped; then go back to the table."""
        events = self.draft.events
        recorded = self._play.enter(events)
        self.leave()
        self._done(len(recorded))

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "What the photo shows clearly is already on the map; you will be asked about everything with a bright "
            "edge, one at a time. Nothing counts until you record it, and what you tapped yourself stays as it is."
        )
