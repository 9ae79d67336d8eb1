"""How much there is at least of a game that is tried.

A game that was begun tonight has little to try; of one that ships nothing may fall out unseen.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Floors:
    """At least so many: lessons; of their tasks those that are refused; vectors that are also
    tried by somebody who is not asked; pieces with a printed code."""

    lessons: int = 1
    refused: int = 1
    strangers: int = 1
    codes: int = 1
