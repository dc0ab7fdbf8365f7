"""Three short sounds, synthesized here: well, ill, and a claim."""

import math
import struct
import tempfile
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

_RATE = 22_050
_TONES = {"well": ((880, 0.05), (1320, 0.09)), "ill": ((330, 0.09), (247, 0.14)), "claim": ((587, 0.05), (784, 0.08))}
"""Each sound as tones: hertz and seconds."""


def samples(tones: tuple[tuple[float, float], ...]) -> bytes:
    """Return the samples of the tones in sequence, each faded in and out so that nothing clicks."""
    found = bytearray()
    for hertz, seconds in tones:
        count = int(_RATE * seconds)
        for step in range(count):
            swell = min(1.0, step / 200, (count - step) / 600)
            found += struct.pack("<h", int(9000 * swell * math.sin(2 * math.pi * hertz * step / _RATE)))
    return bytes(found)


class Sounds:
    """The sounds, played only if they are enabled and the device has audio."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        """Prepare the sounds; `wanted` returns whether they are enabled."""
        self._wanted = wanted
        self._loaded: dict[str, Any] = {}
        self.played: list[str] = []
        """The last ten sounds that were played, for tests."""

    def play(self, name: str | None) -> None:
        """Play a sound at once. Do nothing if `name` is None, sounds are off or there is no loudspeaker."""
        if name is None or not self._wanted():
            return
        self.played = [*self.played[-9:], name]
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        sound = self._loaded[name]
        if sound:
            sound.stop()
            sound.play()

    def _load(self, name: str) -> Any:
        from kivy.core.audio import SoundLoader  # needed only when a sound is played

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / f"{name}.wav"
            with wave.open(str(file), "wb") as out:
                out.setnchannels(1)
                out.setsampwidth(2)
                out.setframerate(_RATE)
                out.writeframes(samples(_TONES[name]))
            return SoundLoader.load(str(file))
