"""The system libraries that Companion needs: which are missing, and how they are installed."""

import fcntl
import os
from pathlib import Path

from appliance.machine import TroubleError, first_line_with, run, succeeds, tell
from appliance.translation import say

LIBRARIES = (
    "python3-venv", "libegl1", "libgl1", "libgles2", "libgbm1", "libdrm2", "libgl1-mesa-dri", "libmtdev1",
    "polkitd", "openssh-client",
)  # fmt: skip
"""What Kivy loads at run time but its wheels lack (libmtdev1 is for touch); polkitd lets the app power off, and
openssh-client has the program that checks signatures. Named as in Debian 12."""
_RENAMED = {"libmtdev1": "libmtdev1t64"}
"""New names since Debian 13."""
RELEASES = {"bookworm": 12, "trixie": 13}
PACKAGES = "packages"
"""The folder in a bundle with a folder of Debian packages for each release."""
PATIENCE = 300
"""Seconds to wait for another program that installs packages."""
_LOCK = Path("/var/lib/dpkg/lock-frontend")
_LOCKED = ("Could not get lock", "Unable to acquire", "Unable to lock")


def names_in(release: int) -> tuple[str, ...]:
    """Return the names of the libraries in a release of Debian."""
    return tuple(_RENAMED.get(name, name) if release >= 13 else name for name in LIBRARIES)


def this_release(about: Path = Path("/etc/os-release")) -> int:
    """Return the number of the Debian release of a system; the newest for one that has no number yet."""
    number = first_line_with(about, "VERSION_ID").partition(".")[0]
    return int(number) if number.isdigit() else max(RELEASES.values())


def packages_in(bundle: Path | None, release: int) -> list[Path]:
    """Return the Debian packages that a bundle carries for a release."""
    named = next((name for name, number in RELEASES.items() if number == release), "")
    return sorted((bundle / PACKAGES / named).glob("*.deb")) if bundle and named else []


def missing() -> list[str]:
    """Return the libraries that are not installed."""
    return [name for name in names_in(this_release()) if not _version_of(name)]


def install(names: list[str], packages: list[Path]) -> None:
    """Install libraries, from the packages of a bundle if it has any, else over the network. Raise TroubleError."""
    if is_locked():
        waiting = "  another program is installing packages; waiting up to {minutes} minutes for it to finish"
        tell(say(waiting, minutes=PATIENCE // 60))
    if packages and _installs(packages):
        return
    wanted = ("install", *names)
    try:
        _apt(*wanted)
    except _LockedError:
        raise
    except TroubleError:  # the package lists may be old
        try:
            _apt("update")
            _apt(*wanted)
        except _LockedError:
            raise
        except TroubleError as trouble:
            online = say("Connect this machine to the network once and try again.")
            raise TroubleError(f"{trouble}\n  {online}") from None


def _installs(packages: list[Path]) -> bool:
    """Install the packages of a bundle that are not installed, and return whether nothing is missing then. Where they
    need newer ones than are installed, those of the bundle are installed, too."""
    absent = [package for package in packages if not _version_of(_field(package, "Package"))]
    older = [package for package in packages if package not in absent and _is_newer(package)]
    for chosen in (absent, [*absent, *older]):
        try:
            if chosen:
                _apt("install", *(str(package) for package in chosen))
        except _LockedError:
            raise
        except TroubleError:
            continue
        return not missing()
    return False


class _LockedError(TroubleError):
    """Another program has not finished installing packages in time."""


def _apt(action: str, *words: str) -> None:
    options = ("-qq", "-o", "Dpkg::Use-Pty=0", "-o", f"DPkg::Lock::Timeout={PATIENCE}")
    yes = ("-y", "--no-install-recommends") if action == "install" else ()
    try:
        run("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *options, action, *yes, *words)
    except TroubleError as trouble:
        if any(sign in str(trouble) for sign in _LOCKED):
            busy = (
                "another program is still installing packages (a new Raspberry Pi updates itself at first): wait until "
                "it has finished, then try again"
            )
            raise _LockedError(f"{say(busy)}\n  {trouble}") from None
        raise


def is_locked(lock: Path = _LOCK) -> bool:
    """Return whether another program is installing packages."""
    try:
        with lock.open("r+b") as opened:
            fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return os.geteuid() == 0
    except OSError:
        return False
    return False


def _version_of(name: str) -> str:
    """Return the installed version of a package; "" if it is not installed."""
    try:
        state, _, version = run("dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", name).partition(" ")
    except TroubleError:
        return ""
    return version if state == "installed" else ""


def _is_newer(package: Path) -> bool:
    """Return whether a package is installed in an older version."""
    installed = _version_of(_field(package, "Package"))
    return succeeds("dpkg", "--compare-versions", installed, "lt", _field(package, "Version"))


def _field(package: Path, name: str) -> str:
    return run("dpkg-deb", "-f", package, name).strip()
