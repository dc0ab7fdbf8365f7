"""Fixtures for the installer: a small system to install into, and bundles to install from."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from appliance.bundle import add_installer
from appliance.signing import make_key
from tests.deploy.wheels import ROOT, changed, our_wheel, pack_needed

UNITS = Path("/usr/lib/systemd/system")
PROMPT = "etc/systemd/system/getty.target.wants/getty@tty1.service"


class System:
    """The root folder of a system that is not running, like a new memory card."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def at(self, path: str) -> Path:
        return self.root / path

    def run(self, command: str, *arguments: str | Path, **variables: str) -> "subprocess.CompletedProcess[str]":
        """Run deploy/install or deploy/uninstall on this system and return the finished process."""
        known = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "DESTDIR": str(self.root)}
        known["PATH"] = f"{Path(sys.executable).resolve().parent}:{known['PATH']}"
        return subprocess.run(
            [ROOT / "deploy" / command, *arguments], env=known | variables, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    def install(self, bundle: Path, **variables: str) -> str:
        done = self.run("install", "--bundle", bundle, **variables)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def look(self) -> dict[str, tuple[object, ...]]:
        """Return mode, owner and modification time of every path, and the content of small files."""
        found: dict[str, tuple[object, ...]] = {}
        for path in sorted(self.root.rglob("*")):
            about = path.lstat()
            text = path.read_bytes() if path.is_file() and not path.is_symlink() and about.st_size < 20_000 else None
            found[str(path.relative_to(self.root))] = about.st_mode, about.st_uid, about.st_gid, about.st_mtime_ns, text
        return found

    @property
    def current(self) -> str:
        """The version that would run."""
        return self.at("opt/companion/current").resolve().name


def _fresh(root: Path) -> System:
    system = System(root)
    for folder in ("etc/systemd/system/getty.target.wants", "usr/lib/systemd/system", "usr/bin"):
        system.at(folder).mkdir(parents=True)
    for unit in ("getty@.service", "getty.target", "multi-user.target", "graphical.target"):
        shutil.copy(UNITS / unit, system.at("usr/lib/systemd/system"))
    system.at("usr/lib/systemd/system/default.target").symlink_to("graphical.target")
    system.at(PROMPT).symlink_to("/usr/lib/systemd/system/getty@.service")
    system.at("etc/passwd").write_text("root:x:0:0:root:/root:/bin/bash\n")
    system.at("etc/group").write_text(
        "root:x:0:\ndialout:x:20:\naudio:x:29:\nvideo:x:44:\ninput:x:104:\nrender:x:105:\n"
    )
    return system


@pytest.fixture
def fresh(tmp_path: Path) -> System:
    """Return a system without Companion."""
    return _fresh(tmp_path / "root")


@pytest.fixture(scope="session")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the private key of whoever makes the bundles."""
    file = tmp_path_factory.mktemp("maker") / "bundle-key"
    make_key(file)
    return file


@pytest.fixture(scope="session")
def bundle(key: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a bundle like those of deploy/bundle, but for this machine and from its installed packages."""
    folder = tmp_path_factory.mktemp("bundle") / "bundle"
    (folder / "wheels").mkdir(parents=True)
    our_wheel(folder / "wheels")
    pack_needed(folder / "wheels")
    add_installer(folder, key)
    return folder


@pytest.fixture
def newer(bundle: Path, key: Path, tmp_path: Path) -> Callable[..., Path]:
    """Return a function that makes a bundle of another version, with some files replaced."""

    def make(version: str, **texts: str) -> Path:
        folder = tmp_path / f"bundle-{version}"
        shutil.copytree(bundle, folder, copy_function=_link)
        (wheel,) = (bundle / "wheels").glob("companion-*.whl")
        (folder / "wheels" / wheel.name).unlink()
        changed(wheel, folder / "wheels", version, **texts)
        shutil.rmtree(folder / "deploy")
        add_installer(folder, key)
        return folder

    return make


@pytest.fixture(scope="session")
def _installed_once(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> System:
    system = _fresh(tmp_path_factory.mktemp("installed") / "root")
    system.install(bundle)
    return system


@pytest.fixture
def installed(_installed_once: System, tmp_path: Path) -> System:
    """Return a system with Companion installed, separate for each test."""
    subprocess.run(["cp", "-a", "--link", _installed_once.root, tmp_path / "root"], check=True)
    return System(tmp_path / "root")


def _link(source: str, target: str) -> None:
    """Hard-link a file for speed; copy SHA256SUMS, which is written in place."""
    Path(target).hardlink_to(source) if "SHA256SUMS" not in source else shutil.copy(source, target)
