"""The journal's way to the disk: handed over at once, durable a moment later, and said so.

One thread writes. Whatever came in while it was busy goes into the next transaction (group
commit), so a slow card makes the groups larger, and nobody waits for it.
"""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

import msgspec

from companion.match.checkpoint import Checkpoint
from companion.match.commitments import Secret
from companion.match.entries import Entry, Started, encode
from companion.store.chained_table import ChainedTable
from companion.store.damage import Damage
from companion.store.disk import DiskError
from companion.store.headings import heading, headings_lost
from companion.store.jobs import Forget, Job, Mend, Queue, Rename, Stood
from companion.store.mending import Now
from companion.store.playing import Playing
from companion.store.renaming import rename
from companion.store.rows import NewRow, Row
from companion.store.state import State
from companion.store.tables import ENTRY, MATCH
from companion.store.vault import Hidden, Sealed, Vault

PAUSES = (0.5, 1.0, 2.0, 5.0)
CALM, LATEST = 0.05, 1.0
"""Seconds in which nothing comes after which what vouches for the journal is made durable; and
after which that is done even while something comes."""
TRIES = 3
"""Attempts at one thing, with a disk that works, after which it is set aside."""
FAULT = "fault"


class Journal:
    """Takes entries without ever waiting, and makes them durable in their order.

    The queue has no bound of its own: while the disk fails, entries stay in memory, and there are
    never more of them than the matches that are being played have. Writing is tried again for
    ever, with pauses; once the disk works, all that waits goes into one transaction. What fails
    again and again though the disk works is set aside, with what follows it in the same chain,
    and the saving of all else goes on.

    main, vault: where the rows go; opened here, by nobody else.
    now: the time of day.
    on_saved(match, number): this entry and all before it are durable.
    on_state(state): saving stopped, for this reason, or works again; at first it works.
    on_damage(damage): a file was broken and has been mended. Once this has returned it is not
    told again.
    pauses: seconds between attempts; the last one is repeated.

    The callbacks are called from the writing thread (the last two also from here, while the files
    are opened). They hand over and return, and they call nothing here.
    """

    def __init__(
        self,
        main: ChainedTable,
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
        self._queue = Queue()
        self._held: list[Hidden] = []
        self._playing = Playing()
        self._reason = ""
        self._failures = self._faults = 0
        self._singly = False
        self._settled = monotonic()
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
        lines = [NewRow(ENTRY, match, encode(entry), entry.number) for entry in entries]
        with self._turn:
            self._queue.add(*self._held)
            self._held.clear()
            for entry, line in zip(entries, lines, strict=True):
                if isinstance(entry, Started):
                    self._playing.begin(match)
                    head = msgspec.json.encode(heading(entry, self._now()))
                    self._queue.add(NewRow(MATCH, match, head))
                self._playing.add(match, entry.number, line.body)
                self._queue.add(line)
            self._turn.notify_all()

    def hide(
        self, match: str, number: int, values: tuple[dict[str, Any], ...], salt: bytes
    ) -> None:
        """Hand over what an entry hides, before the entry itself: it is durable before that is.
        Raises ValueError when the entry was handed over already."""
        hidden = Hidden(match, number, Secret(values, salt.hex()))
        with self._turn:
            self._playing.hide(hidden)
            self._held.append(hidden)  # until its entry comes, so that they are written together

    def checkpoint(self, match: str, checkpoint: Checkpoint) -> None:
        """Hand over where a match stood after one of its entries."""
        with self._turn:
            self._queue.add(Stood(match, checkpoint))
            self._turn.notify_all()

    def put(self, table: str, key: str, body: bytes, number: int | None = None) -> None:
        """Hand over the newest state of something else that is kept; what it was before stays.

        number: of the row where every single one counts; it is told when that is durable, as with
        entries. None for the next one, whatever it is.
        """
        with self._turn:
            self._queue.add(NewRow(table, key, body, number))
            if number is not None:
                self._playing.count(key)
            self._turn.notify_all()

    def resume(self, match: str, lines: Sequence[bytes]) -> None:
        """Go on with a match that has these entries on the disk."""
        with self._turn:
            self._playing.resume(match, list(lines))

    def forget(self, match: str) -> None:
        """Remove a match and every trace of it, also of what it hid."""
        with self._turn:
            self._playing.forget(match)
            self._queue.forget(match)
            self._turn.notify_all()

    def rename(self, old: str, new: str) -> None:
        """Call a player something else in all that is kept; "" forgets the name. No match may be
        played meanwhile in which somebody is called so."""
        with self._turn:
            self._queue.add(Rename(old, new))
            self._turn.notify_all()

    def lines(self, match: str) -> tuple[bytes, ...] | None:
        """All entries of a match that is being played, durable or not; None for another."""
        with self._turn:
            return self._playing.lines(match)

    def hidden(self, match: str) -> tuple[tuple[int, Secret], ...]:
        """What was handed over to be hidden, durable or not, with the numbers of the entries."""
        with self._turn:
            return tuple((one.number, one.secret) for one in self._playing.hidden(match))

    def saved(self, match: str) -> int:
        """The number of the last entry that is durable; 0 when none is. Of anything else that is
        numbered, too."""
        with self._turn:
            return self._playing.saved(match)

    def state(self) -> State:
        """Whether it is being saved, now."""
        with self._turn:
            return self._queue.state(self._reason)

    def mend(self, file: ChainedTable | Vault) -> Damage | None:
        """Have a file mended that was found broken, and wait for it; None if the disk fails."""
        job = Mend(file)
        with self._turn:
            self._queue.add(job)
        self.flush()
        return job.damage

    def flush(self) -> bool:
        """Wait until all that was handed over is durable; False as soon as an attempt fails, and
        one is made at once."""
        with self._turn:
            before, aside = self._failures, self._queue.aside
            self._hurried = True
            self._turn.notify_all()
            self._turn.wait_for(
                lambda: not self._queue or self._failures > before or not self._thread.is_alive()
            )
            return not self._queue and self._queue.aside == aside

    def close(self) -> bool:
        """Write what is left, trying once more if need be; whether everything is durable."""
        with self._turn:
            self._closing = True
            self._turn.notify_all()
        self._thread.join()
        self._vault.close()
        self._main.settle()
        self._main.close()
        return not (self._queue or self._queue.aside)

    # The writing thread

    def _run(self) -> None:
        while True:
            with self._turn:
                calm = CALM if self._main.unsettled else None
                busy = self._turn.wait_for(
                    lambda: self._queue or self._reason or self._closing, calm
                )
                if self._closing and not self._queue:
                    return
                closing, self._hurried = self._closing, False
                batch = self._queue.next(singly=self._singly)
            if self._main.unsettled and (not busy or monotonic() - self._settled > LATEST):
                self._main.settle()
                self._settled = monotonic()
            if not batch and not self._reason:
                continue
            try:
                self._make_ready()
            except DiskError as error:
                self._failed(error.reason)
            except Exception:  # whatever it is, the table must learn that nothing is being saved
                self._failed(FAULT)
            else:
                if self._tried(batch):
                    continue
            with self._turn:
                if closing and not self._faults:
                    return
                pause = self._pauses[min(self._failures, len(self._pauses)) - 1]
                self._turn.wait_for(lambda: self._closing or self._hurried, pause)

    def _tried(self, batch: Sequence[Job]) -> bool:
        """Whether the next thing can be done at once."""
        try:
            self._write(batch)
            self._done(batch)
        except DiskError as error:
            self._faults = 0
            self._failed(error.reason)
        except Exception:  # a fault of the program, perhaps in one of these things alone
            self._faults, self._singly = self._faults + 1, True
            self._failed(FAULT)
            if len(batch) == 1 and self._faults >= TRIES:
                self._set_aside()
                return True
        else:
            self._faults, self._singly = 0, self._singly and bool(self._queue)
            return True
        return False

    def _set_aside(self) -> None:
        with self._turn:
            self._queue.set_aside()
            self._faults, self._failures, self._reason, self._singly = 0, 0, "", False
            state = self._queue.state(self._reason)
            self._turn.notify_all()
        with suppress(Exception):
            self._on_state(state)

    def _make_ready(self) -> None:
        self._open()
        for file in (self._vault, self._main):  # not where they are opened: that is waited for
            damage = file.examine()
            if damage is not None:
                self._mended(file, damage)

    def _write(self, batch: Sequence[Job]) -> None:
        match batch:
            case [Forget(match)]:
                self._vault.forget(match)  # first: nothing hidden may outlive its match unnoticed
                self._main.forget(match)
            case [Mend(file) as job]:
                job.damage = self._mend(file)
            case [Rename(old, new)]:
                self._rename(old, new)
            case [Stood(match, checkpoint)]:
                with suppress(DiskError):  # only a shortcut: nothing else waits for it
                    seal = self._main.seal(ENTRY, match, checkpoint.number)
                    if seal is not None:
                        self._vault.keep(match, Sealed(seal, checkpoint))
            case _:
                hidden = [job for job in batch if isinstance(job, Hidden)]
                lines = [job for job in batch if isinstance(job, NewRow)]
                if hidden:
                    self._keep(self._vault, lambda: self._vault.add(hidden))
                if lines:
                    self._keep(self._main, lambda: self._main.add(lines))

    def _keep(self, file: ChainedTable | Vault, add: Callable[[], None]) -> None:
        try:
            add()
        except DiskError as error:
            if not error.damaged:
                raise
            self._mend(file)
            add()

    def _open(self) -> None:
        for file in (self._vault, self._main):
            for damage in file.open():
                self._mended(file, damage)

    def _mend(self, file: ChainedTable | Vault) -> Damage:
        damage = file.mend()
        self._mended(file, damage)
        return damage

    def _rename(self, old: str, new: str) -> None:
        rename(self._main, self._whole, old, new)
        with self._turn:
            self._playing.rename(old, new)

    def _whole(self, table: str, key: str) -> tuple[Row, ...]:
        rows, whole = self._main.chain(table, key)
        if not whole:  # what lies behind the damage could hold the name
            self._mend(self._main)
            rows, _ = self._main.chain(table, key)
        return rows

    def _mended(self, file: ChainedTable | Vault, damage: Damage) -> None:
        """Put back what is lost but known: the matches that are played, and lost headings."""
        with self._turn:
            hidden, lines = self._playing.all_hidden(), tuple(self._playing.durable())
        if file is self._vault:
            self._vault.add(hidden)
        else:
            self._main.add(lines)
            firsts = {key: row.body for key, row in self._main.first(ENTRY).items()}
            lost = headings_lost(self._main.newest(MATCH), firsts)
            self._main.add([NewRow(MATCH, match, body) for match, body in lost])
            damage = self._main.reckon(damage)
        self._on_damage(damage)
        if file is self._main:
            self._main.vouch()

    def _done(self, batch: Sequence[Job]) -> None:
        lines = [job for job in batch if isinstance(job, NewRow)]
        saved = {line.key: line.number for line in lines if line.number is not None}
        with self._turn:
            self._playing.save(saved)
            recovered, self._reason, self._failures = bool(self._reason), "", 0
            state = self._queue.state(self._reason) if recovered else None
        for match, number in saved.items():
            self._on_saved(match, number)
        if state is not None:
            self._on_state(state)
        with self._turn:
            self._queue.done(len(batch))
            self._turn.notify_all()

    def _failed(self, reason: str) -> None:
        with self._turn:
            news = reason != self._reason
            self._reason = reason
            self._failures += 1
            state = self._queue.state(self._reason)
            self._turn.notify_all()
        if news:
            with suppress(Exception):  # who cannot take the news can still ask for the state
                self._on_state(state)
