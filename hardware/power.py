"""Switching the machine off or restarting it, through systemd, which permits it to the companion's user."""

import subprocess

_PATIENCE = 20


def power_off() -> str:
    """Switch the machine off. Return why it failed, or an empty text."""
    return _ask("poweroff")


def _ask(what: str) -> str:
    try:
        done = subprocess.run(
            ["systemctl", "--no-ask-password", what], capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["it was refused"])[-1]
