"""Every game on recorded play: judged moves, legal lists, refusals in full, memory of history.

``python -m bench.games`` plays the records of ``tests/records`` again. The peers beside it play
other games: their figures are orders of magnitude, not a contest.
"""

import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from bench.judging import RECORDS, moves, recorded
from bench.peers import Missing, peer, stacks7
from bench.rows import WHOLE, Row, Size, by_turns, rate, table
from companion.kernel import TABLE, Accepted, Move, Refused, judge, legal
from companion.match import entries
from companion.match.registry import GamePackage, game_package, names
from companion.match.timeline import Timeline
from companion.referee.composing import Composing
from companion.text import LANGUAGES, Phrasebook, Texts

LISTED = 30
"""Legal moves of one list at most: some positions have thousands."""

EVERY = 25
"""Every so many positions of a record legal moves are listed."""

YARDSTICK = "plain Stacks7"
OTHER = "Other games: an order of magnitude, not a contest."
YARD = (
    "The yardstick is Stacks7 in plain Python, in the same run: only changes of this mean anything."
)
RANDOM = 60
"""Moves of a game played at random."""

ANY = f"The first {RANDOM} moves: what is legal is sought and chosen from at random."
LIST = f"At most {LISTED} moves of every {EVERY}th position; the list is made from the needs."


class Play:
    """Recorded play of one game: every move that was judged, with the position it was made at."""

    def __init__(self, name: str, most: int | None) -> None:
        self.package: GamePackage = game_package(name)
        self.game = self.package.game
        self.most = most
        self.judged: list[tuple[Any, Move]] = []
        self.refused: list[tuple[Any, Move]] = []
        for file in of(name):
            record = recorded(file, most)
            self._take(record.entries, record.secrets)

    def _take(self, told: Any, secrets: Any) -> None:
        line = Timeline(self.game, secrets)
        for entry in told:
            if line.entries:
                for move in moves(self.package, entry, line):
                    self.judged.append((line.position, move))
                    if isinstance(entry, entries.Refused):
                        self.refused.append((line.position, move))
            line.add(entry)

    def judge(self) -> int:
        """Judge every move, carrying out what is allowed."""
        for position, move in self.judged:
            judge(self.game, position, move)
        return len(self.judged)

    def lists(self) -> int:
        """List legal moves."""
        told = self.judged[::EVERY]
        for position, _ in told:
            list(islice(legal(self.game, self.game.public(position)), LISTED))
        return len(told)

    def refusals(self) -> int:
        """Judge what is refused and say all faults in both languages."""
        words = Texts(self.package.texts)
        for position, move in self.refused:
            verdict = judge(self.game, position, move)
            if isinstance(verdict, Refused):
                view = self.game.public(position)
                for language in LANGUAGES:
                    say = Phrasebook(
                        language, (words,), self.game.rulebook, self.package.phrase, view
                    )
                    for fault in verdict.faults:
                        say.fault(fault)
        return len(self.refused)

    def random(self) -> int:
        """Play at random from the beginning, and again after an end: find what is legal, choose,
        judge and move."""
        rng = Random(1)
        composing = Composing(self.game, rng)
        seats = self.game.colours[: self.game.players[0]]
        start = position = self.game.setup(seats, self.game.options(), self.game.box())
        for _ in range(RANDOM):
            if not self.game.asked(position):
                position = start
            one = rng.choice(self.game.asked(position))
            told = self.game.chance(position, rng) if one.seat == TABLE else None
            verdict = judge(self.game, position, told or next(composing.ways(position, one)))
            assert isinstance(verdict, Accepted), verdict
            position = verdict.position
        return RANDOM

    def memory(self) -> float:
        """KiB that the timeline of a recorded game keeps for 1,000 moves."""
        record = recorded(of(self.game.name)[0], self.most)
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        line = Timeline(self.game, record.secrets)
        for entry in record.entries:
            line.add(entry)
        found = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        return found / 1024 / max(len(line.steps), 1) * 1000


def of(name: str) -> list[Path]:
    """The records of a game."""
    files = sorted(RECORDS.glob("*.record"))
    return [file for file in files if f" game={name} " in file.read_text("utf-8")[:200]]


def yardstick(seconds: float) -> float:
    """Moves a second of Stacks7 in plain Python: how fast this machine is just now."""
    moves = stacks7.played(1)[1]

    def once() -> int:
        position = stacks7.Stacks7(1)
        for worker, to in moves:
            position.move(worker, to)
        return len(moves)

    return rate(once, seconds)


def rows(size: Size) -> Iterator[Row]:
    """All games, then the peers' own games."""
    most = None if size.seconds else size.lines
    for name in names():
        if not of(name):  # nobody has recorded it yet
            continue
        play = Play(name, most)
        parts: tuple[tuple[str, str, Callable[[], int], str], ...] = (
            ("judged moves", "/s", play.judge, YARD),
            ("legal lists", "/s", play.lists, LIST),
            ("refusals, all faults, both languages", "/s", play.refusals, YARD),
            ("moves of random play", "/s", play.random, ANY),
        )
        for what, unit, once, note in parts:
            found = by_turns(
                size.repeats,
                {
                    "ours": lambda once=once: rate(once, size.seconds),  # type: ignore[misc]
                    "theirs": lambda: yardstick(size.seconds),
                },
            )
            yield Row(
                what=f"{name}: {what}",
                unit=unit,
                ours=found["ours"],
                peer=YARDSTICK,
                theirs=found["theirs"],
                note=note,
            )
        yield Row(
            what=f"{name}: memory of 1,000 moves of history",
            unit="KiB",
            ours=(play.memory(),),
            better="less",
            noisy=True,
        )
    if size.seconds:
        yield from _peers(size)


def _peers(size: Size) -> Iterator[Row]:
    """What peers do with games of their own."""
    asked: dict[str, tuple[tuple[str, str, dict[str, Any]], ...]] = {
        "chess": (
            ("python-chess: judged moves (is_legal, push)", "moves", {}),
            ("python-chess: legal lists", "lists", {}),
            ("python-chess: refusals, a bare no", "refused", {}),
        ),
        "open_spiel": (("OpenSpiel, Python tic-tac-toe: random play", "tic_tac_toe", {}),),
        "pettingzoo": tuple(
            (f"PettingZoo {game}: random play", "playouts", {"game": game})
            for game in ("tictactoe", "connect_four", "chess")
        ),
    }
    for name, parts in asked.items():
        with ExitStack() as started:
            try:
                other = started.enter_context(peer(name))
                for what, row, given in parts:
                    side = {"theirs": other.sample(row, seconds=size.seconds, **given)}
                    theirs = by_turns(min(3, size.repeats), side)["theirs"]
                    yield Row(what=what, unit="/s", ours=(), theirs=theirs, peer=name, note=OTHER)
                if name == "chess":
                    theirs = (other.figure("memory"),)
                    what = "python-chess: memory of 1,000 moves of history"
                    yield Row(what=what, unit="KiB", ours=(), theirs=theirs, peer=name, note=OTHER)
            except Missing as why:
                yield Row(what=f"{name} is not there: {why}", unit="", ours=())


if __name__ == "__main__":
    print(table(rows(WHOLE)))
