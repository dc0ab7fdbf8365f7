"""A board on a canvas, in board units. What is printed is drawn once; a claim adds a few instructions of its own on
top.

The printed tracks are gathered by colour into a few meshes, so that a whole board costs as much to draw as a few dozen
rectangles. Nothing printed is ever drawn again: claims, pieces and highlights are in layers above it. The corners of
tracks are computed once per shape and kept, since the same boards are opened again and again.
"""

from array import array
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import cos, sin
from types import MappingProxyType

from kivy.graphics import Color, InstructionGroup, Mesh, Rectangle
from kivy.graphics.texture import Texture

from companion.boards import PlayerColour, Route, TrackColour
from companion.boards.shape import BoardShape, Space
from companion.game.state import AlvinIs, Claimed, Placed, State
from companion.screens.widgets import textures, theme

_EDGE = tuple(side / (side - 2 * textures.WAGON_EDGE) for side in textures.WAGON)
"""The factor by which a wagon's picture is larger than the wagon in it."""

DOT = 0.62
"""The radius of a city, in widths of a wagon."""
_EVERYWHERE = 20
"""How many times as large as the board that is which covers the whole map, however it is shown."""


Corners = tuple["array[float]", "array[int]"]
"""The vertices of a mesh (x, y, u, v) and the indices of its triangles."""


def _corners(spaces: Iterable[Space], length: float, width: float) -> Corners:
    """Return rectangles that lie along their track."""
    vertices, indices = array("f"), array("H")
    for number, space in enumerate(spaces):
        x, y, forth, aside = space.x, space.y, cos(space.angle) / 2, sin(space.angle) / 2
        along, up = forth * length, aside * length
        across, high = -aside * width, forth * width
        vertices.extend(
            (
                *(x - along - across, y - up - high, 0, 0),
                *(x + along - across, y + up - high, 1, 0),
                *(x + along + across, y + up + high, 1, 1),
                *(x - along + across, y - up + high, 0, 1),
            )
        )
        base = 4 * number
        indices.extend((base, base + 1, base + 2, base, base + 2, base + 3))
    return vertices, indices


def _mesh(corners: Corners, texture: Texture) -> Mesh:
    return Mesh(vertices=corners[0], indices=corners[1], mode="triangles", texture=texture)


def wagons(spaces: Iterable[Space], length: float, width: float, texture: Texture) -> Mesh:
    """Return a mesh of rectangles that lie along their track."""
    return _mesh(_corners(spaces, length, width), texture)


def signs(places: Iterable[tuple[float, float]], size: float, texture: Texture) -> Mesh:
    """Return a mesh of upright squares, one around each place."""
    return wagons([Space(x, y, 0.0) for x, y in places], size, size, texture)


Routes = tuple[str, ...]


@lru_cache(maxsize=1024)
def _along(shape: BoardShape, routes: Routes, length: float, width: float) -> Corners:
    """Return rectangles on all spaces of these routes."""
    return _corners((space for route in routes for space in shape.spaces[route]), length, width)


@lru_cache(maxsize=256)
def _on_cards(shape: BoardShape, routes: Routes, size: float, locomotives: bool) -> Corners:
    """Return squares on the spaces of these routes that ask for locomotives, or on those that do not."""
    found: list[Space] = []
    for route in routes:
        spaces, ferry = shape.spaces[route], shape.board.routes[route].locomotives
        found += spaces[:ferry] if locomotives else spaces[ferry:]
    return _upright(found, size)


@lru_cache(maxsize=2048)
def _shared(shape: BoardShape, route: str, place: int, of: int) -> tuple[Corners, Corners, Corners]:
    """Return a player's wagons on a route, their dark edges and the squares for the player's shape."""
    spaces, _ = shape.share(shape.board.routes[route], place, of)
    length, width = shape.wagon[0] * _EDGE[0] / of, shape.wagon[1] * _EDGE[1]
    return (
        _corners(spaces, length * 0.97, width * 0.98),
        _corners(spaces, length * 1.06, width * 1.32),
        _upright(spaces, shape.wagon[1] * 0.62),
    )


def _upright(spaces: Iterable[Space], size: float) -> Corners:
    return _corners([Space(space.x, space.y, 0.0) for space in spaces], size, size)


def _share(state: State, claim: Claimed) -> tuple[int, int]:
    """Return which of how many players on its track has made a claim."""
    owners = list(dict.fromkeys(state.owners(claim.route)))
    return owners.index(claim.player), len(owners)


def _ids(routes: Iterable[Route]) -> Routes:
    return tuple(route.id for route in routes)


class BoardDrawing(InstructionGroup):
    """Everything on a board except its names."""

    def __init__(self, shape: BoardShape, small: bool = False) -> None:
        """Draw an empty board; `small` leaves out signs that would be too small to see."""
        super().__init__()
        self.shape = shape
        length, width = shape.wagon
        self._wagon = length * _EDGE[0], width * _EDGE[1]
        self.dot = width * DOT
        """The radius of a city."""
        self._claims: dict[tuple[str, PlayerColour], InstructionGroup] = {}
        self._shares: dict[tuple[str, PlayerColour], tuple[int, int]] = {}
        self._claim_layer, self._piece_layer, self._lit_layer = (InstructionGroup() for _ in range(3))
        self._small = small
        self._add_tracks()
        self.add(self._claim_layer)
        self._add_cities()
        self.add(self._piece_layer)
        self.add(self._lit_layer)
        self._pieces: tuple[object, ...] = ()

    def _add_tracks(self) -> None:
        """Add the printed tracks by colour: pale body, outline or a tunnel's teeth, and the signs of colour and
        ferry."""
        routes = self.shape.board.routes.values()
        by_colour: dict[TrackColour, list[Route]] = {}
        for route in routes:
            by_colour.setdefault(route.colour, []).append(route)
        for colour, alike in by_colour.items():
            fill, outline = theme.track(colour)
            self._add_spaces([route for route in alike if not route.tunnel], textures.space(fill, outline))
            tunnels = [route for route in alike if route.tunnel]
            if tunnels:
                rock = theme.mixed(outline, theme.INK, 0.45)
                self._add_spaces(tunnels, textures.space(fill, rock, tunnel=True))
            if colour != "grey" and not self._small:
                self.add(Color(*theme.track_sign(colour)))
                places = _on_cards(self.shape, _ids(alike), self.shape.wagon[1] * 0.5, False)
                self.add(_mesh(places, textures.card_sign(colour)))
        if not self._small:
            self._add_ferries(routes)

    def _add_spaces(self, routes: list[Route], texture: Texture) -> None:
        if routes:
            self.add(Color(1, 1, 1, 1))
            self.add(_mesh(_along(self.shape, _ids(routes), *self._wagon), texture))

    def _add_ferries(self, routes: Iterable[Route]) -> None:
        ferries, width = _ids(route for route in routes if route.locomotives), self.shape.wagon[1]
        if ferries:
            self.add(Color(*theme.INK))
            self.add(_mesh(_on_cards(self.shape, ferries, width * 0.95, True), textures.card_sign("locomotive")))
            self.add(Color(*theme.PAPER))
            self.add(_mesh(_on_cards(self.shape, ferries, width * 0.34, True), textures.dot()))

    def _add_cities(self) -> None:
        named = [at for city, at in self.shape.cities.items() if not self.shape.board.cities[city].country]
        borders = [at for city, at in self.shape.cities.items() if self.shape.board.cities[city].country]
        rings = ((theme.INK, 2.3), (theme.PAPER, 1.62)) if self.shape.board.routes else ()
        for colour, share in rings:
            self.add(Color(*colour))
            self.add(signs(named, self.dot * share, textures.dot()))
        if borders:
            self.add(Color(*theme.INK))
            self.add(signs(borders, self.dot * 1.5, textures.card_sign("pink")))

    def show(self, state: State) -> list[Claimed]:
        """Draw the claims and pieces of a position. Return the claims that were not shown before."""
        now = {(claim.route.id, claim.player): claim for claim in state.claims}
        new = [claim for key, claim in now.items() if key not in self._claims]
        shares = {key: _share(state, claim) for key, claim in now.items()}
        for key in [key for key in self._claims if self._shares[key] != shares.get(key)]:
            self._claim_layer.remove(self._claims.pop(key))
        for key, claim in now.items():
            if key not in self._claims:
                self._claims[key] = self._claimed(claim.route, claim.player, *shares[key])
                self._claim_layer.add(self._claims[key])
        self._shares = shares
        pieces = (state.stations, state.markers, state.alvin)
        if pieces != self._pieces:
            self._pieces = pieces
            self._piece_layer.clear()
            for placed in state.stations:
                self._add_piece(placed, "station", theme.PLAYERS[placed.player])
            for placed in state.markers:
                self._add_piece(placed, "marker", theme.PLAYERS[placed.player])
            if state.alvin:
                self._add_alvin(state.alvin)
        return new

    def _claimed(self, route: Route, player: PlayerColour, place: int, of: int) -> InstructionGroup:
        """Return a player's wagons on a track: dark edge, the colour, and the player's shape on each. If an override
        put several players there, each has a part of every space."""
        group = InstructionGroup()
        bodies, edges, squares = _shared(self.shape, route.id, place, of)
        layers = (
            (theme.rgb("#15130F"), edges, textures.wagon_body()),
            (theme.PLAYERS[player], bodies, textures.wagon_body()),
            (theme.PLAYER_SIGNS[player], squares, textures.player_shape(player)),
        )
        for colour, corners, texture in layers[:2] if self._small else layers:
            group.add(Color(*colour))
            group.add(_mesh(corners, texture))
        return group

    def reveal(self, claim: Claimed, count: int) -> None:
        """Show only the first `count` wagons of a claim."""
        group = self._claims.get((claim.route.id, claim.player))
        if group is not None:
            for mesh in [child for child in group.children if isinstance(child, Mesh)]:
                mesh.indices = [
                    4 * number + corner
                    for number in range(min(count, claim.route.length))
                    for corner in (0, 1, 2, 0, 2, 3)
                ]

    def _add_piece(self, placed: Placed, icon: str, colour: theme.Rgba) -> None:
        x, y = self.shape.cities[placed.city]
        size = self.dot * 4.2
        lift = size * 0.32
        for tint, share in ((theme.rgb("#15130F"), 1.3), (theme.TEXT, 1.16), (colour, 1.0)):
            self._piece_layer.add(Color(*tint))
            self._piece_layer.add(signs([(x, y + lift)], size * share, textures.icon(icon)))

    def _add_alvin(self, alvin: AlvinIs) -> None:
        x, y = self.shape.cities[alvin.city]
        size = self.dot * 4.6
        # Beside his city, towards the middle of the board, so that he is never partly outside.
        aside = (
            size * (0.62 if x < self.shape.size[0] / 2 else -0.62),
            size * (0.4 if y < self.shape.size[1] / 2 else -0.4),
        )
        for tint, share in ((theme.rgb("#15130F"), 1.28), (theme.TEXT, 1.14), (theme.rgb("#5DBB3A"), 1.0)):
            self._piece_layer.add(Color(*tint))
            self._piece_layer.add(signs([(x + aside[0], y + aside[1])], size * share, textures.icon("alvin")))

    def light(
        self,
        tracks: Mapping[str, theme.Rgba],
        cities: Iterable[str] = (),
        dim: bool = False,
        dashed: Mapping[str, theme.Rgba] = MappingProxyType({}),
        missing: Iterable[str] = (),
        ringed: Iterable[str] = (),
    ) -> None:
        """Highlight tracks and cities, and nothing else; `dim` fades the rest of the board. Borrowed tracks are dashed
        in their owner's colour; missing ones are rows of hollow spaces, and so are doubtful ones, `ringed` by a bright
        edge."""
        layer = self._lit_layer
        layer.clear()
        if dim:
            # Far beyond the board, since what is drawn below it reaches that far. The frame of the map clips it.
            width, height = (_EVERYWHERE * side for side in self.shape.size)
            middle = self.shape.size[0] / 2, self.shape.size[1] / 2
            layer.add(Color(*theme.faded(theme.PAPER, 0.74)))
            layer.add(Rectangle(pos=(middle[0] - width / 2, middle[1] - height / 2), size=(width, height)))
        length, width = self._wagon
        for route, colour in tracks.items():
            layer.add(Color(*theme.INK))
            layer.add(_mesh(_along(self.shape, (route,), length * 1.14, width * 1.6), textures.wagon_body()))
            layer.add(Color(*colour))
            layer.add(_mesh(_along(self.shape, (route,), length * 1.02, width * 1.16), textures.wagon_body()))
        for route, colour in dashed.items():
            layer.add(Color(*theme.INK))
            layer.add(_mesh(_along(self.shape, (route,), length * 0.72, width * 1.6), textures.wagon_body()))
            layer.add(Color(*colour))
            layer.add(_mesh(_along(self.shape, (route,), length * 0.58, width * 1.16), textures.wagon_body()))
        for route in missing:
            layer.add(Color(*theme.PAPER))
            layer.add(_mesh(_along(self.shape, (route,), length * 1.1, width * 1.5), textures.wagon_body()))
            layer.add(Color(*theme.LACKING))
            layer.add(_mesh(_along(self.shape, (route,), length * 0.9, width * 1.2), textures.wagon_edge()))
        for route in ringed:
            for colour, longer, wider in ((theme.INK, 1.2, 2.1), (theme.BRASS, 1.14, 1.8), (theme.PAPER, 0.94, 0.9)):
                layer.add(Color(*colour))
                around = _along(self.shape, (route,), length * longer, width * wider)
                layer.add(_mesh(around, textures.wagon_body()))
        for city in cities:
            self._add_ring(city)

    def _add_ring(self, city: str) -> None:
        for colour, share in ((theme.INK, 4.2), (theme.BRASS, 3.5), (theme.PAPER, 1.8)):
            self._lit_layer.add(Color(*colour))
            self._lit_layer.add(signs([self.shape.cities[city]], self.dot * share, textures.dot()))
