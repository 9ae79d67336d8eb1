"""Mesopotamien by Klaus-Jürgen Wrede: the rules, what the table looks like, and its words."""

from companion.games.mesopotamien.phrases import phrase
from companion.games.mesopotamien.rules import game
from companion.games.mesopotamien.scene import scene

__all__ = ["game", "phrase", "scene"]
