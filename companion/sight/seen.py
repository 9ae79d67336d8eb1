"""What a viewer sees, as data: shapes, people, instruments and sentences, all words already said.

There are no rules in it, no tokens and no keys of texts: whoever draws it works nothing out.
"""

import msgspec

from companion.scene import Counter, Dots, Form, Ink, Pyramid, Scale

Number = int | str


class Drawn(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A shape of the scene, see :class:`companion.scene.Shape`.

    form: which kind of thing it is.
    x, y: its middle, in units of the scene; y grows upwards.
    size: in the same units.
    key: stays with the thing when it moves; "" if it never does.
    look: name of its outline and surface in the pictures.
    seat: whose it is, "" for nobody's.
    count: how many it stands for.
    text: the words upon it.
    ink: role of their colour.
    ghost: a place where something may come to lie.
    high: height of a beam, 0 for that of its niches.
    """

    form: Form
    x: float
    y: float
    size: float
    key: str = ""
    look: str = ""
    seat: str = ""
    count: int = 1
    text: str = ""
    ink: Ink = "ink"
    ghost: bool = False
    high: float = 0


class Listed(msgspec.Struct, frozen=True, tag="listing"):
    """Things, one a line: each the look that stands before it, "" for none, and its name."""

    text: str
    lines: tuple[tuple[str, str], ...]


Row = Scale | Dots | Counter | Pyramid | Listed
"""An instrument with its words."""


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of a turn. now: whether it is the one of the moment."""

    text: str
    now: bool = False


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits somewhere, and what they have. name: that of the colour where nobody is named.
    asked: whether this is who acts now."""

    seat: str
    name: str
    asked: bool
    rows: tuple[Row, ...] = ()


class Last(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened last. seat: whose shape stands before it, "" for none."""

    seat: str = ""
    sentence: str = ""


class Placed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where somebody came in. score: "" where nothing was counted."""

    place: int
    seat: str
    name: str
    score: str = ""


class Seen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that one viewer sees of a match at one moment.

    title: of the game.
    board: what the picture of the table is called by whoever reads it aloud.
    lines: how many lines the journal has: two pictures with the same number are the same.
    shapes: on the table; later ones lie above earlier ones.
    stages: of the turn.
    people: in turn order.
    table: what the table has.
    asked: who is asked for what, in a sentence; who won once it is over.
    last: what happened last.
    places: who came in where, once it is over.
    """

    title: str
    board: str
    lines: int
    shapes: tuple[Drawn, ...]
    stages: tuple[Step, ...] = ()
    people: tuple[Person, ...] = ()
    table: tuple[Row, ...] = ()
    asked: str = ""
    last: Last = Last()
    places: tuple[Placed, ...] = ()
