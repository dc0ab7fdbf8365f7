"""Three short tones, made here: well, ill, and a claim."""

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
    """The tones one after another, each rising and fading so that nothing clicks."""
    found = bytearray()
    for hertz, seconds in tones:
        count = int(_RATE * seconds)
        for step in range(count):
            swell = min(1.0, step / 200, (count - step) / 600)
            found += struct.pack("<h", int(9000 * swell * math.sin(2 * math.pi * hertz * step / _RATE)))
    return bytes(found)


class Sounds:
    """Plays a sound, if sounds are wished and the machine has any."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        """`wanted` tells whether people want sounds."""
        self._wanted = wanted
        self._loaded: dict[str, Any] = {}
        self.played: list[str] = []
        """The last few sounds, for whoever wants to know what was heard."""

    def play(self, name: str | None) -> None:
        """Play a sound at once, if there is one; without a loudspeaker nothing happens."""
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
        from kivy.core.audio import SoundLoader  # only who hears something needs it

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / f"{name}.wav"
            with wave.open(str(file), "wb") as out:
                out.setnchannels(1)
                out.setsampwidth(2)
                out.setframerate(_RATE)
                out.writeframes(samples(_TONES[name]))
            return SoundLoader.load(str(file))
