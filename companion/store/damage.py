"""What is told of files that were broken, and of what is missing."""

from datetime import datetime
from typing import Literal

import msgspec

What = Literal["file", "gone", "anchors_gone", "anchors_broken", "settings"]


class Gap(msgspec.Struct, frozen=True):
    """Entries that were called saved and are not there, from number ``first`` to ``last``.

    table, key: the match, or the sheet of points, to which they belong.
    first: number of the first entry that is missing; 1 when all of it is gone.
    last: number of the last one.
    game, begun: which match that was, as far as it is known.
    """

    table: str
    key: str
    first: int
    last: int
    game: str = ""
    begun: datetime | None = None


class Damage(msgspec.Struct, frozen=True):
    """A broken file that was set aside, and what became of its rows.

    file: the name it has now, "" where nothing was left of it.
    kept: how many rows were saved.
    lost: how many are known to be lost.
    keys: what the lost ones belonged to.
    gaps: which of them had been called saved.
    what: ``file``, a broken one; ``gone``, it was not there; ``anchors_…``, what would tell whether
        something is missing was not there or broken, so that nobody can tell for sure;
        ``settings``, something in those could not be read.
    """

    file: str
    kept: int
    lost: int
    keys: tuple[str, ...]
    gaps: tuple[Gap, ...] = ()
    what: What = "file"

    def lacking(self, gaps: tuple[Gap, ...]) -> "Damage":
        """The same, now that it is known which of the entries that were called saved are gone."""
        lost = max(self.lost, sum(gap.last - gap.first + 1 for gap in gaps))
        keys = tuple(dict.fromkeys((*self.keys, *(gap.key for gap in gaps))))
        return msgspec.structs.replace(self, lost=lost, keys=keys, gaps=gaps)


UNSURE = {
    "gone": Damage("", 0, 0, (), what="anchors_gone"),
    "broken": Damage("", 0, 0, (), what="anchors_broken"),
}
"""What is told when nothing vouches for what was called saved."""
