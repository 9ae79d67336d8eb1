"""The lines G1 to G8: Stacks7 through the public interface, beside peers that play the same game.

``python -m bench.stacks7.lines`` prints them.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from statistics import median
from typing import Any

from bench.peers import Missing, Peer, peer, stacks7
from bench.rows import WHOLE, Row, Size, by_turns, rate, table
from bench.stacks7.ours import (
    QUICKEST,
    SEEDS,
    Ours,
    bare_moves,
    bare_playouts,
    durable,
    history,
    in_javascript,
    refusals,
    replayed,
    verdicts,
)

BARE = "plain Python"
"""The same game as one position that is changed: no reasons, no events, no views."""

OTHER_WORK = {
    "undo": "boardgame.io takes back within one turn only, so that its whole game is one turn "
    "here; ours takes back anything, for the earlier position is still there.",
    "refused": "One move against each rule, in the middle of a game. boardgame.io answers that it "
    "is invalid and nothing else; ours tells every fault with its rule and values.",
    "quickest": "A worker of the other side, sent across the board: boardgame.io's game looks at "
    "nothing but whose it is, ours tells two faults.",
    "file": "boardgame.io's file is not flushed to the disk; ours is, before it counts. By the "
    "clock, and with the whole companion around it: sentences in two languages, what hands do.",
    "bare": "Plain Python only says yes or no, and keeps no position but the last.",
    "G4": "Each list is made from the needs, and what is listed is not judged again. That it came "
    "to the same game is looked at outside the clock.",
    "drawn": "Ours draws one legal move and lists none, not each as likely; the others list.",
}


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
    beside = _Beside(size, peers)
    yield from _judged(beside)
    yield from _random_play(beside)
    yield from _memory(beside)
    yield from _durable(beside)
    yield from _replayed(size)
    yield from _verdicts(size)


class _Beside:
    """Stacks7 beside the peers that are there."""

    def __init__(self, size: Size, peers: dict[str, Peer]) -> None:
        self.size, self.ours, self.seconds = size, Ours(size), size.seconds
        self._warm = {"seconds": min(1.0, 10 * self.seconds)}
        self.boardgame, self.open_spiel = peers.get("boardgame"), peers.get("open_spiel")
        if self.boardgame is not None:
            sums = self.boardgame.ask("sums")["sums"]
            assert sums == [stacks7.played(seed)[0].sum() for seed in SEEDS], "another game"

    def row(
        self,
        what: str,
        once: Callable[[], int],
        row: str,
        bar: float | None,
        bare: Callable[[], int] | None = None,
        note: str = "",
        spiel: float | None = None,
        **asked_too: Any,
    ) -> Iterator[Row]:
        """Ours, beside each peer that is there. row: what the peers call it. bar, spiel: how many
        times what boardgame.io and OpenSpiel reach. bare: the same in plain Python."""
        sides = {"ours": lambda: rate(once, self.seconds)}
        if self.boardgame is not None:
            self.boardgame.figure(row, **self._warm, **asked_too)
            sides["boardgame.io"] = self.boardgame.sample(row, seconds=self.seconds, **asked_too)
        if self.open_spiel is not None and row in ("moves", "playouts"):
            sides["OpenSpiel (Python)"] = self.open_spiel.sample(row, seconds=self.seconds)
        if bare is not None:
            sides[BARE] = lambda: rate(bare, self.seconds)
        taken = by_turns(self.size.repeats, sides)
        mine = taken.pop("ours")
        for name, theirs in taken.items():
            asked = {"boardgame.io": bar, "OpenSpiel (Python)": spiel}
            yield Row(
                what=what,
                unit="/s",
                ours=mine,
                peer=name,
                theirs=theirs,
                bar=asked.get(name),
                note=OTHER_WORK["bare"] if name == BARE else note,
            )


def _judged(beside: _Beside) -> Iterator[Row]:
    yield from beside.row(
        "G1 judged and applied moves, whole history kept",
        beside.ours.moves,
        "moves",
        20.0,
        bare_moves,
    )
    yield from beside.row(
        "G2 a move made and taken back", beside.ours.undone, "undone", 20.0, note=OTHER_WORK["undo"]
    )
    yield from beside.row(
        "G3 refusals with rules and values",
        beside.ours.refused,
        "refused",
        10.0,
        note=OTHER_WORK["refused"],
        wrong=in_javascript(refusals()),
    )
    yield from beside.row(
        "G3 the one that boardgame.io refuses soonest",
        beside.ours.refused_quickly,
        "refused",
        None,
        note=OTHER_WORK["quickest"],
        wrong=in_javascript([QUICKEST]),
    )
    yield Row(
        what="G3 refusals with all sentences, two languages",
        unit="/s",
        ours=by_turns(
            beside.size.repeats, {"ours": lambda: rate(beside.ours.told, beside.seconds)}
        )["ours"],
        noisy=True,
    )


def _random_play(beside: _Beside) -> Iterator[Row]:
    yield from beside.row(
        "G4 moves of random play",
        beside.ours.playouts,
        "playouts",
        4.0,
        bare_playouts,
        note=OTHER_WORK["G4"],
        spiel=0.35,
    )
    yield from beside.row(
        "G4 the same, drawn without a list",
        beside.ours.drawn,
        "playouts",
        12.0,
        bare_playouts,
        note=OTHER_WORK["drawn"],
        spiel=1.0,
    )


def _memory(beside: _Beside) -> Iterator[Row]:
    size, boardgame = beside.size, beside.boardgame
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
        note="The last positions are kept, one now and then, and the moves; the others are carried "
        "out again when somebody looks.",
    )


def _durable(beside: _Beside) -> Iterator[Row]:
    size, boardgame = beside.size, beside.boardgame
    for length in [one for one in (100, 300) if one <= size.longest] or [size.longest]:
        sides: dict[str, Callable[[], float]] = {"ours": lambda length=length: durable(length)}  # type: ignore[misc]
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


def _replayed(size: Size) -> Iterator[Row]:
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


def _verdicts(size: Size) -> Iterator[Row]:
    shown = [sorted(verdicts(min(200, size.longest))) for _ in range(min(3, size.repeats))]
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
