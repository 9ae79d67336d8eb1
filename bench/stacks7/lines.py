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
        bar: float | None,
        bare: Callable[[], int] | None = None,
        note: str = "",
        spiel: float | None = None,
        **asked_too: Any,
    ) -> Iterator[Row]:
        sides = {"ours": lambda: rate(once, seconds)}
        if boardgame is not None:
            boardgame.figure(row, **warm, **asked_too)
            sides["boardgame.io"] = boardgame.sample(row, seconds=seconds, **asked_too)
        if open_spiel is not None and row in ("moves", "playouts"):
            sides["OpenSpiel (Python)"] = open_spiel.sample(row, seconds=seconds)
        if bare is not None:
            sides[BARE] = lambda: rate(bare, seconds)
        taken = by_turns(size.repeats, sides)
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
        wrong=in_javascript(refusals()),
    )
    yield from beside(
        "G3 the one that boardgame.io refuses soonest",
        ours.refused_quickly,
        "refused",
        None,
        note=OTHER_WORK["quickest"],
        wrong=in_javascript([QUICKEST]),
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
        4.0,
        bare_playouts,
        note=OTHER_WORK["G4"],
        spiel=0.35,
    )
    yield from beside(
        "G4 the same, drawn without a list",
        ours.drawn,
        "playouts",
        12.0,
        bare_playouts,
        note=OTHER_WORK["drawn"],
        spiel=1.0,
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
        note="The last positions are kept, one now and then, and the moves; the others are carried "
        "out again when somebody looks.",
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
