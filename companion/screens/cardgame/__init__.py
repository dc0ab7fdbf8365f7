"""The Card Game: its table, the piles, and which tickets they complete."""

from companion.screens.shell.navigation import register

register(__name__, card_table="cardtable:CardTableScreen")
