"""A line that drops, doubles, flips, delays, splits and reorders bytes, as chance will have it."""

from collections import Counter
from random import Random

KINDS = ("dropped", "doubled", "flipped", "delayed", "reordered")


class BadLine:
    """One way of a line. rate: the share of bytes that something happens to."""

    def __init__(self, rng: Random, rate: float) -> None:
        self._rng = rng
        self.rate = rate
        self._late = b""
        self.passed = 0
        self.done: Counter[str] = Counter()

    def damage(self, data: bytes) -> bytes:
        """What arrives of some bytes; the rest of it comes with the next, or never."""
        out = bytearray(self._late)
        self._late = b""
        self.passed += len(data)
        for number, byte in enumerate(data):
            if self._rng.random() >= self.rate:
                out.append(byte)
                continue
            kind = self._rng.choice(KINDS)
            self.done[kind] += 1
            if kind == "doubled":
                out += bytes((byte, byte))
            elif kind == "flipped":
                out.append(byte ^ 1 << self._rng.randrange(8))
            elif kind == "delayed":
                self._late = data[number:]
                break
            elif kind == "reordered":
                out.insert(self._rng.randrange(len(out) + 1), byte)
        return bytes(out)

    def pieces(self, data: bytes) -> list[bytes]:
        """The same in pieces, as they may be read."""
        data = self.damage(data)
        cut = self._rng.randrange(len(data) + 1)
        return [one for one in (data[:cut], data[cut:]) if one]

    def cut(self) -> None:
        """What was late is lost."""
        self._late = b""


def told(*lines: BadLine) -> str:
    """What happened on some lines, for people."""
    total = sum((line.done for line in lines), Counter[str]())
    passed = sum(line.passed for line in lines)
    share = 100 * total.total() / max(1, passed)
    said = ", ".join(f"{total[kind]} {kind}" for kind in KINDS)
    return f"{passed} bytes, {share:.2f} % damaged: {said}"
