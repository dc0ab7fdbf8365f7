"""Without a graphics chip frames do not queue up, since each of them holds megabytes."""

from pathlib import Path

import pytest

from tests.screens.player import Hand

# isort: split
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish

from companion.screens.shell import softwaredrawing
from companion.screens.shell.softwaredrawing import draws_in_software, finish_each_frame


@pytest.mark.parametrize(
    ("renderer", "software"),
    [("llvmpipe (LLVM 15.0.6, 128 bits)", True), ("softpipe", True), ("V3D 4.2", False), ("VC4 V3D 2.1", False)],
)
def test_a_program_that_draws_is_known_by_its_name(renderer: str, software: bool) -> None:
    assert draws_in_software(renderer) == software


def test_each_frame_is_drawn_before_the_next_begins(
    tmp_path: Path, hands: list[Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The virtual screen has no chip either."""
    hands.append(Hand(tmp_path))
    driver, finished, really = hands[0].driver, [], glFinish
    monkeypatch.setattr(softwaredrawing, "glFinish", lambda: finished.append(really()))
    assert finish_each_frame(Window)
    before = driver.flips
    hands[0].touch("New game")
    Window.unbind(on_flip=softwaredrawing.finish)
    assert len(finished) == driver.flips - before > 0
    hands[0].back()
    assert len(finished) < driver.flips - before
