"""Whole turns of every game, as they were recorded: by fingers, with buttons alone, by scans."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from bench.opening import opening
from bench.touches import Finger
from companion.kernel import Move
from companion.match.shelf import names
from companion.table import Pressed, Scanned, Turned
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.desk import Desk


class Begun(NamedTuple):
    """A table, and what is to be played at it."""

    table: Table
    desk: Desk
    moves: list[Move]

    def made(self) -> list[Move]:
        return [one.move for one in self.desk.match.timeline.steps if one.move is not None]


@pytest.fixture(params=names())
def begun(request: pytest.FixtureRequest, stage: Stage, tmp_path: Path) -> Iterator[Begun]:
    started, steps = opening(request.param)
    table = Table(stage, tmp_path)
    room = table.app.room
    box = room.title(started.game)
    options = msgspec.convert(started.options, type(box.game.options()))
    sitting = room.start(box, started.seats, started.players, options)
    table.glass.play(sitting)
    stage.frames(3)
    yield Begun(table, sitting.desk, [step.move for step in steps if step.move is not None])
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
