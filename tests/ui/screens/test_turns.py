"""Whole turns of every game, as they were recorded: by fingers, with buttons alone, by scans."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from bench.touches import Finger
from companion.kernel import Move
from companion.match import entries
from companion.match.fold import Timeline
from companion.match.record import read
from companion.match.shelf import names, title
from companion.table import Pressed, Scanned, Turned
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.desk import Desk

RECORDS = Path(__file__).parents[2] / "records"
TURNS = 2
FEWEST, MOST = 4, 8
"""Moves that make a test worth its while, and that are enough for a turn or two of any game."""


class Begun(NamedTuple):
    """A table, and what is to be played at it."""

    table: Table
    desk: Desk
    moves: list[Move]

    def made(self) -> list[Move]:
        return [one.move for one in self.desk.match.timeline.steps if one.move is not None]


@cache
def _opening(game: str) -> tuple[entries.Started, list[Move]]:
    """How a recorded game began: until the turn had gone round to so many seats, or something
    was kept secret, or something happened that was no move."""
    for file in sorted(RECORDS.glob("*.record")):
        record = read(file.read_text("utf-8"))
        first = record.entries[0]
        assert isinstance(first, entries.Started)
        if first.game != game or first.situation is not None:
            continue
        line = Timeline(title(game).game, record.secrets)
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
            return first, [step.move for step in line.steps if step.move is not None]
    raise LookupError(f"no recorded game of {game} begins with moves that all may see")


@pytest.fixture(params=names())
def begun(request: pytest.FixtureRequest, stage: Stage, tmp_path: Path) -> Iterator[Begun]:
    started, moves = _opening(request.param)
    table = Table(stage, tmp_path)
    room = table.app.room
    box = room.title(started.game)
    options = msgspec.convert(started.options, type(box.game.options()))
    sitting = room.start(box, started.seats, started.players, options)
    table.glass.play(sitting)
    stage.frames(3)
    yield Begun(table, sitting.desk, moves)
    table.close()


def test_a_turn_needs_nothing_but_a_finger(begun: Begun) -> None:
    table, desk = begun.table, begun.desk
    finger = Finger(desk.title, drags=False)
    for move in begun.moves:
        before = len(desk.match.timeline.steps)
        for way in sorted(finger.ways(desk.view, [move]), key=len):
            if all(table.answer(token) for token in way):
                break
            desk.take_back()
            table.stage.settle()
        assert len(desk.match.timeline.steps) == before + 1, move
    assert begun.made() == begun.moves


def test_a_turn_needs_nothing_but_a_scanner(begun: Begun) -> None:
    reader = Finger(begun.desk.title, drags=False, fields=False)
    number = 0
    for move in begun.moves:
        for code in min(reader.ways(begun.desk.view, [move]), key=len):
            number += 1
            begun.table.app.inbox.put(Scanned(number, 0.0, "scanner", code))
            begun.table.stage.settle()
    assert begun.made() == begun.moves


def test_a_turn_needs_nothing_but_buttons_and_a_dial(begun: Begun) -> None:
    table, desk = begun.table, begun.desk
    hand = Finger(desk.title, drags=False, fields=False)
    for move in begun.moves:
        before = len(desk.match.timeline.steps)
        for way in hand.ways(desk.view, [move]):
            if all(dial(table, desk, token) for token in way):
                break
            desk.composer.clear()
        assert len(desk.match.timeline.steps) == before + 1, move
    assert begun.made() == begun.moves


def dial(table: Table, desk: Desk, token: str) -> bool:
    """Turn the dial until it stands on the token, and confirm; False when it never does."""
    tokens = [choice.token for choice in desk.composer.choices(desk.view)]
    if token not in tokens:
        return False
    for detents in (1, tokens.index(token)):  # the first only says that the dial is used
        if detents:
            table.app.inbox.put(Turned(1, 0.0, "gpio", detents, 0))
            table.stage.settle()
    assert desk.composer.cursor == token
    table.app.inbox.put(Pressed(2, 0.0, "gpio", "confirm", 0))
    table.stage.settle()
    return True
