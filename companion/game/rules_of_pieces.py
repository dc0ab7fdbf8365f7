"""Objections to stations, city markers and Alvin's moves."""

from collections.abc import Iterator

from companion.game.events import Alvin, Marker, StartCity, Station
from companion.game.objection import Objection, forbidden, impossible, question
from companion.game.paying import against_like_cards
from companion.game.state import AlvinIs, State
from companion.words import Sentence, closest


def against_station(state: State, event: Station) -> Iterator[Objection]:
    """Yield objections to a station: EU-3 allows one in a city and three to a player, PAY-8 one in a turn; and
    objections to its price (PAY-8)."""
    rules = state.board.rules.stations
    if rules is None:
        yield impossible("EU-3", "there are no stations on {map}", map=state.board.name)
        return
    if event.city not in state.board.cities:
        yield no_such_city(state, event.city)
        return
    owner = next((placed.player for placed in state.stations if placed.city == event.city), None)
    if owner:
        facts = {"city": state.board.place(event.city), "owner": state.player(owner)}
        yield forbidden("EU-3", "{owner} already has a station in {city}", **facts)
    built = len(state.stations_of(event.player))
    if built >= 2 * rules.each:  # a piece or two may come from another box, but this is a mistake
        yield impossible(
            "EU-3", "{player} cannot have more than {built} stations", player=state.player(event.player), built=built
        )
    elif built >= rules.each:
        yield forbidden("EU-3", "{player} has no stations left", player=state.player(event.player))
    elif event.cards is not None:
        yield from against_like_cards(
            event.cards, rules.cost[built], "PAY-8", Sentence("station {number}", {"number": built + 1})
        )
    if built < rules.each:
        yield from _about_two_in_one_turn(state, event)


def _about_two_in_one_turn(state: State, event: Station) -> Iterator[Objection]:
    last = state.last
    if isinstance(last, Station) and last.player == event.player and not state.options.counted:
        facts = {"player": state.player(event.player), "city": state.board.place(last.city)}
        yield question("PAY-8", "{player} has just built a station in {city}, but a turn allows only one", **facts)


def against_start_city(state: State, event: StartCity) -> Iterator[Objection]:
    """OW-2: yield objections to a start city. Each player chooses one, in a free city, in reverse turn order, before
    the first turn.

    On a board that is being counted, it is only checked like any other marker.
    """
    yield from _against_place_for_marker(state, event)
    if state.board.rules.markers is None or event.city not in state.board.cities:
        return
    if state.options.counted:
        yield from _against_one_more_marker(state, event)
    else:
        yield from _against_starting_now(state, event)


def _against_starting_now(state: State, event: StartCity) -> Iterator[Objection]:
    player = state.player(event.player)
    markers = state.markers_of(event.player)
    if markers:
        facts = {"player": player, "city": state.board.place(markers[0])}
        yield forbidden("OW-2", "{player} already has a start city: {city}", **facts)
    if state.routes_of(event.player):
        yield forbidden(
            "OW-2", "{player} has already claimed a route, but the start city must be chosen first", player=player
        )
    late = [claim for claim in state.claims if event.city in claim.route.ends and claim.player != event.player]
    if late:
        facts = {"city": state.board.place(event.city), "route": state.board.route(late[0].route)}
        pattern = "start cities come before any claims: a marker in {city} would have earned the points for {route}"
        yield forbidden("OW-2", pattern, **facts)
    later = state.players[state.players.index(player) + 1 :]
    waiting = [other for other in later if not state.markers_of(other.colour)]
    if waiting:
        pattern = "{other} chooses a start city before {player}: the last player in turn order goes first"
        yield question("OW-2", pattern, player=player, other=waiting[-1])


def against_marker(state: State, event: Marker) -> Iterator[Objection]:
    """OW-3, PAY-9: yield objections to a marker. It is bought after a claim, in a free end city of that route, for two
    like cards, before or after Alvin is moved, and a player has at most three.

    On a board that is being counted, the time of buying is not checked.
    """
    yield from _against_place_for_marker(state, event)
    rules = state.board.rules.markers
    if rules is None or event.city not in state.board.cities:
        return
    if not state.options.counted:
        yield from _against_buying_now(state, event)
    yield from _against_one_more_marker(state, event)
    if event.cards is not None:
        yield from against_like_cards(event.cards, rules.cost, "PAY-9", Sentence("a city marker"))


def _against_buying_now(state: State, event: Marker) -> Iterator[Objection]:
    claim = state.marker_claim
    if claim is None or claim.player != event.player:
        pattern = "{player} can only buy a marker right after claiming a route"
        yield forbidden("OW-3", pattern, player=state.player(event.player))
        return
    route = state.board.routes[claim.route]
    if event.city not in route.ends:
        facts = {"city": state.board.place(event.city), "route": state.board.route(route)}
        yield forbidden("OW-3", "{city} is not at either end of {route}, which was just claimed", **facts)


def _against_one_more_marker(state: State, event: StartCity | Marker) -> Iterator[Objection]:
    rules = state.board.rules.markers
    if rules and len(state.markers_of(event.player)) >= rules.each:
        yield forbidden("OW-3", "{player} has no markers left", player=state.player(event.player))


def against_alvin(state: State, event: Alvin) -> Iterator[Objection]:
    """OW-9: yield objections to a move of Alvin: his captor moves him to a city with their own marker.

    On a board that is being counted he may be in any city.
    """
    if state.alvin is None:
        pattern = "this game is played without Alvin"
        yield impossible("OW-8", pattern)
    elif event.city not in state.board.cities:
        yield no_such_city(state, event.city)
    elif not state.options.counted:
        yield from _against_moving_alvin(state, state.alvin, event)


def _against_moving_alvin(state: State, alvin: AlvinIs, event: Alvin) -> Iterator[Objection]:
    player = state.player(event.player)
    if alvin.keeper != event.player or not alvin.to_be_moved:
        yield impossible("OW-9", "{player} can only move Alvin right after capturing him", player=player)
    elif event.city not in state.markers_of(event.player):
        facts = {"player": player, "city": state.board.place(event.city)}
        yield forbidden("OW-9", "{player} has no marker in {city}, so Alvin cannot go there", **facts)


def no_such_city(state: State, city: str) -> Objection:
    """Return the objection to an id that no city of the board has."""
    hint = closest(city, state.board.cities)
    return impossible("", "there is no city {id} on {map}{hint}", id=city, map=state.board.name, hint=hint)


def _against_place_for_marker(state: State, event: StartCity | Marker) -> Iterator[Objection]:
    """OW-2, OW-3: yield objections to a marker in this city: it must be free, and Roswell is Alvin's (OW-8)."""
    if state.board.rules.markers is None:
        yield impossible("OW-2", "there are no city markers on {map}", map=state.board.name)
        return
    if event.city not in state.board.cities:
        yield no_such_city(state, event.city)
        return
    city, owner = state.board.place(event.city), state.marker_on(event.city)
    if owner:
        yield forbidden("OW-2", "{owner} already has a marker in {city}", city=city, owner=state.player(owner))
    if state.alvin and state.board.rules.alvin and event.city == state.board.rules.alvin.city:
        yield forbidden("OW-8", "nobody may put a marker in {city} when Alvin is in the game", city=city)
