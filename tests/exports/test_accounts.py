"""Tests of the explanations of a score in words."""

from companion.exports import accounts
from companion.scoring.linenames import line_name
from tests.exports.finishedgames import ended, played
from tests.games import SYSTEMS

EUROPE = ended(
    "europe",
    "red claims brest--paris:black", "blue claims marseille--paris:grey", "red builds marseille",
    "red keeps brest--marseille", "red keeps brest--petrograd", "blue keeps madrid--zurich",
)  # fmt: skip


def told(place: int) -> dict[str, str]:
    return {account.name: account.words for account in accounts.tickets(EUROPE.sheet, EUROPE.sheet.players[place])}


def test_a_completed_ticket_tells_its_way() -> None:
    assert told(0)["Brest–Marseille"] == "Brest – Paris – Marseille"


def test_a_failed_ticket_tells_what_it_lacks() -> None:
    (account,) = accounts.tickets(EUROPE.sheet, EUROPE.sheet.players[1])
    assert account.words == "8 trains short: Barcelona–Madrid, Barcelona–Marseille, Marseille–Zürich"
    assert account.points == -8
    assert account.ends == ("madrid", "zurich")


def test_a_station_tells_what_it_borrowed() -> None:
    further = {one.name: one.words for one in accounts.further(EUROPE.sheet, EUROPE.sheet.players[0])}
    assert further["Station in Marseille"] == "Uses Marseille–Paris"
    assert further["Stations"] == "2 not built"
    assert further["Longest route: 3 trains"] == "Brest – Paris"


def test_someone_without_tickets_has_none_rather_than_none_of_none() -> None:
    game = ended("usa", "red claims calgary--winnipeg:white")
    assert [accounts.explained(game.sheet, score, "tickets") for score in game.sheet.players] == ["No tickets"] * 2


def test_every_line_of_every_system_is_explained() -> None:
    for map_id in SYSTEMS:
        sheet = played(map_id, 5).sheet
        for score in sheet.players:
            for line in score.lines:
                assert line_name(sheet.board, line)
                assert accounts.explained(sheet, score, line)
