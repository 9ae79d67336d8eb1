"""How the recorded game of a title began: what can be played again through any input."""

from functools import cache

from bench.judging import RECORDS, recorded
from companion.match import entries
from companion.match.registry import game_package
from companion.match.steps import Step
from companion.match.timeline import Timeline

TURNS = 2
FEWEST, MOST = 4, 8
"""Moves that are worth while, and that are enough for a turn or two of any game."""

LINES = 60
"""Lines of a record that tell more than so many moves; the rest of the evening is not read."""


@cache
def opening(game: str) -> tuple[entries.Started, list[Step]]:
    """How a recorded game began: until the turn had gone round to that many seats, or something
    was kept secret, or something happened that was no move.

    Raises LookupError when there is none.
    """
    for file in sorted(RECORDS.glob("*.record")):
        record = recorded(file, LINES)
        first = record.entries[0]
        assert isinstance(first, entries.Started)
        if first.game != game or first.situation is not None:
            continue
        line = Timeline(game_package(game).game, record.secrets)
        movers: dict[str, None] = {}
        for entry in record.entries:
            if isinstance(entry, entries.Played):
                movers[entry.by] = None
                turned = len(movers.keys() - {"table"}) > TURNS
                if turned or entry.overruled or entry.commitment or len(line.steps) == MOST:
                    break
            elif not isinstance(entry, entries.Started | entries.Refused):
                break
            line.add(entry)
        if len(line.steps) >= FEWEST:
            return first, list(line.steps)
    raise LookupError(f"no recorded game of {game} begins with moves that all may see")
