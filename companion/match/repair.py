"""Repair: what was entered wrongly, what the table really shows, what nobody told."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from companion import kernel
from companion.kernel import Move, Verbatim, Way, judge, masked
from companion.match import entries, sentences
from companion.match.answer import Answer
from companion.match.entries import Reason, RecordedMove
from companion.match.instructions import hands
from companion.match.journal import Journal
from companion.match.moves import resolve
from companion.match.opened import asks, turns
from companion.match.public_verdict import plain
from companion.match.retelling import retold, went_on
from companion.match.sentences import Tell
from companion.match.steps import Impossible, Step, arranged, shows
from companion.match.timeline import Timeline
from companion.match.undo import Taking, stopped, taking


def amend(
    journal: Journal,
    number: int,
    moves: Sequence[Move],
    by: str,
    consent: Collection[str],
    reason: Reason | None,
    *,
    allow: bool,
) -> Answer:
    """Let line ``number`` be what was meant, and judge all later lines again.

    It needs the same consent as taking back that line, and those that cannot happen any more; and
    whoever asks must agree that these are lost.
    """
    line = journal.timeline
    standing = [step for step in line.steps if step.line == number]
    if not standing or not isinstance(line.entries[number - 1], entries.Played):
        return journal.no("not_a_line", line=number)
    wrongly = reason == "entered wrongly"

    def taken(steps: Sequence[Step], meant: _Meant) -> Taking | Answer:
        """Who agreed to it; the answer where somebody must still."""
        of, shown = meant.told_of, meant.shown
        wanted = taking(line, journal.seats, steps, by, wrongly=wrongly, told_of=of, shown=shown)
        return stopped(journal, wanted, consent, reason, amends=bool(moves)) or wanted

    if isinstance(stop := taken(standing, _Meant()), Answer):
        return stop
    meant = _meant(journal, standing[0], moves, partial(taken, standing), allow=allow)
    if isinstance(meant, Answer):
        return meant
    recorded, tell = meant.recorded, meant.tell
    now = list(zip(recorded, moves, strict=True))
    anew = retold(journal.game, line.entries, line.steps, number, 0, now)
    later = [step for step in anew if step.line != number and _broken(step)]
    was = {step.line for step in line.steps if _broken(step)}
    out = {step.line for step in later if step.state == "left out"} - was
    meant.shown = meant.shown or turns(line, anew[-1].after)
    struck = taken([step for step in line.steps if step.line in {number, *out}], meant)
    if isinstance(struck, Answer):
        return struck
    if out and by not in consent:  # the last thing asked: it tells of others' moves, too
        return _takes_along(journal, by, tuple(sorted(out)))
    if struck.consent:
        tell.append(sentences.text("with_consent", seats=struck.consent))
    tell += [_now_broken(journal, step) for step in later if step.line not in was]
    values = {"line": number, "moves": tuple(recorded), "by": by, "consent": struck.consent}
    done = _written(journal, tell, moves, values)
    return replace(done, marked=tuple(dict.fromkeys(step.line for step in later)))


def _takes_along(journal: Journal, by: str, lost: tuple[int, ...]) -> Answer:
    says = journal.say(sentences.cited("takes_along", journal.timeline.entries, *lost))
    return Answer(done=False, says=says, consent=(by,), lost=lost)


def _written(
    journal: Journal, tell: Sequence[Tell], moves: Sequence[Move], values: dict[str, Any]
) -> Answer:
    """The line that says what was meant, of these values."""
    before = journal.public
    entry = journal.write(entries.Amended, *tell, secret=journal.secret(moves), **values)
    work = partial(hands, journal.game, (before, journal.public))
    return Answer(done=True, says=entry.sentences, entry=entry.number, work=work)


def alternatives(timeline: Timeline, number: int) -> tuple[Way, ...]:
    """What would be possible instead of a standing line."""
    game = timeline.game
    for step in timeline.steps:
        if step.line == number and step.move is not None:
            known = masked(game.kind(step.move), step.move)
            return kernel.alternatives(game, game.public(step.before), known, step.by)
    return ()


@dataclass
class _Meant:
    """What is told of a line now.

    recorded: the moves, as the journal tells them. tell: in which words. told_of: whose moves they
    are, for a verdict tells what they alone know. shown: whether the verdict on one of them tells
    what the one before it brings to light, though neither may come to be made.
    """

    recorded: list[RecordedMove] = field(default_factory=list)
    tell: list[Tell] = field(default_factory=list)
    told_of: set[str] = field(default_factory=set)
    shown: bool = False


def _meant(
    journal: Journal,
    first: Step,
    moves: Sequence[Move],
    taken: Callable[[_Meant], Taking | Answer],
    *,
    allow: bool,
) -> Answer | _Meant:
    """What was meant by a line; the answer where one of the moves does not stand. first: of the
    line's steps. taken: asks, before each verdict, those who must agree to hear it."""
    line, position, meant = journal.timeline, first.before, _Meant()
    key = "amended" if moves else "never_happened"
    meant.tell.append(sentences.cited(key, line.entries, first.line))
    for left, move in zip(reversed(range(len(moves))), moves, strict=True):
        same = not meant.recorded and type(first.move) is type(move)
        mover = first.by if same else line.who(position, move)
        meant.told_of.add(mover)
        if isinstance(stop := taken(meant), Answer):
            return stop
        verdict = judge(journal.game, position, move, mover)
        on = first.line if went_on(journal.game, line.steps, first.line, left) else 0
        ruling = resolve(journal, position, move, mover, verdict, allow=allow, went_on=on)
        if ruling.done is None:
            return Answer(
                done=False,
                says=journal.say(*ruling.tell),
                verdict=ruling.verdict,
                allowable=ruling.may,
            )
        meant.recorded.append(ruling.recorded)
        meant.tell.extend(ruling.tell)
        meant.shown = meant.shown or bool(left and journal.game.reveals(move))
        position = ruling.done.position
    return meant


def set_table(
    journal: Journal,
    entry_type: type[entries.Corrected | entries.CaughtUp],
    by: str,
    situation: object,
    consent: Iterable[str],
) -> Answer:
    """Set what the table really shows, as a correction or to catch up with a turn."""
    before, data, agreed = journal.public, plain(situation), set(consent)
    tell: list[Tell] = []
    try:
        if shows(journal.game, journal.timeline.position, data):
            others = tuple(
                seat for seat in journal.seats if seat not in {*journal.timeline.absent, by}
            )
            if missing := tuple(seat for seat in others if seat not in agreed):
                says = journal.say(sentences.text("shown_needs_consent", seats=missing))
                return Answer(done=False, says=says, consent=missing)
            tell.append(sentences.text("with_consent", seats=others))
        after = arranged(journal.game, journal.timeline.position, data)
        if (stop := asks(journal, after, by, agreed)) is not None:
            return stop
    except Impossible as violations:
        return Answer(done=False, says=journal.say(sentences.broken(violations.faults)))
    except ValueError as error:
        return journal.no("no_situation", why=Verbatim(str(error)))
    key = "caught_up" if entry_type is entries.CaughtUp else "corrected"
    entry = journal.write(entry_type, sentences.text(key, who=by), *tell, by=by, situation=data)
    work = partial(hands, journal.game, (before, journal.public))
    return Answer(done=True, says=entry.sentences, entry=entry.number, work=work)


def _broken(step: Step) -> bool:
    return step.state in ("illegal", "left out")


def _now_broken(journal: Journal, step: Step) -> Tell:
    told = journal.timeline.entries
    if step.state == "left out":
        return sentences.cited("left_out", told, step.line)
    clauses = sentences.clauses(step.faults)
    return sentences.cited("now_illegal", told, step.line, clauses=clauses)
