"""The words that argparse itself says. It asks gettext for them, and has none but its own English."""

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
"""Those of its words that our commands can bring about."""


def teach_argparse() -> None:
    """From now on argparse, too, speaks the language of the system."""
    vars(argparse).update(_=translated)
