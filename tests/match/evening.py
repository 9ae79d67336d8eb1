"""Matches of the ferry for tests: a clock that is set by hand, salts that count, a store."""

import re
from collections.abc import Sequence
from itertools import count
from typing import Any

from companion.match import entries
from companion.match.checkpoint import Checkpoint
from companion.match.commitments import Secret
from companion.match.entries import Entry
from companion.match.match import Match
from companion.match.registry import GamePackage
from companion.match.sink import Sink
from tests.match.ferry import PACKAGE
from tests.match.river import Draw, Fish, Give, Lay, Row, Wait

SEAL = re.compile(r" seal=\S+")
"""What a line of a record ends with."""

AGREED: dict[str, Any] = {
    "by": "red", "consent": ("red", "blue", "green"), "reason": "entered wrongly",
}  # fmt: skip
"""Red says that something was entered wrongly, and all agree, also to what is lost by it."""


def statuses(match: Match) -> list[str]:
    """How each line stands now."""
    return [line.status for line in match.lines()]


class Evening(Sink):
    """A match, with all that it handed out to be kept."""

    def __init__(
        self, *seats: str, package: GamePackage = PACKAGE, clock: float = 100.0, **more: Any
    ) -> None:
        self.time = clock
        self.package = package
        self.kept: list[Entry] = []
        self.secrets: dict[int, Secret] = {}
        self.checkpoints: list[tuple[Checkpoint, int]] = []
        self._salts = count(1)
        self.match = Match.start(
            package,
            seats or ("red", "blue"),
            clock=lambda: self.time,
            salt=self.salt,
            sink=self,
            **more,
        )

    def salt(self) -> bytes:
        return next(self._salts).to_bytes(16, "big")

    def keep(self, entry: Entry, /) -> None:
        self.kept.append(entry)

    def keep_secret(self, number: int, values: tuple[dict[str, Any], ...], salt: bytes, /) -> None:
        self.secrets[number] = Secret(values, salt.hex())

    def keep_checkpoint(self, checkpoint: Checkpoint, /) -> None:
        """With how many entries were kept before it."""
        self.checkpoints.append((checkpoint, len(self.kept)))

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


def find(name: str) -> GamePackage:
    assert name == "ferry"
    return PACKAGE


def played() -> Evening:
    """A match in which everything happens that a record can tell."""
    evening = Evening(
        players={"red": 'Anna "Ännchen" #1', "blue": "true"},
        situation={"coins": {"red": 1}},
    )
    match = evening.match
    match.submit(Lay("3"))
    evening.time += 221.25
    match.submit(Row(2))
    match.submit(Row(1))
    match.allow(Row(3))
    match.undo("red", {"blue"})
    match.redo("red")
    match.pause()
    evening.time += 4000
    match.submit(Fish())
    match.submit(Draw("trout"))
    match.amend(11, Draw("boot"), Give("blue"), **AGREED)
    match.set_strictness("advise")
    match.set_clock(600, 5)
    match.submit(Fish())
    match.submit(Draw("trout"))
    match.undo("blue", reason="entered wrongly")
    match.submit(Draw("boot"))
    match.submit(Give("blue"))
    match.back_to(15, "blue")
    match.submit(Draw("trout"))
    match.correct({"at": {"red": 2}})
    match.catch_up("red", {"coins": {"red": 2}})
    match.submit(Wait(), ahead=1)
    match.submit(Wait(), goes_on=True)
    match.hand_over("blue", "Ben")
    match.bookmark(match.steps[-1].line, "The long wait")
    match.leave("blue")
    return evening
