"""Settings: the preferences, and what is plugged in."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.properties import StringProperty

from companion.screens.shell import navigation
from companion.screens.shell.host import Screen
from companion.screens.widgets import Chip
from companion.words import say, sentence_case
from companion.words.language import languages, own_name, spoken

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class SettingsScreen(Screen):
    """The preferences; each takes effect at once."""

    about = StringProperty("")

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        for language in languages():
            choose = partial(self._speak, language)
            self.ids.languages.add_widget(Chip(choose, text=own_name(language), chosen=language == spoken()))
        self.show_link()

    def _speak(self, language: str) -> None:
        self.session.speak(language)
        navigation.show(self.session, "settings")

    def see(self, **changes: object) -> None:
        """Change the appearance; if that has an effect, build the screen again at the same scroll position."""
        self.session.change_preferences(**changes)
        if self.session.apply_appearance():
            fresh = SettingsScreen(self.session)
            fresh.ids.settings.scroll_y = self.ids.settings.scroll_y
            self.session.host.show(fresh)

    def show_link(self) -> None:
        """Show the state of the scanner, and where games are kept."""
        link = self.session.link
        scanner = sentence_case(link.why) if link else say("No scanner is set up.")
        self.about = f"{scanner}\n" + say("Your games are saved in {folder}.", folder=self.session.folder)

    def help(self) -> str:
        """Return the help for this screen."""
        return say("Changes take effect at once and are remembered.")


def steps(_session: object) -> Iterator[str]:
    """Load the names of the languages."""
    for language in languages():
        yield own_name(language)
