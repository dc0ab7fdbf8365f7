"""Tests of updates that the app hands over: what is not signed with the trusted key, complete and plain is refused, in
words, before any of its code runs. They really run the installer, in the root folder of a small system."""

import json
import os
import shutil
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from appliance import copygames, incoming
from appliance.bundle import add_installer, find_key
from appliance.checksums import KEY, write_sums
from appliance.incoming import own_copy
from appliance.machine import Machine, RefusedError, TroubleError
from appliance.release import Release
from appliance.signing import fingerprint, make_key, public_half, read_key
from tests.deploy.conftest import System
from tests.deploy.wheels import ROOT

pytestmark = [
    pytest.mark.xdist_group("install"),
    pytest.mark.skipif(not shutil.which("systemd-sysusers"), reason="systemd is not installed here"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can make users and give files away"),
]
Newer = Callable[..., Path]
UPDATE, RESULT = "var/lib/companion/update", "opt/companion/update.json"
TRUSTED = "etc/companion/update-key.pub"


@pytest.fixture
def ran(tmp_path: Path) -> Path:
    """Return a file that code of a poisoned bundle creates if it runs."""
    return tmp_path / "ran"


@pytest.fixture
def poisoned(tmp_path: Path, ran: Path, key: Path) -> Path:
    """Return a small bundle, well signed, that would betray whether anything of it was run."""
    folder = tmp_path / "poisoned"
    (folder / "wheels").mkdir(parents=True)
    (folder / "wheels/companion-9.9-py3-none-any.whl").write_text("no wheel at all")
    deploy = tmp_path / "deploy"
    shutil.copytree(ROOT / "deploy", deploy, ignore=shutil.ignore_patterns("__pycache__", "benches"))
    for script in ("install", "prepare"):
        (deploy / script).write_text(f"#!/bin/sh\ntouch {ran}\n")
    (deploy / "appliance/__init__.py").write_text(f"open({str(ran)!r}, 'w')\n")
    add_installer(folder, key, deploy)
    return folder


@pytest.fixture
def strangers_key(tmp_path: Path) -> Path:
    key = tmp_path / "stranger" / "key"
    make_key(key)
    return key


def hand_over(system: System, bundle: Path, ready: str = "") -> None:
    """Put a bundle where the app puts it, as the app's user could: with whatever is in it."""
    update = system.at(UPDATE)
    shutil.rmtree(update, ignore_errors=True)
    update.mkdir()
    subprocess.run(["cp", "-a", bundle, update / "bundle"], check=True)
    (update / "ready").write_text(ready)


def update(system: System) -> "subprocess.CompletedProcess[str]":
    """Install what is handed over, as the service does."""
    return system.run("install", "--handed-over", COMPANION_YES="1")


def result(system: System) -> dict[str, str]:
    found = json.loads(system.at(RESULT).read_text())
    assert isinstance(found, dict)
    return found


def refused(system: System, ran: Path) -> tuple[str, str]:
    """Return why a bundle that was handed over is refused and what is said. Nothing may change but the result."""
    before = {path: about for path, about in system.look().items() if not path.startswith(UPDATE)}
    done = update(system)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert not ran.exists(), "code of the bundle has run"
    after = system.look()
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert changed <= {RESULT, "opt/companion", "var/lib/companion"}
    found = result(system)
    assert found["outcome"] == "refused"
    assert not system.at(UPDATE).exists()
    assert stat.S_IMODE(system.at(RESULT).stat().st_mode) == 0o644
    return found["reason"], done.stderr


def test_the_poison_works(poisoned: Path, ran: Path) -> None:
    """If this fails, the tests below prove nothing."""
    subprocess.run([poisoned / "deploy/install"], check=True)
    assert ran.exists()


def test_a_bundle_of_a_stranger_is_refused(installed: System, poisoned: Path, ran: Path, strangers_key: Path) -> None:
    write_sums(poisoned, strangers_key)
    hand_over(installed, poisoned)
    reason, said = refused(installed, ran)
    assert reason == "forged"
    assert "signed with a different key" in said


def test_new_sums_without_the_key_are_refused(
    installed: System, poisoned: Path, ran: Path, strangers_key: Path
) -> None:
    """As it was possible before: the wheel replaced and its sum corrected, beside the right signature and key."""
    signature, key = (poisoned / "SHA256SUMS.sig").read_bytes(), (poisoned / KEY).read_bytes()
    (poisoned / "wheels/companion-9.9-py3-none-any.whl").write_text("evil")
    write_sums(poisoned, strangers_key)
    (poisoned / "SHA256SUMS.sig").write_bytes(signature)
    (poisoned / KEY).write_bytes(key)
    hand_over(installed, poisoned)
    assert refused(installed, ran)[0] == "damaged"


def test_a_bundle_without_a_signature_is_refused(installed: System, poisoned: Path, ran: Path) -> None:
    (poisoned / "SHA256SUMS.sig").unlink()
    hand_over(installed, poisoned)
    reason, said = refused(installed, ran)
    assert reason == "unsigned"
    assert "is not signed" in said


WHEEL = "wheels/companion-9.9-py3-none-any.whl"


@pytest.mark.parametrize(
    ("spoil", "reason", "said"),
    [
        (lambda folder: (folder / WHEEL).unlink(), "missing", f"{WHEEL} is missing: copy the folder again"),
        (lambda folder: (folder / WHEEL).write_bytes(b"no wh"), "damaged", f"{WHEEL} is damaged: copy the folder"),
        (lambda folder: os.truncate(folder / "SHA256SUMS", 700), "damaged", "does not match its files"),
        (lambda folder: os.truncate(folder / "SHA256SUMS.sig", 100), "damaged", "does not match its files"),
        (lambda folder: (folder / "SHA256SUMS").unlink(), "damaged", "has no readable SHA256SUMS"),
        (lambda folder: shutil.rmtree(folder / "deploy"), "missing", "is missing: copy the folder again"),
        (lambda folder: (folder / "deploy/more.py").touch(), "extra", "deploy/more.py does not belong there"),
        (lambda folder: (folder / "wheels/a b").touch(), "extra", "has a name that does not belong in a bundle"),
        (lambda folder: (folder / "d/d/d/d/d").mkdir(parents=True), "extra", "has a name that does not belong"),
    ],
    ids=["file missing", "file cut off", "sums cut off", "signature cut off", "no sums", "no installer", "added",
         "strange name", "deep"],
)  # fmt: skip
def test_a_bundle_that_is_cut_off_or_changed_is_refused(
    installed: System, poisoned: Path, ran: Path, spoil: Callable[[Path], object], reason: str, said: str
) -> None:
    spoil(poisoned)
    hand_over(installed, poisoned)
    why, words = refused(installed, ran)
    assert why == reason
    assert said in words


def link(path: Path, target: str) -> None:
    """Replace a file or folder by a link."""
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    path.symlink_to(target)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda update: link(update / "bundle" / WHEEL, "/etc/shadow"),
        lambda update: link(update / "bundle/wheels", "/etc"),
        lambda update: link(update / "bundle", "/etc"),
        lambda update: os.mkfifo(update / "bundle/wheels/pipe"),
        lambda update: os.mknod(update / "bundle/wheels/zero", 0o600 | stat.S_IFCHR, os.makedev(1, 5)),
    ],
    ids=["file", "folder", "bundle", "pipe", "device"],
)
def test_links_and_devices_are_refused(
    installed: System, poisoned: Path, ran: Path, spoil: Callable[[Path], object]
) -> None:
    hand_over(installed, poisoned)
    spoil(installed.at(UPDATE))
    reason, said = refused(installed, ran)
    assert reason == "link"
    assert "is a link or a device, not a file: nothing was installed" in said


def test_a_link_in_place_of_the_whole_folder_is_refused(installed: System, poisoned: Path, ran: Path) -> None:
    elsewhere = installed.root.parent / "elsewhere"
    hand_over(installed, poisoned)
    installed.at(UPDATE).rename(elsewhere)
    installed.at(UPDATE).symlink_to(elsewhere)
    assert update(installed).returncode == 1
    assert result(installed)["reason"] == "link"
    assert not ran.exists()
    assert (elsewhere / "bundle").exists(), "what a link points to is not removed"


@pytest.mark.parametrize("limit", ["MOST_FILES", "LARGEST", "MOST_BYTES"])
def test_what_is_far_too_large_is_not_copied(limit: str, poisoned: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming, limit, 10)
    with pytest.raises(RefusedError, match="far larger than a bundle"), own_copy(poisoned):
        pass


def test_the_copy_is_roots_alone_and_is_removed(poisoned: Path) -> None:
    with own_copy(poisoned) as copy:
        assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
        assert copy.stat().st_uid == 0
        assert (copy / WHEEL).read_bytes() == (poisoned / WHEEL).read_bytes()
    assert not copy.parent.exists()


def test_an_older_version_needs_to_be_confirmed(installed: System, newer: Newer, ran: Path) -> None:
    older = newer("0.0.1")
    hand_over(installed, older)
    reason, said = refused(installed, ran)
    assert reason == "older"
    assert "hold its button in the app to go back to it" in said
    hand_over(installed, older, "0.0.1 older")
    assert update(installed).returncode == 0
    assert installed.current.startswith("0.0.1-")
    assert result(installed)["outcome"] == "installed"


def test_a_newer_build_of_the_same_number_is_installed(installed: System, newer: Newer) -> None:
    before, number = installed.current, installed.current.partition("-")[0]
    hand_over(installed, newer(number))
    done = update(installed)
    assert done.returncode == 0, done.stderr
    assert installed.current.startswith(f"{number}-")
    assert installed.current != before
    assert result(installed) | {"id": ""} == {
        "id": "", "outcome": "installed", "version": number, "reason": "", "file": "", "detail": "",
    }  # fmt: skip


def test_a_version_that_does_not_start_tells_the_app(installed: System, newer: Newer) -> None:
    before = installed.current
    hand_over(installed, newer("0.2", companion__screens__start__home="from companion import lost"))
    assert update(installed).returncode == 1
    assert installed.current == before
    assert result(installed)["reason"] == "no_start"


# Keys


def test_the_first_bundle_brings_the_key(installed: System, bundle: Path, key: Path) -> None:
    assert installed.at(TRUSTED).read_text() == (bundle / KEY).read_text()
    assert read_key(installed.at(TRUSTED)) == read_key(public_half(key))
    assert stat.S_IMODE(installed.at(TRUSTED).stat().st_mode) == 0o644
    assert installed.at(TRUSTED).stat().st_uid == 0


def test_a_machine_without_a_key_refuses_until_it_gets_one(
    installed: System, poisoned: Path, ran: Path, key: Path
) -> None:
    """As after an installation from a checkout."""
    installed.at(TRUSTED).unlink()
    (installed.at("opt/companion/current") / KEY).unlink()
    hand_over(installed, poisoned)
    reason, said = refused(installed, ran)
    assert reason == "no_key"
    assert "sudo /opt/companion/current/deploy/install --key FILE" in said
    known = os.environ | {"DESTDIR": str(installed.root), "COMPANION_YES": "1"}
    command: list[str | Path] = [installed.at("opt/companion/current/deploy/install"), "--key", public_half(key)]
    done = subprocess.run(command, env=known, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"only if they are signed with the key {fingerprint(read_key(public_half(key)))}" in done.stdout
    assert read_key(installed.at(TRUSTED)) == read_key(public_half(key))


def test_a_machine_from_before_signatures_trusts_the_key_of_its_version(
    installed: System, poisoned: Path, ran: Path, strangers_key: Path
) -> None:
    """Its old installer knew nothing of keys, but has installed the deploy folder of the bundle with the key in it."""
    installed.at(TRUSTED).unlink()
    write_sums(poisoned, strangers_key)
    hand_over(installed, poisoned)
    assert refused(installed, ran)[0] == "forged"


def test_versions_from_before_signatures_accept_a_signed_bundle(bundle: Path) -> None:
    """They want every file on the list, and the sum of each."""
    listed = {line.partition("  ")[2] for line in (bundle / "SHA256SUMS").read_text().splitlines()}
    there = {str(file.relative_to(bundle)) for file in bundle.rglob("*") if file.is_file()}
    assert listed == there - {"SHA256SUMS"}
    subprocess.run(["sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS"], cwd=bundle, check=True)


def test_after_a_lost_key_the_new_one_is_given_by_hand(
    installed: System, bundle: Path, tmp_path: Path, strangers_key: Path
) -> None:
    signed = tmp_path / "signed"
    shutil.copytree(bundle, signed)
    write_sums(signed, strangers_key)
    done = installed.run("install", "--bundle", signed)
    assert done.returncode == 1
    assert "signed with a different key" in done.stderr
    assert f"if you trust whoever made it: --key {signed / KEY}" in done.stderr
    done = installed.run("install", "--bundle", signed, "--key", public_half(strangers_key))
    assert done.returncode == 0, done.stderr
    assert read_key(installed.at(TRUSTED)) == read_key(public_half(strangers_key))


@pytest.mark.parametrize(
    "text", ["", "ssh-rsa AAAA", "x" * 5000, "ssh-ed25519 AAAA\nssh-ed25519 BBBB\n", "cert-authority"]
)
def test_what_is_no_key_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "key.pub").write_text(text)
    with pytest.raises(TroubleError, match="is not a public ed25519 key"):
        read_key(tmp_path / "key.pub")


def test_the_makers_key_is_made_once_and_for_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    key = find_key()
    assert key == tmp_path / "companion/bundle-key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert "Keep a copy of it in a safe place" in capsys.readouterr().out
    made = key.read_bytes()
    assert find_key().read_bytes() == made
    assert capsys.readouterr().out == ""
    monkeypatch.setenv("COMPANION_KEY", str(tmp_path / "other"))
    assert find_key() == tmp_path / "other"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (("0.1.9", "2026-01-01T00:00:00Z"), ("0.2.0", "")),
        (("0.9", ""), ("0.10", "")),
        (("1.0rc1", "2027-01-01T00:00:00Z"), ("1.0", "2026-01-01T00:00:00Z")),
        (("1.0.dev3", ""), ("1.0a1", "")),
        (("1.0", "2026-01-01T00:00:00Z"), ("1.0.0", "2026-01-01T00:00:01Z")),
        (("1.0", ""), ("1.0", "2026-01-01T00:00:00Z")),
        (("evil", "2099-01-01T00:00:00Z"), ("0.1", "")),
    ],
)
def test_the_number_decides_and_then_the_date(older: tuple[str, str], newer: tuple[str, str]) -> None:
    assert Release(*older).is_older_than(Release(*newer))
    assert not Release(*newer).is_older_than(Release(*older))


def test_files_are_given_away_without_following_links(tmp_path: Path) -> None:
    (tmp_path / "games/maps").mkdir(parents=True)
    (tmp_path / "games/maps/mine.toml").touch()
    (tmp_path / "roots").touch()
    (tmp_path / "games/link").symlink_to(tmp_path / "roots")
    (tmp_path / "games/folder").symlink_to("/etc")
    Machine(tmp_path).give(tmp_path / "games", (1234, 1234))
    assert (tmp_path / "roots").stat().st_uid == 0
    assert {path.lstat().st_uid for path in (tmp_path / "games").rglob("*")} == {1234}
    assert Path("/etc/passwd").stat().st_uid == 0


def test_a_version_is_tried_with_maps_of_ones_own_and_their_land(tmp_path: Path) -> None:
    (tmp_path / "games/maps").mkdir(parents=True)
    for name in ("mine.toml", "mine.land.json", "notes.txt"):
        (tmp_path / "games/maps" / name).write_text(name)
    copygames.copy(tmp_path / "games", tmp_path / "one", tmp_path / "two")
    for target in ("one", "two"):
        assert {file.name for file in (tmp_path / target / "maps").iterdir()} == {"mine.toml", "mine.land.json"}


# The games


def games(system: System) -> Path:
    folder = system.at("var/lib/companion")
    shutil.copy(ROOT / "tests/before/games.sqlite", folder)
    return folder


STORE, TABLES = ((ROOT / f"companion/game/{name}.py").read_text(encoding="utf-8") for name in ("store", "storetables"))


@pytest.mark.parametrize(
    ("store", "tables", "said"),
    [
        (
            STORE.replace('"ORDER BY opened DESC"', '"WHERE list.game > 2 ORDER BY opened DESC"'),
            TABLES,
            "it does not find all of",
        ),
        (
            STORE,
            TABLES.replace("= (_FIRST,)", '= (_FIRST, "CREATE TABLE future (x);")'),
            "there would be no way back",
        ),
        (STORE.replace("def listed(", "def not_listed("), TABLES, "it cannot open your games"),
    ],
    ids=["overlooks games", "locks the version before out", "fails"],
)
def test_a_version_is_tried_on_a_copy_of_the_games(
    installed: System, newer: Newer, store: str, tables: str, said: str
) -> None:
    assert (store, tables) != (STORE, TABLES)
    folder, before = games(installed), installed.current
    journal = (folder / "games.sqlite").read_bytes()
    hand_over(installed, newer("0.2", companion__game__store=store, companion__game__storetables=tables))
    done = update(installed)
    assert said in done.stderr
    assert done.returncode == 1
    assert result(installed)["reason"] == "loses_games"
    assert installed.current == before
    assert (folder / "games.sqlite").read_bytes() == journal
