"""Scoring: pure functions from a position to its exact score, with the routes or cards that prove each number."""

from companion.scoring.scoresheet import PlayerScore, ScoreSheet, sheet_json
from companion.scoring.tally import tally
from companion.scoring.tickets import TicketScore
from companion.scoring.trails import Trail, longest_trail

__all__ = ["PlayerScore", "ScoreSheet", "TicketScore", "Trail", "longest_trail", "sheet_json", "tally"]
