"""Skeleton: the rules, what the table looks like, and its words."""

from companion.games.skeleton.phrases import phrase
from companion.games.skeleton.rules import game
from companion.games.skeleton.scene import scene

__all__ = ["game", "phrase", "scene"]
