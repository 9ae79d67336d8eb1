"""The referee over JSON lines: one request a line, one answer a line.

``companion referee GAME`` reads standard input and writes standard output. A malformed line is
answered with what is wrong with it, and the next line works.
"""

import argparse
import logging
import os
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from companion.kernel import (
    DONE,
    TABLE,
    Aside,
    Draft,
    Fault,
    Move,
    Open,
    Refused,
    Strength,
    Verdict,
    answer,
    closing,
    fields,
    fill,
    frame,
    next_blank,
    offers,
    some_legal,
    ticks,
)
from companion.kernel.drafts import Field
from companion.match.answer import Answer
from companion.match.by_itself import MOST_IN_A_ROW
from companion.match.commitments import SALT_BYTES
from companion.match.match import Match
from companion.match.registry import GamePackage, game_package
from companion.match.steps import Impossible
from companion.match.whole import is_whole
from companion.referee import requests
from companion.text import LANGUAGES

LONGEST = 200
"""Items that a list of a draft may have; no game has longer ones."""

FAILED = (
    "the referee failed at this request: the match stands as before, and the next request works; "
    "where it failed is on standard error"
)

_log = logging.getLogger(__name__)
_decode = msgspec.json.Decoder(requests.AnyRequest).decode
_encode = msgspec.json.Encoder().encode


class Session:
    """One client's match."""

    def __init__(self, game: GamePackage) -> None:
        self.package = game
        self.game = game.game
        self._start = requests.Start()
        self.match = self._begin(self._start)

    def line(self, line: str | bytes) -> bytes:
        """Answer one line; never raises for anything a line may hold."""
        try:
            request = _decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return _encode(requests.Reply(_id_of(line), False, error=f"not a request: {error}"))
        try:
            return _encode(self._answer(request))
        except Impossible as error:
            faults = tuple(self._fault(fault) for fault in error.faults)
            return _encode(
                requests.Reply(request.id, False, error="impossible position", faults=faults)
            )
        except (ValueError, LookupError) as error:
            return _encode(requests.Reply(request.id, False, error=str(error)))
        except Exception:
            _log.exception("the referee failed at a request")
            return _encode(requests.Reply(request.id, False, error=FAILED))

    def _answer(self, request: requests.AnyRequest) -> requests.Reply:
        ok, cut = True, False
        result: Any = None
        position = self.match.position
        match request:
            case requests.Start():
                self.match, self._start = self._begin(request), request
                result = {"seats": self.match.seats}
            case requests.Set(situation=situation):
                self._set(situation)
            case requests.Position():
                result = msgspec.to_builtins(position)
            case requests.View(seat=None):
                result = msgspec.to_builtins(self.game.shown(self.match.public, ""))
            case requests.View(seat=str(seat)):
                result = msgspec.to_builtins(self.game.shown(self._seen(seat), seat))
            case requests.Asked():
                result = msgspec.to_builtins(self.game.asked(self.match.public))
            case requests.Outcome():
                result = msgspec.to_builtins(self.game.outcome(self.match.public))
            case requests.Judge():
                result = self._judged(self.game.move(request.move), request.by)
            case requests.Move():
                ok, result = self._move(request)
            case requests.Offers():
                draft = self._draft(request.draft, request.more)
                result = self._offers(self._seen(request.by), draft)
            case requests.Legal():
                view = self._seen(request.by)
                found, cut = some_legal(self.game, view, request.most, request.by)
                result = [self.game.plain(move) for move in found]
            case requests.Needs():
                draft = self._draft(request.draft, request.more)
                result = self._needs(self._seen(request.by), draft, request.by)
            case requests.Undo():
                done = self.match.undo(self._last_mover(), self.match.seats, "taken back")
                ok, result = done.done, self._said(done)
            case requests.Redo():
                done = self.match.redo(self._last_mover())
                ok, result = done.done, self._said(done)
        return requests.Reply(request.id, ok, result, cut=cut)

    def _begin(self, request: requests.Start, situation: dict[str, Any] | None = None) -> Match:
        seats = request.seats
        if seats is None:
            seats = self.game.players[1]
        if isinstance(seats, int):
            if not 0 <= seats <= len(self.game.colours):
                raise ValueError(f"{seats} cannot play; at most {self.game.players[1]} can")
            seats = self.game.colours[:seats]
        return Match.start(
            self.package,
            seats,
            options=request.options,
            box=request.box,
            clock=time.monotonic,
            salt=lambda: os.urandom(SALT_BYTES),
            strictness=request.strictness,
            by_itself=request.by_itself,
            situation=situation,
        )

    def _set(self, situation: dict[str, Any]) -> None:
        """Begin anew from there; a whole position brings its seats, options and box along."""
        start = self._start
        if is_whole(situation):
            own = msgspec.convert(situation["setup"], requests.Own)
            kept = {"seats": own.seats, "options": own.options, "box": own.box}
            start = msgspec.structs.replace(start, **kept)
        match = self._begin(start, situation)
        for _ in range(0 if is_whole(situation) else MOST_IN_A_ROW):  # nobody is asked there
            left = closing(self.game, match.public)
            if left is None or left[0] != TABLE or not match.submit(left[1], TABLE).done:
                break
        self.match, self._start = match, start

    def _seen(self, seat: str | None) -> Any:
        """The position as that seat may see it, the table or nobody in particular as all may."""
        if seat is None or seat == TABLE:
            return self.match.public
        if seat not in self.match.seats:
            raise LookupError(f"{seat!r} does not play; there are: {', '.join(self.match.seats)}")
        return self.game.seen_by(self.match.position, seat)

    def _judged(self, move: Move, by: str | None) -> requests.VerdictAnswer:
        """The verdict as far as whoever asks may know. What would happen is left out where it
        rests on what they may not."""
        view = self._seen(by)
        try:
            return self._verdict(answer(self.game, view, move, by), move)
        except Open:
            return requests.VerdictAnswer("accepted")

    def _last_mover(self) -> str:
        steps = self.match.steps
        return steps[-1].by if steps else self.match.seats[0]

    def _move(self, request: requests.Move) -> tuple[bool, requests.VerdictAnswer]:
        move = self.game.move(request.move)
        make = self.match.allow if request.allow else self.match.submit
        made = make(move, request.by)
        if made.consent:  # a program speaks for all who sit at its table
            made = self.match.allow(move, request.by, made.consent)
        if made.verdict is None:
            raise ValueError(" ".join(made.says["en"]))
        result = self._verdict(made.verdict, move)
        every = (made, *made.then)
        changes = tuple(
            msgspec.to_builtins(one) for done in every for step in done.changes for one in step
        )
        happened = tuple(one for done in every if done.happened for one in done.happened.events)
        return made.done, msgspec.structs.replace(
            result,
            done=made.done,
            allowable=made.allowable,
            changes=changes,
            events=msgspec.to_builtins(happened),
        )

    def _verdict(self, verdict: Verdict, move: Move) -> requests.VerdictAnswer:
        if not isinstance(verdict, Refused):
            events = [one for one in verdict.events if not isinstance(one, Aside)]
            return requests.VerdictAnswer("accepted", events=msgspec.to_builtins(tuple(events)))
        kind = self.game.kind(move)
        outside = frame(self.game, self.match.public, kind, None)
        faults = tuple(
            self._fault(fault, "frame" if index == 0 and fault.clause == outside else None)
            for index, fault in enumerate(verdict.faults)
        )
        ways = (tuple(map(self.game.plain, way)) for way in verdict.alternatives)
        alternatives = tuple(way if len(way) > 1 else way[0] for way in ways)
        return requests.VerdictAnswer("refused", faults=faults, alternatives=alternatives)

    def _fault(self, fault: Fault, strength: Strength | None = None) -> requests.FaultAnswer:
        return requests.FaultAnswer(
            fault.clause,
            strength or self.game.rulebook[fault.clause].strength,
            msgspec.to_builtins(fault.values),
            {one: self.match.phrasebook(one).fault(fault) for one in LANGUAGES},
        )

    def _draft(self, data: dict[str, Any], more: bool) -> Draft:
        name = data.get("move")
        kind = self.game.by_name.get(str(name))
        if kind is None:
            raise LookupError(f"there is no kind of move {name!r}")
        draft, left = Draft(kind.name), {key for key in data if key != "move"}
        for field in fields(kind.move):
            if field.name not in data:
                break
            left.discard(field.name)
            values = data[field.name]
            if not field.listed:
                draft = fill(kind.move, draft, values)
                continue
            before = len(draft.values)
            for value in _flat(field, values):
                draft = fill(kind.move, draft, value)
            if len(draft.values) == before and not (more and not left):
                draft = fill(kind.move, draft, DONE)
        if left:
            raise ValueError(f"{kind.name}: cannot fill {', '.join(sorted(left))} yet")
        return draft

    def _offers(self, view: Any, draft: Draft) -> requests.BlankAnswer:
        blank = next_blank(self.game.kind_of(draft).move, draft)
        if blank is None:
            return requests.BlankAnswer(whole=True)
        found = offers(self.game, view, draft)
        return requests.BlankAnswer(blank.name, blank.type, msgspec.to_builtins(found))

    def _needs(self, view: Any, draft: Draft, by: str | None) -> tuple[requests.TickAnswer, ...]:
        found = []
        for tick in ticks(self.game, view, draft, by):
            clause = self.game.rulebook[tick.clause]
            fault = Fault(tick.clause, tick.values)
            said: dict[str, str] = dict(clause.rule)
            if tick.state == "broken":
                said = {one: self.match.phrasebook(one).fault(fault) for one in LANGUAGES}
            found.append(
                requests.TickAnswer(
                    tick.clause, clause.strength, tick.state, msgspec.to_builtins(tick.values), said
                )
            )
        return tuple(found)

    @staticmethod
    def _said(done: Answer) -> dict[str, Any]:
        changes = [msgspec.to_builtins(one) for step in done.changes for one in step]
        return {"changes": changes, "says": done.says}


def _flat(field: Field, values: Any) -> Iterator[Any]:
    """What fills the blanks of a list, one value after the other.

    Raises ValueError where it is no list of that kind.
    """
    if not isinstance(values, list) or len(values) > LONGEST:
        raise ValueError(f"{field.name}: a list of at most {LONGEST} items is needed")
    names = [blank.name.rpartition(".")[2] for blank in field.blanks]
    for part in values:
        if field.item is None:
            yield part
        elif isinstance(part, dict) and set(part) <= set(names):
            yield from (part[name] for name in names[: len(part)])
        else:
            raise ValueError(f"{field.name}: each item has {', '.join(names)}")


def _id_of(line: str | bytes) -> int | str | None:
    """The id of a line that is no request, if it has one."""
    try:
        found = msgspec.json.decode(line)["id"]
    except Exception:
        return None
    return found if isinstance(found, int | str) else None


def command(arguments: Sequence[str]) -> int:
    """``companion referee``."""
    parser = argparse.ArgumentParser(prog="companion referee", description=__doc__)
    parser.add_argument("game")
    asked = parser.parse_args(arguments)
    session = Session(game_package(asked.game))
    for line in sys.stdin.buffer:
        if line.strip():
            sys.stdout.buffer.write(session.line(line) + b"\n")
            sys.stdout.buffer.flush()
    return 0
