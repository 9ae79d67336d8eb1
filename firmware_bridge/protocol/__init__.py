"""The line to a button box: its frames, and the companion's side of what is spoken over it."""
