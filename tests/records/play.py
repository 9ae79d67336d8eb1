"""Plays whole games as tables do, and writes their records.

``python -m tests.records.play GAME SEATS SEED FILE``: the goal-seeking player moves; now and
then the table tries something illegal, lets it stand, takes a move back, says that a line was
entered wrongly, or sets the table right. The records are replayed in the tests; they are made
anew only when the rules change on purpose.
"""

import sys
from pathlib import Path
from random import Random
from typing import Any

from companion.kernel import Accepted, Move, instead
from companion.match import entries
from companion.match.match import Match
from companion.match.record import write
from companion.match.shelf import title
from companion.referee.player import Player

ALLOWED = 0.15
"""How often an illegal move that may stand is let stand."""

TAKEN_BACK = 0.02
"""How often the last move is taken back; half of these stand again at once."""

AMENDED = 0.01
"""How often one of the last lines turns out to be entered wrongly."""

CORRECTED = 0.004
"""How often the table is set right."""

LONGEST = 6000
"""Entries after which a table gives up and agrees to end."""


def whole_game(name: str, seats: int, seed: int) -> Match:
    """A match played to its end."""
    rng = Random(seed)
    found = title(name)
    now = [0.0]

    def clock() -> float:
        now[0] += rng.uniform(0.5, 12.0)
        return now[0]

    colours = list(found.game.colours)
    rng.shuffle(colours)
    chosen = tuple(colours[:seats])
    names = dict(zip(chosen, ("Ada", "Bruno", "Clara", "Dario", "Emil"), strict=False))
    match = Match.start(found, chosen, names, clock=clock, salt=lambda: rng.randbytes(16))
    player = Player(found.game, rng, 0.08)
    while not match.over and len(match.entries) < LONGEST:
        _mishap(match, rng)
        tried, made = player.turn(match.position)
        for move, verdict in tried:
            if isinstance(verdict, Accepted):
                continue
            answer = match.submit(move)
            if answer.allowable and rng.random() < ALLOWED:
                match.allow(move)
                break
        else:
            if made is None:
                break
            match.submit(made)
    if not match.over:
        match.agree_end(match.seats[0], match.seats)
    return match


def _mishap(match: Match, rng: Random) -> None:
    steps = match.timeline.steps
    if len(steps) < 8:
        return
    if rng.random() < TAKEN_BACK:
        by = steps[-1].by
        match.undo(by, match.seats, "taken back")
        if rng.random() < 0.5:
            match.redo(by)
    if rng.random() < AMENDED:
        step = rng.choice(match.timeline.steps[-4:])
        if step.move is not None and isinstance(match.entries[step.line - 1], entries.Played):
            other = _another(match, step.before, step.move)
            if other is not None:
                match.amend(step.line, other)
    if rng.random() < CORRECTED:
        match.correct(_as_it_stands(match))


def _another(match: Match, before: Any, move: Move) -> Move | None:
    near = instead(match.game, match.game.public(before), move)
    return next((one for one in near if type(one) is type(move)), None)


def _as_it_stands(match: Match) -> dict[str, Any]:
    """A correction that any game understands: nothing differs. Games' own are in their tests."""
    return {}


def main(arguments: list[str]) -> int:
    """Write one record."""
    name, seats, seed, file = arguments
    match = whole_game(name, int(seats), int(seed))
    Path(file).write_text(write(match), "utf-8")
    kinds: dict[str, int] = {}
    for entry in match.entries:
        kinds[type(entry).__name__] = kinds.get(type(entry).__name__, 0) + 1
    print(file, len(match.entries), kinds, match.outcome and match.outcome.rule)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
