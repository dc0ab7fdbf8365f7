"""Search for every text shown to users, to update the catalogues of all languages.

A text is written where it is used: as the pattern of `say`, `Sentence` or another function in `SPEAKERS`, or, if it is
defined far from its use, marked with `pattern`. The pattern may be a constant, a name bound to constants in the same
function or module, an entry of such a table, or the result of a function of the module. Whatever cannot be traced to
constants is an error, so that nothing is missed: Babel's own extraction sees only constants in the call itself and
skips the rest. Names of maps come from their files, and the texts of the screens from their `.kv` files.
"""

import argparse
import ast
import io
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
CATALOGUES = ROOT / "companion" / "words"
SPOKEN_IN = ("companion", "hardware")
INSTALLER = ROOT / "deploy" / "appliance"
"""The installer, which has its own catalogues beside its code, since it runs before Companion is installed."""

SPEAKERS: dict[str, tuple[tuple[int, int | None], ...]] = {
    "say": ((0, 1),),
    "Sentence": ((0, 2),),
    "pattern": ((0, None),),
    "impossible": ((1, 2),),
    "forbidden": ((1, 2),),
    "question": ((1, 2),),
    "_not_used": ((0, None),),
    "_many": ((1, None), (2, 3)),
}
"""Functions that take a text: the index of the pattern, and of its plural if there is one."""

MARKED_ELSEWHERE = ("value", "reason.value")
"""Attributes of enumerations, whose texts are marked with `pattern` where they are defined."""

FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in every catalogue. It is fixed to avoid merge conflicts; the real dates are in the git history."""

Text = tuple[str, str]
"""A pattern, and its plural or ""."""


class NotFoundError(Exception):
    """Raised for a pattern that cannot be traced to constants."""


@dataclass(frozen=True, slots=True)
class Found:
    """A text and the file that contains it."""

    text: Text
    file: str


def all_texts() -> list[Found]:
    """Return every text for users. Raise NotFoundError if a pattern cannot be traced."""
    found: list[Found] = []
    for folder in SPOKEN_IN:
        for file in sorted((ROOT / folder).rglob("*.py")):
            if file.is_relative_to(CATALOGUES / "sentence.py"):
                found += [Found(text, _name(file)) for text in Module(file).texts(own_words=True)]
            else:
                found += [Found(text, _name(file)) for text in Module(file).texts()]
        for file in sorted((ROOT / folder).rglob("*.kv")):
            found += [Found(text, _name(file)) for text in texts_of_kv(file)]
    for file in sorted((ROOT / "maps").glob("*.toml")):
        found.append(Found((tomllib.loads(file.read_text(encoding="utf-8"))["name"], ""), _name(file)))
    return found


def installer_texts() -> list[Found]:
    """Return every text of the installer. Raise NotFoundError if a pattern cannot be traced."""
    return [Found(text, _name(file)) for file in sorted(INSTALLER.glob("*.py")) for text in Module(file).texts()]


def _name(file: Path) -> str:
    return (file.relative_to(ROOT) if file.is_relative_to(ROOT) else file).as_posix()


class Module:
    """A Python file and the texts in it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.tree = ast.parse(file.read_text(encoding="utf-8"))
        self._scopes: dict[ast.AST, list[ast.AST]] = {}
        self._note_scopes(self.tree, [self.tree])

    def _note_scopes(self, node: ast.AST, around: list[ast.AST]) -> None:
        self._scopes[node] = around
        inside = [node, *around] if isinstance(node, ast.FunctionDef | ast.Lambda) else around
        for child in ast.iter_child_nodes(node):
            self._note_scopes(child, inside)

    def texts(self, own_words: bool = False) -> Iterator[Text]:
        """Yield all texts, with repetitions. Raise NotFoundError for a pattern that cannot be traced.

        With `own_words` such patterns are skipped: in the words package they come from callers.
        """
        for node in ast.walk(self.tree):
            if not isinstance(node, ast.Call):
                continue
            speaker = node.func.id if isinstance(node.func, ast.Name) else None
            for one, more in SPEAKERS.get(speaker or "", ()):
                arguments = node.args
                plural = next((key.value for key in node.keywords if key.arg == "plural"), None)
                if more is not None and len(arguments) > more:
                    plural = arguments[more]
                if len(arguments) <= one or isinstance(arguments[one], ast.Starred):
                    continue
                try:
                    yield from self._pairs(arguments[one], plural)
                except NotFoundError as error:
                    if not own_words:
                        where = f"{_name(self.file)}:{node.lineno}"
                        raise NotFoundError(f"{where}: what does {speaker} say here? {error}") from None

    def _pairs(self, one: ast.expr, more: ast.expr | None) -> Iterator[Text]:
        if more is None or (isinstance(more, ast.Constant) and not more.value):
            yield from ((text, "") for text in self._constants(one))
        elif isinstance(one, ast.Name) and isinstance(more, ast.Name):
            if self._is_handed_on(one):
                return
            bound = list(self._bound_together(one, more))
            ones, others = list(self._constants(one)), list(self._constants(more))
            pairs = bound if len(bound) == len(ones) else list(zip(ones, others, strict=True))
            yield from pairs
        else:
            yield from zip(self._constants(one), self._constants(more), strict=True)

    def _constants(self, node: ast.expr, depth: int = 0) -> Iterator[str]:
        """Yield every text that an expression can evaluate to."""
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.IfExp(body=body, orelse=orelse):
                yield from self._constants(body, depth)
                yield from self._constants(orelse, depth)
            case ast.Name() if self._is_handed_on(node):
                return
            case ast.Name() if depth < 4:
                bound = list(self._bound(node))
                if not bound:
                    raise NotFoundError(f"{node.id} is bound to nothing here")
                for value in bound:
                    yield from self._constants(value, depth + 1)
            case (
                ast.Subscript(value=ast.Name() as table)
                | ast.Call(func=ast.Attribute(value=ast.Name() as table, attr="get"))
            ) if depth < 4:
                for value in self._bound(table):
                    yield from self._entries(value)
            case ast.Call(func=ast.Name(id="pattern"), args=[ast.Constant(value=str(text))]):
                yield text
            case ast.Call(func=ast.Name(id=name)) if depth < 4:
                yield from self._returned(name)
            case ast.Attribute() if ast.unparse(node).endswith(MARKED_ELSEWHERE):
                return
            case _:
                raise NotFoundError(ast.unparse(node))

    def _entries(self, table: ast.expr) -> Iterator[str]:
        match table:
            case ast.Dict(values=values) | ast.Tuple(elts=values) | ast.List(elts=values):
                for value in values:
                    yield from self._constants(value)
            case _:
                raise NotFoundError(ast.unparse(table)[:80])

    def _is_handed_on(self, name: ast.Name) -> bool:
        """Return whether a name is a parameter of an enclosing function, so that the callers hold the text."""
        for scope in self._scopes[name]:
            if isinstance(scope, ast.FunctionDef):
                arguments = (*scope.args.posonlyargs, *scope.args.args, *scope.args.kwonlyargs)
                if any(argument.arg == name.id for argument in arguments):
                    return True
        return False

    def _bound(self, name: ast.Name) -> Iterator[ast.expr]:
        """Yield what a name is bound to in the nearest function, or else in the module."""
        for scope in self._scopes[name]:
            found = list(_assigned(scope, name.id, self._scopes))
            if found:
                yield from found
                return

    def _bound_together(self, one: ast.Name, more: ast.Name) -> Iterator[Text]:
        """Yield pairs that two names are bound to in one statement: `one, more = "a car", "{count} cars"`."""
        for node in ast.walk(self._scopes[one][0]):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
                names = [target.id for target in node.targets[0].elts if isinstance(target, ast.Name)]
                if names == [one.id, more.id] and isinstance(node.value, ast.Tuple):
                    first, second = (list(self._constants(value)) for value in node.value.elts)
                    yield from zip(first, second, strict=True)

    def _returned(self, name: str) -> Iterator[str]:
        function = next(
            (node for node in self.tree.body if isinstance(node, ast.FunctionDef) and node.name == name), None
        )
        if function is None:
            raise NotFoundError(f"{name}() is not in this file")
        for node in ast.walk(function):
            if isinstance(node, ast.Return) and node.value is not None:
                yield from self._constants(node.value, 1)


def _assigned(scope: ast.AST, name: str, scopes: dict[ast.AST, list[ast.AST]]) -> Iterator[ast.expr]:
    for node in ast.walk(scope):
        if scopes[node][0] is not scope and node is not scope:
            continue
        match node:
            case ast.Assign(targets=[ast.Name(id=bound)], value=value) if bound == name:
                yield value
            case ast.AnnAssign(target=ast.Name(id=bound), value=value) if bound == name and value is not None:
                yield value
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                for target, value in zip(targets, values, strict=False):
                    if isinstance(target, ast.Name) and target.id == name:
                        yield value
            case ast.For(
                target=ast.Tuple(elts=[_, ast.Name(id=bound)]),
                iter=ast.Call(func=ast.Attribute(value=ast.Name() as table, attr="items")),
            ) if bound == name:
                for rows in _assigned(scopes[node][-1], table.id, scopes):
                    yield from getattr(rows, "values", ())


def texts_of_kv(file: Path) -> Iterator[Text]:
    """Yield the texts of a `.kv` file, where each `say(...)` is a Python expression. Raise NotFoundError."""
    text = file.read_text(encoding="utf-8")
    for start in re.finditer(r"\bsay\(", text):
        call = ast.parse(_balanced(text[start.start() :]), mode="eval").body
        assert isinstance(call, ast.Call)
        patterns = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if len(patterns) != len(call.args) or not patterns:
            raise NotFoundError(f"{_name(file)}: what does {ast.unparse(call)} say?")
        yield patterns[0], patterns[1] if len(patterns) > 1 else ""


def _balanced(text: str) -> str:
    """Return the text up to the bracket that closes its first one."""
    depth, quote = 0, ""
    for place, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote and text[place - 1] != "\\" else quote
        elif letter in "'\"":
            quote = letter
        elif letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
            if depth == 0:
                return text[: place + 1]
    return text


def template(texts: Iterable[Found]) -> Catalog:
    """Return a catalogue of all texts, untranslated, with their files. Raise ValueError if one text has two plurals."""
    files: dict[Text, set[str]] = {}
    for found in texts:
        if re.search(r"[^\W\d_]", re.sub(r"\{\w*\}", "", found.text[0])):  # texts without letters need no translation
            files.setdefault(found.text, set()).add(found.file)
    plurals: dict[str, str] = {}
    for one, more in files:
        if plurals.setdefault(one, more) != more:
            raise ValueError(f"“{one}” has two plurals: “{plurals[one]}” and “{more}”")
    catalogue = Catalog(project="Companion", version="1", charset="utf-8")
    for (one, more), said_in in sorted(files.items(), key=lambda entry: (min(entry[1]), entry[0])):
        places = [(file, 1) for file in sorted(said_in)]
        catalogue.add(
            (one, more) if more else one, locations=places, flags=["python-brace-format"] * ("{" in one + more)
        )
    return catalogue


def read(language: str, folder: Path = CATALOGUES) -> Catalog:
    """Return the catalogue of a language."""
    with (folder / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def write(catalogue: Catalog, language: str, folder: Path) -> None:
    """Write a catalogue in a canonical form."""
    catalogue.header_comment = (
        f"# What Companion says, in {Locale.parse(language).english_name}. deploy/words keeps it up to the code."
    )
    catalogue.msgid_bugs_address, catalogue.last_translator, catalogue.language_team = "", "", language
    catalogue.creation_date = catalogue.revision_date = FIRST_DAY
    into = io.BytesIO()
    write_po(into, catalogue, width=120, ignore_obsolete=True, include_lineno=False, omit_header=False)
    (folder / f"{language}.po").write_bytes(into.getvalue())


def untranslated(catalogue: Catalog) -> list[str]:
    """Return the texts that lack a translation, or need a review because the English text has changed."""
    found = []
    for message in catalogue:
        forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if message.id and (message.fuzzy or not all(forms)):
            found.append(message.id if isinstance(message.id, str) else message.id[0])
    return found


def update(language: str, texts: Catalog, folder: Path) -> list[str]:
    """Update one catalogue to these texts and return what is left to translate."""
    catalogue = Catalog(locale=language, project="Companion", version="1", charset="utf-8")
    if (folder / f"{language}.po").exists():
        catalogue = read(language, folder)
    own_forms = [message for message in catalogue if message.context]
    catalogue.update(texts, no_fuzzy_matching=False, update_creation_date=False)
    catalogue.fuzzy = False
    for message in own_forms:  # grammatical forms that only this language has
        if catalogue.get(message.id) is not None:
            catalogue.add(message.id, message.string, context=message.context, flags=message.flags)
    write(catalogue, language, folder)
    return untranslated(catalogue)


def main() -> int:
    """Update all catalogues, begin new ones if asked, print what is left to translate and return the exit status."""
    parser = argparse.ArgumentParser(prog="deploy/words", description="Brings the catalogues up to the code.")
    parser.add_argument(
        "languages", nargs="*", metavar="LANGUAGE", help="begin these, as in fi, beside those there are"
    )
    options = parser.parse_args()
    try:
        places = {CATALOGUES: template(all_texts()), INSTALLER: template(installer_texts())}
    except (NotFoundError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    left = 0
    for folder, texts in places.items():
        for language in sorted({*options.languages, *(file.stem for file in CATALOGUES.glob("*.po"))}):
            missing = update(language, texts, folder)
            left += len(missing)
            print(f"{_name(folder)}/{language}.po: {len(texts)} texts, {len(missing)} to translate")
            for text in missing:
                print(f"    {text}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
