"""The record: a match as a portable text file, one line an entry.

Described in ``docs/record-format.md``. Sentences stand behind ``#`` for people and are not read
back; nor are snapshots and the values of faults, for replaying the record gives them anew.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2s
from typing import Any

import msgspec

from companion.languages import of
from companion.match.commitments import Secret
from companion.match.entries import Amended, Entry, Played, RecordedMove, Refused
from companion.match.match import Match
from companion.text import Language

HEAD = "tabletop companion record 2"
"""The first line of every record; the number counts up with the format."""

EARLIER = "tabletop companion record 1"
"""The same without seals; it is still read."""

SEAL_BYTES = 16
"""Bytes of the seal of a line, which stands there in hexadecimal digits."""

_ENTRY: Any = Entry
_OWN = "*"
_TIME = re.compile(r"(\d{1,9}):([0-5]\d):([0-5]\d)(?:\.(\d{3}))?")
_KEY = re.compile(r"([a-z][a-z0-9_]*)=")
_WORD = re.compile(r"\S+")
_PLAIN = re.compile(r'[^\s"\[\]{}][^\s"]*')
_SEAL = re.compile(rf"([0-9a-f]{{{2 * SEAL_BYTES}}})?")
_SKIPPED = ("number", "at", "sentences", "snapshot")
_AT_THE_END = ("joins", "ahead", "sealed", "seal", "salt", "opened")
_JSON = json.JSONDecoder()


class Malformed(ValueError):
    """A line of a record cannot be read. ``row`` counts the lines of the text from 1."""

    def __init__(self, row: int, why: str) -> None:
        super().__init__(f"line {row}: {why}")
        self.row = row
        self.why = why


@dataclass(frozen=True)
class Record:
    """What a record tells. rows: the line of the text that each entry stands in, from 1. seals:
    of each entry, "" where it has none."""

    entries: tuple[Entry, ...]
    secrets: Mapping[int, Secret]
    rows: tuple[int, ...]
    seals: tuple[str, ...]

    @property
    def unfit(self) -> tuple[int, ...]:
        """The numbers of the entries that are not what was sealed, or do not follow the one before
        them; none where nothing is sealed."""
        found, before = [], ""
        for entry, seal in zip(self.entries, self.seals, strict=True):
            if seal != _seal(before, _line(entry)):
                found.append(entry.number)
            before = seal
        return tuple(found) if any(self.seals) else ()


def write(match: Match, language: Language = "en", opened: bool | None = None) -> str:
    """The record of a match, with its sentences in one language.

    opened: whether hidden values are in it; when None, they are once the match is over.
    """
    open_now = match.over if opened is None else opened
    return of_entries(match.entries, language, match.secrets() if open_now else {})


def of_entries(
    journal: Iterable[Entry], language: Language = "en", secrets: Mapping[int, Secret] | None = None
) -> str:
    """The record of a journal, without going through it again. secrets: those that are opened."""
    opened, rows, seal = secrets or {}, [HEAD], ""
    for entry in journal:
        line = _line(entry)
        seal = _seal(seal, line)
        words = [line, *_pairs({"seal": seal})]
        if (secret := opened.get(entry.number)) is not None:
            words += _pairs({"salt": secret.salt, "opened": secret.values})
        if said := " ".join(" ".join(of(entry.sentences, language, ())).split()):
            words.append(f"# {said}")
        rows.append(" ".join(words))
    return "\n".join((*rows, ""))


def last_seal(journal: Iterable[Entry]) -> str:
    """What stands for a whole journal: the seal of the last line of its record."""
    seal = ""
    for entry in journal:
        seal = _seal(seal, _line(entry))
    return seal


def read(text: str) -> Record:
    """What a record tells. Raises :class:`Malformed` at the first line that cannot be read."""
    entries, secrets, rows, seals = [], {}, [], []
    for row, line in enumerate(text.split("\n"), 1):
        line = line.strip()
        if row == 1:
            if line not in (HEAD, EARLIER):
                raise Malformed(row, f"does not begin with {HEAD!r}")
            continue
        if not line or line.startswith("#"):
            continue
        try:
            entry, secret, seal = _entry(line)
        except ValueError as error:
            raise Malformed(row, str(error)) from error
        entries.append(entry)
        rows.append(row)
        seals.append(seal)
        if secret is not None:
            secrets[entry.number] = secret
    return Record(tuple(entries), secrets, tuple(rows), tuple(seals))


def verdict(entry: Played | Refused | RecordedMove) -> str:
    """The verdict of a line, as a record writes it."""
    if isinstance(entry, Refused):
        return f"refused {_cited(fault.clause for fault in entry.faults)}".strip()
    if not entry.overruled:
        return "ok"
    return f"{'marked' if entry.marked else 'allowed'} {_cited(entry.overruled)}"


# Writing


def _seal(before: str, line: str) -> str:
    """The seal of a line, over the one before it: whoever changes a line must seal all after it
    anew, and then the last one is another."""
    data = bytes.fromhex(before) + line.encode()
    return blake2s(data, digest_size=SEAL_BYTES).hexdigest()


def _line(entry: Entry) -> str:
    """What is sealed of an entry: all that is the same in every language, whether what it hides is
    opened or not."""
    words = [str(entry.number), _clock(entry.at)]
    sealed = ""
    if isinstance(entry, Played | Refused):
        words.append(_move(entry.by, entry.move, verdict(entry)))
        sealed = entry.commitment
    else:
        data: dict[str, Any] = msgspec.to_builtins(entry)
        sealed = data.pop("commitment", "")
        for name in (*_SKIPPED, *(("moves",) if isinstance(entry, Amended) else ())):
            data.pop(name, None)
        words += [_OWN, data.pop("entry"), *_pairs(data)]
        if isinstance(entry, Amended):
            for one in entry.moves:
                words += ["|", _move(one.by, one.move, verdict(one))]
    if isinstance(entry, Played):
        found = {"joins": entry.joins, "ahead": entry.ahead}
        words += _pairs({name: value for name, value in found.items() if value})
    if sealed:
        words += _pairs({"sealed": sealed})
    return " ".join(words)


def _move(by: str, move: Mapping[str, Any], result: str) -> str:
    pairs = _pairs({name: value for name, value in move.items() if name != "move"})
    return " ".join((by, str(move.get("move", "?")), *pairs, "->", result))


def _pairs(values: Mapping[str, Any]) -> list[str]:
    return [f"{name}={_value(value)}" for name, value in values.items()]


def _value(value: Any) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and isinstance(_bare(value), str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _clock(at: float) -> str:
    seconds, rest = divmod(round(at * 1000), 1000)
    said = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{said}.{rest:03}" if rest else said


def _cited(clauses: Any) -> str:
    return ",".join(clauses)


# Reading


def _entry(line: str) -> tuple[Entry, Secret | None, str]:
    words = list(_words(line))
    if len(words) < 4 or any(not isinstance(word, str) for word in words[:4]):
        raise ValueError("a line is: number, time, who, what")
    data: dict[str, Any] = {"number": _number(words[0]), "at": _seconds(words[1])}
    parts = _split(words[2:])
    end: dict[str, Any] = dict(word for word in parts[-1] if isinstance(word, tuple))
    seals = {name: end[name] for name in _AT_THE_END if name in end}
    parts[-1] = [w for w in parts[-1] if not (isinstance(w, tuple) and w[0] in seals)]
    if "sealed" in seals:
        data["commitment"] = seals["sealed"]
    data |= {name: seals[name] for name in ("joins", "ahead") if name in seals}
    seal = str(seals.get("seal", ""))
    if _SEAL.fullmatch(seal) is None:
        raise ValueError(f"not a seal: {seal!r}")
    if words[2] == _OWN:
        data["entry"] = words[3]
        data |= _values(parts[0][2:])
        if words[3] == "amended":
            data["moves"] = [_read_move(part) for part in parts[1:]]
    else:
        move = _read_move(parts[0])
        clauses = move.pop("refused", None)
        if clauses is None:
            data |= {"entry": "played", **move}
        else:
            faults = [{"clause": clause} for clause in clauses]
            data |= {"entry": "refused", "by": move["by"], "move": move["move"], "faults": faults}
    entry: Entry = msgspec.convert(data, _ENTRY)
    if "opened" not in seals:
        return entry, None, seal
    secret = {"values": seals["opened"], "salt": seals.get("salt")}
    return entry, msgspec.convert(secret, Secret), seal


def _read_move(words: list[Any]) -> dict[str, Any]:
    """A move with its verdict: ``red step to=0,0 -> allowed M65``."""
    if "->" not in words or words.index("->") < 2:
        raise ValueError("a move is: who, what, ->, verdict")
    end = words.index("->")
    said = words[end + 1 :]
    found: dict[str, Any] = {"by": words[0], "move": {"move": words[1], **_values(words[2:end])}}
    cited = str(said[1]).split(",") if len(said) == 2 else []
    match said[:1], len(said):
        case ["ok"], 1:
            pass
        case ["allowed" | "marked"], 2:
            found |= {"overruled": cited, "marked": said[0] == "marked"}
        case ["refused"], 2:
            found["refused"] = cited
        case _:
            raise ValueError("a verdict is: ok, allowed, marked or refused with its clauses")
    return found


def _words(line: str) -> Iterator[str | tuple[str, Any]]:
    """The words of a line up to ``#``; ``name=value`` as a pair."""
    at = 0
    while at < len(line):
        if line[at].isspace():
            at += 1
        elif line.startswith("# ", at):
            return
        elif (key := _KEY.match(line, at)) is None:
            word = _WORD.match(line, at)
            assert word is not None
            yield word.group()
            at = word.end()
        else:
            value, at = _read(line, key.end())
            yield key.group(1), value


def _read(line: str, at: int) -> tuple[Any, int]:
    if line[at : at + 1] in ('"', "[", "{"):
        try:
            return _JSON.raw_decode(line, at)
        except json.JSONDecodeError as error:
            raise ValueError(f"{error.msg} at {line[at : at + 20]!r}") from error
        except RecursionError as error:
            raise ValueError(f"nested too deeply: {line[at : at + 20]!r}") from error
    word = _WORD.match(line, at)
    if word is None:
        raise ValueError("a value is missing")
    return _bare(word.group()), word.end()


def _bare(word: str) -> Any:
    """A value written without quotes: a number, true, false or null, or else the word."""
    try:
        value = json.loads(word)
    except ValueError:  # also for a number longer than Python reads
        return word
    return value


def _split(words: list[Any]) -> list[list[Any]]:
    parts: list[list[Any]] = [[]]
    for word in words:
        if word == "|":
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _values(words: list[Any]) -> dict[str, Any]:
    loose = [word for word in words if not isinstance(word, tuple)]
    if loose:
        raise ValueError(f"expected name=value, not {loose[0]!r}")
    return dict(words)


def _number(word: Any) -> int:
    if not str(word).isdecimal():
        raise ValueError(f"not a number of an entry: {word!r}")
    return int(word)


def _seconds(word: Any) -> float:
    found = _TIME.fullmatch(str(word))
    if found is None:
        raise ValueError(f"not a time like 0:03:41: {word!r}")
    hours, minutes, seconds, rest = (int(part or 0) for part in found.groups())
    return (((hours * 60 + minutes) * 60 + seconds) * 1000 + rest) / 1000
