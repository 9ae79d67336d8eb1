"""Matches of the ferry for tests: a clock that is set by hand, salts that count, a store."""

from collections.abc import Sequence
from itertools import count
from typing import Any

from companion.match import entries
from companion.match.commitments import Secret
from companion.match.entries import Entry
from companion.match.match import Match
from companion.match.registry import GamePackage
from tests.match.ferry import PACKAGE

AGREED: dict[str, Any] = {
    "by": "red", "consent": ("blue", "green"), "reason": "entered wrongly",
}  # fmt: skip
"""Red says that something was entered wrongly, and all the others agree."""


class Evening:
    """A match, with all that it handed out to be kept."""

    def __init__(
        self, *seats: str, package: GamePackage = PACKAGE, clock: float = 100.0, **more: Any
    ) -> None:
        self.time = clock
        self.package = package
        self.kept: list[Entry] = []
        self.secrets: dict[int, Secret] = {}
        self._salts = count(1)
        self.match = Match.start(
            package,
            seats or ("red", "blue"),
            clock=lambda: self.time,
            salt=self.salt,
            keep=self.kept.append,
            keep_secret=self.keep_secret,
            **more,
        )

    def salt(self) -> bytes:
        return next(self._salts).to_bytes(16, "big")

    def keep_secret(self, number: int, values: tuple[dict[str, Any], ...], salt: bytes) -> None:
        self.secrets[number] = Secret(values, salt.hex())

    def reopened(
        self, *, journal: Sequence[Entry] | None = None, blind: bool = False, **more: Any
    ) -> Match:
        """The match as it comes back from what was kept, by way of JSON."""
        found = self.kept if journal is None else journal
        back = [entries.decode(entries.encode(entry)) for entry in found]
        return Match.reopen(
            self.package,
            back,
            clock=lambda: self.time,
            salt=self.salt,
            secrets={} if blind else self.secrets,
            **more,
        )
