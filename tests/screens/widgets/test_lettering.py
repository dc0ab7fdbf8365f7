"""Text that was drawn before is not drawn again, and nobody draws over what others show."""

from tests.screens.player import Hand

# isort: split
from kivy.uix.boxlayout import BoxLayout

from companion.screens.widgets import Text, lettering


def shown(home: Hand, *texts: Text) -> None:
    column = BoxLayout(orientation="vertical")
    for text in texts:
        column.add_widget(text)
    home.driver.app.session.host.add_widget(column)
    home.driver.settle()


def test_the_same_words_in_the_same_look_share_a_texture(home: Hand) -> None:
    first, same = Text(text="Zürich 17"), Text(text="Zürich 17")
    shown(home, first, same)
    assert first.texture is same.texture is not None


def test_another_look_has_a_texture_of_its_own(home: Hand) -> None:
    looks: tuple[dict[str, object], ...] = (
        {},
        {"bold": True},
        {"font_size": "30sp"},
        {"color": (1, 0, 0, 1)},
        {"halign": "right"},
        {"mode": "tight"},
    )
    texts = [Text(text="Zürich 18", **look) for look in looks]
    shown(home, *texts)
    assert len({id(text.texture) for text in texts}) == len(looks)


def test_words_that_change_leave_those_of_others_alone(home: Hand) -> None:
    first, same = Text(text="Zürich 19"), Text(text="Zürich 19")
    shown(home, first, same)
    before = same.texture.pixels
    first.text = "Zürich 61"
    home.driver.settle()
    assert same.texture.pixels == before != first.texture.pixels


def test_a_name_without_room_still_ends_in_dots_the_second_time(home: Hand) -> None:
    name = "Bartholomew of the very long name " * 5
    first, same = (Text(text=name, mode="short", size_hint=(None, None), size=(120, 30)) for _ in range(2))
    shown(home, first, same)
    assert first.is_shortened
    assert same.is_shortened


def test_only_so_much_is_kept(home: Hand) -> None:
    home.driver.settle()
    label = Text(text="0")
    for number in range(2 * lettering._MOST):
        label.text = f"number {number}"
        label.texture_update()
    assert len(lettering._textures) == lettering._MOST
