"""Entries and clocks for the tests of the store."""

from datetime import UTC, datetime
from pathlib import Path

from companion.match.commitments import Secret, commitment
from companion.match.entries import Entry, Played, Started, encode
from companion.store import Library
from companion.store.salvage import PAGE

_LOG_HEADER, _FRAME = 32, 24 + PAGE


def now() -> datetime:
    return datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def started(first: str = "Ada") -> Entry:
    players = {"red": first, "blue": "Ben"}
    return Started(
        number=1, at=0.0, game="some game", version=1, seats=("red", "blue"), players=players
    )


def played(number: int, words: str = "Red walks.", hides: Secret | None = None) -> Entry:
    return Played(
        number=number,
        at=float(number),
        by="red",
        move={"move": "step"},
        sentences={"en": (words,)},
        commitment=commitment(hides) if hides else "",
    )


def secret(value: str) -> Secret:
    return Secret(({"value": value},), "5a" * 16)


def hide(library: Library, match: str, number: int, hidden: Secret) -> None:
    library.journal.hide(match, number, hidden.values, bytes.fromhex(hidden.salt))


def play(library: Library, upto: int, words: str = "Ada") -> tuple[str, tuple[bytes, ...]]:
    """Begin a match and play it so far; its name and its lines."""
    sink = library.begin()
    entries = [
        started(words),
        *(played(number, f"{words} {number}") for number in range(2, upto + 1)),
    ]
    for entry in entries:
        sink.keep(entry)
    return sink.match, tuple(encode(entry) for entry in entries)


def copy(source: Path, target: Path) -> Path:
    """What a disk holds at this moment, without waiting for anything to be closed; of a log what
    was written to it."""
    target.mkdir()
    for file in source.iterdir():
        if not file.name.endswith("-shm"):
            data = file.read_bytes()
            log = file.name.endswith("-wal")
            (target / file.name).write_bytes(written(data) if log else data)
    return target


def written(log: bytes) -> bytes:
    """A log without the room that was reserved behind it, which is zeros."""
    frames = -(-(len(log.rstrip(b"\0")) - _LOG_HEADER) // _FRAME)
    return log[: _LOG_HEADER + frames * _FRAME] if frames > 0 else b""


def stored(folder: Path, match: str) -> tuple[bytes, ...]:
    """The lines of a match, as they are found when the folder is opened."""
    library = Library(folder, now)
    try:
        return library.read(match).lines
    finally:
        library.close()
