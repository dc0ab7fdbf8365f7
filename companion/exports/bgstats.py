"""The link that records a play in the app BG Stats, which asks its user before saving it.

It is `bgstats://app.bgstatsapp.com/createPlay.html?data=` and a play as JSON. The app needs `sourceName`,
`sourcePlayId`, `game` with `name` and `sourceGameId`, and `players` with `name`, `sourcePlayerId` and, on Android,
`winner`. It remembers matches by those ids, so they are the same in every game. Everything else is optional.
"""

import json
from base64 import b32encode
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from companion.boards import Board
from companion.exports.finished import FinishedGame
from companion.exports.qrcodes import fits
from companion.scoring import PlayerScore

LINK = "bgstats://app.bgstatsapp.com/createPlay.html?data="

_ON_BGG = {"usa": 9209, "europe": 14996, "nordic_countries": 31627}
"""Ids of the games on BoardGameGeek, where they are certain; BG Stats finds the others by name."""

_NAMES = {
    "usa": "Ticket to Ride",
    "card_game": "Ticket to Ride: The Card Game",
}
"""Games that are not named after their map."""

_NOON = time(12)
"""The time of a game of which only the day is known: the day is the same in every time zone near by."""

_SHORTEST = 3
"""The fewest letters that a name is shortened to."""


def bgstats_link(game: FinishedGame) -> str:
    """Return a link that fits into a QR code: optional fields are dropped first, then names shortened."""
    longest = max(map(len, game.names))
    link = ""
    for optional, letters in _wishes(longest):
        link = LINK + quote(json.dumps(_play(game, optional, letters), **_COMPACT), safe=":,!'()*/?@;$")
        if fits(link):
            break
    return link


_COMPACT: dict[str, Any] = {"separators": (",", ":"), "ensure_ascii": False}


def _wishes(longest: int) -> Iterator[tuple[bool, int]]:
    """Yield whether to include optional fields and how long a name may be, the best combination first."""
    yield True, longest
    yield from ((False, letters) for letters in range(longest, _SHORTEST - 1, -1))


def _play(game: FinishedGame, optional: bool, letters: int) -> dict[str, Any]:
    board = game.sheet.board
    play: dict[str, Any] = {
        "sourceName": "Companion",
        "sourcePlayId": str(round(game.begun.timestamp() * 1000)),
        "game": _game(board),
        "players": [
            _player(score, name, optional and place == 0, optional)
            for place, (score, name) in enumerate(zip(game.sheet.players, _cut(game.names, letters), strict=True))
        ],
    }
    if game.played is not None:  # without a day, the app asks for it
        when = game.played if isinstance(game.played, datetime) else datetime.combine(game.played, _NOON)
        play["playDate"] = f"{when.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
    if optional and game.minutes:
        play["durationMin"] = game.minutes
    return play


def _game(board: Board) -> dict[str, Any]:
    name = _NAMES.get(board.id, f"Ticket to Ride: {board.called}")
    known = {"bggId": _ON_BGG[board.id]} if board.id in _ON_BGG else {}
    return {"name": name, "sourceGameId": board.id, **known}


def _player(score: PlayerScore, name: str, begins: bool, optional: bool) -> dict[str, Any]:
    player: dict[str, Any] = {
        "name": name,
        "sourcePlayerId": _id_of(score.player.name),
        "score": score.total,
        "winner": score.rank == 1,
    }
    if optional:
        player["rank"] = score.rank
    if begins:
        player["startPlayer"] = True
    return player


def _id_of(name: str) -> str:
    """Return six letters that are the same for the same name in every game."""
    return b32encode(sha256(name.strip().casefold().encode()).digest())[:6].decode()


def _cut(names: Sequence[str], letters: int) -> list[str]:
    """Return each name with at most this many letters; names that become equal are numbered."""
    cut = [name[:letters].strip() for name in names]
    return [
        f"{short[: letters - 1]}{place + 1}" if short != name and cut.count(short) > 1 else short
        for place, (short, name) in enumerate(zip(cut, names, strict=True))
    ]
