"""Scenes of three kinds of table: grown hexes, a field of stacks, pyramids of blocks."""

from functools import cache
from importlib.resources import files

from companion.scene import Counter, Dots, Listing, Panel, Pyramid, Scale, Scene, Shape
from ui.canvas.art import Art

ART = files("tests.ui.widgets").joinpath("art.toml").read_text("utf-8")


@cache
def art() -> Art:
    """Their pictures."""
    return Art(ART)


SEATS = ("red", "blue", "green", "yellow")

START = {
    (0, 0): "temple",
    (0, -1): "volcano",
    (0, 1): "volcano",
    (-1, 0): "plain",
    (-1, 1): "plain",
    (1, -1): "forest",
    (1, 0): "quarry",
}
"""The seven tiles a match begins with, in axial coordinates."""


def grown() -> dict[tuple[int, int], str]:
    """41 tiles: the start layout and what was found round it."""
    tiles = dict(START)
    stack = ["plain"] * 20 + ["forest"] * 5 + ["quarry"] * 6 + ["volcano"] * 3
    ring = sorted(
        (max(abs(q), abs(r), abs(q + r)), (q * 7 + r * 11) % 13, q, r)
        for q in range(-4, 5)
        for r in range(-4, 5)
        if (q, r) not in tiles and max(abs(q), abs(r), abs(q + r)) <= 4
    )
    for number, (_, _, q, r) in enumerate(ring[: len(stack)]):
        tiles[q, r] = stack[number * 7 % len(stack)]
    return tiles


def centre(q: int, r: int) -> tuple[float, float]:
    """Where a flat-top hex of radius 1 lies; (0, -1) is north."""
    return 1.5 * q, -(3**0.5) * (r + q / 2)


def token(q: int, r: int) -> str:
    return f"{q},{r}"


def hexes(tiles: dict[tuple[int, int], str] | None = None, moved: int = 0) -> Scene:
    """41 tiles with 40 pieces; the first native stands ``moved`` steps to the right."""
    tiles = tiles or grown()
    shapes = [
        Shape(form="hex", x=x, y=y, size=1, token=token(q, r), look=look)
        for (q, r), look in tiles.items()
        for x, y in [centre(q, r)]
    ]
    land = [place for place, look in tiles.items() if look not in ("volcano", "temple")]
    for number in range(12):
        seat, (q, r) = SEATS[number % 4], land[number % len(land)]
        x, y = centre(q, r)
        shapes.append(Shape(form="piece", x=x - 0.4, y=y + 0.4, size=0.55, look="hut", seat=seat))
    for number in range(20):
        seat, (q, r) = SEATS[number % 4], land[number * 3 % len(land)]
        x, y = centre(q, r)
        if number == 0:
            x += 1.5 * moved
        shapes.append(
            Shape(
                form="piece",
                x=x + 0.3,
                y=y + (0.35 if number % 2 else -0.2),
                size=0.56,
                key=f"native:{number}",
                look="native",
                seat=seat,
                count=1 + number % 3,
            )
        )
    for number in range(8):
        x, y = centre(*land[number * 2 % len(land)])
        look = "wood" if number % 2 else "stone"
        shapes.append(Shape(form="piece", x=x - 0.4, y=y - 0.45, size=0.36, look=look))
    for q, r in ((4, -4), (-4, 4), (3, -4)):
        if (q, r) not in tiles:
            x, y = centre(q, r)
            shapes.append(
                Shape(form="hex", x=x, y=y, size=1, token=token(q, r), text="unknown", ghost=True)
            )
    return Scene(tuple(shapes), PANELS)


PANELS = tuple(
    Panel(
        seat,
        (
            Scale("mana", (4, 2, 5, "?")[number], (6, 5, 5, 4)[number], 8),
            Dots("offerings", (2, 1, 2, 0)[number], 4, ("two", "four")[: (2, 1, 2, 0)[number]]),
            Counter("natives", 5, "native"),
            Counter("huts", 2, "hut"),
            Counter("cards", 1),
        ),
    )
    for number, seat in enumerate(SEATS)
)


def stacks() -> Scene:
    """Seven by seven fields with stacks of up to five tiles, and four workers."""
    shapes = []
    looks = ("ship", "grain", "eye", "water")
    for column in range(7):
        for row in range(7):
            name = f"{'abcdefg'[column]}{row + 1}"
            shapes.append(Shape(form="square", x=column, y=row, size=0.96, token=name))
            count = (column * 5 + row * 3) % 6
            if count:
                shapes.append(
                    Shape(
                        form="stack",
                        x=column,
                        y=row,
                        size=0.86,
                        look=looks[(column + row * 2) % 4],
                        count=count,
                    )
                )
    for key, column, row, seat in (
        ("w1", 2, 3, "white"),
        ("w2", 5, 1, "white"),
        ("b1", 4, 5, "black"),
        ("b2", 3, 2, "black"),
    ):
        shapes.append(
            Shape(form="piece", x=column, y=row, size=0.6, key=key, look="native", seat=seat)
        )
    panels = tuple(
        Panel(
            seat,
            (
                Pyramid("pyramid", ((5, 9), (0, 4), (0, 1))),
                Counter("holder", 7),
                Listing("laid_out", ("ship", "grain", "grain")),
            ),
        )
        for seat in ("white", "black")
    )
    return Scene(tuple(shapes), panels)


def pyramids() -> Scene:
    """Four pyramids of four levels with blocks of four seats, and their names above."""
    shapes = []
    for number in range(4):
        x0 = number * 5.2
        shapes.append(Shape(form="label", x=x0, y=5.2, size=0.6, text=f"place.{number}"))
        for level in range(4):
            places = 9 - 2 * level
            for place in range(places):
                x = x0 + (place - (places - 1) / 2) * 0.52
                shapes.append(
                    Shape(
                        form="square",
                        x=x,
                        y=level * 1.15,
                        size=0.52,
                        look="level",
                        token=f"p{number}.{level}",
                    )
                )
                if place < places - number - 1:
                    seat = SEATS[(place * 3 + level + number) % 4]
                    shapes.append(Shape(form="piece", x=x, y=level * 1.15, size=0.4, seat=seat))
            shapes.append(
                Shape(
                    form="label",
                    x=x0,
                    y=level * 1.15 - 0.46,
                    size=0.34,
                    text="worth",
                    values={"first": 15 - level, "second": 6},
                )
            )
    return Scene(tuple(shapes), ())


WORDS = {
    "unknown": "?",
    "mana": "Mana",
    "offerings": "Opfer",
    "two": "2",
    "four": "4",
    "natives": "Eingeborene",
    "huts": "Hütten",
    "cards": "Karten",
    "pyramid": "Pyramide",
    "holder": "Halter",
    "laid_out": "Ausgelegt",
    "ship": "Schiff",
    "grain": "Getreide",
    "worth": "{first} / {second}",
    "place.0": "Tikal",
    "place.1": "Copán",
    "place.2": "Uxmal",
    "place.3": "Palenque",
}


def names(text: str, values: dict[str, object]) -> str:
    return WORDS.get(text, text).format(**values)
