"""The journal's way to the disk: handed over at once, durable a moment later, and said so.

One thread writes. Whatever came in while it was busy goes into the next transaction (group
commit), so a slow card makes the groups larger, and nobody waits for it.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, takewhile
from typing import Any

import msgspec

from companion.match.checkpoint import Checkpoint
from companion.match.commitments import Secret
from companion.match.entries import Entry, Started, encode
from companion.match.names import renamed
from companion.store.disk import DiskError
from companion.store.file import Damage, File, Line, Now
from companion.store.headings import heading, heading_of, heading_renamed, points_renamed
from companion.store.rows import Row
from companion.store.vault import Hidden, Sealed, Vault

MATCH, ENTRY, PLAYER = "match", "entry", "player"
SUMMARY, SCORE = "summary", "score"
PAUSES = (0.5, 1.0, 2.0, 5.0)
FAULT = "fault"


class State(msgspec.Struct, frozen=True):
    """Whether what happens is being saved.

    reason: "" while it is; otherwise a key of section ``saving`` of this package's texts.
    waiting: how many entries are in memory only.
    """

    reason: str = ""
    waiting: int = 0

    @property
    def saving(self) -> bool:
        """Whether the disk takes what it is given."""
        return not self.reason


class _Forget(msgspec.Struct):
    """What came before is written first; then this match is removed."""

    match: str


class _Mend(msgspec.Struct):
    """Somebody found this file broken."""

    file: File | Vault
    damage: Damage | None = None


class _Rename(msgspec.Struct):
    """Somebody is called something else from now on, and nothing any more with ""."""

    old: str
    new: str


class _Stood(msgspec.Struct):
    """What came before is written first; then where the match stood."""

    match: str
    checkpoint: Checkpoint


_Job = Line | Hidden | _Forget | _Mend | _Rename | _Stood


class Journal:
    """Takes entries without ever waiting, and makes them durable in their order.

    The queue has no bound of its own: while the disk fails, entries stay in memory, and there are
    never more of them than the matches that are being played have. Writing is tried again for
    ever, with pauses; once the disk works, all that waits goes into one transaction.

    main, vault: where the rows go; opened here, by nobody else.
    now: the time of day.
    on_saved(match, number): this entry and all before it are durable.
    on_state(state): saving stopped, for this reason, or works again; at first it works.
    on_damage(damage): a file was broken and has been mended.
    pauses: seconds between attempts; the last one is repeated.

    The callbacks are called from the writing thread (the last two also from here, while the files
    are opened). They hand over and return, and they call nothing here.
    """

    def __init__(
        self,
        main: File,
        vault: Vault,
        now: Now,
        *,
        on_saved: Callable[[str, int], None] = lambda match, number: None,
        on_state: Callable[[State], None] = lambda state: None,
        on_damage: Callable[[Damage], None] = lambda damage: None,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self._main = main
        self._vault = vault
        self._now = now
        self._on_saved = on_saved
        self._on_state = on_state
        self._on_damage = on_damage
        self._pauses = tuple(pauses)
        self._turn = threading.Condition()
        self._queue: deque[_Job] = deque()
        self._held: list[Hidden] = []
        self._lines: dict[str, list[bytes]] = {}  # of the matches that are played, whole
        self._hidden: dict[str, list[Hidden]] = {}
        self._saved: dict[str, int] = {}
        self._reason = ""
        self._failures = 0
        self._closing = self._hurried = False
        try:
            self._open()
        except DiskError as error:
            self._failed(error.reason)
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    # What the rest of the companion calls

    def append(self, match: str, *entries: Entry) -> None:
        """Hand over the next entries of a match; several go into one transaction.

        Raises ValueError when one is not the next, or the match was neither begun nor resumed.
        """
        lines = [Line(ENTRY, match, encode(entry), entry.number) for entry in entries]
        with self._turn:
            self._queue.extend(self._held)
            self._held.clear()
            for entry, line in zip(entries, lines, strict=True):
                if isinstance(entry, Started):
                    self._lines.setdefault(match, [])
                    head = msgspec.json.encode(heading(entry, self._now()))
                    self._queue.append(Line(MATCH, match, head))
                if entry.number != self._last(match) + 1:
                    raise ValueError(f"entry {entry.number} after {self._last(match)} of {match}")
                self._lines[match].append(line.body)
                self._queue.append(line)
            self._turn.notify_all()

    def hide(
        self, match: str, number: int, values: tuple[dict[str, Any], ...], salt: bytes
    ) -> None:
        """Hand over what an entry hides, before the entry itself: it is durable before that is.

        Raises ValueError when the entry was handed over already.
        """
        secret = Secret(values, salt.hex())
        with self._turn:
            if match in self._lines and number <= self._last(match):
                raise ValueError(f"entry {number} of {match} came before what it hides")
            hidden = Hidden(match, number, secret)
            self._hidden.setdefault(match, []).append(hidden)
            self._held.append(hidden)  # until its entry comes, so that they are written together

    def checkpoint(self, match: str, checkpoint: Checkpoint) -> None:
        """Hand over where a match stood after one of its entries."""
        with self._turn:
            self._queue.append(_Stood(match, checkpoint))
            self._turn.notify_all()

    def put(self, table: str, key: str, body: bytes, number: int | None = None) -> None:
        """Hand over the newest state of something else that is kept; what it was before stays.

        number: of the row where every single one counts; it is told when that is durable, as with
        entries. None for the next one, whatever it is.
        """
        with self._turn:
            self._queue.append(Line(table, key, body, number))
            if number is not None:
                self._saved.setdefault(key, 0)
            self._turn.notify_all()

    def resume(self, match: str, lines: Sequence[bytes]) -> None:
        """Go on with a match that has these entries on the disk."""
        with self._turn:
            self._lines[match] = list(lines)
            self._saved[match] = len(lines)

    def forget(self, match: str) -> None:
        """Remove a match and every trace of it, also of what it hid."""
        with self._turn:
            self._lines.pop(match, None)
            self._hidden.pop(match, None)
            self._saved.pop(match, None)
            self._queue.append(_Forget(match))
            self._turn.notify_all()

    def rename(self, old: str, new: str) -> None:
        """Call a player something else in all that is kept; "" forgets the name. No match may be
        played meanwhile in which somebody is called so."""
        with self._turn:
            self._queue.append(_Rename(old, new))
            self._turn.notify_all()

    def lines(self, match: str) -> tuple[bytes, ...] | None:
        """All entries of a match that is being played, durable or not; None for another."""
        with self._turn:
            if match not in self._lines:
                return None
            return tuple(self._lines[match])

    def hidden(self, match: str) -> tuple[tuple[int, Secret], ...]:
        """What was handed over to be hidden, durable or not, with the numbers of the entries."""
        with self._turn:
            return tuple((one.number, one.secret) for one in self._hidden.get(match, ()))

    def saved(self, match: str) -> int:
        """The number of the last entry that is durable; 0 when none is. Of anything else that is
        numbered, too."""
        with self._turn:
            return self._saved.get(match, 0)

    def state(self) -> State:
        """Whether it is being saved, now."""
        with self._turn:
            return self._state()

    def mend(self, file: File | Vault) -> Damage | None:
        """Have a file mended that was found broken, and wait for it; None if the disk fails."""
        job = _Mend(file)
        with self._turn:
            self._queue.append(job)
        self.flush()
        return job.damage

    def flush(self) -> bool:
        """Wait until all that was handed over is durable; False as soon as an attempt fails, and
        one is made at once."""
        with self._turn:
            before = self._failures
            self._hurried = True
            self._turn.notify_all()
            self._turn.wait_for(
                lambda: not self._queue or self._failures > before or not self._thread.is_alive()
            )
            return not self._queue

    def close(self) -> bool:
        """Write what is left, trying once more if need be; whether everything is durable."""
        with self._turn:
            self._closing = True
            self._turn.notify_all()
        self._thread.join()
        self._vault.close()
        self._main.close()
        return not self._queue

    # The writing thread

    def _run(self) -> None:
        while True:
            with self._turn:
                self._turn.wait_for(lambda: self._queue or self._reason or self._closing)
                if self._closing and not self._queue:
                    return
                closing, self._hurried = self._closing, False
                batch = self._batch()
            try:
                self._write(batch)
                self._done(batch)
                continue
            except DiskError as error:
                self._failed(error.reason)
            except Exception:  # whatever it is, the table must learn that nothing is being saved
                self._failed(FAULT)
            with self._turn:
                pause = self._pauses[min(self._failures, len(self._pauses)) - 1]
                if closing:
                    return
                self._turn.wait_for(lambda: self._closing or self._hurried, pause)

    def _batch(self) -> tuple[_Job, ...]:
        """What is done next; it stays in the queue until it is durable."""
        rows = tuple(takewhile(lambda job: isinstance(job, Line | Hidden), self._queue))
        return rows or tuple(self._queue)[:1]

    def _write(self, batch: Sequence[_Job]) -> None:
        self._open()
        for file in (self._vault, self._main):  # not where they are opened: that is waited for
            damage = file.examine()
            if damage is not None:
                self._mended(file, damage)
        match batch:
            case [_Forget(match)]:
                self._vault.forget(match)  # first: nothing hidden may outlive its match unnoticed
                self._main.forget(match)
            case [_Mend(file) as job]:
                job.damage = self._mend(file)
            case [_Rename(old, new)]:
                self._rename(old, new)
            case [_Stood(match, checkpoint)]:
                with suppress(DiskError):  # only a shortcut: nothing else waits for it
                    seal = self._main.seal(ENTRY, match, checkpoint.number)
                    if seal is not None:
                        self._vault.keep(match, Sealed(seal, checkpoint))
            case _:
                hidden = [job for job in batch if isinstance(job, Hidden)]
                lines = [job for job in batch if isinstance(job, Line)]
                if hidden:
                    self._keep(self._vault, lambda: self._vault.add(hidden))
                if lines:
                    self._keep(self._main, lambda: self._main.add(lines))

    def _keep(self, file: File | Vault, add: Callable[[], None]) -> None:
        try:
            add()
        except DiskError as error:
            if not error.damaged:
                raise
            self._mend(file)
            add()

    def _open(self) -> None:
        for file in (self._vault, self._main):
            damage = file.open()
            if damage is not None:
                self._mended(file, damage)

    def _mend(self, file: File | Vault) -> Damage:
        damage = file.mend()
        self._mended(file, damage)
        return damage

    def _rename(self, old: str, new: str) -> None:
        """Rewrite every journal and heading with that name; nothing of it stays in the file."""
        main, lines = self._main, list[Line]()
        for match in main.naming(ENTRY, old):
            before = self._whole(ENTRY, match)
            after = renamed([row.body for row in before], old, new)
            lines += [
                Line(ENTRY, match, body, row.number)
                for row, body in zip(before, after, strict=True)
            ]
            with self._turn:
                if match in self._lines:
                    self._lines[match] = list(renamed(self._lines[match], old, new))
        for match in main.naming(MATCH, old):
            for row in self._whole(MATCH, match):
                lines.append(Line(MATCH, match, heading_renamed(row.body, old, new), row.number))
        for sheet in main.naming(SCORE, old):
            for row in self._whole(SCORE, sheet):
                body = points_renamed(row.body, old, new)
                lines.append(Line(SCORE, sheet, body, row.number))
        summed = [(SUMMARY, match) for match in main.naming(SUMMARY, old)]  # worked out again
        known = main.newest(PLAYER).get(old)
        main.rewrite(lines, [(PLAYER, old), *summed], old)
        if new and known is not None:
            main.add([Line(PLAYER, new, known.body)])

    def _whole(self, table: str, key: str) -> tuple[Row, ...]:
        rows, whole = self._main.chain(table, key)
        if not whole:  # what lies behind the damage could hold the name
            self._mend(self._main)
            rows, _ = self._main.chain(table, key)
        return rows

    def _mended(self, file: File | Vault, damage: Damage) -> None:
        """Put back what is lost but known: the matches that are played, and lost headings."""
        with self._turn:
            hidden = tuple(chain.from_iterable(self._hidden.values()))
            lines = tuple(self._durable())
        if file is self._vault:
            self._vault.add(hidden)
        else:
            self._main.add(lines)
            heads = self._main.newest(MATCH)
            for key, row in self._main.first(ENTRY).items():
                head = heading_of(row.body)
                if key not in heads and head is not None:
                    self._main.add([Line(MATCH, key, msgspec.json.encode(head))])
        self._on_damage(damage)

    def _durable(self) -> Iterator[Line]:
        for match, lines in self._lines.items():
            for number, line in enumerate(lines[: self._saved.get(match, 0)], 1):
                yield Line(ENTRY, match, line, number)

    def _done(self, batch: Sequence[_Job]) -> None:
        lines = [job for job in batch if isinstance(job, Line)]
        saved = {line.key: line.number for line in lines if line.number is not None}
        with self._turn:
            known = self._lines.keys() | self._saved.keys()  # the others were forgotten meanwhile
            self._saved.update({key: number for key, number in saved.items() if key in known})
            recovered, self._reason, self._failures = bool(self._reason), "", 0
        for match, number in saved.items():
            self._on_saved(match, number)
        if recovered:
            self._on_state(State())
        with self._turn:
            for _ in batch:
                self._queue.popleft()
            self._turn.notify_all()

    def _failed(self, reason: str) -> None:
        with self._turn:
            news = reason != self._reason
            self._reason = reason
            self._failures += 1
            state = self._state()
            self._turn.notify_all()
        if news:
            with suppress(Exception):  # who cannot take the news can still ask for the state
                self._on_state(state)

    def _state(self) -> State:
        waiting = sum(isinstance(job, Line) and job.number is not None for job in self._queue)
        return State(self._reason, waiting if self._reason else 0)

    def _last(self, match: str) -> int:
        if match not in self._lines:
            raise ValueError(f"match {match} was neither begun nor resumed")
        return len(self._lines[match])
