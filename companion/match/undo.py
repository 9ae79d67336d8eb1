"""Taking back: what goes together, who must agree, and what hands put back."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, pairwise

from companion.kernel import TABLE, Verbatim
from companion.match import entries, sentences
from companion.match.answer import Answer
from companion.match.entries import Ended, Reason
from companion.match.instructions import hands
from companion.match.journal import Journal
from companion.match.opened import told_in_secret
from companion.match.steps import Step
from companion.match.timeline import Timeline
from companion.text import Phrasebook

MOST_NAMED = 3
"""Kinds of move that a question names; of more it says so."""


def undo(journal: Journal, by: str, consent: Collection[str], reason: Reason | None) -> Answer:
    """Take back the last move with all its chain; if it was only entered wrongly, its last line."""
    line = journal.timeline
    steps = last_line(line) if reason == "entered wrongly" else last_chain(line)
    return _strike(journal, steps, by, consent, reason)


def back_to(journal: Journal, number: int, by: str, consent: Collection[str]) -> Answer:
    """Take back all that came after line ``number``."""
    steps = [step for step in journal.timeline.steps if step.line > number]
    return _strike(journal, steps, by, consent, "taken back")


def redo(journal: Journal, by: str) -> Answer:
    """Restore what was taken back last."""
    line, game = journal.timeline, journal.game
    if not line.redo:
        return journal.no("nothing_to_redo")
    back = line.redo[-1]
    numbers = tuple(dict.fromkeys(step.line for step in back))
    positions = tuple(chain.from_iterable(step.way for step in back))
    work = partial(hands, game, map(game.public, positions))
    entry = journal.write(
        entries.Redone,
        _again(journal, by, back),
        by=by,
        lines=numbers,
    )
    return Answer(done=True, says=entry.sentences, entry=entry.number, work=work)


def _strike(
    journal: Journal,
    steps: Sequence[Step],
    by: str,
    consent: Collection[str],
    reason: Reason | None,
) -> Answer:
    if not steps:
        return journal.no("nothing_to_undo")
    wanted = taking(journal.timeline, journal.seats, steps, by, wrongly=reason == "entered wrongly")
    if (stop := stopped(journal, wanted, consent, reason)) is not None:
        return stop
    lines = wanted.lines
    positions = tuple(chain.from_iterable(reversed(step.way) for step in reversed(steps)))
    work = partial(hands, journal.game, map(journal.game.public, positions))
    key = "entered_wrongly" if reason == "entered wrongly" else "taken_back"
    tell = [sentences.text(key, who=by, **sentences.lines(lines))]
    if len(tuple(journal.timeline.by_hand(steps))) < len(steps):
        tell.append(sentences.text("with_itself"))
    if wanted.consent:
        tell.append(sentences.text("with_consent", seats=wanted.consent))
    entry = journal.write(
        entries.Undone,
        *tell,
        by=by,
        lines=lines,
        consent=wanted.consent,
        reason=reason or "taken back",
    )
    return Answer(done=True, says=entry.sentences, entry=entry.number, work=work)


@dataclass(frozen=True)
class Taking:
    """Some steps that are to be taken back, or told otherwise.

    steps: which.
    revealed: the lines among them that brought something to light.
    consent: the seats other than the one who asks that must agree when it is a taking back, in the
        order of play.
    opened: whether all that was told in secret lies open, for the match is over.
    shown: whether the answer itself tells what was told in secret.
    """

    steps: tuple[Step, ...]
    revealed: tuple[int, ...]
    consent: tuple[str, ...]
    opened: bool = False
    shown: bool = False

    @property
    def lines(self) -> tuple[int, ...]:
        """The numbers of their lines."""
        return tuple(dict.fromkeys(step.line for step in self.steps))


def stopped(
    journal: Journal,
    wanted: Taking,
    consent: Collection[str],
    reason: Reason | None,
    *,
    amends: bool = False,
) -> Answer | None:
    """What must be settled before it is done: why it is, or who must still agree; None when
    nothing must. amends: something is told instead of it."""
    if wanted.revealed and reason is None:
        says = journal.say(sentences.text("why"))
        return Answer(done=False, says=says, why=True, revealed=wanted.revealed)
    missing = tuple(seat for seat in wanted.consent if seat not in consent)
    if missing:
        says = journal.say(_asks(journal, wanted, missing, amends=amends))
        return Answer(done=False, says=says, consent=missing, revealed=wanted.revealed)
    return None


def _asks(
    journal: Journal, wanted: Taking, missing: Sequence[str], *, amends: bool
) -> sentences.Tell:
    """The question to those who must still agree, with what would be taken back or told otherwise:
    by the kinds of move, for what a history says of places has no room in it."""
    if wanted.opened or wanted.shown:
        key = "opened_needs_consent" if wanted.opened else "shown_needs_consent"
        return sentences.text(key, seats=missing)
    kinds = _kinds(journal, wanted.steps)

    def tell(phrasebook: Phrasebook) -> Iterable[str]:
        told = _called(kinds, phrasebook)
        key = "undo_of_needs_consent" if told else "undo_needs_consent"
        if amends:
            key = "amend_of_needs_consent" if told else "amend_needs_consent"
        yield phrasebook.say("match", key, {"seats": missing, "told": told})

    return tell


def _again(journal: Journal, by: str, steps: Sequence[Step]) -> sentences.Tell:
    """Who restores what, by the kinds of move."""
    kinds = _kinds(journal, steps)

    def tell(phrasebook: Phrasebook) -> Iterable[str]:
        told = _called(kinds, phrasebook)
        key = "redone_of" if told else "redone"
        yield phrasebook.say("match", key, {"who": by, "told": told})

    return tell


def _kinds(journal: Journal, steps: Sequence[Step]) -> list[str]:
    """The kinds of move that somebody chose among steps."""
    chosen = journal.timeline.by_hand(steps)
    return [journal.game.kind(step.move).name for step in chosen if step.move is not None]


def _called(kinds: Sequence[str], phrasebook: Phrasebook) -> list[Verbatim]:
    """How kinds of move are called, the first of many."""
    every = [one for one in dict.fromkeys(kinds) if phrasebook.has("kind", one)]
    told = [phrasebook.say("kind", one) for one in every[:MOST_NAMED]]
    told += [phrasebook.say("match", "and_more")] * (len(every) > MOST_NAMED)
    return [*map(Verbatim, told)]


def last_chain(timeline: Timeline) -> tuple[Step, ...]:
    """The last move, with all that it belongs to when it is part of a chain."""
    steps = timeline.steps
    return tuple(steps[timeline.chain(steps) :]) if steps else ()


def last_line(timeline: Timeline) -> tuple[Step, ...]:
    """The steps of the last line that somebody told, with what came of it by itself; of lines that
    were told as one, all of them."""
    steps, first = timeline.steps, len(timeline.steps)
    while first > 1 and timeline.belongs(steps[first - 2], steps[first - 1]):
        first -= 1
    line = steps[first - 1].line if first else 0
    while first and steps[first - 1].line == line:
        first -= 1
    return tuple(steps[first:])


def taking(
    timeline: Timeline,
    seats: Sequence[str],
    steps: Sequence[Step],
    by: str,
    *,
    wrongly: bool,
    told_of: Collection[str] = (),
    shown: bool = False,
) -> Taking:
    """Who must agree when ``by`` wants ``steps`` struck, or told otherwise.

    One's own moves are free; another's needs that seat, and what was told as one for several the
    seat of the first of it. What was revealed or agreed by all needs
    everybody, unless it was only entered wrongly; so does whatever is struck after the end, once
    what was told in secret lies open. Seats that left are not asked. told_of: those of whom a move
    is told instead, which is held against what they alone know. shown: see :class:`Taking`; it
    needs everybody, too.
    """
    game = timeline.game
    revealed = tuple(
        dict.fromkeys(
            step.line for step in steps if step.move is not None and game.reveals(step.move)
        )
    )
    over = timeline.end is not None or game.outcome(timeline.position) is not None
    opened = over and told_in_secret(timeline)
    common = opened or any(_agreed(timeline, step) for step in steps)
    told = list(timeline.by_hand(steps))
    movers = {one.by for one in told[:1]}
    movers |= {one.by for before, one in pairwise(told) if not timeline.belongs(before, one)}
    involved: Collection[str] = movers.union(told_of)
    if common or shown or (revealed and not wrongly):
        involved = seats
    away = timeline.absent | {by, TABLE}
    return Taking(
        tuple(steps),
        revealed,
        tuple(seat for seat in seats if seat in involved and seat not in away),
        opened,
        shown,
    )


def _agreed(timeline: Timeline, step: Step) -> bool:
    entry = timeline.entries[step.entry_number - 1]
    return isinstance(entry, Ended) and entry.how != "resigned"
