"""Scans while the piles of the Card Game are counted: each card is added to a player's pile, until the next player's
turn to count."""

from companion.boards import PlayerColour, numbered_card
from companion.game.labelwords import COMMANDS, THINGS
from companion.game.outcome import Outcome, PileCounted, Refused
from companion.game.pilecount import PileCount, next_to_count, too_many
from companion.game.scandoor import Door, ScansSoFar
from companion.words import Sentence, capital
from hardware.codes import Code, Command


class PileScans:
    """The scans that count piles."""

    def __init__(self, play: Door, scans: ScansSoFar) -> None:
        self._play, self._scans = play, scans

    def take_command(self, pile: PileCount, command: Command) -> Outcome:
        match command:
            case Command.UNDO if pile.scanned:
                card = pile.scanned[-1]
                self._play.change_pile(pile.without_last())
                off = {"card": capital(numbered_card(card.colour, card.copy)), "next": self._scans.expectation()}
                return PileCounted(Sentence("{card} was removed. {next}", off), self._play.pile)
            case Command.UNDO:
                self._scans.scan_for(pile.player)
                whose = {"player": self._play.state.player(pile.player).name}
                return PileCounted(Sentence("The count of {player}’s pile was cancelled", whose), None)
            case Command.NEXT:
                return self.record(pile, next_to_count(self._play.state, pile.player))
            case Command.FINISH:
                return self.record(pile, None)
        return self._scans.not_now(COMMANDS[command])

    def record(self, pile: PileCount, following: PlayerColour | None) -> Outcome:
        """Record the pile, and begin to count that of the following player, if there is one."""
        outcome = self._play.commit(pile.event())
        if isinstance(outcome, Refused):
            return outcome
        if following is None:
            self._play.choose(pile.player)
            return outcome
        begun = self._play.count_pile(following)
        done = {"done": outcome.sentence, "next": self._scans.expectation()}
        return PileCounted(Sentence("{done}. {next}", done), begun)

    def take_card(self, code: Code) -> Outcome:
        play = self._play
        if play.state.ended:
            return self._scans.not_now(THINGS[code.kind])
        name = numbered_card(code.colour, code.copy)
        if play.state.yards and play.pile is None:
            pattern = "that is {card}; to lay cards, scan Rail yard first"
            return Refused(Sentence(pattern, {"card": name}))
        if play.scans_for is None:
            pattern = "that is {card}; to count a pile, scan a player’s badge first"
            return Refused(Sentence(pattern, {"card": name}))
        pile = play.count_pile(play.player).scan(play.state, code, play.pile_with(code))
        if isinstance(pile, Sentence):
            return Refused(pile)
        play.change_pile(pile)
        doubt = too_many(play.state, pile)
        told: dict[str, object] = {"card": capital(name), "next": doubt or self._scans.expectation()}
        return PileCounted(Sentence("{card}: {next}" if doubt else "{card}. {next}", told), pile)
