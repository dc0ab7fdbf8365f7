"""Past games in words: when, and figures of people. No Kivy."""

from datetime import date, datetime, timedelta

from companion import words
from companion.scoring.statistics import MapStatistics, Statistics
from companion.words import say


def day(then: date, today: date) -> str:
    """A day as people say it."""
    if then == today:
        return say("Today")
    if then == today - timedelta(days=1):
        return say("Yesterday")
    return words.day(then)


def when(at: str) -> str:
    """The day of a time as it stands in the journal, where this machine is."""
    return day(datetime.fromisoformat(at).astimezone().date(), datetime.now().astimezone().date())


def games(count: int) -> str:
    """So many games."""
    return say("One game", "{count} games", count=count)


def won(statistics: Statistics) -> str:
    """How many games were won, of how many: "5 of 12 won"."""
    return say("{wins} of {games} won", wins=statistics.wins, games=statistics.games)


def shared(statistics: Statistics) -> str:
    """How many of the victories were shared, if any."""
    if not statistics.shared:
        return ""
    return say("one of them shared", "{count} of them shared", count=statistics.shared)


def tickets(statistics: Statistics) -> str:
    """Tickets completed, of how many."""
    if statistics.tickets == 0:
        return say("no tickets")
    return say("{done} of {all} tickets", done=statistics.completed, all=statistics.tickets)


def longest(statistics: Statistics) -> str:
    """The longest route, where there is a board."""
    return "" if statistics.longest is None else say("longest route {length}", length=statistics.longest)


def points(statistics: MapStatistics) -> str:
    """Average and best on one map."""
    if statistics.games == 1:
        return say("{points} points", points=statistics.best)
    average = words.number(statistics.average, digits=0 if f"{statistics.average:.1f}".endswith(".0") else 1)
    return say("average {average}, best {best}", average=average, best=statistics.best)


def together(*parts: str) -> str:
    """What there is to say, in one line."""
    return ", ".join(part for part in parts if part)
