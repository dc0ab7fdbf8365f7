"""What people take home: the score sheet as a page, a picture, a table, and codes to scan."""
