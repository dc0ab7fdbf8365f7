"""Ways out of the app: it starts anew, or the machine is switched off."""

import os
import sys
from typing import TYPE_CHECKING

from companion.screens.shell.dialogs import ask
from companion.words import say
from hardware import power

if TYPE_CHECKING:
    from companion.screens.shell.session import Session


def restart(session: "Session") -> None:
    """The app ends in good order; the service starts it anew, and without one it starts itself."""
    session.end()
    if "NOTIFY_SOCKET" not in os.environ:
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def power_off(session: "Session") -> None:
    """The machine is switched off, if people mean it."""

    def off() -> None:
        hindrance = power.power_off()
        if hindrance:
            session.host.toast(say("It cannot be switched off from here: {why}", why=hindrance))

    words = say("Games are kept. The plug can be pulled when the screen is dark.")
    answers = [(say("Leave it on"), "plain", None), (say("Power off"), "danger", off)]
    ask(session.host, say("Switch it off?"), words, answers)
