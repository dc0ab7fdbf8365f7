"""Before there is a window: which screen, how large, and how the table is divided."""

import ast
import os
import subprocess
import sys
from contextlib import suppress
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.examples import example_record
from companion.screens.shell import window
from companion.screens.shell.appearance import TEXT_SIZES
from companion.screens.shell.window import DESIGNED, density_for
from companion.screens.table.arrangement import Arrangement, Rect, arranged
from hardware.displays import Panel

ROOT = Path(__file__).parents[3]


no_screen = pytest.mark.skipif(any(Path("/dev/dri").glob("card*")), reason="this machine has a screen")


def without_a_screen(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Run companion in a terminal where nothing else can be seen. Return its status, its output and its messages."""
    hidden = ("DISPLAY", "SDL_VIDEODRIVER", "WAYLAND_DISPLAY")
    terminal, end = os.openpty()
    told = folder / "output"
    with told.open("w") as output, subprocess.Popen(
        [sys.executable, "-c", "import companion.cli as cli; raise SystemExit(cli.main())", *arguments],
        env={name: value for name, value in os.environ.items() if name not in hidden} | {"TMPDIR": str(folder)},
        stdout=output, stderr=end, cwd=ROOT,
    ) as app:  # fmt: skip
        os.close(end)
        messages = b""
        with suppress(OSError):  # raised when the app has closed the terminal
            while part := os.read(terminal, 4096):
                messages += part
    os.close(terminal)
    return app.returncode, told.read_text(), messages.decode()


@no_screen
def test_without_a_screen_and_arguments_the_demo_is_played_and_its_sheet_printed(tmp_path: Path) -> None:
    status, output, messages = without_a_screen(tmp_path)
    moves = len(example_record("europe").events)
    assert status == 0
    assert "░" in messages
    assert f"moves: {moves} of {moves}" in messages
    assert "Europe, final score" in output
    (folder,) = tmp_path.glob("companion-demo-*")
    assert f"are in {folder}\n" in output
    assert len(list(folder.glob("*.png"))) > 10
    assert "DISPLAY=:0" in output


@no_screen
def test_a_service_without_a_screen_ends_in_one_sentence_that_says_what_can_be_done(tmp_path: Path) -> None:
    status, output, messages = without_a_screen(tmp_path, "--data", str(tmp_path))
    assert status == 2
    assert output == ""
    (sentence,) = messages.splitlines()
    assert "companion score FILE" in sentence
    assert "./deploy/pictures" in sentence


@pytest.mark.parametrize(
    ("size", "density"),
    [((800, 480), 1.0), ((480, 800), 1.0), ((1280, 720), 1.6), ((1024, 600), 1.28), ((1920, 1080), 2.4),
     ((320, 240), 0.75)],
)  # fmt: skip
def test_every_panel_shows_things_at_the_same_size(size: tuple[int, int], density: float) -> None:
    assert density_for(*size) == pytest.approx(density)


@given(st.integers(600, 4000), st.integers(400, 4000))
def test_what_every_screen_is_laid_out_for_always_fits(width: int, height: int) -> None:
    density = density_for(width, height)
    across, along = max(width, height) / density, min(width, height) / density
    assert density == 0.75 or (across >= DESIGNED[0] - 0.01 and along >= DESIGNED[1] - 0.01)


def parts(plan: Arrangement) -> dict[str, Rect]:
    found = {"status": plan.status, "map": plan.map, "players": plan.players, "bar": plan.bar}
    return found if plan.foot is None else found | {"foot": plan.foot}


def overlap(one: Rect, other: Rect) -> float:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    up = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return min(across, up)


PANELS = st.sampled_from([(800, 480), (1280, 720), (1024, 600), (1280, 800), (1920, 1080)])


@given(
    PANELS,
    st.booleans(),
    st.floats(0.65, 1.6),
    st.integers(2, 6),
    st.integers(3, 6),
    st.sampled_from(list(TEXT_SIZES.values())),
    st.booleans(),
)
def test_no_part_of_the_table_lies_on_another(
    panel: tuple[int, int], turned: bool, proportion: float, players: int, buttons: int, text: float, left: bool
) -> None:
    density = density_for(*panel)
    width, height = (side / density for side in (reversed(panel) if turned else panel))
    plan = arranged(width, height, proportion, players, buttons, text)
    if left and not turned:
        plan = plan.for_left_hands(width)
    for name, part in parts(plan).items():
        assert part.width > 0, name
        assert part.height > 0, name
        assert part.x >= -0.01, name
        assert part.y >= -0.01, name
        assert part.x + part.width <= width + 0.01, name
        assert part.y + part.height <= height + 0.01, name
    for (name, one), (other_name, other) in combinations(parts(plan).items(), 2):
        assert overlap(one, other) <= 0.01, f"{name} and {other_name}"
    assert plan.map.width * plan.map.height >= 0.27 * width * height  # the map is what the screen is for
    assert plan.players.height / -(-players // plan.player_columns) >= 60
    if not turned:
        assert (plan.players.x < plan.map.x) == left
    for button in (plan.help, plan.lock):
        assert min(button.width, button.height) >= 48
        assert overlap(button, plan.map) <= 0.01
    assert overlap(plan.help, plan.lock) <= 0.01
    assert plan.bar.width / plan.bar_columns >= 60


def configured(driver: str, expression: str) -> object:
    """Return what stands in Kivy's configuration with a driver of SDL."""
    code = (
        "import os; from companion.screens.shell.window import WindowOptions, prepare; from kivy.config import Config;"
        f"prepare(WindowOptions(size=(800, 480))); print({expression})"
    )
    environment = os.environ | {"SDL_VIDEODRIVER": driver, "KIVY_NO_ARGS": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, cwd=ROOT, check=True
    )
    return ast.literal_eval(done.stdout)


def test_on_the_console_only_touchscreens_give_touches_and_frames_wait_for_the_panel() -> None:
    """Kivy's own choice on a Raspberry Pi is every input device, and the mouse of SDL beside them."""
    both = "(dict(Config.items('input')), Config.get('graphics', 'vsync'))"
    assert configured("kmsdrm", both) == ({"mouse": "mouse,disable_multitouch", "touch": "touchscreens"}, "1")


def test_on_a_desktop_only_the_mouse_gives_touches() -> None:
    assert configured("x11", "dict(Config.items('input'))") == {"mouse": "mouse,disable_multitouch"}


def test_the_card_with_the_panel_is_named_to_sdl_unless_people_did(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "connected_panels", lambda: [Panel(1, "DSI-1", (720, 1280))])
    monkeypatch.setattr(window, "_configure", lambda *_: None)
    for named, expected in (({}, "1"), ({"SDL_KMSDRM_DEVICE_INDEX": "0"}, "0")):
        environment = {"SDL_VIDEODRIVER": "kmsdrm", **named}
        window.prepare(window.WindowOptions(), environment)
        assert environment["SDL_KMSDRM_DEVICE_INDEX"] == expected
        assert environment["KIVY_METRICS_DENSITY"] == str(density_for(720, 1280))
    desktop = {"SDL_VIDEODRIVER": "x11"}
    window.prepare(window.WindowOptions(), desktop)
    assert "SDL_KMSDRM_DEVICE_INDEX" not in desktop
