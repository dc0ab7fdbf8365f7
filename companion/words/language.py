"""The current language, which can change at any time: one of those with a catalogue beside this file.

The texts in the code are English. Every other language is a gettext catalogue, such as `nb.po` for Norwegian bokmål:
adding a language means adding a file. Catalogues are read in compiled form, as `nb.mo`. A wheel carries only compiled
ones; in a checkout each is compiled beside its source when that is missing or out of date.
"""

import struct
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

ENGLISH = "en"
"""The language of the texts in the code."""

CATALOGUES = Path(__file__).parent
"""The folder of the catalogues."""

_ALSO_READ = {"no": "nb", "nn": "nb"}
"""Languages without a catalogue, and one that their readers understand well."""

_ASKED_IN = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables with the user's language; the first that is set counts."""

_DAMAGED = (OSError, ValueError, LookupError, struct.error)
"""What gettext raises for a compiled catalogue that is missing, truncated or overwritten."""


@dataclass
class _Voice:
    """The current language. There is one per process, as there is one screen."""

    language: str
    catalogue: NullTranslations


_voice = _Voice(ENGLISH, NullTranslations())


def languages() -> tuple[str, ...]:
    """Return the codes of all available languages, English first."""
    files = list(CATALOGUES.glob("*.po")) or CATALOGUES.glob("*.mo")
    return ENGLISH, *sorted(file.stem for file in files)


def spoken() -> str:
    """Return the code of the current language."""
    return _voice.language


def speak(language: str) -> None:
    """Make this the current language. Texts that were already formatted do not change."""
    _voice.catalogue = NullTranslations() if language == ENGLISH else _catalogue(language)
    _voice.language = language


def translated(pattern: str, plural: str = "", count: int = 1, form: str = "") -> str:
    """Return a pattern in the current language; with a plural, the one for this count. `form` is a grammatical form
    that only some languages have: without it in the catalogue, the usual one is returned."""
    if form:
        found = _voice.catalogue.npgettext(form, pattern, plural or pattern, count)
        if found not in (pattern, plural):
            return found
    if plural:
        return _voice.catalogue.ngettext(pattern, plural, count)
    return _voice.catalogue.gettext(pattern) if pattern else ""


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that an environment asks for, `nb` for `nb_NO.UTF-8`; English if there is no match."""
    asked = next((environment[name] for name in _ASKED_IN if environment.get(name)), "")
    for wish in asked.split(":"):
        code = wish.partition(".")[0].partition("@")[0].partition("_")[0].lower()
        if (found := _ALSO_READ.get(code, code)) in languages():
            return found
    return ENGLISH


@cache
def own_name(language: str) -> str:
    """Return a language's name in that language: "Norsk bokmål"."""
    from babel import Locale

    name = Locale.parse(language).get_display_name() or language
    return name[:1].upper() + name[1:]


def locale() -> str:
    """Return the locale for dates and numbers. For English it is British: the day comes first, as in the others."""
    return "en_GB" if _voice.language == ENGLISH else _voice.language


def _catalogue(language: str) -> NullTranslations:
    """Return the catalogue of a language, compiled now if needed; an empty one if it cannot be read."""
    source, compiled = CATALOGUES / f"{language}.po", CATALOGUES / f"{language}.mo"
    try:
        if not source.exists() or compiled.stat().st_mtime_ns > source.stat().st_mtime_ns:
            return GNUTranslations(BytesIO(compiled.read_bytes()))
    except _DAMAGED as error:
        if not source.exists():  # an app in English is better than none
            import logging

            logging.getLogger(__name__).error("%s cannot be read: %r", compiled, error)
            return NullTranslations()
    from companion.files import put
    from companion.words.compiling import compile_catalogue

    made = compile_catalogue(source)
    with suppress(OSError):  # a read-only checkout compiles it each time
        put(compiled, made)
    return GNUTranslations(BytesIO(made))
