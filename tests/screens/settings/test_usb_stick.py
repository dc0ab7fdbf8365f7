"""A USB stick brings a new version and maps, and takes games along; what does not fit is refused in words."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event, get_ident

import pytest

from appliance import checksums
from appliance.checksums import write_sums
from appliance.signing import make_key
from tests.screens.player import Hand

# isort: split
from companion import updates
from companion.boards import Library, our_maps
from companion.game import parse_record
from companion.game.journal import Journal
from companion.scoring import sheet_json, tally
from companion.screens.settings.gamesaver import GAMES
from companion.screens.settings.usbstick import UsbStickScreen
from companion.screens.shell import background
from tests.journals import fill_shelf, record
from tests.screens.trouble import dearer_map, make_bundle, plug_in, trust

AtTable = Callable[..., Hand]
MakeBundle = Callable[..., Path]


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A stick, mounted under a root of its own."""
    return plug_in(tmp_path / "root")


@pytest.fixture
def bundle(stick: Path, tmp_path: Path) -> MakeBundle:
    """Makes a folder as deploy/bundle does, for a device that trusts its maker."""
    return partial(make_bundle, stick, trust(stick.parents[2], tmp_path))


def to_stick(hand: Hand, stick: Path) -> None:
    hand.driver.app.session.mounts = stick.parents[2]
    hand.touch("Settings")
    hand.touch("Device")
    hand.touch("USB stick: update, maps, games")
    hand.driver.wait_for(lambda: hand.driver.has("Save all games to the stick"))
    hand.driver.settle()


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


def test_a_new_version_is_checked_and_handed_over(home: Hand, stick: Path, bundle: MakeBundle) -> None:
    bundle()
    to_stick(home, stick)
    install(home)
    assert home.driver.has("The new version is being installed.")
    assert (home.folder / updates.FOLDER / updates.READY).read_text() == "9.1.0"
    updates.check(home.folder / updates.FOLDER / "bundle", stick.parents[2])


def test_a_damaged_version_is_refused(home: Hand, stick: Path, bundle: MakeBundle) -> None:
    (bundle() / "wheels" / "companion-9.1.0-py3-none-any.whl").write_bytes(b"other")
    to_stick(home, stick)
    install(home)
    assert home.driver.has("is damaged: copy the folder again")
    assert not (home.folder / updates.FOLDER).exists()


def test_a_version_of_a_stranger_is_refused(home: Hand, stick: Path, bundle: MakeBundle, tmp_path: Path) -> None:
    make_key(tmp_path / "stranger")
    write_sums(bundle(), tmp_path / "stranger")
    to_stick(home, stick)
    install(home)
    assert home.driver.has("This update was made by someone else, or has been changed")
    assert not (home.folder / updates.FOLDER).exists()


def test_a_device_without_a_key_says_who_can_help(home: Hand, stick: Path, bundle: MakeBundle) -> None:
    bundle()
    (stick.parents[2] / updates.TRUSTED).unlink()
    to_stick(home, stick)
    install(home)
    assert home.driver.has("This device does not yet know whose updates to trust")


def link(path: Path, target: str) -> None:
    path.unlink()
    path.symlink_to(target)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (
            lambda folder: (folder / "wheels/extra.whl").write_bytes(b"?"),
            "extra.whl is not on the list",
        ),
        (lambda folder: (folder / "wheels/\udcff.whl").write_bytes(b"?"), "is not on the list of checked files"),
        (lambda folder: next((folder / "wheels").glob("kivy*")).unlink(), "is missing: copy the folder again"),
        (lambda folder: (folder / "SHA256SUMS.sig").unlink(), "this update is not signed"),
        (lambda folder: os.truncate(folder / "SHA256SUMS", 90), "or has been changed"),
        (lambda folder: os.mkfifo(folder / "wheels/pipe"), "wheels/pipe is a link or a device, not a file"),
        (lambda folder: (folder / "wheels/etc").symlink_to("/etc"), "wheels/etc is a link or a device"),
        (lambda folder: link(folder / updates.RELEASE, "/etc/passwd"), "release.json is a link or a device"),
    ],
    ids=["added", "strange name", "missing", "unsigned", "cut off", "pipe", "linked folder", "linked file"],
)
def test_what_is_not_as_it_was_signed_is_refused(
    stick: Path, bundle: MakeBundle, spoil: Callable[[Path], object], said: str
) -> None:
    folder = bundle()
    updates.check(folder, stick.parents[2])
    spoil(folder)
    with pytest.raises(updates.RefusedUpdateError, match=said):
        updates.check(folder, stick.parents[2])


def test_a_version_for_another_machine_is_refused(stick: Path, bundle: MakeBundle) -> None:
    with pytest.raises(updates.RefusedUpdateError, match="for a different device"):
        updates.check(bundle(machine="riscv64"), stick.parents[2])


def test_the_version_that_runs_is_not_offered(home: Hand, stick: Path, bundle: MakeBundle) -> None:
    """The installed version is named after the digest of what it was installed from."""
    folder, number = bundle(updates.this_version()), updates.this_version()
    digest = checksums.digest([folder / "SHA256SUMS"], folder)[:8]
    (stick.parents[2] / "opt/companion").mkdir(parents=True)
    (stick.parents[2] / updates.CURRENT).symlink_to(f"versions/{number}-{digest}-py3.11")
    to_stick(home, stick)
    assert home.driver.has("which is already installed")


def test_a_newer_build_of_the_same_number_is_offered(home: Hand, stick: Path, bundle: MakeBundle) -> None:
    bundle(updates.this_version())
    to_stick(home, stick)
    home.touch(f"Install the newer version {updates.this_version()} from 17 November 2026")
    assert home.driver.has("Every file is checked first.")


def test_of_two_versions_the_newer_one_is_offered(stick: Path, bundle: MakeBundle) -> None:
    bundle("9.10.0")
    bundle("9.9.0")
    found = updates.find(stick)
    assert found is not None
    assert found.release.number == "9.10.0"


def test_an_older_version_needs_a_held_touch(home: Hand, stick: Path, bundle: MakeBundle) -> None:
    bundle("0.0.1")
    to_stick(home, stick)
    assert home.driver.has(f"which is older than the current one ({updates.this_version()}).")
    home.touch("Hold to go back to version 0.0.1")
    assert home.driver.has("Hold the button until the update starts.")
    assert not (home.folder / updates.FOLDER).exists()
    home.driver.tap(home.driver.find(text="Hold to go back to version 0.0.1"), hold=2.5)
    wait_until_done(home)
    assert (home.folder / updates.FOLDER / updates.READY).read_text() == "0.0.1 older"


def test_nothing_on_a_stick_that_is_no_bundle_is_offered(stick: Path) -> None:
    (stick / "SHA256SUMS").write_bytes(b"\xff" * 50)
    (stick / "pipe").mkdir()
    os.mkfifo(stick / "pipe/SHA256SUMS")
    (stick / "large").mkdir()
    (stick / "large/SHA256SUMS").write_bytes(b"0" * 2_000_000)
    (stick / "linked").symlink_to("/etc")
    assert updates.find(stick) is None


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
    wait_until_done(home)
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
        home.driver.wait_for(lambda: home.driver.has("Copy one map"))
        (stick / "mine.toml").write_text(mine.replace('name = "USA"', f'name = "{name}"', 1), encoding="utf-8")
        home.touch("Copy one map")
        wait_until_done(home)
        assert home.driver.has(f"Copied: {name}.")
        home.touch("OK")
    assert home.driver.app.session.library.load("mine").name == "Ours"


# Maps that would replace others

USA_GAME = ("red claims duluth--helena:orange", "blue claims calgary--vancouver:grey", "end")


def finished(folder: Path) -> object:
    """A finished game of an earlier version, which keeps no board; and its score."""
    fill_shelf(folder, [record("usa", ("Anna", "Bo"), *USA_GAME)])
    return score(folder)


def score(folder: Path) -> object:
    journal = Journal(folder, shared=True)
    sheet = sheet_json(tally(journal.read(1, Library(folder / "maps")).state))
    journal.close()
    return {**sheet, "warnings": []}


def test_a_map_that_games_were_played_on_is_replaced_only_after_a_question(
    tmp_path: Path, stick: Path, hands: list[Hand]
) -> None:
    before = finished(tmp_path)
    (stick / "usa.toml").write_bytes(dearer_map("usa"))
    hand = Hand(tmp_path)
    hands.append(hand)
    to_stick(hand, stick)
    hand.touch("Copy one map")
    wait_until_done(hand)
    assert hand.driver.has("Replace the map USA?")
    assert hand.driver.has("One game here was played on it. It keeps its map and its score")
    hand.touch("Keep what I have")
    wait_until_done(hand)
    assert hand.driver.has("Nothing was copied.")
    hand.touch("OK")
    assert not (tmp_path / "maps").exists()
    hand.touch("Copy one map")
    wait_until_done(hand)
    hand.touch("Replace")
    wait_until_done(hand)
    assert hand.driver.has("Copied: USA.")
    assert (tmp_path / "maps" / "usa.toml").read_bytes() == dearer_map("usa")
    assert hand.driver.app.session.library.load("usa").rules.points[3] == 30
    hand.stop()
    hands.clear()
    assert score(tmp_path) == before


def test_a_map_of_ours_is_replaced_only_after_a_question_though_nobody_played_on_it(home: Hand, stick: Path) -> None:
    (stick / "usa.toml").write_bytes(dearer_map("usa"))
    to_stick(home, stick)
    home.touch("Copy one map")
    wait_until_done(home)
    assert home.driver.has("Replace the map USA?")
    assert home.driver.has("The one on the stick has different routes, tickets or points.")
    assert not home.driver.has("played on it")


def test_a_map_that_is_only_drawn_differently_is_copied_at_once(home: Hand, stick: Path) -> None:
    (stick / "usa.toml").write_bytes((our_maps() / "usa.toml").read_bytes().replace(b"x = 800", b"x = 801", 1))
    to_stick(home, stick)
    home.touch("Copy one map")
    wait_until_done(home)
    assert home.driver.has("Copied: USA.")


# Sticks that lie


def test_what_is_left_out_is_told(home: Hand, stick: Path) -> None:
    (stick / "link.toml").symlink_to("/etc/passwd")
    os.mkfifo(stick / "pipe.toml")
    (stick / "maps").symlink_to(our_maps())
    to_stick(home, stick)
    for words in ("link.toml: is a link", "pipe.toml: is not an ordinary file", "maps: is a link"):
        assert home.driver.has(words)
    assert not home.driver.has("Copy")


def test_names_that_are_not_utf_8(home: Hand, stick: Path) -> None:
    place = stick.parent / os.fsdecode(b"ST\xc5CK")
    stick.rename(place)
    (home.folder / "root" / "proc" / "mounts").write_bytes(b"/dev/sda1 /media/pi/ST\xc5CK vfat rw 0 0\n")
    with open(os.path.join(os.fsencode(place), b"\xff.toml"), "wb") as file:
        file.write(b"id = 3")
    to_stick(home, stick)
    assert home.driver.has("ST\N{REPLACEMENT CHARACTER}CK")
    home.touch("Copy one map")
    wait_until_done(home)
    assert home.driver.has("\N{REPLACEMENT CHARACTER}.toml: ")


def test_a_map_of_200_mb_and_300_maps(home: Hand, stick: Path) -> None:
    with (stick / "a.toml").open("wb") as file:
        file.truncate(200_000_000)
    for number in range(300):
        (stick / f"map{number}.toml").write_bytes(b"id = 3")
    to_stick(home, stick)
    assert home.driver.has("261 more files were left out: at most 40")
    home.touch("Copy 40 maps")
    wait_until_done(home)
    assert home.driver.has("a.toml: is too large: at most 1,000 kB.")
    assert home.driver.has("35 more files were left out.")


def test_a_stick_that_does_not_answer_does_not_hold_up_the_screen(home: Hand, stick: Path) -> None:
    """The list of mounted sticks is a pipe here: whoever reads it waits for the other end."""
    mounts = home.folder / "root" / "proc" / "mounts"
    text = mounts.read_text()
    mounts.unlink()
    os.mkfifo(mounts)
    home.driver.app.session.mounts = stick.parents[2]
    for button in ("Settings", "Device", "USB stick: update, maps, games"):
        home.touch(button)
    home.driver.wait(60)  # three times as long as the watchdog waits
    assert home.driver.has("Plug in a USB stick to see what is on it.")
    home.back()
    assert not isinstance(home.driver.app.session.host.screen, UsbStickScreen)
    home.touch("USB stick: update, maps, games")
    pipe = mounts.rename(mounts.with_name("pipe"))
    mounts.write_text(text)
    pipe.write_text("")  # all that wait are answered
    home.driver.wait_for(lambda: home.driver.has("Save all games to the stick"))


class SlowStick:
    """A stick that does not take a file until it is told to."""

    def __init__(self, stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked, self.answers, self.threads = Event(), Event(), set[int]()
        really = os.fsync

        def fsync(handle: int) -> None:
            if os.readlink(f"/proc/self/fd/{handle}").startswith(str(stick)):
                self.threads.add(get_ident())
                self.asked.set()
                assert self.answers.wait(30)
            really(handle)

        monkeypatch.setattr(os, "fsync", fsync)


def test_a_stick_that_takes_no_games_can_be_left_alone(
    at_table: AtTable, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = at_table("europe", "red blue", "red claims brest--paris:black")
    hand.back()
    to_stick(hand, stick)
    slow = SlowStick(stick, monkeypatch)
    monkeypatch.setattr(background, "PATIENCE", 0.0)
    hand.driver.touch("Save all games to the stick")
    hand.driver.wait_for(slow.asked.is_set)
    hand.driver.wait(5)
    assert hand.driver.has("This is taking a long time.")
    assert get_ident() not in slow.threads
    hand.back()
    hand.back()
    slow.answers.set()
    hand.driver.wait_for(lambda: hand.driver.has("One game saved to the stick."))
    (file,) = (stick / GAMES).glob("*.game.json")
    assert len(parse_record(file.read_bytes()).events) == 1


def test_games_are_saved_though_one_of_them_cannot_be_read(tmp_path: Path, stick: Path, hands: list[Hand]) -> None:
    """Nor does a game need its map for that."""
    games = [record(map_id, ("Anna", "Bo"), "red draws") for map_id in ("europe", "gone", "usa")]
    fill_shelf(tmp_path, games)
    hand = Hand(tmp_path)
    hands.append(hand)
    to_stick(hand, stick)
    hand.touch("Save all games to the stick")
    wait_until_done(hand)
    assert hand.driver.has("3 games saved to the stick.")
    maps = [parse_record(file.read_bytes()).map for file in (stick / GAMES).iterdir()]
    assert sorted(maps) == ["europe", "gone", "usa"]


def test_a_folder_for_games_that_is_a_link_is_not_written_to(tmp_path: Path, stick: Path, hands: list[Hand]) -> None:
    fill_shelf(tmp_path, [record("europe", ("Anna", "Bo"), "red draws")])
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (stick / GAMES).symlink_to(elsewhere)
    hand = Hand(tmp_path)
    hands.append(hand)
    to_stick(hand, stick)
    hand.touch("Save all games to the stick")
    wait_until_done(hand)
    assert hand.driver.has("STICK did not accept the file")
    assert list(elsewhere.iterdir()) == []
