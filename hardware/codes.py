"""The codes on labels: ten characters, two of which are a check that detects any misread character.

    TR 1 K BBBB CC      product, version, kind, body, two check characters (ISO 7064 MOD 1271-36)

Ten characters of [0-9A-Z] are exactly what the smallest QR code holds at its highest error correction. A card has its
set, colour and copy; tickets, routes and cities have their set and a number derived from their id, so that adding one
to a map does not change the labels of the others.
"""

import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from companion.words import pattern, say

PRODUCT, VERSION = "TR", "1"
LENGTH = 10
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_VALUE = {letter: value for value, letter in enumerate(_ALPHABET)}
_NUMBERS = 36**3


class LabelKind(Enum):
    """What a label is attached to."""

    CARD = "C"
    TICKET = "D"
    ROUTE = "R"
    CITY = "T"
    PLAYER = "P"
    COMMAND = "X"


class Command(Enum):
    """What a command label does."""

    UNDO = "UNDO"
    REDO = "REDO"
    NEXT = "NEXT"
    TUNNEL = "TUNL"
    PAID = "PAID"
    TAKEN_BACK = "BACK"
    DREW_CARDS = "DRAW"
    DREW_TICKETS = "DRTI"
    RETURNED = "RETN"
    LAST_CARD = "LAST"
    YARD = "YARD"
    FINISH = "DONE"
    LOOK_UP = "LOOK"


COLOURS = {
    "pink": "P",
    "white": "W",
    "blue": "B",
    "yellow": "Y",
    "orange": "O",
    "black": "K",
    "red": "R",
    "green": "G",
    "locomotive": "L",
}
"""The letter of each card colour."""

_PLAYERS = {one: COLOURS[one] for one in ("red", "blue", "green", "yellow", "black", "white")} | {"purple": "V"}
"""The letter of each player; P is the pink card's."""

_COLOUR_OF = {letter: colour for colour, letter in COLOURS.items()}
_PLAYER_OF = {letter: colour for colour, letter in _PLAYERS.items()}


@dataclass(frozen=True, slots=True)
class Code:
    """The content of a label: its kind and the four characters of its body."""

    kind: LabelKind
    body: str

    @property
    def text(self) -> str:
        """The ten characters on the label."""
        data = PRODUCT + VERSION + self.kind.value + self.body
        return data + _check_characters(data)

    @property
    def set(self) -> str:
        """The letter of the map that a card, ticket, route or city belongs to."""
        return self.body[0]

    @property
    def colour(self) -> str:
        """The colour of a card or player."""
        return _COLOUR_OF[self.body[1]] if self.kind is LabelKind.CARD else _PLAYER_OF[self.body[0]]

    @property
    def copy(self) -> int:
        """The number of a card among those of its colour, from 1."""
        return int(self.body[2:])

    @property
    def number(self) -> int:
        """The number of a ticket, route or city."""
        return int(self.body[1:], 36)

    @property
    def command(self) -> Command:
        """The command of a command label."""
        return Command(self.body)


def card(set_letter: str, colour: str, copy: int) -> Code:
    """Return the code of a train card; `copy` distinguishes cards of the same colour."""
    return Code(LabelKind.CARD, f"{set_letter}{COLOURS[colour]}{copy:02}")


def numbered(kind: LabelKind, set_letter: str, number: int) -> Code:
    """Return the code of a ticket, route or city."""
    return Code(kind, set_letter + _three(number))


def player(colour: str) -> Code:
    """Return the code of a player's badge."""
    return Code(LabelKind.PLAYER, _PLAYERS[colour] + "000")


def command(which: Command) -> Code:
    """Return the code of a command."""
    return Code(LabelKind.COMMAND, which.value)


def numbers(ids: Iterable[str]) -> dict[str, int]:
    """Return a number for each id, derived from the id. If two ids get the same number, the alphabetically later one
    takes the next free number."""
    found: dict[str, int] = {}
    taken: set[int] = set()
    for one in sorted(ids):
        number = zlib.crc32(one.encode()) % _NUMBERS
        while number in taken:
            number = (number + 1) % _NUMBERS
        taken.add(number)
        found[one] = number
    return found


def copies_of(tickets: Mapping[str, int]) -> list[str]:
    """Return an id for each card of these tickets: the ticket's own for the first copy, and `…#2` for a second one."""
    return [f"{one}#{copy}" if copy > 1 else one for one, copies in tickets.items() for copy in range(1, copies + 1)]


_SETS = {
    "usa": "U",
    "europe": "E",
    "switzerland": "S",
    "india": "I",
    "old_west": "W",
    "card_game": "C",
    "nordic_countries": "N",
}


def set_letter(map_id: str) -> str:
    """Return the letter of a map. Maps of users get a digit, derived from their id."""
    return _SETS.get(map_id, str(zlib.crc32(map_id.encode()) % 10))


class Reason(Enum):
    """Why a scanned text is not one of our labels."""

    EMPTY = pattern("nothing was read")
    PRODUCT = pattern("that is a product barcode ({text}), not a game label")
    BOOK = pattern("that is a book's barcode ({text}), not a game label")
    LINK = pattern("that is a QR code with a link, not a game label")
    FOREIGN = pattern("that is not a game label ({text})")
    SHORT = pattern("only part of the label was read: scan it again")
    MISREAD = pattern("the label was misread: scan it again")
    VERSION = pattern(
        "that label is for a different version of Companion ({text}): print it again, or update Companion"
    )
    SEVERAL = pattern("several labels came at once, so none was used: scan them one at a time")
    DEVICE = pattern("that came from another device ({text}), not from a label: is another program using this port?")
    LAYOUT = pattern("the scanner uses a different keyboard layout: set it to US English, or to serial mode")


@dataclass(frozen=True, slots=True)
class Refusal:
    """A scanned text that is not one of our labels."""

    reason: Reason
    text: str

    def __str__(self) -> str:
        return say(self.reason.value, text=self.text)


@dataclass(frozen=True, slots=True)
class Scan:
    """A scan: the text as received, and its meaning. A label is parsed once, when it is framed."""

    text: str
    meaning: Code | Refusal


def parse(scanned: str) -> Code | Refusal:
    """Return the code in a scanned text, or why there is none."""
    text = normal(scanned)
    if not text:
        return Refusal(Reason.EMPTY, "")
    if not text.startswith(PRODUCT):
        return _foreign(text)
    if len(text) < LENGTH and set(text) <= set(_ALPHABET):
        return Refusal(Reason.SHORT, text)
    if len(text) >= 2 * LENGTH and isinstance(parse(text[:LENGTH]), Code):
        return Refusal(Reason.SEVERAL, shown(text))
    if len(text) != LENGTH or not set(text) <= set(_ALPHABET):
        odd = len(text) == LENGTH and not text[2].isalnum()
        return Refusal(Reason.LAYOUT if odd else Reason.MISREAD, shown(text))
    if not _check_is_right(text):
        return Refusal(Reason.MISREAD, text)
    if text[2] != VERSION:
        return Refusal(Reason.VERSION, text[:3])
    code = _code(text)
    return code or Refusal(Reason.VERSION, text)


def normal(scanned: str) -> str:
    """Return a scanned text without what scanners add to it: blanks, control characters, an AIM identifier such as
    `]Q1`."""
    text = "".join(letter for letter in scanned if letter.isprintable()).strip().upper()
    return re.sub(r"^\][A-Z][0-9A-Z]", "", text).strip()


def _code(text: str) -> Code | None:
    """Return the code in a text with a correct check, or None if this version does not know its kind."""
    try:
        code = Code(LabelKind(text[3]), text[4:8])
    except ValueError:
        return None
    body = code.body
    known = {
        LabelKind.CARD: body[1] in _COLOUR_OF and body[2:].isdigit() and body[2:] != "00",
        LabelKind.PLAYER: body[0] in _PLAYER_OF and body[1:] == "000",
        LabelKind.COMMAND: body in {command.value for command in Command},
    }
    return code if known.get(code.kind, True) else None


def _foreign(text: str) -> Refusal:
    if re.fullmatch(r"97[89]\d{10}", text):
        return Refusal(Reason.BOOK, text)
    if re.fullmatch(r"\d{8}|\d{12,14}", text):
        return Refusal(Reason.PRODUCT, text)
    if re.fullmatch(r"AT([+&][A-Z0-9=?,]{0,20}|[EIQVZ][0-9]?)?|OK|ERROR", text):
        return Refusal(Reason.DEVICE, text)
    if re.match(r"[A-Z][A-Z0-9+.-]*://|WWW\.", text):
        return Refusal(Reason.LINK, shown(text))
    return Refusal(Reason.FOREIGN, shown(text))


def shown(text: str) -> str:
    """Return a scanned text, not too long for a message."""
    return text if len(text) <= 24 else text[:23] + "…"


def _three(number: int) -> str:
    high, low = divmod(number, 36)
    return _ALPHABET[high // 36] + _ALPHABET[high % 36] + _ALPHABET[low]


def _check_characters(data: str) -> str:
    total = 0
    for letter in data:
        total = (total + _VALUE[letter]) * 36 % 1271
    high, low = divmod((1 - total * 36) % 1271, 36)
    return _ALPHABET[high] + _ALPHABET[low]


def _check_is_right(text: str) -> bool:
    total = 0
    for letter in text:
        total = (total * 36 + _VALUE[letter]) % 1271
    return total == 1
