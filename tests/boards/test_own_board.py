"""A board of one's own: the guide is followed to the letter, and what a beginner gets wrong is told in a line."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.boards import our_maps, parse_map, read_map
from companion.boards.rules import Bonus, Deal, EnteredLine, Rules
from companion.boards.template import template_map
from companion.cli import main
from companion.game import Player, begin, play_events
from companion.scoring import tally
from tests.pictures import differences
from tests.table import Table, event, table

Capture = pytest.CaptureFixture[str]

GUIDE, _, FIGURES = (our_maps() / "README.md").read_text(encoding="utf-8").partition("## All figures")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
PIECES = [block for language, block in BLOCKS if language == "toml"]
PICTURE = Path(__file__).parents[1] / "pictures" / "four-towns.png"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: Capture) -> str:
    captured = capsys.readouterr()
    return captured.out + captured.err


def test_the_guide_is_right_at_every_step(folder: Path, capsys: Capture) -> None:
    """Pieces go into the file; commands are run; what is shown next is what they print."""
    file = folder / "four-towns.toml"
    file.write_text("", encoding="utf-8")
    for place, (language, block) in enumerate(BLOCKS):
        if language == "toml":
            file.write_text(file.read_text(encoding="utf-8") + block + "\n", encoding="utf-8")
            main(["maps", "check", "four-towns.toml"])
        elif language == "json":
            (folder / "four-towns.land.json").write_text(block, encoding="utf-8")
        elif language == "sh":
            capsys.readouterr()
            assert block.startswith("./deploy/run ")
            main(block.split()[1:])
        elif "did you mean" in block:
            meant, written = ('to = "oslo",      colour = "red"', 'to = "olso",      colour = "red"')
            wrong = file.read_text(encoding="utf-8").replace(meant, written)
            (folder / "wrong").mkdir()
            (folder / "wrong" / "four-towns.toml").write_text(wrong, encoding="utf-8")
            capsys.readouterr()
            assert main(["maps", "check", "wrong/four-towns.toml"]) == 2
            assert said(capsys) == f"wrong/{block}"
        else:
            assert said(capsys) == block, place
    assert not differences(folder / "four-towns.png", PICTURE)


def four_towns() -> str:
    return "\n".join(PIECES)


def test_the_starting_file_is_the_board_of_the_guide(folder: Path, capsys: Capture) -> None:
    assert main(["maps", "new", "four-towns.toml"]) == 0
    assert tomllib.loads((folder / "four-towns.toml").read_text(encoding="utf-8")) == tomllib.loads(four_towns())
    capsys.readouterr()
    assert main(["maps", "check", "four-towns.toml"]) == 0
    assert said(capsys) == "four-towns.toml: Four towns is fine: cities: 4, routes: 6, tickets: 6\n"


def towns() -> Table:
    return table(parse_map(four_towns(), "four-towns.toml"), "red blue")


def test_the_guide_names_every_figure_of_the_rules() -> None:
    told = set(re.findall(r"\w+", FIGURES)) | set(re.findall(r"^(\w+) =", GUIDE, re.MULTILINE))
    figures = {*Rules.model_fields, *Deal.model_fields, *Bonus.model_fields, *EnteredLine.model_fields}
    assert figures - {"cards"} <= told


def test_the_lines_of_the_guide_can_be_put_below_the_rules() -> None:
    (block,) = re.findall(r"^```toml\n(.*?)^```$", FIGURES, re.DOTALL | re.MULTILINE)
    board = parse_map(four_towns().replace("[rules]\n", f"[rules]\n{block}", 1), "four-towns.toml")
    assert [line.name for line in board.rules.entered] == ["Shares", "Tolls"]


def test_a_game_on_it_is_played_and_scored() -> None:
    played = towns().play(
        "red keeps kobenhavn--oslo goteborg--kobenhavn",
        "blue keeps oslo--stockholm",
        "red claims goteborg--oslo:red paying red 3",
        "blue claims oslo--stockholm:yellow paying yellow 7 turning yellow red blue",
        "red claims goteborg--kobenhavn:grey paying white 1 locomotive 1",
        "end",
    )
    assert played.lines("routes") == {"red": 4 + 2, "blue": 15}
    assert played.lines("tickets") == {"red": 5 + 2, "blue": 6}
    assert played.lines("longest") == {"red": 0, "blue": 10}


def test_its_double_route_is_one_for_two_players() -> None:
    against = towns().play("red claims goteborg--oslo:red").against("blue claims goteborg--oslo:blue")
    assert [line.split(":")[0] for line in against] == ["forbidden GEN-6"]


def test_its_ferry_wants_a_locomotive() -> None:
    (against,) = towns().against("red claims goteborg--kobenhavn:grey paying white 2")
    assert "is a ferry: a locomotive must be among the cards paid" in against


def test_in_the_data_folder_it_is_one_of_the_maps(folder: Path, capsys: Capture) -> None:
    own = folder / "data" / "maps"
    own.mkdir(parents=True)
    (own / "four-towns.toml").write_text(four_towns(), encoding="utf-8")
    record = {
        "format": "companion-game/1",
        "map": "four-towns",
        "players": [{"colour": "red", "name": "Anna"}, {"colour": "blue", "name": "Bo"}],
        "events": [{"type": "claim", "player": "red", "route": "goteborg--oslo:red"}],
    }
    (folder / "x.game.json").write_text(json.dumps(record), encoding="utf-8")
    assert main(["--data-dir", "data", "score", "--json", "x.game.json"]) == 0
    assert json.loads(said(capsys))["players"][0]["lines"]["routes"] == 4
    assert main(["--data-dir", "data", "maps", "draw", "four-towns"]) == 0
    assert (folder / "four-towns.png").exists()


def test_new_never_writes_over_a_file(folder: Path, capsys: Capture) -> None:
    (folder / "mine.toml").write_text("precious", encoding="utf-8")
    assert main(["maps", "new", "mine.toml"]) == 2
    assert said(capsys) == "mine.toml: already exists; choose another name, or move the existing file\n"
    assert (folder / "mine.toml").read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize(
    ("name", "id_", "title"),
    [("Min øy", "min-oy", "Min øy"), ("my_board", "my_board", "My board"), ("…", "four-towns", "Four towns")],
)
def test_a_new_map_is_called_after_its_file(name: str, id_: str, title: str) -> None:
    board = parse_map(template_map(name), "x.toml")
    assert (board.id, board.name) == (id_, title)


def test_the_schema_that_editors_read_is_current(capsys: Capture) -> None:
    assert main(["maps", "schema"]) == 0
    assert said(capsys) == (our_maps() / "schema.json").read_text(encoding="utf-8")
    assert main(["maps", "schema", "--land"]) == 0
    assert said(capsys) == (our_maps() / "land.schema.json").read_text(encoding="utf-8")
    named = template_map("x").splitlines()[0]
    assert named == f"#:schema {(our_maps() / 'schema.json').as_uri()}"


@pytest.mark.parametrize("file", sorted(our_maps().glob("*.toml")), ids=lambda file: file.stem)
def test_every_field_of_our_maps_is_in_the_schema(file: Path) -> None:
    schema = json.loads((our_maps() / "schema.json").read_text(encoding="utf-8"))
    assert not list(unknown(tomllib.loads(file.read_text(encoding="utf-8")), schema, schema["$defs"]))


@pytest.mark.parametrize("file", sorted(our_maps().glob("*.land.json")), ids=lambda file: file.stem)
def test_every_field_of_our_land_is_in_its_schema(file: Path) -> None:
    schema = json.loads((our_maps() / "land.schema.json").read_text(encoding="utf-8"))
    land = json.loads(file.read_text(encoding="utf-8"))
    assert land["$schema"] == "land.schema.json"
    assert not unknown(land, schema, {})


def unknown(value: object, schema: dict[str, Any], tables: dict[str, Any]) -> list[str]:
    """Fields that the schema does not allow, wherever they are."""
    schema = next((one for one in schema.get("anyOf", ()) if one.get("type") != "null"), schema)
    if "$ref" in schema:
        schema = tables[schema["$ref"].split("/")[-1]]
    if isinstance(value, list):
        of = schema["items"]
        return [
            field
            for number, one in enumerate(value)
            for field in unknown(one, of[number] if isinstance(of, list) else of, tables)
        ]
    if not isinstance(value, dict):
        return []
    if "properties" not in schema:
        return [] if "additionalProperties" in schema else list(value)
    strange = [key for key in value if key not in schema["properties"]]
    known = {key: one for key, one in value.items() if key in schema["properties"]}
    return strange + [f for key, one in known.items() for f in unknown(one, schema["properties"][key], tables)]


@pytest.mark.parametrize("map_id", ["usa", "india"])
def test_any_map_is_drawn_as_the_app_would(map_id: str, folder: Path, capsys: Capture) -> None:
    """India is higher than wide, and lies on its side as on the screen."""
    assert main(["maps", "draw", map_id, "-o", "board.png"]) == 0
    with Image.open(folder / "board.png") as picture:
        assert picture.width > picture.height


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["card_game"], "Card Game has no board to draw\n"),
        (["europa"], "there is no map europa; did you mean europe?\n"),
        (["nowhere.toml"], "nowhere.toml: no such file or directory\n"),
        (["usa", "-o", "x.txt"], "x.txt: not a picture file name: it must end in .png, .jpg, .jpeg, .pdf, .webp\n"),
        (["usa", "-o", "no/x.png"], "no/x.png: no such file or directory\n"),
    ],
)
def test_what_cannot_be_drawn(arguments: list[str], answer: str, folder: Path, capsys: Capture) -> None:
    assert main(["maps", "draw", *arguments]) == 2
    assert said(capsys) == answer


BEGINNERS = {
    "a comma": ('name = "Oslo",', 'name = "Oslo"', "line 33: a comma or a } is missing before `x`"),
    "a comma between lines": (
        "y = 130 },",
        "y = 130 }",
        "line 34: a comma or a ] is missing before `{`, perhaps at the end of the line above",
    ),
    "a bracket": (
        "]\n\ntickets",
        "\n\ntickets",
        "line 49: a list above is not closed: there is a ] missing before this line",
    ),
    "the last bracket": (
        "points = 6 },\n]\n",
        "points = 6 },\n",
        "is cut off: it ends inside a list, a table or some text; close it with ], } or a quote",
    ),
    "quotes": (
        'to = "oslo",      colour = "red"',
        'to = oslo,      colour = "red"',
        'line 43: oslo is text and needs quotes: "oslo"',
    ),
    "a quote": (
        'name = "Oslo"',
        'name = "Oslo',
        "line 33: some text is not closed: the closing quotation mark is missing",
    ),
    "curly quotes": ('name = "Oslo"', "name = “Oslo”", 'line 33: `“Oslo”,` has curly quotes: use straight ones, "'),
    "True": ("tunnel = true", "tunnel = True", "line 46: write true in lower case"),
    "a colon": ("trains = 16", "trains: 16", "line 8: there is a : where a = should be"),
    "twice": ("trains = 16", "trains = 16\ntrains = 17", "line 9: trains already has a value: remove one of the two"),
    "a misspelt city": (
        'to = "oslo",      colour = "blue"',
        'to = "osl",      colour = "blue"',
        "line 42: route goteborg--oslo:blue: there is no city osl; did you mean oslo?",
    ),
    "a city that all name": (
        '  { id = "stockholm", name',
        '  { id = "uppsala", name',
        "line 44: route goteborg--stockholm:white: there is no city stockholm (other places: 5)",
    ),
    "large letters": (
        'id = "oslo",',
        'id = "Oslo",',
        "line 33: city Oslo: id cannot be 'Oslo': an id has only lower-case letters a–z, digits, - and _, as in oslo",
    ),
    "a letter of ours": (
        'id = "goteborg",',
        'id = "göteborg",',
        "line 35: city göteborg: id cannot be 'göteborg': an id has only lower-case letters a–z, digits, - and _, "
        "as in goteborg",
    ),
    "a length without points": (
        "5 = 10, ",
        "",
        "line 45: route kobenhavn--stockholm:green has length 5, but rules.points has no points for it: add them there",
    ),
    "an id twice": (
        'id = "goteborg--oslo:red"',
        'id = "goteborg--oslo:blue"',
        "line 43: goteborg--oslo:blue appears 2 times in routes: give each its own id",
    ),
    "another spelling": (
        'colour = "grey"',
        'colour = "gray"',
        "line 41: route goteborg--kobenhavn:grey: colour 'gray' does not exist; did you mean grey?",
    ),
    "another spelling of a field": (
        'colour = "grey"',
        'color = "grey"',
        "line 41: route goteborg--kobenhavn:grey: color is not a known field; did you mean colour?",
    ),
    "a misspelt rule": (
        "each_colour = 12",
        "each_color = 12",
        "rules.cards.each_color is not a known field; did you mean each_colour?",
    ),
    "points without brackets": (
        "[[325, 470], [423, 509]]",
        "[325, 470, 423, 509]",
        "line 41: route goteborg--kobenhavn:grey: track must be points, each in its own brackets: "
        "[[100, 200], [150, 220]]",
    ),
    "no track": (
        ", track = [[325, 470], [423, 509]]",
        "",
        "line 41: route goteborg--kobenhavn:grey: has neither track nor bends: one of them must say where its "
        "spaces are",
    ),
    "a number in quotes": ("x = 165", 'x = "165"', "line 33: city oslo: x must be a number, not '165'"),
    "no heading": ("[printed]", "", "[printed] is missing: the section with the cities, routes and tickets"),
}


@pytest.mark.parametrize("mistake", BEGINNERS)
def test_what_a_beginner_gets_wrong_is_one_clear_line(mistake: str, folder: Path, capsys: Capture) -> None:
    before, after, fault = BEGINNERS[mistake]
    assert before in four_towns()
    (folder / "my.toml").write_text(written(before, after), encoding="utf-8")
    assert main(["maps", "check", "my.toml"]) == 2
    assert said(capsys).splitlines()[:1] == [f"my.toml: {fault}"]


def written(before: str, after: str) -> str:
    """The starting file, without its first line for editors, and with a slip."""
    return template_map("Four towns").split("\n\n", 1)[1].replace(before, after, 1)


ODD = {
    "a track outside": (
        "[325, 470]",
        "[3250, 470]",
        "line 41: route goteborg--kobenhavn:grey has a point [3250, 470] off the board, which is 1000 wide and "
        "600 high",
    ),
    "a track elsewhere": (
        "[[325, 470], [423, 509]]",
        "[[325, 470], [800, 59]]",
        "line 41: route goteborg--kobenhavn:grey has a point [800, 59] far from kobenhavn, which is at [500, 540]: "
        "is one of them wrong?",
    ),
    "a track the other way": (
        "[[325, 470], [423, 509]]",
        "[[423, 509], [325, 470]]",
        "line 41: route goteborg--kobenhavn:grey starts near kobenhavn: list its points from goteborg to kobenhavn",
    ),
    "a city outside": (
        "x = 850",
        "x = 8500",
        "line 34: city stockholm is off the board, which is 1000 wide and 600 high",
    ),
    "a city on another": (
        "x = 850, y = 150",
        "x = 165, y = 130",
        "line 34: city stockholm is in the same place as oslo: change its x and y",
    ),
    "too few tickets": (
        "deal = 2",
        "deal = 3",
        "3 players are dealt 9 tickets in all, but there are only 6: add some, or deal fewer",
    ),
    "too many kept": ("keep = 1", "keep = 5", "rules.tickets.keep is 5, but the number dealt is 2"),
}


@pytest.mark.parametrize("oddity", ODD)
def test_what_is_only_odd_is_told_and_can_be_played(oddity: str, folder: Path, capsys: Capture) -> None:
    before, after, remark = ODD[oddity]
    (folder / "my.toml").write_text(written(before, after), encoding="utf-8")
    assert main(["maps", "check", "my.toml"]) == 0
    assert said(capsys).splitlines() == [
        "my.toml: Four towns can be played: cities: 4, routes: 6, tickets: 6",
        f"my.toml: {remark}",
    ]


@pytest.mark.parametrize("file", sorted(our_maps().glob("*.toml")), ids=lambda file: file.stem)
def test_nothing_is_odd_about_our_maps(file: Path, capsys: Capture) -> None:
    assert main(["maps", "check", str(file)]) == 0
    assert said(capsys).startswith(f"{file}: {read_map(file).name} is fine: ")


def test_it_can_be_played_by_people_with_names() -> None:
    board = parse_map(four_towns(), "four-towns.toml")
    people = [Player(colour="red", name="Ingrid"), Player(colour="blue", name="Åse")]
    sheet = tally(play_events(begin(board, people), [event("red claims goteborg--oslo:red"), event("end")]))
    assert [score.player.name for score in sheet.winners] == ["Ingrid"]
