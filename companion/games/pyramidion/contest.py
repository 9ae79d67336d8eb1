"""What everybody has laid at the active site, and what comes of it."""

from typing import Annotated

import msgspec

from companion.games.pyramidion.tokens import (
    CardId,
    CardToken,
    Seat,
    SiteId,
    Winner,
)

Count = Annotated[int, msgspec.Meta(ge=0)]


class Totals(msgspec.Struct, frozen=True):
    """A player's sums at a site."""

    influence: Count
    negotiation: Count
    haggling: Count


class Laid(msgspec.Struct, frozen=True):
    """What a player has laid at the active site.

    seat: whose they are.
    count: how many cards; with ``blind`` nobody told.
    cards: which, once they are turned up.
    totals: the sums, where only these were told.
    blind: whether nobody told how many.
    """

    seat: Seat
    count: Count
    cards: tuple[CardId, ...] = ()
    totals: Totals | None = None
    blind: bool = False

    @property
    def open(self) -> bool:
        """Whether it is known what they count."""
        return self.totals is not None or len(self.cards) == self.count


class Contest(msgspec.Struct, frozen=True):
    """The site being dealt with.

    site: which one.
    seat: who activated it.
    laid: what each seat laid there.
    tiled: the turn-order tiles of Giza are handed out.
    opened: powers have begun to work.
    cancelled: none works any more.
    spent: cards whose power is done.
    out: cards taken out of the count.
    winners: those told for torturers, negotiators and merchants, where only the results were.
    step: how many of the three contests are over.
    moving: the winner who is to move a troop over.
    """

    site: SiteId
    seat: Seat
    laid: tuple[Laid, ...] = ()
    tiled: bool = False
    opened: bool = False
    cancelled: bool = False
    spent: tuple[CardToken, ...] = ()
    out: tuple[CardToken, ...] = ()
    winners: tuple[Winner, ...] = ()
    step: Count = 0
    moving: str = ""
