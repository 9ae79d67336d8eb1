"""Whether what happens is being saved."""

import msgspec

SET_ASIDE = "set_aside"


class State(msgspec.Struct, frozen=True):
    """Whether what happens is being saved.

    reason: "" while it is; otherwise a key of section ``saving`` of this package's texts.
    ``set_aside``: all but some, which the program itself cannot save.
    waiting: how many entries are in memory only.
    """

    reason: str = ""
    waiting: int = 0

    @property
    def saving(self) -> bool:
        """Whether the disk takes what it is given."""
        return self.reason in ("", SET_ASIDE)
