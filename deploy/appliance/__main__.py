"""`python -m appliance install|uninstall`: what deploy/install and deploy/uninstall start."""

import sys

from appliance.install import Installation
from appliance.machine import TroubleError
from appliance.uninstall import Removal
from appliance.wishes import wishes


def main(arguments: list[str]) -> int:
    """Does one of the two; 0 done, 1 trouble."""
    command, *rest = arguments
    wished = wishes(command, rest)
    try:
        return (Installation if command == "install" else Removal)(wished).run()
    except TroubleError as trouble:
        print(f"companion: {trouble}", file=sys.stderr)
    except OSError as error:
        print(f"companion: {error.filename}: {error.strerror}", file=sys.stderr)
    except KeyboardInterrupt:
        print("\ncompanion: stopped; run it again to go on", file=sys.stderr)
    return 1


sys.exit(main(sys.argv[1:]))
