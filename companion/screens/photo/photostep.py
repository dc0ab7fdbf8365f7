"""A step on the way from a photo to a counted board: a screen that covers the table and leads back to it."""

from companion.screens.shell.host import Screen
from companion.words import say
from hardware.codes import Scan


class PhotoStep(Screen):
    """A screen of this room. Nothing that is done on it changes a game, until people say that it should."""

    def leave(self) -> None:
        """Go back to what is below."""
        self.session.host.uncover(self)

    def heard(self, scan: Scan) -> None:
        """Refuse a scan: the table below is not in sight."""
        self.session.say_scan(False, say("Finish with the photo first, then scan."))
