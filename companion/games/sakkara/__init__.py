"""Sakkara by Manfred Grabmeier: the rules, what the table looks like, and its words."""

from companion.games.sakkara.guide import guide
from companion.games.sakkara.phrases import phrase
from companion.games.sakkara.rules import game
from companion.games.sakkara.scene import scene

__all__ = ["game", "guide", "phrase", "scene"]
