"""Work that may take long, or never end, beside the screen: a stick that does not answer blocks whoever asks it."""

from collections.abc import Callable
from functools import partial
from threading import Thread
from time import monotonic
from typing import Generic, TypeVar

from kivy.clock import Clock

from companion.words import say

PATIENCE = 10.0
"""Seconds after which people are told that something takes long."""

Answer = TypeVar("Answer")


def late_words() -> str:
    """Return what to say when a stick takes long."""
    return say("This is taking a long time. If nothing happens, pull out the stick and try again.")


def in_background(
    work: Callable[[], Answer], then: Callable[[Answer], object], late: Callable[[], object] | None = None
) -> None:
    """Run `work` in a thread of its own, and then call `then` with its result, in the thread of the screens. If it
    takes longer than PATIENCE, call `late` once. Whatever `work` raises is raised in the thread of the screens.

    `work` must touch neither screens nor games. The app does not wait for it when it ends.
    """
    begun = monotonic()

    def look(_seconds: float) -> bool:
        """Return whether to look again. The clock of the screens is only a reason to look: it may stand, or race."""
        if monotonic() - begun < PATIENCE:
            return True
        assert late is not None
        late()
        return False

    waiting = Clock.schedule_interval(look, 1.0) if late is not None else None

    def finish(go_on: Callable[[], object], _seconds: float) -> None:
        if waiting is not None:
            waiting.cancel()
        go_on()

    def run() -> None:
        try:
            answer = work()
        except Exception as error:
            Clock.schedule_once(partial(finish, partial(_raise, error)))
        else:
            Clock.schedule_once(partial(finish, partial(then, answer)))

    Thread(target=run, daemon=True, name="background").start()


def _raise(error: Exception) -> None:
    raise error


class Repeated(Generic[Answer]):
    """Work that is done again and again in the background, never twice at a time, until it is stopped."""

    def __init__(self, work: Callable[[], Answer], then: Callable[[Answer], object], seconds: float) -> None:
        """Prepare, without starting; `then` is called with each result, in the thread of the screens."""
        self._work, self._then, self._seconds = work, then, seconds
        self._ticking = Clock.create_trigger(lambda _: self._tick(), seconds, interval=True)
        self._working = self._stopped = False

    def start(self) -> None:
        """Begin now, and go on."""
        self._stopped = False
        self._tick()
        self._ticking()

    def stop(self) -> None:
        """Stop; a result that is still under way is dropped."""
        self._stopped = True
        self._ticking.cancel()

    def _tick(self) -> None:
        if not self._working:
            self._working = True
            in_background(self._work, self._done)

    def _done(self, answer: Answer) -> None:
        self._working = False
        if not self._stopped:
            self._then(answer)
