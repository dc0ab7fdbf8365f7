"""The panel's backlight, on machines that can dim it."""

import logging
from pathlib import Path

CLASS = Path("/sys/class/backlight")

_log = logging.getLogger(__name__)


class Backlight:
    """One backlight. If there is none, or it cannot be changed, the methods do nothing."""

    def __init__(self, folder: Path = CLASS) -> None:
        self._light = next((light for light in sorted(folder.glob("*")) if (light / "brightness").exists()), None)

    @property
    def is_there(self) -> bool:
        """Whether there is a backlight that can be dimmed."""
        return self._light is not None

    def shine(self, share: float) -> bool:
        """Set the brightness to a share of its maximum, from 0 to 1, and return whether that worked."""
        if self._light is None:
            return False
        try:
            most = int((self._light / "max_brightness").read_text())
            (self._light / "brightness").write_text(str(round(min(max(share, 0.0), 1.0) * most)))
        except (OSError, ValueError) as error:
            _log.warning("the light cannot be set: %s", error)
            return False
        return True
