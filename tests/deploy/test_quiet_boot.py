"""Tests of the quiet start: what stands in cmdline.txt and config.txt, and that it is put back."""

import shutil
from pathlib import Path

import pytest

from appliance.boot import Boot
from appliance.machine import Machine
from appliance.quietboot import COLOUR, QuietBoot, quiet_words, quieted, restored
from tests.deploy.wheels import ROOT

LITE = (
    "console=serial0,115200 console=tty1 root=PARTUUID=8a676486-02 rootfstype=ext4 fsck.repair=yes rootwait quiet "
    "init=/usr/lib/raspberrypi-sys-mods/firstboot\n"
)
DESKTOP = (
    "console=tty1 root=PARTUUID=8a676486-02 rootwait quiet splash plymouth.ignore-serial-consoles cfg80211.country=NO\n"
)
CONFIG = "# For more options see the documentation\ndtparam=audio=on\n\n[cm4]\notg_mode=1\n\n[all]\n"


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """Return the root folder of a card."""
    for folder in ("boot/firmware", "opt/companion"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "boot/firmware/cmdline.txt").write_text(LITE)
    (tmp_path / "boot/firmware/config.txt").write_text(CONFIG)
    return tmp_path


def line(root: Path) -> str:
    return (root / "boot/firmware/cmdline.txt").read_text()


def test_text_goes_to_a_console_that_nobody_sees_and_the_cursor_and_logo_are_off(pi: Path) -> None:
    QuietBoot(Machine(pi)).quieten()
    words = line(pi).split()
    assert "console=tty3" in words
    assert "console=tty1" not in words
    for word in ("quiet", "loglevel=3", "logo.nologo", "vt.global_cursor_default=0", "console=serial0,115200"):
        assert words.count(word) == 1, word
    assert line(pi).count("\n") == 1, "the firmware reads one line"
    assert "disable_splash=1" in (pi / "boot/firmware/config.txt").read_text()


def test_the_console_has_the_colour_of_the_app() -> None:
    values = dict(word.split("=", 1) for word in quiet_words() if "=" in word)
    painted = [values[f"vt.default_{name}"].split(",") for name in ("red", "grn", "blu")]
    assert [len(colours) for colours in painted] == [16, 16, 16]
    assert tuple(int(colours[0]) for colours in painted) == COLOUR
    ours = "#" + "".join(f"{part:02X}" for part in COLOUR)
    theme = (ROOT / "companion/screens/widgets/theme.py").read_text()
    assert f'CHROME, RAISED, PRESSED, LINES = rgb("{ours}")' in theme


def test_a_second_time_changes_nothing(pi: Path) -> None:
    boot = QuietBoot(Machine(pi))
    assert boot.is_loud
    boot.quieten()
    before = line(pi), (pi / "boot/firmware/config.txt").read_text()
    assert not boot.is_loud
    boot.quieten()
    assert (line(pi), (pi / "boot/firmware/config.txt").read_text()) == before


@pytest.mark.parametrize("before", [LITE, DESKTOP, "root=/dev/sda2\n"], ids=["lite", "desktop", "plain"])
def test_it_is_put_back(pi: Path, before: str) -> None:
    (pi / "boot/firmware/cmdline.txt").write_text(before)
    boot = QuietBoot(Machine(pi))
    boot.quieten()
    boot.give_back()
    assert sorted(line(pi).split()) == sorted(before.split())
    assert (pi / "boot/firmware/config.txt").read_text().split() == CONFIG.split()


def test_what_others_change_in_between_stays(pi: Path) -> None:
    """The first boot takes its own word out, and Imager puts others in."""
    boot = QuietBoot(Machine(pi))
    boot.quieten()
    changed = line(pi).replace(" init=/usr/lib/raspberrypi-sys-mods/firstboot", "").strip() + " cfg80211.country=NO\n"
    (pi / "boot/firmware/cmdline.txt").write_text(changed)
    config = pi / "boot/firmware/config.txt"
    config.write_text(config.read_text() + "dtoverlay=vc4-kms-dsi-ili9881-7inch\n")
    assert not QuietBoot(Machine(pi)).is_loud
    boot.give_back()
    assert (
        line(pi).split() == LITE.replace("init=/usr/lib/raspberrypi-sys-mods/firstboot", "cfg80211.country=NO").split()
    )
    assert config.read_text().split() == [*CONFIG.split(), "dtoverlay=vc4-kms-dsi-ili9881-7inch"]


def test_the_files_before_are_kept(pi: Path) -> None:
    QuietBoot(Machine(pi)).quieten()
    assert (pi / "opt/companion/boot-before/cmdline.txt").read_text() == LITE
    assert (pi / "opt/companion/boot-before/config.txt").read_text() == CONFIG


def test_a_machine_without_these_files_is_left_alone(tmp_path: Path) -> None:
    boot = QuietBoot(Machine(tmp_path))
    assert not boot.is_loud
    boot.give_back()
    assert list(tmp_path.iterdir()) == []


def test_restoring_what_was_never_changed_changes_nothing() -> None:
    text, changed = quieted(LITE)
    assert quieted(text)[0] == text
    assert restored(text, changed).split() == LITE.split()


@pytest.mark.skipif(not shutil.which("systemctl"), reason="systemd is not installed here")
def test_the_first_boot_asks_nothing_that_needs_a_keyboard(tmp_path: Path) -> None:
    """Raspberry Pi OS asks for the name of a user; it does so again after uninstalling."""
    units = tmp_path / "usr/lib/systemd/system"
    units.mkdir(parents=True)
    for folder in ("etc/systemd/system", "opt/companion"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/bash\n")
    for name in ("userconfig.service", "companion.service", "companion-update.path", "companion-update.service"):
        text = "[Service]\nExecStart=/bin/true\n" if name.endswith("service") else "[Path]\nPathExists=/x\n"
        (units / name).write_text(f"{text}[Install]\nWantedBy=multi-user.target\n")
    for name in ("multi-user.target", "graphical.target"):
        (units / name).write_text("[Unit]\nDescription=x\n")
    machine = Machine(tmp_path)
    machine.systemctl("enable", "--quiet", "userconfig.service")
    boot = Boot(machine)
    assert not boot.is_ours
    boot.take()
    assert boot.is_ours
    assert not boot.has_wizard
    boot.give_back()
    assert boot.has_wizard
