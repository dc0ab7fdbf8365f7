"""Tests of the system libraries: their names in each release, a lock that someone holds, packages from a bundle."""

import subprocess
import sys
from pathlib import Path

import pytest

from appliance import debianpackages, libraries
from appliance.debianpackages import safe_name
from appliance.incoming import NAME
from appliance.machine import TroubleError


def system(folder: Path, text: str) -> Path:
    (folder / "os-release").write_text(text)
    return folder / "os-release"


@pytest.mark.parametrize(
    ("about", "mtdev"),
    [
        ('ID=debian\nVERSION_ID="12"\n', "libmtdev1"),
        ('ID=debian\nVERSION_ID="13"\n', "libmtdev1t64"),
        ("ID=debian\nVERSION_CODENAME=forky\n", "libmtdev1t64"),
    ],
    ids=["bookworm", "trixie", "not released"],
)
def test_each_release_has_its_names(tmp_path: Path, about: str, mtdev: str) -> None:
    names = libraries.names_in(libraries.this_release(system(tmp_path, about)))
    assert mtdev in names
    assert len(names) == len(libraries.LIBRARIES)


def test_a_lock_that_another_program_holds_is_seen(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    lock.touch()
    assert not libraries.is_locked(lock)
    code = "import fcntl, sys; f = open(sys.argv[1], 'r+b'); fcntl.lockf(f, 2); print('held', flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code, lock], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        held = libraries.is_locked(lock)
        holder.communicate("\n")
    assert held
    assert not libraries.is_locked(lock)
    assert not libraries.is_locked(tmp_path / "no such file")


@pytest.fixture
def apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a stand-in for apt-get: it notes what it is asked, and answers what the file `says` has."""
    answer = f"[ ! -e {tmp_path}/says ] || {{ cat {tmp_path}/says >&2; exit 100; }}"
    (tmp_path / "apt-get").write_text(f'#!/bin/sh\necho "$*" >> {tmp_path}/asked\n{answer}\n')
    (tmp_path / "apt-get").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/sbin:/usr/bin:/sbin:/bin")
    monkeypatch.setattr(libraries, "is_locked", lambda: False)
    return tmp_path


def test_it_waits_for_the_lock(apt: Path) -> None:
    libraries.install(["libegl1"], [])
    (asked,) = (apt / "asked").read_text().splitlines()
    assert f"DPkg::Lock::Timeout={libraries.PATIENCE}" in asked
    assert asked.endswith("install -y --no-install-recommends libegl1")


def test_a_lock_that_is_not_given_up_is_called_what_it_is(apt: Path) -> None:
    (apt / "says").write_text(
        "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7 (unattended-upgr)"
    )
    with pytest.raises(TroubleError, match="another program is still installing packages") as told:
        libraries.install(["libegl1"], [])
    assert "network" not in str(told.value)


def test_no_network_is_called_what_it_is(apt: Path) -> None:
    (apt / "says").write_text("E: Unable to locate package libegl1")
    with pytest.raises(TroubleError, match="Connect this machine to the network once"):
        libraries.install(["libegl1"], [])
    assert [line.split()[5] for line in (apt / "asked").read_text().splitlines()] == ["install", "update"]


def test_it_says_that_it_waits(apt: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(libraries, "is_locked", lambda: True)
    libraries.install(["libegl1"], [])
    assert "another program is installing packages; waiting up to 5 minutes" in capsys.readouterr().out


def package(folder: Path, name: str, version: str) -> Path:
    """Make an empty Debian package."""
    about = folder / "made" / name / "DEBIAN"
    about.mkdir(parents=True)
    (about / "control").write_text(
        f"Package: {name}\nVersion: {version}\nArchitecture: all\nMaintainer: nobody <x@example.org>\nDescription: x\n"
    )
    target = folder / f"{name}.deb"
    subprocess.run(["dpkg-deb", "-b", about.parent, target], check=True, capture_output=True)
    return target


def test_packages_of_a_bundle_replace_nothing_that_is_installed(apt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only where that does not do, newer ones than are installed are taken from the bundle."""
    installed = {"libdrm2": "2.4.114"}
    monkeypatch.setattr(libraries, "_version_of", lambda name: installed.get(name, ""))
    monkeypatch.setattr(libraries, "missing", list)
    packages = [package(apt, "libegl1", "1.6"), package(apt, "libdrm2", "2.4.200"), package(apt, "libgbm1", "1")]
    libraries.install(["libegl1"], packages)
    (asked,) = (apt / "asked").read_text().splitlines()
    assert asked.split()[-2:] == [str(packages[0]), str(packages[2])]
    (apt / "says").write_text("E: Unable to correct problems")
    (apt / "asked").unlink()
    with pytest.raises(TroubleError):
        libraries.install(["libegl1"], packages)
    assert str(packages[1]) in (apt / "asked").read_text().splitlines()[1]


def test_packages_are_those_of_the_release(tmp_path: Path) -> None:
    for release in ("bookworm", "trixie"):
        (tmp_path / "packages" / release).mkdir(parents=True)
        (tmp_path / "packages" / release / f"{release}.deb").touch()
    assert [file.name for file in libraries.packages_in(tmp_path, 13)] == ["trixie.deb"]
    assert libraries.packages_in(tmp_path, 14) == libraries.packages_in(None, 12) == []


@pytest.mark.parametrize("name", ["libllvm15_1%3a15.0.6-4+b1_arm64.deb", "libssl3_3.0.22-1~deb12u2_arm64.deb"])
def test_names_of_packages_belong_in_a_bundle(name: str) -> None:
    assert NAME.fullmatch(safe_name(name))


def test_sources_are_those_of_this_machine_for_another_release(monkeypatch: pytest.MonkeyPatch) -> None:
    known = "http://mirror.example/debian/ bookworm\nhttp://mirror.example/security/ bookworm-security\n"
    monkeypatch.setattr(debianpackages, "run", lambda *_: known)
    monkeypatch.setattr(debianpackages, "_KEYS", Path("/no such keys"))
    assert debianpackages._debian_sources("arm64", "trixie").splitlines() == [
        "deb [arch=arm64] http://mirror.example/debian/ trixie main",
        "deb [arch=arm64] http://mirror.example/security/ trixie-security main",
    ]
    monkeypatch.setattr(debianpackages, "run", lambda *_: "")
    with pytest.raises(TroubleError, match=r"name a sources\.list"):
        debianpackages._debian_sources("arm64", "trixie")
