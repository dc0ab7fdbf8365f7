"""`python -m appliance install|uninstall`: what deploy/install and deploy/uninstall start."""

import sys

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
"""What the system says, in English, when a card is full, worn out or not ours to write on."""


def main(arguments: list[str]) -> int:
    """Does one of the two; 0 done, 1 trouble."""
    command, *rest = arguments
    wished = options(command, rest)
    try:
        return (Installation if command == "install" else Removal)(wished).run()
    except TroubleError as trouble:
        print(f"companion: {trouble}", file=sys.stderr)
    except OSError as error:
        print(f"companion: {error.filename}: {translated(error.strerror or str(error))}", file=sys.stderr)
    except KeyboardInterrupt:
        print("\ncompanion:", say("stopped; run it again to go on"), file=sys.stderr)
    return 1


sys.exit(main(sys.argv[1:]))
