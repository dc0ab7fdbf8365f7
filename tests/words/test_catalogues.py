"""Tests that every catalogue, including the installer's, is complete and has no stale entries."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural

from companion.words.language import ENGLISH, languages
from deploy.catalogues import (
    CATALOGUES,
    INSTALLER,
    Found,
    Module,
    NotFoundError,
    all_texts,
    installer_texts,
    read,
    template,
    texts_of_kv,
    untranslated,
)

TRANSLATED = [language for language in languages() if language != ENGLISH]
every_catalogue = pytest.mark.parametrize(
    ("folder", "language"),
    [(folder, language) for folder in (CATALOGUES, INSTALLER) for language in TRANSLATED],
    ids=lambda part: part.name if isinstance(part, Path) else part,
)


@pytest.fixture(scope="module")
def texts() -> dict[Path, Catalog]:
    return {CATALOGUES: template(all_texts()), INSTALLER: template(installer_texts())}


def forms(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, list | tuple) else (str(text),)


def messages(catalogue: Catalog) -> dict[tuple[str, ...], Message]:
    return {forms(message.id): message for message in catalogue if message.id and not message.context}


def gaps(text: str) -> set[str]:
    """Return the gaps of a text, without the grammatical forms that a translation asks for: `{cards:partitive}`."""
    return set(re.findall(r"\{\w+(?=[:}])|%\(\w+\)[sr]|%[sr]", text))


def test_there_are_the_languages_of_the_tables_that_this_is_made_for() -> None:
    assert {"en", "nb", "da", "sv"} <= set(languages())
    assert languages()[0] == "en"


@every_catalogue
def test_nothing_is_missing_and_nothing_is_stale(folder: Path, language: str, texts: dict[Path, Catalog]) -> None:
    said, known = set(messages(texts[folder])), set(messages(read(language, folder)))
    assert said - known == set(), "missing: run deploy/words and translate"
    assert known - said == set(), "stale: run deploy/words"


@every_catalogue
def test_everything_is_translated_and_nothing_is_fuzzy(folder: Path, language: str) -> None:
    assert untranslated(read(language, folder)) == []


@every_catalogue
def test_the_plural_forms_are_those_of_the_language(folder: Path, language: str) -> None:
    catalogue = read(language, folder)
    number, expression = get_plural(language)
    assert (catalogue.num_plurals, catalogue.plural_expr) == (number, expression)
    for english, message in messages(catalogue).items():
        assert len(forms(message.string)) == (number if len(english) > 1 else 1), english


@every_catalogue
def test_every_gap_is_in_every_translation(folder: Path, language: str) -> None:
    for english, message in messages(read(language, folder)).items():
        *ones, last = forms(message.string)
        assert gaps(last) == gaps(english[-1]), last
        for one in ones:  # a singular may spell out "one" instead of {count}, as the English does
            assert gaps(english[0]) <= gaps(one) <= gaps(english[0]) | gaps(english[-1]), one


@every_catalogue
def test_translations_begin_and_end_like_the_text(folder: Path, language: str) -> None:
    """Capitals and punctuation differ between sentences, buttons and fragments, so they must match."""
    for english, message in messages(read(language, folder)).items():
        for text, translation in zip((english[0], english[-1]), forms(message.string)[:: len(english)], strict=False):
            ends = [part[-1:] if part[-1:] in ".:?! \n" else "" for part in (text, translation)]
            assert ends[0] == ends[1], translation
            if text[:1].isalpha() and translation[:1].isalpha():
                assert text[0].isupper() == translation[0].isupper(), translation


def test_a_text_is_followed_to_where_it_is_written(tmp_path: Path) -> None:
    file = tmp_path / "speaker.py"
    file.write_text(
        '_TABLE = {"a": "from a table", "b": "from it too"}\n'
        "def speak(count, key, late):\n"
        '    say("at once", gap=1)\n'
        '    pattern = "by name" if late else "by another name"\n'
        "    say(pattern)\n"
        "    say(_TABLE[key])\n"
        '    one, more = "one car", "{count} cars"\n'
        "    Sentence(one, {}, more)\n"
        '    forbidden("GEN-1", "one train", "{count} trains", count=count)\n'
        "    say(told())\n"
        "def told():\n"
        '    return "from a function"\n',
        encoding="utf-8",
    )
    assert set(Module(file).texts()) == {
        ("at once", ""), ("by name", ""), ("by another name", ""), ("from a table", ""), ("from it too", ""),
        ("one car", "{count} cars"), ("one train", "{count} trains"), ("from a function", ""),
    }  # fmt: skip


def test_a_text_that_cannot_be_followed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "speaker.py"
    file.write_text('say("a" + "b")\n', encoding="utf-8")
    with pytest.raises(NotFoundError, match=r"speaker.py:1: what does say say here\?"):
        list(Module(file).texts())


def test_what_screens_say_is_found(tmp_path: Path) -> None:
    file = tmp_path / "screen.kv"
    file.write_text("text: say('One (1)', '{count} games', count=int(root.games)) or say('None')\n", encoding="utf-8")
    assert list(texts_of_kv(file)) == [("One (1)", "{count} games"), ("None", "")]


def test_one_text_has_one_plural() -> None:
    with pytest.raises(ValueError, match="two plurals"):
        template([Found(("One game", "{count} games"), "a.py"), Found(("One game", "{count} plays"), "b.py")])


def test_catalogues_lie_beside_the_words_and_the_installer() -> None:
    for folder in (CATALOGUES, INSTALLER):
        assert sorted(file.stem for file in folder.glob("*.po")) == sorted(TRANSLATED)
