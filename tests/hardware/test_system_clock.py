"""What is read about the clock of a machine, from a made-up root, and what systemd is asked, by a stand-in for it."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hardware.systemclock import SystemClock

BUSCTL = """#!/bin/sh
echo "$@" >> {log}
case "$*" in
  *get-property*NTP*) echo "b {ntp}";;
  *call*) {answer};;
esac
"""


def machine(root: Path, answer: str = "exit 0", ntp: str = "true") -> SystemClock:
    """A machine whose systemd gives this answer."""
    program = root / "busctl"
    program.write_text(BUSCTL.format(log=root / "asked", ntp=ntp, answer=answer))
    program.chmod(0o755)
    return SystemClock(root, str(program))


def asked(root: Path) -> list[str]:
    """What was asked, without what is the same each time."""
    common = "org.freedesktop.timedate1 /org/freedesktop/timedate1 org.freedesktop.timedate1 "
    lines = (root / "asked").read_text().splitlines()
    assert all("--system --allow-interactive-authorization=no" in line for line in lines)
    return [line.partition(common)[2] for line in lines]


def put(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


def test_a_pi_without_a_battery(tmp_path: Path) -> None:
    put(tmp_path, "proc/sys/kernel/random/boot_id", "3f72d3f8-fc92\n")
    readings = SystemClock(tmp_path).read()
    assert readings.boot == "3f72d3f8-fc92"
    assert readings.battery is None
    assert abs((readings.now - datetime.now(UTC)).total_seconds()) < 60
    assert readings.running > 0
    assert readings.ahead == pytest.approx(SystemClock(tmp_path).read().ahead, abs=1)


def test_a_clock_with_a_battery_says_its_time(tmp_path: Path) -> None:
    put(tmp_path, "sys/class/rtc/rtc0/since_epoch", "1794769800\n")
    assert SystemClock(tmp_path).read().battery == datetime.fromtimestamp(1794769800, UTC)


@pytest.mark.parametrize("broken", ["", "never\n", "9" * 40])
def test_a_battery_clock_that_says_nothing_is_none(tmp_path: Path, broken: str) -> None:
    put(tmp_path, "sys/class/rtc/rtc0/since_epoch", broken)
    assert SystemClock(tmp_path).read().battery is None


def test_systemd_leaves_a_mark_when_the_network_has_set_the_clock(tmp_path: Path) -> None:
    put(tmp_path, "run/systemd/timesync/synchronized", "")
    assert SystemClock(tmp_path).read().synchronised


def test_a_machine_that_says_nothing(tmp_path: Path) -> None:
    clock = SystemClock(tmp_path, str(tmp_path / "missing"))
    assert clock.read().boot == ""
    assert (clock.zone(), clock.zones(), clock.follows_network()) == ("", [], False)
    assert "missing" in clock.set_time(datetime(2026, 11, 16, tzinfo=UTC))


def test_systemd_is_asked_for_time_zone_and_network(tmp_path: Path) -> None:
    clock = machine(tmp_path)
    assert clock.follows_network()
    assert clock.follow_network(False) == ""
    assert clock.set_time(datetime(2026, 11, 16, 19, 10, tzinfo=UTC)) == ""
    assert clock.set_zone("Europe/Oslo") == ""
    assert asked(tmp_path) == [
        "NTP",
        "SetNTP bb false false",
        "SetTime xbb 1794856200000000 false false",
        "SetTimezone sb Europe/Oslo false",
    ]


def test_a_refusal_comes_back_in_words(tmp_path: Path) -> None:
    clock = machine(tmp_path, answer="echo 'Call failed: Access denied' >&2; exit 1", ntp="false")
    assert not clock.follows_network()
    assert clock.set_time(datetime(2026, 11, 16, tzinfo=UTC)) == "Call failed: Access denied"


def test_time_zones_are_those_of_the_system(tmp_path: Path) -> None:
    lines = "# a comment\nSE\t+5920+01803\tEurope/Stockholm\nNO\t+5955+01045\tEurope/Oslo\n"
    put(tmp_path, "usr/share/zoneinfo/zone.tab", lines)
    (tmp_path / "etc").mkdir()
    os.symlink("/usr/share/zoneinfo/Europe/Oslo", tmp_path / "etc/localtime")
    clock = SystemClock(tmp_path)
    assert clock.zones() == ["Europe/Oslo", "Europe/Stockholm"]
    assert clock.zone() == "Europe/Oslo"
