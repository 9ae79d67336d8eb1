"""A slice of Sakkara: used tiles put back by the opponent, a spell, a blind draw."""

from tests.slices.sakkara_slice.game import GAME

__all__ = ["GAME"]
