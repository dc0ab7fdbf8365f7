"""Past games in words: when, who won by what, and figures of people. No Kivy."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from companion.scoring.figures import Figures, MapFigures, Outcome
from companion.words import say

_MONTHS = (
    "{day} January {year}",
    "{day} February {year}",
    "{day} March {year}",
    "{day} April {year}",
    "{day} May {year}",
    "{day} June {year}",
    "{day} July {year}",
    "{day} August {year}",
    "{day} September {year}",
    "{day} October {year}",
    "{day} November {year}",
    "{day} December {year}",
)

_DECIDED = {
    "points": "{names} won with {points} points",
    "tickets": "{names} won with {points} points and more tickets",
    "stations": "{names} won with {points} points and fewer stations",
    "longest": "{names} won with {points} points and the longest route",
    "big_cities": "{names} won with {points} points and more big cities",
    "shared": "{names} shared the victory with {points} points",
}


def day(then: date, today: date) -> str:
    """A day as people say it."""
    if then == today:
        return say("Today")
    if then == today - timedelta(days=1):
        return say("Yesterday")
    return say(_MONTHS[then.month - 1], day=then.day, year=then.year)


def when(at: str) -> str:
    """The day of a time as it stands in the journal, where this machine is."""
    return day(datetime.fromisoformat(at).astimezone().date(), datetime.now().astimezone().date())


def listed(names: Sequence[str]) -> str:
    """Names in a row: "Anna, Bo and Cy"."""
    if len(names) < 2:
        return "".join(names)
    return say("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def verdict(game: Outcome) -> str:
    """Who won, with how many points, and what decided it where points did not."""
    winners = game.winners
    names = listed([result.name for result in winners])
    return say(_DECIDED[game.decided_by], names=names, points=winners[0].total)


def games(count: int) -> str:
    """So many games."""
    return say("One game") if count == 1 else say("{count} games", count=f"{count:,}")


def won(figures: Figures) -> str:
    """How many games were won, of how many: "5 of 12 won"."""
    return say("{wins} of {games} won", wins=figures.wins, games=figures.games)


def shared(figures: Figures) -> str:
    """How many of the victories were shared, if any."""
    if not figures.shared:
        return ""
    return say("one of them shared") if figures.shared == 1 else say("{count} of them shared", count=figures.shared)


def tickets(figures: Figures) -> str:
    """Tickets completed, of how many."""
    if figures.tickets == 0:
        return say("no tickets")
    return say("{done} of {all} tickets", done=figures.completed, all=figures.tickets)


def longest(figures: Figures) -> str:
    """The longest route, where there is a board."""
    return "" if figures.longest is None else say("longest route {length}", length=figures.longest)


def points(figures: MapFigures) -> str:
    """Average and best on one map."""
    if figures.games == 1:
        return say("{points} points", points=figures.best)
    average = f"{figures.average:.1f}".removesuffix(".0")
    return say("average {average}, best {best}", average=average, best=figures.best)


def together(*parts: str) -> str:
    """What there is to say, in one line."""
    return ", ".join(part for part in parts if part)
