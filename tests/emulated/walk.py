"""A life of the appliance, on an emulated machine: run before a release, as root, and look at its pictures.

    PYTHONPATH=deploy .venv/bin/python -m tests.emulated.walk DIR [--from STAGE] [--until STAGE]

installs this checkout on a card, switches it on, goes through the first steps by touch, corrects the date, claims a
route by touch and one with a scanner that is plugged in late, pulls the plug, sets clock and time zone, asks systemd
for what the app may not do, unplugs the touchscreen, updates from a stick, takes back an update that shows no picture,
after a power cut in its middle, measures memory, lets the doctor look, and powers off in the app. A twin of the app on
a virtual screen here says where to touch, and what must be recorded there in the end. DIR/pictures has a picture of
each stage, DIR/figures.json what was measured, DIR/doctor.txt the report. A walk can be continued
from a stage.
"""

import argparse
import base64
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ["LANGUAGE"] = "en"

from tests.emulated.twin import SIZE, Twin, events_in  # before all else that loads Kivy

# isort: split
from PIL import Image

from appliance.bundle import Contents, add_installer, find_key, make
from companion.boards import Library
from companion.cli.labels import labels_of
from companion.screens.start.firststeps import FirstSteps
from emulator.qemu import Emulated, Panel
from emulator.workshop import Workshop
from hardware.codes import Command, command, player
from tests.deploy.wheels import ROOT, changed

THERE = Path(__file__).parent / "there"
"""Programs that run on the machine."""
TOUCHED, SCANNED = "roma--venezia:black", "brest--paris:black"
PAST_GAMES = 636, 325
"""Where its button is on the start screen."""
UPDATE = "/var/lib/companion/update"
DAY = 24 * 60 * 60
ZONE = "Europe/Oslo"
TIMEDATE, HOSTNAME, LOGIN, SYSTEMD = (
    f"org.freedesktop.{name} /org/freedesktop/{name} org.freedesktop.{name}"
    for name in ("timedate1", "hostname1", "login1", "systemd1")
)
FORBIDDEN = {
    "another name of the machine": f"{HOSTNAME} SetStaticHostname sb other false",
    "the hardware clock in local time": f"{TIMEDATE} SetLocalRTC bbb true false false",
    "halting": f"{LOGIN}.Manager Halt b false",
    "suspending": f"{LOGIN}.Manager Suspend b false",
    "locking the sessions of others": f"{LOGIN}.Manager LockSessions",
    "stopping another service": f"{SYSTEMD}.Manager StopUnit ss dbus.service replace",
    "starting another service": f"{SYSTEMD}.Manager StartUnit ss rescue.target replace",
}
"""What the app's user may not do, as busctl asks for it."""


class Walk:
    """The walk, stage by stage."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workshop = Workshop(folder / "machine")
        self.figures: dict[str, object] = (
            json.loads((folder / "figures.json").read_text()) if (folder / "figures.json").exists() else {}
        )
        self.machine: Emulated
        self.twin: Twin | None = None

    def note(self, name: str, value: object) -> None:
        """Write a figure down."""
        self.figures[name] = value
        print(f"   {name}: {value}", flush=True)
        (self.folder / "figures.json").write_text(json.dumps(self.figures, indent=1))

    def picture(self, name: str) -> Path:
        return self.machine.picture(self.folder / "pictures" / f"{name}.png")

    # Stages

    def install(self) -> None:
        """Make a card in the layout of the official one, and install this checkout on it."""
        began = time.monotonic()
        os.environ.setdefault("COMPANION_KEY", str(self.folder / "key"))
        if not (self.folder / "bundle").exists():
            make(self.folder / "bundle", Contents(("3.11",)))
        self.workshop.make("bookworm", self.folder / "bundle")
        self.note("card made in seconds", round(time.monotonic() - began))

    def first_boot(self) -> None:
        """From power to the app: nothing may be seen but our colour."""
        began = time.monotonic()
        self.workshop.boot(self.machine)
        colours: dict[str, int] = {}
        while not self.is_ready():
            name = f"boot-{round(time.monotonic() - began):04}"
            size, found = colours_in(self.picture(name))
            if size == SIZE:  # before that it is QEMU that says that there is no picture yet
                colours[name] = found
            time.sleep(5)
        self.note("seconds from power to the first frame", round(time.monotonic() - began))
        self.note("colours seen while it starts", colours)
        assert 2 not in colours.values(), "there is text on the screen"
        self.machine.settle()
        self.picture("first-steps")
        self.measure("after the first start")

    def is_ready(self) -> bool:
        try:
            return self.machine.shell.run("systemctl is-active companion || true", 30).split()[-1] == "active"
        except (TimeoutError, subprocess.CalledProcessError, ValueError, IndexError):
            return False

    def measure(self, when: str) -> None:
        """Note how long the app took to its first frame, and its memory."""
        run = self.machine.shell.run
        names = ("ExecMainStartTimestampMonotonic", "ActiveEnterTimestampMonotonic")
        begun, ready = (int(run(f"systemctl show companion -P {name}").split()[-1]) for name in names)
        self.note(f"seconds from service start to first frame, {when}", round((ready - begun) / 1e6, 1))
        status = run("cat /proc/$(systemctl show companion -P MainPID)/status")
        resident = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
        self.note(f"MB resident, {when}", int(resident) // 1024)
        memory = run("cat /proc/meminfo").split()
        for name in ("MemTotal", "MemAvailable"):
            self.note(f"MB {name}, {when}", int(memory[memory.index(f"{name}:") + 1]) // 1024)

    def first_steps(self) -> None:
        """By touch, with a scanner that is plugged in after the app has started."""
        shutil.rmtree(self.folder / "twin", ignore_errors=True)
        self.twin = Twin(self.folder / "twin", self.machine)
        driver = self.twin.driver
        page = driver.app.session.host.screen
        assert isinstance(page, FirstSteps)
        self.twin.touch("Next")
        for mark in driver.widgets():
            if type(mark).__name__ == "Corner":
                driver.tap(mark)
        self.picture("four-marks")
        self.twin.touch("Next")
        self.machine.plug_in_scanner()
        self.wait_for_scanner()
        self.twin.scan(command(Command.LOOK_UP).text)
        self.picture("scanner")
        while isinstance(driver.app.session.host.screen, FirstSteps):
            self.twin.touch("Next" if page.step + 1 < page.steps else "Start")
        self.picture("home")

    def claims(self) -> None:
        """A new game, which asks for the date, since there is no clock that goes on without power; a claim by touch."""
        if self.twin is None:  # the walk is continued here
            self.boot_again("to go on")
            self.twin = Twin(self.folder / "twin", self.machine)
            self.machine.plug_in_scanner()
            self.wait_for_scanner()
        before = self.clock()
        self.twin.touch("New game")
        self.picture("date-question")
        self.twin.step("day")
        self.twin.touch("Yes, that is right")
        self.wait_until(lambda: self.clock() > before + DAY - 600, 120)
        self.note("the clock after a day was added, in hours", round((self.clock() - before) / 3600, 1))
        self.machine.settle()
        self.picture("date-is-set")
        self.twin.back()
        self.twin.new_game("Europe", "red blue")
        self.picture("table")
        self.twin.claim(TOUCHED)
        self.machine.settle()
        self.picture("claimed-by-touch")

    def clock(self) -> int:
        """Return what the clock of the machine says."""
        return int(self.machine.shell.run("date +%s"))

    def scanned_claim(self) -> None:
        """A badge and a route, with the scanner."""
        if self.twin is None:  # the walk is continued here
            self.boot_again("to go on")
            self.twin = Twin(self.folder / "twin", self.machine)
            self.twin.touch("Continue")
            self.machine.plug_in_scanner()
            self.wait_for_scanner()
        board = Library().load("europe")
        routes = list(labels_of(board, "routes"))
        ends = {route.id: sorted(board.cities[end].name for end in route.ends) for route in board.routes.values()}
        names = sorted(board.routes, key=lambda route: (ends[route], route))
        self.twin.scan(player("blue").text)
        self.twin.scan(str(routes[names.index(SCANNED)].code))
        self.machine.settle()
        self.picture("claimed-by-scan")

    def wait_for_scanner(self) -> None:
        """Wait until the app has opened the scanner that was plugged in."""
        files = "ls -l /proc/$(systemctl show companion -P MainPID)/fd"
        self.wait_until(lambda: "ttyUSB" in self.machine.shell.run(files), 300)

    def power_cut(self) -> None:
        """Pull the plug, switch it on again: everything must be there."""
        assert self.twin
        self.machine.pull_the_plug()
        self.note("writes on the card at the cut, and lost", (self.machine.kept, self.machine.lost))
        self.boot_again("boot-after-cut")
        self.picture("after-the-cut")
        expected, found = self.twin.recorded(), self.recorded()
        self.twin = None
        checked = self.machine.shell.run("journalctl -b -t systemd-fsck -o cat").splitlines()
        self.note("what the check of the card said after the cut", checked)
        self.note("events before the cut", len(expected))
        self.note("events after the cut", len(found))
        assert found == expected, (found, expected)
        self.measure("after the cut")

    def set_clock(self) -> None:
        """Date, time and time zone in the settings, as the service does it; what else it asks for is refused."""
        run = self.machine.shell.run
        twin = Twin(self.folder / "twin", self.machine)
        for button in ("Settings", "Device", "Date and time"):
            twin.touch(button)
        before = self.clock()
        twin.step("day")
        twin.step("year")
        twin.touch("Set date and time")
        self.wait_until(lambda: self.clock() > before + 366 * DAY - 600, 120)
        self.note("the clock after a day and a year were added, in days", round((self.clock() - before) / DAY, 2))
        self.machine.settle()
        self.picture("clock-is-set")
        twin.touch("Time zone: London")
        self.picture("time-zones")
        twin.touch("Oslo")
        self.wait_until(lambda: ZONE in run("readlink /etc/localtime"), 120)
        self.machine.settle()
        self.picture("zone-is-set")
        self.note("after that", run("timedatectl show").split())
        for _ in range(3):
            twin.back()
        twin.stop()
        self.refusals()

    def refusals(self) -> None:
        """The app's user may power off, restart, set the clock and the zone; systemd refuses it everything else."""
        run = self.machine.shell.run
        as_user = "runuser -u companion -- busctl --system --allow-interactive-authorization=no call"
        for what in ("CanPowerOff", "CanReboot"):
            assert run(f"{as_user} {LOGIN}.Manager {what}").split() == ["s", '"yes"'], what
        answers = {}
        for what, asked in FORBIDDEN.items():
            answers[what] = run(f"{as_user} {asked} && echo allowed; true", 120).strip()
        self.note("refused to the app's user", answers)
        assert all("authentication required" in answer or "denied" in answer for answer in answers.values()), answers
        assert run("hostname").strip() == "companion"

    def recorded(self) -> list[dict[str, object]]:
        """Return what the machine has recorded in its only game."""
        return events_in(self.machine.shell.run("companion games --export 1"))

    def boot_again(self, name: str) -> None:
        began = time.monotonic()
        self.workshop.boot(self.machine)
        self.machine.wait_for_shell()
        self.wait_until(self.is_ready)
        self.note(f"seconds, {name}", round(time.monotonic() - began))
        self.machine.settle()

    def wait_until(self, condition: Callable[[], bool], patience: float = 1800) -> None:
        until = time.monotonic() + patience
        while not condition():
            assert time.monotonic() < until, "it never came about"
            time.sleep(3)

    def touchscreen(self) -> None:
        """Unplug it and plug it in again: a touch must still do something."""
        self.machine.settle()
        before = self.picture("touchscreen-before").read_bytes()
        self.machine.unplug_touchscreen()
        self.wait_until(lambda: "virtio" not in self.machine.shell.run("cat /proc/bus/input/devices").lower(), 120)
        self.machine.plug_in_touchscreen()
        self.wait_until(lambda: "virtio" in self.machine.shell.run("cat /proc/bus/input/devices").lower(), 120)
        time.sleep(10)
        with self.machine.expecting_change():
            self.machine.touch(*PAST_GAMES)
        assert self.picture("touchscreen-after").read_bytes() != before

    def newer(self, version: str, **texts: str) -> Path:
        """Make a bundle of another version, with some files replaced."""
        folder = self.folder / f"bundle-{version}"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.folder / "bundle", folder)
        (wheel,) = (folder / "wheels").glob("companion-*.whl")
        new = changed(wheel, folder, version, **texts)
        wheel.unlink()
        new.rename(folder / "wheels" / new.name)
        shutil.rmtree(folder / "deploy")
        os.environ.setdefault("COMPANION_KEY", str(self.folder / "key"))
        add_installer(folder, find_key())
        return folder

    def hand_over(self, version: str, label: str, **texts: str) -> None:
        """Plug in a stick with a newer version, which must be called by its label, and do what the app does with it."""
        files = self.folder / "stick"
        shutil.rmtree(files, ignore_errors=True)
        files.mkdir()
        self.newer(version, **texts).rename(files / "bundle")
        self.machine.plug_in_stick(self.machine.make_stick(files, label))
        run = self.machine.shell.run
        self.wait_until(lambda: f"/media/{label} " in run("cat /proc/mounts"), 300)
        self.note(f"stick {label} is at", f"/media/{label}")
        copy = f"mkdir {UPDATE} && cp -r /media/{label}/bundle {UPDATE}/bundle && touch {UPDATE}/ready"
        run(f"runuser -u companion -- sh -c 'rm -rf {UPDATE}; {copy}'", 1200)
        self.machine.unplug_stick()

    def outcome(self) -> dict[str, str]:
        found = json.loads(self.machine.shell.run("cat /opt/companion/update.json").split("\n")[0])
        assert isinstance(found, dict)
        return found

    def read_outcome(self, name: str) -> None:
        """Look at what the app says about an update, and touch OK."""
        told = self.folder / "twin/root/opt/companion/update.json"
        told.parent.mkdir(parents=True, exist_ok=True)
        told.write_text(json.dumps(self.outcome()), encoding="utf-8")
        twin = Twin(self.folder / "twin", self.machine)
        self.picture(name)
        twin.touch("OK")
        self.picture(f"{name}-home")
        twin.stop()

    def current(self) -> str:
        return self.machine.shell.run("basename $(readlink /opt/companion/current)").strip()

    def is_proven(self) -> bool:
        """Return whether no update is under way."""
        return "no" in self.machine.shell.run("test -e /opt/companion/unproven.json || echo no; true").split()

    def update(self) -> None:
        """A good version from a stick."""
        began = time.monotonic()
        self.hand_over("9.1", "UPDATE")
        self.wait_until(lambda: self.current().startswith("9.1-") and self.is_ready(), 3600)
        self.wait_until(self.is_proven, 1800)
        self.note("update in seconds", round(time.monotonic() - began))
        self.note("outcome of the update", self.outcome()["outcome"])
        self.read_outcome("updated")

    def rollback(self) -> None:
        """A version that passes its trial and then shows nothing; the plug is pulled before it is found out."""
        home = (ROOT / "companion/screens/start/home.py").read_text(encoding="utf-8")
        dark = f"{home}\nimport os\nassert 'INVOCATION_ID' not in os.environ\n"
        self.hand_over("9.2", "DARK", companion__screens__start__home=dark)
        began = time.monotonic()
        self.wait_until(lambda: self.current().startswith("9.2-"), 3600)
        self.machine.shell.run("sync")  # a moment later this would be on the card; before, the update is only not begun
        self.machine.pull_the_plug()
        self.note("writes on the card at this cut, and lost", (self.machine.kept, self.machine.lost))
        self.note("plug pulled in the middle of the update, after seconds", round(time.monotonic() - began))
        began = time.monotonic()
        self.workshop.boot(self.machine)
        self.machine.wait_for_shell()
        self.wait_until(lambda: self.current().startswith("9.1-") and self.is_ready() and self.is_proven(), 3600)
        self.note("seconds from power to the version before being back", round(time.monotonic() - began))
        self.note("outcome of the broken update", self.outcome()["outcome"])
        self.read_outcome("rolled-back")
        assert self.recorded()

    def memory(self) -> None:
        """Beside the app: how much an empty Kivy app takes on the same console."""
        run = self.machine.shell.run
        self.machine.settle()
        for program in ("sums.py", "empty.py"):
            self.write(f"/tmp/{program}", (THERE / program).read_text(encoding="utf-8"))
        self.note_memory("the app", run("python3 /tmp/sums.py $(systemctl show companion -P MainPID)"))
        run("systemctl stop companion")
        said = run("/opt/companion/current/bin/python -I /tmp/empty.py 2>/tmp/empty.log", 600)
        self.note_memory("an empty Kivy app", said)
        run("systemctl start companion", 1800)

    def write(self, path: str, text: str) -> None:
        """Write a file there."""
        coded = base64.b64encode(text.encode()).decode()
        self.machine.shell.run(f"echo {coded} | base64 -d > {path}")

    def note_memory(self, of: str, said: str) -> None:
        """Note the memory of a program by what it is for, in MB, from the lines that sums.py prints."""
        found = {line.split()[0]: int(line.split()[1]) for line in said.splitlines() if len(line.split()) == 2}
        self.note(f"MB resident of {of}", round(sum(found.values()) / 1024))
        most = sorted(found, key=lambda name: -found[name])[:14]
        self.note(f"MB of {of} by what it is for", {name: round(found[name] / 1024, 1) for name in most})

    def doctor(self) -> None:
        """What the doctor says there, as people would read it."""
        run = self.machine.shell.run
        said = "\n".join(run(f"companion doctor {option}; true", 900) for option in ("", "--pi"))
        (self.folder / "doctor.txt").write_text(said, encoding="utf-8")
        assert "Traceback" not in said
        assert "pi-report.txt" in said
        assert "Power off" in run("cat /var/lib/companion/pi-report.txt")

    def power_off(self) -> None:
        """In the app, as people do it; everything is on the card then."""
        twin = Twin(self.folder / "twin", self.machine)
        for button in ("Settings", "Device", "Power off"):
            twin.touch(button)
        self.picture("power-off")
        x, y = twin.driver.at(twin.driver.find(text="Power off", kind="danger"))
        twin.stop()  # it must not switch this machine off
        began = time.monotonic()
        self.machine.touch(x, SIZE[1] - 1 - y)
        self.machine.wait_until_off()
        self.note("seconds from Power off to off", round(time.monotonic() - began))


STAGES = (
    "install", "first_boot", "first_steps", "claims", "scanned_claim", "power_cut", "set_clock", "touchscreen",
    "update", "rollback", "memory", "doctor", "power_off",
)  # fmt: skip


def colours_in(file: Path) -> tuple[tuple[int, int], int]:
    """Return the size of a picture and how many colours it has: one is a plain screen, text on it makes two."""
    picture = Image.open(file).convert("RGB")
    found = picture.getcolors(1 << 20)
    return picture.size, len(found) if found else 1 << 20


def main() -> int:
    """Walk, and return 0 if all went well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--from", dest="first", choices=STAGES, default=STAGES[0])
    parser.add_argument("--until", dest="last", choices=STAGES, default=STAGES[-1])
    parser.add_argument("--memory", type=int, default=512)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the machine ends with this program
    options.folder.mkdir(parents=True, exist_ok=True)
    walk = Walk(options.folder.absolute())
    stages = STAGES[STAGES.index(options.first) : STAGES.index(options.last) + 1]
    if "install" in stages:
        print("== install", flush=True)
        walk.install()
    if stages == ("install",):
        return 0
    with walk.workshop.machine(Panel(*SIZE), options.memory) as machine:
        walk.machine = machine
        if STAGES.index(options.first) > STAGES.index("power_cut"):
            walk.boot_again("to go on")
        for stage in stages:
            if stage != "install":
                print(f"== {stage}", flush=True)
                getattr(walk, stage)()
    print(json.dumps(walk.figures, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
