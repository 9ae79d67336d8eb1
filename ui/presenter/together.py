"""What everybody is asked at once, told on one page: a row for each, in any order.

What is told stays a draft until all of it is there; then the moves are made in the order of the
rules, as one way that one undo takes back: to the draft without what was told last. All of it is
worked out on the public view.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal

from msgspec import Struct

from companion.kernel import (
    Blank,
    Draft,
    Fault,
    Move,
    MoveKind,
    asked_for,
    begin,
    candidates,
    fields,
    fill,
    ticks,
    whole,
)
from companion.kernel.offers import offers
from ui.presenter.presenter import Presenter

Form = Literal["number", "numbers", "each", "winners", "order"]
"""How a kind of move is told: *number*: one for each seat; *numbers*: several for each; *each*:
seat by seat, elsewhere; *winners*: who it is, for each of several things; *order*: some seats, one
after the other."""


@dataclass(frozen=True)
class Row:
    """What is told of one seat.

    seat: whose row.
    open: whether it is still asked.
    values: while it is open what was told so far, one for each column, None for nothing.
    offered: numbers that lead on.
    done: what stands already, as a sentence.
    shown: what that has told, as tokens.
    secret: it was told in private, and is more than the number.
    """

    seat: str
    open: bool
    values: tuple[int | None, ...] = ()
    offered: tuple[int, ...] = ()
    done: str = ""
    shown: tuple[str, ...] = ()
    secret: bool = False


class Told(Struct, frozen=True):
    """What was told and is no move yet.

    mode: which of the ways of telling it is used.
    step: the prompt of what is asked.
    way: the kind of move that tells it.
    line: of the journal, of the last move played before it.
    values: by seat and column, in the order in which it was told.
    """

    mode: int = 0
    step: str = ""
    way: str = ""
    line: int = 0
    values: tuple[tuple[str, int, int], ...] = ()


class Together:
    """The same question to everybody.

    mode: which of the ways of telling it is used, kept from step to step.
    """

    def __init__(self, presenter: Presenter) -> None:
        self.presenter = presenter
        self.mode = 0
        self._told: dict[tuple[str, int], Any] = {}  # by seat and column
        self._order: list[tuple[str, int]] = []  # what was told one after the other
        self._step: tuple[str, str, int] | None = None
        self._secret: dict[str, Move] = {}  # what was told in private, by seat
        self._made: tuple[tuple[str, str, int] | None, dict[tuple[str, int], Any]] = (None, {})

    # What is kept

    @property
    def kept(self) -> Told | None:
        """What was told so far, and how; None for nothing."""
        if self.step and self.begun and self._step is not None:
            values = tuple((seat, at, self._told[seat, at]) for seat, at in self._order)
            return Told(self.mode, *self._step, values)
        return Told(self.mode) if self.mode else None

    def take_up(self, told: Told) -> None:
        """Go on with what was told before; where something else is asked now, with nothing."""
        self.mode, self._step = told.mode, (told.step, told.way, told.line)
        self._told = {(seat, at): value for seat, at, value in told.values}
        self._order = list(self._told)

    # What is asked

    @property
    def step(self) -> str:
        """The prompt of what all are asked now; "" for nothing of the kind."""
        asked = self.presenter.asked
        prompt = asked[0].prompt if asked else ""
        return prompt if prompt in self.presenter.package.together else ""

    @property
    def ways(self) -> tuple[str, ...]:
        """The kinds of move that tell it; "" where one of them cannot be used now."""
        asked = {name for one in self.presenter.asked for name in one.kinds}
        told = self.presenter.package.together.get(self.step, ())
        return tuple(name if name in asked else "" for name in told)

    @property
    def way(self) -> str:
        """The one that is used."""
        ways = self.ways
        chosen = ways[self.mode] if self.mode < len(ways) else ""
        return chosen or next((one for one in ways if one), "")

    def choose(self, name: str) -> None:
        """Use another way."""
        self.mode = self.ways.index(name)

    def _kind(self) -> MoveKind[Any, Any]:
        return self.presenter.game.by_name[self.way]

    @property
    def form(self) -> Form:
        """How the way is told."""
        kind = self._kind()
        parts = fields(kind.move)[1 if kind.by else 0 :]
        if kind.by:
            if any(part.listed or part.blanks[0].picker != "number" for part in parts):
                return "each"
            return "number" if len(parts) == 1 else "numbers"
        return "order" if parts[0].listed else "winners"

    @property
    def columns(self) -> tuple[str, ...]:
        """What is told in each column, in words."""
        say = self.presenter.phrasebook
        return tuple(say.say("column", one) for one in self.blanks)

    @property
    def blanks(self) -> tuple[str, ...]:
        """What is told in each column, as ``kind.parameter``."""
        return tuple(f"{self.way}.{blank.name}" for blank in self._blanks())

    def _blanks(self) -> tuple[Blank, ...]:
        kind = self._kind()
        parts = fields(kind.move)[1 if kind.by else 0 :]
        return tuple(part.blanks[0] for part in parts)

    @property
    def open(self) -> tuple[str, ...]:
        """The seats that are still to be told of, in the order of the rules."""
        presenter, kind = self.presenter, self._kind()
        tried = candidates(presenter.game, presenter.view, Draft(self.way)) if kind.by else ()
        return tuple(str(one) for one in tried) if kind.by else presenter.match.seats

    @property
    def rows(self) -> tuple[Row, ...]:
        """A row for each seat, in turn order."""
        self._fresh()
        missing, columns = self.open, len(self._blanks())
        done = self._done()
        return tuple(
            Row(
                seat,
                seat in missing,
                tuple(self._value(seat, column) for column in range(columns)),
                self._offered(seat) if seat in missing and self.form == "number" else (),
                *done.get(seat, ("", ())),
                secret=seat in self._secret,
            )
            for seat in self.presenter.match.seats
        )

    def _offered(self, seat: str) -> tuple[int, ...]:
        draft = begin(self.presenter.game, self.way, seat)
        return tuple(offers(self.presenter.game, self.presenter.view, draft))

    def _value(self, seat: str, column: int) -> int | None:
        """What is told of a seat; where only one number is possible, that: nobody is asked for
        it."""
        told = self._told.get((seat, column))
        if told is not None or self.form != "number" or seat not in self.open:
            return told
        offered = self._offered(seat)
        return offered[0] if len(offered) == 1 else None

    def _done(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        """What each seat did last in this step, as a sentence, and the tokens that it listed."""
        match, found = self.presenter.match, dict[str, tuple[str, tuple[str, ...]]]()
        ways = {name for kinds in self.presenter.package.together.values() for name in kinds}
        for step in reversed(match.steps):
            plain = None if step.move is None else match.game.plain(step.move)
            if plain is None or plain["move"] not in ways:
                break
            kind = match.game.by_name[plain["move"]]
            if kind.by:
                sentence = self.presenter.phrasebook.say("move", plain["move"], plain)
                lists = (value for value in plain.values() if isinstance(value, list | tuple))
                found.setdefault(str(plain[kind.by]), (sentence, tuple(map(str, chain(*lists)))))
        return found

    def _fresh(self) -> None:
        """Forget what was told in another step; after an undo, go on where it was made. Whoever
        sets the table right in between has told the same."""
        steps, game = self.presenter.match.steps, self.presenter.game
        played = (
            one.line
            for one in reversed(steps)
            if one.move is not None and game.kind(one.move).role == "play"
        )
        now = (self.step, self.way, next(played, 0))
        if now != self._step:
            self._step = now
            self._told = dict(self._made[1]) if now == self._made[0] else {}
            self._order = list(self._told)
            if now != self._made[0]:
                self._secret = {}
            self.take_back()

    # What is told

    @property
    def secretly(self) -> str:
        """The kind of move that a seat may tell in private in place of its number, "" for none."""
        return self.presenter.package.secretly.get(self.way, "")

    def against(self, draft: Draft) -> Fault | None:
        """What a seat would break by telling that in private, but that it comes later."""
        game, view = self.presenter.game, self.presenter.view
        away = asked_for(game, view, draft.kind, str(draft.values[0])) is None
        for one in ticks(game, view, draft)[int(away) :]:  # the frame stands first
            if one.state == "broken":
                return Fault(one.clause, one.values)
        return None

    def tell_secretly(self, move: Move) -> None:
        """A seat has told in private what comes to light with the last."""
        self._fresh()
        kind = self.presenter.game.kind(move)
        seat = str(getattr(move, kind.by))
        (listed,) = (part.name for part in fields(kind.move) if part.listed)
        self._secret[seat] = move
        self._take(seat, 0, len(getattr(move, listed)))

    def tell(self, seat: str, column: int, value: int) -> None:
        """A number was told of a seat."""
        self._fresh()
        self._secret.pop(seat, None)
        self._take(seat, column, value)

    def _take(self, seat: str, column: int, value: int) -> None:
        at = (seat, column)
        self._order = [*(one for one in self._order if one != at), at]
        self._told = {**{one: self._told[one] for one in self._order if one != at}, at: value}
        if self.form == "number" and self.ready:
            self.make()

    def toggle(self, seat: str, column: int) -> None:
        """A seat was touched in a column: it wins there, or comes next; touched again, it does
        not."""
        self._fresh()
        at = (seat, column)
        was = at in self._told
        for other in list(self._told):
            if other == at or (self.form == "winners" and other[1] == column):
                del self._told[other]
                self._order.remove(other)
        if not was:
            self._order.append(at)
        self._told = {one: number for number, one in enumerate(self._order, 1)}

    @property
    def begun(self) -> bool:
        """Whether anything was told that is no move yet."""
        self._fresh()
        return bool(self._told)

    def take_back(self) -> None:
        """Forget what was told last."""
        if self._order:
            gone = self._order.pop()
            del self._told[gone]
            self._secret.pop(gone[0], None)

    @property
    def waiting(self) -> tuple[str, ...]:
        """Of whom nothing was told yet, and has to be."""
        self._fresh()
        if self.form != "number":
            return ()
        return tuple(seat for seat in self.open if self._value(seat, 0) is None)

    @property
    def at_zero(self) -> tuple[str, ...]:
        """Who is asked for several numbers, and has 0 of all so far; of winners, who has none."""
        self._fresh()
        if self.form not in ("numbers", "winners", "order"):
            return ()
        told = {seat for (seat, _), value in self._told.items() if value}
        return tuple(seat for seat in self.open if seat not in told)

    @property
    def nothing(self) -> bool:
        """Whether nobody at the table would have anything of it, if that was all."""
        return set(self.at_zero) == set(self.presenter.match.seats)

    @property
    def ready(self) -> bool:
        """Whether all is there."""
        return self.form != "each" and not self.waiting

    def make(self) -> None:
        """Make the moves, in the order of the rules."""
        way = tuple(self._moves())
        self._made = self._step, dict(self._told)
        self.presenter.go(way)

    def _moves(self) -> Iterator[Move]:
        self._fresh()
        kind, game = self._kind(), self.presenter.game
        if self.form == "order":
            yield kind.move(tuple(seat for seat, _ in self._order))
        elif self.form == "winners":
            draft = Draft(self.way)
            for column in range(len(self._blanks())):
                draft = fill(kind.move, draft, self._winner(draft, column))
            yield from filter(None, [whole(kind.move, draft)])
        else:
            for seat in self.open:
                draft = begin(game, self.way, seat)
                for column in range(len(self._blanks())):
                    draft = fill(kind.move, draft, self._value(seat, column) or 0)
                move = whole(kind.move, draft)
                assert move is not None
                yield move
            yield from (self._secret[seat] for seat in self.open if seat in self._secret)

    def _winner(self, draft: Draft, column: int) -> str:
        """Who was touched in a column; without anybody what stands there for nobody."""
        for seat, at in self._order:
            if at == column:
                return seat
        tried = map(str, candidates(self.presenter.game, self.presenter.view, draft))
        return next(one for one in tried if one not in self.presenter.match.seats)

    def start(self, seat: str) -> None:
        """Tell of one seat elsewhere: what is told of it is more than numbers."""
        self.presenter.take_back()  # what was refused before is over with that
        self.presenter.composer.start(begin(self.presenter.game, self.way, seat))
        self.presenter.on_change()
