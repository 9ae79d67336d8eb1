"""Touches a turn: how often a finger must come down for what was played in recorded games.

``python -m bench.touches [RECORD …]``: every move that was made is made again through the
Composer on the public view, with the fewest touches it takes: a field of the table, the button
of a kind of move, something in a picker; from field to field a finger may also be dragged, which
is one touch. Whatever the Composer makes of them must be the move that was recorded.

A turn lasts until another seat is asked for something it does not owe; what the table tells in
between belongs to it.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench.judging import RECORDS, moves, recorded
from bench.rows import Row, Size
from companion.kernel import DONE, MOVE, TABLE, Draft, Move, next_blank, tag_of
from companion.kernel.drafts import steps
from companion.kernel.ways import LONGEST_WAY
from companion.match import entries
from companion.match.beginnings import fresh
from companion.match.composer import Composer, Submit
from companion.match.registry import GamePackage, game_package
from companion.match.timeline import Timeline
from companion.sight.printed import FIELDS

MEDIAN_BAR, P90_BAR = 12, 20
"""Touches of a turn at most, in the middle and of nine turns in ten."""


class Finger:
    """Touches what leads to a move. drags: whether it goes from field to field in one touch.
    fields: whether it touches the field that means a thing, where there is one, or names it."""

    def __init__(self, game: GamePackage, *, drags: bool, fields: bool = True) -> None:
        self.package, self.game = game, game.game
        self.drags, self.fields = drags, fields

    def touches(self, view: Any, wanted: Sequence[Move]) -> int | None:
        """The fewest touches that make these moves in one go; None when none does."""
        return min(map(len, self.ways(view, wanted)), default=None)

    def ways(self, view: Any, wanted: Sequence[Move]) -> Iterator[list[str]]:
        """What is touched, one after the other, to make these moves in one go: with the button
        of their kind nowhere, first or second. A drag is one touch, ``from→to``."""
        tried = [self._made(view, wanted, button, drag=False) for button in (None, 0, 1)]
        if self.drags and any(tried):
            tried.append(self._made(view, wanted, None, drag=True))
        yield from filter(None, tried)

    def _made(
        self, view: Any, wanted: Sequence[Move], button: int | None, *, drag: bool
    ) -> list[str] | None:
        """What is touched when the kind's button is pressed after that many values, None for never;
        ``drag``: when the finger goes from the first value to the second."""
        composer = Composer(self.game)
        told = [value for _, value in steps(wanted[0])]
        if len(wanted) > 1:
            told[-1] = [value for _, value in steps(wanted[-1])][-1]
        if self.game.kind(wanted[0]).by:
            told = told[1:]
        done: Any = None
        touched: list[str] = []
        tokens: list[Any] = list(told)
        if button is not None:
            tokens.insert(button, MOVE + tag_of(wanted[0]))
        if drag:
            ends = [self._touched(composer, view, token) for token in tokens[:2]]
            if len(ends) < 2 or not {*ends} <= set(self._shapes(view)):
                return None
            composer.take(view, ends[0])
            if composer.begun:
                done = composer.take(view, ends[1])
                touched.append("→".join(ends))
            for token in tokens[:2]:
                if not isinstance(done, Submit) and str(token) in composer.pick():
                    done = composer.take(view, str(token))
                    touched.append(str(token))
            del tokens[:2]
        for token in tokens:
            if isinstance(done, Submit):
                break  # what was left had one answer, and was not asked
            touched.append(self._touched(composer, view, token))
            done = composer.take(view, touched[-1])
            if not isinstance(done, Submit) and str(token) in composer.pick():
                touched.append(str(token))
                done = composer.take(view, touched[-1])
        if isinstance(done, Submit) and done.moves == tuple(wanted):
            return touched
        return None

    def _touched(self, composer: Composer, view: Any, token: Any) -> str:
        """What a finger touches for a token: the field that means it, or the token itself."""
        said = str(token)
        if said.startswith(MOVE) or said == DONE or not self.fields:
            return said
        drafts = composer.drafts or fresh(self.game, composer.role, view, composer.outlook)
        return next(self._fields(view, said, drafts), said)

    def _shapes(self, view: Any) -> list[str]:
        return [one.token for one in self.package.scene(view).shapes if one.form in FIELDS]

    def _fields(self, view: Any, token: str, drafts: Sequence[Draft]) -> Iterator[str]:
        shapes = self._shapes(view)
        if token in shapes:
            yield token
        for draft in drafts:
            blank = next_blank(self.game.kind_of(draft).move, draft)
            if blank is not None:
                for field in shapes:
                    if field and token in map(str, self.game.meanings(view, blank, field)):
                        yield field


def turns(file: Path, *, drags: bool, most: int | None = None) -> tuple[list[int], int]:
    """The touches of every turn of a recorded game, and how many moves no touches made."""
    record = recorded(file, most)
    first = record.entries[0]
    assert isinstance(first, entries.Started)
    game = game_package(first.game)
    finger, line = Finger(game, drags=drags), Timeline(game.game, record.secrets)
    made: list[tuple[str, Any, Move, int]] = []  # whose turn, the view, the move, more touches
    turn = ""
    for entry in record.entries:
        if isinstance(entry, entries.Played):
            view = game.game.public(line.position)
            for one in game.game.asked(view):
                if one.seat != TABLE and not one.owed:
                    turn = one.seat
                    break
            (move,) = moves(game, entry, line)
            made.append((turn, view, move, 1 if entry.overruled else 0))
        line.add(entry)
    found: list[int] = []
    unmade, before = 0, ""
    while made:
        seat, view, _, more = made[0]
        count, taken = _gesture(finger, view, made)
        if count is None:
            unmade += 1
        if seat != before or not found:
            found.append(0)
        before = seat
        found[-1] += (count or 0) + more
        del made[:taken]
    return found, unmade


def _gesture(
    finger: Finger, view: Any, made: Sequence[tuple[str, Any, Move, int]]
) -> tuple[int | None, int]:
    """The touches for the next move, or for as many of the next as are made with one way."""
    alike = 1
    if finger.game.kind(made[0][2]).onward is not None:
        kind, seat = type(made[0][2]), made[0][0]
        while (
            alike < min(LONGEST_WAY, len(made))
            and type(made[alike][2]) is kind
            and made[alike][0] == seat
        ):
            alike += 1
    for taken in range(alike, 0, -1):
        count = finger.touches(view, [move for _, _, move, _ in made[:taken]])
        if count is not None:
            return count, taken
    return None, 1


def rows(size: Size) -> Iterator[Row]:
    """Touches a turn; they do not depend on the machine."""
    files = sorted(RECORDS.glob("*.record"))[: None if size.seconds else 2]
    for drags in (True, False):
        every = [count for file in files for count in turns(file, drags=drags, most=size.lines)[0]]
        high = quantiles(every, n=10, method="inclusive")[-1]
        for name, value, bar in (("median", median(every), MEDIAN_BAR), ("p90", high, P90_BAR)):
            how = f"touches a turn, {'dragging' if drags else 'tapping only'}, {name}"
            yield Row(what=how, unit="", ours=(value,), better="less", bar=bar)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.touches", description=__doc__)
    parser.add_argument("record", nargs="*", type=Path, help="default: all recorded games")
    asked = parser.parse_args(arguments)
    files = asked.record or sorted(RECORDS.glob("*.record"))
    if not files:
        parser.error("no recorded games")
    print(f"{'touches a turn':<26} {'turns':>7} {'touches':>8} {'bar':>6}")
    for drags in (True, False):
        played = [turns(file, drags=drags) for file in files]
        every = [count for found, _ in played for count in found]
        unmade = sum(missed for _, missed in played)
        middle, high = median(every), quantiles(every, n=10, method="inclusive")[-1]
        for name, value, bar in (("median", middle, MEDIAN_BAR), ("p90", high, P90_BAR)):
            verdict = "met" if value <= bar else "MISSED"
            how = f"{name}, {'dragging' if drags else 'tapping only'}"
            print(f"{how:<26} {len(every):>7} {value:>8.1f} {bar:>6} {verdict}")
    if unmade:
        print(f"{unmade} moves that no touches on the open table make are left out")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
