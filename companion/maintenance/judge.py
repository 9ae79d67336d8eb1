"""What of a store that comes from elsewhere may come back: every row is judged.

A row stays when this version can read it and what it says can be. Matches are gone through again:
one that still goes on has no result, whatever a row says. Where hidden things of a match lie on
this machine, a backup that this machine did not make may not take that match up: what would be
told of it could be made up to open them. It comes back under another name, as on any other
machine: what it hid is unknown.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from math import isfinite
from typing import Any
from uuid import uuid4

import msgspec

from companion.archive import score
from companion.archive.summary import VERSION, Result, Summary, summary_of
from companion.kernel import Game
from companion.match import registry
from companion.match.commitments import commitment
from companion.match.entries import Bookmarked, Entry, HandedOver, Started, decode, encode
from companion.match.likes import Likes
from companion.match.match import Match
from companion.match.renaming import LONGEST_NAME, LONGEST_REMARK
from companion.store import (
    BOX,
    ENTRY,
    MATCH,
    PAGES,
    PLAYER,
    REMARKS,
    RESULT,
    SCORE,
    SECRET,
    SUMMARY,
    Chain,
    Heading,
    secret_of,
    told_box,
)

LONGEST_SENTENCE = 4000
"""Letters of a sentence in a journal; they have a few hundred."""

LONGEST_TIME = 1e9
"""Seconds of a match, thirty years."""

MOST_COUNTED = 1_000_000
"""Moves, points and the like of a match."""

LARGEST_BOX = 1 << 16
"""Bytes of what is told of a box."""

Rows = dict[str, list[bytes]]


class _Player(msgspec.Struct, omit_defaults=True):
    last: datetime
    likes: Likes | None = None


class Judge:
    """Says of each key which of its rows may come back, and counts in ``left`` what may not: by
    the keys of the texts ``left``.

    held: matches of which something hidden lies here; None for all. name: a new one for a match.
    """

    def __init__(
        self, held: Collection[str] | None, name: Callable[[], str] = lambda: uuid4().hex
    ) -> None:
        self._held, self._name = held, name
        self._commitments = dict[str, dict[int, str]]()
        self.left: Counter[str] = Counter()

    def __call__(self, key: str, chains: Mapping[str, Chain]) -> tuple[str, Rows]:
        """See :data:`companion.store.sift.Judge`."""
        rows: Rows = {}
        for table, read in ((BOX, _box), (PLAYER, _player)):
            rows[table] = self._each(chains.get(table, Chain()), partial(read, key))
        rows[SCORE] = self._sheet(chains.get(SCORE, Chain()))
        match = self._match(key, chains)
        entries = map(decode, match.get(ENTRY, ()))
        self._commitments[key] = {x.number: getattr(x, "commitment", "") for x in entries}
        if not match.get(ENTRY) or not (self._held is None or key in self._held):
            return key, rows | match
        self.left["hidden"] += 1
        del match[SUMMARY]  # it names the match; it is made anew
        return self._name(), match

    def secrets(self, key: str, chains: Mapping[str, Chain]) -> tuple[str, Rows]:
        """The same of what a match hides, once the match was judged: what its entries know."""
        committed = self._commitments.get(key, {})

        def known(body: bytes) -> bytes:
            number, secret = secret_of(body)
            if committed.get(number) != commitment(secret):
                raise ValueError("not what was told")
            return body

        return key, {SECRET: self._each(chains.get(SECRET, Chain()), known, "secrets")}

    def _each(
        self, chain: Chain, read: Callable[[bytes], bytes], lost: str = "rest"
    ) -> list[bytes]:
        """The bodies that can be read, as they are written here. lost: what others count as."""
        kept = []
        self.left[lost] += chain.lost
        for body in chain.bodies:
            try:
                kept.append(read(body))
            except (ValueError, RecursionError):
                self.left[lost] += 1
        return kept

    def _sheet(self, chain: Chain) -> list[bytes]:
        """A sheet of points, whole or not at all."""
        if not chain.bodies and not chain.lost:
            return []
        try:
            events = [score.decode(msgspec.json.decode(body)) for body in chain.bodies]
            for one in events:
                _day(one.at)
            begun = score.fold(events).begun
            _named(begun.game, *(name for _, name in begun.players), *begun.categories)
            if not 1 <= len(begun.players) <= score.MOST_PLAYERS:
                raise ValueError("too many players")
            if not all(0 <= team < score.MOST_PLAYERS for team in begun.teams):
                raise ValueError("no team")
            if len(begun.categories) > score.MOST_CATEGORIES:
                raise ValueError("too many categories")
            for one in events:
                if isinstance(one, score.Entered) and abs(one.points) > score.MOST_POINTS:
                    raise ValueError("too many points")
        except (ValueError, RecursionError):
            self.left["sheets"] += 1
            return []
        self.left["rest"] += chain.lost
        return [msgspec.json.encode(score.encode(one)) for one in events]

    def _match(self, key: str, chains: Mapping[str, Chain]) -> Rows:
        """A match as far as it can be read; nothing of it when it cannot be opened."""
        of_match = {table: chains.get(table, Chain()) for table in (MATCH, ENTRY, RESULT, SUMMARY)}
        entries = _entries(of_match[ENTRY].bodies)
        lost = len(of_match[ENTRY].bodies) + of_match[ENTRY].lost - len(entries)
        if not entries:
            if lost:
                self.left["matches"] += 1
            others = [of_match[table] for table in (MATCH, RESULT)]
            self.left["rest"] += sum(len(one.bodies) + one.lost for one in others)
            return {SUMMARY: self._each(of_match[SUMMARY], partial(result_alone, key))}
        started = entries[0]
        assert isinstance(started, Started)
        try:
            ended, over = self._ends(key, entries, of_match[RESULT])
        except Exception:  # whatever the rules stumble over, a screen would stumble over it, too
            self.left["matches"] += 1
            return {}
        self.left["entries"] += lost
        heads = self._each(of_match[MATCH], lambda body: _heading(body, started))
        if not heads:
            heads = [msgspec.json.encode(Heading(started.game, started.seats, started.players))]
        summed = of_match[SUMMARY] if over else Chain()
        return {
            MATCH: heads,
            ENTRY: [encode(entry) for entry in entries],
            RESULT: ended,
            SUMMARY: self._each(summed, lambda body: _summary(key, body, started)),
        }

    def _ends(self, key: str, entries: Sequence[Entry], chain: Chain) -> tuple[list[bytes], bool]:
        """The results of a match, and whether the last one says that it is over: that it is, is
        for its journal to say. Raises whatever the journal makes the rules raise."""
        results = self._each(chain, _result)
        match = _opened(entries)
        over = bool(results) and results[-1] != b"{}"
        if match is None or not over:
            return results, over
        if not (match.over or match.read_only or match.missing):
            self.left["results"] += 1
            return [], False
        summary_of(match, key, msgspec.json.decode(results[-1], type=Result))
        return results, True


def _opened(entries: Sequence[Entry]) -> Match | None:
    """The match of a journal, without what it hides; None for a game that is not here."""
    first = entries[0]
    assert isinstance(first, Started)
    if first.game not in registry.names():
        return None
    match = Match.reopen(
        registry.game_package(first.game), entries, clock=lambda: 0.0, salt=lambda: b"", secrets={}
    )
    match.lines()
    if match.public is None:
        raise ValueError("nothing of it can be shown")
    return match


def _entries(bodies: Sequence[bytes]) -> list[Entry]:
    """The entries of a match up to the first that this version cannot read or that cannot be."""
    found: list[Entry] = []
    for number, body in enumerate(bodies, 1):
        try:
            entry = decode(body)
            _possible(entry, number)
        except ValueError:
            break
        found.append(entry)
    return found


def _possible(entry: Entry, number: int) -> None:
    """Raises ValueError when it is not what is written here under that number."""
    if entry.number != number or isinstance(entry, Started) != (number == 1):
        raise ValueError("not in its place")
    _seconds(entry.at)
    for sentences in entry.sentences.values():
        if any(len(one) > LONGEST_SENTENCE for one in sentences):
            raise ValueError("nobody says so much")
    if isinstance(entry, Started):
        _named(entry.game, *entry.seats, *entry.players, *entry.players.values())
    if isinstance(entry, HandedOver | Bookmarked):
        _named(entry.name)


def _heading(body: bytes, started: Started) -> bytes:
    head = msgspec.json.decode(body, type=Heading)
    if (head.game, head.seats) != (started.game, started.seats):
        raise ValueError("of another match")
    _named(*head.players, *head.players.values())
    for when in (head.begun, head.last):
        _day(when)
    return msgspec.json.encode(head)


def _result(body: bytes) -> bytes:
    if body == b"{}":
        return body
    return msgspec.json.encode(msgspec.json.decode(body, type=Result))


def result_alone(key: str, body: bytes) -> bytes:
    """What is known of a match that came without its entries. Raises ValueError or RecursionError
    when it cannot be."""
    one = msgspec.json.decode(body, type=Summary)
    if not one.foreign or one.match != key or one.version != VERSION:
        raise ValueError("its entries are missing")
    seats = [player.seat for player in one.players]
    if not 1 <= len(seats) <= score.MOST_PLAYERS or len({*seats}) < len(seats):
        raise ValueError("too many players")
    _named(one.game, *seats, *(player.name for player in one.players), *one.levels_named)
    _seconds(one.seconds)
    for when in (one.begun, one.ended):
        _day(when)
    counts = [one.moves, one.undone, *one.refusals.values(), *one.overrides.values()]
    places = [player.place for player in one.players]
    if not all(0 <= count < MOST_COUNTED for count in (*counts, *places)):
        raise ValueError("no count")
    scores = [player.score or 0 for player in one.players]
    if not all(-MOST_COUNTED < figure < MOST_COUNTED for figure in (*scores, *one.figures)):
        raise ValueError("no score")
    return msgspec.json.encode(one)


def _summary(key: str, body: bytes, started: Started) -> bytes:
    one = msgspec.json.decode(body, type=Summary)
    if (one.match, one.game) != (key, started.game):
        raise ValueError("of another match")
    _named(*(player.name for player in one.players), *(player.seat for player in one.players))
    _seconds(one.seconds)
    for when in (one.begun, one.ended):
        _day(when)
    return msgspec.json.encode(one)


def _box(key: str, body: bytes) -> bytes:
    game, _, name = key.partition("/")
    _named(game, name)
    facts: dict[str, Any] = msgspec.json.decode(body, type=dict[str, Any])
    if len(body) > LARGEST_BOX:
        raise ValueError("too much")
    if name == PAGES:
        if not all(str(key) and str(page).isdecimal() for key, page in facts.items()):
            raise ValueError("no pages")
    elif name == REMARKS:
        if not all(_remark(key) and _remark(text) for key, text in facts.items()):
            raise ValueError("no remarks")
    elif game in registry.names():
        _playable(registry.game_package(game).game, told_box(body))
    return msgspec.json.encode(facts)


def _playable(game: Game[Any], facts: dict[str, Any]) -> None:
    """Every later match would begin with it. Raises ValueError when none could."""
    seats = game.colours[: game.players[0]]
    game.start(seats, game.options(), msgspec.convert(facts, game.box))


def _remark(text: object) -> bool:
    return isinstance(text, str) and text.isprintable() and len(text) <= LONGEST_REMARK


def _player(key: str, body: bytes) -> bytes:
    _named(key)
    found = msgspec.json.decode(body, type=_Player)
    _day(found.last)
    return msgspec.json.encode(found)


def _named(*names: str) -> None:
    if any(len(one) > LONGEST_NAME for one in names):
        raise ValueError("no name")


def _seconds(seconds: float) -> None:
    if not (isfinite(seconds) and 0 <= seconds <= LONGEST_TIME):
        raise ValueError("no time")


def _day(when: datetime | None) -> None:
    """Clocks that are wrong show 1970; what is earlier or later than a life is none."""
    if when is not None and (when.tzinfo is None or not 1970 <= when.year < 2200):
        raise ValueError("no day")
