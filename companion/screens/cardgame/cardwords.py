"""The Card Game in words: what is to be done now, and what everyone may know about each player; without Kivy.

Tickets stay secret until everyone agrees to turn them over. At the first of two scorings only the completed ones are
shown (CG-5).
"""

from dataclasses import dataclass, replace
from enum import Enum, auto

from companion.boards import PlayerColour
from companion.game.pilecount import first_scoring_is_next, still_to_count, too_many
from companion.game.state import State
from companion.scoring import PlayerScore, ScoreSheet, tally
from companion.scoring.cards import card_hand
from companion.scoring.proposals import as_proposed
from companion.screens.cardgame.yardwords import followed
from companion.words import figure, say, sentence_case, signed


class Step(Enum):
    """The current step of a Card Game."""

    PLAY = auto()
    """A deck is being played."""
    COUNT = auto()
    """Piles are being counted."""
    CHOOSE = auto()
    """First scoring: each player looks at their own tickets."""
    AGREE = auto()
    """Last scoring: everything is counted, but the tickets are still face down."""
    SHOWN = auto()
    """The tickets are face up."""


def step(state: State, agreed: bool) -> Step:
    """Return the current step; `agreed` is whether the players turned their tickets over."""
    if first_scoring_is_next(state):
        if state.options.counted:  # these cards have been shuffled since: only the completed tickets are known
            return Step.CHOOSE
        return _counting(state) or Step.CHOOSE
    if state.options.counted:
        return Step.COUNT if still_to_count(state) or not state.piles else Step.SHOWN
    return _counting(state) or (Step.SHOWN if agreed else Step.AGREE)


def _counting(state: State) -> Step | None:
    if not state.piles:
        return Step.PLAY
    return Step.COUNT if still_to_count(state) else None


def title(state: State, now: Step) -> str:
    """Return the name of the current phase, in two words."""
    two = first_scoring_is_next(state) or state.first_scoring is not None
    if state.options.counted:
        return say("Scoring")
    if not two:
        return say("Card Game") if now is Step.PLAY else say("Scoring")
    if now is Step.PLAY:
        return say("First deck") if state.first_scoring is None else say("Second deck")
    return say("First scoring") if state.first_scoring is None else say("Second scoring")


def what_to_do(state: State, now: Step) -> str:
    """Return what is to be done now."""
    if state.options.counted:
        return _what_to_count(state, now)
    waiting = ", ".join(state.player(colour).name for colour in still_to_count(state))
    deal = state.board.rules.tickets
    match now:
        case Step.PLAY if not any(state.hands.values()):
            pattern = "Deal {deal} tickets to each player. Tap your name to record the ones you keep, or scan them."
            return say(pattern, deal=deal.deal)
        case Step.PLAY if state.first_scoring is not None:
            return say(
                "Shuffle all cards except those in hand and deal four to each player. At the end, tap Count the piles."
            )
        case Step.PLAY:
            return say("Play on. When the deck runs out, tap Count the piles.")
        case Step.COUNT:
            return say("Count the cards on the track. Still to count: {names}.", names=waiting)
        case Step.CHOOSE:
            return say("All piles are counted. Now look at your own tickets, one player at a time.")
        case Step.AGREE:
            return say("All piles are counted. Turn your tickets over when everyone is ready.")
        case Step.SHOWN:
            return say("Tap a player to see or change which tickets were completed. Then tap Finish.")


def _what_to_count(state: State, now: Step) -> str:
    if not any(state.hands.values()):
        return say("Tap each player and choose all their tickets, completed or not.")
    if now is Step.CHOOSE:
        return say("Four players: first mark the tickets completed at the first scoring.")
    if now is Step.COUNT:
        names = ", ".join(state.player(colour).name for colour in still_to_count(state))
        return say("Count the cards on the track. Still to count: {names}.", names=names)
    return say("Tap a player to see or change which tickets were completed. Then tap Finish.")


def warning(state: State) -> str:
    """Return a warning if more cards are counted than there are (CG-A10), else ""."""
    found = too_many(state)
    return sentence_case(found) if found else ""


def missing_piles(state: State) -> str:
    """Return what should be checked before the game is ended."""
    said = []
    if first_scoring_is_next(state):
        said.append(say("There was no first scoring."))
    names = ", ".join(state.player(colour).name for colour in still_to_count(state))
    if names:
        said.append(say("No pile counted for {names}.", names=names))
    return " ".join(said)


def public_sheet(state: State, shown: bool) -> ScoreSheet:
    """Return what everyone may know: while tickets are face down, only those completed at the first scoring; then what
    is chosen or proposed."""
    return tally(as_proposed(state) if shown else replace(state, piles={}, chosen={}, yards=None))  # CG-15


def assumption(state: State, player: PlayerColour) -> str:
    """Return what the choice that is proposed to a player assumes about the others, or what it aims at."""
    if first_scoring_is_next(state):
        return say(
            "The best choice earns the most points now. If several are equal, it picks the one that helps most with "
            "big cities."
        )
    others = [one for one in state.players if one.colour != player and card_hand(state, one.colour).held]
    chosen = ", ".join(one.name for one in others if one.colour in state.chosen)
    waiting = ", ".join(one.name for one in others if one.colour not in state.chosen)
    if chosen and waiting:
        said = (
            "The best choice counts big cities too. It considers what {names} chose, and assumes that {others} will "
            "complete the tickets worth the most."
        )
        return say(said, names=chosen, others=waiting)
    if chosen:
        return say("The best choice counts big cities too. It considers what {names} chose.", names=chosen)
    if waiting:
        said = (
            "The best choice counts big cities too. It assumes that {names} will complete the tickets worth the most."
        )
        return say(said, names=waiting)
    return say("The best choice counts big cities too.")


@dataclass(frozen=True, slots=True)
class Fact:
    """A line about a player: an icon, words, and points."""

    icon: str
    words: str
    points: str = ""


def points_of(score: PlayerScore, shown: bool, scored: bool) -> str:
    """Return a player's points as far as everyone may know them; `scored` is whether there was a first scoring."""
    if shown:
        return figure(score.total)
    return figure(_completed(score)[1]) if scored else ""


def _points(count: int) -> str:
    """Return the points of a fact; none need no number beside the words, which say that already."""
    return signed(count) if count else ""


def facts(state: State, score: PlayerScore, shown: bool) -> list[Fact]:
    """Return what everyone may know about a player."""
    colour = score.player.colour
    completed, earned = _completed(score)
    secret = len(score.tickets) - completed
    done = Fact("check", _many(completed, "None completed", "{count} completed", "{count} completed"), _points(earned))
    if shown:
        lost = sum(ticket.points for ticket in score.tickets if not ticket.completed)
        cities = _many(len(score.big_cities), "No big cities", "One big city", "{count} big cities")
        found = [
            done,
            Fact("close", _many(secret, "None failed", "{count} failed", "{count} failed"), _points(lost)),
            Fact("crown", cities, _points(score.lines["big_cities"])),
        ]
    else:
        found = [Fact("ticket", _many(secret, "No tickets", "One ticket", "{count} tickets"))]
        if state.first_scoring is not None:
            found.append(done)
    yards = followed(state)
    if yards:  # CG-15: only the number of cards is known
        found.append(Fact("cards", say("{cards} on the track", cards=len(yards.track(colour)))))
    if colour in state.piles:
        pile = sum(state.piles[colour].values())
        found.append(Fact("cards", _many(pile, "No cards", "One card", "{count} cards")))
    return found


def _completed(score: PlayerScore) -> tuple[int, int]:
    """Return the number of completed tickets, and their points."""
    points = [ticket.points for ticket in score.tickets if ticket.completed]
    return len(points), sum(points)


def _many(count: int, none: str, one: str, more: str) -> str:
    return say(one, more, count=count) if count else say(none)


@dataclass(frozen=True, slots=True)
class CityCard:
    """A big-city card, and who has it so far (CG-7)."""

    name: str
    points: int
    winners: tuple[PlayerColour, ...]


def big_cities(sheet: ScoreSheet) -> list[CityCard]:
    """Return the big-city cards, those with the most points first."""
    board = sheet.board
    assert board.rules.piles is not None
    return [
        CityCard(
            str(board.place(card.city)),
            card.points,
            tuple(score.player.colour for score in sheet.players if card.city in score.big_cities),
        )
        for card in board.rules.piles.big_cities
    ]
