"""The result of an update, shown once."""

from typing import TYPE_CHECKING

from companion import updateresult
from companion.screens.shell.dialogs import ask
from companion.words import say, sentence_case

if TYPE_CHECKING:
    from companion.screens.shell.session import Session


def show_update_result(session: "Session") -> bool:
    """Show what became of the last update, unless it was shown before or something else is open. Return whether there
    may be more to show later."""
    result = updateresult.unseen_result(session.mounts, session.folder)
    if result is None:
        return updateresult.is_being_installed(session.folder)
    if session.host.drawers:
        return True
    title = say("Update installed") if result.is_good else say("Update not installed")
    dialog = ask(session.host, title, sentence_case(result.sentence), [(say("OK"), "main", None)])
    dialog.bind(on_closed=lambda _: updateresult.mark_seen(result, session.folder))
    return False
