"""`deploy/install`: install Companion as an appliance, or update it."""

import re
import shutil
import sys
import tempfile
import tomllib
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path

from appliance import checksums, libraries, signing
from appliance.boot import Boot
from appliance.checks import objections
from appliance.incoming import own_copy, small_file
from appliance.machine import Machine, Refusal, RefusedError, TroubleError, run, tell
from appliance.options import InstallOptions
from appliance.places import CAMERA, GAMES, HANDED_OVER, KEY, NETWORK, PLACES, SETTINGS, is_in_place, put
from appliance.plan import Step, carry_out
from appliance.quietboot import QuietBoot
from appliance.release import read_release, write_release
from appliance.switching import Switching
from appliance.translation import say
from appliance.trial import try_out
from appliance.updateoutcome import Results
from appliance.versions import HOME, Versions, Wheels, build, number_in

USER = "companion"
GROUPS = {"video", "render", "input", "dialout", "audio"}
OURS = ("install", "uninstall", "prepare", "constraints.txt", "appliance", "files")
"""The parts of deploy/ that are stored with every version, to remove and update it without this folder."""

DEPLOY = Path(__file__).resolve().parents[1]


class Installation:
    """One run of deploy/install."""

    def __init__(self, options: InstallOptions, results: Results | None = None) -> None:
        self.options = options
        self.results = results
        """Where to leave the result for the app, if it asked for the update."""
        self.machine = Machine(options.root)
        self.versions = Versions(self.machine)
        self.boot = Boot(self.machine)
        self.quiet = QuietBoot(self.machine)
        self.switching = Switching(self.machine, self.versions, self.boot, results)
        self._before = self.switching.before

    def run(self) -> int:
        """Carry out all steps that are needed and return the exit status. Raise TroubleError if one fails."""
        if faults := list(objections(self.machine, self.options.dry)):
            raise TroubleError("\n  ".join([say("Companion cannot be installed on this machine yet:"), *faults]))
        if not self.bundle and not (DEPLOY.parent / "pyproject.toml").exists():
            if self.options.key:
                carry_out([self._trust()], self.options.dry, self.options.ask)
                return 0
            nothing = "there is nothing to install here: use --bundle DIR with a folder made by deploy/bundle"
            raise TroubleError(say(nothing))
        with ExitStack() as kept:
            if self.bundle:
                self._take_over(self.bundle, kept)
            where = say("this machine") if self.machine.is_this else str(self.machine.root)
            tell(say("Companion {version} will be installed on {machine}:", machine=where, version=self.name))
            if carry_out(self.steps(), self.options.dry, self.options.ask):
                self._farewell()
        return 0

    def _take_over(self, bundle: Path, kept: ExitStack) -> None:
        """Copy the bundle to where only root can change it, and go on with the copy. Raise RefusedError unless it is
        signed with the trusted key and complete."""
        if self.options.handed_over and not trusted_key(self.machine):
            none = (
                "this machine does not yet know whose updates to trust: give it the public key of whoever "
                "makes your bundles, with sudo {command} --key FILE"
            )
            raise RefusedError(say(none, command=f"{HOME}/current/deploy/install"), Refusal.NO_KEY)
        if not self.options.dry:
            inside = self.machine.at(GAMES) if self.options.handed_over else None
            self.bundle = kept.enter_context(own_copy(bundle, inside))
        try:
            checksums.verify(self.bundle or bundle, self.key, bundle)
        except RefusedError as refused:
            if refused.reason is not Refusal.FORGED or self.options.handed_over:
                raise
            anyway = say("  if you trust whoever made it: --key {file}", file=bundle / checksums.KEY)
            raise RefusedError(f"{refused}\n{anyway}", Refusal.FORGED) from None
        if self.options.handed_over and self._is_older() and not self._may_be_older():
            older = (
                "version {version} is older than the one that is installed: hold its button in the app to go back to it"
            )
            raise RefusedError(say(older, version=self.number), Refusal.OLDER)

    def _is_older(self) -> bool:
        if not self._before:
            return False
        installed = read_release(self.versions.folder(self._before) / "deploy", number_in(self._before))
        return read_release(self.source, self.number).is_older_than(installed)

    def _may_be_older(self) -> bool:
        """Return whether somebody held the button in the app to install an older version."""
        return (
            "older" in small_file(self.machine.at(GAMES), *Path(HANDED_OVER).relative_to(GAMES).parts, "ready").split()
        )

    # What to install

    @cached_property
    def bundle(self) -> Path | None:
        """The folder of wheels to install from: the one given, or the one that contains this file."""
        if self.options.bundle:
            return self.options.bundle.absolute()
        return DEPLOY.parent if (DEPLOY.parent / checksums.FILE).exists() else None

    @cached_property
    def key(self) -> str | None:
        """The public key to trust: the one given, else the one trusted so far, else that of the first bundle."""
        if self.options.key:
            return signing.read_key(self.options.key)
        return trusted_key(self.machine) or (checksums.key_in(self.bundle) if self.bundle else None)

    @cached_property
    def number(self) -> str:
        """The number of the version, such as 0.2.0. Raises TroubleError if the bundle has none."""
        if self.bundle:
            return number_of(our_wheel(self.bundle))
        project = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        return str(project["version"])

    @cached_property
    def source(self) -> Path:
        """The deploy folder of the version to install."""
        return self.bundle / "deploy" if self.bundle else DEPLOY

    @cached_property
    def name(self) -> str:
        """The version and a hash of its content: equal names mean equal bytes."""
        python = f"{sys.version_info[0]}.{sys.version_info[1]}"
        if self.bundle:
            beside, files = self.bundle, [self.bundle / checksums.FILE]
        else:
            beside = DEPLOY.parent
            ours = ("companion", "hardware", "maps", "pyproject.toml", "README.md", "deploy/build_hook.py")
            roots = [beside / name for name in ours]
            files = [file for root in [*roots, *(DEPLOY / name for name in OURS)] for file in files_of(root)]
        return f"{self.number}-{checksums.digest(files, beside)[:8]}-py{python}"

    def steps(self) -> list[Step]:
        """Return all steps, in order."""
        names = libraries.names_in(libraries.this_release())
        system = say("the system libraries {names}", names=" ".join(names))
        user = say("a user, {user}, in the groups {groups}", user=USER, groups=", ".join(sorted(GROUPS)))
        version = say("version {version} in {folder}, tested", version=self.name, folder=HOME)
        files = say("the files {paths}", paths=", ".join([*(path for path, _ in PLACES.values()), SETTINGS]))
        games = say("the games folder, {folder}", folder=GAMES)
        console = say("the machine boots into the app, without a desktop or login prompt")
        quiet = say("a quiet start: the app's colour instead of text, cursor and logo (cmdline.txt, config.txt)")
        running = say("this version is running, and the previous one is kept")
        return [
            Step(system, self._lacks_libraries, self._install_libraries),
            Step(user, self._lacks_user, self._make_user),
            Step(version, self._lacks_version, self._make_version),
            Step(files, self._lacks_files, self._put_files),
            Step(games, self._lacks_games, self._make_games),
            Step(console, lambda: not self.boot.is_ours, self.boot.take),
            *([Step(quiet, lambda: self.quiet.is_loud, self.quiet.quieten)] if self._may_change_boot() else []),
            *([self._trust()] if self.key else []),
            Step(running, self._is_not_current, self.switch),
        ]

    def _may_change_boot(self) -> bool:
        """Return whether the files that the machine starts with may be changed: never by an update from a stick, which
        nobody watches and which a pulled plug may interrupt."""
        return self.quiet.is_there and not self.options.handed_over

    # The key

    def _trust(self) -> Step:
        assert self.key
        only = say(
            "updates from USB sticks only if they are signed with the key {key}", key=signing.fingerprint(self.key)
        )
        return Step(only, self._lacks_key, self._put_key)

    def _lacks_key(self) -> bool:
        there = self.machine.at(KEY)
        return not there.is_file() or there.read_text(encoding="utf-8") != f"{self.key}\n"

    def _put_key(self) -> None:
        with tempfile.TemporaryDirectory() as made:
            (Path(made) / "key").write_text(f"{self.key}\n", encoding="ascii")
            put(self.machine, Path(made) / "key", KEY, 0o644)

    # System libraries

    def _lacks_libraries(self) -> bool:
        return self.machine.is_this and bool(libraries.missing())

    def _install_libraries(self) -> None:
        missing = libraries.missing()
        if self.options.handed_over:  # the service has no network and cannot write where libraries are
            names = " ".join(missing)
            needed = "this version also needs {names}: connect this machine to the network once and run {command}"
            command = f"sudo apt-get install {names}"
            raise RefusedError(say(needed, names=names, command=command), Refusal.LIBRARIES, names)
        libraries.install(missing, libraries.packages_in(self.bundle, libraries.this_release()))

    # The user

    def _lacks_user(self) -> bool:
        return self.machine.ids(USER) is None or not set(self.machine.groups(USER)) >= GROUPS

    def _make_user(self) -> None:
        users = (self.source / "files/companion.sysusers").read_text(encoding="utf-8")
        run("systemd-sysusers", f"--root={self.machine.root}", "-", feed=users)
        if self._lacks_user():
            raise TroubleError(say("the user {user} could not be created", user=USER))

    # The version

    def _lacks_version(self) -> bool:
        return not self.versions.folder(self.name).is_dir()

    def _make_version(self) -> None:
        like = self.versions.folder(self._before) if self._before else None
        with self.versions.making(self.name) as folder, tempfile.TemporaryDirectory(prefix="companion-") as made:
            build(folder, self._wheels(Path(made)), like)
            shutil.rmtree(folder / "deploy", ignore_errors=True)
            for name in OURS:
                _copy(self.source / name, folder / "deploy" / name)
            if not self.bundle:
                write_release(folder / "deploy", self.number)
            try:
                try_out(self.machine, folder, like, USER, self.options.wait)
            except RefusedError as trouble:
                kept = (
                    say("version {version} is kept", version=self._before)
                    if self._before
                    else say("nothing was installed")
                )
                fails = "version {version} was not installed ({kept}): {trouble}"
                raise RefusedError(say(fails, version=self.name, kept=kept, trouble=trouble), trouble.reason) from None

    def _wheels(self, made: Path) -> Wheels:
        constraints = self.source / "constraints.txt"
        if self.bundle:
            return Wheels(our_wheel(self.bundle), self.bundle / "wheels", constraints)
        only = {"PIP_CONSTRAINT": str(constraints), "PIP_BUILD_CONSTRAINT": str(constraints)}
        run(sys.executable, "-m", "venv", made / "venv")
        pip = (made / "venv/bin/python", "-m", "pip", "--quiet", "--disable-pip-version-check")
        try:
            run(*pip, "wheel", "--no-cache-dir", "--no-deps", "-w", made, DEPLOY.parent, environment=only)
        except TroubleError as trouble:
            why = say("is this machine online? Without a network, use --bundle")
            failed = say("Companion could not be built; {why}", why=why)
            raise TroubleError(f"{failed}\n  {trouble}") from None
        return Wheels(next(made.glob("companion-*.whl")), None, constraints)

    # The files in the system

    def _lacks_files(self) -> bool:
        files = self.source / "files"
        return (
            any(not is_in_place(self.machine, files / name, *place) for name, place in PLACES.items())
            or self._new_settings() is not None
            or self.machine.at(NETWORK).exists() != self._wants_network()
            or self.machine.at(CAMERA).exists() != self._wants_camera()
        )

    def _wants_network(self) -> bool:
        return self.options.network == "yes" or (self.machine.at(NETWORK).exists() and self.options.network != "no")

    def _wants_camera(self) -> bool:
        """Return whether the app may use cameras: if it is told so, could before, or there is one."""
        if self.options.camera:
            return self.options.camera == "yes"
        return self.machine.at(CAMERA).exists() or has_camera(self.machine)

    def _new_settings(self) -> str | None:
        """Return the settings to write, or None if nothing changes. What users wrote is kept."""
        there = self.machine.at(SETTINGS)
        ours = (self.source / "files/companion.default").read_text(encoding="utf-8")
        text = there.read_text(encoding="utf-8") if there.exists() else ours
        if self.options.scanner:
            line = f"SCANNER={self.options.scanner}"
            text = re.sub("^SCANNER=.*$", lambda _: line, text, flags=re.MULTILINE)
        return None if there.exists() and there.read_text(encoding="utf-8") == text else text

    def _put_files(self) -> None:
        self._note()
        files = self.source / "files"
        for name, (path, mode) in PLACES.items():
            if not is_in_place(self.machine, files / name, path, mode):
                put(self.machine, files / name, path, mode)
        if (text := self._new_settings()) is not None:
            with tempfile.TemporaryDirectory() as made:
                (Path(made) / "settings").write_text(text, encoding="utf-8")
                put(self.machine, Path(made) / "settings", SETTINGS, 0o644)
        if self._wants_network():
            put(self.machine, files / "network.conf", NETWORK, 0o644)
        else:
            self.machine.at(NETWORK).unlink(missing_ok=True)
        if self._wants_camera():
            put(self.machine, files / "camera.conf", CAMERA, 0o644)
        else:
            self.machine.at(CAMERA).unlink(missing_ok=True)
        self.boot.reload()

    # The games

    def _lacks_games(self) -> bool:
        folder, owner = self.machine.at(GAMES), self.machine.ids(USER)
        if not folder.is_dir() or folder.stat().st_mode & 0o777 != 0o750:
            return True
        return (folder.stat().st_uid, folder.stat().st_gid) != owner

    def _make_games(self) -> None:
        folder, owner = self.machine.at(GAMES), self.machine.ids(USER)
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o750)
        if owner:
            self.machine.give(folder, owner)

    # Starting

    def _is_not_current(self) -> bool:
        if self.versions.current != self.name or self.versions.superfluous():
            return True
        if not self._should_start():
            return False
        return self.switching.is_under_way or self._lacks_files() or not self.boot.is_running()

    def _should_start(self) -> bool:
        return self.machine.is_booted and self.options.start and not self.boot.shows_desktop

    def _note(self) -> None:
        """Write down that this version is on its way, before a power cut could leave anything half changed."""
        self.switching.note(self.name, self.options.handed_over)

    def switch(self) -> None:
        """Make the new version the current one. Raise TroubleError if it does not start; then the version before, if
        there is one, is restored."""
        self._note()
        self.switching.switch(self.name, start=self._should_start())

    def _farewell(self) -> None:
        if self.options.dry:
            return
        if self.machine.is_this and not self.machine.is_booted:
            tell(say("Done. Companion will start when the machine boots."))
        elif self.boot.shows_desktop:
            tell(say("Done. Restart the machine now (sudo reboot): it will boot into Companion."))
        elif self.machine.is_booted:
            tell(say("Done."))
        else:
            needed = libraries.names_in(libraries.this_release(self.machine.at("/etc/os-release")))
            tell(say("Done. The image also needs: {names}", names=" ".join(needed)))
        tell(say("  check it: sudo companion doctor · list its games: sudo companion games"))
        if self.boot.has_desktop:
            tell(say("  use the desktop until the next restart: sudo systemctl start display-manager"))
        if not self.key:
            stick = "  allow updates from USB sticks, with the key of your bundles: sudo {command} --key FILE"
            tell(say(stick, command=f"{HOME}/current/deploy/install"))
        tell(say("  uninstall: sudo {command}", command=f"{HOME}/current/deploy/uninstall"))


def trusted_key(machine: Machine) -> str | None:
    """Return the public key that a machine trusts: the stored one, or the one that came with its version, which is the
    first for a machine installed before there were signatures; None if there is none. Raise TroubleError."""
    if machine.at(KEY).is_file():
        return signing.read_key(machine.at(KEY))
    return checksums.key_in(machine.at(HOME) / "current")


def has_camera(machine: Machine) -> bool:
    """Return whether a camera is connected: a sensor on the ribbon cable, or a webcam."""
    video = machine.at("/sys/class/video4linux")
    usb = (entry for entry in video.glob("video*") if (entry / "device/subsystem").resolve().name == "usb")
    return any(video.glob("v4l-subdev*")) or any(usb)


def our_wheel(bundle: Path) -> Path:
    """Return the wheel of Companion in a bundle. Raise TroubleError unless there is exactly one."""
    found = sorted((bundle / "wheels").glob("companion-*.whl"))
    if len(found) != 1:
        wrong = "{folder} has {count} Companion wheels instead of one: make a new folder with deploy/bundle"
        raise TroubleError(say(wrong, folder=bundle, count=len(found)))
    return found[0]


def number_of(wheel: Path) -> str:
    """Return the version number of a wheel."""
    return wheel.name.split("-")[1]


def files_of(root: Path) -> list[Path]:
    """Return the files of a file or folder, without compiled ones."""
    if root.is_file():
        return [root]
    return [file for file in root.rglob("*") if file.is_file() and file.suffix not in (".pyc", ".mo")]


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy2(source, target)
