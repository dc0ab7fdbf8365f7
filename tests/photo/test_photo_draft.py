"""What a photo adds to a game: what is sure, what is asked, and never against what people said."""

from companion.game import events as e
from companion.photo.findings import Findings
from companion.photo.photodraft import Draft
from tests.photo.standin import finds
from tests.table import table


def found(map_id: str, *args: object) -> Findings:
    return Findings.model_validate(finds(map_id, *args))  # type: ignore[arg-type]


CALGARY, DALLAS = "calgary--winnipeg:white", "dallas--houston:grey-1"


def test_what_is_sure_would_be_recorded_and_what_is_doubtful_is_asked() -> None:
    state = table("usa", "red blue", counted=True).state
    draft = Draft(state, found("usa", {CALGARY: "red"}, {"miami--new-orleans:red": "blue"}))
    assert draft.events == (e.Claim(player="red", route=CALGARY),)
    assert [question.route for question in draft.questions] == ["miami--new-orleans:red"]
    assert draft.position.trains_left("red") == 39
    assert state.trains_left("red") == 45


def test_an_answer_counts_whatever_the_photo_shows() -> None:
    draft = Draft(table("usa", "red blue", counted=True).state, found("usa", {}, {"miami--new-orleans:red": "blue"}))
    (question,) = draft.questions
    assert question.guess == "blue"
    assert draft.answered(question, "red").events == (e.Claim(player="red", route="miami--new-orleans:red"),)
    nobody = draft.answered(question, None)
    assert (nobody.events, nobody.questions) == ((), ())


def test_what_is_recorded_already_stays_as_people_said() -> None:
    state = table("usa", "red blue", counted=True).play(f"red claims {CALGARY}").state
    draft = Draft(state, found("usa", {CALGARY: "blue"}))
    assert (draft.events, draft.questions) == ((), ())
    assert draft.question_about(CALGARY) is None


def test_any_route_can_be_changed() -> None:
    draft = Draft(table("usa", "red blue", counted=True).state, found("usa", {CALGARY: "red"}))
    question = draft.question_about(CALGARY)
    assert question is not None
    assert draft.answered(question, "blue").events == (e.Claim(player="blue", route=CALGARY),)
    assert draft.answered(question, None).events == ()


def test_two_tracks_of_a_pair_for_one_player_are_asked_and_people_have_the_last_word() -> None:
    """GEN-5: the rules forbid it, yet it may lie there."""
    pair = {"berlin--warszawa:pink": "red", "berlin--warszawa:yellow": "red"}
    draft = Draft(table("europe", "red blue green yellow", counted=True).state, found("europe", pair))
    (question,) = draft.questions
    assert draft.against(question, "red") is not None
    draft = draft.answered(question, "red")
    assert draft.questions == ()
    assert {event.route for event in draft.events if isinstance(event, e.Claim)} == set(pair)
    assert [event.override for event in draft.events] == [False, True]


def test_stations_are_read_where_there_are_any() -> None:
    draft = Draft(table("europe", "red blue", counted=True).state, found("europe", {}, {}, {"dieppe": "red"}))
    assert draft.events == (e.Station(player="red", city="dieppe"),)
    assert Draft(table("usa", "red blue").state, found("usa", {}, {}, {"boston": "red"})).events == ()


def test_a_colour_that_nobody_plays_is_asked() -> None:
    draft = Draft(table("usa", "red blue", counted=True).state, found("usa", {CALGARY: "green"}))
    (question,) = draft.questions
    assert (question.route, question.guess, draft.events) == (CALGARY, None, ())


def test_what_a_rule_has_against_an_answer_is_known_before() -> None:
    pair = {"berlin--warszawa:pink": "red"}
    draft = Draft(table("europe", "red blue green yellow", counted=True).state, found("europe", pair))
    question = draft.question_about("berlin--warszawa:yellow")
    assert question is not None
    assert draft.against(question, "red") is not None
    assert draft.against(question, "blue") is None
    assert draft.against(question, None) is None
    changed = draft.question_about("berlin--warszawa:pink")
    assert changed is not None
    assert draft.against(changed, "blue") is None  # the route is not taken by what was read itself
