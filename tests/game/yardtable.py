"""The Card Game on a real table, without any of Companion's code: cards with names, laid and moved by hand.

Property tests play it beside the game that is followed, and count its piles at the end.
"""

from random import Random

COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "pink")
Card = tuple[str, int]
"""A colour and the number on its label."""


class YardTable:
    """All train cards of a deck: in the deck, in hands, in yards, on tracks, discarded."""

    def __init__(self, players: list[str], rng: Random) -> None:
        self.rng = rng
        self.players = players
        self.hands: dict[str, list[Card]] = {player: [] for player in players}
        self.yards: dict[str, dict[str, list[Card]]] = {player: {} for player in players}
        self.tracks: dict[str, list[Card]] = {player: [] for player in players}
        self.discarded: list[Card] = []
        self.deck: list[Card] = []
        self.shuffle()
        for player in players:
            self.draw(player, 8)

    def shuffle(self) -> None:
        """Everything but the cards in hand makes a new deck."""
        cards = [(colour, copy) for colour in COLOURS for copy in range(1, 11)]
        cards += [("locomotive", copy) for copy in range(1, 17)]
        held = {card for hand in self.hands.values() for card in hand}
        self.deck = [card for card in cards if card not in held]
        self.rng.shuffle(self.deck)
        self.discarded = []
        for player in self.players:
            self.yards[player], self.tracks[player] = {}, []

    def draw(self, player: str, count: int) -> None:
        for _ in range(min(count, len(self.deck))):
            self.hands[player].append(self.deck.pop())

    def start_turn(self, player: str) -> None:
        """One card of every row goes onto the track, the top one."""
        for colour in list(self.yards[player]):
            row = self.yards[player][colour]
            self.tracks[player].append(row.pop())
            if not row:
                del self.yards[player][colour]

    def layable(self, player: str) -> list[list[Card]]:
        """Every kind of set that the player may lay now, after the start of the turn."""
        hand = self.hands[player]
        locomotives = [card for card in hand if card[0] == "locomotive"]
        found: list[list[Card]] = []
        single: list[Card] = []
        for colour in COLOURS:
            own = [card for card in hand if card[0] == colour]
            if not own or colour in self.yards[player]:
                continue
            against = max(len(self.yards[other].get(colour, [])) for other in self.players if other != player)
            if against == 0:
                single.append(own[0])
            for some in range(1, len(own) + 1):
                for wild in range(len(locomotives) + 1):
                    if some + wild >= 2 and some + wild > against:
                        found.append(own[:some] + locomotives[:wild])
        if len(single) >= 3:
            found.append(self.rng.sample(single, 3))
        return found

    def lay(self, player: str, cards: list[Card]) -> list[str]:
        """Lays cards, and returns who was robbed."""
        colours = [card[0] for card in cards if card[0] != "locomotive"]
        robbed = []
        for colour in dict.fromkeys(colours):
            wild = [card for card in cards if card[0] == "locomotive"]
            self.yards[player][colour] = [card for card in cards if card[0] == colour] + wild
            for other in self.players:
                if other != player and colour in self.yards[other]:
                    self.discarded += self.yards[other].pop(colour)
                    robbed.append(other)
        for card in cards:
            self.hands[player].remove(card)
        return robbed

    def pile(self, player: str) -> dict[str, int]:
        """Counts a pile by hand."""
        counted: dict[str, int] = {}
        for colour, _ in self.tracks[player]:
            counted[colour] = counted.get(colour, 0) + 1
        return counted
