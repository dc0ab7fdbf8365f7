"""Past games in words: when they were played, and statistics of players. Without Kivy."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from companion import words
from companion.scoring.statistics import MapStatistics, Statistics
from companion.words import say


def day(then: date, today: date) -> str:
    """Return a day as people say it."""
    if then == today:
        return say("Today")
    if then == today - timedelta(days=1):
        return say("Yesterday")
    return words.day(then)


def steps(_session: object) -> Iterator[str]:
    """Load what is needed to say when games were played."""
    now = datetime.now().astimezone()
    yield words.day(now.date())
    yield words.time_of_day(now.time())


def when(at: str) -> str:
    """Return the day of a time in the journal, in the time zone of this device."""
    return day(datetime.fromisoformat(at).astimezone().date(), datetime.now().astimezone().date())


def last_played(at: str) -> str:
    """Return the day and the time of a time in the journal, in the time zone of this device."""
    local = datetime.fromisoformat(at).astimezone()
    return say("{day}, {time}", day=when(at), time=words.time_of_day(local.time()))


def how_far(events: int) -> str:
    """Return how far a game has got."""
    if events == 0:
        return say("In progress, no moves yet")
    return say("In progress, one move so far", "In progress, {count} moves so far", count=events)


def games(count: int) -> str:
    """Return a number of games in words."""
    return say("One game", "{count} games", count=count)


def won(statistics: Statistics) -> str:
    """Return how many games were won: "5 of 12 won"."""
    return say("{wins} of {games} won", wins=statistics.wins, games=statistics.games)


def shared(statistics: Statistics) -> str:
    """Return how many of the victories were shared, or ""."""
    if not statistics.shared:
        return ""
    return say("one shared", "{count} shared", count=statistics.shared)


def tickets(statistics: Statistics) -> str:
    """Return how many tickets were completed."""
    if statistics.tickets == 0:
        return say("no tickets")
    return say("{done} of {all} tickets", done=statistics.completed, all=statistics.tickets)


def longest(statistics: Statistics) -> str:
    """Return the length of the longest route, or "" without a board."""
    return "" if statistics.longest is None else say("longest route {length}", length=statistics.longest)


def points(statistics: MapStatistics) -> str:
    """Return average and best points on one map."""
    if statistics.games == 1:
        return str(words.count_of_points(statistics.best))
    average = words.number(statistics.average, digits=0 if f"{statistics.average:.1f}".endswith(".0") else 1)
    return say("average {average}, best {best}", average=average, best=statistics.best)


def together(*parts: str) -> str:
    """Join the parts that are not empty into one line."""
    return ", ".join(part for part in parts if part)
