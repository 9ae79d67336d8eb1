"""The lines G1 to G8: Stacks7 through the public interface, beside peers that play the same game.

``python -m bench.stacks7.lines`` prints them.
"""

import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from bench.peers import Missing, Peer, peer, stacks7
from bench.rows import WHOLE, Row, Size, by_turns, rate, table
from bench.stacks7 import TITLE, game
from bench.stacks7.moves import Step, Wait
from bench.stacks7.position import FIELDS, SEATS, WORKERS, Box, Numbers, Options, Position
from companion.kernel import Accepted, Move, Refused, judge, legal
from companion.match.composer import Composer, Submit
from companion.match.entries import Played, decode, encode
from companion.match.match import Match
from companion.store import Library
from companion.text import LANGUAGES, Speaker, Texts

SEEDS = range(1, 9)
BARE = "plain Python"
"""The same game as one position that is changed: no reasons, no happenings, no views."""

OTHER_WORK = {
    "undo": "boardgame.io takes back within one turn only, so that its whole game is one turn "
    "here; ours takes back anything, for the earlier position is still there.",
    "refused": "boardgame.io answers that the move is invalid and nothing else; ours tells every "
    "fault with its rule and values.",
    "file": "boardgame.io's file is not flushed to the disk; ours is, before it counts. By the "
    "clock, and with the whole companion around it: sentences in two languages, what hands do.",
    "bare": "Plain Python only says yes or no, and keeps no position but the last.",
    "G4": "Out of reach with immutable positions and a list made from needs.",
}


def start(seed: int, plies: int = 200) -> Position:
    """The first position of a game."""
    return game.setup(SEATS, Options(plies), Box(seed))


def move(told: tuple[int, int]) -> Move:
    """A move from the numbers in which peers tell it."""
    return Wait() if told == stacks7.WAIT else Step(WORKERS[told[0]], FIELDS[told[1]])


def recorded(seed: int, plies: int = 200) -> list[Move]:
    """The moves of a whole game at random, the same in all languages."""
    return [move(told) for told in stacks7.played(seed, plies)[1]]


def same(position: Position, seed: int, plies: int = 200) -> bool:
    """Whether a game came to the position it must come to."""
    reference = stacks7.played(seed, plies)[0]
    stacks = [[ord(tile) - ord("a") for tile in stack] for stack in position.stacks]
    workers = [FIELDS.index(field) for field in position.workers]
    return bool(stacks == reference.stacks and workers == reference.workers)


def after(position: Position, one: Move) -> Position:
    """The position after a legal move."""
    verdict = judge(game, position, one)
    assert isinstance(verdict, Accepted), verdict
    found: Position = verdict.position
    return found


class Ours:
    """What is timed of ours, each once."""

    def __init__(self, size: Size) -> None:
        self.seeds = SEEDS if size.seconds else SEEDS[:1]
        self.games = {seed: recorded(seed) for seed in self.seeds}
        self.middle = start(1)
        for one in self.games[1][:100]:
            self.middle = after(self.middle, one)

    def moves(self) -> int:
        """Whole games, every position kept: that is the history undo goes back in."""
        for seed, moves in self.games.items():
            history = [start(seed)]
            for one in moves:
                history.append(after(history[-1], one))
        return 200 * len(self.games)

    def undone(self) -> int:
        """A move made and taken back, in the middle of a game."""
        history, one = [self.middle], self.games[1][100]
        for _ in range(50):
            history.append(after(history[-1], one))
            history.pop()
        assert history == [self.middle]
        return 50

    def refused(self) -> int:
        """A move with two faults."""
        wrong = Step("black:2", "a1")
        for _ in range(50):
            verdict = judge(game, self.middle, wrong)
            assert isinstance(verdict, Refused) and verdict.faults
        return 50

    def told(self) -> int:
        """The same with its sentences in both languages."""
        verdict, texts = judge(game, self.middle, Step("black:2", "a1")), Texts(TITLE.texts)
        assert isinstance(verdict, Refused)
        for _ in range(50):
            for language in LANGUAGES:
                speaker = Speaker(language, (texts,), game.rulebook, TITLE.phrase, self.middle)
                for fault in judge(game, self.middle, Step("black:2", "a1")).faults:  # type: ignore[union-attr]
                    speaker.fault(fault)
        return 50

    def playouts(self) -> int:
        """Whole games at random: list, choose, move."""
        for seed in self.seeds:
            position, numbers = start(seed), Numbers(seed)
            while game.asked(position):
                ways = list(legal(game, position))
                position = after(position, ways[numbers.below(len(ways))])
            assert same(position, seed)
        return 200 * len(self.seeds)


def bare_moves() -> int:
    """Plain Python: whole games."""
    for seed in SEEDS:
        position = stacks7.Stacks7(seed)
        for worker, to in _played(seed):
            assert position.move(worker, to)
    return 200 * len(SEEDS)


def bare_playouts() -> int:
    """Plain Python: list, choose, move."""
    for seed in SEEDS:
        position, numbers = stacks7.Stacks7(seed), stacks7.Numbers(seed)
        while position.ply < 200:
            ways = position.legal()
            position.move(*ways[numbers.below(len(ways))])
    return 200 * len(SEEDS)


_PLAYED: dict[int, list[tuple[int, int]]] = {}


def _played(seed: int) -> list[tuple[int, int]]:
    if seed not in _PLAYED:
        _PLAYED[seed] = stacks7.played(seed)[1]
    return _PLAYED[seed]


def history(plies: int) -> float:
    """KiB that the positions and moves of one game of so many moves take."""
    told = recorded(1, plies)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept: list[tuple[Position, Any]] = [(start(1, plies), None)]
    for one in told:
        kept.append((after(kept[-1][0], one), one))
    found = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert same(kept[-1][0], 1, plies)
    return found / 1024


def durable(plies: int) -> float:
    """Moves a second by the clock, each judged, told, written down and on the disk before the
    next is made."""
    moves = recorded(1, plies)
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder), lambda: datetime.now(UTC))
        match = _match(plies, library)
        library.journal.flush()  # theirs is timed from a match that is there, too
        begun = time.perf_counter()
        for one in moves:
            assert match.submit(one).done
            assert library.journal.flush()
        took = time.perf_counter() - begun
        library.close()
    return plies / took


def _match(plies: int, library: Library | None = None, lines: list[Any] | None = None) -> Match:
    keep: Callable[[Any], None] | None = lines.append if lines is not None else None
    if library is not None:
        keep = library.begin().keep
    return Match.start(
        TITLE,
        SEATS,
        options=Options(plies),
        clock=lambda: 0.0,
        salt=lambda: b"",
        keep=keep,
    )


def replayed(plies: int) -> tuple[Callable[[], int], Callable[[], int]]:
    """Of the journal of a long match what reads every move, judges it and carries it out again;
    and what takes the match up again, with its clocks and all that its log can be asked."""
    entries: list[Any] = []
    match = _match(plies, lines=entries)
    for one in recorded(1, plies):
        assert match.submit(one).done
    lines = [encode(entry) for entry in entries]

    def moves() -> int:
        position = start(1, plies)
        for entry in map(decode, lines):
            if isinstance(entry, Played):
                position = after(position, game.move(entry.move))
        assert position == match.position
        return plies

    def whole() -> int:
        again = Match.reopen(TITLE, map(decode, lines), clock=lambda: 0.0, salt=lambda: b"")
        assert again.position == match.position
        return plies

    return moves, whole


def verdicts(plies: int) -> list[float]:
    """Milliseconds from a token that was read to the sentence that is shown, move by move."""
    match, found = _match(plies), []
    composer = Composer(game)
    for one in recorded(1, plies):
        if not isinstance(one, Step):
            match.submit(one)
            continue
        composer.take(match.public, one.worker)
        begun = time.thread_time_ns()
        done = composer.take(match.public, one.to)
        assert isinstance(done, Submit) and match.submit(done.moves[0]).done
        found.append((time.thread_time_ns() - begun) / 1e6)
        composer = Composer(game)
    return found


def rows(size: Size) -> Iterator[Row]:
    """All lines; those beside a peer that is not there are left out by name."""
    with ExitStack() as open_peers:
        found: dict[str, Peer] = {}
        for name in ("boardgame", "open_spiel") if size.seconds else ():
            try:
                found[name] = open_peers.enter_context(peer(name))
            except Missing as why:
                yield Row(what=f"{name} is not there", unit=str(why), ours=(), noisy=True)
        yield from _lines(size, found)


def _lines(size: Size, peers: dict[str, Peer]) -> Iterator[Row]:
    ours, seconds = Ours(size), size.seconds
    warm = {"seconds": min(1.0, 10 * seconds)}
    boardgame, open_spiel = peers.get("boardgame"), peers.get("open_spiel")
    if boardgame is not None:
        sums = boardgame.ask("sums")["sums"]
        assert sums == [stacks7.played(seed)[0].sum() for seed in SEEDS], "another game"

    def beside(
        what: str,
        once: Callable[[], int],
        row: str,
        bar: float,
        bare: Callable[[], int] | None = None,
        note: str = "",
    ) -> Iterator[Row]:
        sides = {"ours": lambda: rate(once, seconds)}
        if boardgame is not None:
            boardgame.figure(row, **warm)
            sides["boardgame.io"] = boardgame.sample(row, seconds=seconds)
        if open_spiel is not None and row in ("moves", "playouts"):
            sides["OpenSpiel (Python)"] = open_spiel.sample(row, seconds=seconds)
        if bare is not None:
            sides[BARE] = lambda: rate(bare, seconds)
        taken = by_turns(size.repeats, sides)
        mine = taken.pop("ours")
        for name, theirs in taken.items():
            asked = {"boardgame.io": bar, "OpenSpiel (Python)": 1.0 if row == "playouts" else None}
            yield Row(
                what=what,
                unit="/s",
                ours=mine,
                peer=name,
                theirs=theirs,
                bar=asked.get(name),
                note=OTHER_WORK["bare"] if name == BARE else note,
            )

    yield from beside(
        "G1 judged and applied moves, whole history kept", ours.moves, "moves", 20.0, bare_moves
    )
    yield from beside(
        "G2 a move made and taken back", ours.undone, "undone", 20.0, note=OTHER_WORK["undo"]
    )
    yield from beside(
        "G3 refusals with rules and values",
        ours.refused,
        "refused",
        10.0,
        note=OTHER_WORK["refused"],
    )
    yield Row(
        what="G3 refusals with all sentences, two languages",
        unit="/s",
        ours=by_turns(size.repeats, {"ours": lambda: rate(ours.told, seconds)})["ours"],
        noisy=True,
    )
    yield from beside(
        "G4 moves of random play",
        ours.playouts,
        "playouts",
        15.0,
        bare_playouts,
        note=OTHER_WORK["G4"],
    )

    plies = min(1000, size.longest)
    sides: dict[str, Callable[[], float]] = {"ours": lambda: history(plies)}
    if boardgame is not None:
        sides["boardgame.io"] = boardgame.sample("memory", plies=plies)
    kept = by_turns(min(3, size.repeats), sides)
    yield Row(
        what=f"G5 memory of a history of {plies:,} moves",
        unit="KiB",
        ours=kept["ours"],
        peer="boardgame.io" if boardgame is not None else "",
        theirs=kept.get("boardgame.io", ()),
        better="less",
        bar=4.0 if boardgame is not None else None,
        note="Given up for simplicity: all positions are kept whole.",
    )

    for length in [one for one in (100, 300) if one <= size.longest] or [size.longest]:
        sides = {"ours": lambda length=length: durable(length)}  # type: ignore[misc]
        if boardgame is not None:
            sides["boardgame.io"] = boardgame.sample("file", plies=length)
        kept = by_turns(min(3, size.repeats), sides)
        yield Row(
            what=f"G6 durable moves, a game of {length:,}",
            unit="/s",
            ours=kept["ours"],
            peer="boardgame.io FlatFile" if boardgame is not None else "",
            theirs=kept.get("boardgame.io", ()),
            bar=5.0 if boardgame is not None else None,
            noisy=True,
            note=OTHER_WORK["file"],
        )

    plies = min(10_000, size.longest)
    moves, whole = replayed(plies)
    ways: dict[str, Callable[[], float]] = {
        "moves": lambda: plies * 1000 / rate(moves, 0.0),
        "whole": lambda: plies * 1000 / rate(whole, 0.0),
    }
    samples = by_turns(size.repeats, ways)
    yield Row(
        what=f"G7 {plies:,} moves read, judged and carried out again",
        unit="ms",
        ours=samples["moves"],
        better="less",
        bar=50.0 * plies / 10_000,
        noisy=True,
    )
    yield Row(
        what="G7 the same, taken up as a match",
        unit="ms",
        ours=samples["whole"],
        better="less",
        noisy=True,
        note="With its clocks, its rows held against each other, and every step kept.",
    )

    shown = [sorted(verdicts(min(200, plies))) for _ in range(min(3, size.repeats))]
    yield Row(
        what="G8 from a token read to the verdict, p99",
        unit="ms",
        ours=tuple(one[int(0.99 * len(one))] for one in shown),
        better="less",
        bar=1.0,
        noisy=True,
    )
    yield Row(
        what="G8 the same, median",
        unit="ms",
        ours=tuple(median(one) for one in shown),
        better="less",
        noisy=True,
    )


if __name__ == "__main__":
    print(table(rows(WHOLE)))
