"""The options of the installer: from the command line, or from environment variables for unattended runs."""

import argparse
import os
from dataclasses import dataclass
from pathlib import Path

from appliance.parserwords import teach_argparse
from appliance.translation import say

_PURPOSE = {
    "install": "Makes this machine the companion: it boots into the app and comes back to it by itself.",
    "uninstall": "Removes Companion from this machine; games, maps and settings stay in /var/lib/companion.",
}
_VARIABLES = {
    "install": """\
variables:
  COMPANION_YES=1        ask nothing (nor does it without a terminal)
  COMPANION_BUNDLE=DIR   the same as --bundle DIR
  COMPANION_SCANNER=PORT the scanner: auto, none, /dev/serial0, /dev/serial0@115200, ...
  COMPANION_NETWORK=yes  let the app use the network; no takes it away again (it is off at first)
  COMPANION_START=no     do not start it now; it starts with the machine
  COMPANION_WAIT=90      seconds that a new version has for its first picture
  DESTDIR=DIR            install into another root: an image that is not running, or a test. Its system libraries
                         are left to you, and it must have the same Python and processor as this machine

Run it again to update. The old version is kept, and put back if the new one does not start.
""",
    "uninstall": "variables: DESTDIR and COMPANION_YES, as for deploy/install",
}


@dataclass(frozen=True, slots=True)
class InstallOptions:
    """How to install."""

    root: Path
    dry: bool
    ask: bool
    bundle: Path | None
    scanner: str
    network: str
    start: bool
    wait: float


def options(command: str, arguments: list[str]) -> InstallOptions:
    """Parse options and environment variables; exit with a message if they are invalid."""
    teach_argparse()
    parser = argparse.ArgumentParser(
        prog=f"deploy/{command}",
        description=say(_PURPOSE[command]),
        epilog=say(_VARIABLES[command]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--dry-run", action="store_true", help=say("say what would be done, and change nothing"))
    if command == "install":
        offline = say("install from a folder that deploy/bundle made, without network")
        parser.add_argument("--bundle", type=Path, metavar="DIR", help=offline)
    options = parser.parse_args(arguments)
    known = os.environ
    bundle = getattr(options, "bundle", None) or known.get("COMPANION_BUNDLE") or None
    try:
        wait = float(known.get("COMPANION_WAIT") or 90)
    except ValueError:
        given = known["COMPANION_WAIT"]
        parser.error(say("COMPANION_WAIT is a number of seconds, not '{given}'", given=given))
    for name in ("COMPANION_NETWORK", "COMPANION_START"):
        if known.get(name, "") not in ("", "yes", "no"):
            parser.error(say("{name} is yes or no, not '{given}'", name=name, given=known[name]))
    return InstallOptions(
        root=Path(known.get("DESTDIR") or "/"),
        dry=options.dry_run,
        ask=not options.dry_run and not known.get("COMPANION_YES"),
        bundle=Path(bundle) if bundle else None,
        scanner=known.get("COMPANION_SCANNER", ""),
        network=known.get("COMPANION_NETWORK", ""),
        start=known.get("COMPANION_START") != "no",
        wait=wait,
    )
