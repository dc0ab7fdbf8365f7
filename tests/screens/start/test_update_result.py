"""The result of an update is shown once on the start screen, whether it was installed, refused or put back."""

from pathlib import Path

import pytest

from appliance.machine import Refusal
from tests.screens.player import Hand

# isort: split
from companion import updateresult, updates
from tests.screens.trouble import leave_result


def to_home(hand: Hand) -> None:
    hand.touch("Settings")
    hand.back()


def test_the_result_of_an_update_is_shown_once(home: Hand, tmp_path: Path) -> None:
    home.driver.app.session.mounts = tmp_path / "root"
    leave_result(tmp_path / "root")
    to_home(home)
    assert home.driver.has("Version 9.1.0 is installed. All your games are there.")
    home.touch("OK")
    to_home(home)
    assert not home.driver.has("Version 9.1.0 is installed.")
    leave_result(tmp_path / "root", id="2", outcome="restored")
    to_home(home)
    assert home.driver.has("Version 9.1.0 did not start, so the previous version was restored.")


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ({"reason": "forged"}, "The update was not installed: it was made by someone else. Nothing has changed."),
        ({"reason": "missing", "file": "wheels/a.whl"}, "not installed: wheels/a.whl is missing."),
        ({"reason": "", "detail": "too little room:\n  3 MB free."}, "not installed: too little room: 3 MB free."),
        ({"reason": "a reason of a later version", "detail": "it is Monday"}, "not installed: it is Monday."),
    ],
    ids=["forged", "missing", "no reason", "unknown reason"],
)
def test_a_refused_update_says_why(home: Hand, tmp_path: Path, about: dict[str, str], said: str) -> None:
    home.driver.app.session.mounts = tmp_path / "root"
    leave_result(tmp_path / "root", outcome="refused", **about)
    to_home(home)
    assert home.driver.has(said)


def test_the_result_of_an_update_that_takes_a_while_is_shown_when_it_is_there(home: Hand, tmp_path: Path) -> None:
    home.driver.app.session.mounts = tmp_path / "root"
    (home.folder / updates.FOLDER).mkdir()
    (home.folder / updates.FOLDER / updates.READY).touch()
    to_home(home)
    home.driver.wait(5)
    leave_result(tmp_path / "root", outcome="refused", reason="no_start")
    home.driver.wait(3)
    assert home.driver.has("it does not start on this device")


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"id": ' * 3000, "\0" * 100, '{"id": 1, "outcome": 2, "version": []}']
)
def test_a_damaged_result_is_no_result(tmp_path: Path, text: str) -> None:
    file = tmp_path / updateresult.RESULT
    file.parent.mkdir(parents=True)
    file.write_text(text)
    assert updateresult.unseen_result(tmp_path, tmp_path) is None


def test_every_reason_of_the_installer_has_words_here(tmp_path: Path) -> None:
    for reason in Refusal:
        leave_result(tmp_path, outcome="refused", reason=reason, file="a.whl", detail="the installer's own words")
        result = updateresult.unseen_result(tmp_path, tmp_path)
        assert result is not None
        assert "own words" not in str(result.sentence), reason
