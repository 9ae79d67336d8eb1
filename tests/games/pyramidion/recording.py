"""Plays whole games of Pyramidion as tables do, and writes their records.

``python -m tests.games.pyramidion.recording`` makes the records anew: the goal-seeking player
moves, sites are entered in all three ways; now and then the table tries something illegal, lets it
stand, takes a move back, says that a line was entered wrongly, or sets the table right. The game
of three begins as it was played by hand. Records are made anew only when the rules change on
purpose.
"""

from pathlib import Path
from random import Random
from typing import Any

from companion.kernel import Accepted, alternatives
from companion.match import entries
from companion.match.match import Match
from companion.match.record import write
from companion.match.registry import game_package
from companion.referee.player import Player

HERE = Path(__file__).parents[2] / "records"
RECORDS = (
    ("pyramidion-2", ("green", "red"), 2),
    ("pyramidion-3", ("red", "blue", "yellow"), 3),
    ("pyramidion-4", ("yellow", "green", "blue", "red"), 4),
)
"""File, seats, seed."""

ALLOWED, TAKEN_BACK, AMENDED, CORRECTED = 0.15, 0.02, 0.015, 0.01
"""How often what may stand stands, and how often the other things happen."""

NOTED = 0.3
"""How often, while cards are dealt, a boat is noted in private, and struck again at once."""

LONGEST = 3000

BY_HAND: tuple[dict[str, Any], ...] = (
    {"move": "tell_site", "site": "thebes", "product": "camel", "influence": 6, "negotiation": 5},
    *({"move": "reveal_boat", "boat": f"B{number:02}"} for number in (1, 5, 9, 13, 2)),
    {"move": "reveal_boat", "boat": "B03"},  # a sixth boat
    {"move": "distribute", "card": "D01"},
    {"move": "deal"},
    {"move": "activate", "site": "thebes"},
    {"move": "reveal_totals", "seat": "red", "influence": 4, "negotiation": 0, "haggling": 0},
    {"move": "reveal_totals", "seat": "blue", "influence": 7, "negotiation": 0, "haggling": 0},
    {"move": "reveal_totals", "seat": "yellow", "influence": 2, "negotiation": 0, "haggling": 0},
    {"move": "activate", "site": "thebes"},  # a sundial lies there
    {"move": "activate", "site": "karnak"},
    {"move": "results", "torturers": "nobody", "negotiators": "red", "merchants": "nobody"},
    {"move": "activate", "site": "giza"},
    {"move": "lay", "seat": "yellow", "count": 2},
    {"move": "lay", "seat": "red", "count": 1},
    {"move": "lay", "seat": "blue", "count": 0},
    {"move": "reveal", "seat": "red", "cards": ["TB1", "MB1"]},  # one too many
    {"move": "reveal", "seat": "red", "cards": ["TB1"]},
    {"move": "reveal", "seat": "yellow", "cards": ["MB1", "NB1"]},
)
"""The first activations of a game of three; what is refused is refused on purpose."""


def whole_game(seats: tuple[str, ...], seed: int, opening: tuple[dict[str, Any], ...]) -> Match:
    """A match played to its end."""
    rng = Random(seed)
    found = game_package("pyramidion")
    now = [0.0]

    def clock() -> float:
        now[0] += rng.uniform(0.5, 12.0)
        return now[0]

    names = dict(zip(seats, ("Ada", "Bruno", "Clara", "Dario"), strict=False))
    match = Match.start(found, seats, names, clock=clock, salt=lambda: rng.randbytes(16))
    for told in opening:
        match.submit(found.game.move(told))
    player = Player(found.game, rng, 0.06)
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
    if len(steps) < 30:
        return
    if rng.random() < TAKEN_BACK:
        match.undo(steps[-1].by, match.seats, "taken back")
        if rng.random() < 0.5:
            match.redo(steps[-1].by)
    if rng.random() < AMENDED:
        step = rng.choice(match.timeline.steps[-3:])
        if step.move is not None and isinstance(match.entries[step.line - 1], entries.Played):
            view = match.game.public(step.before)
            near = alternatives(match.game, view, step.move)
            other = next((one for one, *_ in near if type(one) is type(step.move)), None)
            if other is not None:
                match.amend(
                    step.line, other, by=step.by, consent=match.seats, reason="entered wrongly"
                )
    if rng.random() < CORRECTED:
        match.correct({"philosopher": rng.choice(("giza", "supply", *match.seats))})
    if rng.random() < NOTED and match.position.fleet and match.position.phase == "cards":
        boat = rng.choice(match.position.fleet)
        seat = rng.choice(match.seats)
        told = match.game.move({"move": "fix_won", "seat": seat, "boat": boat})
        match.submit(told)
        match.submit(match.game.move({"move": "fix_lost", "seat": seat, "boat": boat}))


def main() -> int:
    """Write all records."""
    for file, seats, seed in RECORDS:
        opening = BY_HAND if file == "pyramidion-3" else ()
        match = whole_game(seats, seed, opening)
        (HERE / f"{file}.record").write_text(write(match), "utf-8")
        print(file, len(match.entries), match.outcome and match.outcome.rule)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
