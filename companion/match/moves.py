"""Moves: how a match takes one in, refuses it, or lets it stand against the rules."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.kernel import Accepted, Move, Open, Refused, Verdict, carry_out
from companion.match import entries, public_verdict, sentences
from companion.match.answer import Answer
from companion.match.entries import Joins, RecordedMove
from companion.match.instructions import Hands, hands
from companion.match.journal import Journal
from companion.match.opened import asks
from companion.match.sentences import Tell
from companion.match.steps import clauses, gone_on
from companion.match.strictness import allowable, weight


@dataclass(frozen=True)
class Ruling:
    """What becomes of a move that was judged.

    done: what it does; None when it does not stand.
    refusal: what the rules say against it, as everybody may read it.
    may: whether the table may let it stand.
    recorded: how the journal records it.
    tell: in which words the journal tells it.
    happened: what everybody may know of what it does; None when it does not stand.
    """

    done: Accepted | None
    refusal: Refused | None
    may: bool
    recorded: RecordedMove
    tell: tuple[Tell, ...]
    happened: Accepted | None = None

    @property
    def verdict(self) -> Verdict | None:
        """What the rules say, as everybody may read it."""
        return self.refusal or self.happened


def resolve(
    journal: Journal,
    position: Any,
    move: Move,
    by: str,
    verdict: Verdict,
    *,
    allow: bool,
    went_on: int = 0,
) -> Ruling:
    """What becomes of a move made at a position; ``allow``: the table lets it stand. went_on: the
    line it is told of, where everybody saw the match go on after it (see ``gone_on``)."""
    game, strictness = journal.game, journal.timeline.strictness
    plain = journal.plain(move)
    done, refusal, may = None, None, False
    marked = False
    if isinstance(verdict, Accepted):
        done = verdict
    else:
        refusal = public_verdict.refused(game, position, move, by, verdict)
        may = allowable(strictness, weight(game, position, move, by, verdict.faults))
        marked = may and not allow and strictness == "advise"
        if marked or (may and allow):
            done = carry_out(game, position, move, by)
    if done is None:
        assert refusal is not None
        tell = (sentences.refused(by, plain), sentences.broken(refusal.faults))
        return Ruling(None, refusal, may, RecordedMove(by, plain), tell)
    if went_on:
        done = gone_on(game, position, move, by, done)
    happened = public_verdict.accepted(game, position, move, done)
    return Ruling(
        done,
        refusal,
        may,
        RecordedMove(by, plain, clauses(verdict), marked),
        _standing(by, happened, refusal, marked=marked),
        happened,
    )


def play(
    journal: Journal,
    move: Move,
    by: str | None,
    consent: Collection[str] = (),
    *,
    allow: bool,
    joins: Joins = "",
    ahead: int = 0,
) -> Answer:
    """Judge a move and write down what came of it. consent: the seats that agree to a correction,
    or to a move against the rules, which ends the match. ``allow``: the table lets it stand.
    joins: how it belongs to the move before it. ahead: how many more were wanted with it."""
    line = journal.timeline
    before = line.position
    by = line.who(before, move) if by is None else by
    try:
        verdict = line.judge(move, by, openly=joins == "itself")
        ruling = resolve(journal, before, move, by, verdict, allow=allow)
    except Open:  # a branch knows what everybody does
        return journal.no("rests_on_hidden")
    kind = journal.game.kind(move)
    by_play = kind.role != "fix" and not isinstance(verdict, Refused)
    if ruling.done is not None and not by_play and not kind.hidden:
        stop = asks(journal, ruling.done.position, by, consent)
        if stop is not None:
            return stop
    if ruling.done is None:
        entry, work = _refused(journal, move, by, ruling), _no_hands
    else:
        assert ruling.happened is not None
        work = partial(hands, journal.game, (journal.public, *ruling.happened.positions))
        entry = _played(journal, move, by, ruling, joins=joins, ahead=ahead)
    return Answer(
        done=ruling.done is not None,
        says=entry.sentences,
        entry=entry.number,
        verdict=ruling.verdict,
        happened=ruling.happened,
        allowable=ruling.done is None and ruling.may,
        work=work,
    )


def _no_hands() -> Hands:
    return ()


def _refused(journal: Journal, move: Move, by: str, ruling: Ruling) -> entries.Entry:
    assert ruling.refusal is not None
    return journal.write(
        entries.Refused,
        *ruling.tell,
        secret=journal.secret([move]),
        by=by,
        move=ruling.recorded.move,
        faults=ruling.refusal.faults,
    )


def _played(
    journal: Journal, move: Move, by: str, ruling: Ruling, *, joins: Joins, ahead: int
) -> entries.Entry:
    itself = (sentences.text("by_itself", who=by),) if joins == "itself" else ()
    return journal.write(
        entries.Played,
        *itself,
        *ruling.tell,
        secret=journal.secret([move]),
        accepted=ruling.done,
        by=by,
        move=ruling.recorded.move,
        overruled=ruling.recorded.overruled,
        marked=ruling.recorded.marked,
        joins=joins,
        ahead=ahead,
    )


def _standing(
    by: str, happened: Accepted, refusal: Refused | None, *, marked: bool
) -> tuple[Tell, ...]:
    """What is said of a move that stands."""
    tell = [sentences.happened(happened.events)]
    if not happened.events:
        tell.append(sentences.text("chosen_in_secret", who=by))
    if refusal is not None:
        cited = sentences.clauses(fault.clause for fault in refusal.faults)
        tell.append(sentences.text("marked" if marked else "allowed", clauses=cited))
        tell.append(sentences.broken(refusal.faults))
    return tuple(tell)
