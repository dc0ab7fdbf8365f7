"""Finds every text that people read, and brings the catalogues of all languages up to it.

A text is written where it is said: as the pattern of `say`, `Sentence` or one of the others in `SPEAKERS`, or, where it
is written far from that, marked with `pattern`. The pattern may be a constant, a name that is bound to constants in the
same function or module, an entry of such a table, or what a function of the module returns. Whatever cannot be followed
to constants is an error, so that nothing is overlooked: Babel's own extraction takes only constants in the call itself,
and passes over all else. Names of maps come from their files, and what the screens say from their `.kv` files.
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
"""It runs before anything else of ours is there, and so has catalogues of its own, beside its code."""

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
"""Who says something: which argument is the pattern, and which its plural, if there is one."""

MARKED_ELSEWHERE = ("value", "reason.value")
"""Attributes of enumerations, whose texts are marked with `pattern` where they are written."""

FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)
"""What stands as date in every catalogue: history keeps the real ones, and no two people's changes meet here."""

Text = tuple[str, str]
"""A pattern and its plural, or nothing."""


class NotFoundError(Exception):
    """A pattern that cannot be followed to the constants that it may be."""


@dataclass(frozen=True, slots=True)
class Found:
    """A text and the file that says it."""

    text: Text
    file: str


def all_texts() -> list[Found]:
    """Every text that people read. Raises NotFoundError."""
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
    """Every text that the installer says. Raises NotFoundError."""
    return [Found(text, _name(file)) for file in sorted(INSTALLER.glob("*.py")) for text in Module(file).texts()]


def _name(file: Path) -> str:
    return (file.relative_to(ROOT) if file.is_relative_to(ROOT) else file).as_posix()


class Module:
    """A Python file, and what is said in it."""

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
        """All texts, each as often as it is said. In the words room patterns also come from outside."""
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
        """Every text that an expression may be."""
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
        """Whether it is a parameter of the function around it: then its callers are asked."""
        for scope in self._scopes[name]:
            if isinstance(scope, ast.FunctionDef):
                arguments = (*scope.args.posonlyargs, *scope.args.args, *scope.args.kwonlyargs)
                if any(argument.arg == name.id for argument in arguments):
                    return True
        return False

    def _bound(self, name: ast.Name) -> Iterator[ast.expr]:
        """What a name is bound to in the nearest function, or else in the module."""
        for scope in self._scopes[name]:
            found = list(_assigned(scope, name.id, self._scopes))
            if found:
                yield from found
                return

    def _bound_together(self, one: ast.Name, more: ast.Name) -> Iterator[Text]:
        """Pairs that two names are bound to at once: `one, more = "a car", "{count} cars"`."""
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
    """What a `.kv` file says: each `say(...)` in it is an expression of Python."""
    text = file.read_text(encoding="utf-8")
    for start in re.finditer(r"\bsay\(", text):
        call = ast.parse(_balanced(text[start.start() :]), mode="eval").body
        assert isinstance(call, ast.Call)
        patterns = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if len(patterns) != len(call.args) or not patterns:
            raise NotFoundError(f"{_name(file)}: what does {ast.unparse(call)} say?")
        yield patterns[0], patterns[1] if len(patterns) > 1 else ""


def _balanced(text: str) -> str:
    """The text up to the bracket that closes its first one."""
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
    """All texts, untranslated, each with the files that say it. Raises ValueError where one text has two plurals."""
    files: dict[Text, set[str]] = {}
    for found in texts:
        if re.search(r"[^\W\d_]", re.sub(r"\{\w*\}", "", found.text[0])):  # mere signs say the same in every language
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
    """The catalogue of a language as it is."""
    with (folder / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def write(catalogue: Catalog, language: str, folder: Path) -> None:
    """Writes a catalogue, always in the same way."""
    catalogue.header_comment = (
        f"# What Companion says, in {Locale.parse(language).english_name}. deploy/words keeps it up to the code."
    )
    catalogue.msgid_bugs_address, catalogue.last_translator, catalogue.language_team = "", "", language
    catalogue.creation_date = catalogue.revision_date = FIRST_DAY
    into = io.BytesIO()
    write_po(into, catalogue, width=120, ignore_obsolete=True, include_lineno=False, omit_header=False)
    (folder / f"{language}.po").write_bytes(into.getvalue())


def untranslated(catalogue: Catalog) -> list[str]:
    """What is still to be translated, or looked at again because the English text has changed."""
    found = []
    for message in catalogue:
        forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if message.id and (message.fuzzy or not all(forms)):
            found.append(message.id if isinstance(message.id, str) else message.id[0])
    return found


def update(language: str, texts: Catalog, folder: Path) -> list[str]:
    """Brings one catalogue up to the texts, and answers with what is left to do in it."""
    catalogue = Catalog(locale=language, project="Companion", version="1", charset="utf-8")
    if (folder / f"{language}.po").exists():
        catalogue = read(language, folder)
    catalogue.update(texts, no_fuzzy_matching=False, update_creation_date=False)
    catalogue.fuzzy = False
    write(catalogue, language, folder)
    return untranslated(catalogue)


def main() -> int:
    """Updates all catalogues, or begins new ones, and says what is left to translate."""
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
