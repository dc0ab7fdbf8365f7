"""Past games in words: when, who won by what, and figures of people. No Kivy."""

from datetime import date, datetime, timedelta

from companion import words
from companion.scoring.statistics import Figures, MapFigures, Outcome
from companion.words import say

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
    return words.day(then)


def when(at: str) -> str:
    """The day of a time as it stands in the journal, where this machine is."""
    return day(datetime.fromisoformat(at).astimezone().date(), datetime.now().astimezone().date())


def verdict(game: Outcome) -> str:
    """Who won, with how many points, and what decided it where points did not."""
    winners = game.winners
    names = words.together([result.name for result in winners])
    return say(_DECIDED[game.decided_by], names=names, points=winners[0].total)


def games(count: int) -> str:
    """So many games."""
    return say("One game", "{count} games", count=count)


def won(figures: Figures) -> str:
    """How many games were won, of how many: "5 of 12 won"."""
    return say("{wins} of {games} won", wins=figures.wins, games=figures.games)


def shared(figures: Figures) -> str:
    """How many of the victories were shared, if any."""
    if not figures.shared:
        return ""
    return say("one of them shared", "{count} of them shared", count=figures.shared)


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
    average = words.number(figures.average, digits=0 if f"{figures.average:.1f}".endswith(".0") else 1)
    return say("average {average}, best {best}", average=average, best=figures.best)


def together(*parts: str) -> str:
    """What there is to say, in one line."""
    return ", ".join(part for part in parts if part)
