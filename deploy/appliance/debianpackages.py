"""The Debian packages of the system libraries, for a bundle that needs no network at all.

They are fetched with this machine's own apt, in a folder of its own and for the processor of a Raspberry Pi, so that
nothing of this machine changes.
"""

import re
import shutil
import tempfile
from pathlib import Path

from appliance.libraries import PACKAGES, RELEASES, names_in
from appliance.machine import TroubleError, run
from appliance.translation import say

_PROCESSORS = {"aarch64": "arm64", "x86_64": "amd64"}
_KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
_ALWAYS_THERE = "required"
"""The priority of packages that every system has."""
_UNSAFE = re.compile(r"[^A-Za-z0-9._+-]")


def fetch_packages(release: str, processor: str, bundle: Path, sources: Path | None) -> None:
    """Put the packages of a release into a bundle, with all that they need. Raise TroubleError.

    `sources` is a file in the format of sources.list(5); without one, those of this machine's Debian are used.
    """
    target = bundle / PACKAGES / release
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="companion-packages-") as name:
        own = Path(name)
        apt = _own_apt(own, _PROCESSORS[processor], release, sources)
        try:
            run(*apt, "update")
            run(*apt, "install", "--download-only", "--yes", *names_in(RELEASES[release]))
        except TroubleError as trouble:
            failed = say("the packages of {release} could not be downloaded; is this machine online?", release=release)
            raise TroubleError(f"{failed}\n  {trouble}") from None
        for package in sorted((own / "archives").glob("*.deb")):
            if run("dpkg-deb", "-f", package, "Priority").strip() != _ALWAYS_THERE:
                shutil.copyfile(package, target / safe_name(package.name))


def safe_name(name: str) -> str:
    """Return the name of a package with nothing in it that does not belong in a bundle."""
    return _UNSAFE.sub("_", name)


def _own_apt(own: Path, architecture: str, release: str, sources: Path | None) -> list[str]:
    """Return the words that begin each call of apt, with everything that it reads and writes in a folder."""
    for folder in ("lists/partial", "archives/partial", "etc"):
        (own / folder).mkdir(parents=True)
    (own / "status").touch()
    (own / "sources.list").write_text(
        sources.read_text(encoding="utf-8") if sources else _debian_sources(architecture, release), encoding="utf-8"
    )
    settings = {
        "APT::Architecture": architecture, "APT::Architectures": architecture, "APT::Install-Recommends": "0",
        "Dir::State": str(own), "Dir::State::status": str(own / "status"), "Dir::State::lists": str(own / "lists"),
        "Dir::Cache": str(own), "Dir::Cache::archives": str(own / "archives"),
        "Dir::Etc::sourcelist": str(own / "sources.list"), "Dir::Etc::sourceparts": str(own / "etc"),
        "Dir::Etc::preferencesparts": str(own / "etc"), "APT::Sandbox::User": "root", "Debug::NoLocking": "1",
        "Acquire::Languages": "none",
    }  # fmt: skip
    return ["apt-get", "-qq", *(word for name, value in settings.items() for word in ("-o", f"{name}={value}"))]


def _debian_sources(architecture: str, release: str) -> str:
    """Return the sources of this machine's Debian, for another release. Raise TroubleError if it has none."""
    rows = run(
        "apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE)", "Created-By: Packages", "Origin: Debian"
    ).splitlines()  # fmt: skip
    found = {tuple(row.split()) for row in rows if len(row.split()) == 2}
    keys = f" signed-by={_KEYS}" if _KEYS.exists() else ""
    lines = [
        f"deb [arch={architecture}{keys}] {place} {release}{'-' + kind if kind else ''} main"
        for place, suite in sorted(found)
        for base, _, kind in [suite.partition("-")]
        if base.isalpha()
    ]
    if not lines:
        none = "this machine does not know where to get Debian packages: name a sources.list (--sources FILE)"
        raise TroubleError(say(none))
    return "\n".join(dict.fromkeys(lines)) + "\n"
