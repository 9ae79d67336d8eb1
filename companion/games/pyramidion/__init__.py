"""Pyramidion by Yannick Gervais: the rules, what the table looks like, and its words."""

from companion.games.pyramidion.cards import picture
from companion.games.pyramidion.phrases import phrase
from companion.games.pyramidion.results import results
from companion.games.pyramidion.rules import game
from companion.games.pyramidion.scene import scene

__all__ = ["game", "phrase", "picture", "results", "scene"]
