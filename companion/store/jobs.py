"""What the writing thread is given to do."""

from collections import deque
from itertools import takewhile

import msgspec

from companion.match.checkpoint import Checkpoint
from companion.store.chained_table import ChainedTable
from companion.store.damage import Damage
from companion.store.rows import NewRow
from companion.store.state import SET_ASIDE, State
from companion.store.vault import Hidden, Vault


class Forget(msgspec.Struct):
    """What came before is written first; then this match is removed."""

    match: str


class Mend(msgspec.Struct):
    """Somebody found this file broken."""

    file: ChainedTable | Vault
    damage: Damage | None = None


class Rename(msgspec.Struct):
    """Somebody is called something else from now on, and nothing any more with ""."""

    old: str
    new: str


class Stood(msgspec.Struct):
    """What came before is written first; then where the match stood."""

    match: str
    checkpoint: Checkpoint


Job = NewRow | Hidden | Forget | Mend | Rename | Stood


def chain_of(job: Job) -> str | None:
    """The match or sheet of which something is one of many things that follow each other; None
    for anything else."""
    if isinstance(job, NewRow):
        return None if job.number is None else job.key
    return job.line.key if isinstance(job, Hidden) else None


class Queue:
    """What to do, in its order; and what was set aside because it cannot be."""

    def __init__(self) -> None:
        self._due: deque[Job] = deque()
        self._aside: list[Job] = []

    def __bool__(self) -> bool:
        return bool(self._due)

    @property
    def aside(self) -> int:
        """How much was set aside."""
        return len(self._aside)

    def add(self, *jobs: Job) -> None:
        """At its end; but what follows something that was set aside goes there, too."""
        for job in jobs:
            chain = chain_of(job)
            lost = chain is not None and chain in map(chain_of, self._aside)
            (self._aside if lost else self._due).append(job)

    def next(self, *, singly: bool) -> tuple[Job, ...]:
        """What is done next: rows together, all else by itself. singly: rows, too. It stays here
        until it is done."""
        rows = takewhile(lambda job: isinstance(job, NewRow | Hidden), () if singly else self._due)
        return tuple(rows) or tuple(self._due)[:1]

    def done(self, count: int) -> None:
        """The first ones are."""
        for _ in range(count):
            self._due.popleft()

    def set_aside(self) -> None:
        """Go on without the first one, and without what follows it in its chain."""
        due, first = list(self._due), self._due[0]
        self._due.clear()
        self._aside.append(first)
        self.add(*due[1:])

    def forget(self, match: str) -> None:
        """Of this match nothing must be kept any more."""
        self._aside = [job for job in self._aside if chain_of(job) != match]
        self._due.append(Forget(match))

    def state(self, reason: str) -> State:
        """How it stands with the saving. reason: what stops it, "" when nothing does."""
        reason = reason or (SET_ASIDE if self._aside else "")
        jobs = self._aside if reason == SET_ASIDE else self._due if reason else ()
        return State(
            reason, sum(isinstance(job, NewRow) and job.number is not None for job in jobs)
        )
