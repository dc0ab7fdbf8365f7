"""Numbers and dates, formatted for the current language."""

from datetime import date, time

from companion.words.language import locale

# Babel is loaded late: the first screens hardly need it.


def number(value: float, digits: int = 0) -> str:
    """Return a number with this many decimals: "1,234" or "1 234"."""
    if digits == 0 and abs(value) < 1000:
        return f"{value:.0f}"
    from babel.numbers import format_decimal

    return format_decimal(value, f"#,##0.{'0' * digits}" if digits else "#,##0", locale=locale())


def figure(points: int) -> str:
    """Return a number of points, with a real minus sign."""
    return number(points).replace("-", "−")


def signed(points: int) -> str:
    """Return a number of points with its sign."""
    return f"+{figure(points)}" if points > 0 else figure(points)


def day(when: date) -> str:
    """Return a date in words: "5 January 2026"."""
    from babel.dates import format_date

    return format_date(when, "long", locale=locale())


def time_of_day(when: time) -> str:
    """Return a time in hours and minutes: "18:32"."""
    from babel.dates import format_time

    return format_time(when, "short", locale=locale())


def short_day(when: date) -> str:
    """Return a date in digits: "05/01/2026"."""
    from babel.dates import format_date

    return format_date(when, "short", locale=locale())


def full_day(when: date) -> str:
    """Return a date with its weekday: "Monday, 5 January 2026"."""
    from babel.dates import format_date

    return format_date(when, "full", locale=locale())


def month(when: date) -> str:
    """Return the name of the month of a date: "January"."""
    from babel.dates import format_date

    return format_date(when, "LLLL", locale=locale())


def city_of(zone: str) -> str:
    """Return the city that a time zone is named after: "Oslo" for `Europe/Oslo`."""
    from babel.dates import get_timezone_location

    try:
        return str(get_timezone_location(zone, locale=locale(), return_city=True))
    except LookupError:  # a zone of a newer system
        return zone.rpartition("/")[2].replace("_", " ")
