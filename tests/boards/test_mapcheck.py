"""What a person gets wrong in a map file, and what is said about it."""

from pathlib import Path

import pytest

from companion.boards import BadMapError, our_maps, parse_map
from companion.words.language import speak
from tests.table import small_board

USA = (our_maps() / "usa.toml").read_text(encoding="utf-8")


def faults(text: str) -> list[str]:
    with pytest.raises(BadMapError) as caught:
        parse_map(text, "usa.toml")
    return list(caught.value.lines())


def line_with(text: str, wanted: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), start=1) if wanted in line)


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        (
            'id = "atlanta--charleston:grey", from = "atlanta"',
            'id = "atlanta--charleston:grey", from = "atlanto"',
            "route atlanta--charleston:grey: there is no city atlanto; did you mean atlanta?",
        ),
        (
            'colour = "grey", length = 2, track = [[831, 428], [869, 429]]',
            'colour = "grey", length = 0, track = [[831, 428], [869, 429]]',
            "route atlanta--charleston:grey: length must be 1 or more, not 0",
        ),
        (
            'to = "charleston", colour = "grey", length = 2, track = [[831',
            'to = "charleston", colour = "purple", length = 2, track = [[831',
            "route atlanta--charleston:grey: colour 'purple' does not exist: use 'red', 'blue', 'green', 'yellow', "
            "'black', 'white', 'orange', 'pink' or 'grey'",
        ),
        (
            'to = "charleston", colour = "grey", length = 2, track = [[831',
            'to = "charleston", colour = "grey", length = 9, track = [[831',
            "route atlanta--charleston:grey has length 9, but rules.points has no points for it: add them there",
        ),
        (
            'to = "charleston", colour = "grey", length = 2, track = [[831',
            'to = "charleston", colour = "grey", length = 2, spaces = [[831, 428, 0]], track = [[831',
            "route atlanta--charleston:grey: needs 2 entries in spaces, one for each space, not 1",
        ),
        (
            'to = "charleston", colour = "grey", length = 2, track = [[831',
            'to = "charleston", colour = "grey", length = 2, spaces = [[831, 428], [870, 428]], track = [[831',
            "route atlanta--charleston:grey: spaces must be x, y and a direction, in brackets: "
            "[[100, 200, 45], [150, 220, 60]]",
        ),
        (
            'to = "charleston", colour = "grey", length = 2, track = [[831',
            'to = "atlanta", colour = "grey", length = 2, track = [[831',
            "route atlanta--charleston:grey: goes from atlanta to itself",
        ),
    ],
)
def test_a_faulty_route(before: str, after: str, fault: str) -> None:
    text = USA.replace(before, after, 1)
    assert text != USA
    assert f"usa.toml: line {line_with(text, 'atlanta--charleston:grey')}: {fault}" in faults(text)


def test_a_ticket_to_nowhere() -> None:
    row = '{ id = "boston--narnia", from = "boston", to = "narnia", points = 3 },'
    text = USA.replace('{ id = "boston--miami",', row + '\n  { id = "boston--miami",', 1)
    line = line_with(text, "boston--narnia")
    assert faults(text) == [f"usa.toml: line {line}: ticket boston--narnia: there is no city or country narnia"]


def test_an_id_twice() -> None:
    row = next(row for row in USA.splitlines() if 'id = "atlanta--charleston:grey"' in row)
    (fault,) = faults(USA.replace(row, f"{row}\n{row}", 1))
    line = line_with(USA, "atlanta--charleston:grey") + 1
    assert fault == f"usa.toml: line {line}: atlanta--charleston:grey appears 2 times in routes: give each its own id"


def test_parallel_tracks_of_unequal_length() -> None:
    with pytest.raises(BadMapError) as caught:
        small_board("a-b 2 red, b-a 3 blue")
    assert (
        "route b-a:1 has length 3, but a-b:0 next to it has 2: make them equal, or set "
        "rules.unequal_tracks to true" in str(caught.value)
    )


def test_a_city_that_cannot_be_reached() -> None:
    with pytest.raises(BadMapError) as caught:
        small_board("a-b 2, b-c 2, d-e 1")
    assert [fault.what for fault in caught.value.faults] == [
        "city d cannot be reached: no routes lead there",
        "city e cannot be reached: no routes lead there",
    ]


def test_every_fault_is_told_in_one_go() -> None:
    text = USA.replace('name = "Atlanta"', "name = 7", 1).replace("trains = 45", 'trains = "many"', 1)
    told = "\n".join(faults(text))
    assert "city atlanta: name must be text, not 7" in told
    assert "rules.trains must be a whole number, not 'many'" in told


def test_a_faulty_city_is_not_unknown_to_its_routes() -> None:
    text = USA.replace('name = "Atlanta"', "name = 7", 1)
    assert len(faults(text)) == 1


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("players = [2, 5]", "players = [5, 2]", "players must list the smaller number first, not 5 and then 2"),
        ("players = [2, 5]", "players = [2, 8]", "players: there are 7 colours, so at most 7 players"),
        ("players = [2, 5]", 'players = [2, 5]\ncolours = ["red", "blue"]', "so at most 2 players"),
        ("players = [2, 5]", "players = [2, 2]\ncolours = ['red', 'red']", "colours lists the same colour twice"),
        ("[rules]", "[rules]\nentered = [{ id = 'routes', name = 'X', highest = 1 }]", "give this line another id"),
        ("[rules]", "[rules]\nentered = [{ id = 'x', name = 'X', lowest = 2, highest = 1 }]", "more than highest"),
        ("[rules]", "[rules]\nentered = [{ id = 'x', name = 'X', higest = 1 }]", "did you mean highest?"),
        ("[rules]", "[rules]\nlocomotives = 'ferries'", "'ferries' does not exist"),
        ('tie_breaks = ["tickets", "longest"]', 'tie_breaks = ["stations"]', "the rules have no stations"),
        ("[printed]", "[painted]", "[printed] is missing: the section with the cities, routes and tickets"),
        ("[printed]", "[printed]\nrivers = []", "printed.rivers is not a known field: remove it"),
        ("[rules]", "[rules]\nspeed = 3", "rules.speed is not a known field"),
        ('id = "usa"', 'name2 = "usa"', "id is missing"),
        (
            'id = "usa"',
            'id = "My Map"',
            "id cannot be 'My Map': an id has only lower-case letters a–z, digits, - and _",
        ),
        ("size = [1000, 645]", "", "printed.size is missing: the width and height of the board"),
    ],
)
def test_faulty_rules(before: str, after: str, fault: str) -> None:
    assert fault in "\n".join(faults(USA.replace(before, after, 1)))


@pytest.mark.parametrize("language", ["en", "nb", "da", "sv"])
def test_a_misspelt_field_is_one_fault_in_every_language(language: str) -> None:
    """The intended field is named, and not reported as missing too."""
    speak(language)
    (fault,) = faults(USA.replace("length = ", "lenght = ", 1))
    assert "length" in fault


SWISS = (our_maps() / "switzerland.toml").read_text(encoding="utf-8")
BRIG = '{ id = "brig--italia-brig:green"'


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        (
            BRIG,
            '{ id = "x", from = "bern", to = "italia-brig", colour = "red", length = 2, track = [[1, 1], [2, 2]] }, '
            + BRIG,
            "border end italia-brig has 2 routes, but needs exactly one: give each route into italia an end of its own",
        ),
        (
            '{ id = "zurich--vaduz"',
            '{ id = "x", from = "italia", to = "italia-brig", points = 2 }, { id = "zurich--vaduz"',
            "ticket x goes from a country to its own border end",
        ),
        (
            '{ to = "deutschland", points = 5 }, { to = "osterreich", points = 14 }',
            '{ to = "deutschland", points = 5 }, { to = "deutschland", points = 14 }',
            "ticket france--countries: options lists the same destination twice",
        ),
        (
            "[rules.cards]",
            'markers = { each = 3, cost = 2 }\nalvin = { city = "italia", capture = 1, keeper = 1 }\n[rules.cards]',
            "rules: there is no city italia",
        ),
    ],
)
def test_faulty_borders(before: str, after: str, fault: str) -> None:
    assert before in SWISS
    told = faults(SWISS.replace(before, after, 1))
    assert any(line.endswith(fault) for line in told), told


def test_a_slip_in_toml_is_told_with_its_line() -> None:
    text = USA.replace('name = "Boston",', 'name = "Boston"', 1)
    line = line_with(text, 'name = "Boston"')
    assert faults(text) == [f"usa.toml: line {line}: a comma or a }} is missing before `x`"]


@pytest.mark.parametrize("text", ["", "[", "id = ", "\x00", USA[: len(USA) // 2]])
def test_not_a_map_at_all(text: str) -> None:
    assert faults(text)


def test_not_text_at_all(tmp_path: Path) -> None:
    from companion.boards import read_map

    file = tmp_path / "usa.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadMapError, match="is not a UTF-8 text file: save it as one"):
        read_map(file)


def test_tables_written_one_by_one_are_found_too() -> None:
    table = '\n[[printed.tickets]]\nid = "x"\nfrom = "boston"\nto = "oz"\npoints = 3\n'
    text = USA.replace("tickets = [", "spare = [", 1) + table
    line = line_with(text, 'id = "x"')
    assert f"usa.toml: line {line}: ticket x: there is no city or country oz" in faults(text)


@pytest.mark.parametrize(
    ("section", "count", "most"), [("cities", 2000, "500"), ("routes", 1501, "1,500"), ("tickets", 2001, "2,000")]
)
def test_a_map_that_is_too_large_is_told_in_one_line(section: str, count: int, most: str) -> None:
    entries = ", ".join(f'{{ id = "x{number}" }}' for number in range(count))
    (said,) = faults(f'id = "usa"\nname = "USA"\n[printed]\n{section} = [{entries}]')
    assert said == f"usa.toml: printed.{section} has {count:,} entries; at most {most} are allowed"


def test_routes_without_end_are_too_large_too() -> None:
    text = 'id = "usa"\nname = "USA"\n[printed]\nroutes = [{ id = "a", length = 999_999_999_999 }]'
    assert faults(text) == ["usa.toml: the routes have 999,999,999,999 spaces in all; at most 6,000 are allowed"]
