"""The screen speaks what somebody chose, from the moment they choose it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.words.language import spoken
from tests.screens.player import Hand

# isort: split
from companion.screens.table.tablescreen import TableScreen


def test_a_language_is_one_touch_away_and_kept(home: Hand) -> None:
    home.touch("Settings")
    for name in ("English", "Dansk", "Norsk bokmål", "Svenska"):
        assert home.driver.has(name)
    home.touch("Svenska")
    assert home.driver.has("Inställningar")
    home.back()
    assert home.driver.has("Nytt spel")
    assert json.loads((home.folder / "settings.json").read_text())["language"] == "sv"
    home.restart()
    assert home.driver.has("Nytt spel")


def test_switching_in_the_middle_of_a_game_does_not_disturb_it(at_table: Callable[..., Hand]) -> None:
    hand = at_table("europe", "red blue", "red claims brest--paris:black", "blue draws")
    before = hand.events
    hand.claim("brest--dieppe:orange")
    hand.back()
    hand.touch("Settings")
    hand.touch("Norsk bokmål")
    hand.back()
    hand.touch("Fortsett")
    assert isinstance(hand.driver.app.session.host.screen, TableScreen)
    assert hand.events[:-1] == before
    assert hand.driver.has("Anna la krav på Brest–Dieppe")
    assert hand.driver.has("Bo sin tur")
    hand.claim("edinburgh--london:black")
    assert hand.driver.has("Bo la krav på Edinburgh–London (svart)")
    hand.touch("Angre")
    assert hand.driver.has("Angret: Bo la krav på Edinburgh–London (svart)")
    hand.back()
    hand.touch("Innstillinger")
    hand.touch("English")
    hand.back()
    hand.touch("Continue")
    assert hand.driver.has("Anna claimed Brest–Dieppe")


@pytest.mark.parametrize("kept", ['{"language": "tlh"}', '{"language": null}', "[]", "rubbish", ""])
def test_settings_that_cannot_be_read_leave_it_to_the_system(
    kept: str, tmp_path: Path, hands: list[Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings.json").write_text(kept, encoding="utf-8")
    monkeypatch.setenv("LANGUAGE", "da_DK.UTF-8")
    hands.append(Hand(tmp_path))
    assert spoken() == "da"
    assert hands[0].driver.has("Nyt spil")


def test_the_command_line_goes_before_what_is_kept(tmp_path: Path, hands: list[Hand]) -> None:
    (tmp_path / "settings.json").write_text('{"language": "sv"}', encoding="utf-8")
    hands.append(Hand(tmp_path, language="nb"))
    assert hands[0].driver.has("Nytt spill")
    assert json.loads((tmp_path / "settings.json").read_text())["language"] == "sv"
