"""Backgammon, a game in the public domain: the rules, what the table looks like, and its words."""

from companion.games.backgammon.phrases import phrase
from companion.games.backgammon.rules import game
from companion.games.backgammon.scene import scene

__all__ = ["game", "phrase", "scene"]
