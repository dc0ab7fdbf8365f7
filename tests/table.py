"""A notation for tests, in which positions and moves are one line each.

table("europe", "red blue").play("red claims brest--paris:black", "blue builds dieppe")
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypedDict, cast

from companion.boards import Board, CardColour, Library, PlayerColour, parse_map
from companion.game import Options, Player, State, apply, begin, objections, play_events
from companion.game import events as e
from companion.scoring import PlayerScore, ScoreSheet, tally
from companion.scoring.gaps import Gap

NAMES: dict[PlayerColour, str] = {
    "red": "Anna",
    "blue": "Bo",
    "green": "Cy",
    "yellow": "Dag",
    "black": "Eva",
    "white": "Finn",
    "purple": "Gro",
}


def board(map_id: str) -> Board:
    """Return the board of one of the systems."""
    return Library().load(map_id)


def small_board(
    routes: str, tickets: str = "a-b 1", rules: str = "", tables: str = "", players: str = "[2, 5]", cards: str = ""
) -> Board:
    """Return a board from shorthand: routes `a-b 3, b-c 2 grey`, tickets `a-c 5`; further rules as TOML."""
    route_rows: list[str] = []
    cities: dict[str, None] = {}
    for number, route in enumerate(filter(None, map(str.strip, routes.split(",")))):
        ends, length, *colour = route.split()
        start, end = ends.split("-")
        cities |= {start: None, end: None}
        name = f"{start}-{end}:{number}"
        route_rows.append(
            f'{{ id = "{name}", from = "{start}", to = "{end}", colour = "{(colour or ["grey"])[0]}", '
            f"length = {length}, track = [[0, 0], [1, 1]] }}"
        )
    ticket_rows = []
    for number, ticket in enumerate(filter(None, map(str.strip, tickets.split(",")))):
        ends, points = ticket.split()
        start, end = ends.split("-")
        ticket_rows.append(f'{{ id = "{start}-{end}:{number}", from = "{start}", to = "{end}", points = {points} }}')
    city_rows = [f'{{ id = "{city}", name = "{city.upper()}", x = 0, y = 0 }}' for city in cities]
    text = f"""
id = "small"
name = "Small"
[rules]
players = {players}
trains = 45
tie_breaks = ["tickets"]
points = {{ 1 = 1, 2 = 2, 3 = 4, 4 = 7, 5 = 10, 6 = 15, 7 = 18, 8 = 21 }}
{rules}
[rules.cards]
each_colour = 12
locomotives = 14
[rules.tickets]
deal = 3
keep = 2
draw = 3
draw_keep = 1
{tables}
[printed]
size = [10, 10]
cities = [{", ".join(city_rows)}]
routes = [{", ".join(route_rows)}]
tickets = [{", ".join(ticket_rows)}]
"""
    return parse_map(text, "small.toml")


class _By(TypedDict):
    """What every move of a player says."""

    player: PlayerColour
    override: bool


def event(move: str) -> e.Event:
    """Return the event of a move: `red claims ROUTE [paying red 2 locomotive 1] [turning red green]`; `red!` to
    override."""
    words = move.split()
    if words[0] in ("scoring", "end"):
        return e.Scoring() if words[0] == "scoring" else e.End()
    who, verb, *rest = words
    by: _By = {"player": cast(PlayerColour, who.removesuffix("!")), "override": who.endswith("!")}
    head, parts = _parts(rest, "paying", "turning", "returning")
    cards = _cards(parts["paying"]) if "paying" in parts else None
    revealed = tuple(cast(list[CardColour], parts["turning"])) if "turning" in parts else None
    match verb:
        case "claims":
            return e.Claim(route=head[0], cards=cards, revealed=revealed, **by)
        case "fails":
            return e.TunnelFailed(route=head[0], cards=cards, revealed=revealed, **by)
        case "builds":
            return e.Station(city=head[0], cards=cards, **by)
        case "starts":
            return e.StartCity(city=head[0], **by)
        case "marks":
            return e.Marker(city=head[0], cards=cards, **by)
        case "alvin":
            return e.Alvin(city=head[0], **by)
        case "keeps":
            return e.Tickets(kept=tuple(head), returned=tuple(parts.get("returning", ())), **by)
        case "draws":
            return e.Draw(of="tickets" if "tickets" in head else None, last_card="last" in head or None, **by)
        case "lays":
            return e.Yard(cards=tuple(cast(list[CardColour], head)), **by)
        case "shows":
            return e.ScoreTrack(points=int(head[0]), **by)
        case "enters":
            return e.Entered(line=head[0], points=int(head[1]), **by)
        case "piles":
            return e.Pile(cards=_cards(head), **by)
        case "completes":
            return e.Complete(tickets=tuple(head), **by)
    raise ValueError(move)


def _parts(words: list[str], *marks: str) -> tuple[list[str], dict[str, list[str]]]:
    head: list[str] = []
    parts: dict[str, list[str]] = {}
    into = head
    for word in words:
        if word in marks:
            into = parts.setdefault(word, [])
        else:
            into.append(word)
    return head, parts


def _cards(words: list[str]) -> dict[CardColour, int]:
    return {cast(CardColour, colour): int(count) for colour, count in zip(words[::2], words[1::2], strict=True)}


@dataclass(frozen=True)
class Table:
    """A position, with queries in the notation of tests."""

    state: State

    def play(self, *moves: str) -> "Table":
        """Return the position after these moves; each must be allowed."""
        return Table(play_events(self.state, map(event, moves)))

    def lay(self, *moves: str) -> "Table":
        """Return the position after these moves, without checking the rules."""
        state = self.state
        for move in moves:
            state = apply(state, event(move))
        return Table(state)

    def against(self, move: str) -> list[str]:
        """Return the objections to a move, as `kind RULE: reason`."""
        return [f"{o.kind.value} {o.rule}: {o}" for o in objections(self.state, event(move))]

    @property
    def sheet(self) -> ScoreSheet:
        return tally(self.state)

    def score(self, colour: str) -> PlayerScore:
        return next(score for score in self.sheet.players if score.player.colour == colour)

    def gap(self, colour: str, ticket: str) -> Gap | None:
        """Return what a player's ticket lacks."""
        return self.sheet.gaps(self.score(colour)).of(self.state.board.tickets[ticket])

    def lines(self, name: str) -> dict[str, int]:
        """Return one line of the sheet for all players."""
        return {score.player.colour: score.lines[name] for score in self.sheet.players}


def table(
    on: str | Board,
    colours: str = "red blue",
    alvin: bool = False,
    counted: bool = False,
    yards: Literal["hidden", "open"] | None = None,
) -> Table:
    """Return a new game of these colours, in turn order."""
    options = Options(alvin=alvin, counted=counted, yards=yards)
    return Table(begin(board(on) if isinstance(on, str) else on, players(colours.split()), options))


def players(colours: Iterable[str]) -> tuple[Player, ...]:
    """Return players of these colours."""
    return tuple(Player(colour=colour, name=NAMES[colour]) for colour in cast(Iterable[PlayerColour], colours))
