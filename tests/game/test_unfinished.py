"""What had begun when the plug was pulled is there again: a tunnel, a payment, piles, a result that nobody has seen."""

import shutil
from pathlib import Path

import pytest

from companion.boards import Library
from companion.game import events as e
from companion.game.journal import Journal
from companion.game.play import Play
from tests.game.scanned import BLUE, PAID, RED, UNDO, Played, opened

GREY = "paris--zurich:grey"
NOTE = "games.unfinished"


def pull_plug(played: Played, folder: Path, copies: list[int]) -> Play:
    """The disk as it is now, without an orderly end, under a new app."""
    played.journal.wait()
    copies.append(1)
    other = folder.with_name(f"after-{len(copies)}")
    shutil.copytree(folder, other)
    game = Journal(other).resume(Library())
    assert game is not None
    play = opened(game)
    play.resume()
    return play


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def europe(folder: Path) -> Played:
    return Played(folder, "europe")


def test_a_tunnel_half_entered(europe: Played, folder: Path) -> None:
    copies: list[int] = []
    steps = (RED, europe.route(GREY), *(europe.card(*one) for one in [
        ("blue", 1), ("locomotive", 1), ("blue", 2), ("blue", 3), ("green", 4), ("locomotive", 2), ("blue", 5),
    ]))  # fmt: skip
    europe.scan(steps[0])
    for step in steps[1:]:
        europe.scan(step)
        again = pull_plug(europe, folder, copies)
        assert again.tunnel == europe.play.tunnel
        assert again.tunnel is not None
        assert again.scans_for == "red"
        assert again.expectation() == europe.play.expectation()
    tried = again.tunnel
    assert tried is not None
    assert tried.added == ("blue",)
    again.take(europe.card("blue", 5))
    assert again.tunnel == tried, "the same card counts once, also after the plug was pulled"
    again.take(europe.card("blue", 6))
    again.take(PAID)
    assert again.events[-1] == europe.play.tunnel.paid()  # type: ignore[union-attr]


def test_what_is_settled_or_taken_off_does_not_come_back(europe: Played, folder: Path) -> None:
    copies: list[int] = []
    europe.scan(RED, europe.route(GREY))
    europe.scan(UNDO)
    assert pull_plug(europe, folder, copies).tunnel is None
    assert not (folder / NOTE).exists()
    europe.scan(europe.route(GREY), europe.card("blue", 1), PAID)
    again = pull_plug(europe, folder, copies)
    assert again.tunnel is None
    assert isinstance(again.events[-1], e.Claim)
    assert not (folder / NOTE).exists()


def test_a_payment_half_scanned(europe: Played, folder: Path) -> None:
    copies: list[int] = []
    europe.scan(BLUE, europe.card("black", 1), europe.card("locomotive", 3))
    again = pull_plug(europe, folder, copies)
    assert again.payment == europe.play.payment
    assert again.player == "blue"
    again.take(europe.card("black", 2))
    again.take(europe.route("brest--paris:black"))
    assert again.events[-1] == e.Claim(player="blue", route="brest--paris:black", cards={"black": 2, "locomotive": 1})
    europe.scan(UNDO, UNDO)
    assert pull_plug(europe, folder, copies).payment is None


def test_piles_half_counted(folder: Path) -> None:
    copies: list[int] = []
    game = Played(folder, "card_game")
    game.scan(RED, game.card("blue", 1), game.card("locomotive", 2))
    game.scan(BLUE, game.card("green", 1))  # the badge records the pile before
    again = pull_plug(game, folder, copies)
    assert again.count_pile("red").cards == {"blue": 1, "locomotive": 1}
    again.take(game.card("blue", 1))
    again.take(game.card("blue", 2))
    assert again.pile is not None
    assert again.pile.cards == {"blue": 2, "locomotive": 1}, "a card counts once, also after the plug was pulled"
    assert again.count_pile("blue").cards == {"green": 1}


def test_a_pile_that_is_recorded_is_not_kept_beside_its_record(folder: Path) -> None:
    game = Played(folder, "card_game")
    pile = game.play.count_pile("red").counted("blue", 3)
    game.play.change_pile(pile)
    game.journal.wait()
    assert (folder / NOTE).exists()
    game.play.record(pile.event())
    game.journal.wait()
    assert not (folder / NOTE).exists()


def test_it_belongs_to_one_position_of_one_game(europe: Played, folder: Path) -> None:
    europe.scan(RED, europe.route(GREY), europe.card("blue", 1))
    europe.journal.wait()
    kept = (folder / NOTE).read_bytes()
    europe.play.leave_tunnel()
    europe.play.drew_cards()
    europe.play.undo()  # the same events, but other steps
    europe.journal.wait()
    assert not (folder / NOTE).exists()
    (folder / NOTE).write_bytes(kept)
    europe.journal.close()
    game = Journal(folder).resume(Library())
    assert game is not None
    play = opened(game)
    play.resume()
    assert play.tunnel is None


def test_a_damaged_note_is_ignored(europe: Played, folder: Path) -> None:
    europe.scan(RED, europe.route(GREY), europe.card("blue", 1))
    europe.journal.close()
    kept = (folder / NOTE).read_bytes()
    wrong = [
        b"",
        b"?",
        b"00000000{}",
        kept[:-9],
        kept.replace(b"blue", b"pink"),
        kept[:8] + b"[" * 100_000,
        b"\xff" * 90,
    ]
    for content in wrong:
        (folder / NOTE).write_bytes(content)
        journal = Journal(folder)
        game = journal.resume(Library())
        assert game is not None
        play = opened(game)
        play.resume()
        assert play.tunnel is None
        journal.close()
    (folder / NOTE).write_bytes(kept)
    game = Journal(folder).resume(Library())
    assert game is not None
    play = opened(game)
    play.resume()
    assert play.tunnel is not None


def test_a_disk_that_refuses_the_note_stops_nobody(europe: Played, folder: Path) -> None:
    (folder / NOTE).mkdir()
    assert europe.scan(RED, europe.route(GREY), europe.card("blue", 1)).startswith("Blue card 1.")
    europe.journal.wait()
    assert europe.play.tunnel is not None
    assert not europe.journal.notices


def test_a_result_is_unseen_until_somebody_has_seen_it(europe: Played, folder: Path) -> None:
    europe.play.drew_cards()
    assert europe.journal.unseen_result(Library()) is None
    europe.play.record(e.End())
    europe.journal.close()
    journal = Journal(folder)
    over = journal.unseen_result(Library())
    assert over is not None
    assert over.state.ended
    assert journal.resume(Library()) is None, "no game is running"
    over.keep_unfinished(None)
    assert journal.unseen_result(Library()) is None
    journal.close()
    assert Journal(folder).unseen_result(Library()) is None


def test_no_result_of_a_game_that_goes_on_or_was_deleted(europe: Played, folder: Path) -> None:
    europe.play.record(e.End())
    europe.play.undo()
    assert europe.journal.unseen_result(Library()) is None
    europe.play.record(e.End())
    assert europe.journal.unseen_result(Library()) is not None
    assert europe.play.game.id is not None
    europe.journal.delete(europe.play.game.id)
    assert europe.journal.unseen_result(Library()) is None
