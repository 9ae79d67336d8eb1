"""Recorded matches as tests read them, each by the name of its file without ``.record``."""

from pathlib import Path
from typing import Any

from companion.kernel import Game
from companion.match import record
from companion.match.timeline import Timeline

HERE = Path(__file__).parent


def opened(name: str) -> record.Record:
    """What the file tells."""
    return record.read((HERE / f"{name}.record").read_text("utf-8"))


def gone_through(game: Game[Any], name: str) -> Timeline:
    """What all its entries come to."""
    told = opened(name)
    timeline = Timeline(game, told.secrets)
    for entry in told.entries:
        timeline.add(entry)
    return timeline
