"""What is printed on the things that are chosen by it."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.match.registry import GamePackage
from companion.scene import Scene, Shape, placed

FIELDS = ("hex", "square", "beam", "card", "stack")
"""Forms that are places on the table: they are what a finger aims at."""

Words = Callable[[str, dict[str, Any]], str]
"""The words of a key with values."""

DRAWN, AT = 0.62, 0.14
"""Width of the picture on a card of which only that is known, and its height."""


def printed(package: GamePackage, view: Any, token: str, words: Words) -> tuple[Shape, ...]:
    """A thing with all that is printed on it, each word as it is said; nothing where its name or
    its look says enough."""
    shapes = package.picture(view, token) or _card(package, view, token)
    return tuple(_said(one, words) for one in shapes)


def _said(shape: Shape, words: Words) -> Shape:
    """A shape with its words as they are said."""
    text = words(shape.text, shape.values) if shape.text else ""
    return replace(shape, text=text, values={})


def face_of(package: GamePackage, view: Any, token: str) -> str:
    """The look of the face of a thing that lies face down on the table, where that and its name
    say all of it; "" for anything else."""
    piece = package.catalogue.face_down.get(token)
    if piece is None or piece.look in ("", token) or token.lstrip("-").isdigit():
        return ""
    return "" if package.picture(view, token) else piece.look


def _card(package: GamePackage, view: Any, token: str) -> tuple[Shape, ...]:
    """A card that lies face down on the table, with its name, as it is on printed sheets."""
    face = face_of(package, view, token)
    if not face:
        return ()
    look = Shape(form="print", x=0, y=AT, size=DRAWN, look=face)
    return (Shape(form="card", x=0, y=0, size=1, text=token), look)


def standing(scene: Scene, token: str, words: Words) -> tuple[Shape, ...]:
    """A thing of the table as it looks there, with what is written on it, round 0, 0 and 1 wide;
    nothing where none is it."""
    shapes = [one for one in scene.shapes if one.token == token and one.form != "label"]
    if not shapes:
        return ()
    first = shapes[0]
    return placed(
        (
            replace(_said(one, words), x=one.x - first.x, y=one.y - first.y, count=1)
            for one in shapes
        ),
        0.0,
        0.0,
        1 / _wide(first),
    )


def borne(scene: Scene, token: str, words: Words) -> tuple[Shape, ...]:
    """A thing that something else bears on the table, with what bears it; nothing where it is no
    such thing."""
    bearers = (one.token for one in scene.shapes if one.key == token and one.token)
    bearer = next(bearers, "")
    return standing(scene, bearer, words) if bearer else ()


def lying(scene: Scene, token: str, words: Words) -> tuple[Shape, ...]:
    """A place of the table with all that lies and is written there, round 0, 0 and 1 wide, without
    a rim that tells it from others; nothing where there is no such place."""
    places = (one for one in scene.shapes if one.token == token and one.form in FIELDS)
    place = next(places, None)
    if place is None:
        return ()
    there = (
        replace(_said(one, words), x=one.x - place.x, y=one.y - place.y)
        for one in scene.shapes
        if max(abs(one.x - place.x), abs(one.y - place.y)) < place.size / 2
        and not (one.form == "piece" and one.size >= place.size)
    )
    return placed(there, 0.0, 0.0, 1 / _wide(place))


def _wide(shape: Shape) -> float:
    """How wide it is: the size of a hex is from its middle to a corner."""
    return 2 * shape.size if shape.form == "hex" else shape.size
