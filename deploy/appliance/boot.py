"""What the machine boots into, and how to restore the state before the installation."""

import json
import os
from pathlib import Path

from appliance.machine import Machine, TroubleError, run, succeeds
from appliance.versions import HOME

CONSOLE = "multi-user.target"
PROMPT = "getty@tty1.service"
WIZARD = "userconfig.service"
"""What asks for a name and a password at the first boot of Raspberry Pi OS; whoever has no keyboard would be stuck."""
SERVICE = "companion.service"
UPDATES = ("companion-update.path", "companion-update.service")
"""What waits for an update from a stick, and what finishes one that a power cut interrupted."""
_WANTS = "/etc/systemd/system/{target}.wants/{unit}"
_LINKS = "/etc/systemd/system"


class Boot:
    """Control of which of the app, the login prompt and the desktop start at boot."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._before = machine.at(HOME) / "before.json"

    def _has_link(self, path: str) -> bool:
        return os.path.lexists(self._machine.at(path))

    @property
    def default(self) -> str:
        """The target that the machine boots into."""
        for folder in (_LINKS, "/usr/lib/systemd/system", "/lib/systemd/system"):
            try:
                return Path(os.readlink(self._machine.at(f"{folder}/default.target"))).name
            except OSError:
                continue
        return "graphical.target"

    @property
    def has_prompt(self) -> bool:
        """Whether the login prompt starts on the first console."""
        return self._has_link(_WANTS.format(target="getty.target", unit=PROMPT))

    @property
    def has_wizard(self) -> bool:
        """Whether the first boot asks for the name of a user."""
        return self._has_link(_WANTS.format(target=CONSOLE, unit=WIZARD))

    @property
    def has_app(self) -> bool:
        """Whether the app starts at boot."""
        return self._has_link(_WANTS.format(target=CONSOLE, unit=SERVICE))

    @property
    def has_updates(self) -> bool:
        """Whether updates from USB sticks are watched for."""
        return all(self._has_link(_WANTS.format(target=CONSOLE, unit=unit)) for unit in UPDATES)

    @property
    def is_ours(self) -> bool:
        """Whether the machine boots into the app and nothing else."""
        asks = self.has_prompt or self.has_wizard
        return self.has_app and self.has_updates and not asks and self.default == CONSOLE

    @property
    def has_desktop(self) -> bool:
        """Whether a desktop is installed."""
        return self._has_link(f"{_LINKS}/display-manager.service")

    @property
    def shows_desktop(self) -> bool:
        """Whether a desktop is running now."""
        return self._machine.is_booted and succeeds("systemctl", "is-active", "--quiet", "display-manager.service")

    def take(self) -> None:
        """Make the machine boot into the app, and save the state before. Raise TroubleError if that fails."""
        if not self._before.exists():
            before = {"default": self.default, "prompt": self.has_prompt, "wizard": self.has_wizard}
            self._before.write_text(json.dumps(before), encoding="utf-8")
        for unit, there in ((PROMPT, self.has_prompt), (WIZARD, self.has_wizard)):
            if there:
                self._machine.systemctl("disable", "--quiet", unit)
        if self.default != CONSOLE:
            self._machine.systemctl("set-default", "--quiet", CONSOLE)
        self._machine.systemctl("enable", "--quiet", SERVICE, *UPDATES)
        if self._machine.is_booted:
            self._machine.systemctl("start", UPDATES[0])

    def give_back(self) -> None:
        """Make the machine boot as it did before the installation. Raise TroubleError if that fails."""
        if self._machine.is_booted:
            self._machine.systemctl("stop", UPDATES[0])
        for unit in (SERVICE, *UPDATES):
            if self._has_link(_WANTS.format(target=CONSOLE, unit=unit)):
                self._machine.systemctl("disable", "--quiet", unit)
        try:
            before = json.loads(self._before.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            before = {"default": self.default, "prompt": True}
        if before["default"] != self.default:
            self._machine.systemctl("set-default", "--quiet", before["default"])
        if before["prompt"] and not self.has_prompt:
            self._machine.systemctl("enable", "--quiet", PROMPT)
        if before.get("wizard") and not self.has_wizard:
            self._machine.systemctl("enable", "--quiet", WIZARD)

    def reload(self) -> None:
        """Make systemd and udev reload our files and apply them to connected devices. Raise TroubleError."""
        if self._machine.is_booted:
            run("systemctl", "daemon-reload")
            succeeds("systemctl", "restart", "systemd-modules-load.service")  # as at boot; a driver may be missing
            run("udevadm", "control", "--reload")
            run("udevadm", "trigger", "--action=add", "--subsystem-match=tty", "--subsystem-match=backlight")

    def is_running(self) -> bool:
        """Return whether the app is running now."""
        return self._machine.is_booted and succeeds("systemctl", "is-active", "--quiet", SERVICE)

    def is_at_it(self) -> bool:
        """Return whether the app is running, starting or about to restart."""
        if not self._machine.is_booted:
            return False
        state = self._machine.systemctl("show", "--property=ActiveState", "--value", SERVICE).strip()
        return state not in ("inactive", "failed")

    def start(self) -> bool:
        """Start the app if it is not running, and return whether it came up in time."""
        return self._comes_up("start")

    def restart(self) -> bool:
        """Restart the app and return whether it came up in time."""
        return self._comes_up("restart")

    def _comes_up(self, how: str) -> bool:
        try:
            self._machine.systemctl(how, SERVICE)
        except TroubleError:
            return False
        return self.is_running()
