"""Benchmark of drawing maps much larger than any printed board."""

from collections.abc import Iterator
from random import Random
from time import process_time

from benches.report import Table
from companion.boards import Board, parse_map
from companion.boards.names import NameBox, names_shown, place_names
from companion.boards.shape import shape_of

STEP = 60
"""The distance from one city to the next."""
PANEL = 560, 400
"""The pixels that a panel of 800 x 480 leaves for the map."""


def large_maps(quick: bool) -> Iterator[Table]:
    """Measure reading, shape and names; the time per city should not grow with the number of cities."""
    table = Table("large maps", "Maps in a grid of cities, drawn for a panel of 800 x 480 (CPU seconds)")
    for cities in (50, 100, 200) if quick else (50, 100, 200, 350, 500):
        begun = process_time()
        board = grid_of(cities)
        read = process_time()
        shape = shape_of(board)
        drawn = process_time()
        scale = min(PANEL[0] / shape.size[0], PANEL[1] / shape.size[1])
        sizes = {place: (5.6 * len(name) / scale, 12 / scale) for place, name in names_shown(shape).items()}
        place_names(shape, sizes, 4 / scale, NameBox(0, 0, *shape.size))
        named = process_time()
        table.rows.append(
            {
                "cities": cities,
                "routes": len(board.routes),
                "read": read - begun,
                "shape": drawn - read,
                "names": named - drawn,
                "all, ms a city": 1000 * (named - begun) / cities,
            }
        )
    yield table


def grid_of(cities: int) -> Board:
    """Return a board with this many cities, each connected with its neighbours, a part of them by double routes."""
    rng, wide = Random(cities), round(cities**0.5)
    places = [
        ((number % wide + 0.5) * STEP + rng.uniform(-12, 12), (number // wide + 0.5) * STEP + rng.uniform(-12, 12))
        for number in range(cities)
    ]
    pairs = [(one, one + 1) for one in range(cities - 1) if one % wide < wide - 1]
    pairs += [(one, one + wide) for one in range(cities - wide)]
    routes = [_route(places, one, other, copy) for one, other in pairs for copy in range(2 if one % 4 == 0 else 1)]
    printed = [f'{{ id = "c{n}", name = "City {n}", x = {x:.1f}, y = {y:.1f} }}' for n, (x, y) in enumerate(places)]
    text = f"""
id = "grid"
name = "Grid"
[rules]
players = [2, 5]
trains = 45
tie_breaks = ["tickets"]
points = {{ 2 = 2 }}
cards = {{ each_colour = 12, locomotives = 14 }}
tickets = {{ deal = 3, keep = 2, draw = 3, draw_keep = 1 }}
[printed]
size = [{wide * STEP}, {-(-cities // wide) * STEP}]
cities = [{", ".join(printed)}]
routes = [{", ".join(routes)}]
tickets = [{{ id = "t", from = "c0", to = "c1", points = 1 }}]
"""
    return parse_map(text, "grid.toml")


def _route(places: list[tuple[float, float]], one: int, other: int, copy: int) -> str:
    (x, y), (far_x, far_y) = places[one], places[other]
    aside = 6 * copy - 3
    track = [[round(x + (far_x - x) * at + aside, 1), round(y + (far_y - y) * at + aside, 1)] for at in (0.35, 0.65)]
    ends = f'from = "c{one}", to = "c{other}"'
    return f'{{ id = "c{one}--c{other}:{copy}", {ends}, colour = "grey", length = 2, track = {track} }}'
