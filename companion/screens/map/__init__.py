"""The board: drawn, touched and zoomed."""
