"""The language that is spoken: one of those that have a catalogue beside this file, and changed at any time.

The words in the code are English. Every other language is a gettext catalogue, `nb.po` for Norwegian bokmål: a new one
is a new file, and the list of languages is the list of files. They are read compiled, as `nb.mo`. A wheel carries only
compiled ones; in a checkout each is compiled beside its source where that is missing or out of date.
"""

import os
import struct
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

_DAMAGED = (OSError, ValueError, LookupError, struct.error)
"""What gettext raises for a compiled catalogue that is missing, cut off or overwritten."""


@dataclass
class _Voice:
    """What is spoken now. There is one in a process, as there is one screen."""

    language: str
    catalogue: NullTranslations


_voice = _Voice(ENGLISH, NullTranslations())


def languages() -> tuple[str, ...]:
    """The codes of all languages that can be spoken, English first."""
    files = list(CATALOGUES.glob("*.po")) or CATALOGUES.glob("*.mo")
    return ENGLISH, *sorted(file.stem for file in files)


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


def _catalogue(language: str) -> NullTranslations:
    """Return the catalogue of a language, compiled now if need be; an empty one if there is nothing to read."""
    source, compiled = CATALOGUES / f"{language}.po", CATALOGUES / f"{language}.mo"
    try:
        if not source.exists() or compiled.stat().st_mtime_ns > source.stat().st_mtime_ns:
            return GNUTranslations(BytesIO(compiled.read_bytes()))
    except _DAMAGED as error:
        if not source.exists():  # English words are better than no app
            import logging

            logging.getLogger(__name__).error("%s cannot be read: %r", compiled, error)
            return NullTranslations()
    from companion.words.compiling import compile_catalogue

    made = compile_catalogue(source)
    with suppress(OSError):  # the checkout may not be written to; then it is compiled each time
        fresh = compiled.with_name(f".{language}.{os.getpid()}.mo")
        fresh.write_bytes(made)
        fresh.replace(compiled)
    return GNUTranslations(BytesIO(made))
