"""Boards, cities, routes, tickets and the figures of the rules, read from map files and checked."""

from companion.boards.board import Board, City, Country, Goal, Route, Ticket, route_graph
from companion.boards.colours import (
    GREY,
    LOCOMOTIVE,
    CardColour,
    CardCounts,
    PlayerColour,
    TrackColour,
    card_word,
    colour_word,
    count_words,
)
from companion.boards.faults import BadMapError, Fault
from companion.boards.library import Library, NoSuchMapError, our_maps
from companion.boards.mapfile import parse_map, read_map
from companion.boards.rules import Rules

__all__ = [
    "GREY",
    "LOCOMOTIVE",
    "BadMapError",
    "Board",
    "CardColour",
    "CardCounts",
    "City",
    "Country",
    "Fault",
    "Goal",
    "Library",
    "NoSuchMapError",
    "PlayerColour",
    "Route",
    "Rules",
    "Ticket",
    "TrackColour",
    "card_word",
    "colour_word",
    "count_words",
    "our_maps",
    "parse_map",
    "read_map",
    "route_graph",
]
