"""Boards, cities, routes, tickets and the figures of the rules, read from map files and checked."""

from companion.boards.board import Board, City, Country, Goal, Route, Ticket, route_graph
from companion.boards.colours import (
    GREY,
    LOCOMOTIVE,
    USUAL_PLAYERS,
    CardColour,
    CardCounts,
    PlayerColour,
    TrackColour,
)
from companion.boards.colourwords import (
    colour_word,
    coloured_card,
    coloured_cards,
    colours_of_cards,
    count_of_coloured_cards,
    count_of_coloured_spaces,
    count_words,
    more_coloured_cards,
    numbered_card,
)
from companion.boards.faults import BadMapError, Fault
from companion.boards.library import Library, NoSuchMapError, our_maps
from companion.boards.mapfile import parse_map, read_map
from companion.boards.rules import EnteredLine, Rules

__all__ = [
    "GREY",
    "LOCOMOTIVE",
    "USUAL_PLAYERS",
    "BadMapError",
    "Board",
    "CardColour",
    "CardCounts",
    "City",
    "Country",
    "EnteredLine",
    "Fault",
    "Goal",
    "Library",
    "NoSuchMapError",
    "PlayerColour",
    "Route",
    "Rules",
    "Ticket",
    "TrackColour",
    "colour_word",
    "coloured_card",
    "coloured_cards",
    "colours_of_cards",
    "count_of_coloured_cards",
    "count_of_coloured_spaces",
    "count_words",
    "more_coloured_cards",
    "numbered_card",
    "our_maps",
    "parse_map",
    "read_map",
    "route_graph",
]
