"""Where a match goes to be kept."""

from typing import Any, Protocol

from companion.match.checkpoint import Checkpoint
from companion.match.entries import Entry


class Sink(Protocol):
    """Takes all that a match wants kept, as it comes."""

    def keep(self, entry: Entry, /) -> None:
        """Keep an entry."""

    def keep_secret(self, number: int, values: tuple[dict[str, Any], ...], salt: bytes, /) -> None:
        """Keep what an entry hides, before the entry comes. number: of the entry. values: the
        hidden parameters of each of its moves. salt: ``commitments.SALT_BYTES`` bytes."""

    def keep_checkpoint(self, checkpoint: Checkpoint, /) -> None:
        """Keep where the match stood a while ago; what is hidden is in it."""
