"""A board on a canvas, in board units. What is printed is drawn once; a claim adds a few instructions of its own on
top.

The printed tracks are gathered by colour into a few meshes, so that a whole board costs as much to draw as a few dozen
rectangles. Nothing printed is ever drawn again: claims, pieces and highlights are in layers above it.
"""

from collections.abc import Iterable, Mapping
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


def wagons(spaces: Iterable[Space], length: float, width: float, texture: Texture) -> Mesh:
    """Return a mesh of rectangles that lie along their track."""
    vertices: list[float] = []
    indices: list[int] = []
    for number, space in enumerate(spaces):
        along = cos(space.angle) * length / 2, sin(space.angle) * length / 2
        across = -sin(space.angle) * width / 2, cos(space.angle) * width / 2
        for u, v in ((0, 0), (1, 0), (1, 1), (0, 1)):
            forth, aside = 2 * u - 1, 2 * v - 1
            x = space.x + along[0] * forth + across[0] * aside
            y = space.y + along[1] * forth + across[1] * aside
            vertices += (x, y, u, v)
        base = 4 * number
        indices += (base, base + 1, base + 2, base, base + 2, base + 3)
    return Mesh(vertices=vertices, indices=indices, mode="triangles", texture=texture)


def signs(places: Iterable[tuple[float, float]], size: float, texture: Texture) -> Mesh:
    """Return a mesh of upright squares, one around each place."""
    return wagons([Space(x, y, 0.0) for x, y in places], size, size, texture)


def _middles(spaces: Iterable[Space]) -> list[tuple[float, float]]:
    return [(space.x, space.y) for space in spaces]


class BoardDrawing(InstructionGroup):
    """Everything on a board except its names."""

    def __init__(self, shape: BoardShape, small: bool = False) -> None:
        """Draw an empty board; `small` leaves out signs that would be too small to see."""
        super().__init__()
        self.shape = shape
        length, width = shape.wagon
        self._wagon = length * _EDGE[0], width * _EDGE[1]
        self.dot = width * 0.62
        """The radius of a city."""
        self._claims: dict[tuple[str, PlayerColour], InstructionGroup] = {}
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
            self._add_spaces(fill, alike, textures.wagon_body())
            self._add_spaces(outline, [route for route in alike if not route.tunnel], textures.wagon_edge())
            tunnels = [route for route in alike if route.tunnel]
            self._add_spaces(theme.mixed(outline, theme.INK, 0.45), tunnels, textures.tunnel_edge())
            if colour != "grey" and not self._small:
                places = [at for route in alike for at in _middles(self.shape.spaces[route.id])[route.locomotives :]]
                self.add(Color(*theme.track_sign(colour)))
                self.add(signs(places, self.shape.wagon[1] * 0.5, textures.card_sign(colour)))
        if not self._small:
            self._add_ferries(routes)

    def _add_spaces(self, colour: theme.Rgba, routes: list[Route], texture: Texture) -> None:
        if routes:
            self.add(Color(*colour))
            self.add(wagons((s for route in routes for s in self.shape.spaces[route.id]), *self._wagon, texture))

    def _add_ferries(self, routes: Iterable[Route]) -> None:
        places = [at for route in routes for at in _middles(self.shape.spaces[route.id])[: route.locomotives]]
        if places:
            self.add(Color(*theme.INK))
            self.add(signs(places, self.shape.wagon[1] * 0.95, textures.card_sign("locomotive")))
            self.add(Color(*theme.PAPER))
            self.add(signs(places, self.shape.wagon[1] * 0.34, textures.dot()))

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
        for key in [key for key in self._claims if key not in now]:
            self._claim_layer.remove(self._claims.pop(key))
        new = [claim for key, claim in now.items() if key not in self._claims]
        for claim in new:
            group = self._claims[claim.route.id, claim.player] = self._claimed(claim.route, claim.player)
            self._claim_layer.add(group)
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

    def _claimed(self, route: Route, player: PlayerColour) -> InstructionGroup:
        """Return a player's wagons on a track: dark edge, the colour, and the player's shape on each."""
        group = InstructionGroup()
        spaces = self.shape.spaces[route.id]
        length, width = self._wagon
        layers = (
            (theme.rgb("#15130F"), wagons(spaces, length * 1.06, width * 1.32, textures.wagon_body())),
            (theme.PLAYERS[player], wagons(spaces, length * 0.97, width * 0.98, textures.wagon_body())),
            (
                theme.PLAYER_SIGNS[player],
                signs(_middles(spaces), self.shape.wagon[1] * 0.62, textures.player_shape(player)),
            ),
        )
        for colour, mesh in layers[:2] if self._small else layers:
            group.add(Color(*colour))
            group.add(mesh)
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
    ) -> None:
        """Highlight tracks and cities, and nothing else; `dim` fades the rest of the board. Borrowed tracks are dashed
        in their owner's colour; missing ones are rows of hollow spaces."""
        layer = self._lit_layer
        layer.clear()
        if dim:
            width, height = self.shape.size
            out = self.shape.wagon[1] * 1.6
            layer.add(Color(*theme.faded(theme.PAPER, 0.74)))
            layer.add(Rectangle(pos=(-out, -out), size=(width + 2 * out, height + 2 * out)))
        length, width = self._wagon
        for route, colour in tracks.items():
            spaces = self.shape.spaces[route]
            layer.add(Color(*theme.INK))
            layer.add(wagons(spaces, length * 1.14, width * 1.6, textures.wagon_body()))
            layer.add(Color(*colour))
            layer.add(wagons(spaces, length * 1.02, width * 1.16, textures.wagon_body()))
        for route, colour in dashed.items():
            spaces = self.shape.spaces[route]
            layer.add(Color(*theme.INK))
            layer.add(wagons(spaces, length * 0.72, width * 1.6, textures.wagon_body()))
            layer.add(Color(*colour))
            layer.add(wagons(spaces, length * 0.58, width * 1.16, textures.wagon_body()))
        for route in missing:
            spaces = self.shape.spaces[route]
            layer.add(Color(*theme.PAPER))
            layer.add(wagons(spaces, length * 1.1, width * 1.5, textures.wagon_body()))
            layer.add(Color(*theme.LACKING))
            layer.add(wagons(spaces, length * 0.9, width * 1.2, textures.wagon_edge()))
        for city in cities:
            self._add_ring(city)

    def _add_ring(self, city: str) -> None:
        for colour, share in ((theme.INK, 4.2), (theme.BRASS, 3.5), (theme.PAPER, 1.8)):
            self._lit_layer.add(Color(*colour))
            self._lit_layer.add(signs([self.shape.cities[city]], self.dot * share, textures.dot()))
