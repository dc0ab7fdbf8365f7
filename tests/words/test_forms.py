"""Tests that a new language can say composed sentences its own way, with forms that English does not have."""

from pathlib import Path

import pytest

from companion.boards import count_of_coloured_cards, count_words
from companion.words import say
from companion.words.language import speak
from deploy.catalogues import Found, read, template, update

FINNISH = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Language: fi\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Missing: {cards}"
msgstr "Puuttuu {cards:partitive}"

msgid "{names} and {last}"
msgstr "{names} ja {last}"

msgid "{count} red"
msgid_plural "{count} red"
msgstr[0] "{count} punainen"
msgstr[1] "{count} punaista"

msgctxt "partitive"
msgid "{count} red"
msgid_plural "{count} red"
msgstr[0] "{count} punaista korttia"
msgstr[1] "{count} punaista korttia"

msgid "{count} locomotive"
msgid_plural "{count} locomotives"
msgstr[0] "{count} veturi"
msgstr[1] "{count} veturia"
"""


@pytest.fixture
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a catalogue of a language that is new."""
    (tmp_path / "fi.po").write_text(FINNISH, encoding="utf-8")
    monkeypatch.setattr("companion.words.language.CATALOGUES", tmp_path)
    return tmp_path


def test_a_translation_asks_for_the_form_that_it_needs(catalogues: Path) -> None:
    speak("fi")
    assert str(count_words({"red": 1})) == "1 punainen"
    assert say("Missing: {cards}", cards=count_words({"red": 1})) == "Puuttuu 1 punaista korttia"


def test_without_that_form_the_usual_one_is_used(catalogues: Path) -> None:
    speak("fi")
    cards = count_words({"red": 2, "locomotive": 1})
    assert say("Missing: {cards}", cards=cards) == "Puuttuu 2 punaista korttia ja 1 veturi"
    assert say("Missing: {cards}", cards=count_of_coloured_cards("blue", 2)) == "Puuttuu 2 blue cards"


def test_deploy_words_keeps_the_forms_of_texts_that_are_still_there(catalogues: Path) -> None:
    texts = [Found(("{count} red", "{count} red"), "a.py"), Found(("Missing: {cards}", ""), "a.py")]
    assert update("fi", template(texts), catalogues) == []
    kept = read("fi", catalogues).get(("{count} red", "{count} red"), context="partitive")
    assert kept is not None
    assert kept.string == ("{count} punaista korttia",) * 2
    update("fi", template(texts[1:]), catalogues)
    assert read("fi", catalogues).get(("{count} red", "{count} red"), context="partitive") is None
