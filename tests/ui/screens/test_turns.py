"""Whole turns of every game, as they were recorded: by fingers, with buttons alone, by scans."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from bench.opening import opening
from bench.touches import Finger
from companion.kernel import Move
from companion.table import Pressed, Scanned, Turned
from tests.records.reading import games
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.presenter import Presenter


class Begun(NamedTuple):
    """A table, and what to play at it."""

    table: Table
    presenter: Presenter
    moves: list[Move]

    def made(self) -> list[Move]:
        return [one.move for one in self.presenter.match.timeline.steps if one.move is not None]


@pytest.fixture(params=games())
def begun(request: pytest.FixtureRequest, stage: Stage, tmp_path: Path) -> Iterator[Begun]:
    started, steps = opening(request.param)
    table = Table(stage, tmp_path)
    session = table.app.session
    box = session.package(started.game)
    options = msgspec.convert(started.options, type(box.game.options()))
    open_match = session.start(box, started.seats, started.players, options)
    open_match.match.set_by_itself(False)  # what was recorded was all done by hand
    table.root.play(open_match)
    stage.frames(3)
    yield Begun(table, open_match.presenter, [step.move for step in steps if step.move is not None])
    table.close()


def test_a_turn_needs_nothing_but_a_finger(begun: Begun) -> None:
    table, presenter = begun.table, begun.presenter
    finger = Finger(presenter.package, drags=False)
    for move in begun.moves:
        before = len(presenter.match.timeline.steps)
        for way in sorted(finger.ways(presenter.view, [move]), key=len):
            answered = all(table.answer(token) for token in way)
            if answered and len(presenter.match.timeline.steps) > before:
                break
            presenter.take_back()
            table.stage.settle()
        assert len(presenter.match.timeline.steps) == before + 1, move
    assert begun.made() == begun.moves


def test_what_is_asked_can_be_begun_and_unchanged_pieces_keep_their_words(begun: Begun) -> None:
    """Without looking for it; a piece would else go on being called what it was called before."""
    presenter = begun.presenter
    said: dict[str, str] = {}
    for move in (*begun.moves, None):
        for shape in presenter.scene.shapes:
            words = presenter.words(shape.text, dict(shape.values))
            assert said.setdefault(f"{shape.text} {shape.values}", words) == words
        if move is not None:
            offers = presenter.offers
            assert offers.lit or offers.picker or any(one.offered for one in offers.actions), move
            presenter.make(move, presenter.seat)
    assert begun.made() == begun.moves


def test_a_turn_needs_nothing_but_a_scanner(begun: Begun) -> None:
    reader = Finger(begun.presenter.package, drags=False, fields=False)
    number = 0
    for move in begun.moves:
        for code in min(reader.ways(begun.presenter.view, [move]), key=len):
            number += 1
            begun.table.app.signals.put(Scanned(number, 0.0, "scanner", code))
            begun.table.stage.settle()
    assert begun.made() == begun.moves


def test_a_turn_needs_nothing_but_buttons_and_a_dial(begun: Begun) -> None:
    table, presenter = begun.table, begun.presenter
    hand = Finger(presenter.package, drags=False, fields=False)
    for move in begun.moves:
        before = len(presenter.match.timeline.steps)
        for way in hand.ways(presenter.view, [move]):
            if all(dial(table, presenter, token) for token in way):
                break
            presenter.composer.clear()
        assert len(presenter.match.timeline.steps) == before + 1, move
    assert begun.made() == begun.moves


def dial(table: Table, presenter: Presenter, token: str) -> bool:
    """Turn the dial until it stands on the token, and confirm; False when it never does."""
    tokens = [choice.token for choice in presenter.composer.choices(presenter.view)]
    if token not in tokens:
        return False
    for detents in (1, tokens.index(token)):  # the first only says that the dial is used
        if detents:
            table.app.signals.put(Turned(1, 0.0, "gpio", detents, 0))
            table.stage.settle()
    assert presenter.composer.cursor == token
    table.app.signals.put(Pressed(2, 0.0, "gpio", "confirm", 0))
    table.stage.settle()
    return True
