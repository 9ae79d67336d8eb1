"""What a table of Skeleton looks like: the heaps in a row. The unit is the width of a heap."""

from companion.games.skeleton.position import HEAPS, Position
from companion.scene import Counter, Panel, Scene, Shape, Stage

APART = 1.4


def scene(view: Position) -> Scene:
    """The table as that view shows it."""
    panels = tuple(
        Panel(seat, (Counter("panel.taken", stones, "stone"),))
        for seat, stones in zip(view.setup.seats, view.taken, strict=True)
    )
    heaps = tuple(_heap(heap, APART * at, view.stones(heap)) for at, heap in enumerate(HEAPS))
    table = Panel("", (Counter("panel.left", view.left, "stone"),))
    return Scene(heaps, (*panels, table), (Stage("stage.take", bool(view.left)),))


def _heap(heap: str, x: float, stones: int) -> Shape:
    """A heap; its bare place once all is taken, so that the others stay where they are."""
    if not stones:
        return Shape(form="square", x=x, y=0, size=1, token=heap)
    return Shape(form="stack", x=x, y=0, size=1, token=heap, look="stone", count=stones)
