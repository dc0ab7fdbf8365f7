"""Sums the memory of a running program by file, in kB."""

import re
import sys
from pathlib import Path

sums: dict[str, int] = {}
name = ""
for line in Path(f"/proc/{sys.argv[1]}/smaps").read_text().splitlines():
    words = line.split()
    if re.match("[0-9a-f]+-", words[0]):
        name = Path(words[5]).name if len(words) > 5 else "anonymous"
    elif words[0] == "Rss:":
        sums[name] = sums.get(name, 0) + int(words[1])
for name in sums:
    print(name, sums[name])
