"""Exports of a finished game: the score sheet as PDF, picture and table, the game record, and QR codes."""
