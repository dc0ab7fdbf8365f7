"""A walk through every screen of the app on a virtual screen, for pictures and for checks of what is seen.

./deploy/pictures OUT          pictures of every screen, every board, both panels
./deploy/pictures OUT --map europe --stop table     one screen
./deploy/pictures --readme     the pictures of the README, drawn anew where they lie
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion.screens.virtual import PANELS, Driver, Finger, started  # before all else that loads Kivy

# isort: split
from companion.boards import Library, PlayerColour
from companion.deviceclock import System
from companion.game import Options, Player, refusal_of
from companion.game import events as e
from companion.game.eventwords import tell
from companion.game.journal import Journal
from companion.screens.past.gamelist import GameRow
from companion.screens.past.statisticsscreen import PlayerRow
from companion.screens.score.mappage import LitCaption
from companion.screens.score.pointspage import LineRow, PlayerHead
from companion.screens.score.sharing import CodeCard
from companion.screens.score.tallyshow import TallyShow
from companion.screens.score.ticketspage import AccountRow
from companion.screens.shell import navigation
from companion.screens.shell.appearance import TEXT_SIZES
from companion.screens.shell.crash import CrashScreen
from companion.screens.shell.opendeal import OpenDeal
from companion.screens.shell.preferences import Preferences, write
from companion.screens.start.tableplan import Token
from companion.screens.table.boardcheck import BoxFigure
from companion.screens.table.logdrawer import LogRow
from companion.screens.table.tablescreen import TableScreen
from companion.screens.table.ticketpicker import TicketCard
from companion.screens.table.trackcards import TrackCard
from companion.screens.widgets.cardkey import CardKey
from companion.screens.widgets.playertile import PlayerTile
from companion.words import say
from companion.words.language import ENGLISH, languages
from tests.games import _events as random_events
from tests.pictures import FOLDER
from tests.screens.cardtour import card_tour
from tests.screens.contactsheet import contact_sheets
from tests.screens.phototour import photo_tour
from tests.screens.readmetour import draw as draw_for_readme
from tests.screens.troubletour import trouble_tour

BOARDS = ("usa", "europe", "switzerland", "india", "old_west", "nordic_countries")
SYSTEMS = (*BOARDS, "card_game")
TROUBLE, PHOTO = "trouble", "photo"
TOURS = (*SYSTEMS, TROUBLE, PHOTO)
NAMES = ("Anna", "Bo", "Cecilie", "Dag", "Eva", "Finn")
USUAL = Preferences()


def half_a_game(folder: Path, map_id: str, turns: int = 46, counted: bool = False, players: int = 6) -> None:
    """A game in the journal that has been going on for a while, always the same."""
    board = Library().load(map_id)
    count = min(players, board.rules.players[1])
    colours = board.rules.player_colours
    people = [Player(colour=colour, name=name) for colour, name in zip(colours, NAMES[:count], strict=False)]
    journal = Journal(folder)
    options = Options(alvin=board.rules.alvin is not None and not counted, counted=counted)
    game = journal.begin(board, people, options)
    for event in random_events(game.state, Random(12), turns):
        if not isinstance(event, e.End) and refusal_of(game.state, event) is None:
            game.record(event)
    alvin = game.state.alvin
    if alvin and alvin.to_be_moved and alvin.keeper:
        game.record(e.Alvin(player=alvin.keeper, city=game.state.markers_of(alvin.keeper)[0]))
    journal.close()


def last_round(folder: Path, map_id: str) -> None:
    """A game in which someone has just begun the last round."""
    board = Library().load(map_id)
    journal = Journal(folder)
    first, second = board.rules.player_colours[:2]
    game = journal.begin(board, [Player(colour=first, name="Anna"), Player(colour=second, name="Bo")])
    starts: dict[PlayerColour, str] = {second: next(iter(board.cities)), first: list(board.cities)[-1]}
    for player, city in starts.items():
        event = e.StartCity(player=player, city=city)
        if refusal_of(game.state, event) is None:
            game.record(event)
    while game.state.trains_left(first) > board.rules.last_round_at:
        routes = sorted(game.state.open_to(first), key=lambda route: -route.length)
        claims = [e.Claim(player=first, route=r.id) for r in routes if r.length <= game.state.trains_left(first)]
        claim = next((c for c in claims if refusal_of(game.state, c) is None), None)
        if claim is None:
            break
        game.record(claim)
        if game.state.alvin is None and game.state.trains_left(first) > board.rules.last_round_at:
            game.record(e.Draw(player=second))
    journal.close()


def begun_deal(folder: Path, map_id: str) -> None:
    """A game that has just begun, whose players have yet to choose their tickets."""
    board = Library().load(map_id)
    names = NAMES[: board.rules.players[1]]
    journal = Journal(folder)
    colours = board.rules.player_colours
    game = journal.begin(board, [Player(colour=c, name=n) for c, n in zip(colours, names, strict=False)])
    OpenDeal(folder).begin(game)
    journal.close()


class Tourist:
    """Someone who knows the way through the app."""

    def __init__(
        self, folder: Path, size: tuple[int, int], map_id: str, still: bool, preferences: Preferences = USUAL
    ) -> None:
        self.folder, self.size, self.map_id, self.still = folder, size, map_id, still
        write(folder, preferences)
        self._driver: Driver | None = None

    @property
    def driver(self) -> Driver:
        assert self._driver is not None, "the app is not open"
        return self._driver

    def start(self, system_clock: System | None = None) -> Driver:
        """Opens the app; the date is believed unless there is a `system_clock`."""
        self._driver = started(self.folder, self.size, still=self.still, blind=True, system_clock=system_clock)
        self.driver.settle()
        return self.driver

    @property
    def table(self) -> TableScreen:
        screen = self.driver.app.session.host.screen
        assert isinstance(screen, TableScreen)
        return screen

    def tap_track(self, track: str) -> None:
        """Touches the middle of a track."""
        view = self.table.map
        space = view.shape.spaces[track][len(view.shape.spaces[track]) // 2]
        self.driver.tap(view.to_window(*view.on_screen(space.x, space.y)))
        self.driver.wait(0.2)  # what followed at once would be a double tap
        self.driver.settle()

    def tap_city(self, city: str) -> None:
        """Touches a city."""
        view = self.table.map
        self.driver.tap(view.to_window(*view.on_screen(*view.shape.cities[city])))
        self.driver.settle()

    def cards(self) -> list[TrackCard]:
        return [card for card in self.driver.widgets(TrackCard) if self.driver.is_seen(card)]

    def back(self) -> None:
        self.driver.tap(self.driver.find(icon="back", kind="quiet"))
        self.driver.settle()

    def press(self, text: str) -> None:
        """Touches what carries this text, in whatever language is spoken."""
        self.driver.touch(say(text))
        self.driver.settle()


def walk(
    folder: Path, size: tuple[int, int], map_id: str, still: bool = False, preferences: Preferences = USUAL
) -> Iterator[tuple[str, Driver]]:
    """A tour of this system. The Card Game has its own, since it has no map; so has what can go wrong."""
    if map_id == "card_game":
        return card_tour(folder, size, still, preferences)
    if map_id == TROUBLE:
        return trouble_tour(lambda own: Tourist(own, size, map_id, still, preferences))
    if map_id == PHOTO:
        return photo_tour(lambda own: Tourist(own, size, map_id, still, preferences))
    return tour(folder, size, map_id, still, preferences)


def tour(
    folder: Path, size: tuple[int, int], map_id: str, still: bool = False, preferences: Preferences = USUAL
) -> Iterator[tuple[str, Driver]]:
    """Yields each stop by its name, with the screen as it is there."""
    guide = Tourist(folder, size, map_id, still, preferences)
    half_a_game(folder, map_id)
    driver = guide.start()
    try:
        yield from _begin(guide)
        yield from _play(guide)
        yield from _end(guide)
    finally:
        driver.stop()
    for stops in (_deal, _turned, _last_round, _counting):
        with tempfile.TemporaryDirectory() as other:
            yield from stops(Tourist(Path(other), size, map_id, still, preferences))


def _begin(guide: Tourist) -> Iterator[tuple[str, Driver]]:
    driver = guide.driver
    driver.settle()
    yield "home", driver
    guide.press("New game")
    yield "maps", driver
    board = Library().load(guide.map_id)
    driver.tap(driver.find(name=board.name))
    driver.settle()
    yield "players", driver
    driver.tap(next(driver.widgets(Token)))
    driver.settle()
    yield "player", driver
    guide.press("Name")
    yield "name", driver
    driver.tap((driver.size[0] / 2, driver.size[1] - 3))
    driver.settle()
    guide.back()
    guide.back()


def _play(guide: Tourist) -> Iterator[tuple[str, Driver]]:
    driver = guide.driver
    guide.press("Continue")
    yield "table", driver
    state = guide.table.play.state
    mover = guide.table.play.player
    free = [r for r in state.open_to(mover) if refusal_of(state, e.Claim(player=mover, route=r.id)) is None]
    guide.tap_track(max(free, key=lambda route: len(guide.table.map.shape.spaces[route.id])).id)
    yield "cards", driver
    driver.tap(driver.find(icon="cards"))
    driver.settle()
    if guide.cards():
        driver.tap(next(card for card in guide.cards() if not card.doubtful and not card.offer.route.tunnel))
        driver.settle()
    yield "paid with", driver
    if any(say("Other cards too") in text for text in driver.labels()):
        guide.press("Other cards too")
        for key in list(driver.widgets(CardKey)):
            driver.tap(key)
        driver.settle()
        yield "other cards", driver
    guide.table.claiming.drop()
    driver.settle()
    guide.tap_track(state.claims[0].route.id)
    driver.tap(next(card for card in guide.cards() if card.owner))
    driver.settle()
    yield "objection", driver
    guide.press("Cancel") if any(say("Cancel") in text for text in driver.labels()) else guide.press("OK")
    guide.table.claiming.drop()
    driver.settle()
    tunnels = [route for route in free if route.tunnel]
    if tunnels:
        guide.table.answer(guide.table.play.claim(tunnels[0]))
        driver.settle()
        screen = driver.app.session.host.front
        keys = list(reversed(screen.ids.palette.children))
        if screen.laying:
            driver.tap(keys[0])
        for key in keys[:3]:
            driver.tap(key)
        driver.settle()
        yield "tunnel", driver
        guide.back()
    guide.table.map.look_at(3.0, *guide.table.map.shape.cities[state.claims[0].route.start])
    driver.settle()
    yield "zoomed", driver
    guide.table.map.show_whole()
    driver.settle()
    driver.tap(driver.find(icon="help", kind="plain"))
    driver.settle()
    yield "help", driver
    guide.press("Close")
    driver.tap(driver.find(icon="lock"))
    driver.settle()
    yield "locked", driver
    driver.app.session.host.unlock()
    driver.settle()
    tile = next(driver.widgets(PlayerTile))
    driver.tap(tile)
    driver.settle()
    yield "explained", driver
    guide.press("Close")
    guide.press("Log")
    yield "log", driver
    claims = {str(tell(state, event)) for event in guide.table.play.game.history.events if isinstance(event, e.Claim)}
    row = next(row for row in driver.widgets(LogRow) if row.text in claims)
    driver.tap(row)
    driver.settle()
    yield "amend", driver
    guide.press("Cancel")
    guide.press("Tickets")
    yield "tickets", driver
    driver.tap(driver.find(icon="path"))
    driver.settle()
    picker = driver.app.session.host.front
    driver.tap(picker.map.to_window(*picker.map.on_screen(*next(iter(picker.map.shape.cities.values())))))
    driver.settle()
    yield "tickets on the map", driver
    guide.back()
    holder = next(tile for tile in driver.widgets(PlayerTile) if tile.tickets)
    finger = Finger(*driver.at(holder))
    finger.send("begin")
    driver.wait(0.6)
    driver.settle()
    yield "own tickets", driver
    finger.send("end")
    driver.frames(3)
    driver.settle()
    if state.board.rules.stations:
        guide.press("Station")
        guide.tap_city(next(city for city in state.board.cities if city not in {s.city for s in state.stations}))
        yield "station", driver
        guide.table.claiming.drop()
        driver.settle()
    if state.board.rules.markers:
        free = [
            route
            for route in state.open_to(mover)
            if refusal_of(state, e.Claim(player=mover, route=route.id)) is None
            and any(state.marker_on(city) is None for city in route.ends)
        ]
        guide.table.record(e.Claim(player=mover, route=free[0].id))
        driver.settle()
        yield "marker", driver


def _end(guide: Tourist) -> Iterator[tuple[str, Driver]]:
    driver = guide.driver
    guide.press("Finish")
    yield "check", driver
    driver.tap(next(driver.widgets(BoxFigure)))
    driver.settle()
    yield "cars in the box", driver
    guide.press("9")
    guide.press("OK")
    yield "suspects", driver
    guide.press("End the game")
    yield "anyway", driver
    guide.press("End the game anyway")
    yield from _tally(guide)
    guide.press("Score sheet")
    yield "points", driver
    yield from _sheet(guide)
    guide.back()
    yield from _past_games(guide)
    guide.press("Settings")
    yield "settings", driver
    yield from _machine(guide)


def _sheet(guide: Tourist) -> Iterator[tuple[str, Driver]]:
    """The pages of a finished game."""
    driver = guide.driver
    driver.tap(next(driver.widgets(LineRow)))
    driver.settle()
    yield "line explained", driver
    guide.press("Close")
    driver.tap(next(driver.widgets(PlayerHead)))
    driver.settle()
    yield "player's tickets", driver
    rows = [row for row in driver.widgets(AccountRow) if row.lights]
    driver.tap(rows[0])
    driver.settle()
    yield "way on the map", driver
    driver.tap(next(driver.widgets(LitCaption)).ids.away)
    driver.settle()
    yield "map as it ended", driver
    for page in ("Timeline", "Save & share"):
        guide.press(page)
        yield page.lower(), driver
    for card in list(driver.widgets(CodeCard)):
        driver.tap(card)
        driver.settle()
        yield f"code, {card.title.lower()}", driver
        guide.press("Close")


def _machine(guide: Tourist) -> Iterator[tuple[str, Driver]]:
    """What is not about games: light, stick, first steps, and trouble."""
    driver = guide.driver
    guide.press("Device")
    yield "machine", driver
    guide.press("Power off")
    yield "power off", driver
    guide.press("Leave it on")
    guide.press("USB stick: update, maps, games")
    yield "stick", driver
    guide.back()
    guide.press("Date and time")
    yield "date and time", driver
    guide.back()
    guide.press("Run the setup again")
    for name in ("language", "fingers", "scanner", "names", "demo"):
        yield f"first steps, {name}", driver
        if name != "demo":
            guide.press("Next")
    host = driver.app.session.host
    host.show(CrashScreen(driver.app.session, "", None))
    driver.settle()
    yield "trouble", driver


def _tally(guide: Tourist) -> Iterator[tuple[str, Driver]]:
    """The first moment of each kind."""
    driver = guide.driver
    show = driver.app.session.host.screen
    assert isinstance(show, TallyShow)
    show.step(0)  # as if a hand had stopped it
    seen: set[object] = set()
    while not show.over:
        moment = show.moment
        kind = (moment.kind, moment.well, bool(moment.borrowed), bool(moment.missing))
        if kind not in seen:
            seen.add(kind)
            driver.settle()
            yield f"tally {moment.kind}" + ("" if moment.well else " failed"), driver
        show.step(1)
    driver.settle()
    yield "winner", driver


def _past_games(guide: Tourist) -> Iterator[tuple[str, Driver]]:
    """From home through the shelf and back."""
    driver = guide.driver
    guide.press("Past games")
    yield "past games", driver
    driver.tap(driver.find(icon="filter"))
    driver.settle()
    yield "which games", driver
    guide.press("Done")
    yield from _past_game(guide)
    guide.press("Delete")
    yield "delete", driver
    guide.press("Delete")
    yield "deleted", driver
    driver.tap(driver.find(icon="trash"))
    driver.settle()
    yield "trash", driver
    driver.tap(next(driver.widgets(GameRow)))
    driver.settle()
    guide.back()
    yield from _figures(guide)
    guide.back()


def _past_game(guide: Tourist, turned: str = "") -> Iterator[tuple[str, Driver]]:
    """A game's page and its replay, and back to the page."""
    driver = guide.driver
    driver.tap(next(driver.widgets(GameRow)))
    driver.settle()
    yield f"{turned}game", driver
    guide.press("Replay")
    replay = driver.app.session.host.screen
    replay.step(len(replay.positions) * 2 // 3)
    driver.settle()
    yield f"{turned}replay", driver
    replay.step(len(replay.positions))
    driver.settle()
    yield f"{turned}replayed", driver
    guide.back()


def _figures(guide: Tourist, turned: str = "") -> Iterator[tuple[str, Driver]]:
    """From the shelf to the figures of everyone and of one, and back."""
    driver = guide.driver
    driver.tap(driver.find(icon="chart"))
    driver.settle()
    yield f"{turned}figures", driver
    driver.tap(next(driver.widgets(PlayerRow)))
    driver.settle()
    yield f"{turned}player figures", driver
    guide.back()
    guide.back()


def _deal(guide: Tourist) -> Iterator[tuple[str, Driver]]:
    """The first deal, from both sides of the table."""
    begun_deal(guide.folder, guide.map_id)
    driver = guide.start()
    try:
        for side, name in ((0, ""), (90, "turned ")):
            driver.app.session.face(side)
            driver.settle()
            guide.press("Continue")
            yield f"{name}deal", driver
            guide.press("Choose tickets")
            for _ in range(3):
                driver.tap(next(card for card in driver.widgets(TicketCard) if not card.chosen))
                driver.settle()
            yield f"{name}tickets dealt", driver
            navigation.show(driver.app.session, "home")
            driver.settle()
    finally:
        driver.stop()


def _turned(guide: Tourist) -> Iterator[tuple[str, Driver]]:
    """Seen from the side of the table."""
    half_a_game(guide.folder, guide.map_id)
    driver = guide.start()
    try:
        driver.app.session.face(90)
        driver.settle()
        yield "turned home", driver
        guide.press("Continue")
        yield "turned table", driver
        state = guide.table.play.state
        guide.tap_track(next(iter(state.open_to(guide.table.play.player))).id)
        yield "turned cards", driver
        guide.table.claiming.drop()
        driver.settle()
        guide.press("Tickets")
        yield "turned tickets", driver
        guide.back()
        for button in ("Finish", "End the game", "Skip", "Score sheet"):
            guide.press(button)
        yield "turned points", driver
        for name, driver in _sheet(guide):
            yield f"turned {name}", driver
        guide.back()
        guide.press("Past games")
        yield "turned past games", driver
        yield from _past_game(guide, "turned ")
        guide.back()
        yield from _figures(guide, "turned ")
    finally:
        driver.stop()


def _last_round(guide: Tourist) -> Iterator[tuple[str, Driver]]:
    last_round(guide.folder, guide.map_id)
    driver = guide.start()
    try:
        guide.press("Continue")
        yield "last round", driver
    finally:
        driver.stop()


def _counting(guide: Tourist) -> Iterator[tuple[str, Driver]]:
    half_a_game(guide.folder, guide.map_id, counted=True, players=3)
    driver = guide.start()
    try:
        guide.press("Continue")
        yield "counting", driver
        guide.press("Trains left")
        yield "trains left", driver
        driver.tap((driver.size[0] / 2, driver.size[1] - 3))
        driver.settle()
        guide.tap_track(guide.table.play.state.claims[-1].route.id)
        yield "painting", driver
    finally:
        driver.stop()


def _size(text: str) -> tuple[int, int]:
    """A panel such as 800x480, or 720x1280 for one that stands upright."""
    width, height = (int(side) for side in text.split("x"))
    return width, height


def main() -> None:
    """Writes the pictures."""
    parser = argparse.ArgumentParser(prog="deploy/pictures", description="Draws every screen on a virtual panel.")
    parser.add_argument("out", type=Path, nargs="?", default=Path("pictures"), help="folder (default: pictures)")
    parser.add_argument("--map", action="append", choices=TOURS, help="only this board, or only trouble or photos")
    parser.add_argument(
        "--panel",
        action="append",
        type=_size,
        metavar="SIZE",
        help=f"only this panel, {' or '.join(PANELS)} or any other",
    )
    parser.add_argument("--stop", action="append", metavar="NAME", help="only this stop, as in table or 'own tickets'")
    parser.add_argument("--readme", action="store_true", help="the pictures of the README instead, where they lie")
    parser.add_argument("--language", choices=languages(), default=ENGLISH, help="in this language (default: English)")
    parser.add_argument("--text", choices=list(TEXT_SIZES), default="normal", help="how large it is written")
    parser.add_argument("--contrast", choices=["normal", "high"], default="normal", help="in which colours")
    parser.add_argument("--left-handed", action="store_true", help="with players and buttons on the left")
    parser.add_argument("--sheet", action="store_true", help="also all of them side by side, on contact sheets")
    options = parser.parse_args()
    if options.readme:
        draw_for_readme(FOLDER)
        print(f"the README's pictures are redrawn in {FOLDER}", file=sys.stderr)
        return
    preferences = Preferences(
        language=options.language,
        text=options.text,
        high_contrast=options.contrast == "high",
        left_handed=options.left_handed,
    )
    count = 0
    for size in options.panel or PANELS.values():
        for map_id in options.map or TOURS:
            pictures = options.out / "{}x{}".format(*size) / map_id
            with tempfile.TemporaryDirectory() as folder:
                for number, (name, driver) in enumerate(
                    walk(Path(folder), size, map_id, preferences=preferences), start=1
                ):
                    if options.stop is None or name in options.stop:
                        driver.picture(pictures / f"{number:02} {name}.png")
                        count += 1
            if options.sheet:
                contact_sheets(pictures)
    print(f"{count} pictures in {options.out}", file=sys.stderr)


if __name__ == "__main__":
    main()
