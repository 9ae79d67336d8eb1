"""A slice of Maya: quarries revealed and awarded, deductions, markers at once, bonus stones."""

from tests.slices.maya_slice.game import GAME

__all__ = ["GAME"]
