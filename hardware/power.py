"""Switching the machine off, or on again: asked of the system, which lets the companion's user do it."""

import subprocess

_PATIENCE = 20


def power_off() -> str:
    """Switches the machine off; answers with what is in the way, or nothing."""
    return _ask("poweroff")


def restart_machine() -> str:
    """Starts the machine anew; answers with what is in the way, or nothing."""
    return _ask("reboot")


def _ask(what: str) -> str:
    try:
        done = subprocess.run(
            ["systemctl", "--no-ask-password", what], capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["it was refused"])[-1]
