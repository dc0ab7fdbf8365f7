"""A date and a time that are changed step by step. Without Kivy."""

from calendar import monthrange
from datetime import datetime, timedelta
from typing import Literal

Part = Literal["day", "month", "year", "hour", "minute"]

EARLIEST, LATEST = 2000, 2099
"""The years that can be chosen."""
_MINUTES = 5
"""Minutes change by this many, to the next multiple."""


def stepped(moment: datetime, part: Part, by: int) -> datetime:
    """Return a moment with one part a step further, or back with -1. After the last day of a month comes the first of
    the next. Hours and minutes begin again without changing the day, since people set each on its own."""
    if part == "day":
        return _in_range(moment + timedelta(days=by), moment)
    if part == "month":
        months = moment.year * 12 + moment.month - 1 + by
        return _in_range(_in_month(moment, months // 12, months % 12 + 1), moment)
    if part == "year":
        return _in_range(_in_month(moment, moment.year + by, moment.month), moment)
    if part == "hour":
        return moment.replace(hour=(moment.hour + by) % 24)
    whole = moment.minute // _MINUTES + by if by > 0 or moment.minute % _MINUTES == 0 else moment.minute // _MINUTES
    return moment.replace(minute=whole * _MINUTES % 60)


def _in_month(moment: datetime, year: int, month: int) -> datetime:
    """Return the same day in another month, or its last day if it is shorter."""
    return moment.replace(year=year, month=month, day=min(moment.day, monthrange(year, month)[1]))


def _in_range(moment: datetime, otherwise: datetime) -> datetime:
    return moment if EARLIEST <= moment.year <= LATEST else otherwise
