"""Colours in words: alone, and as phrases with a number and a noun.

A colour agrees with what it stands beside in most languages: "en rød rute", "et rødt kort", "to røde kort". So every
such phrase is a text of its own for each colour, and sentences take the whole phrase.
"""

from dataclasses import replace

from companion.boards.colours import CardCounts
from companion.words import Listed, Sentence

_ALONE = {
    "red": Sentence("red"),
    "blue": Sentence("blue"),
    "green": Sentence("green"),
    "yellow": Sentence("yellow"),
    "black": Sentence("black"),
    "white": Sentence("white"),
    "orange": Sentence("orange"),
    "pink": Sentence("pink"),
    "purple": Sentence("purple"),
    "grey": Sentence("grey"),
    "locomotive": Sentence("locomotive"),
}
_COUNTED = {
    "red": Sentence("{count} red", plural="{count} red"),
    "blue": Sentence("{count} blue", plural="{count} blue"),
    "green": Sentence("{count} green", plural="{count} green"),
    "yellow": Sentence("{count} yellow", plural="{count} yellow"),
    "black": Sentence("{count} black", plural="{count} black"),
    "white": Sentence("{count} white", plural="{count} white"),
    "orange": Sentence("{count} orange", plural="{count} orange"),
    "pink": Sentence("{count} pink", plural="{count} pink"),
    "locomotive": Sentence("{count} locomotive", plural="{count} locomotives"),
}
_COUNTED_CARDS = {
    "red": Sentence("{count} red card", plural="{count} red cards"),
    "blue": Sentence("{count} blue card", plural="{count} blue cards"),
    "green": Sentence("{count} green card", plural="{count} green cards"),
    "yellow": Sentence("{count} yellow card", plural="{count} yellow cards"),
    "black": Sentence("{count} black card", plural="{count} black cards"),
    "white": Sentence("{count} white card", plural="{count} white cards"),
    "orange": Sentence("{count} orange card", plural="{count} orange cards"),
    "pink": Sentence("{count} pink card", plural="{count} pink cards"),
    "locomotive": Sentence("{count} locomotive", plural="{count} locomotives"),
}
_MORE_CARDS = {
    "red": Sentence("One more red card (or a locomotive).", plural="{count} more red cards (or locomotives)."),
    "blue": Sentence("One more blue card (or a locomotive).", plural="{count} more blue cards (or locomotives)."),
    "green": Sentence("One more green card (or a locomotive).", plural="{count} more green cards (or locomotives)."),
    "yellow": Sentence("One more yellow card (or a locomotive).", plural="{count} more yellow cards (or locomotives)."),
    "black": Sentence("One more black card (or a locomotive).", plural="{count} more black cards (or locomotives)."),
    "white": Sentence("One more white card (or a locomotive).", plural="{count} more white cards (or locomotives)."),
    "orange": Sentence("One more orange card (or a locomotive).", plural="{count} more orange cards (or locomotives)."),
    "pink": Sentence("One more pink card (or a locomotive).", plural="{count} more pink cards (or locomotives)."),
    "locomotive": Sentence("One more card: a locomotive.", plural="{count} more cards: locomotives only."),
}
_CARDS = {
    "red": Sentence("red cards"),
    "blue": Sentence("blue cards"),
    "green": Sentence("green cards"),
    "yellow": Sentence("yellow cards"),
    "black": Sentence("black cards"),
    "white": Sentence("white cards"),
    "orange": Sentence("orange cards"),
    "pink": Sentence("pink cards"),
    "locomotive": Sentence("locomotives"),
}
_CARD = {
    "red": Sentence("a red card"),
    "blue": Sentence("a blue card"),
    "green": Sentence("a green card"),
    "yellow": Sentence("a yellow card"),
    "black": Sentence("a black card"),
    "white": Sentence("a white card"),
    "orange": Sentence("an orange card"),
    "pink": Sentence("a pink card"),
    "locomotive": Sentence("a locomotive"),
}
_NUMBERED_CARD = {
    "red": Sentence("red card {number}"),
    "blue": Sentence("blue card {number}"),
    "green": Sentence("green card {number}"),
    "yellow": Sentence("yellow card {number}"),
    "black": Sentence("black card {number}"),
    "white": Sentence("white card {number}"),
    "orange": Sentence("orange card {number}"),
    "pink": Sentence("pink card {number}"),
    "locomotive": Sentence("locomotive {number}"),
}
_COUNTED_SPACES = {
    "red": Sentence("{count} red space", plural="{count} red spaces"),
    "blue": Sentence("{count} blue space", plural="{count} blue spaces"),
    "green": Sentence("{count} green space", plural="{count} green spaces"),
    "yellow": Sentence("{count} yellow space", plural="{count} yellow spaces"),
    "black": Sentence("{count} black space", plural="{count} black spaces"),
    "white": Sentence("{count} white space", plural="{count} white spaces"),
    "orange": Sentence("{count} orange space", plural="{count} orange spaces"),
    "pink": Sentence("{count} pink space", plural="{count} pink spaces"),
    "grey": Sentence("{count} grey space", plural="{count} grey spaces"),
}


def colour_word(colour: str) -> Sentence:
    """Return the name of a colour of a player, card or route, to stand alone: "red"."""
    return _ALONE[colour]


def count_words(cards: CardCounts) -> Listed:
    """Return the number of cards of each colour: "2 red and 1 locomotive"."""
    return Listed(tuple(replace(_COUNTED[colour], facts={"count": count}) for colour, count in cards.items()))


def colours_of_cards(cards: CardCounts) -> Listed:
    """Return the cards of each colour that there are: "2 red cards and 1 locomotive"."""
    return Listed(tuple(count_of_coloured_cards(colour, count) for colour, count in cards.items() if count))


def count_of_coloured_cards(colour: str, count: int) -> Sentence:
    """Return a number of cards of a colour: "2 red cards"."""
    return replace(_COUNTED_CARDS[colour], facts={"count": count})


def more_coloured_cards(colour: str, count: int) -> Sentence:
    """Return how many more cards a tunnel costs in this colour: "2 more red cards (or locomotives)."."""
    return replace(_MORE_CARDS[colour], facts={"count": count})


def coloured_cards(colour: str) -> Sentence:
    """Return cards of a colour without a number: "red cards"."""
    return _CARDS[colour]


def coloured_card(colour: str) -> Sentence:
    """Return one card of a colour: "a red card"."""
    return _CARD[colour]


def numbered_card(colour: str, number: int) -> Sentence:
    """Return the name of a train card by its colour and number, as on its label: "red card 3"."""
    return replace(_NUMBERED_CARD[colour], facts={"number": number})


def count_of_coloured_spaces(colour: str, count: int) -> Sentence:
    """Return the spaces of a route: "4 red spaces"."""
    return replace(_COUNTED_SPACES[colour], facts={"count": count})
