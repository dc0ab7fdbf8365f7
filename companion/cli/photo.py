"""`companion photo`: read what lies on a photographed board."""

import argparse
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from companion.cli.commandline import DONE, BadInputError, own_maps, write_output
from companion.words import closest, say, why_not

if TYPE_CHECKING:
    from companion.boards import Board
    from companion.cli.commandline import Commands
    from companion.photo.alignment import Landmarks
    from companion.photo.emptyboard import EmptyBoard
    from companion.photo.photoreading import Progress, Reading

NEEDED = 400_000_000
"""Bytes of memory that a reading may take."""


def add_to(commands: "Commands") -> None:
    """Add the command and its options to the parser."""
    parser = commands.add_parser("photo", help=say("read whose trains are where in a photo of the board"))
    parser.add_argument("map", metavar="MAP", help=say("a map file, or the id of a map"))
    parser.add_argument("photo", type=Path, nargs="?", metavar="PHOTO", help=say("the photo of the board"))
    parser.add_argument("--empty", type=Path, metavar="PHOTO", help=say("a photo of the same board, empty"))
    cities = say(
        'file with at least four cities and their pixel positions in the photo of the empty board: {{"paris": [814, '
        "620], …}}"
    )
    parser.add_argument("--cities", type=Path, metavar="FILE", help=cities)
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help=say("keep the empty board in this file, for --board later")
    )
    parser.add_argument(
        "--board",
        type=Path,
        metavar="FILE",
        help=say("the empty board that was kept; with --empty and --cities it is made again if it does not fit them"),
    )
    parser.add_argument("--players", metavar="COLOURS", help=say("colours of the players, such as red,blue"))
    parser.add_argument("--json", action="store_true", help=say("print one JSON object"))
    parser.add_argument("--progress", action="store_true", help=say("print progress to standard error"))
    parser.set_defaults(command=_photo)


def _photo(options: argparse.Namespace) -> int:
    board = _board(options)
    players = _players(options.players)
    if not options.photo and not options.keep:
        raise BadInputError(say("photo: name a photo of the board, or a file with --keep"))
    given = options.empty or (options.board and options.photo and not options.keep)
    if not given or bool(options.empty) != bool(options.cities):
        raise BadInputError(say("photo: give --empty and --cities, or --board"))
    _enough_memory()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices are small here: threads would only get in their way
    try:
        import cv2
        import numpy  # noqa: F401
    except ImportError:
        raise BadInputError(
            say("Reading photos needs more packages: install them with pip install 'companion[photo]'")
        ) from None
    from companion.photo.refusal import RefusedPhotoError

    try:
        reading = _read(options, board, players)
    except RefusedPhotoError as error:
        raise BadInputError(str(error)) from None
    except cv2.error as error:
        if error.code == cv2.Error.StsNoMem:
            raise _no_memory() from None
        file = options.photo or options.empty
        raise BadInputError(say("{file}: the picture is damaged: copy it again, or take another", file=file)) from None
    except MemoryError:
        raise _no_memory() from None
    if reading is None:
        print(say("{file}: written", file=options.keep))
    elif options.json:
        from companion.photo.photoreading import reading_json

        print(json.dumps(reading_json(reading)))
    else:
        print(_told(board, reading))
    return DONE


def _read(options: argparse.Namespace, board: "Board", players: tuple[str, ...]) -> "Reading | None":
    from companion.photo.photoreading import read_photo
    from companion.photo.pictures import read_picture
    from companion.photo.traincolours import box_colours

    def progress(share: float) -> None:
        if options.progress:
            print(f"progress {share:.2f}", file=sys.stderr, flush=True)

    progress(0.0)
    empty, known = _empty_board(options, board, progress)
    progress(0.45)
    if not options.photo:
        progress(1.0)
        return None
    photo = read_picture(options.photo)
    reading = read_photo(
        board,
        empty,
        known,
        photo,
        players or box_colours(board),
        bool(players),
        lambda share: progress(0.45 + share * 0.55),
    )
    progress(1.0)
    return reading


def _empty_board(options: argparse.Namespace, board: "Board", progress: "Progress") -> "tuple[EmptyBoard, Landmarks]":
    """Return the empty board: the one that was kept if it fits, or else one made from the photo, which is then kept
    where people want it."""
    from companion.photo.alignment import board_landmarks
    from companion.photo.boardfit import fit_board
    from companion.photo.citytaps import read_taps
    from companion.photo.keptboard import kept_board, read_kept_board, source_of
    from companion.photo.pictures import picture_of, read_content
    from companion.photo.refusal import RefusedPhotoError

    if not options.empty:
        return read_kept_board(options.board, board)
    taps, content = read_taps(options.cities, board), read_content(options.empty)
    source = source_of(board, content, taps)
    if options.board and options.photo:
        with suppress(RefusedPhotoError):
            return read_kept_board(options.board, board, source)
    photo = picture_of(content, options.empty)
    empty = fit_board(board, photo.image, {city: (x * photo.factor, y * photo.factor) for city, (x, y) in taps.items()})
    progress(0.35)
    known = board_landmarks(empty.picture)
    if options.keep:
        try:
            write_output(options.keep, kept_board(empty, known, source))
        except OSError as error:
            raise BadInputError(f"{options.keep}: {why_not(error)}") from None
    return empty, known


def _board(options: argparse.Namespace) -> "Board":
    """Return the board that is meant. Raise BadInputError."""
    from companion.boards import Library, NoSuchMapError, read_map
    from companion.boards.facts import board_from

    file = Path(options.map)
    try:
        if file.suffix == ".facts":  # what the app hands over of a game whose map has changed since
            board = board_from(file.read_bytes())
        elif file.suffix == ".toml":
            board = read_map(file)
        else:
            board = Library(own_maps(options)).load(options.map)
    except NoSuchMapError as error:
        raise BadInputError(str(error)) from None
    except ValueError as error:
        raise BadInputError(say("{file}: its map has an error: {error}", file=file, error=error)) from None
    except OSError as error:
        raise BadInputError(f"{file}: {why_not(error)}") from None
    if board.size is None or not board.routes:
        raise BadInputError(say("{map} has no board to take a photo of", map=board.name))
    return board


def _players(text: str | None) -> tuple[str, ...]:
    """Return the colours of a list such as "red,blue". Raise BadInputError."""
    from companion.boards import PlayerColour

    if text is None:
        return ()
    known = get_args(PlayerColour)
    colours = tuple(dict.fromkeys(colour.strip() for colour in text.split(",") if colour.strip()))
    for colour in colours:
        if colour not in known:
            hint = closest(colour, known)
            raise BadInputError(say("--players: there are no trains in {colour}{hint}", colour=colour, hint=hint))
    if not colours:
        raise BadInputError(say("--players: name at least one colour, such as red,blue"))
    return colours


def _enough_memory() -> None:
    """Raise BadInputError if a reading would take more memory than is free."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return
    free = next((int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")), NEEDED)
    if free < NEEDED:
        raise _no_memory()


def _no_memory() -> BadInputError:
    return BadInputError(
        say(
            "There is too little free memory to read a photo ({size} MB): tap the routes instead",
            size=NEEDED // 1_000_000,
        )
    )


def _told(board: "Board", reading: "Reading") -> str:
    """Return a reading for people: who has what, and what is to be looked at."""
    from companion.boards.colourwords import colour_word

    lines = []
    owners = {read.owner for read in reading.routes.values() if read.owner}
    owners |= {read.owner for read in reading.stations.values()}
    for owner in sorted(owners):
        taken = [board.routes[route] for route, read in reading.routes.items() if read.owner == owner]
        places = [board.cities[city].name for city, read in reading.stations.items() if read.owner == owner]
        facts = {"colour": colour_word(owner), "routes": len(taken), "trains": sum(route.length for route in taken)}
        if places:
            lines.append(
                say(
                    "{colour}: routes: {routes}, trains: {trains}, stations: {cities}",
                    cities=", ".join(places),
                    **facts,
                )
            )
        elif taken:
            lines.append(say("{colour}: routes: {routes}, trains: {trains}", **facts))
    for route, read in reading.routes.items():
        if not read.sure:
            name = board.route(board.routes[route])
            if read.owner:
                lines.append(say("Not sure: {route}, perhaps {colour}", route=name, colour=colour_word(read.owner)))
            else:
                lines.append(say("Not sure: {route}, perhaps free", route=name))
    return "\n".join(lines)
