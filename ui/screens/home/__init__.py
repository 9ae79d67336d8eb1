"""The screens around matches: choosing a game and people, lessons, what was played before."""
