"""A list of words that must not appear in English texts, and in the pages that people read."""

import re

import pytest

from deploy.catalogues import ROOT, all_texts, installer_texts

NOT_SAID = {
    "shall": r"shall",
    "anew": r"anew",
    "vouched": r"vouch(ed|es)?",
    "unseen": r"unseen",
    "so many": r"so many",
    "have you": r"have you",
    "lack": r"lack(s|ed|ing)?",
    "wish, for a setting": r"wish(es|ed)?",
    "figures, for statistics or numbers": r"figures?",
    "course, for the timeline": r"course",
    "touch, where tap is meant": r"touch(es|ed)?",
    "box, for what a player has left": r"box(es)?",
    "shelf": r"shel(f|ves)",
    "painted": r"paint(s|ed|ing)?",
}
"""What is not said, and a pattern for it."""

PAGES = ("README.md", "hardware/README.md", "maps/README.md", "tests/examples/README.md")
"""What people read who use Companion, rather than change it."""
ON_PAGES = (
    "shall",
    "anew",
    "vouched",
    "unseen",
    "so many",
    "have you",
    "lack",
    "wish, for a setting",
    "shelf",
    "painted",
)


def said(text: str, what: str) -> list[str]:
    """Return what matches a pattern in a text, gaps apart: their names are never shown."""
    return [
        found[0] for found in re.finditer(rf"\b({NOT_SAID[what]})\b", re.sub(r"\{\w*\}", "{}", text), re.IGNORECASE)
    ]


@pytest.mark.parametrize("what", NOT_SAID)
def test_no_text_says(what: str) -> None:
    texts = {pattern for found in (*all_texts(), *installer_texts()) for pattern in found.text}
    assert {text for text in texts if said(text, what)} == set()


@pytest.mark.parametrize("what", ON_PAGES)
def test_no_page_says(what: str) -> None:
    for page in PAGES:
        assert said((ROOT / page).read_text(encoding="utf-8"), what) == [], page


def test_the_words_would_be_found() -> None:
    assert said("Touch the map", "touch, where tap is meant") == ["Touch"]
    assert said("the touchscreen", "touch, where tap is meant") == []
    assert said("{box} trains", "box, for what a player has left") == []
