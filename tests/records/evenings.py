"""Types whole evenings at the presenter of a screen, by seeds, and writes their records.

``python -m tests.records.evenings [NAME...]`` types those evenings anew, or all. Unlike the matches
of :mod:`tests.records.play`, every move goes the way of a hand: it is touched or scanned token by
token at the presenter of a screen, with what happens at tables: a wrong touch that is refused and
left, or led elsewhere; a wrong one that stood and is taken back, or was noticed two moves later; a
piece moved straight back; the table set right; a turn found again by a bookmark; somebody who goes
home and hands over; a pause; and a plug that is pulled while something is half chosen. They are
typed anew only when the rules change on purpose.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

from companion.kernel import MOVE, TABLE, Accepted, Move, alternatives, begin
from companion.kernel.drafts import steps
from companion.match import entries
from companion.match.match import Match
from companion.match.record import write
from companion.referee.composing import Composing, possible
from companion.referee.player import Player
from companion.table import Scanned
from tests.games.tried import tried
from ui.presenter import Presenter
from ui.texts import of_screens

FOLDER = Path(__file__).parent / "typed"

NAMES = ("Ada", "Bruno", "Clara", "Dario", "Emil")

KEY = b"the key of a box"

LONGEST = 800
"""Entries after which the table agrees to end: it is late."""


@dataclass(frozen=True)
class Typed:
    """One evening. scans: how often a printed code is scanned where there is one. slips: how often
    something goes wrong with a move."""

    file: str
    game: str
    seats: int
    seed: int
    scans: float = 0.0
    slips: float = 0.12


EVENINGS = (
    Typed("backgammon-two-friends", "backgammon", 2, 41),
    Typed("backgammon-in-a-hurry", "backgammon", 2, 42, slips=0.3),
    Typed("mesopotamien-two-at-home", "mesopotamien", 2, 43),
    Typed("mesopotamien-three-with-a-scanner", "mesopotamien", 3, 44, scans=0.7, slips=0.15),
    Typed("maya-two-at-home", "maya", 2, 45, slips=0.25),
    Typed("maya-four-with-a-scanner", "maya", 4, 46, scans=0.6, slips=0.25),
    Typed("pyramidion-two-at-home", "pyramidion", 2, 47, slips=0.25),
    Typed("pyramidion-three-with-a-scanner", "pyramidion", 3, 48, scans=0.6, slips=0.2),
    Typed("sakkara-with-a-child", "sakkara", 2, 49, slips=0.2),
    Typed("sakkara-with-a-scanner", "sakkara", 2, 50, scans=0.7),
)


class Evening:
    """A table with a screen, and the hands of those who play."""

    def __init__(self, told: Typed) -> None:
        self.told, self.rng = told, Random(told.seed)
        one = tried(told.game)
        self.package, self._recorded = one.package, one.recorded
        self._now, self._salts = 0.0, Random(told.seed + 1)
        self.codes = {
            token: piece.identity.short
            for piece in reversed(one.package.catalogue.pieces)
            for token in piece.tokens
            if not piece.hidden
        }
        colours = list(one.game.colours)
        self.rng.shuffle(colours)
        chosen = tuple(colours[: told.seats])
        names = dict(zip(chosen, NAMES, strict=False))
        self.match = Match.start(
            one.package, chosen, names, clock=self._clock, salt=lambda: self._salts.randbytes(16)
        )
        self.sit()
        self.player = Player(one.game, self.rng, 0.08)
        self._composing = Composing(one.game, self.rng)

    def _clock(self) -> float:
        self._now += self.rng.uniform(0.4, 9.0)
        return self._now

    def sit(self) -> None:
        """Sit down at the screen."""
        self.presenter = Presenter(self.package, self.match, of_screens(), "de", key=KEY)

    # Hands

    def token(self, token: str) -> None:
        """Touch something, or scan its code."""
        if token in self.codes and self.rng.random() < self.told.scans:
            self.presenter.signal(Scanned(1, self._now, "scanner", self.codes[token]))
        else:
            self.presenter.touch(token)

    def enter(self, move: Move) -> None:
        """A move, token by token; what is told in private is told behind a cover."""
        kind, told = self.package.game.kind(move), len(self.match.entries)
        self.presenter.take_back()
        if kind.hidden:
            self.match.submit(move)
            return
        if kind.explicit or self.rng.random() < 0.3:
            self.token(MOVE + kind.name)
        for draft, value in steps(move):
            if self._answered(told):
                break
            drafts = self.presenter.composer.drafts
            if not drafts or any(one == draft for one in drafts):
                self.token(str(value))
        if not self._answered(told):
            self.presenter.confirm()
        if not self._answered(told):  # several things were meant: the offer says which
            self.presenter.go((move,))
        self.settle("anew")

    def _answered(self, told: int) -> bool:
        return len(self.match.entries) > told or self.presenter.question is not None

    def settle(self, reason: str) -> None:
        """Answer what is asked back, until nothing is."""
        for _ in range(12):
            question = self.presenter.question
            if question is None:
                return
            given = [one.token for one in question.answers]
            wanted = reason if reason in given else next(one for one in given if one != "no")
            self.presenter.settle(wanted)
        self.presenter.take_back()

    # What happens at tables

    def slip(self, move: Move) -> None:
        """Something goes wrong with this move before it is made."""
        happens = (self.wrong, self.wrong, self.half, self.back, self.redone, self.meant, self.fix)
        self.rng.choice((*happens, self.plug, self.pause, self.mark, self.ruled))(move)

    def wrong(self, move: Move) -> None:
        """A finger that touches something else: refused, or it stands and is taken back."""
        game, seat = self.package.game, self.player.game.asked(self.match.position)[0].seat
        kind = game.kind(move)
        ways = self._composing.whole(
            possible(kind), self.match.position, begin(game, kind.name, seat), strange=True
        )
        other = next((one for one in islice(ways, 20) if one != move), None)
        if other is None or kind.hidden or kind.reveals:
            return
        told = len(self.match.entries)
        self.enter(other)
        refusal = self.presenter.refusal
        if refusal is None and len(self.match.entries) > told:
            self.presenter.undo()
            self.settle("entered wrongly")
        elif refusal is not None and refusal.allowable and self.rng.random() < 0.12:
            self.presenter.allow()
        elif refusal is not None and refusal.alternatives and self.rng.random() < 0.3:
            self.presenter.leave_by(refusal.alternatives[0])
            self.settle("anew")
        self.presenter.take_back()

    def half(self, move: Move) -> None:
        """Something is begun and left."""
        values = [str(value) for _, value in steps(move)]
        if values and not self.package.game.kind(move).hidden:
            self.token(values[0])
            self.presenter.undo() if self.presenter.composer.begun else None

    def back(self, move: Move) -> None:
        """The last move is taken back, and the same is done again."""
        if self.match.steps:
            self.presenter.undo()
            self.settle("taken back")

    def redone(self, move: Move) -> None:
        """Taken back, and then it was right after all."""
        self.back(move)
        self.presenter.agreeing.redo()

    def meant(self, move: Move) -> None:
        """One of the last lines was entered wrongly, or never happened."""
        last = [step for step in self.match.steps[-3:] if step.move is not None]
        if not last:
            return
        step = self.rng.choice(last)
        if step.move is None or not isinstance(self.match.entries[step.line - 1], entries.Played):
            return
        near = alternatives(self.package.game, self.package.game.public(step.before), step.move)
        alike = [way[0] for way in near if len(way) == 1 and type(way[0]) is type(step.move)]
        if alike:
            self.presenter.agreeing.amend(step.line, alike[0])
            self.settle("entered wrongly")
            self.presenter.take_back()

    def fix(self, move: Move) -> None:
        """The table shows something else: told piece by piece, or as a whole."""
        if self.rng.random() < 0.3:
            self.match.correct(self._recorded.another(self.match, self.rng))
            return
        game = self.package.game
        kinds = [one for one in game.kinds if one.role == "fix" and not one.hidden]
        kind = self.rng.choice(kinds)
        ways = self._composing.whole(kind, self.match.position, begin(game, kind.name, TABLE))
        found = next(iter(ways), None)
        if found is not None:
            side = Presenter(self.package, self.match, of_screens(), "de", role="fix", key=KEY)
            side.make(found)
            if self.rng.random() < 0.6:  # it was right after all
                side.undo()
                while side.question is not None:
                    answers = [one.token for one in side.question.answers if one.token != "no"]
                    side.settle(answers[0])

    def plug(self, move: Move) -> None:
        """The plug is pulled while something is half chosen; then all sit down again."""
        self.half(move)
        again = Match.reopen(
            self.package,
            self.match.entries,
            clock=self._clock,
            salt=lambda: self._salts.randbytes(16),
            secrets=self.match.secrets(),
        )
        assert not again.read_only and again.position == self.match.position
        self.match = again
        self.sit()
        self.presenter.take_up(0)

    def pause(self, move: Move) -> None:
        """Somebody at the door; and one goes home."""
        self.match.pause()
        self._now += 600
        self.match.resume()
        if self.rng.random() < 0.3:
            self.match.hand_over(self.rng.choice(self.match.seats), "Frida")

    def mark(self, move: Move) -> None:
        """A turn to be looked at again tomorrow."""
        if self.match.steps:
            self.match.bookmark(self.match.steps[-1].line, "Morgen ansehen")

    def ruled(self, move: Move) -> None:
        """How the rules are watched is changed, and changed back."""
        self.match.set_strictness(self.rng.choice(("advise", "confirm", "enforce")))
        self.match.set_strictness("confirm")


def played(told: Typed) -> Match:
    """A whole evening."""
    evening = Evening(told)
    while not evening.match.over and len(evening.match.entries) < LONGEST:
        attempts, move = evening.player.turn(evening.match.position)
        if move is None:
            break
        for tried_first, verdict in attempts:
            if not isinstance(verdict, Accepted) and evening.rng.random() < told.slips * 4:
                evening.enter(tried_first)
                evening.presenter.take_back()
        if evening.match.over or not isinstance(evening.match.timeline.judge(move, None), Accepted):
            continue
        if evening.rng.random() < told.slips:
            evening.slip(move)
            verdict = evening.match.timeline.judge(move, None)
            if evening.match.over or not isinstance(verdict, Accepted):
                continue
        told_before = len(evening.match.entries)
        evening.enter(move)
        if len(evening.match.entries) == told_before:
            evening.match.submit(move)
    if not evening.match.over:
        evening.match.agree_end(evening.match.seats[0], frozenset(evening.match.seats))
    return evening.match


def main(files: Sequence[str]) -> int:
    """Write the records of these names, or all."""
    for one in EVENINGS:
        if not files or one.file in files:
            match = played(one)
            (FOLDER / f"{one.file}.record").write_text(write(match), "utf-8")
            print(one.file, len(match.entries), match.outcome and match.outcome.rule)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
