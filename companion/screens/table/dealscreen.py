"""The first deal: the screen is handed from player to player, and each chooses their tickets in secret."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.properties import StringProperty

from companion.boards import PlayerColour
from companion.game import events as e
from companion.game.firstdeal import still_to_choose
from companion.game.labelids import Labels
from companion.game.play import Play
from companion.game.ticketpicks import EveryonesPicks
from companion.screens.shell.host import Screen
from companion.screens.table.ticketpicker import Round, TicketPicker
from companion.words import say, sentence_case
from hardware.codes import Code, LabelKind, Scan

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class DealScreen(Screen):
    """The page between two players of the first deal. The ticket list opens over it; nothing secret is ever on it."""

    takes_scans = True
    name = StringProperty("")
    colour = StringProperty("red")

    def __init__(
        self,
        session: "Session",
        play: Play,
        record: Callable[[e.Tickets], bool],
        face: Callable[[PlayerColour], object],
    ) -> None:
        """Begin with the first player who has no tickets; there must be one. `record` returns whether the tickets were
        recorded, `face` turns the window to a player."""
        super().__init__(session)
        self._play, self._record, self._face = play, record, face
        self._picks = EveryonesPicks()
        self._hand_to(still_to_choose(play.state)[0])

    def _hand_to(self, player: PlayerColour) -> None:
        self._player = self.colour = player
        self.name = self._play.state.player(player).name
        self._face(player)

    def look(self) -> None:
        """Open the ticket list for the player."""
        self._open()

    def _open(self) -> TicketPicker:
        turn = Round(still_to_choose(self._play.state), self._picks, self._hand_to)
        picker = TicketPicker(self.session, self._play, self._keep, self._player, turn)
        self.session.host.cover(picker)
        return picker

    def _keep(self, event: e.Tickets) -> None:
        """Record a player's tickets and go on to the next player, or to the table after the last one."""
        if not self._record(event):
            return
        self._picks.forget(event.player)
        waiting = still_to_choose(self._play.state)
        if waiting:
            self._hand_to(waiting[0])
        else:
            self.leave()

    def leave(self) -> None:
        """Go to the table: the deal is complete, or put off, and is not offered again in this game."""
        self.session.deal.end()
        self.session.host.uncover(self)

    def heard(self, scan: Scan) -> None:
        """Open the list with a ticket that was scanned, or for the player whose badge was scanned."""
        self._play.forget_scans()
        code, state = scan.meaning, self._play.state
        if not isinstance(code, Code):
            self.session.say_scan(False, sentence_case(code))
        elif code.kind is LabelKind.PLAYER and code.colour in still_to_choose(state):
            self._hand_to(state.player(code.colour).colour)
            self._open().heard(scan)
        elif code.kind is LabelKind.TICKET and code.set == Labels(state.board).letter:
            self._open().heard(scan)
        else:
            self.session.say_scan(False, say("Scan the tickets that {name} keeps.", name=self.name))

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "Each player chooses their tickets in secret, one after another. If you would rather enter them when the "
            "game is over, tap Later."
        )
