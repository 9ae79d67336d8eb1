"""What a table of Pyramidion looks like."""

from collections import Counter
from typing import Annotated, Literal

import msgspec

from companion import kernel
from companion.kernel import UNKNOWN, Pieces, how_many, lying_at, moved

Seat = Annotated[str, msgspec.Meta(title="seat")]
SiteId = Annotated[str, msgspec.Meta(title="site")]
CardId = Annotated[str, msgspec.Meta(title="card")]
BoatId = Annotated[str, msgspec.Meta(title="boat")]

SUPPLY = "supply"
JOKER = "statue"
HAND = 9
TROOPS = 5


class SiteBoard(msgspec.Struct, frozen=True):
    """Printed on a site: what it produces, the least influence and negotiation to win there."""

    id: SiteId
    product: str
    influence: int
    negotiation: int


class Face(msgspec.Struct, frozen=True):
    """Printed on a character card. A basic card is there once for each colour."""

    id: CardId
    basic: bool
    influence: int = 0
    negotiation: int = 0
    haggling: int = 0


class Boat(msgspec.Struct, frozen=True):
    """Printed on a boat: its points, and one resource for each unit that it asks for."""

    id: BoatId
    points: int
    order: tuple[str, ...]


class Box(msgspec.Struct, frozen=True):
    sites: tuple[SiteBoard, ...]
    faces: tuple[Face, ...]
    boats: tuple[Boat, ...]
    resources: int


class Options(msgspec.Struct, frozen=True):
    """lay_at_once: nobody waits for another when laying; else it goes round (P29)."""

    lay_at_once: bool = False


class Setup(kernel.Setup, frozen=True, kw_only=True):
    box: Box
    options: Options


class Laid(msgspec.Struct, frozen=True):
    """Cards of a seat at the active site: how many all can see, which ones when turned up."""

    seat: Seat
    count: int
    cards: tuple[CardId, ...] = ()

    @property
    def turned_up(self) -> bool:
        return len(self.cards) == self.count


class Player(msgspec.Struct, frozen=True):
    """hand: how many cards, nobody asks which. used: own basic cards played this round.
    boats: the boats won, in that order."""

    seat: Seat
    hand: int = HAND
    used: tuple[CardId, ...] = ()
    boats: tuple[BoatId, ...] = ()


class Position(msgspec.Struct, frozen=True):
    """order: as on the track. done: sites activated this round. site: the active one, "" if
    none. turn: who loads. passes: passes in a row. tired: sites whose torturer was used."""

    setup: Setup
    order: tuple[Seat, ...]
    players: tuple[Player, ...]
    pieces: Pieces
    display: tuple[BoatId, ...]
    phase: Literal["activation", "boats"] = "activation"
    done: tuple[SiteId, ...] = ()
    site: SiteId = ""
    laid: tuple[Laid, ...] = ()
    discard: tuple[CardId, ...] = ()
    turn: Seat = ""
    passes: int = 0
    tired: tuple[SiteId, ...] = ()

    @property
    def box(self) -> Box:
        return self.setup.box

    def board(self, site: SiteId) -> SiteBoard | None:
        return next((one for one in self.box.sites if one.id == site), None)

    def face(self, card: CardId) -> Face | None:
        return next((one for one in self.box.faces if one.id == card), None)

    def boat(self, boat: BoatId) -> Boat | None:
        return next((one for one in self.box.boats if one.id == boat), None)

    def player(self, seat: Seat) -> Player:
        return next(one for one in self.players if one.seat == seat)

    def active(self) -> Seat:
        """Who activates, or has activated the active site."""
        return self.order[(len(self.done) - bool(self.site)) % len(self.order)]

    def seats_from(self, seat: Seat) -> tuple[Seat, ...]:
        """In player order, beginning with a seat."""
        at = self.order.index(seat)
        return self.order[at:] + self.order[:at]

    # Cards at the active site

    def laid_by(self, seat: Seat) -> Laid | None:
        return next((one for one in self.laid if one.seat == seat), None)

    def laid_count(self, seat: Seat) -> int:
        laid = self.laid_by(seat)
        return laid.count if laid else 0

    def to_lay(self) -> tuple[Seat, ...]:
        """Who has not laid yet, the active player first."""
        if not self.site:
            return ()
        return tuple(seat for seat in self.seats_from(self.active()) if not self.laid_by(seat))

    def to_reveal(self) -> tuple[Seat, ...]:
        """Whose cards still lie face down once everybody has laid."""
        if self.to_lay():
            return ()
        return tuple(one.seat for one in self.laid if not one.turned_up)

    def totals(self, symbol: Literal["influence", "negotiation", "haggling"]) -> dict[Seat, int]:
        """Everybody's sum of the numbers beside a symbol on the cards turned up."""
        totals = dict.fromkeys(self.order, 0)
        for one in self.laid:
            for card in one.cards:
                if (face := self.face(card)) is not None:
                    totals[one.seat] += getattr(face, symbol)
        return totals

    # Pieces

    def troop(self, kind: str, site: SiteId) -> Seat:
        """Whose troop of a kind stands on a site, "" if none."""
        there = lying_at(self.pieces, f"site:{site}")
        return next((seat for seat in self.order if f"{kind}:{seat}" in there), "")

    def store(self, seat: Seat) -> Counter[str]:
        """A player's resources by kind."""
        return Counter(lying_at(self.pieces, f"store:{seat}"))

    def stock(self, seat: Seat) -> Counter[str]:
        """A player's troops that stand on no site."""
        return Counter(lying_at(self.pieces, f"stock:{seat}"))

    def torturers(self, seat: Seat) -> tuple[SiteId, ...]:
        """Where a player's torturers stand that were not used this round."""
        return tuple(
            site.id
            for site in self.box.sites
            if site.id not in self.tired and self.troop("torturer", site.id) == seat
        )

    def tokens(self, site: SiteId) -> int:
        """Resources lying on a site."""
        board = self.board(site)
        return how_many(self.pieces, f"site:{site}", board.product) if board else 0

    def moved(self, piece: str, source: str, target: str, count: int = 1) -> "Position":
        return msgspec.structs.replace(
            self, pieces=moved(self.pieces, piece, source, target, count)
        )

    def with_laid(self, laid: Laid) -> "Position":
        others = tuple(one for one in self.laid if one.seat != laid.seat)
        return msgspec.structs.replace(self, laid=(*others, laid))

    def with_player(self, player: Player) -> "Position":
        players = tuple(player if one.seat == player.seat else one for one in self.players)
        return msgspec.structs.replace(self, players=players)

    def public(self, but: Seat = "") -> "Position":
        """Without the boats won, except those of one seat."""
        players = (
            one
            if one.seat == but
            else msgspec.structs.replace(one, boats=(UNKNOWN,) * len(one.boats))
            for one in self.players
        )
        return msgspec.structs.replace(self, players=tuple(players))
