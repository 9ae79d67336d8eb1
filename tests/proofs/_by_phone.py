"""A recorded match played once more, line by line: at one table by telephone wherever a telephone
may, at another one by touch. What is the table's alone is done at both.

What was refused is left out: on a telephone it is nobody's line. So lines have other numbers here.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import msgspec

from companion.kernel import TABLE, Move
from companion.match import entries
from companion.match.commitments import with_hidden
from companion.match.entries import Entry
from companion.match.match import Match
from companion.match.record import Record
from companion.match.registry import game_package
from companion.sight.hand import Done, Offered
from companion.sight.wishes import Agree, TakeBack
from tests.ui.hands import as_at_table, at_table, hand, tokens_of, wish
from ui.session.open_match import OpenMatch

LEFT_OUT = ("number", "at", "sentences", "snapshot", "joins", "ahead", "commitment")
"""What of an entry is not compared with the record: it was made move by move, with salts and by a
clock of its own."""


@dataclass
class Found:
    """What came of it.

    lines: of the record that were played.
    kinds: moves made by telephone, by kind.
    back: how often something was taken back, and agreed on, by telephone.
    apart: moves that the record has one by one, where all tell together.
    table: kinds of move of a seat that no telephone could choose.
    proofs: secrets that were opened in the end as they had been entered.
    wrong: what was otherwise, in words.
    """

    lines: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    back: Counter[str] = field(default_factory=Counter)
    apart: int = 0
    table: Counter[str] = field(default_factory=Counter)
    proofs: int = 0
    wrong: list[str] = field(default_factory=list)


class Again:
    """Two tables at which a record is played. ours: by telephone. theirs: by touch."""

    def __init__(self, told: Record) -> None:
        begun = told.entries[0]
        assert isinstance(begun, entries.Started)
        self.told, self.found = told, Found()
        self.game, self._in_one = game_package(begun.game).game, False
        self.ours, self.theirs = (at_table(_begun(begun)) for _ in range(2))
        self._now = {1: 1}  # the numbers of lines here, by those in the record

    def play(self, most: int) -> Found:
        """Play so many of its lines."""
        waiting: list[Entry] = []
        for entry in self.told.entries[1:most]:
            if isinstance(entry, entries.Refused):
                continue
            self.found.lines += 1
            waiting.append(entry)
            if len(self.theirs.match.entries) < len(self._now) + len(waiting):
                self._play(entry)
            if self.ours.together.step and self.ours.together.begun:
                continue  # it comes with the others
            self._compare(waiting)
            waiting.clear()
            if self.found.wrong:
                return self.found
        self._prove()
        return self.found

    def _compare(self, told: Iterable[Entry]) -> None:
        """Both journals are the same to the byte, and say what the record says."""
        both = [one.match.entries for one in (self.ours, self.theirs)]
        for entry in told:
            now = self._now[entry.number] = len(self._now) + 1
            said = [one[now - 1] if len(one) >= now else None for one in both]
            alike = msgspec.json.encode(said[0]) == msgspec.json.encode(said[1])
            if not alike or said[0] is None or self.plain(said[0]) != self.plain(entry, self._now):
                what = f"{said[0]}, {said[1]} and in the record {entry}" if alike else said
                self.found.wrong.append(f"line {entry.number}: {what}")
                return

    def _prove(self) -> None:
        match = self.ours.match
        opened = match.proofs() if match.over else ()
        self.found.proofs = sum(one.holds for one in opened)
        self.found.wrong += [f"line {one.number} is not opened" for one in opened if not one.holds]

    def plain(self, entry: Entry, now: Mapping[int, int] | None = None) -> dict[str, Any]:
        """An entry as far as it is compared with the record. now: the numbers of its lines."""
        kept = {one: it for one, it in msgspec.to_builtins(entry).items() if one not in LEFT_OUT}
        if isinstance(entry, entries.Amended):  # older records do not say whose word it was
            kept = {one: it for one, it in kept.items() if one not in ("by", "consent")}
        if now is not None and "lines" in kept:
            kept["lines"] = tuple(now[one] for one in kept["lines"])
        if now is not None and "line" in kept:
            kept["line"] = now[kept["line"]]
        return kept

    def _play(self, entry: Entry) -> None:
        match entry:
            case entries.Played():
                self._move(entry, self._moves(entry, (entry.move,))[0])
            case entries.Undone():
                self._undo(entry)
            case _:
                for at in (self.ours, self.theirs):
                    self._of_the_table(at.match, entry)

    def _moves(self, entry: Entry, told: tuple[dict[str, Any], ...]) -> tuple[Move, ...]:
        secret = self.told.secrets.get(entry.number)
        values = ({},) * len(told) if secret is None else secret.values
        pairs = zip(told, values, strict=True)
        return tuple(with_hidden(self.game, one, dict(more)) for one, more in pairs)

    def _move(self, entry: entries.Played, move: Move) -> None:
        kind = self.game.kind(move)
        if entry.overruled:
            for at in (self.ours, self.theirs):
                at.match.allow(move, entry.by, at.match.seats)
            return
        if self._told_apart(entry):
            for at in (self.ours, self.theirs):
                at.presenter.go((move,), entry.by)
            self.found.apart += 1
            return
        as_at_table(self.theirs, move, entry.by)
        chosen = None if entry.by == TABLE else tokens_of(self.ours, entry.by, move)
        if chosen is None:
            self.found.table[kind.name] += entry.by != TABLE and kind.role == "play"
            as_at_table(self.ours, move, entry.by)
        else:
            said = hand(self.ours, entry.by).wish(wish(self.ours, chosen))
            self.found.kinds[kind.name] += 1
            if not isinstance(said, Done):
                self.found.wrong.append(f"line {entry.number}: {said}")
        for at in (self.ours, self.theirs):  # what looks like a taking back is asked at the table
            if (asked := at.presenter.question) is not None and asked.form == "back":
                at.presenter.settle("anew")

    def _told_apart(self, entry: entries.Played) -> bool:
        """Whether it is one of several that all tell together, and the record has them in another
        order, with something between them, or not taken back as what it is here: one move."""
        together = self.theirs.together
        if not together.step or together.form != "number" or entry.move["move"] != together.way:
            return False
        if not together.begun:
            following = self.told.entries[entry.number - 1 :][: len(together.open)]
            told = [
                (one.by, one.move["move"])
                for one in following
                if isinstance(one, entries.Played) and not one.overruled
            ]
            own = {one.number for one in following}
            back = (one.lines for one in self.told.entries if isinstance(one, entries.Undone))
            whole = all(own.isdisjoint(lines) or own == set(lines) for lines in back)
            self._in_one = whole and told == [(seat, together.way) for seat in together.open]
        return not self._in_one

    def _undo(self, entry: entries.Undone) -> None:
        steps = self.ours.match.steps
        mine = bool(steps) and steps[-1].by == entry.by
        self.theirs.presenter.agreeing.undo(entry.by)
        _settled(self.theirs, entry)
        if mine:
            hand(self.ours, entry.by).take_back(TakeBack("b" * 20, len(self.ours.match.entries)))
            self.found.back["taken back"] += 1
        else:
            self.ours.presenter.agreeing.undo(entry.by)
        _settled(self.ours, entry, self.found.back)

    def _of_the_table(self, match: Match, entry: Entry) -> None:
        seats = match.seats
        match entry:
            case entries.Redone():
                match.redo(entry.by)
            case entries.Amended():
                moves = self._moves(entry, tuple(one.move for one in entry.moves))
                line = self._now[entry.line]
                by = entry.by or str(getattr(match.entries[line - 1], "by", TABLE))
                match.amend(line, *moves, by=by, consent=seats, reason="entered wrongly")
            case entries.Corrected():
                match.correct(entry.situation, entry.by, seats)
            case entries.Ended(how="agreed"):
                match.agree_end(entry.by, seats)
            case _:
                self.found.wrong.append(f"line {entry.number}: {type(entry).__name__}?")


def _begun(told: entries.Started) -> Match:
    salts = count()
    return Match.start(
        game_package(told.game),
        told.seats,
        told.players,
        told.options,
        told.box,
        clock=lambda: 0.0,
        salt=lambda: next(salts).to_bytes(16),
        strictness=told.strictness,
        situation=told.situation,
        by_itself=False,  # as they were recorded
    )


def _settled(at: OpenMatch, entry: entries.Undone, agreed: Counter[str] | None = None) -> None:
    """Answer whatever is asked before something is taken back. agreed: counts what is answered by
    telephone."""
    while (asked := at.presenter.question) is not None:
        token = asked.answers[0].token
        if asked.form == "why":
            at.presenter.settle(entry.reason)
        elif agreed is None or asked.form != "consent":
            at.presenter.settle(token)
        else:
            offered = hand(at, token).begin(())
            assert isinstance(offered, Offered) and offered.question
            hand(at, token).agree(Agree("c" * 20, offered.asking, True))
            agreed["agreed"] += 1
