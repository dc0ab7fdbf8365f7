"""What has begun at the table but is not recorded yet, kept beside the file of games: a tunnel half entered, cards
scanned as a payment, piles half counted, a result that nobody has seen. After a power cut it is there again.

It belongs to one position of one game, and is ignored at any other. A note that cannot be read, or is damaged, counts
as none: nothing is lost but what would have to be entered again without it.
"""

import zlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

from pydantic import ValidationError

from companion.boards import CardColour, PlayerColour
from companion.boards.frozen import Frozen, Id
from companion.files import put, sync_folder
from companion.game import events as e
from companion.game.payment import Payment
from companion.game.pilecount import PileCount
from companion.game.record import refusal_of
from companion.game.state import State
from companion.game.tunnels import Attempt
from hardware.codes import Code, LabelKind, parse

_CHECK = 8
"""The number of characters of the checksum, before the note itself."""


class TunnelNote(Frozen):
    """A try at a tunnel; the fields are those of `Attempt`."""

    player: PlayerColour
    route: Id
    colour: CardColour | None
    locomotives: int
    revealed: tuple[CardColour, ...]
    turned: tuple[str, ...]
    down: tuple[CardColour, ...]
    down_labels: tuple[str, ...]
    laying: bool
    added: tuple[CardColour, ...]
    added_labels: tuple[str, ...]


class PaymentNote(Frozen):
    """Cards that were scanned as a payment, by their labels."""

    player: PlayerColour
    scanned: tuple[str, ...]


class PileNote(Frozen):
    """What was counted of a pile, with the labels of the scanned cards."""

    player: PlayerColour
    cards: dict[CardColour, int]
    scanned: tuple[str, ...]


class Unfinished(Frozen):
    """What has begun in a game."""

    chosen: PlayerColour | None = None
    """The player who was chosen to move."""
    scans: bool = False
    """Whether scans are moves."""
    tunnel: TunnelNote | None = None
    payment: PaymentNote | None = None
    piles: tuple[PileNote, ...] = ()
    result: bool = False
    """Whether the game is over, and nobody has seen its result."""

    def tunnel_in(self, state: State) -> Attempt | None:
        """Return the try at a tunnel, or None if there is none that can be made in this position."""
        note = self.tunnel
        if note is None or not state.plays(note.player) or note.route not in state.board.routes:
            return None
        route = state.board.routes[note.route]
        if not route.tunnel or refusal_of(state, e.Claim(player=note.player, route=route.id)) is not None:
            return None
        return Attempt(state.board, route=route, **{name: getattr(note, name) for name in _KEPT})

    def payment_in(self, state: State) -> Payment | None:
        """Return the cards scanned as a payment, or None if there are none of a player of this game."""
        if self.payment is None or not state.plays(self.payment.player):
            return None
        cards = _scanned_cards(self.payment.scanned)
        return Payment(self.payment.player, cards) if cards else None

    def piles_in(self, state: State) -> tuple[PileCount, ...]:
        """Return what was counted of the piles of players of this game."""
        notes = [note for note in self.piles if state.plays(note.player)]
        return tuple(PileCount(note.player, note.cards, _scanned_cards(note.scanned)) for note in notes)


def _scanned_cards(labels: Sequence[str]) -> tuple[Code, ...]:
    """Return the cards with these labels, or none if one of them is no card."""
    codes = [parse(text) for text in labels]
    cards = tuple(code for code in codes if isinstance(code, Code) and code.kind is LabelKind.CARD)
    return cards if len(cards) == len(codes) else ()


_KEPT = tuple(field.name for field in fields(Attempt) if field.name not in ("board", "route"))


def note_of(
    attempt: Attempt | None,
    payment: Payment | None,
    piles: Iterable[PileCount],
    chosen: PlayerColour | None,
    scans: bool,
) -> Unfinished:
    """Return what has begun, as it is kept."""
    tunnel = paid = None
    if attempt is not None:
        tunnel = TunnelNote(route=attempt.route.id, **{name: getattr(attempt, name) for name in _KEPT})
    if payment is not None:
        paid = PaymentNote(player=payment.player, scanned=tuple(code.text for code in payment.scanned))
    counted = tuple(
        PileNote(player=pile.player, cards=dict(pile.cards), scanned=tuple(code.text for code in pile.scanned))
        for pile in piles
    )
    return Unfinished(chosen=chosen, scans=scans, tunnel=tunnel, payment=paid, piles=counted)


class PlacedNote(Frozen):
    """What has begun, and at which position of which game."""

    game: int
    position: str
    """What identifies everything that was recorded in the game then."""
    what: Unfinished


class UnfinishedFile:
    """The one note beside the file of games. Only `read` and `write` use the disk."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._wanted: PlacedNote | None = None
        self._is_known = False
        """Whether what is wanted is known; otherwise the disk says it."""

    def read(self) -> PlacedNote | None:
        """Return the note, or None if there is none that can be read."""
        if not self._is_known:
            self._wanted, self._is_known = _read(self._path), True
        return self._wanted

    def want(self, note: PlacedNote | None) -> bool:
        """Change the note, or remove it with None. Return whether it has to be written."""
        if self._is_known and note == self._wanted:
            return False
        self._wanted, self._is_known = note, True
        return True

    def write(self) -> None:
        """Put the note on the disk as it is wanted now. A disk that refuses it has the older one, or none."""
        note = self._wanted
        with suppress(OSError):
            if note is not None:
                text = note.model_dump_json(exclude_defaults=True).encode()
                put(self._path, f"{zlib.crc32(text):0{_CHECK}x}".encode() + text)
            elif self._path.exists():
                self._path.unlink()
                sync_folder(self._path.parent)


def _read(path: Path) -> PlacedNote | None:
    try:
        content = path.read_bytes()
        check, text = content[:_CHECK], content[_CHECK:]
        if int(check, 16) != zlib.crc32(text):
            return None
        return PlacedNote.model_validate_json(text)
    except (OSError, ValueError, ValidationError, RecursionError):
        return None
