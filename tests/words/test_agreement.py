"""Colours and numbers agree with the nouns beside them, in every sentence that composes them and in every language.

The forms and the sentences below are written out by hand. Each sentence is said with every colour and number.
"""

import re
from collections.abc import Callable

import pytest

from companion.boards import (
    colour_word,
    coloured_card,
    coloured_cards,
    colours_of_cards,
    count_of_coloured_cards,
    count_of_coloured_spaces,
    count_words,
    more_coloured_cards,
    numbered_card,
)
from companion.words import Listed, Sentence, count_of_cards, count_of_points, say
from companion.words.language import speak
from deploy.catalogues import all_texts

LANGUAGES = ("en", "nb", "da", "sv")
COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "pink", "grey")
NUMBERS = (0, 1, 2, 3, 12)

COMMON, NEUTER, PLURAL = 0, 1, 2
FORMS = {
    "en": ["red", "blue", "green", "yellow", "black", "white", "orange", "pink", "grey"],
    "nb": [
        "rød rødt røde", "blå blått blå", "grønn grønt grønne", "gul gult gule", "svart svart svarte",
        "hvit hvitt hvite", "oransje oransje oransje", "lilla lilla lilla", "grå grått grå",
    ],
    "da": [
        "rød rødt røde", "blå blåt blå", "grøn grønt grønne", "gul gult gule", "sort sort sorte",
        "hvid hvidt hvide", "orange orange orange", "lilla lilla lilla", "grå gråt grå",
    ],
    "sv": [
        "röd rött röda", "blå blått blå", "grön grönt gröna", "gul gult gula", "svart svart svarta",
        "vit vitt vita", "orange orange orange", "lila lila lila", "grå grått grå",
    ],
}  # fmt: skip
"""Each colour beside a noun of common gender, of neuter gender, and in the plural. English has one form for all."""

CARD = {"en": (COMMON, "card", "cards"), "nb": (NEUTER, "kort", "kort"), "da": (NEUTER, "kort", "kort"),
        "sv": (NEUTER, "kort", "kort")}  # fmt: skip
SPACE = {"en": (COMMON, "space", "spaces"), "nb": (NEUTER, "felt", "felter"), "da": (NEUTER, "felt", "felter"),
         "sv": (COMMON, "ruta", "rutor")}  # fmt: skip
LOCOMOTIVE = {"en": ("locomotive", "locomotives"), "nb": ("lokomotiv", "lokomotiver"),
              "da": ("lokomotiv", "lokomotiver"), "sv": ("lokomotiv", "lokomotiv")}  # fmt: skip
POINT = {"en": ("point", "points"), "nb": ("poeng", "poeng"), "da": ("point", "point"), "sv": ("poäng", "poäng")}
A = {"en": "a", "nb": "et", "da": "et", "sv": "ett"}
"""The article of a card, and of a locomotive."""

ONE_MORE = {
    "en": ("One more {} card (or a locomotive).", "{} more {} cards (or locomotives)."),
    "nb": ("Ett {} kort til (eller et lokomotiv).", "{} {} kort til (eller lokomotiver)."),
    "da": ("Ét {} kort mere (eller et lokomotiv).", "{} {} kort mere (eller lokomotiver)."),
    "sv": ("Ett {} kort till (eller ett lokomotiv).", "{} {} kort till (eller lokomotiv)."),
}


def form(language: str, colour: str, which: int) -> str:
    forms = FORMS[language][COLOURS.index(colour)].split()
    return forms[which] if len(forms) > 1 else forms[0]


def beside(language: str, colour: str, noun: tuple[int, str, str], count: int) -> str:
    """Return a colour and the noun that it stands beside."""
    gender, one, more = noun
    return f"{form(language, colour, gender)} {one}" if count == 1 else f"{form(language, colour, PLURAL)} {more}"


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    speak(request.param)
    return str(request.param)


@pytest.mark.parametrize("count", NUMBERS)
@pytest.mark.parametrize("colour", COLOURS[:-1])
def test_cards_of_a_colour(language: str, colour: str, count: int) -> None:
    card = CARD[language]
    assert str(count_of_coloured_cards(colour, count)) == f"{count} {beside(language, colour, card, count)}"
    counted = form(language, colour, card[0] if count == 1 else PLURAL)
    assert str(count_words({colour: count})) == f"{count} {counted}"  # type: ignore[dict-item]
    assert str(coloured_cards(colour)) == beside(language, colour, card, 2)
    article = "an" if (language, colour) == ("en", "orange") else A[language]
    assert str(coloured_card(colour)) == f"{article} {beside(language, colour, card, 1)}"
    assert str(numbered_card(colour, count)) == f"{beside(language, colour, card, 1)} {count}"


@pytest.mark.parametrize("count", NUMBERS)
def test_locomotives(language: str, count: int) -> None:
    one, more = LOCOMOTIVE[language]
    counted = f"{count} {one if count == 1 else more}"
    assert str(count_of_coloured_cards("locomotive", count)) == counted
    assert str(count_words({"locomotive": count})) == counted
    assert str(coloured_cards("locomotive")) == more
    assert str(coloured_card("locomotive")) == f"{A[language]} {one}"
    assert str(numbered_card("locomotive", count)) == f"{one} {count}"


@pytest.mark.parametrize("count", NUMBERS)
@pytest.mark.parametrize("colour", COLOURS)
def test_spaces_of_a_route(language: str, colour: str, count: int) -> None:
    assert str(count_of_coloured_spaces(colour, count)) == f"{count} {beside(language, colour, SPACE[language], count)}"


@pytest.mark.parametrize("count", NUMBERS[1:])
@pytest.mark.parametrize("colour", COLOURS[:-1])
def test_what_a_tunnel_costs_more(language: str, colour: str, count: int) -> None:
    one, more = ONE_MORE[language]
    gender = CARD[language][0]
    many = more.format(count, form(language, colour, PLURAL))
    assert str(more_coloured_cards(colour, count)) == (
        one.format(form(language, colour, gender)) if count == 1 else many
    )


@pytest.mark.parametrize("count", NUMBERS)
def test_points_and_cards(language: str, count: int) -> None:
    one, more = POINT[language]
    assert str(count_of_points(count)) == f"{count} {one if count == 1 else more}"
    _, one, more = CARD[language]
    assert str(count_of_cards(count)) == f"{count} {one if count == 1 else more}"


def test_several_colours_in_a_row(language: str) -> None:
    assert (
        str(count_words({"red": 2, "blue": 1, "locomotive": 2}))
        == {
            "en": "2 red, 1 blue and 2 locomotives",
            "nb": "2 røde, 1 blått og 2 lokomotiver",
            "da": "2 røde, 1 blåt og 2 lokomotiver",
            "sv": "2 röda, 1 blått och 2 lokomotiv",
        }[language]
    )


def test_several_cards_in_a_row(language: str) -> None:
    assert (
        str(colours_of_cards({"red": 2, "blue": 0, "locomotive": 1}))
        == {
            "en": "2 red cards and 1 locomotive",
            "nb": "2 røde kort og 1 lokomotiv",
            "da": "2 røde kort og 1 lokomotiv",
            "sv": "2 röda kort och 1 lokomotiv",
        }[language]
    )


Phrase = Callable[[str], Sentence | Listed]
COUNTED: Phrase = lambda colour: count_words({colour: 2})  # type: ignore[dict-item]  # noqa: E731
TWO_CARDS: Phrase = lambda colour: count_of_coloured_cards(colour, 2)  # noqa: E731
PAID: Phrase = lambda colour: colours_of_cards({colour: 2})  # type: ignore[dict-item]  # noqa: E731
CARDS: Phrase = coloured_cards
ONE_CARD: Phrase = coloured_card
CARD_3: Phrase = lambda colour: numbered_card(colour, 3)  # noqa: E731
FOUR_SPACES: Phrase = lambda colour: count_of_coloured_spaces(colour, 4)  # noqa: E731

ALONE = {
    "nobody is playing {colour}; the colours in this game are {colours}",
    "nobody is playing {colour} in this game",
    "two players have the colour {colour}: each needs their own",
    "{name}'s badge ({colour})",
    "{colour}: routes: {routes}, trains: {trains}, stations: {cities}",
    "{colour}: routes: {routes}, trains: {trains}",
    "--players: there are no trains in {colour}{hint}",
    "Not sure: {route}, perhaps {colour}",
}
"""Sentences in which a colour stands alone, as a name."""
NO_COLOUR = {
    "{name}: tickets {tickets}, cards on the track {cards}",
    "{cards} on the track",
    "{most} players are dealt {dealt} long tickets in all, but there are only {cards}: add some, or deal fewer",
    "{most} players are dealt {dealt} tickets in all, but there are only {cards}: add some, or deal fewer",
}
"""Sentences whose gap of that name is a number."""

SENTENCES: dict[str, tuple[dict[str, Phrase], dict[str, object], tuple[str, str, str, str]]] = {
    "Missing: {cards}": ({"cards": COUNTED}, {}, (
        "Missing: 2 red", "Mangler: 2 røde", "Mangler: 2 røde", "Saknade 2 röda",
    )),
    "{ticket} is missing {cards}": ({"cards": COUNTED}, {"ticket": "A–B"}, (
        "A–B is missing 2 red", "A–B mangler 2 røde", "A–B mangler 2 røde", "A–B saknar 2 röda",
    )),
    "Your pile is missing {cards} for this ticket. Deselect another ticket first.": ({"cards": COUNTED}, {}, (
        "Your pile is missing 2 red for this ticket. Deselect another ticket first.",
        "Bunken din mangler 2 røde til denne billetten. Velg bort en annen billett først.",
        "Din bunke mangler 2 røde til dette rutekort. Fravælg et andet rutekort først.",
        "Din hög saknar 2 röda för det här biljettkortet. Välj bort ett annat biljettkort först.",
    )),
    "How many {cards}?": ({"cards": CARDS}, {}, (
        "How many red cards?", "Hvor mange røde kort?", "Hvor mange røde kort?", "Hur många röda kort?",
    )),
    "{route} takes {cards}, not {paid}": ({"cards": CARDS, "paid": CARDS}, {"route": "A–B"}, (
        "A–B takes red cards, not red cards",
        "A–B krever røde kort, men det ble betalt med røde kort",
        "A–B kræver røde kort, men der blev betalt med røde kort",
        "A–B kräver röda kort, men det betalades med röda kort",
    )),
    "this tunnel takes {cards}, but that was {card}": ({"cards": CARDS, "card": ONE_CARD}, {}, (
        "this tunnel takes red cards, but that was a red card",
        "denne tunnelen krever røde kort, men dette var et rødt kort",
        "denne tunnel kræver røde kort, men det var et rødt kort",
        "den här tunneln kräver röda kort, men detta var ett rött kort",
    )),
    "the cards must all be one colour: {cards} were played, but that was {card}": (
        {"cards": CARDS, "card": ONE_CARD}, {}, (
        "the cards must all be one colour: red cards were played, but that was a red card",
        "alle kortene må ha samme farge: det er spilt røde kort, men dette var et rødt kort",
        "kortene skal alle have samme farve: der er lagt røde kort, men det var et rødt kort",
        "alla kort måste ha samma färg: röda kort har spelats, men detta var ett rött kort",
    )),
    "that makes {cards}, but there are only {most}: is one of them a different colour?": (
        {"cards": TWO_CARDS}, {"most": 1}, (
        "that makes 2 red cards, but there are only 1: is one of them a different colour?",
        "det blir 2 røde kort, men det finnes bare 1: har ett av dem en annen farge?",
        "det bliver 2 røde kort, men der er kun 1: har et af dem en anden farve?",
        "det blir 2 röda kort, men det finns bara 1: har något av dem en annan färg?",
    )),
    "{cards}, but there are only {most}: count again": ({"cards": TWO_CARDS}, {"most": 1}, (
        "2 red cards, but there are only 1: count again",
        "2 røde kort, men det finnes bare 1: tell igjen",
        "2 røde kort, men der er kun 1: tæl igen",
        "2 röda kort, men det finns bara 1: räkna igen",
    )),
    "all piles together have {cards}, but there are only {most}": ({"cards": TWO_CARDS}, {"most": 1}, (
        "all piles together have 2 red cards, but there are only 1",
        "alle bunkene har til sammen 2 røde kort, men det finnes bare 1",
        "alle bunker har tilsammen 2 røde kort, men der er kun 1",
        "alla högar tillsammans har 2 röda kort, men det finns bara 1",
    )),
    "{player}’s pile has {cards}, but there are only {most}": ({"cards": TWO_CARDS}, {"player": "Anna", "most": 1}, (
        "Anna’s pile has 2 red cards, but there are only 1",
        "bunken til Anna har 2 røde kort, men det finnes bare 1",
        "Anna har 2 røde kort i bunken, men der er kun 1",
        "Anna: högen har 2 röda kort, men det finns bara 1",
    )),
    "the piles at the first scoring have {cards}, but there are only {most}": ({"cards": TWO_CARDS}, {"most": 1}, (
        "the piles at the first scoring have 2 red cards, but there are only 1",
        "bunkene ved første telling har 2 røde kort, men det finnes bare 1",
        "bunkerne ved første optælling har 2 røde kort, men der er kun 1",
        "högarna vid den första poängräkningen har 2 röda kort, men det finns bara 1",
    )),
    "the piles at the final scoring have {cards}, but there are only {most}": ({"cards": TWO_CARDS}, {"most": 1}, (
        "the piles at the final scoring have 2 red cards, but there are only 1",
        "bunkene ved siste telling har 2 røde kort, men det finnes bare 1",
        "bunkerne ved sidste optælling har 2 røde kort, men der er kun 1",
        "högarna vid den sista poängräkningen har 2 röda kort, men det finns bara 1",
    )),
    "{card} has already been counted": ({"card": CARD_3}, {}, (
        "red card 3 has already been counted", "rødt kort 3 er allerede telt",
        "rødt kort 3 er allerede talt med", "rött kort 3 är redan räknat",
    )),
    "{card} has already been counted in {other}’s pile": ({"card": CARD_3}, {"other": "Bo"}, (
        "red card 3 has already been counted in Bo’s pile", "rødt kort 3 er allerede telt i bunken til Bo",
        "Bo har allerede rødt kort 3 i sin bunke", "rött kort 3 är redan räknat för Bo",
    )),
    "{map} has no {card}": ({"card": CARD_3}, {"map": "USA"}, (
        "USA has no red card 3", "USA har ikke noe rødt kort 3",
        "der er ikke noget rødt kort 3 i USA", "det finns inget rött kort 3 i USA",
    )),
    "that is {card}; to pay with it, scan a player’s badge first": ({"card": CARD_3}, {}, (
        "that is red card 3; to pay with it, scan a player’s badge first",
        "det er rødt kort 3; skann et spillermerke først for å betale med det",
        "det er rødt kort 3; scan et spillermærke først for at betale med det",
        "det är rött kort 3; skanna ett spelarmärke först om du vill betala med det",
    )),
    "{player}: {cards}. Next: the route": ({"cards": PAID}, {"player": "Anna"}, (
        "Anna: 2 red cards. Next: the route", "Anna: 2 røde kort. Nå: ruten",
        "Anna: 2 røde kort. Nu: strækningen", "Anna: 2 röda kort. Nu: sträckan",
    )),
    "{player}: {cards}. Next: the route, or the city for a station": ({"cards": PAID}, {"player": "Anna"}, (
        "Anna: 2 red cards. Next: the route, or the city for a station",
        "Anna: 2 røde kort. Nå: ruten, eller byen som skal ha stasjon",
        "Anna: 2 røde kort. Nu: strækningen eller byen til en togstation",
        "Anna: 2 röda kort. Nu: sträckan, eller staden för en tågstation",
    )),
    "{cards}. Next: {player}’s route, or the city for a marker": ({"cards": PAID}, {"player": "Anna"}, (
        "2 red cards. Next: Anna’s route, or the city for a marker",
        "2 røde kort. Nå: ruten til Anna, eller byen som skal ha markør",
        "2 røde kort. Nu: strækningen (Anna) eller byen til en markør",
        "2 röda kort. Nu: sträckan (Anna), eller staden för en markör",
    )),
    "{cards}. Next: {player}’s route, or the city for a station or marker": ({"cards": PAID}, {"player": "Anna"}, (
        "2 red cards. Next: Anna’s route, or the city for a station or marker",
        "2 røde kort. Nå: ruten til Anna, eller byen som skal ha stasjon eller markør",
        "2 røde kort. Nu: strækningen for Anna eller byen til en togstation eller markør",
        "2 röda kort. Nu: sträckan för Anna, eller staden för en tågstation eller markör",
    )),
    "Not used: {cards}. {next}": ({"cards": PAID}, {"next": "…"}, (
        "Not used: 2 red cards. …", "Ikke brukt: 2 røde kort. …",
        "Ikke brugt: 2 røde kort. …", "Används inte: 2 röda kort. …",
    )),
    "Paid with {cards}": ({"cards": PAID}, {}, (
        "Paid with 2 red cards", "Betalt med 2 røde kort", "Betalt med 2 røde kort", "Betalt med 2 röda kort",
    )),
    "the extra cards must be locomotives, but that was {card}": ({"card": ONE_CARD}, {}, (
        "the extra cards must be locomotives, but that was a red card",
        "de ekstra kortene må være lokomotiver, men dette var et rødt kort",
        "de ekstra kort skal være lokomotiver, men det var et rødt kort",
        "de extra korten måste vara lokomotiv, men detta var ett rött kort",
    )),
    "the extra cards must be {cards} or locomotives, but that was {card}": ({"cards": CARDS, "card": ONE_CARD}, {}, (
        "the extra cards must be red cards or locomotives, but that was a red card",
        "de ekstra kortene må være røde kort eller lokomotiver, men dette var et rødt kort",
        "de ekstra kort skal være røde kort eller lokomotiver, men det var et rødt kort",
        "de extra korten måste vara röda kort eller lokomotiv, men detta var ett rött kort",
    )),
    "that is {card}; to count a pile, scan a player’s badge first": ({"card": CARD_3}, {}, (
        "that is red card 3; to count a pile, scan a player’s badge first",
        "det er rødt kort 3; skann et spillermerke først for å telle en bunke",
        "det er rødt kort 3; scan et spillermærke først for at tælle en bunke",
        "det är rött kort 3; skanna ett spelarmärke först om du vill räkna en hög",
    )),
    "{card} was removed. {next}": ({"card": CARD_3}, {"next": "…"}, (
        "red card 3 was removed. …", "rødt kort 3 er tatt bort. …",
        "rødt kort 3 er fjernet. …", "rött kort 3 har tagits bort. …",
    )),
    "three cards have already been turned over; {card} was not counted": ({"card": CARD_3}, {}, (
        "three cards have already been turned over; red card 3 was not counted",
        "tre kort er allerede snudd; rødt kort 3 ble ikke regnet med",
        "der er allerede vendt tre kort; rødt kort 3 blev ikke talt med",
        "tre kort är redan uppvända; rött kort 3 räknades inte",
    )),
    "{thing}: {spaces}, {points}, claimed by {owners}": (
        {"spaces": FOUR_SPACES}, {"thing": "A–B", "points": count_of_points(1), "owners": "Bo"}, (
        "A–B: 4 red spaces, 1 point, claimed by Bo",
        "A–B: 4 røde felter, 1 poeng, tilhører Bo",
        "A–B: 4 røde felter, 1 point, taget af Bo",
        "A–B: 4 röda rutor, 1 poäng, inmutad av Bo",
    )),
    "{thing}: {spaces}, {points}, not claimed": (
        {"spaces": FOUR_SPACES}, {"thing": "A–B", "points": count_of_points(7)}, (
        "A–B: 4 red spaces, 7 points, not claimed",
        "A–B: 4 røde felter, 7 poeng, ledig",
        "A–B: 4 røde felter, 7 point, ledig",
        "A–B: 4 röda rutor, 7 poäng, inte inmutad",
    )),
    "{spaces}, tunnel": ({"spaces": FOUR_SPACES}, {}, (
        "4 red spaces, tunnel", "4 røde felter, tunnel", "4 røde felter, tunnel", "4 röda rutor, tunnel",
    )),
    "{spaces}, ferry: {count} locomotives": ({"spaces": FOUR_SPACES}, {"count": 2}, (
        "4 red spaces, ferry: 2 locomotives", "4 røde felter, ferge: 2 lokomotiver",
        "4 røde felter, færge: 2 lokomotiver", "4 röda rutor, färja: 2 lokomotiv",
    )),
    "{player} laid {cards} in the rail yard": ({"cards": COUNTED}, {"player": "Anna"}, (
        "Anna laid 2 red in the rail yard",
        "Anna la 2 røde i togstallen",
        "Anna lagde 2 røde i remisen",
        "Anna lade 2 röda på bangården",
    )),
    "{player} laid {cards} in the rail yard and robbed {others}": (
        {"cards": COUNTED}, {"player": "Anna", "others": "Bo"}, (
        "Anna laid 2 red in the rail yard and robbed Bo",
        "Anna la 2 røde i togstallen og ranet Bo",
        "Anna lagde 2 røde i remisen og røvede fra Bo",
        "Anna lade 2 röda på bangården och rånade Bo",
    )),
    "{name} first puts {cards} face down onto the track.": ({"cards": COUNTED}, {"name": "Anna"}, (
        "Anna first puts 2 red face down onto the track.",
        "Anna legger først 2 røde skjult på skinnene.",
        "Anna lægger først 2 røde med bagsiden opad på skinnerne.",
        "Anna lägger först 2 röda dolt på spåret.",
    )),
    "On the track: {cards}.": ({"cards": COUNTED}, {}, (
        "On the track: 2 red.",
        "På skinnene: 2 røde.",
        "På skinnerne: 2 røde.",
        "På spåret: 2 röda.",
    )),
    "{name} discards {cards}.": ({"cards": TWO_CARDS}, {"name": "Anna"}, (
        "Anna discards 2 red cards.",
        "Anna kaster 2 røde kort.",
        "Anna smider 2 røde kort væk.",
        "Anna kastar 2 röda kort.",
    )),
    "{player} still has {cards} in the rail yard": ({"cards": CARDS}, {"player": "Anna"}, (
        "Anna still has red cards in the rail yard",
        "Anna har fortsatt røde kort i togstallen",
        "Anna har stadig røde kort i remisen",
        "Anna har fortfarande röda kort på bangården",
    )),
    "{player} has {cards} in the rail yard: lay at least {more}": (
        {"cards": TWO_CARDS}, {"player": "Anna", "more": 3}, (
        "Anna has 2 red cards in the rail yard: lay at least 3",
        "Anna har 2 røde kort i togstallen: legg minst 3",
        "Anna har 2 røde kort i remisen: læg mindst 3",
        "Anna har 2 röda kort på bangården: lägg minst 3",
    )),
    "that would be {cards} on the table, but there are only {most}": ({"cards": TWO_CARDS}, {"most": 1}, (
        "that would be 2 red cards on the table, but there are only 1",
        "det blir 2 røde kort på bordet, men det finnes bare 1",
        "det bliver 2 røde kort på bordet, men der findes kun 1",
        "det blir 2 röda kort på bordet, men det finns bara 1",
    )),
    "that is {card}; to lay cards, scan Rail yard first": ({"card": CARD_3}, {}, (
        "that is red card 3; to lay cards, scan Rail yard first",
        "det er rødt kort 3; skann «Togstall» først for å legge kort",
        "det er rødt kort 3; scan Remise først for at lægge kort",
        "det är rött kort 3; skanna Bangård först om du vill lägga kort",
    )),
    "{card} has already been laid": ({"card": CARD_3}, {}, (
        "red card 3 has already been laid",
        "rødt kort 3 er allerede lagt",
        "rødt kort 3 er allerede lagt",
        "rött kort 3 är redan lagt",
    )),
    "{card} is already in {player}’s rail yard or on the track": ({"card": CARD_3}, {"player": "Anna"}, (
        "red card 3 is already in Anna’s rail yard or on the track",
        "rødt kort 3 ligger allerede i togstallen eller på skinnene til Anna",
        "Anna: rødt kort 3 ligger allerede i remisen eller på skinnerne",
        "Anna: rött kort 3 ligger redan på bangården eller spåret",
    )),
}  # fmt: skip
"""Each sentence, what fills it, and what it says about red in English, Norwegian, Danish and Swedish."""


def test_every_sentence_with_cards_or_colours_is_in_the_table() -> None:
    texts = {found.text[1] or found.text[0] for found in all_texts()}
    composed = {text for text in texts if re.search(r"\{(cards?|spaces|colours?|paid)\}", text)}
    without_letters = {text for text in composed if not re.search(r"[^\W\d_]", re.sub(r"\{\w+\}", "", text))}
    assert composed - without_letters - ALONE - NO_COLOUR == set(SENTENCES)


@pytest.mark.parametrize("colour", COLOURS[:-1])
@pytest.mark.parametrize("pattern", SENTENCES)
def test_sentences(language: str, pattern: str, colour: str) -> None:
    phrases, facts, said = SENTENCES[pattern]
    expected = said[LANGUAGES.index(language)]
    for red, other in {str(phrase("red")): str(phrase(colour)) for phrase in phrases.values()}.items():
        assert red in expected
        expected = expected.replace(red, other)
    one = pattern.replace("locomotives", "locomotive") if "count" in facts else pattern
    plural = pattern if "count" in facts else ""
    assert say(one, plural, **facts, **{gap: phrase(colour) for gap, phrase in phrases.items()}) == expected


def test_purple_trains_have_another_word_than_pink_cards(language: str) -> None:
    """The pink card is called lilla or lila in the Nordic rulebooks."""
    purple = str(colour_word("purple"))
    assert purple == {"en": "purple", "nb": "fiolett", "da": "violet", "sv": "violett"}[language]
    assert purple not in {str(colour_word(colour)) for colour in COLOURS}
