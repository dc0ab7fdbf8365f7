"""A game at the table, without a screen: who is suggested, what a touch offers, and what became of it."""

from dataclasses import dataclass

from companion.boards import PlayerColour, Route
from companion.game import events as e
from companion.game.course import NothingToError
from companion.game.journal import Game
from companion.game.objection import QUESTION, Objection
from companion.game.objections import objections
from companion.game.record import RefusedError
from companion.game.scans import ScanTable
from companion.game.state import Claimed, Player, State
from companion.game.telling import tell_step
from companion.game.turns import LastRound, last_round, next_player
from companion.scoring.live import Standing, standings
from companion.scoring.ownership import award
from companion.words import Sentence


@dataclass(frozen=True, slots=True)
class Offer:
    """A track that may be meant, as its card shows it."""

    route: Route
    owner: Player | None
    """Who has it already."""
    pays: tuple[tuple[Player, int], ...]
    """Who would earn how many points by a claim (OW-4)."""
    captures_alvin: bool
    objection: Objection | None
    """What speaks against the claim, a gentle question included."""


class Play:
    """The open game and the moves that are being made in it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.scans = ScanTable(game)
        self._chosen: PlayerColour | None = None
        self.amending: int | None = None
        """The place of the event that the next move takes the place of."""

    @property
    def state(self) -> State:
        """The position now."""
        return self.game.state

    @property
    def counting(self) -> bool:
        """Whether a finished board is being counted."""
        return self.state.options.counted

    @property
    def suggested(self) -> PlayerColour:
        """Whose turn it is, as far as anyone can tell."""
        return next_player(self.state, self.game.course.events)

    @property
    def player(self) -> PlayerColour:
        """Who the next move is for: whoever was chosen, or else suggested."""
        return self._chosen or self.suggested

    def choose(self, player: PlayerColour | None) -> None:
        """The next move is this player's; None goes back to the suggestion."""
        self._chosen = player

    def stop_amending(self) -> None:
        """The next move is a move again."""
        if self.amending is not None:
            self.amending = self._chosen = None

    def standings(self) -> tuple[Standing, ...]:
        """What everyone may know of each player."""
        return standings(self.state)

    def last_round(self) -> LastRound | None:
        """The last round, if it has begun (GEN-7)."""
        return last_round(self.state, self.game.course.events)

    @property
    def is_played_out(self) -> bool:
        """Whether everyone has had their last turn (GEN-7)."""
        last = self.last_round()
        return last is not None and not last.still_to_play

    def offer(self, track: str) -> Offer:
        """What a claim of this track would mean for whoever is to move."""
        # What is being amended does not speak against what it really was.
        state = self.state if self.amending is None else self.game.course.without(self.amending)
        route = state.board.routes[track]
        owners = state.owners(route)
        against = objections(state, e.Claim(player=self.player, route=track))
        return Offer(
            route,
            state.player(owners[0]) if owners else None,
            self._pays(route),
            self._captures_alvin(route),
            against[0] if against else None,
        )

    def _pays(self, route: Route) -> tuple[tuple[Player, int], ...]:
        owners = (self.state.marker_on(route.start), self.state.marker_on(route.end))
        claim = Claimed(self.player, route, owners)
        value = self.state.board.points(route)
        paid = [(player, award(claim, value, player.colour)) for player in self.state.players]
        return tuple((player, points) for player, points in paid if points)

    def _captures_alvin(self, route: Route) -> bool:
        """OW-9, OW-10."""
        alvin = self.state.alvin
        return bool(alvin and not self.counting and alvin.city in route.ends and alvin.keeper != self.player)

    def question(self, event: e.Event) -> Objection | None:
        """A gentle question about a move that no rule forbids."""
        against = objections(self.state, event)
        return against[0] if against and against[0].kind is QUESTION else None

    def record(self, event: e.Event) -> Objection | None:
        """Records a move, or puts it in the place of the one that is being amended. Answers with what speaks against
        it, and then nothing has happened. Raises NoLongerFitError while amending."""
        if not isinstance(event, e.Claim):  # only a claim is amended by touching another
            self.stop_amending()
        try:
            if self.amending is None:
                self.game.record(event)
            else:
                self.game.amend(self.amending, event)
        except RefusedError as refused:
            return refused.objection
        self.amending = None
        if not self.counting:
            self._chosen = None
        return None

    def take_off(self, track: str) -> None:
        """Takes a claim off the board that is being counted."""
        events = self.game.course.events
        for place, event in enumerate(events):
            if isinstance(event, e.Claim) and event.route == track:
                self.game.amend(place, None, leave_out=True)
                return

    def undo(self) -> Sentence | None:
        """Takes the last step back and says what it was; None if there is nothing."""
        self.stop_amending()
        standing = [line.step for line in self.game.course.log() if not line.undone]
        try:
            self.game.undo()
        except NothingToError:
            return None
        self._chosen = self._chosen if self.counting else None
        return Sentence("Taken back: {what}", {"what": tell_step(self.state, standing[-1])})

    def redo(self) -> bool:
        """Puts the last step back; False if there is none."""
        self.stop_amending()
        try:
            self.game.redo()
        except NothingToError:
            return False
        return True

    def marker_cities(self) -> tuple[str, ...]:
        """OW-3: where a marker may be bought now: free ends of the route just claimed."""
        last = self.state.last
        if not isinstance(last, e.Claim) or not self.state.board.rules.markers or self.counting:
            return ()
        ends = self.state.board.routes[last.route].ends
        return tuple(
            city
            for city in ends
            if not [
                o for o in objections(self.state, e.Marker(player=last.player, city=city)) if o.kind is not QUESTION
            ]
        )
