"""`deploy/uninstall`: remove Companion and restore the machine, but keep the games."""

import os
import shutil

from appliance.boot import SERVICE, Boot
from appliance.install import USER
from appliance.machine import Machine, TroubleError, run, tell
from appliance.options import InstallOptions
from appliance.places import CACHE, CAMERA, GAMES, KEY, NETWORK, PLACES, SETTINGS
from appliance.plan import Step, carry_out
from appliance.quietboot import QuietBoot
from appliance.translation import say
from appliance.versions import HOME


class Removal:
    """One run of deploy/uninstall."""

    def __init__(self, options: InstallOptions) -> None:
        self.options = options
        self.machine = Machine(options.root)
        self.boot = Boot(self.machine)
        self.quiet = QuietBoot(self.machine)
        self._paths = [*(path for path, _ in PLACES.values()), NETWORK, CAMERA, SETTINGS, KEY, CACHE, HOME]

    def run(self) -> int:
        """Remove everything but the games and return the exit status. Raise TroubleError if a step fails."""
        if os.geteuid() != 0 and not self.options.dry:
            raise TroubleError(say("only root can do this: run it with sudo"))
        files = say("the service, the rules, the command and every version are removed")
        user = say("the user {user} is removed", user=USER)
        steps = [
            Step(say("the app is stopped"), self.boot.is_at_it, lambda: self.machine.systemctl("stop", SERVICE)),
            Step(say("the machine boots as before"), lambda: self.machine.at(HOME).exists(), self._give_back),
            Step(files, self._has_files, self._remove_files),
            Step(user, lambda: self.machine.ids(USER) is not None, self._remove_user),
        ]
        if carry_out(steps, self.options.dry, self.options.ask) and not self.options.dry:
            if self.machine.at(GAMES).exists():
                still = (
                    "Done. Games, maps and settings are still in {folder}; restart the machine to put "
                    "everything else back as it was."
                )
                tell(say(still, folder=GAMES))
            else:
                tell(say("Done. Restart the machine."))
        return 0

    def _give_back(self) -> None:
        self.quiet.give_back()
        self.boot.give_back()

    def _has_files(self) -> bool:
        return any(self.machine.at(path).exists() for path in self._paths)

    def _remove_files(self) -> None:
        for path in self._paths:
            there = self.machine.at(path)
            if there.is_dir():
                shutil.rmtree(there)
            else:
                there.unlink(missing_ok=True)
        for folder in (self.machine.at(NETWORK).parent, self.machine.at(KEY).parent):
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
        self.boot.reload()

    def _remove_user(self) -> None:
        """Remove the user, and give the games to the one who uninstalls so that they keep a valid owner."""
        games = self.machine.at(GAMES)
        if games.exists():
            numbers = os.environ.get("SUDO_UID", "0"), os.environ.get("SUDO_GID", "0")
            self.machine.give(games, (int(numbers[0]), int(numbers[1])))
        where = () if self.machine.is_this else ("--prefix", self.machine.root)
        run("userdel", *where, USER)
        if any(row[0] == USER for row in self.machine.rows("/etc/group")):  # some systems remove it with its user
            run("groupdel", *where, USER)
