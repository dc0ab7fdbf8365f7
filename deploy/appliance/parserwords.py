"""Translations of argparse's own messages. It asks gettext for them, but ships only English."""

import argparse

from appliance.translation import pattern, translated

ITS_WORDS = (
    pattern("usage: "),
    pattern("positional arguments"),
    pattern("options"),
    pattern("show this help message and exit"),
    pattern("argument %(argument_name)s: %(message)s"),
    pattern("unrecognized arguments: %s"),
    pattern("ignored explicit argument %r"),
    pattern("expected one argument"),
    pattern("ambiguous option: %(option)s could match %(matches)s"),
    pattern("%(prog)s: error: %(message)s\n"),
)
"""The messages of argparse that our commands can cause."""


def teach_argparse() -> None:
    """Make argparse translate its messages into the language of the system."""
    vars(argparse).update(_=translated)
