"""Nothing on any screen is cut off, too small or too faint to read, or written over something else; and every screen
can say what it wants."""

import re
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import prod
from pathlib import Path

import pytest

from companion.screens.virtual import PANELS, Driver
from deploy.catalogues import read
from tests.screens.cardtour import PEOPLE
from tests.screens.tour import NAMES, PHOTO, SYSTEMS, TOURS, TROUBLE, walk

# isort: split
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.boards import Library
from companion.screens.map.mapview import MapView
from companion.screens.shell.appearance import TEXT_SIZES
from companion.screens.shell.host import Screen, ScreenHost
from companion.screens.shell.preferences import Preferences, TextSize
from companion.screens.widgets import Drawer, HelpButton, Pressed
from companion.words.language import ENGLISH, languages
from tests.colourscience import contrast, over

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
    return next(widget for widget in ancestors(label) if isinstance(widget, (Drawer, Screen, ScreenHost)))


def complaints(driver: Driver) -> list[str]:
    """All that is wrong with what is seen now."""
    labels = [label for label in driver.widgets(Label) if label.text.strip() and driver.is_seen(label)]
    labels = [label for label in labels if not is_scrolled_away(label)]
    return [
        *_cut_off(labels),
        *_too_small(labels),
        *_too_faint(labels, driver),
        *_on_each_other(labels),
        *_hard_to_hit(driver),
        *_names(driver),
        *_without_help(driver),
    ]


def _cut_off(labels: list[Label]) -> list[str]:
    found = []
    for label in labels:
        width, height = label.texture_size
        if width > label.width + 1.5 or height > label.height + 1.5:
            found.append(f"{label.text!r} is {width}x{height} in {label.width:.0f}x{label.height:.0f}")
        x, y, right, top = text_box(label)
        if x < -1 or y < -1 or right > Window.width + 1 or top > Window.height + 1:
            found.append(f"{label.text!r} leaves the screen")
        if (
            label.shorten
            and label._label.get_extents(label.text)[0] > label.width + 1
            and not _lists_people(label.text)
        ):
            found.append(f"{label.text!r} ends in dots")
        words = label.text.split()
        if label.text_size[0] and not label.shorten and words:
            longest = max(words, key=len)
            needed = label._label.get_extents(longest)[0]
            if needed > label.width + 1:
                found.append(f"the word {longest!r} needs {needed} of {label.width:.0f}")
    return found


def _lists_people(text: str) -> bool:
    """Whether it is a name of people's own making, or a list of them, which may be of any length."""
    people = (*NAMES, *PEOPLE.values())
    return text in people or sum(name in text for name in people) > 1


def _too_small(labels: list[Label]) -> list[str]:
    return [f"{label.text!r} is only {label.font_size}" for label in labels if label.font_size < dp(18) - 0.5]


def _too_faint(labels: list[Label], driver: Driver) -> list[str]:
    """Words against what is really painted behind them: the colour that most of their room has. What lies below a sheet
    or another screen, and what cannot be touched now, may be faint."""
    picture, seen = driver.seen(), list(driver.widgets())
    found = []
    for label in labels:
        if any(getattr(one, "disabled", False) for one in ancestors(label)) or _is_covered(label, driver, seen):
            continue
        box = [round(side) for side in _on_glass(text_box(label), picture.size)]
        if box[2] - box[0] < 2 or box[3] - box[1] < 2:
            continue
        colours = picture.crop(box).getcolors(picture.width * picture.height)
        ground = [channel / 255 for channel in max(colours)[1]]
        opacity = prod(one.opacity for one in ancestors(label))
        ratio = contrast(over(label.color, ground, opacity), ground)
        large = label.font_size >= dp(24) or (label.bold and label.font_size >= dp(18.7))
        if ratio < (3 if large else 4.5):
            found.append(f"{label.text!r} has a contrast of {ratio:.1f}")
    return found


def _is_covered(label: Label, driver: Driver, seen: list[Widget]) -> bool:
    """Whether another screen, a sheet, or the shade of one lies over it; `seen` is everything, the uppermost last."""
    own = ancestors(label)
    host = driver.app.session.host
    layers = list(host.children)
    beneath = layers[layers.index(host.front) + 1 :] if host.front in layers else []
    if any(one in beneath for one in own):
        return True
    above = [sheet for sheet in seen[seen.index(label) :] if isinstance(sheet, Drawer) and not sheet.closing]
    return any(sheet.shade[3] > 0 or _meet(text_box(label), _box(sheet.panel)) for sheet in above if sheet not in own)


def _box(widget: Widget) -> Rect:
    x, y = widget.to_window(*widget.pos)
    return x, y, x + widget.width, y + widget.height


def _meet(one: Rect, other: Rect) -> bool:
    return min(one[2], other[2]) > max(one[0], other[0]) and min(one[3], other[3]) > max(one[1], other[1])


def _on_glass(box: Rect, size: tuple[int, int]) -> Rect:
    """A box of the picture as people see it, in pixels of the glass from its upper left corner."""
    x, y, right, top = box
    width, height = size
    if Window.rotation == 90:
        return width - top, height - right, width - y, height - x
    return x, height - top, right, height - y


def _without_help(driver: Driver) -> list[str]:
    """Every screen, whatever lies over it, has a button that explains it."""
    screen = driver.app.session.host.front
    buttons = [one for one in screen.walk(restrict=True) if isinstance(one, HelpButton) and driver.is_seen(one)]
    if len(buttons) != 1:
        return [f"{type(screen).__name__} has {len(buttons)} buttons for help"]
    sentences = screen.help().count(".")
    return [] if screen.help() and sentences <= 2 else [f"{type(screen).__name__} helps in {sentences} sentences"]


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
        boxes = [(at.left, at.bottom, at.right, at.top) for at in view.names.on_screen().values()]
        assert boxes, "the map has no names"
        for a, b in combinations(boxes, 2):
            # The rim of a name may touch another one's.
            if min(a[2], b[2]) - max(a[0], b[0]) > 3 and min(a[3], b[3]) - max(a[1], b[1]) > 3:
                found.append(f"names lie on each other at {a} and {b}")
        for x, y, right, top in boxes:
            if x < view.x - 2 or right > view.right + 2 or y < view.y - 2 or top > view.top + 2:
                found.append(f"a name leaves the map at {x:.0f}, {y:.0f}")
    return found


@dataclass(frozen=True)
class Look:
    """How a board is looked at."""

    panel: str
    map_id: str
    language: str = ENGLISH
    text: TextSize = "normal"
    high_contrast: bool = False

    def __str__(self) -> str:
        return f"{self.panel}-{self.map_id}-{self.language}-{self.text}{'-high' if self.high_contrast else ''}"


EVERY_DAY = [
    Look("800x480", "old_west", "nb"),
    Look("800x480", "card_game", "da", "largest"),
    Look("1280x720", "europe", "sv", "large"),
    Look("1280x720", TROUBLE, "da", "largest"),
    Look("800x480", PHOTO, "nb", "largest"),
]
"""Both panels, every language and size of text, the boards that differ most, and what can go wrong; all else is left to
`--long`."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "look" not in metafunc.fixturenames:
        return
    looks = EVERY_DAY
    if metafunc.config.getoption("--long"):
        looks = [Look(*how) for how in product(PANELS, TOURS, languages(), TEXT_SIZES, (False, True))]
    metafunc.parametrize("look", looks, ids=str)


def test_every_word_on_every_screen_can_be_read(look: Look, tmp_path: Path) -> None:
    preferences = Preferences(text=look.text, high_contrast=look.high_contrast, language=look.language)
    wrong = {
        name: found
        for name, driver in walk(tmp_path, PANELS[look.panel], look.map_id, True, preferences)
        if (found := complaints(driver) + (left_in_english(driver, look.language) if look.language != ENGLISH else []))
    }
    assert not wrong, "\n".join(f"{name}: {line}" for name, lines in wrong.items() for line in lines)


def left_in_english(driver: Driver, language: str) -> list[str]:
    """Labels with a word that only English has, whatever else they say; names apart, also those of files."""
    found = []
    for label in driver.labels():
        said = re.sub(r"\S+\.(sqlite|toml)\b", "", label.replace(str(driver.app.session.folder), ""))
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
    english: set[str] = set()
    translated: set[str] = set()
    for message in read(language):
        english |= words(message.id if isinstance(message.id, str) else " ".join(message.id))
        assert message.string is not None
        translated |= words(message.string if isinstance(message.string, str) else " ".join(message.string))
    return english - translated


@cache
def names() -> list[str]:
    """What is printed on boards, and people: the same in every language. The longest first."""
    boards = [Library().load(map_id) for map_id in SYSTEMS]
    cities = {city.name for board in boards for city in board.cities.values()}
    countries = {country.name for board in boards for country in board.countries.values()}
    return sorted({*cities, *countries, *NAMES, *PEOPLE.values()}, key=len, reverse=True)
