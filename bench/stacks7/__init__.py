"""Stacks7: a game that only benchmarks play, so that every peer can play the very same one.

Seven by seven stacks of six to eight tiles; white and black have two workers each. By turns one
own worker goes to a neighbouring field that is free, has a tile, and is at most two tiles higher
or lower; the top tile there is laid where the worker came from. Who cannot step waits. After 200
moves the side whose workers stand higher wins. It is written as any game of the companion is:
kinds of move, needs, a rulebook.
"""

from bench.stacks7.game import PACKAGE, game

__all__ = ["PACKAGE", "game"]
