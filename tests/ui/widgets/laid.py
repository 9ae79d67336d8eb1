"""A board laid on the stage, and its fields."""

from dataclasses import dataclass, field
from typing import Any

from companion.scene import Scene, Shape
from tests.ui.stage import Finger, Stage
from tests.ui.widgets import scenes
from ui.widgets.board import Board


@dataclass
class Table:
    """A board on the stage, and everything it said."""

    stage: Stage
    board: Board
    said: list[tuple[str, ...]] = field(default_factory=list)

    @classmethod
    def lay(cls, stage: Stage, scene: Scene, **kwargs: Any) -> "Table":
        kwargs.setdefault("travel", 0)
        board = stage.put(Board(scene=scene, art=scenes.art(), names=scenes.names, **kwargs))
        table = cls(stage, board)
        board.bind(on_token=lambda _, token: table.said.append((token,)))
        board.bind(on_drag_token=lambda _, *tokens: table.said.append(tokens))
        board.bind(on_miss=lambda _: table.said.append(()))
        return table

    def pixel(self, shape: Shape, dx: float = 0, dy: float = 0) -> tuple[float, float]:
        """A point of a shape on the screen; dx and dy in its sizes."""
        at: tuple[float, float] = self.board.viewport.to_screen(
            shape.x + dx * shape.size, shape.y + dy * shape.size
        )
        return at


def fields(scene: Scene) -> list[Shape]:
    return [shape for shape in scene.shapes if shape.token]


def field_of(scene: Scene, token: str) -> Shape:
    return next(shape for shape in scene.shapes if shape.token == token)


def pinch(table: Table, apart: float) -> None:
    """Two fingers from 100 pixels apart to ``apart``, about the middle of the board."""
    x, y = table.board.center
    one, two = Finger(x - 50, y), Finger(x + 50, y)
    for step in range(1, 11):
        wide = 50 + (apart / 2 - 50) * step / 10
        one.to(x - wide, y)
        two.to(x + wide, y)
    one.up()
    two.up()
    table.stage.frames(2)
