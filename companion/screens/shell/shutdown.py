"""Ways to end the app: restart it, or switch the device off."""

import os
import sys
from typing import TYPE_CHECKING

from companion.screens.shell.dialogs import ask
from companion.words import say
from hardware import power

if TYPE_CHECKING:
    from companion.screens.shell.session import Session


def restart(session: "Session") -> None:
    """End the app cleanly; the service starts it again, and without a service it restarts itself."""
    session.end()
    if "NOTIFY_SOCKET" not in os.environ:
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def power_off(session: "Session") -> None:
    """Switch the device off, after a question."""

    def off() -> None:
        hindrance = power.power_off()
        if hindrance:
            session.host.toast(say("This device cannot be powered off from here: {why}", why=hindrance))

    words = say("Your games are saved. You can unplug it once the screen is dark.")
    answers = [(say("Leave it on"), "plain", None), (say("Power off"), "danger", off)]
    ask(session.host, say("Power off this device?"), words, answers)
