"""Scans where the rail yards of the Card Game are followed: turns, and the cards that are laid."""

from companion.boards import PlayerColour, coloured_card, numbered_card
from companion.game import events as e
from companion.game.labelwords import COMMANDS
from companion.game.laying import Laying
from companion.game.outcome import CardsLaid, Expecting, Outcome, Recorded, Refused
from companion.game.scandoor import Door, ScansSoFar
from companion.words import Sentence, capital
from hardware.codes import Code, Command


class YardScans:
    """The scans that follow the rail yards."""

    def __init__(self, play: Door, scans: ScansSoFar) -> None:
        self._play, self._scans = play, scans

    def take_turn(self, command: Command) -> Outcome:
        """Do what a label of the rail yards means, for the player with the badge or else whose turn it is."""
        play, yards = self._play, self._play.state.yards
        player = play.scans_for or (yards.turn if yards else None)
        if player is None or play.state.ended or play.state.piles:
            return self._scans.not_now(COMMANDS[command])
        self._scans.on = True
        if command is Command.DREW_TICKETS:
            return self._scans.draw_tickets(player)
        if command is Command.DREW_CARDS:
            return play.commit(e.Draw(player=player))
        if command is Command.LAST_CARD:
            return self._draw_last(player)
        laying = play.begin_laying(player)
        doubt = play.question(e.Draw(player=player))  # CG-16: whose turn it is
        told = {"doubt": doubt, "next": self._scans.expectation()}
        return CardsLaid(Sentence("{doubt}. {next}", told) if doubt else self._scans.expectation(), laying)

    def _draw_last(self, player: PlayerColour) -> Outcome:
        """CG-20: record that the last card was drawn: as a turn, or if the player's draw was just recorded, in it."""
        play, last = self._play, self._play.state.last
        if isinstance(last, e.Draw) and last.player == player and not last.of and not last.last_card:
            outcome = play.amend(len(play.events) - 1, e.Draw(player=player, last_card=True))
            self._scans.on = True
            return outcome
        return play.commit(e.Draw(player=player, last_card=True))

    def lay(self, laying: Laying, code: Code) -> Outcome:
        laid = laying.scan(self._play.state, code)
        if isinstance(laid, Sentence):
            return Refused(laid)
        self._play.laying = laid
        told = {"card": capital(numbered_card(code.colour, code.copy)), "next": self._scans.expectation()}
        return CardsLaid(Sentence("{card}. {next}", told), laid)

    def take_command(self, laying: Laying, command: Command) -> Outcome:
        match command:
            case Command.UNDO if laying.cards:
                card, self._play.laying = laying.cards[-1], laying.without_last()
                name = numbered_card(card.colour, card.copy) if card.copy else coloured_card(card.colour)
                off = {"card": capital(name), "next": self._scans.expectation()}
                return CardsLaid(Sentence("{card} was removed. {next}", off), self._play.laying)
            case Command.UNDO:
                self._scans.scan_for(laying.player)
                whose = {"player": self._play.state.player(laying.player).name}
                return CardsLaid(Sentence("{player} lays no cards in the rail yard", whose), None)
            case Command.NEXT | Command.YARD if laying.cards:
                return self.record(None)
            case Command.YARD:
                return Expecting(self._scans.expectation())
        return self._scans.not_now(COMMANDS[command])

    def record(self, following: PlayerColour | None) -> Outcome:
        """Record the laying. The next scans are the following player's, or of the one whose turn it is then."""
        laying = self._play.laying
        assert laying is not None
        if not laying.cards:
            return self._scans.scan_for(following)
        outcome = self._play.commit(laying.event())
        if isinstance(outcome, Recorded) and following is not None:
            self._play.choose(following)
        return outcome
