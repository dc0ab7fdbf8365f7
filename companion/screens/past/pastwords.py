"""Past games in words: when they were played, and statistics of players. Without Kivy."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from companion import words
from companion.game.gamedays import Played, local_day
from companion.scoring.statistics import MapStatistics, Statistics
from companion.words import say


def day(then: date | None, today: date | None) -> str:
    """Return a day as people say it. `today` is None while the clock of this device cannot be trusted."""
    if then is None:
        return say("Date not known")
    if then == today:
        return say("Today")
    if today is not None and then == today - timedelta(days=1):
        return say("Yesterday")
    return words.day(then)


def steps(_session: object) -> Iterator[str]:
    """Load what is needed to say when games were played."""
    now = datetime.now().astimezone()
    yield words.day(now.date())
    yield words.time_of_day(now.time())


def when(played: Played, today: date | None, with_time: bool = False) -> str:
    """Return when a game was played, in the time zone of this device; `with_time`, with the time of day if known."""
    words_of_day = day(local_day(played), today)
    if not with_time or not isinstance(played, datetime):
        return words_of_day
    return say("{day}, {time}", day=words_of_day, time=words.time_of_day(played.astimezone().time()))


def short_when(played: Played) -> str:
    """Return the day on which a game was played, in digits."""
    then = local_day(played)
    return say("Date not known") if then is None else words.short_day(then)


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
