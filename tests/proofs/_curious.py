"""Somebody curious: asks two tables that differ only in what is hidden, and compares the answers.

The tables begin where a vector of the game leads, with something told in private and, where the
rules of a seat's own things allow it, other things where nobody but their owner sees them. Every
kind of move is asked about with every value, as every seat and as nobody, at the table and through
the referee's door. Nothing here knows how secrets are kept: only answers are compared.
"""

import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from companion.archive.tally import happenings
from companion.kernel import (
    DONE,
    MOVE,
    TABLE,
    Accepted,
    Move,
    MoveKind,
    asked_for,
    candidates,
    judge,
    masked,
    next_blank,
)
from companion.kernel.drafts import extras, steps
from companion.match.composer import Composer
from companion.match.entries import encode
from companion.match.face_down import face_down
from companion.match.match import Match
from companion.match.registry import GamePackage
from companion.referee.session import Session
from tests.games.tried import Tried
from tests.games.vectors import arranged

DRAWS, FEWEST = 40, 6
"""Moves of a kind that are drawn to learn which values there are; fewer where only a share of the
moves is asked about, but not fewer than so many."""

TOLD = 12
"""How often something is told in private before anybody asks."""

BY_ITSELF = 0.5
"""At how many of the tables steps in which nothing can be done end by themselves."""

SET = 0.2
"""How many of the tables are set up with what is hidden, and nothing was ever played."""

SEALED = re.compile(rb'"[0-9a-f]{64}"')
"""A seal, never the same twice."""


@dataclass
class Heard:
    """asked: how many answers were compared. own: how many were told to the one seat that may know
    the difference, about a move of its own. differ: which others were not the same, in words."""

    asked: Counter[str] = field(default_factory=Counter)
    own: int = 0
    differ: Counter[str] = field(default_factory=Counter)


def beginning_at(tried: Tried, position: Any) -> GamePackage:
    """The game, set up as it stands there."""
    game = dataclasses.replace(tried.game, setup=lambda seats, options, box: position)
    return dataclasses.replace(tried.package, game=game)


def pairs(tried: Tried, seed: int) -> Iterator[tuple[Any, Any]]:
    """Pairs of positions that differ in nothing but what is hidden; mostly one seat knows all the
    same of both, and may find no difference in what it does itself."""
    game, drawing = tried.game, tried.drawing
    rng = Random(seed)
    while True:
        if rng.random() < SET:
            one, two = (arranged(game, _start(tried), told) for told in drawing.apart(rng))
            if one != two:
                yield one, two
            continue
        position = drawing.secretive(rng.choice(tried.positions), rng)
        private = [kind for kind in game.kinds if kind.hidden]
        for _ in range(TOLD):
            move = drawing.any_move(position, rng, rng.choice(private).name)
            verdict = judge(game, position, move)
            if isinstance(verdict, Accepted):
                position = verdict.position
        one = drawing.hiding(position, rng)
        knows = rng.choice(("", *position.setup.seats))
        two = drawing.hiding(one, rng, knows)
        if one != two and game.public(one) == game.public(two):
            assert not knows or game.seen_by(one, knows) == game.seen_by(two, knows)
            yield one, two


def _start(tried: Tried) -> Any:
    game = tried.game
    return game.setup(game.colours[: game.players[0]], game.options(), game.box())


class Curious:
    """Asks about one pair."""

    def __init__(self, tried: Tried, both: tuple[Any, Any], rng: Random, heard: Heard) -> None:
        self.tried, self.both, self.rng, self.heard = tried, both, rng, heard
        self.game = tried.game
        self.view = self.game.public(both[0])
        self.packages = [beginning_at(tried, position) for position in both]
        self.seats: tuple[str, ...] = both[0].setup.seats
        self.pools: dict[str, dict[Any, None]] = {}
        self.draws = DRAWS
        self.by_itself = rng.random() < BY_ITSELF

    def ask(self, share: float = 1.0) -> None:
        """Ask all there is; or some of the moves of each kind, but all of those in which something
        is told in private."""
        self.draws = DRAWS if share > 0.5 else FEWEST
        self._asked_of_nothing()
        for kind in self.game.kinds:
            sure = 1.0 if kind.hidden else share
            moves = [one for one in self.moves(kind) if self.rng.random() < sure]
            self._referee(kind, moves)
            self._table(kind, moves)
        self._compose()

    # What is asked about

    def moves(self, kind: MoveKind[Any, Any]) -> list[Move]:
        """Moves of a kind in which each blank has every value once, as far as any is known."""
        drawn = [self._drawn(kind) for _ in range(DRAWS if kind.hidden else self.draws)]
        values: dict[str, dict[Any, None]] = {}
        for move in drawn:
            for draft, value in steps(move):
                blank = next_blank(type(move), draft)
                assert blank is not None
                known = values.setdefault(blank.name, dict.fromkeys(blank.choices))
                known[value] = None
                known |= dict.fromkeys(candidates(self.game, self.view, draft))
                if blank.type not in self.pools:
                    self.pools[blank.type] = {}
                self.pools[blank.type] |= {one: None for one in known if one != DONE}
        found: dict[Move, None] = dict.fromkeys(drawn)
        base = self.rng.sample(drawn, min(3, len(drawn)))
        for move in base:
            for name, known in values.items():
                if "." in name or isinstance(getattr(move, name), tuple):
                    continue
                for value in known:
                    if value != DONE:
                        found[msgspec.structs.replace(move, **{name: value})] = None
            for blank in extras(kind.move):
                for value in blank.choices:
                    found[msgspec.structs.replace(move, **{blank.name: value})] = None
        return list(found)

    def _drawn(self, kind: MoveKind[Any, Any]) -> Move:
        move: Move = self.tried.drawing.any_move(self.view, self.rng, kind.name)
        return move

    def askers(self) -> tuple[str | None, ...]:
        """Everybody, and nobody."""
        return (None, *self.seats)

    def own(self, kind: MoveKind[Any, Any], by: str | None) -> bool:
        """Whether a move of this kind is one's own who may know the difference, and is asked."""
        if kind.role != "play":
            return False
        asked = asked_for(self.game, self.view, kind.name, by)
        if asked is None or asked.seat == TABLE:
            return False
        one, two = (self.game.seen_by(position, asked.seat) for position in self.both)
        return bool(one != two)

    # The doors

    def _referee(self, kind: MoveKind[Any, Any], moves: list[Move]) -> None:
        sessions = [Session(package) for package in self.packages]

        def told(what: str, request: dict[str, Any]) -> None:
            self._request(sessions, f"{what} {kind.name}", request)

        for move in moves:
            data = self.game.plain(move)
            for by in self.askers():
                if by is None or not self.own(kind, by):
                    told("judge", {"do": "judge", "move": data, "by": by})
            for draft, _ in steps(move):
                values = dict(zip(kind.move.__struct_fields__, draft.values, strict=False))
                part = {"move": kind.name, **msgspec.to_builtins(values)}
                told("offers", {"do": "offers", "draft": part})
                told("needs", {"do": "needs", "draft": part})
            told("needs", {"do": "needs", "draft": data})

    def _asked_of_nothing(self) -> None:
        sessions = [Session(package) for package in self.packages]
        for what in ("legal", "asked", "view"):
            self._request(sessions, what, {"do": what})

    def _request(self, sessions: list[Session], what: str, request: dict[str, Any]) -> None:
        line = msgspec.json.encode(request)
        answers = [SEALED.sub(b"sealed", session.line(line)) for session in sessions]
        self.same(f"referee {what}", answers[0], answers[1])

    def _table(self, kind: MoveKind[Any, Any], moves: list[Move]) -> None:
        for strictness in ("confirm", "advise"):
            fresh: list[Match] | None = None
            for move in moves:
                by = self.rng.choice(self.askers()) if strictness == "advise" else None
                for who in (by,) if strictness == "advise" else self.askers():
                    for do in ("submit", "allow"):
                        fresh = fresh or self.begun(strictness)
                        done = self._make(kind, fresh, do, move, who)
                        if done:
                            fresh = None

    def _make(
        self, kind: MoveKind[Any, Any], both: list[Match], do: str, move: Move, by: str | None
    ) -> bool:
        """Make a move at both tables. Returns whether it was done at any."""
        one, two = (self.told(match, lambda m: getattr(m, do)(move, by)) for match in both)
        after = [match.public for match in both]
        done = one["done"] is not False or two["done"] is not False
        if one == two:
            self.heard.asked[f"table {do}"] += 1
        elif self.shown(kind, move, one, two, after):
            return True
        elif self.own(kind, by) and self._without_telling(kind, do, move, by):
            self.heard.own += 1
        else:
            self.same(f"table {do} {kind.name}", one, two)
        return done

    def shown(
        self, kind: MoveKind[Any, Any], move: Move, one: Any, two: Any, after: list[Any]
    ) -> bool:
        """Whether both were done and the table itself turned something up then."""
        both = one["done"] is True and two["done"] is True
        return both and (kind.reveals or self.tried.drawing.turns_up(move, *after))

    def _without_telling(
        self, kind: MoveKind[Any, Any], do: str, move: Move, by: str | None
    ) -> bool:
        """Whether it makes the same difference when nothing is told in private with it."""
        if not kind.hidden:
            return True
        open_ = masked(kind, move)
        one, two = (
            self.told(match, lambda m: getattr(m, do)(open_, by)) for match in self.begun("confirm")
        )
        return bool(one != two)

    def _compose(self) -> None:
        """Touch, scan, and scan face down."""
        tokens = [str(value) for pool in self.pools.values() for value in pool]
        tokens += [MOVE + kind.name for kind in self.game.kinds]
        for role in ("play", "fix", "box"):
            for token in self.rng.sample(tokens, min(25, len(tokens))):
                told = []
                for package, position in zip(self.packages, self.both, strict=True):
                    view = package.game.public(position)
                    composer = Composer(package.game, role)
                    hidden = face_down(composer, view, token)
                    taken = composer.take(view, token)
                    told.append((hidden, taken, composer.choices(view), composer.ticks(view)))
                self.same("composer", *told)

    def begun(self, strictness: Any) -> list[Match]:
        return [
            Match.start(
                package,
                self.seats,
                clock=lambda: 0.0,
                salt=lambda: b"0" * 16,
                strictness=strictness,
                by_itself=self.by_itself,
            )
            for package in self.packages
        ]

    def told(self, match: Match, do: Callable[[Match], Any]) -> dict[str, Any]:
        """All that everybody hears and sees of what is done."""
        had = len(match.entries)
        try:
            answer = do(match)
            hands = [one.changes for one in (answer, *answer.then)]
            then = [(one.says, one.verdict, one.happened) for one in answer.then]
            course = happenings(match) if answer.done else ()
        except Exception as error:
            self.heard.differ[f"fell over at {error!r}"] += 1
            return {"done": None, "public": None}
        found = {
            name: getattr(answer, name)
            for name in (
                *("done", "says", "entry", "verdict", "happened", "allowable"),
                *("consent", "why", "revealed", "marked"),
            )
        }
        return found | {
            "changes": hands,
            "then": then,
            "course": course,
            "public": match.public,
            "asked": match.asked,
            "entries": [SEALED.sub(b"sealed", encode(entry)) for entry in match.entries[had:]],
            "lines": [(line.status, line.faults) for line in match.lines()[had:]],
        }

    def same(self, what: str, one: Any, two: Any) -> None:
        self.heard.asked[what.rpartition(" ")[0] or what] += 1
        if one != two:
            self.heard.differ[what] += 1
