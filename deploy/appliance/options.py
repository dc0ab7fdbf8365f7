"""The options of the installer: from the command line, or from environment variables for unattended runs."""

import argparse
import os
from dataclasses import dataclass
from pathlib import Path

from appliance.parserwords import teach_argparse
from appliance.translation import say

_PURPOSE = {
    "install": (
        "Installs Companion as an appliance: this machine boots into the app and always returns to it by itself."
    ),
    "uninstall": "Removes Companion from this machine; games, maps and settings stay in /var/lib/companion.",
}
_VARIABLES = {
    "install": (
        "variables:\n  COMPANION_YES=1        ask no questions (the default without a terminal)\n  "
        "COMPANION_BUNDLE=DIR   the same as --bundle DIR\n  COMPANION_SCANNER=PORT the scanner: "
        "auto, none, /dev/serial0, /dev/serial0@115200, ...\n  COMPANION_NETWORK=yes  let the app "
        "use the network; no turns it off again (off by default)\n  COMPANION_CAMERA=yes   let the app "
        "use a camera; no forbids it (default: yes if one is there)\n  COMPANION_PHOTO=no     leave out "
        "the packages that read photos of boards\n  COMPANION_START=no     do not "
        "start it now; it starts when the machine boots\n  COMPANION_WAIT=90      seconds a new "
        "version has to show its first screen\n  DESTDIR=DIR            install into another root: "
        "an image that is not running, or a test. You install its\n                         system "
        "libraries yourself, and it must have the same Python and processor as this machine\n\nRun "
        "it again to update. The old version is kept, and restored if the new one does not "
        "start.\n"
    ),
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
    key: Path | None = None
    """A public key to trust from now on."""
    camera: str = ""
    """Whether the app may use a camera: yes, no, or "" if that depends on whether there is one."""
    handed_over: bool = False
    """Whether to install what the app has copied from a stick."""


def options(command: str, arguments: list[str]) -> InstallOptions:
    """Parse options and environment variables; exit with a message if they are invalid."""
    teach_argparse()
    parser = argparse.ArgumentParser(
        prog=f"deploy/{command}",
        description=say(_PURPOSE[command]),
        epilog=say(_VARIABLES[command]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--dry-run", action="store_true", help=say("show what would be done, without changing anything")
    )
    if command == "install":
        offline = say("install from a folder made by deploy/bundle, without a network")
        parser.add_argument("--bundle", type=Path, metavar="DIR", help=offline)
        trusted = say("from now on, accept updates only if they are signed with this key (a file that ends in .pub)")
        parser.add_argument("--key", type=Path, metavar="FILE", help=trusted)
        stick = say("install what the app has copied from a USB stick (for the service)")
        parser.add_argument("--handed-over", action="store_true", help=stick)
    options = parser.parse_args(arguments)
    known = os.environ
    bundle = getattr(options, "bundle", None) or known.get("COMPANION_BUNDLE") or None
    try:
        wait = float(known.get("COMPANION_WAIT") or 90)
    except ValueError:
        given = known["COMPANION_WAIT"]
        parser.error(say("COMPANION_WAIT must be a number of seconds, not '{given}'", given=given))
    for name in ("COMPANION_NETWORK", "COMPANION_CAMERA", "COMPANION_START"):
        if known.get(name, "") not in ("", "yes", "no"):
            parser.error(say("{name} must be yes or no, not '{given}'", name=name, given=known[name]))
    return InstallOptions(
        root=Path(known.get("DESTDIR") or "/"),
        dry=options.dry_run,
        ask=not options.dry_run and not known.get("COMPANION_YES"),
        bundle=Path(bundle) if bundle else None,
        scanner=known.get("COMPANION_SCANNER", ""),
        network=known.get("COMPANION_NETWORK", ""),
        camera=known.get("COMPANION_CAMERA", ""),
        start=known.get("COMPANION_START") != "no",
        wait=wait,
        key=getattr(options, "key", None),
        handed_over=getattr(options, "handed_over", False),
    )
