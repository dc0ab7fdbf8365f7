"""Sets up the window before it exists: display, touch input, size. Must be imported before anything of Kivy."""

import ctypes
import os
from dataclasses import dataclass
from pathlib import Path

from hardware.displays import connected_panels


class NoScreenError(Exception):
    """Raised when there is no visible screen."""


@dataclass(frozen=True, slots=True)
class WindowOptions:
    """The requested size, mode and rotation of the window."""

    size: tuple[int, int] | None = None
    windowed: bool = False
    rotation: int = 0


DESIGNED = (800, 450)
"""The space in dp that every screen is laid out for; a larger panel shows the same, larger."""


_LEAST = 338
"""How small a window can be made, in pixels: the short side of the smallest panel on which everything fits."""


_WINDOW = 1280, 720
"""The size of a window on a desktop, and of a panel that does not tell its own."""


def density_for(width: int, height: int) -> float:
    """Return the pixels per dp with which a 7" panel of any resolution shows things at the same size."""
    across, along = max(width, height), min(width, height)
    return max(0.75, min(across / DESIGNED[0], along / DESIGNED[1]))


def prepare(options: WindowOptions, environment: dict[str, str] | None = None) -> None:
    """Configure Kivy: ignore the user's own configuration, use one input provider. Raise NoScreenError if there is no
    visible screen."""
    known = os.environ if environment is None else environment
    driver = known.get("SDL_VIDEODRIVER") or visible_driver(known)
    known["SDL_VIDEODRIVER"] = driver
    known["KIVY_WINDOW"] = "sdl2"  # fail rather than fall back to another provider
    for name in ("KIVY_NO_ARGS", "KIVY_NO_CONFIG", "KIVY_NO_FILELOG", "KIVY_NO_ENV_CONFIG"):
        known[name] = "1"
    known.setdefault("KIVY_LOG_MODE", "MIXED")
    known.setdefault("KIVY_NO_CONSOLELOG", "1")
    known["KIVY_DPI"] = "96"
    on_console = driver == "kmsdrm"
    panel = next(iter(connected_panels()), None) if on_console else None
    if panel is not None:  # on a Raspberry Pi 5 SDL may take a card that draws but has no panel, and numbers change
        known.setdefault("SDL_KMSDRM_DEVICE_INDEX", str(panel.card))
    width, height = options.size or (panel.size if panel else None) or _WINDOW
    known["KIVY_METRICS_DENSITY"] = str(density_for(width, height))
    _configure(on_console, (width, height), options)


def visible_driver(environment: "os._Environ[str] | dict[str, str]") -> str:
    """Return SDL's driver for this device. Raise NoScreenError if there is none; SDL would fall back to an invisible
    one."""
    if environment.get("DISPLAY"):
        return "x11"
    if any(Path("/dev/dri").glob("card*")):
        return "kmsdrm"
    raise NoScreenError


def _configure(on_console: bool, size: tuple[int, int], options: WindowOptions) -> None:
    from kivy.config import Config

    Config.remove_section("input")
    Config.add_section("input")
    # On the console touches come only from touchscreens, on a desktop only from the mouse: never one touch twice.
    Config.set("input", "mouse", "mouse,disable_multitouch")
    if on_console:
        import companion.screens.shell.touchinput  # noqa: F401 - registers the provider

        Config.set("input", "touch", "touchscreens")
    full = on_console and not options.windowed
    settings = {
        "width": size[0],
        "height": size[1],
        "fullscreen": "auto" if full else 0,
        "show_cursor": 0 if on_console else 1,
        # Without it SDL asks for page flips at any moment, which garble the picture on some Raspberry Pis.
        "vsync": 1 if on_console else "",
        "multisamples": 0,
        "maxfps": 60,
        "rotation": options.rotation,
        "resizable": 1,
        "minimum_width": _LEAST,
        "minimum_height": _LEAST,
    }
    for name, value in settings.items():
        Config.set("graphics", name, str(value))
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "pause_on_minimize", "0")
    Config.set("kivy", "log_level", "warning")


def driver_in_use() -> str:
    """Return the driver that SDL really uses: "x11", "kmsdrm", "offscreen", or "" if there is no window."""
    for line in Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace").splitlines():
        path = line.split()[-1]
        if "libSDL2-2" in path:
            sdl = ctypes.CDLL(path)
            sdl.SDL_GetCurrentVideoDriver.restype = ctypes.c_char_p
            return (sdl.SDL_GetCurrentVideoDriver() or b"").decode()
    return ""
