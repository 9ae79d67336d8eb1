"""Recorded matches as tests read them, each by the name of its file without ``.record``."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.kernel import Game
from companion.match import entries, record
from companion.match.commitments import Secret
from companion.match.match import Match
from companion.match.registry import game_package
from companion.match.timeline import Timeline

HERE = Path(__file__).parent


def games() -> tuple[str, ...]:
    """The games of which a match is recorded."""
    heads = (file.read_text("utf-8")[:1000] for file in HERE.glob("*.record"))
    return tuple(sorted({re.findall(r" game=(\w+) ", head)[0] for head in heads}))


@cache
def opened(name: str) -> record.Record:
    """What the file tells, read once: many tests take up the same evening at many of its lines."""
    return record.read((HERE / f"{name}.record").read_text("utf-8"))


def taken_up(
    name: str, lines: int | None = None, secrets: Mapping[int, Secret] | None = None
) -> Match:
    """A match that goes on where the file ends, or after that many lines. secrets: other things
    in place of what it hides."""
    told = opened(name)
    begun = told.entries[0]
    assert isinstance(begun, entries.Started)
    return Match.reopen(
        game_package(begun.game),
        told.entries[:lines],
        clock=lambda: 0.0,
        salt=lambda: bytes(16),
        secrets=told.secrets if secrets is None else secrets,
    )


def gone_through(game: Game[Any], name: str) -> Timeline:
    """What all its entries come to."""
    told = opened(name)
    timeline = Timeline(game, told.secrets)
    for entry in told.entries:
        timeline.add(entry)
    return timeline
