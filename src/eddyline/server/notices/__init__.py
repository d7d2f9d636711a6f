"""Tell people who are away that a table waits for them, or that its game is over."""
