"""Status messages to systemd: ready, alive, stopping. Without a notify socket nothing is sent."""

import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass

READY, ALIVE, STOPPING = "READY=1", "WATCHDOG=1", "STOPPING=1"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Listener:
    """The service manager that started the app and watches it."""

    address: str = ""
    """The path of its socket, as in sd_notify(3); a leading @ means an abstract socket."""
    patience: float = 0.0
    """Seconds without a message after which it considers the app frozen; 0 if it does not watch."""

    @property
    def interval(self) -> float:
        """Seconds between two ALIVE messages, short enough that one or two may come late."""
        return self.patience / 4

    def tell(self, *words: str) -> None:
        """Send messages without blocking; on failure only log, since a broken supervisor must not stop the game."""
        if not self.address:
            return
        import socket  # loaded late: most runs have no listener

        address = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as line:
                line.sendto("\n".join(words).encode(), address)
        except OSError as error:
            _log.warning("%s was not heard at %s: %s", ", ".join(words), self.address, error.strerror)


def listener(environment: Mapping[str, str] = os.environ, process: int | None = None) -> Listener:
    """Return the listener that systemd names in the environment, with a timeout only if it watches this process."""
    watched = environment.get("WATCHDOG_PID", "") in ("", str(os.getpid() if process is None else process))
    micros = environment.get("WATCHDOG_USEC", "")
    patience = int(micros) / 1e6 if watched and micros.isascii() and micros.isdigit() else 0.0
    return Listener(environment.get("NOTIFY_SOCKET", ""), patience)
