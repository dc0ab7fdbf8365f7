"""Numbers and days, written as the language that is spoken writes them."""

from datetime import date

from companion.words.language import locale

# Babel is loaded where it is needed: hardly anything on the first screens is.


def number(value: float, digits: int = 0) -> str:
    """A number with so many digits behind the comma, or the point: "1,234" or "1 234"."""
    if digits == 0 and abs(value) < 1000:
        return f"{value:.0f}"
    from babel.numbers import format_decimal

    return format_decimal(value, f"#,##0.{'0' * digits}" if digits else "#,##0", locale=locale())


def figure(points: int) -> str:
    """A number of points, with a real minus."""
    return number(points).replace("-", "−")


def signed(points: int) -> str:
    """Points that are added or taken away."""
    return f"+{figure(points)}" if points > 0 else figure(points)


def day(when: date) -> str:
    """A day in words: "5 January 2026"."""
    from babel.dates import format_date

    return format_date(when, "long", locale=locale())


def short_day(when: date) -> str:
    """A day in figures: "05/01/2026"."""
    from babel.dates import format_date

    return format_date(when, "short", locale=locale())
