"""The language that is spoken: one of those that have a catalogue beside this file, and changed at any time.

The words in the code are English. Every other language is a gettext catalogue, `nb.po` for Norwegian bokmål: a new one
is a new file, and the list of languages is the list of files.
"""

import os
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

ENGLISH = "en"
"""The language of the words in the code."""

CATALOGUES = Path(__file__).parent
"""The folder of the catalogues."""

_ALSO_READ = {"no": "nb", "nn": "nb"}
"""Languages without a catalogue whose readers know another one well."""

_ASKED_IN = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says what its user reads: the first that says anything counts."""


@dataclass
class _Voice:
    """What is spoken now. There is one in a process, as there is one screen."""

    language: str
    catalogue: NullTranslations


_voice = _Voice(ENGLISH, NullTranslations())


def languages() -> tuple[str, ...]:
    """The codes of all languages that can be spoken, English first."""
    return ENGLISH, *sorted(file.stem for file in CATALOGUES.glob("*.po"))


def spoken() -> str:
    """The code of the language that is spoken now."""
    return _voice.language


def speak(language: str) -> None:
    """From now on everything is said in this language. What was said before stays as it was said."""
    _voice.catalogue = NullTranslations() if language == ENGLISH else _catalogue(language)
    _voice.language = language


def translated(pattern: str, plural: str = "", count: int = 1) -> str:
    """A pattern in the language that is spoken; with a plural, the form for this count."""
    if plural:
        return _voice.catalogue.ngettext(pattern, plural, count)
    return _voice.catalogue.gettext(pattern) if pattern else ""


def language_of(environment: Mapping[str, str]) -> str:
    """The language that a system asks for, `nb` for `nb_NO.UTF-8`; English where it asks for none that we speak."""
    asked = next((environment[name] for name in _ASKED_IN if environment.get(name)), "")
    for wish in asked.split(":"):
        code = wish.partition(".")[0].partition("@")[0].partition("_")[0].lower()
        if (found := _ALSO_READ.get(code, code)) in languages():
            return found
    return ENGLISH


def own_name(language: str) -> str:
    """A language as its speakers call it: "Norsk bokmål"."""
    from babel import Locale

    name = Locale.parse(language).get_display_name() or language
    return name[:1].upper() + name[1:]


def locale() -> str:
    """The locale by which dates and numbers are written; in English the day comes first, as in all the other
    languages at a European table."""
    return "en_GB" if _voice.language == ENGLISH else _voice.language


def _catalogue(language: str) -> GNUTranslations:
    """A catalogue, ready to use. Making one out of its file takes a while, so what was made once is kept."""
    written = (CATALOGUES / f"{language}.po").read_bytes()
    kept = _kept(f"{language}-{zlib.crc32(written):08x}.mo.z")
    with suppress(OSError, zlib.error):  # not kept yet, or cut off when the plug was pulled
        return GNUTranslations(BytesIO(zlib.decompress(kept.read_bytes())))
    made = _compiled(written)
    with suppress(OSError):  # nowhere to keep it
        kept.parent.mkdir(parents=True, exist_ok=True)
        fresh = kept.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(zlib.compress(made))
        fresh.replace(kept)
    return GNUTranslations(BytesIO(made))


def _kept(name: str) -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("companion", appauthor=False) / name


def _compiled(written: bytes) -> bytes:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    made = BytesIO()
    write_mo(made, read_po(BytesIO(written)))
    return made.getvalue()
