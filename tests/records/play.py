"""Plays whole games as tables do, and writes their records.

``python -m tests.records.play [NAME...]`` makes those records anew, or all: the goal-seeking
player moves; now and then the table tries something illegal, lets it stand, takes a move back, says
that a line was entered wrongly, notes something in private, or sets the table right. One record of
each game begins with a round played by hand. Records are made anew only when the rules change on
purpose. Which there are, the module ``recorded`` of a game's tests says:

* ``RECORDS``: its matches, see :class:`tests.records.plan.Recorded`;
* ``MET``: kinds of move that must be in them;
* ``another(match, rng)``: a situation that sets something right.
"""

import sys
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

from companion.kernel import Accepted, Move, alternatives, begin, completions
from companion.match import entries
from companion.match.match import Match
from companion.match.record import write
from companion.referee.player import Player
from tests.games.tried import GAMES, Tried
from tests.records.plan import Recorded
from tests.records.reading import HERE

ALLOWED = 0.15
"""How often an illegal move that may stand is allowed."""

TAKEN_BACK = 0.02
"""How often the last move is taken back; half of these stand again at once."""

AMENDED = 0.01
"""How often one of the last lines turns out to be entered wrongly."""

CORRECTED = 0.004
"""How often the table is set right."""

NOTED = 0.01
"""How often somebody notes something in private."""

LONGEST = 6000
"""Entries after which a table gives up and agrees to end."""


def whole_game(tried: Tried, one: Recorded) -> Match:
    """A match played to its end; an opening is told first, whatever is refused of it."""
    rng, found, opening = Random(one.seed), tried.package, one.opening
    now = [0.0]

    def clock() -> float:
        now[0] += rng.uniform(0.5, 12.0)
        return now[0]

    colours = list(found.game.colours)
    rng.shuffle(colours)
    chosen = opening.seats if opening else tuple(colours[: one.seats])
    names = dict(zip(chosen, ("Ada", "Bruno", "Clara", "Dario", "Emil"), strict=False))
    match = Match.start(found, chosen, names, clock=clock, salt=lambda: rng.randbytes(16))
    for told in opening.moves if opening else ():
        match.submit(found.game.move(told))
    player = Player(found.game, rng, 0.08)
    while not match.over and len(match.entries) < LONGEST:
        _mishap(tried, match, rng)
        attempts, made = player.turn(match.position)
        for move, verdict in attempts:
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


def _mishap(tried: Tried, match: Match, rng: Random) -> None:
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
                match.amend(
                    step.line, other, by=step.by, consent=match.seats, reason="entered wrongly"
                )
    if rng.random() < CORRECTED:
        match.correct(tried.recorded.another(match, rng))
    if rng.random() < NOTED:
        for kind in match.game.kinds:
            if kind.hidden:
                draft = begin(match.game, kind.name, match.seats[0])
                notes = list(islice(completions(match.game, match.position, draft), 30))
                if notes:
                    match.submit(rng.choice(notes))


def _another(match: Match, before: Any, move: Move) -> Move | None:
    near = alternatives(match.game, match.game.public(before), move)
    return next((one for one, *_ in near if type(one) is type(move)), None)


def main(files: Sequence[str]) -> int:
    """Write the records of these names, or all."""
    for tried in GAMES:
        for one in tried.recorded.RECORDS:
            if files and one.file not in files:
                continue
            match = whole_game(tried, one)
            (HERE / f"{one.file}.record").write_text(write(match), "utf-8")
            print(one.file, len(match.entries), match.outcome and match.outcome.rule)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
