"""The figures of a game's rules, from its map file. Games differ in these figures, not in code."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from companion.boards.colours import LOCOMOTIVE, CardColour
from companion.boards.frozen import Frozen, Id
from companion.words import say, together

Count = Annotated[int, Field(ge=0, le=1000)]
Positive = Annotated[int, Field(ge=1, le=1000)]
TieBreak = Literal["tickets", "stations", "longest", "big_cities"]
Rejects = Literal["deck", "box"]


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
    """Where tickets go that are not kept at the start."""
    later_rejects: Rejects = "deck"
    """Where they go during the game."""


class Bonus(Frozen):
    """Bonuses at the end; a bonus of 0 is not part of the system."""

    longest: Count = 0
    """Points for the longest route (GEN-5)."""
    most_tickets: Count = 0
    """Points for the most completed tickets (OW-7)."""
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


class Rules(Frozen):
    """Every number that the rules of one game need."""

    players: tuple[Positive, Positive]
    """Fewest and most players."""
    tickets: Deal
    cards: TrainCards
    tie_breaks: tuple[TieBreak, ...]
    """What decides between equal points, in order."""
    trains: Count = 0
    """Trains of each player."""
    last_round_at: Count = 2
    """Trains left, or fewer, when the last round begins (GEN-7)."""
    parallel_tracks_from: Positive = 4
    """Number of players from which every track of a connection is open (GEN-6)."""
    locomotives: Literal["anywhere", "tunnels"] = "anywhere"
    """Where locomotive cards may be played (CH-9)."""
    points: dict[Positive, Count] = Field(default_factory=dict)
    """Points for a route, by its length (GEN-1)."""
    bonus: Bonus = Bonus()
    stations: Stations | None = None
    markers: Markers | None = None
    alvin: Alvin | None = None
    piles: Piles | None = None

    @model_validator(mode="after")
    def _figures_fit_together(self) -> "Rules":
        fewest, most = self.players
        if fewest > most:
            raise ValueError(
                say(
                    "players must list the smaller number first, not {fewest} and then {most}", fewest=fewest, most=most
                )
            )
        if most > 6:
            raise ValueError(say("players: there are six colours, so at most six players"))
        if len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise ValueError(say("tie_breaks lists the same criterion twice"))
        needs = {"stations": self.stations, "longest": self.bonus.longest, "big_cities": self.piles}
        for tie_break, figure in needs.items():
            if tie_break in self.tie_breaks and not figure:
                raise ValueError(
                    say("tie_breaks lists {tie_break}, but the rules have no {tie_break}", tie_break=tie_break)
                )
        if self.alvin and not self.markers:
            raise ValueError(say("alvin needs markers: he moves to a city with a marker"))
        if self.piles:
            missing = [str(n) for n in range(fewest, most + 1) if n not in self.piles.scorings]
            if missing:
                raise ValueError(say("piles.scorings has no entry for {missing} players", missing=together(missing)))
        return self
