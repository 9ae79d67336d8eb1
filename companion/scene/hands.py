"""The picture of hands as data: what people do with the pieces next, without a word.

Five templates show every change on a table; *apart* and *crossed* show instead what does not go.
Whoever draws them knows no game.
"""

from typing import Literal

import msgspec

from companion.scene import Form

Template = Literal["lift", "turn_up", "give", "return", "slide", "apart", "crossed"]
"""*lift*: from place to place. *turn_up*: from a stack, or over where it lies. *give*: to a person,
or onto a piece that carries it. *return*: into a box or onto a stack. *slide*: along numbered
fields. *apart*: nothing is done, for the piece does not go there. *crossed*: nothing is done with
it."""

Stand = Literal["board", "piece", "seat", "box", "stack", "row"]
"""What a place is: on the *board*; a *piece* that carries; somebody's *seat*; the *box* or a
supply; a *stack* of backs; a *row* of numbered fields."""


class Look(msgspec.Struct, frozen=True):
    """How a thing looks: as a shape of the scene that is ``look``, with its form and its owner."""

    look: str
    form: Form = "piece"
    seat: str = ""
    ghost: bool = False


class Spot(msgspec.Struct, frozen=True):
    """Where a piece comes from or goes to.

    look: of the field or the carrier. seat: whose it is. field: the number in a row.
    """

    stand: Stand
    look: Look = Look("")
    seat: str = ""
    field: int = 0


class Hand(msgspec.Struct, frozen=True):
    """One thing that hands do.

    template: which movement of a hand is drawn.
    piece: what is moved.
    source, target: from where to where.
    count: how many.
    back: how the piece looks while it lies covered, in a stack or before it is turned up; as
        ``piece`` where it never does.
    sentence: the same in words, "" where it is only an example of what can be done.
    at: the token of the place on the board where it ends, "" where that is elsewhere.
    """

    template: Template
    piece: Look
    source: Spot
    target: Spot
    count: int = 1
    back: Look = Look("")
    sentence: str = ""
    at: str = ""


class HandsPicture(msgspec.Struct, frozen=True):
    """All that hands do at once, in order; the first is shown with the number of all, a touch
    shows them one by one. There is at least one."""

    hands: tuple[Hand, ...]
