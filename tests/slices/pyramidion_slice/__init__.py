"""A slice of Pyramidion: hidden laying by all, three contests, a boat paid part by part."""

from tests.slices.pyramidion_slice.game import GAME

__all__ = ["GAME"]
