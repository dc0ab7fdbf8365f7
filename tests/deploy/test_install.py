"""Tests that really run deploy/install and deploy/uninstall, into the root folder of a small system."""

import json
import os
import shutil
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from appliance.install import Installation, files_of
from appliance.machine import TroubleError
from appliance.options import InstallOptions
from appliance.updateoutcome import Results
from tests.deploy.conftest import PROMPT, System
from tests.deploy.wheels import ROOT

# Installing is slow, and all these tests start from the same installation, so they share a process.
pytestmark = [
    pytest.mark.xdist_group("install"),
    pytest.mark.skipif(not shutil.which("systemd-sysusers"), reason="systemd is not installed here"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can make users and give files away"),
]
Newer = Callable[..., Path]

UNIT = "etc/systemd/system/companion.service"
RULES = "etc/udev/rules.d/70-companion.rules"
UNPROVEN = "opt/companion/unproven.json"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def test_a_dry_run_says_every_step_and_changes_nothing(fresh: System, bundle: Path) -> None:
    before = fresh.look()
    done = fresh.run("install", "--dry-run", "--bundle", bundle)
    assert done.returncode == 0, done.stderr
    for word in ("libmtdev1", "video", "/opt/companion", "companion.service", "/var/lib/companion", "boots", "nothing"):
        assert word in done.stdout
    assert fresh.look() == before


def test_the_installer_speaks_the_language_of_the_system(fresh: System, bundle: Path) -> None:
    done = fresh.run("install", "--dry-run", "--bundle", bundle, LANG="nb_NO.UTF-8")
    assert done.returncode == 0, done.stderr
    for text in ("blir installert på", "• en bruker, companion, i gruppene audio", "ingenting ble endret."):
        assert text in done.stdout
    assert "version" not in done.stdout


def test_what_is_installed_is_where_it_belongs(installed: System) -> None:
    current = installed.at("opt/companion/current")
    assert os.readlink(current) == f"versions/{installed.current}"
    modules = "etc/modules-load.d/companion.conf"
    for path in (UNIT, RULES, "etc/sysusers.d/companion.conf", "etc/default/companion", modules):
        assert mode(installed.at(path)) == 0o644, path
    assert mode(installed.at("usr/local/bin/companion")) == 0o755
    assert mode(installed.at("var/lib/companion")) == 0o750
    assert not installed.at("etc/systemd/system/companion.service.d").exists()


def test_nothing_that_runs_knows_the_folder_it_was_made_in(installed: System) -> None:
    """An image is built in one place and runs in another."""
    assert {path.name for path in installed.at("opt/companion/current/bin").iterdir()} <= {
        "python", "python3", "python3.11", "python3.12", "python3.13",
    }  # fmt: skip
    assert "opt/companion" not in installed.at("opt/companion/current/pyvenv.cfg").read_text().split("command =")[0]


def test_the_user_has_no_shell_and_only_the_groups_it_needs(installed: System) -> None:
    (user,) = [line for line in installed.at("etc/passwd").read_text().splitlines() if line.startswith("companion:")]
    assert user.endswith(":/var/lib/companion:/usr/sbin/nologin")
    groups = [line.split(":") for line in installed.at("etc/group").read_text().splitlines()]
    assert {row[0] for row in groups if row[3] == "companion"} == {"audio", "dialout", "input", "render", "video"}


def test_the_games_are_the_users_and_all_else_is_roots(installed: System) -> None:
    (row,) = [line.split(":") for line in installed.at("etc/passwd").read_text().splitlines()[1:]]
    games = installed.at("var/lib/companion").stat()
    assert [str(games.st_uid), str(games.st_gid)] == row[2:4]
    for path in [*installed.at("opt").rglob("*"), *installed.at("usr/local").rglob("*"), installed.at(UNIT)]:
        assert path.lstat().st_uid == 0, path
        assert path.is_symlink() or not mode(path) & 0o022, path


def test_the_app_can_read_all_of_its_version(installed: System) -> None:
    """Also when it was built: a bundle is first copied into a folder that only root can enter."""
    for path in [installed.at("opt/companion"), *installed.at("opt/companion").rglob("*")]:
        wanted = 0o005 if path.is_dir() else 0o004
        assert path.is_symlink() or mode(path) & wanted == wanted, path
    assert installed.at("opt/companion/current/deploy/files/release.json").is_file()


def test_it_boots_into_the_app_and_into_nothing_else(installed: System) -> None:
    for unit in ("companion.service", "companion-update.path", "companion-update.service"):
        assert installed.at(f"etc/systemd/system/multi-user.target.wants/{unit}").is_symlink()
    assert not os.path.lexists(installed.at(PROMPT))
    assert os.readlink(installed.at("etc/systemd/system/default.target")).endswith("/multi-user.target")


def test_what_is_compiled_makes_no_other_version(tmp_path: Path) -> None:
    for name in ("nb.po", "nb.mo", "language.py", "language.cpython-311.pyc"):
        (tmp_path / name).touch()
    assert sorted(file.name for file in files_of(tmp_path)) == ["language.py", "nb.po"]


def test_a_second_run_changes_nothing(installed: System, bundle: Path) -> None:
    before = installed.look()
    assert "Nothing to do: everything is already in place." in installed.install(bundle)
    assert installed.look() == before


def test_an_update_keeps_the_version_before_and_every_game(installed: System, newer: Newer) -> None:
    (installed.at("var/lib/companion") / "games.sqlite").write_text("games")
    first, older = installed.current, installed.at("opt/companion/versions/0.0.9-12345678-py3.11/bin")
    older.mkdir(parents=True)
    installed.install(newer("0.2"))
    assert installed.current.startswith("0.2-")
    assert os.readlink(installed.at("opt/companion/previous")) == f"versions/{first}"
    assert {path.name for path in installed.at("opt/companion/versions").iterdir()} == {first, installed.current}
    assert (installed.at("var/lib/companion") / "games.sqlite").read_text() == "games"


def test_a_version_that_does_not_start_never_becomes_current(installed: System, newer: Newer) -> None:
    before = installed.look()
    done = installed.run(
        "install", "--bundle", newer("0.2", companion__screens__start__home="from companion import lost")
    )
    assert done.returncode == 1
    assert (
        f"was not installed (version {installed.current} is kept): it stopped before it showed anything" in done.stderr
    )
    assert "cannot import name 'lost'" in done.stderr
    after = installed.look()
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert changed <= {"opt/companion/versions"}  # a folder was created and deleted in it


def test_a_version_that_hangs_is_given_up_in_time(installed: System, newer: Newer) -> None:
    hanging = newer("0.2", companion__screens__start__home="import time; time.sleep(1000)")
    done = installed.run("install", "--bundle", hanging, COMPANION_WAIT="1.5")
    assert done.returncode == 1
    assert "it showed nothing within 1.5 seconds" in done.stderr


def test_a_version_half_made_when_the_plug_was_pulled_is_cleared_away(installed: System, bundle: Path) -> None:
    half = installed.at("opt/companion/versions/0.2-12345678-py3.11.new/bin")
    half.mkdir(parents=True)
    installed.install(bundle)
    assert not half.parent.exists()


def test_settings_of_the_people_stay_and_wishes_are_met(installed: System, bundle: Path) -> None:
    settings = installed.at("etc/default/companion")
    fresh = settings.read_text() + "SDL_KMSDRM_DEVICE_INDEX=1\n"
    settings.unlink()
    settings.write_text(fresh)
    installed.install(bundle, COMPANION_SCANNER="/dev/serial0@115200", COMPANION_NETWORK="yes")
    assert settings.read_text() == fresh.replace("SCANNER=auto", "SCANNER=/dev/serial0@115200")
    network = installed.at("etc/systemd/system/companion.service.d/network.conf")
    assert "AF_INET" in network.read_text()
    installed.install(bundle)
    assert network.exists()
    installed.install(bundle, COMPANION_NETWORK="no")
    assert not network.exists()


def test_a_camera_is_allowed_where_there_is_one_unless_people_forbid_it(installed: System, bundle: Path) -> None:
    camera = installed.at("etc/systemd/system/companion.service.d/camera.conf")
    assert not camera.exists()
    installed.at("sys/class/video4linux/v4l-subdev0").mkdir(parents=True)
    installed.install(bundle)
    assert "char-video4linux" in camera.read_text()
    installed.install(bundle, COMPANION_CAMERA="no")
    assert not camera.exists()


def test_uninstall_leaves_only_the_games(installed: System) -> None:
    (installed.at("var/lib/companion") / "games.sqlite").write_text("games")
    done = installed.run("uninstall")
    assert done.returncode == 0, done.stderr
    everything = {str(path.relative_to(installed.root)) for path in installed.root.rglob("*")}
    games = {"var/lib/companion", "var/lib/companion/games.sqlite"}
    assert {path for path in everything if "companion" in path} == games
    assert "companion" not in installed.at("etc/passwd").read_text() + installed.at("etc/group").read_text()
    assert installed.at(PROMPT).is_symlink()
    assert os.readlink(installed.at("etc/systemd/system/default.target")).endswith("/graphical.target")
    assert "already" in installed.run("uninstall").stdout


def test_the_version_itself_can_uninstall(installed: System) -> None:
    """The checkout may have been deleted after the installation."""
    command = installed.at("opt/companion/current/deploy/uninstall")
    known = os.environ | {"DESTDIR": str(installed.root), "LANGUAGE": "nb"}
    done = subprocess.run([command], env=known, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("Ferdig. Spill, kart og innstillinger ligger fortsatt i ")
    assert not installed.at("opt/companion").exists()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda wheel: wheel.write_bytes(wheel.read_bytes()[:-1] + b"x"), "segno-1.6.6-py3-none-any.whl is damaged"),
        (lambda wheel: wheel.unlink(), "segno-1.6.6-py3-none-any.whl is missing"),
        (lambda wheel: wheel.with_name("evil-1.whl").write_text("evil"), "evil-1.whl does not belong there"),
    ],
    ids=["changed", "missing", "added"],
)
def test_a_bundle_that_its_checksums_do_not_vouch_for_is_refused(
    fresh: System, bundle: Path, tmp_path: Path, spoil: Callable[[Path], object], said: str
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(bundle, copy)
    spoil(copy / "wheels/segno-1.6.6-py3-none-any.whl")
    before = fresh.look()
    done = fresh.run("install", "--bundle", copy)
    assert done.returncode == 1
    assert said in done.stderr
    assert fresh.look() == before


def test_a_folder_that_is_no_system_is_refused(tmp_path: Path, bundle: Path) -> None:
    done = System(tmp_path).run("install", "--bundle", bundle)
    assert done.returncode == 1
    assert f"{tmp_path} is not the root of a system" in done.stderr


class Screen:
    """A fake of a running machine, whose app starts in some versions and fails in others."""

    shows_desktop = False

    def __init__(self, system: System, runs: bool, good: set[str]) -> None:
        self._system, self._runs, self._good = system, runs, good
        self.started: list[str] = []

    def is_running(self) -> bool:
        return self._runs

    def restart(self) -> bool:
        self.started.append(self._system.current)
        self._runs = self._system.current in self._good
        return self._runs

    def start(self) -> bool:
        return self._runs or self.restart()

    def reload(self) -> None:
        pass


def begun(system: System, runs: bool, good: set[str], name: str = "new") -> tuple[Installation, Screen]:
    """Return an update to a version that is already built, on a running machine."""
    folder = system.at("opt/companion/versions")
    if not (folder / name).exists():
        subprocess.run(["cp", "-a", "--link", folder / system.current, folder / name], check=True)
    wish = InstallOptions(system.root, dry=False, ask=False, bundle=None, scanner="", network="", start=True, wait=1)
    installation, screen = Installation(wish), Screen(system, runs, good)
    installation.name = name
    installation.machine.is_booted = True
    installation.boot = installation.switching.boot = screen  # type: ignore[assignment]
    installation.results = installation.switching.results = Results(installation.machine)
    return installation, screen


def outcome(system: System) -> str:
    return str(json.loads(system.at("opt/companion/update.json").read_text())["outcome"])


@pytest.mark.parametrize("ran_before", [True, False], ids=["running", "still starting"])
def test_a_version_that_shows_no_picture_gives_way_to_the_one_before(installed: System, ran_before: bool) -> None:
    old, older = installed.current, installed.at("opt/companion/versions/older")
    older.mkdir()
    installed.at("opt/companion/previous").symlink_to("versions/older")
    installation, screen = begun(installed, runs=ran_before, good={old})
    installed.at(UNIT).unlink()
    installed.at(UNIT).write_text("the unit of the new version")
    with pytest.raises(TroubleError, match=f"version new does not start; version {old} was restored"):
        installation.switch()
    assert outcome(installed) == "restored"
    assert screen.started == ["new", old]
    assert installed.current == old
    assert os.readlink(installed.at("opt/companion/previous")) == "versions/older"
    assert not installed.at("opt/companion/versions/new").exists()
    assert installed.at(UNIT).read_text() == (ROOT / "deploy/files/companion.service").read_text()
    assert not installed.at(UNPROVEN).exists()


def test_where_neither_shows_a_picture_the_old_one_is_back_and_both_are_named(installed: System) -> None:
    old = installed.current
    installation, screen = begun(installed, runs=False, good=set())
    with pytest.raises(TroubleError, match=f"version {old} was restored, but does not start either"):
        installation.switch()
    assert screen.started == ["new", old]
    assert installed.current == old


def test_a_first_version_that_shows_no_picture_stays(installed: System) -> None:
    """There is nothing to go back to; perhaps no panel is connected."""
    installation, screen = begun(installed, runs=False, good=set(), name=installed.current)
    with pytest.raises(TroubleError, match="it is installed but shows nothing on the screen: run sudo"):
        installation.switch()
    assert screen.started == [installed.current]


# A power cut in the middle of an update


class PowerCutError(BaseException):
    """The plug is pulled: nothing that would be done afterwards is done."""


def cut_at(installation: Installation, moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pull the plug during an update, at a moment of it."""

    def pull(*_: object, **__: object) -> None:
        raise PowerCutError

    with monkeypatch.context() as patched:
        owner, name = {
            "before the links": (installation.versions, "point"),
            "before the first start": (installation.boot, "restart"),
            "while it is taken back": (installation.boot, "reload"),
        }[moment]
        patched.setattr(owner, name, pull)
        with pytest.raises(PowerCutError):
            installation.switch()


MOMENTS = ("before the links", "before the first start", "while it is taken back")


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_broken_version_is_taken_back_also_after_a_power_cut(
    installed: System, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = installed.current
    installation, _ = begun(installed, runs=True, good={old})
    cut_at(installation, moment, monkeypatch)
    assert installed.at(UNPROVEN).exists()
    again, _ = begun(installed, runs=False, good={old})  # as the service does at boot
    try:
        again.switching.resume()
    except TroubleError as told:
        assert f"version {old} was restored" in str(told)  # noqa: PT017
    assert installed.current == old
    assert not installed.at("opt/companion/versions/new").exists()
    assert not installed.at(UNPROVEN).exists()
    assert installed.at(UNIT).read_text() == (ROOT / "deploy/files/companion.service").read_text()


def test_a_good_version_stays_after_a_power_cut_before_its_first_picture(
    installed: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = installed.current
    installation, _ = begun(installed, runs=True, good={old, "new"})
    cut_at(installation, "before the first start", monkeypatch)
    again, _ = begun(installed, runs=False, good={old, "new"})
    again.switching.resume()
    assert installed.current == "new"
    assert os.readlink(installed.at("opt/companion/previous")) == f"versions/{old}"
    assert not installed.at(UNPROVEN).exists()


@pytest.mark.parametrize("good", [True, False], ids=["good", "broken"])
def test_the_same_bundle_again_after_a_power_cut_knows_the_way_back(
    installed: System, good: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the app handed over is still there after the cut, so that the service installs it again."""
    old = installed.current
    installation, _ = begun(installed, runs=True, good={old})
    cut_at(installation, "before the first start", monkeypatch)
    again, _ = begun(installed, runs=False, good={old, "new"} if good else {old})
    if good:
        again.switch()
    else:
        with pytest.raises(TroubleError, match=f"version {old} was restored"):
            again.switch()
    assert (installed.current, outcome(installed)) == (("new", "installed") if good else (old, "restored"))
    assert not installed.at(UNPROVEN).exists()


def test_the_service_has_nothing_to_finish_where_nothing_was_interrupted(installed: System) -> None:
    before = installed.current
    done = installed.run("install", "--handed-over", COMPANION_YES="1")
    assert done.returncode == 0, done.stderr
    assert installed.current == before


def test_a_version_that_shows_a_picture_stays(installed: System) -> None:
    old = installed.current
    installation, _ = begun(installed, runs=True, good={old, "new"})
    installation.switch()
    assert installed.current == "new"
    assert os.readlink(installed.at("opt/companion/previous")) == f"versions/{old}"


def test_an_installed_version_alone_has_nothing_to_install_from(installed: System) -> None:
    command = installed.at("opt/companion/current/deploy/install")
    known = os.environ | {"DESTDIR": str(installed.root)}
    done = subprocess.run([command], env=known, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith("use --bundle DIR with a folder made by deploy/bundle\n")
