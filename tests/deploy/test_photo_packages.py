"""What reads photos of boards comes along wherever Companion is installed, unless people say COMPANION_PHOTO=no."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from appliance.bundle import needed_packages
from appliance.versions import Wheels, with_extras
from tests.deploy.wheels import ROOT

PACKAGES = {"numpy", "opencv-python-headless"}
PYTHON = """\
#!/bin/sh
case "$*" in *pip*) echo "$*" >> {log}; case "$*" in *"{fails}"*) exit 1;; esac;; esac
"""
"""A Python that notes what pip is asked for, and fails if that is in it."""


@pytest.mark.parametrize(("said", "carried"), [(None, True), ("yes", True), ("no", False)])
def test_a_bundle_carries_it(said: str | None, carried: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    tell(monkeypatch, said)
    names = {package.split(">")[0] for package in needed_packages()}
    assert (names >= PACKAGES) is carried
    assert bool(PACKAGES & names) is carried
    assert "kivy" in names


@pytest.mark.parametrize(
    ("said", "bundled", "installed"),
    [
        (None, None, True),
        (None, "opencv_python_headless-4.12-cp37-abi3-manylinux_2_17_aarch64.whl", True),
        (None, "pillow-11.0-cp311-cp311-manylinux_2_17_aarch64.whl", False),
        ("no", None, False),
        ("no", "opencv_python_headless-4.12-cp37-abi3-manylinux_2_17_aarch64.whl", False),
    ],
    ids=["by network", "from a bundle", "from a bundle without it", "unwanted", "unwanted from a bundle"],
)
def test_the_installer_takes_it(
    said: str | None, bundled: str | None, installed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(monkeypatch, said)
    if bundled:
        (tmp_path / bundled).touch()
    ours = tmp_path / "companion-1.0-py3-none-any.whl"
    wheels = Wheels(ours, tmp_path if bundled else None, tmp_path / "constraints.txt")
    assert with_extras(wheels) == (f"{ours}[photo]" if installed else str(ours))


def tell(monkeypatch: pytest.MonkeyPatch, said: str | None) -> None:
    if said is None:
        monkeypatch.delenv("COMPANION_PHOTO", raising=False)
    else:
        monkeypatch.setenv("COMPANION_PHOTO", said)


def prepare(folder: Path, said: str = "", fails: str = "nothing") -> list[str]:
    """Prepare a checkout as deploy/run does, and return what pip was asked for."""
    for file in ("pyproject.toml", "deploy/prepare", "deploy/constraints.txt"):
        (folder / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, folder / file)
    for program, text in ((".venv/bin/python", PYTHON.format(log=folder / "log", fails=fails)), ("bin/apt-get", "")):
        (folder / program).parent.mkdir(parents=True, exist_ok=True)
        (folder / program).write_text(text or "#!/bin/sh\n")
        (folder / program).chmod(0o755)
    known = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "COMPANION_PHOTO": said}
    (folder / "log").write_text("")
    subprocess.run(
        ["bash", "-euo", "pipefail", "-c", ". deploy/prepare; prepare app"], cwd=folder, env=known, check=True
    )
    return [line.split()[-1] for line in (folder / "log").read_text().splitlines()]


def test_a_newcomer_who_runs_companion_has_it(tmp_path: Path) -> None:
    assert prepare(tmp_path) == [".[photo]"]
    assert prepare(tmp_path) == []  # once
    assert prepare(tmp_path, "no") == ["."]


def test_a_machine_for_which_there_is_no_package_goes_without(tmp_path: Path) -> None:
    assert prepare(tmp_path, fails="[photo]") == [".[photo]", "."]
