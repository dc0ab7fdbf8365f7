"""Tests of the installer's languages, read with the standard library from the catalogues shipped with it."""

import ast
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from appliance import translation
from appliance.bundle import add_installer
from appliance.checksums import verify
from appliance.signing import public_half, read_key
from appliance.translation import say, translated
from deploy.catalogues import INSTALLER, read
from tests.deploy.wheels import ROOT

LANGUAGES = sorted(file.stem for file in INSTALLER.glob("*.po"))


@pytest.fixture
def speak(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Return a function that makes the system ask for a language."""

    def ask_for(language: str) -> None:
        monkeypatch.setenv("LANGUAGE", language)
        translation.catalogue.cache_clear()

    yield ask_for
    translation.catalogue.cache_clear()


@pytest.fixture
def norwegian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, speak: Callable[[str], None]) -> Path:
    """Return the path of a Norwegian catalogue that does not exist yet, on a Norwegian system."""
    monkeypatch.setattr(translation, "CATALOGUES", tmp_path)
    speak("nb")
    return tmp_path / "nb.po"


def test_gaps_are_filled_in_every_language(speak: Callable[[str], None]) -> None:
    said = []
    for language in ("en", "nb", "da", "sv", "fi"):
        speak(language)
        said.append(say("the user {user} is removed", user="{ann}"))
    assert said == [
        "the user {ann} is removed", "brukeren {ann} fjernes", "brugeren {ann} fjernes", "användaren {ann} tas bort",
        "the user {ann} is removed",
    ]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_read_as_babel_reads_it(language: str, speak: Callable[[str], None]) -> None:
    speak(language)
    catalogue: Catalog = read(language, INSTALLER)
    assert len(catalogue) > 50
    for message in catalogue:
        if message.id:
            assert translated(str(message.id)) == message.string


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b'"begins in the middle"\n',
        b'msgid "Done."\nmsgstr "Fer',
        b'msgid "Done."\nmsgstr ""\n',
        b'msgid "Done."\n',
        b'msgid "Done."\nmsgstr "Ferdig \\q"\n',
        b'msgid "Done."\nmsgstr "F\xf8rdig"\n',
        b'msgid "Done."\nmsgstr "{lost} {0} {"\n',
        b'msgid "Done."\nmsgstr "{lost}"\n',
        b"\0" * 4096,
    ],
)
def test_a_damaged_catalogue_says_it_in_english(norwegian: Path, written: bytes) -> None:
    norwegian.write_bytes(written)
    assert say("Done.") == "Done."


def test_a_catalogue_without_a_text_says_it_in_english(norwegian: Path) -> None:
    norwegian.write_text('msgid "Continue?"\nmsgstr ""\n"Fort"\n"sette?"\n', encoding="utf-8")
    assert [say("Continue?"), say("Done.")] == ["Fortsette?", "Done."]


def test_a_bundle_speaks_all_languages(tmp_path: Path, key: Path) -> None:
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels/companion-1.0-py3-none-any.whl").touch()
    add_installer(tmp_path, key)
    verify(tmp_path, read_key(public_half(key)), tmp_path)
    vouched = {line.partition("  ")[2] for line in (tmp_path / "SHA256SUMS").read_text(encoding="utf-8").splitlines()}
    assert {f"deploy/appliance/{language}.po" for language in LANGUAGES} <= vouched
    done = subprocess.run(
        [tmp_path / "deploy/uninstall", "--help"], env=os.environ | {"LANGUAGE": "sv"}, cwd="/",
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("användning: deploy/uninstall")
    assert "Tar bort Companion från den här maskinen" in done.stdout


@pytest.mark.parametrize("file", sorted((ROOT / "deploy/appliance").glob("*.py")), ids=lambda file: file.stem)
def test_nothing_is_said_past_the_catalogues(file: Path) -> None:
    for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call):
            speaks = isinstance(call.func, ast.Name) and call.func.id in ("TroubleError", "Step", "tell", "ask")
            told = [key.value for key in call.keywords if key.arg in ("description", "epilog", "help")]
            for text in (*told, *call.args[:speaks]):
                parts = text.values if isinstance(text, ast.JoinedStr) else [text]
                plain = "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
                assert not any(map(str.isalpha, plain)), f"{file.name}:{call.lineno} {plain}"
