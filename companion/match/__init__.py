"""One playing of one game: what was entered, where it stands, and what can be done with it."""
