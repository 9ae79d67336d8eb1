"""Why not, as a picture on the table: what a refusal shows where it is, without a word of rules.

Which picture belongs to a clause stands in the rulebook (``shows``). Whoever draws it knows no
game.
"""

from typing import Literal

import msgspec

Look = Literal["apart", "cross", "numbers", "below", "higher", "full", "person", "step"]
"""*apart*: the way from the piece to the place, with a cross. *cross*: the cross alone. *numbers*:
what is there and what it takes, over the place. *below*: the places that come first. *higher*: two
stacks side by side. *full*: what is full or used up. *person*, *step*: somebody else is asked, or
for something else: a card of a person, or the step in the head, says no."""


class Why(msgspec.Struct, frozen=True):
    """One picture.

    look: which one.
    at: tokens of what it is about, on the table or of a person.
    lines: what stands over the last of them.
    heights: of two stacks, the one that is left first.
    named: tokens of all that the move names, in its order.
    """

    look: Look
    at: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    heights: tuple[int, ...] = ()
    named: tuple[str, ...] = ()
