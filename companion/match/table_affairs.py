"""The affairs of a match beside its moves: who plays, when it pauses, how it ends early."""

from collections.abc import Collection, Sequence
from typing import Literal

from companion.kernel import Verbatim
from companion.match import entries, sentences
from companion.match.answer import Answer
from companion.match.entries import Entry, Strictness
from companion.match.journal import Journal

Places = tuple[tuple[str, ...], ...]


def hand_over(journal: Journal, seat: str, name: str) -> Answer:
    """Let somebody else play for a seat; also for one that left."""
    if seat not in journal.seats:
        return journal.no("not_at_table", seat=seat)
    gone = journal.timeline.players.get(seat)
    if not gone:
        said = sentences.text("taken_over", name=Verbatim(name))
    else:
        both = {"name": Verbatim(name), "before": Verbatim(gone)}
        said = sentences.text("handed_over", **both)
    return _done(journal.write(entries.HandedOver, said, seat=seat, name=name))


def leave(journal: Journal, seat: str) -> Answer:
    """Let a seat stop playing while the others go on."""
    if seat not in _present(journal):
        return journal.no("not_at_table", seat=seat)
    return _done(journal.write(entries.Left, sentences.text("left", seat=seat), seat=seat))


def resign(journal: Journal, by: str, sure: bool) -> Answer:
    """Let a seat give up: the match ends when only one is left, else the others go on. Where it is
    not sure, that is asked."""
    present = _present(journal)
    if by not in present:
        return journal.no("not_at_table", seat=by)
    if journal.over:
        return journal.no("already_over")
    if not sure:
        says = journal.say(sentences.text("resigning", who=by))
        return Answer(done=False, says=says, consent=(by,))
    others = tuple(seat for seat in present if seat != by)
    if len(others) > 1:
        said = sentences.text("resigned_and_left", seat=by)
        return _done(journal.write(entries.Left, said, seat=by, resigned=True))
    gone = tuple(seat for seat in journal.seats if seat not in present)
    places = tuple(place for place in (others, (by,), gone) if place)
    said = sentences.text("ended_resigned", who=by)
    return _done(journal.write(entries.Ended, said, how="resigned", by=by, places=places))


def end(
    journal: Journal,
    how: Literal["agreed", "draw"],
    by: str,
    consent: Collection[str],
    places: Sequence[Sequence[str]] = (),
) -> Answer:
    """End the match early; everybody who plays must agree."""
    if journal.over:
        return journal.no("already_over")
    asked = tuple(seat for seat in _present(journal) if seat != by)
    missing = tuple(seat for seat in asked if seat not in consent)
    if missing:
        says = journal.say(sentences.text(f"ended_{how}_asked", who=by, seats=missing))
        return Answer(done=False, says=says, consent=missing)
    entry = journal.write(
        entries.Ended,
        sentences.text(f"ended_{how}"),
        how=how,
        by=by,
        places=tuple(map(tuple, places)),
        consent=asked,
    )
    return _done(entry)


def pause(journal: Journal, ago: float = 0.0) -> Answer:
    """Let the play time stand still, since that many seconds, until it is resumed or something is
    done."""
    if journal.timeline.paused:
        return Answer(done=False, says=journal.say(sentences.text("paused")))
    return _done(journal.write(entries.Paused, sentences.text("paused"), ago=ago))


def resume(journal: Journal) -> Answer:
    """Let the play time go on."""
    if not journal.timeline.paused:
        return Answer(done=False, says=journal.say(sentences.text("resumed")))
    return _done(journal.write(entries.Resumed, sentences.text("resumed")))


def set_strictness(journal: Journal, strictness: Strictness) -> Answer:
    """Watch the rules in another way from now on."""
    said = sentences.text(f"strictness_{strictness}")
    return _done(journal.write(entries.StrictnessSet, said, strictness=strictness))


def set_by_itself(journal: Journal, *, on: bool) -> Answer:
    """Let a step in which nothing can be done end by itself, or by hand."""
    said = sentences.text("by_itself_on" if on else "by_itself_off")
    return _done(journal.write(entries.ByItselfSet, said, on=on))


def bookmark(journal: Journal, line: int, name: str) -> Answer:
    """Let a standing line be found again under a name."""
    if all(step.line != line for step in journal.timeline.steps):
        return journal.no("not_a_line", line=line)
    said = sentences.text("bookmarked", name=Verbatim(name))
    return _done(journal.write(entries.Bookmarked, said, line=line, name=name))


def set_clock(journal: Journal, budget: float, increment: float, *, shown: bool) -> Answer:
    """Let everybody see how long each seat thinks, against a budget if there is one."""
    key = "clock_budget" if budget and shown else "clock_shown" if shown else "clock_off"
    tell = [
        sentences.text(key, minutes=round(budget / 60, 1) if budget % 60 else int(budget // 60))
    ]
    if increment and budget and shown:
        tell.append(sentences.text("clock_increment", count=int(increment)))
    entry = journal.write(
        entries.ClockSet, *tell, shown=shown, budget=float(budget), increment=float(increment)
    )
    return _done(entry)


def _present(journal: Journal) -> tuple[str, ...]:
    absent = journal.timeline.absent
    return tuple(seat for seat in journal.seats if seat not in absent)


def _done(entry: Entry) -> Answer:
    return Answer(done=True, says=entry.sentences, entry=entry.number)
