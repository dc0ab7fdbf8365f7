"""Translations of argparse's own messages. It asks gettext for them, but ships only English."""

import argparse

from companion.words import pattern
from companion.words.language import translated

ITS_WORDS = (
    pattern("usage: "),
    pattern("positional arguments"),
    pattern("options"),
    pattern("show this help message and exit"),
    pattern("argument %(argument_name)s: %(message)s"),
    pattern("unrecognized arguments: %s"),
    pattern("not allowed with argument %s"),
    pattern("ignored explicit argument %r"),
    pattern("the following arguments are required: %s"),
    pattern("expected one argument"),
    pattern("expected at least one argument"),
    pattern("ambiguous option: %(option)s could match %(matches)s"),
    pattern("invalid %(type)s value: %(value)r"),
    pattern("invalid choice: %(value)r (choose from %(choices)s)"),
    pattern("%(prog)s: error: %(message)s\n"),
)
"""The messages of argparse that our commands can cause."""


def teach_argparse() -> None:
    """Make argparse translate its messages into the current language."""
    vars(argparse).update(_=translated, ngettext=translated)
