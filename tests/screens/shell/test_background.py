"""Work beside the screen: its result, its errors and its delays come back to the thread of the screens."""

from threading import Event, get_ident

import pytest

from tests.screens.player import Hand

# isort: split
from companion.screens.shell import background
from companion.screens.shell.background import Repeated, in_background
from companion.screens.shell.crash import CrashScreen


def test_a_result_comes_back_to_the_thread_of_the_screens(home: Hand) -> None:
    threads: list[int] = []

    def work() -> int:
        threads.append(get_ident())
        return 7

    def then(answer: int) -> None:
        threads.append(get_ident())
        assert answer == 7

    in_background(work, then)
    home.driver.wait_for(lambda: len(threads) == 2)
    assert threads[0] != threads[1] == get_ident()


def test_an_error_is_told_like_any_other(home: Hand) -> None:
    """The virtual screen raises what the app would catch and tell."""

    def work() -> None:
        raise ZeroDivisionError("a fault beside the screen")

    in_background(work, lambda _: pytest.fail("there is no result"))
    home.driver.wait_for(lambda: isinstance(home.driver.app.session.host.screen, CrashScreen))


def test_what_takes_long_is_told_once(home: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PATIENCE", 0.0)
    answers, late, done = Event(), [0], [0]

    def count(what: list[int]) -> None:
        what[0] += 1

    in_background(lambda: answers.wait(30), lambda _: count(done), lambda: count(late))
    home.driver.wait(5)
    assert (late, done) == ([1], [0])
    answers.set()
    home.driver.wait_for(lambda: done == [1])
    assert late == [1]


def test_what_is_quick_is_never_told_to_be_late(home: Hand) -> None:
    """However fast the clock of the screens runs."""
    done = Event()
    in_background(lambda: None, lambda _: done.set(), lambda: pytest.fail("it was quick"))
    home.driver.wait_for(done.is_set)
    home.driver.wait(60)


def test_work_that_is_repeated_never_piles_up(home: Hand) -> None:
    begun, answers, results = [0], Event(), [0]

    def work() -> None:
        begun[0] += 1
        assert answers.wait(30)

    def then(_: None) -> None:
        results[0] += 1

    looking = Repeated(work, then, 1.0)
    looking.start()
    home.driver.wait(30)
    assert begun == [1]
    answers.set()
    home.driver.wait_for(lambda: results[0] >= 2)
    looking.stop()
    seen = results[0]
    home.driver.wait(5)
    assert results == [seen]
