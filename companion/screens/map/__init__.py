"""The map: the board as it is drawn, touched and zoomed."""
