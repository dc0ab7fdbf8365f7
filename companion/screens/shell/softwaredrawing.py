"""Drawing on a machine without a graphics chip.

Mesa then draws in threads of its own and lets up to 64 frames wait, each with megabytes: a gigabyte while a map is
dragged, and fingers that are seconds ahead of the picture. So each frame is drawn completely before the next begins.
"""

from typing import TYPE_CHECKING

from kivy.graphics.opengl import GL_RENDERER, glFinish, glGetString

if TYPE_CHECKING:
    from kivy.core.window import WindowBase

_SOFTWARE = ("llvmpipe", "softpipe", "swrast", "SwiftShader")


def draws_in_software(renderer: str) -> bool:
    """Return whether a renderer, as OpenGL names it, is a program and no chip."""
    return any(name.lower() in renderer.lower() for name in _SOFTWARE)


def finish_each_frame(window: "WindowBase") -> bool:
    """Have each frame of a window drawn completely before the next begins, if there is no graphics chip. Return whether
    that is so. A chip is left alone, since it draws beside the processor and holds back at most a few frames."""
    if not draws_in_software(glGetString(GL_RENDERER).decode(errors="replace")):
        return False
    window.bind(on_flip=finish)
    return True


def finish(_window: object) -> None:
    """Wait until everything is drawn."""
    glFinish()
