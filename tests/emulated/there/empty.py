"""A Kivy app with one word in it, on the console; after 15 seconds it prints its memory and ends."""

import os
import subprocess

SETTINGS = {"width": "800", "height": "480", "fullscreen": "auto", "vsync": "1", "multisamples": "0"}


def end(_seconds: float) -> None:
    """Print what it takes, and end."""
    from kivy.base import stopTouchApp

    subprocess.run(["python3", "/tmp/sums.py", str(os.getpid())], check=False)
    stopTouchApp()


def main() -> None:
    """Show the word. Kivy reads its settings while it is imported."""
    os.environ.update(SDL_VIDEODRIVER="kmsdrm", KIVY_NO_ARGS="1", KIVY_NO_CONFIG="1", KIVY_HOME="/tmp/kivy")
    from kivy.config import Config

    for name, value in SETTINGS.items():
        Config.set("graphics", name, value)
    from kivy.base import runTouchApp
    from kivy.clock import Clock
    from kivy.uix.label import Label

    Clock.schedule_once(end, 15)
    runTouchApp(Label(text="empty"))


if __name__ == "__main__":
    main()
