"""What lies near a rectangle is found, beside a comparison with everything."""

from hypothesis import given
from hypothesis import strategies as st

from companion.boards.grid import Grid, Rectangle

numbers = st.floats(-1e4, 1e4) | st.sampled_from([0.0, 1.0, 2.0])


@st.composite
def rectangles(draw: st.DrawFn) -> Rectangle:
    left, right = sorted((draw(numbers), draw(numbers)))
    bottom, top = sorted((draw(numbers), draw(numbers)))
    return (left, bottom, right, top) if draw(st.booleans()) else (left, bottom, left, bottom)


def touch(one: Rectangle, other: Rectangle) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


@given(st.lists(rectangles(), max_size=30), st.lists(rectangles(), max_size=5), rectangles())
def test_everything_that_touches_is_found_in_order(
    given_first: list[Rectangle], added: list[Rectangle], wanted: Rectangle
) -> None:
    grid = Grid((box, number) for number, box in enumerate(given_first))
    for number, box in enumerate(added, start=len(given_first)):
        grid.add(box, number)
    found = grid.near(wanted)
    assert found == sorted(set(found))
    assert set(found) >= {number for number, box in enumerate([*given_first, *added]) if touch(box, wanted)}


def test_few_are_compared_where_many_are_spread_out() -> None:
    grid = Grid(((x, y, x, y), (x, y)) for x in range(100) for y in range(100))
    assert len(grid.near((50.2, 50.2, 50.4, 50.4))) <= 9
