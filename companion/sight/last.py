"""What happened last: first as what it was, then as a line in some language."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.kernel import Accepted, Event, Verbatim
from companion.languages import of
from companion.match.answer import Answer
from companion.match.entries import Amended, Entry, Sentences
from companion.match.last_answer import last_answer, last_said, step_of
from companion.match.match import Match
from companion.match.registry import GamePackage
from companion.match.steps import Step
from companion.scene.results import Results
from companion.sight.asking import words
from companion.text import Phrasebook


@dataclass(frozen=True)
class LastLine:
    """What happened last, in the present tense. seat: whose shape stands before it, "" for none."""

    seat: str
    sentence: str


@dataclass(frozen=True)
class Happened:
    """What happened last, as everybody may know it.

    seat: who did it, "" for nobody.
    results: what several people saw compared, None for nothing.
    move: what was done and by which "seat", where nothing of it was hidden and no event tells it
        better; None for anything else.
    event: what it did first, or what tells it best; None where it did nothing that the rules tell.
    told: what the journal says instead, by language. Who is named there is named for good.
    """

    seat: str
    results: Results | None
    move: dict[str, Any] | None
    event: Event | None
    told: Sentences

    def line(self, say: Phrasebook) -> LastLine:
        """Who came to what where that was compared, what the last move was where its game says
        that, what it did first, or where none did what the journal says."""
        if self.event is None:
            return LastLine(self.seat, next(iter(of(self.told, say.language, ())), ""))
        if self.results is not None and (came := _came_to(self.results, say)):
            return LastLine("", came)  # which is about others than whoever told it last
        if self.move is not None and say.has("last", str(self.move["move"])):
            return LastLine(self.seat, say.say("last", str(self.move["move"]), self.move))
        return LastLine(self.seat, say.event(self.event))

    def line_without_names(self, say: Phrasebook) -> LastLine:
        """The same from somebody who knows nobody's name; "" where the journal alone tells it."""
        return LastLine(self.seat, "") if self.event is None else self.line(say)


def happened(match: Match, heard: Iterable[Answer]) -> Happened | None:
    """What happened last; None where nothing did. heard: answers that are at hand, so that it need
    not be worked out once more."""
    entry = last_said(match)
    if entry is None:
        return None
    by = getattr(entry, "by", "")
    seat = by if by in match.seats else ""
    done, step = _done(match, entry, heard), step_of(match, entry)
    if done is None or not done.events:
        begins = 1 if isinstance(entry, Amended) and entry.moves else 0
        told = {one: said[begins:] for one, said in entry.sentences.items()}
        return Happened(seat, None, None, None, told)
    results = None if step is None else _results(match.package, step)
    telling = _telling(match, step, done.events)
    move = None if step is None or telling is not None else _open(match, step)
    return Happened(seat, results, move, telling or done.events[0], {})


def _telling(match: Match, step: Step | None, events: Sequence[Event]) -> Event | None:
    """The event that its kind says tells a move best; None where it names none that happened."""
    kind = None if step is None or step.move is None else match.game.kind(step.move)
    keys = () if kind is None else kind.told_by
    return next((one for key in keys for one in events if one.key == key), None)


def _done(match: Match, entry: Entry, heard: Iterable[Answer]) -> Accepted | None:
    """What a line did; worked out once more where it was told elsewhere, such as where the table
    is fixed: the journal says it with the codes of places."""
    done = next((one for one in heard if one.entry == entry.number), None)
    done = last_answer(match) if done is None else done
    return None if done is None else done.happened


def _results(package: GamePackage, step: Step) -> Results | None:
    return package.results(tuple(map(package.game.public, step.way)), step.events)


def _open(match: Match, step: Step) -> dict[str, Any] | None:
    """The move of a step and who made it, where nothing of its kind is hidden."""
    if step.move is None or match.game.kind(step.move).hidden:
        return None
    return {"seat": step.by, **match.game.plain(step.move)}


def _came_to(results: Results, say: Phrasebook) -> str:
    """Who won what, "" where nobody won anything."""
    won: dict[str, list[Verbatim]] = {}
    for column in results.columns:
        what = Verbatim(words(column.text, column.values, say))
        for seat, share in column.shares.items():
            if share.standing == "won":
                won.setdefault(seat, []).append(what)
    told = ({"seat": seat, "what": what} for seat, what in won.items())
    return " ".join(say.say("label", "came_to", one) for one in told)
