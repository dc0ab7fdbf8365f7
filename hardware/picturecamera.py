"""`python -m hardware.picturecamera FILE [--live]`: stands in for a camera, and sees what is in a JPEG file.

The file is read again for every picture: whoever replaces it changes what the camera sees.
"""

import sys
import time
from pathlib import Path

_PAUSE = 0.1
"""Seconds between two live pictures."""


def main(words: list[str]) -> int:
    """Write the picture, or with `--live` write it until nobody reads; return the exit status."""
    file, live = Path(words[0]), "--live" in words
    while True:
        try:
            sys.stdout.buffer.write(file.read_bytes())
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            sys.stderr.close()
            return 0
        except OSError:
            return 2
        if not live:
            return 0
        time.sleep(_PAUSE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
