"""Nothing on any screen is cut off, too small to read, or written over something else."""

import re
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from companion.screens.virtual import PANELS, Driver
from deploy.catalogues import read
from tests.screens.cardtour import PEOPLE
from tests.screens.tour import NAMES, SYSTEMS, walk

# isort: split
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.boards import Library
from companion.screens.mapview import MapView
from companion.screens.parts import Pressed, Sheet
from companion.screens.preferences import Preferences
from companion.screens.stage import Screen, Stage
from companion.words.language import ENGLISH, languages

Rect = tuple[float, float, float, float]


def ancestors(widget: Widget) -> list[Widget]:
    found = []
    while widget is not None and widget is not Window:
        found.append(widget)
        widget = widget.parent
    return found


def text_box(label: Label) -> Rect:
    """Where the text of a label lies in the window."""
    width, height = label.texture_size
    x, y = label.to_window(label.center_x - width / 2, label.center_y - height / 2)
    if label.text_size[0] and label.halign == "left":  # the texture is as wide as the text, and stands on the left
        x = label.to_window(label.x, label.y)[0]
    return x, y, x + width, y + height


def is_scrolled_away(label: Label) -> bool:
    """Whether it is outside of the part of a list that is seen."""
    x, y, right, top = text_box(label)
    for view in ancestors(label):
        if isinstance(view, ScrollView):
            left, bottom = view.to_window(*view.pos)
            if y < bottom - 1 or top > bottom + view.height + 1 or x < left - 1 or right > left + view.width + 1:
                return True
    return False


def layer(label: Label) -> Widget:
    """The sheet or screen that it stands on."""
    return next(widget for widget in ancestors(label) if isinstance(widget, (Sheet, Screen, Stage)))


def complaints(driver: Driver) -> list[str]:
    """All that is wrong with what is seen now."""
    labels = [label for label in driver.widgets(Label) if label.text.strip() and driver.is_seen(label)]
    labels = [label for label in labels if not is_scrolled_away(label)]
    return [*_cut_off(labels), *_too_small(labels), *_on_each_other(labels), *_hard_to_hit(driver), *_names(driver)]


def _cut_off(labels: list[Label]) -> list[str]:
    found = []
    for label in labels:
        width, height = label.texture_size
        if width > label.width + 1.5 or height > label.height + 1.5:
            found.append(f"{label.text!r} is {width}x{height} in {label.width:.0f}x{label.height:.0f}")
        x, y, right, top = text_box(label)
        if x < -1 or y < -1 or right > Window.width + 1 or top > Window.height + 1:
            found.append(f"{label.text!r} leaves the screen")
        words = label.text.split()
        if label.text_size[0] and not label.shorten and words:
            longest = max(words, key=len)
            needed = label._label.get_extents(longest)[0]
            if needed > label.width + 1:
                found.append(f"the word {longest!r} needs {needed} of {label.width:.0f}")
    return found


def _too_small(labels: list[Label]) -> list[str]:
    return [f"{label.text!r} is only {label.font_size}" for label in labels if label.font_size < dp(18) - 0.5]


def _on_each_other(labels: list[Label]) -> list[str]:
    found = []
    for one, other in combinations(labels, 2):
        if layer(one) is layer(other):
            a, b = text_box(one), text_box(other)
            if min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 5:
                found.append(f"{one.text!r} and {other.text!r} lie on each other")
    return found


def _hard_to_hit(driver: Driver) -> list[str]:
    least = 48 * driver.density - 0.5
    buttons = [button for button in driver.widgets(Pressed) if driver.is_seen(button) and not button.disabled]
    small = [b for b in buttons if (b.height < least or b.width < least) and b.width > 0]
    return [f"{b.text!r} is {b.width:.0f}x{b.height:.0f}" for b in small if hasattr(b, "text")]


def _names(driver: Driver) -> list[str]:
    """City names on the map: none upon another, none outside."""
    found: list[str] = []
    for view in driver.widgets(MapView):
        if not view.is_whole or view.lift:
            continue
        boxes = [(*r.pos, r.pos[0] + r.size[0], r.pos[1] + r.size[1]) for r, _, _ in view._names]
        assert boxes, "the map has no names"
        for a, b in combinations(boxes, 2):
            # The rim of a name may touch another one's.
            if min(a[2], b[2]) - max(a[0], b[0]) > 3 and min(a[3], b[3]) - max(a[1], b[1]) > 3:
                found.append(f"names lie on each other at {a} and {b}")
        for x, y, right, top in boxes:
            if x < view.x - 2 or right > view.right + 2 or y < view.y - 2 or top > view.top + 2:
                found.append(f"a name leaves the map at {x:.0f}, {y:.0f}")
    return found


@pytest.mark.parametrize("map_id", SYSTEMS)
@pytest.mark.parametrize("panel", PANELS)
def test_every_word_on_every_screen_can_be_read(panel: str, map_id: str, tmp_path: Path) -> None:
    wrong = {
        name: found
        for name, driver in walk(tmp_path, PANELS[panel], map_id, still=True)
        if (found := complaints(driver))
    }
    assert not wrong, "\n".join(f"{name}: {line}" for name, lines in wrong.items() for line in lines)


def test_every_word_can_be_read_in_other_languages_too(panel: str, language: str, map_id: str, tmp_path: Path) -> None:
    """On one board, which has nearly everything; with --all-languages on all of them."""
    wrong = {
        name: found
        for name, driver in walk(tmp_path, PANELS[panel], map_id, still=True, wishes=Preferences(language=language))
        if (found := complaints(driver) + left_in_english(driver, language))
    }
    assert not wrong, "\n".join(f"{name}: {line}" for name, lines in wrong.items() for line in lines)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "language" in metafunc.fixturenames:
        metafunc.parametrize("panel", PANELS)
        metafunc.parametrize("language", [language for language in languages() if language != ENGLISH])
        metafunc.parametrize("map_id", SYSTEMS if metafunc.config.getoption("--all-languages") else ["europe"])


def left_in_english(driver: Driver, language: str) -> list[str]:
    """Labels with a word that only English has, whatever else they say; names apart."""
    found = []
    for label in driver.labels():
        said = label.replace(str(driver.app.desk.folder), "")
        for name in names():
            said = said.replace(name, "")
        if strange := words(said) & english_words(language):
            found.append(f"{label!r} has {', '.join(sorted(strange))}")
    return found


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{3,}", text.lower()))


@cache
def english_words(language: str) -> set[str]:
    """What the English texts say and their translations do not."""
    english, translated = set(), set()
    for message in read(language):
        english |= words(" ".join(message.id if isinstance(message.id, tuple) else [message.id]))
        translated |= words(" ".join(message.string if isinstance(message.string, tuple) else [message.string]))
    return english - translated


@cache
def names() -> list[str]:
    """What is printed on boards, and people: the same in every language. The longest first."""
    boards = [Library().load(map_id) for map_id in SYSTEMS]
    places = {place.name for board in boards for place in (*board.cities.values(), *board.countries.values())}
    return sorted({*places, *NAMES, *PEOPLE.values()}, key=len, reverse=True)
