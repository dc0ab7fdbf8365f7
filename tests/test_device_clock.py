"""Whether the clock of a device is right: stopped, jumping, with a battery, set by the network, confirmed by people."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.deviceclock import FILE, DeviceClock
from companion.screens.widgets.datesteps import Part, stepped
from tests.machines import Machine

NEWEST = datetime(2026, 11, 14, 21, 30, tzinfo=UTC)


def clock_of(folder: Path, machine: Machine, newest: datetime | None = NEWEST) -> DeviceClock:
    """The clock as an app that was just started sees it."""
    return DeviceClock(folder, machine, lambda: newest)


def test_a_clock_that_stopped_overnight_is_not_believed(tmp_path: Path) -> None:
    clock = clock_of(tmp_path, Machine())
    assert not clock.is_right()
    assert clock.is_to_be_asked()
    assert clock.today() is None


def test_a_clock_that_people_confirmed_is_right_until_the_power_is_off(tmp_path: Path) -> None:
    machine = Machine()
    clock_of(tmp_path, machine).confirm()
    machine.pass_time(hours=5)
    clock = clock_of(tmp_path, machine)  # the app was started again
    assert clock.is_right()
    assert not clock.is_to_be_asked()
    machine.be_off(hours=20)
    assert not clock.is_right()
    assert clock.is_to_be_asked()


def test_nobody_is_asked_twice_while_the_device_is_on(tmp_path: Path) -> None:
    machine = Machine()
    clock_of(tmp_path, machine).note_asked()
    clock = clock_of(tmp_path, machine)
    assert not clock.is_right()
    assert not clock.is_to_be_asked()
    machine.be_off(hours=1)
    assert clock.is_to_be_asked()


def test_a_clock_that_jumps_after_it_was_confirmed_is_not_believed(tmp_path: Path) -> None:
    machine = Machine()
    clock = clock_of(tmp_path, machine)
    clock.confirm()
    machine.now += timedelta(days=2)
    assert not clock.is_right()
    assert not clock.is_to_be_asked(), "it was asked already"
    machine.now -= timedelta(days=2, minutes=-3)  # a clock drifts a little
    assert clock.is_right()


def test_a_clock_with_a_battery_is_right(tmp_path: Path) -> None:
    machine = Machine(battery=True)
    machine.be_off(hours=20)
    assert clock_of(tmp_path, machine).is_right()


def test_a_battery_clock_may_be_set_to_local_time(tmp_path: Path) -> None:
    machine = Machine(battery=True)
    machine.battery_is_off = timedelta(hours=13)
    assert clock_of(tmp_path, machine).is_right()


def test_a_battery_that_is_empty_counts_as_none(tmp_path: Path) -> None:
    """A Pi 5 has such a clock also without a battery; it then begins in 1970."""
    machine = Machine()
    assert machine.read().battery is not None
    assert not clock_of(tmp_path, machine).is_right()


def test_a_battery_clock_older_than_the_newest_game_or_version_is_wrong(tmp_path: Path) -> None:
    machine = Machine(battery=True)
    assert not clock_of(tmp_path, machine, machine.now + timedelta(minutes=1)).is_right()
    assert clock_of(tmp_path, machine, machine.now - timedelta(minutes=1)).is_right()
    assert clock_of(tmp_path, machine, None).is_right()


def test_the_network_is_believed_even_if_a_game_is_newer(tmp_path: Path) -> None:
    """That game was recorded under a clock that was wrong."""
    machine = Machine(network=True)
    clock = clock_of(tmp_path, machine, machine.now + timedelta(days=300))
    assert clock.is_right()
    assert clock.today() == machine.now.astimezone().date()


def test_the_guess_is_never_before_the_newest_game(tmp_path: Path) -> None:
    machine = Machine("1970-01-01 00:01")
    assert clock_of(tmp_path, machine).guess() == NEWEST
    assert clock_of(tmp_path, Machine()).guess() == Machine().now


def test_where_nothing_can_be_known_the_clock_is_believed(tmp_path: Path) -> None:
    machine = Machine()
    machine.counts_boots = False
    assert clock_of(tmp_path, machine).is_right()
    assert DeviceClock(tmp_path, None).is_right()
    assert not DeviceClock(tmp_path, None).is_to_be_asked()


@pytest.mark.parametrize("damage", [b"", b"{", b'{"boot": 3}', b"[" * 100_000])
def test_a_damaged_note_only_means_that_people_are_asked_again(tmp_path: Path, damage: bytes) -> None:
    machine = Machine()
    clock_of(tmp_path, machine).confirm()
    (tmp_path / FILE).write_bytes(damage)
    assert clock_of(tmp_path, machine).is_to_be_asked()


# Setting it


def test_setting_the_clock_forward_leaves_the_system_following_the_network(tmp_path: Path) -> None:
    """So it also keeps the time over the next time without power."""
    machine = Machine()
    clock = clock_of(tmp_path, machine)
    to = machine.now + timedelta(days=1)
    assert clock.set_time(to) == ""
    assert (machine.now, machine.follows) == (to, True)
    assert clock.is_right()


def test_setting_the_clock_back_stays_set(tmp_path: Path) -> None:
    machine = Machine("2026-11-25 19:10")
    clock = clock_of(tmp_path, machine)
    to = machine.now - timedelta(days=7)
    assert clock.set_time(to) == ""
    assert (machine.now, machine.follows) == (to, False), "the system would move it on to the time that it has kept"
    machine.be_off(hours=20)
    later = to + timedelta(days=10)
    assert clock_of(tmp_path, machine).set_time(later) == ""
    assert (machine.now, machine.follows) == (later, True)


def test_a_system_that_did_not_follow_the_network_does_not_begin_to(tmp_path: Path) -> None:
    machine = Machine()
    machine.follows = False
    assert clock_of(tmp_path, machine).set_time(machine.now + timedelta(days=1)) == ""
    assert not machine.follows


def test_without_rights_the_clock_stays_and_is_still_in_doubt(tmp_path: Path) -> None:
    machine = Machine(permitted=False)
    clock = clock_of(tmp_path, machine)
    before = machine.now
    assert clock.set_time(before + timedelta(days=1)) == "Access denied"
    assert (machine.now, machine.follows) == (before, True)
    assert not clock.is_right()


# Choosing a date step by step


@pytest.mark.parametrize(
    ("before", "part", "by", "after"),
    [
        ("2026-11-15 23:10", "day", 1, "2026-11-16 23:10"),
        ("2026-12-31 23:10", "day", 1, "2027-01-01 23:10"),
        ("2026-03-01 08:00", "day", -1, "2026-02-28 08:00"),
        ("2026-01-31 08:00", "month", 1, "2026-02-28 08:00"),
        ("2026-01-15 08:00", "month", -1, "2025-12-15 08:00"),
        ("2028-02-29 08:00", "year", 1, "2029-02-28 08:00"),
        ("2099-12-31 08:00", "day", 1, "2099-12-31 08:00"),
        ("2000-01-01 08:00", "year", -1, "2000-01-01 08:00"),
        ("2026-11-15 23:10", "hour", 1, "2026-11-15 00:10"),
        ("2026-11-15 00:10", "hour", -1, "2026-11-15 23:10"),
        ("2026-11-15 23:13", "minute", 1, "2026-11-15 23:15"),
        ("2026-11-15 23:13", "minute", -1, "2026-11-15 23:10"),
        ("2026-11-15 23:55", "minute", 1, "2026-11-15 23:00"),
        ("2026-11-15 23:00", "minute", -1, "2026-11-15 23:55"),
    ],
)
def test_a_step_changes_what_people_expect(before: str, part: Part, by: int, after: str) -> None:
    assert stepped(datetime.fromisoformat(before), part, by) == datetime.fromisoformat(after)


@given(
    st.datetimes(datetime(2001, 1, 1), datetime(2098, 12, 31)),
    st.sampled_from(["day", "hour"]),
    st.sampled_from([1, -1]),
)
def test_a_step_and_one_back_change_nothing(moment: datetime, part: Part, by: int) -> None:
    assert stepped(stepped(moment, part, by), part, -by) == moment
