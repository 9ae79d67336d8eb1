"""What two players may agree on before a match."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The options of a match.

    length: one game, or a match to that many points (B40).
    cube: the doubling cube is used (B38).
    crawford: once a player lacks one point, one game is played without the cube (B35).
    jacoby: in a single game, gammon and backgammon count only after a double (B36).
    automatic_doubles: in a single game, the first tie of the opening dice doubles (B37).
    """

    length: Literal["single", "3", "5", "7", "9", "11"] = "single"
    cube: bool = True
    crawford: bool = True
    jacoby: bool = False
    automatic_doubles: bool = False

    @property
    def single(self) -> bool:
        """Whether only one game is played."""
        return self.length == "single"

    @property
    def goal(self) -> int:
        """The points that end the match."""
        return 1 if self.length == "single" else int(self.length)
