"""What a game says of itself, in one value."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, Protocol, TypeVar, Union

import msgspec

from companion.kernel.changes import Layout
from companion.kernel.drafts import Blank, Draft, fields
from companion.kernel.kinds import Move, MoveKind, Values, tag_of
from companion.kernel.rulebook import Rulebook
from companion.kernel.values import TABLE

P = TypeVar("P")


class Asked(msgspec.Struct, frozen=True):
    """Who must or may act now, and with which kinds of move.

    seat: a seat, or TABLE when the table itself must tell something.
    kinds: names of kinds of move, the likeliest first.
    prompt: names the sentence in the game's texts, section ``ask``, with its values.
    values: what the sentence of the prompt says, by name.
    owed: an answer is owed (a chain goes on): nothing else is possible before it.
    rule: the clause that says why, cited when something else is tried while it is owed.
    """

    seat: str
    kinds: tuple[str, ...]
    prompt: str
    values: dict[str, Any] = {}
    owed: bool = False
    rule: str = ""


@cache
def asked_once(
    seat: str, kinds: tuple[str, ...], prompt: str, rule: str = "", /, **values: Any
) -> tuple[Asked, ...]:
    """One seat, or TABLE, is asked, and nobody else. With a rule an answer is owed by it.

    values: of the prompt; a seat that is asked is among them by itself. What is asked alike is
    the same value each time, for a position is asked again and again.
    """
    said = values if seat == TABLE else {"seat": seat, **values}
    return (Asked(seat, kinds, prompt, said, owed=bool(rule), rule=rule),)


class Level(msgspec.Struct, frozen=True):
    """One step of telling players apart at the end: what is compared, and everybody's figure.

    key: names its sentence in the game's texts, section ``tiebreak``.
    """

    key: str
    rule: str
    figures: dict[str, int]


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended by the rules.

    places: seats, best first, equals together.
    rule: the clause by which it ended, or by which it was won.
    levels: what tells the places apart, in this order.
    """

    places: tuple[tuple[str, ...], ...]
    rule: str
    levels: tuple[Level, ...] = ()

    @property
    def decisive(self) -> Level | None:
        """What told one winner from whoever came next; None where the win is shared."""
        first, others = self.places[0], self.places[1:2]
        if len(first) > 1 or not others:
            return None
        best, next_best = first[0], others[0][0]
        return next(
            (one for one in self.levels if one.figures[best] != one.figures[next_best]), None
        )


class Fault(msgspec.Struct, frozen=True):
    """A broken need: its clause and the values compared."""

    clause: str
    values: Values = {}


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What a match starts from; games add ``options`` and ``box`` of their own types.

    seats: ids of the players' pieces (their colours) in turn order.
    """

    seats: tuple[str, ...]


class NoBox(msgspec.Struct, frozen=True):
    """All copies of the game are alike: its box has nothing to tell."""


class Dice(Protocol):
    """The only randomness a game ever meets, and only in simulation."""

    def choice(self, values: Any, /) -> Any:
        """One of a sequence."""

    def random(self) -> float:
        """Between 0 and 1."""


def all_see(position: P, seat: str = "") -> P:
    """A position as everybody sees it where nothing is hidden: as it is."""
    return position


@dataclass(frozen=True)
class Game(Generic[P]):
    """The rules of one game.

    name: as its folder.
    version: counts up whenever a recorded match might be judged otherwise.
    colours: the seats there are pieces for.
    players: least and most.
    position, options, box, situation: types; the last describes a position partly, for ``arrange``.
    kinds: all kinds of move.
    rulebook: the clauses that needs and events cite.
    setup: the first position from (seats, options, box), seats that can play, see :meth:`start`.
        Raises ValueError in words.
    asked: who must or may act; empty when the match is over. Rests on nothing hidden, for the
        public view is asked too. When an answer is owed, nothing else is asked.
    outcome: None while it goes on.
    violations: what cannot be in a position, e.g. more pieces than the box holds.
    arrange: the position with what a situation names set and the rest balanced from the supply.
    layout: where every physical piece lies, see ``changes``.
    over: clause cited for a move after the end.
    phase, turn: clauses for kinds that name none.
    public: the position as everybody may see it.
    seen_by: as one seat may. Both are the position itself where nothing is hidden, and are noted
        with it: a position that hides something is a struct with ``dict=True``.
    chance: a move the table could tell next; only for simulation, None if TABLE is not asked.
    meanings: values that a touched or scanned token may mean for a blank, besides itself.
    evaluate: roughly how near a seat is to winning, the more the nearer; only for simulation.
    eager: how likely, against the others who are asked, one of them acts next; only for simulation.
    shown: a view as it is handed to others, without what a table agreed to leave out of what lies
        open, but of what belongs to a seat ("" for none). Nothing is worked out on it.
    conceals: whether a seat may see what others may not.
    by_type, by_name: the kinds.
    any_move: the union of their moves, for decoding, for the schema.
    """

    name: str
    version: int
    colours: tuple[str, ...]
    players: tuple[int, int]
    position: type[P]
    options: type[msgspec.Struct]
    situation: type[msgspec.Struct]
    kinds: tuple[MoveKind[P, Any], ...]
    rulebook: Rulebook
    setup: Callable[[tuple[str, ...], Any, Any], P]
    asked: Callable[[P], tuple[Asked, ...]]
    outcome: Callable[[P], Outcome | None]
    violations: Callable[[P], tuple[Fault, ...]]
    arrange: Callable[[P, Any], P]
    layout: Callable[[P], Layout]
    over: str
    phase: str
    turn: str
    box: type[msgspec.Struct] = NoBox
    public: Callable[[P], P] = all_see
    seen_by: Callable[[P, str], P] = all_see
    chance: Callable[[P, Dice], Move | None] = lambda position, dice: None
    meanings: Callable[[P, Blank, str], Iterable[Any]] = lambda position, blank, token: ()
    evaluate: Callable[[P, str], float] = lambda position, seat: 0.0
    eager: Callable[[P, Asked], float] = lambda position, asked: 1.0
    shown: Callable[[P, str], P] = lambda view, seat: view
    conceals: bool = field(init=False, repr=False)
    by_type: dict[type[Move], MoveKind[P, Any]] = field(init=False, repr=False)
    by_name: dict[str, MoveKind[P, Any]] = field(init=False, repr=False)
    any_move: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "conceals", self.seen_by is not all_see)
        object.__setattr__(self, "by_type", {kind.move: kind for kind in self.kinds})
        object.__setattr__(self, "by_name", {kind.name: kind for kind in self.kinds})
        object.__setattr__(self, "any_move", Union[tuple(kind.move for kind in self.kinds)])  # noqa: UP007
        cited = {need.clause for kind in self.kinds for need in kind.needs}
        for kind in self.kinds:
            cited |= {kind.out_of_phase, kind.out_of_turn} - {""}
        cited |= {self.over, self.phase, self.turn}
        missing = sorted(cited - set(self.rulebook))
        if missing:
            raise ValueError(f"{self.name}: not in the rulebook: {', '.join(missing)}")
        if self.conceals and not self.position.__struct_config__.dict:  # type: ignore[attr-defined]
            raise ValueError(f"{self.name}: views are noted with a position, which wants dict=True")
        for kind in self.kinds:
            self._check(kind)

    def _check(self, kind: MoveKind[P, Any]) -> None:
        for need in kind.needs:
            strength = self.rulebook[need.clause].strength
            if need.fact != (strength == "fact"):
                needed = "a fact" if need.fact else "a rule"
                raise ValueError(
                    f"{self.name}: {need.clause} is {needed} for {kind.name}, "
                    f"{strength} in the rulebook"
                )
        todo = fields(kind.move)
        unknown = set(kind.candidates) - {blank.name for part in todo for blank in part.blanks}
        unknown |= set(kind.hidden) - set(kind.move.__struct_fields__)
        unknown |= set(kind.unordered) - {part.name for part in todo if part.listed}
        unknown |= {kind.by} - {part.name for part in todo[:1]} - {""}
        if kind.onward is not None:
            unknown |= {kind.mover, kind.destination} ^ {part.name for part in todo}
        if unknown:
            names = ", ".join(sorted(unknown))
            raise ValueError(f"{self.name}: {kind.name} has no such blank there: {names}")

    def start(self, seats: tuple[str, ...], options: Any, box: Any) -> P:
        """The first position for these seats, in turn order.

        Raises ValueError, in words, unless they can play, with these options and this box.
        """
        least, most = self.players
        fits = least <= len(seats) <= most and len(set(seats)) == len(seats)
        if not fits or not set(seats) <= set(self.colours):
            many = f"{least}" if least == most else f"{least} to {most}"
            told = ", ".join(map(repr, seats)) or "nobody"
            raise ValueError(f"{many} different colours of {', '.join(self.colours)}, not {told}")
        return self.setup(seats, options, box)

    def kind(self, move: Move) -> MoveKind[P, Any]:
        """The kind of a move."""
        return self.by_type[type(move)]

    def kind_of(self, draft: Draft) -> MoveKind[P, Any]:
        """The kind of move that a draft begins."""
        return self.by_name[draft.kind]

    def move(self, data: Any) -> Move:
        """A move from plain data (``{"move": "step", …}``).

        Raises ValueError that says which kind or parameter is wrong.
        """
        try:  # all kinds together only when it is none of them: that takes three times as long
            kind = self.by_name[data["move"]].move
        except (KeyError, TypeError):
            kind = self.any_move
        try:
            move: Move = msgspec.convert(data, kind)
        except msgspec.ValidationError as error:
            raise ValueError(str(error)) from error
        return move

    def plain(self, move: Move) -> dict[str, Any]:
        """A move as plain data."""
        data: dict[str, Any] = msgspec.to_builtins(move)
        return data

    def reveals(self, move: Move) -> bool:
        """Whether carrying it out brought something unknown to light."""
        return self.by_name[tag_of(move)].reveals
