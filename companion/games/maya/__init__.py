"""Maya by Bernd Eisenstein: the rules, what the table looks like, and its words."""

from companion.games.maya.guide import guide
from companion.games.maya.phrases import phrase
from companion.games.maya.results import results
from companion.games.maya.rules import game
from companion.games.maya.scene import scene

__all__ = ["game", "guide", "phrase", "results", "scene"]
