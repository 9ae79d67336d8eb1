"""The matches that are being played: what was handed over of them, and how much is durable."""

from collections.abc import Iterator, Mapping

from companion.match.renaming import renamed
from companion.store.rows import NewRow
from companion.store.tables import ENTRY
from companion.store.vault import Hidden


class Playing:
    """All that must be put back into a broken file, whole. Whoever shares it locks it."""

    def __init__(self) -> None:
        self._lines: dict[str, list[bytes]] = {}
        self._hidden: dict[str, list[Hidden]] = {}
        self._saved: dict[str, int] = {}

    def begin(self, match: str) -> None:
        """A match has no entry yet, unless it was begun before."""
        self._lines.setdefault(match, [])

    def resume(self, match: str, lines: list[bytes]) -> None:
        """A match goes on that has these entries on the disk."""
        self._lines[match], self._saved[match] = lines, len(lines)

    def add(self, match: str, number: int, body: bytes) -> None:
        """The next entry of a match. Raises ValueError when it is not, or the match was neither
        begun nor resumed."""
        if match not in self._lines:
            raise ValueError(f"match {match} was neither begun nor resumed")
        lines = self._lines[match]
        if number != len(lines) + 1:
            raise ValueError(f"entry {number} after {len(lines)} of {match}")
        lines.append(body)

    def hide(self, hidden: Hidden) -> None:
        """What an entry hides that is still to come. Raises ValueError when it is there already."""
        if hidden.number <= len(self._lines.get(hidden.match, ())):
            raise ValueError(f"entry {hidden.number} of {hidden.match} came before what it hides")
        self._hidden.setdefault(hidden.match, []).append(hidden)

    def count(self, key: str) -> None:
        """Something else of which every single row counts."""
        self._saved.setdefault(key, 0)

    def forget(self, match: str) -> None:
        """Nothing of a match is known any more."""
        self._lines.pop(match, None)
        self._hidden.pop(match, None)
        self._saved.pop(match, None)

    def rename(self, old: str, new: str) -> None:
        """Call a player something else."""
        for match, lines in self._lines.items():
            self._lines[match] = list(renamed(lines, old, new))

    def lines(self, match: str) -> tuple[bytes, ...] | None:
        """All entries of a match, durable or not; None for one that is not played."""
        return tuple(self._lines[match]) if match in self._lines else None

    def hidden(self, match: str) -> tuple[Hidden, ...]:
        """All that a match hides, durable or not."""
        return tuple(self._hidden.get(match, ()))

    def all_hidden(self) -> tuple[Hidden, ...]:
        """All that is hidden, of all of them."""
        return tuple(one for match in self._hidden for one in self.hidden(match))

    def saved(self, key: str) -> int:
        """The number of the last row that is durable; 0 when none is."""
        return self._saved.get(key, 0)

    def save(self, numbers: Mapping[str, int]) -> None:
        """The rows up to these are durable. Those of what was forgotten meanwhile do not matter."""
        known = self._lines.keys() | self._saved.keys()
        self._saved.update({key: number for key, number in numbers.items() if key in known})

    def durable(self) -> Iterator[NewRow]:
        """The rows of all entries that are durable."""
        for match, lines in self._lines.items():
            for number, line in enumerate(lines[: self.saved(match)], 1):
                yield NewRow(ENTRY, match, line, number)
