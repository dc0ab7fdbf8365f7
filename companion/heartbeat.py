"""Tells systemd how the app is: ready, alive, at its end. Where nobody listens nothing is said."""

import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass

READY, ALIVE, STOPPING = "READY=1", "WATCHDOG=1", "STOPPING=1"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Listener:
    """Whoever started us and wants to know how we are."""

    address: str = ""
    """Its socket, as sd_notify(3) writes it; a leading @ stands for one without a file."""
    patience: float = 0.0
    """Seconds without a word after which it takes us for frozen; 0 if it does not."""

    @property
    def interval(self) -> float:
        """Seconds between two signs of life: a late one, or even two, do no harm."""
        return self.patience / 4

    def tell(self, *words: str) -> None:
        """Says something at once, or not at all: a supervisor in trouble must not take the game with it."""
        if not self.address:
            return
        import socket  # only who has a listener needs it

        address = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as line:
                line.sendto("\n".join(words).encode(), address)
        except OSError as error:
            _log.warning("%s was not heard at %s: %s", ", ".join(words), self.address, error.strerror)


def listener(environment: Mapping[str, str] = os.environ, process: int | None = None) -> Listener:
    """The listener that systemd named, with its patience if it watches this very process."""
    watched = environment.get("WATCHDOG_PID", "") in ("", str(os.getpid() if process is None else process))
    micros = environment.get("WATCHDOG_USEC", "")
    patience = int(micros) / 1e6 if watched and micros.isascii() and micros.isdigit() else 0.0
    return Listener(environment.get("NOTIFY_SOCKET", ""), patience)
