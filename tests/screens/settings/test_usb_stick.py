"""A USB stick brings a new version and maps, and takes games along; what does not fit is refused in words."""

import platform
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens.player import Hand

# isort: split
from companion import updates
from companion.game import parse_record
from companion.screens.settings.usbstick import GAMES

AtTable = Callable[..., Hand]
PYTHON = f"cp{sys.version_info[0]}{sys.version_info[1]}"


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A stick, mounted under a root of its own."""
    root = tmp_path / "root"
    place = root / "media" / "pi" / "STICK"
    place.mkdir(parents=True)
    (root / "proc").mkdir()
    (root / "proc" / "mounts").write_text("/dev/sda1 /media/pi/STICK vfat rw 0 0\n")
    return place


def bundle(stick: Path, number: str = "9.1.0", machine: str = platform.machine(), python: str = PYTHON) -> Path:
    """A folder as deploy/bundle makes it, with wheels that hold nothing."""
    folder = stick / "companion-bundle"
    (folder / "wheels").mkdir(parents=True)
    (folder / "wheels" / f"companion-{number}-py3-none-any.whl").write_bytes(b"ours")
    (folder / "wheels" / f"kivy-2.3.1-{python}-{python}-manylinux_2_17_{machine}.whl").write_bytes(b"kivy")
    vouch(folder)
    return folder


def vouch(folder: Path) -> None:
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.name != updates.SUMS)
    lines = [f"{updates._sum(file)}  {file.relative_to(folder)}\n" for file in files]
    (folder / updates.SUMS).write_text("".join(lines))


def to_stick(hand: Hand, stick: Path) -> None:
    hand.driver.app.session.mounts = stick.parents[2]
    hand.touch("Settings")
    hand.touch("Device")
    hand.touch("USB stick: update, maps, games")


def install(hand: Hand) -> None:
    hand.touch(f"Install version 9.1.0 (current: {updates.this_version()})")
    hand.touch("Install")
    wait_until_done(hand)


def wait_until_done(hand: Hand) -> None:
    screen = hand.driver.app.session.host.screen
    hand.driver.wait_for(lambda: not screen.busy)
    hand.driver.settle()


def test_without_a_stick_it_says_what_to_do(home: Hand, tmp_path: Path) -> None:
    home.driver.app.session.mounts = tmp_path
    home.touch("Settings")
    home.touch("Device")
    home.touch("USB stick: update, maps, games")
    assert home.driver.has("Plug in a USB stick to see what is on it.")


def test_a_new_version_is_checked_and_handed_over(home: Hand, stick: Path) -> None:
    bundle(stick)
    to_stick(home, stick)
    install(home)
    assert home.driver.has("The new version is being installed.")
    assert (home.folder / updates.FOLDER / updates.READY).read_text() == "9.1.0"
    updates.check(home.folder / updates.FOLDER / "bundle")


def test_a_damaged_version_is_refused(home: Hand, stick: Path) -> None:
    folder = bundle(stick)
    (folder / "wheels" / "companion-9.1.0-py3-none-any.whl").write_bytes(b"other")
    to_stick(home, stick)
    install(home)
    assert home.driver.has("is damaged: copy the folder again")
    assert not (home.folder / updates.FOLDER).exists()


def test_what_nobody_vouches_for_or_does_not_fit_is_refused(stick: Path) -> None:
    folder = bundle(stick)
    (folder / "wheels" / "extra.whl").write_bytes(b"?")
    with pytest.raises(
        updates.RefusedUpdateError, match=r"extra\.whl is not on the list of checked files: nothing was installed"
    ):
        updates.check(folder)
    (folder / "wheels" / "extra.whl").unlink()
    next((folder / "wheels").glob("kivy*")).unlink()
    with pytest.raises(updates.RefusedUpdateError, match="is missing"):
        updates.check(folder)
    vouch(folder)
    with pytest.raises(updates.RefusedUpdateError, match="this update is for a different device"):
        updates.check(folder)


def test_a_version_for_another_machine_is_refused(stick: Path) -> None:
    with pytest.raises(updates.RefusedUpdateError, match="this update is for a different device"):
        updates.check(bundle(stick, machine="riscv64"))


def test_the_version_that_runs_is_not_offered(home: Hand, stick: Path) -> None:
    bundle(stick, updates.this_version())
    to_stick(home, stick)
    assert home.driver.has(f"The stick has version {updates.this_version()}, which is already installed.")


def test_games_go_onto_the_stick(at_table: AtTable, stick: Path) -> None:
    hand = at_table("europe", "red blue", "red claims brest--paris:black")
    hand.back()
    to_stick(hand, stick)
    hand.touch("Save all games to the stick")
    wait_until_done(hand)
    assert hand.driver.has("One game saved to the stick.")
    (file,) = (stick / GAMES).glob("*.game.json")
    assert len(parse_record(file.read_bytes()).events) == 1


def test_maps_are_taken_over_if_they_are_sound(home: Hand, stick: Path) -> None:
    ours = (Path(__file__).parents[3] / "maps" / "usa.toml").read_text(encoding="utf-8")
    mine = ours.replace('id = "usa"', 'id = "mine"', 1).replace('name = "USA"', 'name = "Mine"', 1)
    (stick / "mine.toml").write_text(mine, encoding="utf-8")
    (stick / "broken.toml").write_text("id = 3", encoding="utf-8")
    to_stick(home, stick)
    home.touch("Copy 2 maps")
    assert home.driver.has("Copied: Mine.")
    assert home.driver.has("broken.toml")
    home.touch("OK")
    assert "mine" in home.driver.app.session.library.files()


def test_maps_can_be_taken_over_twice(home: Hand, stick: Path) -> None:
    """Somebody corrects a map and takes it over again, or is not sure of having touched it."""
    ours = (Path(__file__).parents[3] / "maps" / "usa.toml").read_text(encoding="utf-8")
    mine = ours.replace('id = "usa"', 'id = "mine"', 1)
    (stick / "mine.toml").write_text(mine, encoding="utf-8")
    to_stick(home, stick)
    for name in ("Mine", "Ours"):
        (stick / "mine.toml").write_text(mine.replace('name = "USA"', f'name = "{name}"', 1), encoding="utf-8")
        home.touch("Copy one map")
        assert home.driver.has(f"Copied: {name}.")
        home.touch("OK")
    assert home.driver.app.session.library.load("mine").name == "Ours"
