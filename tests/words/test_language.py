"""Tests of the choice of language, and of sentences, numbers and dates in it."""

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from appliance import translation
from companion.boards import Library, colour_word, count_words
from companion.game.paying import against_payment
from companion.game.ticketsearch import plain
from companion.words import Named, Sentence, day, either, number, say, short_day, together
from companion.words.language import CATALOGUES, language_of, languages, own_name, speak, spoken, translated


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "nb_NO.UTF-8"}, "nb"),
        ({"LANG": "nn_NO.UTF-8"}, "nb"),
        ({"LANG": "no"}, "nb"),
        ({"LANG": "da_DK@euro"}, "da"),
        ({"LANG": "sv_FI.UTF-8"}, "sv"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "sv_SE.UTF-8", "LC_MESSAGES": "da_DK.UTF-8"}, "da"),
        ({"LANG": "sv_SE.UTF-8", "LC_MESSAGES": "da_DK.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "sv_SE.UTF-8", "LANGUAGE": "de:nb:da"}, "nb"),
        ({"LANG": "sv_SE.UTF-8", "LC_ALL": ""}, "sv"),
    ],
)
def test_the_system_is_asked_first(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language
    assert translation.language_of(environment) == language  # the installer must agree


def test_languages_are_called_by_their_own_names() -> None:
    names = [own_name(language) for language in ("en", "nb", "da", "sv")]
    assert names == ["English", "Norsk bokmål", "Dansk", "Svenska"]


def test_a_sentence_is_said_in_the_language_of_the_moment() -> None:
    sentence = Sentence(
        "{player} claimed {route}", {"player": "Bo", "route": Named("brest--paris:black", "Brest–Paris")}
    )
    said = []
    for language in ("en", "nb", "da", "sv"):
        speak(language)
        said.append(str(sentence))
    assert said == [
        "Bo claimed Brest–Paris",
        "Bo la krav på Brest–Paris",
        "Bo satte tog på Brest–Paris",
        "Bo mutade in Brest–Paris",
    ]
    assert sentence.with_ids() == "Bo mutade in brest--paris:black"


def test_what_is_inside_a_sentence_is_translated_with_it() -> None:
    board = Library().load("europe")
    route = board.routes["frankfurt--paris:orange"]
    (objection,) = against_payment(board, route, {"blue": 3}, None)
    speak("nb")
    assert str(objection) == "Frankfurt–Paris (oransje) krever oransje kort, men det ble betalt med blå kort"


@pytest.mark.parametrize(
    ("language", "none", "one", "many"),
    [
        ("en", "0 routes", "One route", "12 routes"),
        ("nb", "0 ruter", "Én rute", "12 ruter"),
        ("da", "0 strækninger", "Én strækning", "12 strækninger"),
        ("sv", "0 sträckor", "En sträcka", "12 sträckor"),
    ],
)
def test_plurals(language: str, none: str, one: str, many: str) -> None:
    speak(language)
    assert [say("One route", "{count} routes", count=count) for count in (0, 1, 12)] == [none, one, many]


@pytest.mark.parametrize(
    ("language", "thousands", "half"),
    [("en", "12,345", "1,234.5"), ("nb", "12\xa0345", "1\xa0234,5"), ("da", "12.345", "1.234,5"),
     ("sv", "12\xa0345", "1\xa0234,5")],
)  # fmt: skip
def test_numbers(language: str, thousands: str, half: str) -> None:
    speak(language)
    assert number(999) == "999"
    assert number(12345) == thousands
    assert number(1234.5, digits=1) == half
    assert thousands in say("One game", "{count} games", count=12345)


@pytest.mark.parametrize(
    ("language", "long", "short"),
    [("en", "5 March 2026", "05/03/2026"), ("nb", "5. mars 2026", "05.03.2026"), ("da", "5. marts 2026", "05.03.2026"),
     ("sv", "5 mars 2026", "2026-03-05")],
)  # fmt: skip
def test_days(language: str, long: str, short: str) -> None:
    speak(language)
    assert (day(date(2026, 3, 5)), short_day(date(2026, 3, 5))) == (long, short)


def test_names_in_a_row() -> None:
    assert [together(["Anna"]), together(["Anna", "Bo", "Cy"]), either(["a", "b"])] == [
        "Anna",
        "Anna, Bo and Cy",
        "a or b",
    ]
    speak("sv")
    assert [together(["Anna", "Bo", "Cy"]), either(["a", "b"])] == ["Anna, Bo och Cy", "a eller b"]


def test_colours_and_maps_have_names() -> None:
    speak("da")
    assert [str(colour_word(colour)) for colour in ("black", "pink", "locomotive")] == ["sort", "lilla", "lokomotiv"]
    assert str(count_words({"red": 2, "locomotive": 1})) == "2 røde og 1 lokomotiv"
    names = [Library().load(map_id).name for map_id in ("usa", "switzerland", "india", "old_west", "card_game")]
    assert names == ["USA", "Schweiz", "Indien", "Old West", "Kortspillet"]


def test_a_name_of_someones_own_is_no_pattern() -> None:
    speak("nb")
    assert translated("{Bo’s} map") == "{Bo’s} map"
    assert say("{map}: {names}", map="{0}", names="Anna") == "{0}: Anna"


@pytest.mark.parametrize("typed", ["malmo", "Malmö", "MALMØ", "kobenhavn", "København", "Åbo", "abo", "Ærø", "aero"])
def test_search_knows_neither_accents_nor_capitals(typed: str) -> None:
    assert plain(typed) in ("malmo", "kobenhavn", "abo", "aero")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of catalogues that were never compiled."""
    for file in CATALOGUES.glob("*.po"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr("companion.words.language.CATALOGUES", tmp_path)
    return tmp_path


@pytest.fixture
def wheel(checkout: Path) -> Path:
    """Return a folder with only compiled catalogues."""
    for code in languages():
        speak(code)
    for source in checkout.glob("*.po"):
        source.unlink()
    return checkout


def test_a_catalogue_is_compiled_once(checkout: Path) -> None:
    speak("sv")
    made = (checkout / "sv.mo").stat()
    speak("en")
    speak("sv")
    assert say("Undo") == "Ångra"
    assert (checkout / "sv.mo").stat() == made
    assert sorted(file.name for file in checkout.iterdir()) == ["da.po", "nb.po", "sv.mo", "sv.po"]


def test_a_changed_catalogue_is_noticed(checkout: Path) -> None:
    speak("sv")
    source = checkout / "sv.po"
    source.write_text(source.read_text(encoding="utf-8").replace('"Ångra"', '"Tillbaka"'), encoding="utf-8")
    speak("sv")
    assert say("Undo") == "Tillbaka"


@pytest.mark.parametrize("length", [0, 10, 1000])
@pytest.mark.parametrize("then", [b"", b"\0" * 1000])
def test_one_that_was_cut_off_is_compiled_again(checkout: Path, length: int, then: bytes) -> None:
    speak("sv")
    compiled = checkout / "sv.mo"
    compiled.write_bytes(compiled.read_bytes()[:length] + then)
    speak("sv")
    assert say("Undo") == "Ångra"


def test_a_checkout_that_may_not_be_written_to_is_no_trouble(checkout: Path) -> None:
    (checkout / "da.mo").mkdir()
    speak("da")
    assert (spoken(), say("Undo")) == ("da", "Fortryd")


def test_a_wheel_needs_only_what_is_compiled(wheel: Path) -> None:
    assert languages() == ("en", "da", "nb", "sv")
    speak("da")
    assert say("Undo") == "Fortryd"


@pytest.mark.parametrize("length", [0, 10, 1000])
def test_a_damaged_wheel_says_it_in_english(wheel: Path, length: int, caplog: pytest.LogCaptureFixture) -> None:
    (wheel / "sv.mo").write_bytes((wheel / "sv.mo").read_bytes()[:length])
    speak("sv")
    assert say("Undo") == "Undo"
    assert "sv.mo cannot be read" in caplog.text


def test_a_compiled_language_needs_no_babel() -> None:
    speak("da")
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "from companion.words.language import speak; speak('da')"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "gettext" in done.stderr
    assert not {word for word in ("babel", "logging", "platformdirs") if word in done.stderr}
