"""A printed code as one element of a path of PDF."""

from dataclasses import dataclass

from fpdf.drawing import BoundingBox, Renderable
from fpdf.drawing_primitives import Point

from printables.qr import Pattern, runs


@dataclass(frozen=True)
class Modules:
    """The dark modules of a code as one element of a path: hundreds of rectangles that are drawn
    one by one would take most of the time of a sheet."""

    rows: Pattern
    x: float
    y: float
    module: float

    @property
    def end_point(self) -> Point:
        """Where the next element would begin."""
        return Point(self.x, self.y)

    def bounding_box(self, start: Point) -> tuple[BoundingBox, Point]:
        """What it takes up."""
        side = len(self.rows) * self.module
        ends = [self.end_point, Point(self.x + side, self.y + side)]
        return BoundingBox.from_points(ends), self.end_point

    def render(
        self, resource_registry: object, style: object, last_item: Renderable, initial_point: Point
    ) -> tuple[str, Renderable, Point]:
        """The operators of PDF, as any element of a path gives them."""
        side = self.module
        drawn = (
            f"{self.x + begun * side:.4f} {self.y + row * side:.4f} "
            f"{(end - begun) * side:.4f} {side:.4f} re"
            for row, modules in enumerate(self.rows)
            for begun, end in runs(modules)
        )
        return " ".join(drawn), last_item, initial_point
