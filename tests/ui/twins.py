"""Twins: two matches that differ in nothing but what is hidden, each in a folder of its own.

Both are played side by side: the same moves in the open, and wherever somebody tells something in
private, one thing in one match and, where the rules allow it, another in the other.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.kernel import Accepted, Move, MoveKind, Refused, answer, begin, completions, masked
from companion.match.commitments import hidden
from companion.match.match import Match
from companion.referee.player import Player
from companion.sight.look import moment, seen
from companion.sight.seen import Seen
from companion.store import Library
from tests.games.tried import Tried
from tests.store.table import now
from ui.presenter import Presenter
from ui.presenter.lamps import Ear, lamps
from ui.presenter.narration import Narrator
from ui.presenter.sounds import Sounds
from ui.texts import of_screens

NAME = "0" * 32
"""What both are called in their folders."""

PRIVATE, TAKEN_BACK = 0.35, 0.05
"""How often somebody tells something in private, and how often the last move is taken back."""

LOOKED = 40
"""Ways to tell something in private that are looked at."""


class Twin:
    """One of the two, with whoever sees and hears all there is to see and hear of it."""

    def __init__(self, tried: Tried, folder: Path, seats: tuple[str, ...], salt: int) -> None:
        self.folder = folder
        self.library = Library(folder, now, name=lambda: NAME)
        chance, sink = Random(salt), self.library.begin()
        self.match = Match.start(
            tried.package,
            seats,
            {seat: seat.title() for seat in seats},
            clock=lambda: 0.0,
            salt=lambda: chance.randbytes(16),
            sink=sink,
        )
        self.presenter = Presenter(tried.package, self.match, of_screens(), "de")
        self._narrator, self._ear, self._sounds = Narrator(), Ear(), Sounds()

    def seen(self) -> dict[str, Any]:
        """All that everybody may see and hear now, as far as there is no screen for it."""
        presenter, offers = self.presenter, self.presenter.offers
        shown = {
            name: getattr(offers, name) for name in ("prompt", "lit", "chosen", "picker", "actions")
        }
        return shown | {
            "menu": offers.menu(),
            "scene": presenter.scene,
            "told": (
                presenter.sentences,
                presenter.hands,
                presenter.notice,
                presenter.question,
                presenter.why,
            ),
            "refusal": presenter.refusal,
            "voice": self._narrator.lines(presenter, "all"),
            "lamps": lamps(presenter),
            "cues": self._ear.cues(presenter, 1),
            "sounds": self._sounds.new(presenter),
            "television": tuple(msgspec.json.encode(one) for one in self._elsewhere()),
            "clauses": [(line.status, line.faults) for line in self.match.lines()],
        }

    def _elsewhere(self) -> Iterator[Seen]:
        """What another screen shows, with names and without."""
        now = moment(self.match, self.presenter.work)
        assert now is not None
        return (seen(now, "de", names=names) for names in (True, False))


class Twins:
    """hidden: how often they were told different things. differ: where they could be told apart,
    in words; empty when they hide what they should."""

    def __init__(self, tried: Tried, folder: Path, seed: int) -> None:
        rng = Random(seed)
        least, most = tried.game.players
        seats = tuple(tried.game.colours[: rng.randint(least, most)])
        self._tried, self._rng = tried, rng
        self._player = Player(tried.game, rng, 0.15)
        self.both = tuple(Twin(tried, folder / str(n), seats, seed + n) for n in range(2))
        self.hidden = 0
        self.differ: list[str] = []

    def play(self, entries: int) -> None:
        """Go on until there are so many entries, or all that is left would bring to light what
        was hidden."""
        one, idle = self.both[0], 0
        while len(one.match.entries) < entries and idle < 60 and not one.match.over:
            before = len(one.match.entries)
            if self._rng.random() < PRIVATE:
                self._tell_in_private()
            elif self._rng.random() < TAKEN_BACK:
                self._take_back()
            else:
                tries, made = self._player.turn(one.match.position)
                for move in (*(move for move, _ in tries[:-1]), made):
                    if move is not None:
                        self._make(move)
            idle = idle + 1 if len(one.match.entries) == before else 0

    @property
    def apart(self) -> bool:
        """Whether some seat knows of another thing in one than in the other."""
        game, (one, two) = self._tried.game, (twin.match.position for twin in self.both)
        return any(game.seen_by(one, seat) != game.seen_by(two, seat) for seat in one.setup.seats)

    def close(self) -> None:
        """Everything is on the disk."""
        for twin in self.both:
            assert twin.library.close()

    def _tell_in_private(self) -> None:
        one, two = self.both
        game, rng = self._tried.game, self._rng
        kind = rng.choice([kind for kind in game.kinds if kind.hidden])
        seat = rng.choice(one.match.seats)
        moves = self._accepted(one, kind, seat)
        if not moves:
            return
        move = rng.choice(moves)
        alike = [other for other in self._accepted(two, kind, seat) if _alike(kind, move, other)]
        others = [other for other in alike if hidden(kind, other) != hidden(kind, move)]
        if not others and move not in alike:
            return
        other = rng.choice(others) if others else move
        self.hidden += other != move
        self._both(f"{kind.name} in private", (move, other))

    def _accepted(self, twin: Twin, kind: MoveKind[Any, Any], seat: str) -> list[Move]:
        game, position = self._tried.game, twin.match.position
        ways = completions(game, position, begin(game, kind.name, seat))
        found = islice(ways, LOOKED)
        return [move for move in found if isinstance(answer(game, position, move), Accepted)]

    def _make(self, move: Move) -> None:
        """A move in the open, unless it may bring to light what was hidden."""
        game, drawing = self._tried.game, self._tried.drawing
        kind = game.kind(move)
        positions = [twin.match.position for twin in self.both]
        first, second = (answer(game, position, move) for position in positions)
        if isinstance(first, Accepted) and isinstance(second, Accepted):
            views = [game.public(verdict.position) for verdict in (first, second)]
            if drawing.tells(move, *views):
                return
        elif isinstance(first, Refused) and isinstance(second, Refused):
            if kind.hidden or drawing.tells(move):
                return
        elif kind.hidden or drawing.tells(move):
            return
        self._both(f"{kind.name}", (move, move))

    def _take_back(self) -> None:
        for twin in self.both:
            twin.presenter.undo()
            while twin.presenter.question is not None:
                twin.presenter.settle(twin.presenter.question.answers[0].token)
        self._compare("taking back")

    def _both(self, what: str, moves: tuple[Move, Move]) -> None:
        for twin, move in zip(self.both, moves, strict=True):
            twin.presenter.make(move)
        self._compare(what)
        if self.both[0].presenter.refusal is not None:
            for twin in self.both:
                twin.presenter.take_back()

    def _compare(self, what: str) -> None:
        one, two = (twin.seen() for twin in self.both)
        number = len(self.both[0].match.entries)
        self.differ += [
            f"{name} after {what}, {number} lines" for name in one if one[name] != two[name]
        ]


def _alike(kind: MoveKind[Any, Any], move: Move, other: Move) -> bool:
    """Whether everybody else sees the same of both; whether anything was told is no secret."""
    told = hidden(kind, move).keys() == hidden(kind, other).keys()
    return told and masked(kind, move) == masked(kind, other)
