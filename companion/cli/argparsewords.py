"""The words that argparse itself says. It asks gettext for them, and has none but its own English."""

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
"""Those of its words that our commands can bring about."""


def teach_argparse() -> None:
    """From now on argparse, too, speaks the language that is spoken."""
    vars(argparse).update(_=translated, ngettext=translated)
