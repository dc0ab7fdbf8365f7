"""The figures of a game's rules, from its map file. Games differ in these figures, not in code."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from companion.boards.colours import LOCOMOTIVE, USUAL_PLAYERS, CardColour, PlayerColour
from companion.boards.frozen import Frozen, Id, Name
from companion.words import say, together

Count = Annotated[int, Field(ge=0, le=1000)]
Positive = Annotated[int, Field(ge=1, le=1000)]
Points = Annotated[int, Field(ge=-1000, le=1000)]
TieBreak = Literal["tickets", "stations", "longest", "big_cities"]
Rejects = Literal["deck", "shuffled", "box"]
LocomotivesOn = Literal["anywhere", "tunnels", "tunnels_and_ferries"]

COUNTED_LINES = ("routes", "tickets", "stations", "longest", "mandala", "globetrotter", "alvin", "big_cities")
"""The lines of a score sheet that are worked out."""


class TrainCards(Frozen):
    """How many train cards there are."""

    each_colour: Annotated[int, Field(ge=1, le=99)]
    locomotives: Annotated[int, Field(ge=0, le=99)]

    def of(self, colour: CardColour) -> int:
        """Return the number of cards of a colour."""
        return self.locomotives if colour == LOCOMOTIVE else self.each_colour


class Deal(Frozen):
    """How many tickets are dealt, drawn and kept, and where the rest goes."""

    deal: Positive
    """Tickets dealt to each player at the start."""
    deal_long: Count = 0
    """Long tickets dealt in addition."""
    keep: Count
    """At least this many of those dealt are kept."""
    draw: Positive
    """Tickets drawn in a turn during the game."""
    draw_keep: Count
    """At least this many of those drawn are kept."""
    start_rejects: Rejects = "deck"
    """Where tickets go that are not kept at the start: under the deck, shuffled into it, or out of the game."""
    later_rejects: Rejects = "deck"
    """Where they go during the game."""


class Bonus(Frozen):
    """Bonuses at the end; a bonus of 0 is not part of the system."""

    longest: Count = 0
    """Points for the longest route (GEN-5); 0 if it earns nothing (OW-A6, NC-4)."""
    most_tickets: Count = 0
    """Points for the most completed tickets (OW-7, NC-3)."""
    mandala: tuple[Positive, ...] = ()
    """Points for 1, 2, 3 … qualifying tickets; the last number also applies to more (IN-5)."""


class Stations(Frozen):
    """Stations of each player, and what each one is worth if it is not built (EU-3)."""

    each: Annotated[int, Field(ge=1, le=4)]
    unbuilt: Count
    cost: tuple[Positive, ...]
    """Cards of one colour for the first, the second … station."""

    @model_validator(mode="after")
    def _every_station_has_its_cost(self) -> "Stations":
        if len(self.cost) != self.each:
            raise ValueError(say("cost must list one number per station, {each} in all", each=self.each))
        return self


class Markers(Frozen):
    """City markers of each player, including the free one in the start city (OW-2)."""

    each: Positive
    cost: Positive
    """Matching cards for each further marker (OW-3)."""


class Alvin(Frozen):
    """The variant with Alvin the Alien (OW-8 to OW-11)."""

    city: Id
    capture: Count
    keeper: Count


class BigCity(Frozen):
    """A big-city card of the Card Game (CG-7)."""

    city: Id
    points: Positive


class Piles(Frozen):
    """Tickets are completed with cards from a pile, not with routes (CG-1)."""

    scorings: dict[Positive, Annotated[int, Field(ge=1, le=2)]]
    """How often the piles are scored, by number of players (CG-5)."""
    big_cities: tuple[BigCity, ...] = ()


class EnteredLine(Frozen):
    """A line of the score sheet that people enter at the end, because it cannot be worked out from the board."""

    id: Id
    """The key in score sheets and records; no other line has it."""
    name: Name
    """What people read."""
    lowest: Points = 0
    """The fewest points; below 0 if it can cost points."""
    highest: Points
    """The most points."""

    @model_validator(mode="after")
    def _is_a_line_of_its_own(self) -> "EnteredLine":
        if self.id in COUNTED_LINES:
            raise ValueError(say("{line} is worked out by Companion: give this line another id", line=self.id))
        if self.lowest > self.highest:
            facts = {"lowest": self.lowest, "highest": self.highest}
            raise ValueError(say("lowest is {lowest}, which is more than highest, {highest}", **facts))
        return self


class Rules(Frozen):
    """Every number that the rules of one game need."""

    players: tuple[Positive, Positive]
    """Fewest and most players."""
    tickets: Deal
    cards: TrainCards
    tie_breaks: tuple[TieBreak, ...]
    """What decides between equal points, in order. `longest`: who has the bonus for the longest route (GEN-A5); without
    that bonus, whose longest route is longer (NC-A1)."""
    colours: tuple[PlayerColour, ...] = ()
    """The colours of the trains in the box; none for the usual six."""
    trains: Count = 0
    """Trains of each player."""
    last_round_at: Count = 2
    """Trains left, or fewer, when the last round begins (GEN-7)."""
    parallel_tracks_from: Positive = 4
    """Number of players from which every track of a connection is open; with fewer, only one (GEN-6)."""
    open_tracks: dict[Positive, Positive] = Field(default_factory=dict)
    """How many tracks of a connection are open, by number of players, where `parallel_tracks_from` does not say it."""
    own_tracks: Positive = 1
    """How many tracks of a connection one player may own (GEN-6)."""
    unequal_tracks: bool = False
    """Whether tracks of a connection may have different lengths (NC-A2)."""
    locomotives: LocomotivesOn = "anywhere"
    """Where locomotive cards may be played (CH-9, NC-12)."""
    cards_for_locomotive: Count = 0
    """How many cards of any colours can be paid instead of a locomotive on a ferry; 0 if none can (NC-13)."""
    points: dict[Positive, Count] = Field(default_factory=dict)
    """Points for a route, by its length (GEN-1)."""
    bonus: Bonus = Bonus()
    stations: Stations | None = None
    markers: Markers | None = None
    alvin: Alvin | None = None
    piles: Piles | None = None
    entered: Annotated[tuple[EnteredLine, ...], Field(max_length=10)] = ()
    """Lines of the score sheet that people enter at the end."""

    @property
    def player_colours(self) -> tuple[PlayerColour, ...]:
        """The colours that are offered to players."""
        return self.colours or (USUAL_PLAYERS if self.players[1] <= len(USUAL_PLAYERS) else (*USUAL_PLAYERS, "purple"))

    def open_tracks_with(self, players: int) -> int | None:
        """GEN-6: return how many tracks of a connection are open with this number of players; None means all."""
        if players in self.open_tracks:
            return self.open_tracks[players]
        return None if players >= self.parallel_tracks_from else 1

    def entered_line(self, line: str) -> EnteredLine | None:
        """Return the line with this id that people enter, or None."""
        return next((one for one in self.entered if one.id == line), None)

    @model_validator(mode="after")
    def _figures_fit_together(self) -> "Rules":
        fewest, most = self.players
        if fewest > most:
            raise ValueError(
                say(
                    "players must list the smaller number first, not {fewest} and then {most}", fewest=fewest, most=most
                )
            )
        if most > len(self.player_colours):
            pattern = "players: there are {count} colours, so at most {count} players"
            raise ValueError(say(pattern, count=len(self.player_colours)))
        if len(set(self.colours)) < len(self.colours):
            raise ValueError(say("colours lists the same colour twice"))
        if len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise ValueError(say("tie_breaks lists the same criterion twice"))
        needs = {"stations": self.stations, "big_cities": self.piles}
        for tie_break, figure in needs.items():
            if tie_break in self.tie_breaks and not figure:
                raise ValueError(
                    say("tie_breaks lists {tie_break}, but the rules have no {tie_break}", tie_break=tie_break)
                )
        if self.alvin and not self.markers:
            raise ValueError(say("alvin needs markers: he moves to a city with a marker"))
        if "longest" in self.tie_breaks and self.piles:
            raise ValueError(
                say("tie_breaks lists {tie_break}, but the rules have no {tie_break}", tie_break="longest")
            )
        twice = [one.id for one in self.entered if sum(other.id == one.id for other in self.entered) > 1]
        if twice:
            raise ValueError(say("entered lists {line} twice: give each line its own id", line=twice[0]))
        if self.piles:
            missing = [str(n) for n in range(fewest, most + 1) if n not in self.piles.scorings]
            if missing:
                raise ValueError(say("piles.scorings has no entry for {missing} players", missing=together(missing)))
        return self
