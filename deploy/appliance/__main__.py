"""Entry point of deploy/install and deploy/uninstall: `python -m appliance install|uninstall`."""

import sys

from appliance.handedover import Update
from appliance.install import Installation
from appliance.machine import TroubleError
from appliance.options import options
from appliance.translation import pattern, say, translated
from appliance.uninstall import Removal

SYSTEMS_WORDS = (
    pattern("Input/output error"),
    pattern("No space left on device"),
    pattern("No such file or directory"),
    pattern("Permission denied"),
    pattern("Read-only file system"),
)
"""The system's own error messages for a card that is full, broken or read-only, to be translated."""


def main(arguments: list[str]) -> int:
    """Install or uninstall and return the exit status: 0 if it is done, 1 for an error."""
    command, *rest = arguments
    wished = options(command, rest)
    try:
        if command == "uninstall":
            return Removal(wished).run()
        return (Update if wished.handed_over else Installation)(wished).run()
    except TroubleError as trouble:
        print(f"companion: {trouble}", file=sys.stderr)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"companion: {where}{translated(error.strerror or str(error))}", file=sys.stderr)
    except KeyboardInterrupt:
        print("\ncompanion:", say("stopped; run it again to continue"), file=sys.stderr)
    return 1


sys.exit(main(sys.argv[1:]))
