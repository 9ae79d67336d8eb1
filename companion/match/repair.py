"""Repair: what was entered wrongly, what the table really shows, what nobody told."""

from collections.abc import Sequence
from functools import partial

from companion.kernel import Move, judge
from companion.match import entries, words
from companion.match.answer import Answer
from companion.match.entries import Told
from companion.match.hands import hands
from companion.match.journal import Journal
from companion.match.moves import rule
from companion.match.seen import plain
from companion.match.steps import Impossible, Step, arranged
from companion.match.words import Tell


def amend(journal: Journal, number: int, moves: Sequence[Move], *, allow: bool) -> Answer:
    """Let line ``number`` be what was meant, and judge all later lines again."""
    line = journal.timeline
    standing = [step for step in line.steps if step.line == number]
    if not standing or not isinstance(line.entries[number - 1], entries.Played):
        return journal.no("not_a_line", line=number)
    key = "amended" if moves else "never_happened"
    tell: list[Tell] = [words.text(key, line=number)]
    told: list[Told] = []
    position = standing[0].before
    for move in moves:
        same = not told and type(standing[0].move) is type(move)
        by = standing[0].by if same else line.who(position, move)
        verdict = judge(journal.game, position, move, by)
        ruling = rule(journal, position, move, by, verdict, allow=allow)
        if ruling.done is None:
            return Answer(
                done=False,
                says=journal.say(*ruling.tell),
                verdict=ruling.verdict,
                allowable=ruling.may,
            )
        told.append(ruling.told)
        tell.extend(ruling.tell)
        position = ruling.done.position
    later = [
        step
        for step in line.amended(number, 0, list(zip(told, moves, strict=True)))
        if step.line != number and _broken(step)
    ]
    was = {step.line for step in line.steps if _broken(step)}
    before = journal.public
    entry = journal.write(
        entries.Amended,
        *tell,
        *(_now_broken(step) for step in later if step.line not in was),
        secret=journal.secret(moves),
        line=number,
        moves=tuple(told),
    )
    return Answer(
        done=True,
        says=entry.sentences,
        entry=entry.number,
        work=partial(hands, journal.game, (before, journal.public)),
        marked=tuple(dict.fromkeys(step.line for step in later)),
    )


def set_table(
    journal: Journal, kind: type[entries.Corrected | entries.CaughtUp], by: str, situation: object
) -> Answer:
    """Set what the table really shows, as a correction or to catch up with a turn."""
    before = journal.public
    data = plain(situation)
    try:
        arranged(journal.game, journal.timeline.position, data)
    except Impossible as impossible:
        return Answer(done=False, says=journal.say(words.broken(impossible.faults)))
    except ValueError as error:
        return journal.no("no_situation", why=words.Verbatim(str(error)))
    key = "caught_up" if kind is entries.CaughtUp else "corrected"
    entry = journal.write(kind, words.text(key, who=by), by=by, situation=data)
    work = partial(hands, journal.game, (before, journal.public))
    return Answer(done=True, says=entry.sentences, entry=entry.number, work=work)


def _broken(step: Step) -> bool:
    return step.state in ("illegal", "left out")


def _now_broken(step: Step) -> Tell:
    if step.state == "left out":
        return words.text("left_out", line=step.line)
    return words.text("now_illegal", line=step.line, clauses=words.clauses(step.faults))
