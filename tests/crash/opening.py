"""A program that opens a journal, repairing it if needed, and closes it: `python -m tests.crash.opening FOLDER`."""

import sys
from pathlib import Path

from companion.game.journal import Journal

if __name__ == "__main__":
    Journal(Path(sys.argv[1])).close()
