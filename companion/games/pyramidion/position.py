"""The twin of a table of Pyramidion: sites, troops, stores, boats, cards.

Resources and troops are kept as pieces: they lie at ``supply``, at a site, at ``store:red`` (a
player's resources) and at ``stock:red`` (a player's troops that stand on no site).
"""

from collections import Counter
from itertools import chain
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from companion import kernel
from companion.games.pyramidion.box import GIZA, Box, Card, Site, Symbol
from companion.games.pyramidion.contest import Contest, Count, Laid
from companion.games.pyramidion.options import Options
from companion.games.pyramidion.tokens import (
    RESOURCES,
    Boat,
    BoatId,
    CardId,
    Discarded,
    DistributionId,
    Seat,
    SiteId,
    card_token,
)
from companion.kernel import UNKNOWN, Open, Pieces, known, lying_at, moved

TROOPS = 5
"""Troops of each kind and colour (gioconauta.it)."""

DISPLAY = 5
"""Boats that lie open (P5)."""

ACTIVATIONS = 2
"""How often each player activates a site in a round (P20)."""

BASIC_HAND, DRAWN = 5, 4
"""Basic cards, and cards drawn each round (P16)."""

TroopKind = Literal["torturer", "negotiator"]
Phase = Literal[
    "boats", "distribution", "negotiation", "cards", "activation", "loading", "end", "over"
]

TROOP_KINDS: tuple[TroopKind, ...] = ("torturer", "negotiator")


class Setup(kernel.Setup, frozen=True, kw_only=True):
    """What a match starts from."""

    options: Options
    box: Box


class Player(msgspec.Struct, frozen=True):
    """What belongs to one player besides pieces.

    seat: whose it is.
    hand: how many cards, at most unless ``sure``.
    sure: whether the hand is exactly that many.
    drawn: of the cards of this round, those from the deck.
    used: own basic cards played this round.
    spent: how many of the deck.
    played: how many of which nobody knows.
    boats: those won, in that order.
    """

    seat: Seat
    hand: Count = BASIC_HAND
    sure: bool = True
    drawn: Count = 0
    used: tuple[CardId, ...] = ()
    spent: Count = 0
    played: Count = 0
    boats: tuple[Boat, ...] = ()


class Position(msgspec.Struct, frozen=True, dict=True):
    """The table.

    setup: seats, options and box.
    order: as on the track of Giza.
    players: what belongs to each seat besides pieces.
    pieces: what lies where, counted.
    fleet: boats nobody has seen yet.
    deck: how many character cards are left in it.
    display: the boats that lie open.
    dealt: the distribution cards turned up since they were shuffled.
    discard: the character cards beside the deck.
    round: from 1.
    phase: of the round.
    activated: the sites that were this round, one after the other.
    contest: the site being dealt with, if any.
    tiles: who took turn-order tiles, number 1 first.
    turn: who is up in negotiation and loading.
    paid: sites whose negotiator brought its token.
    passed: who has passed.
    tired: sites whose torturer was used.
    revolts, philosopher, notes: what is only written down (P83 to P85).
    whispered: somebody told in private of a boat that was won or lost: from then on nobody else
        knows which are left.
    """

    setup: Setup
    order: tuple[Seat, ...]
    players: tuple[Player, ...]
    pieces: Pieces
    fleet: tuple[Boat, ...]
    deck: Count
    display: tuple[BoatId, ...] = ()
    dealt: tuple[DistributionId, ...] = ()
    discard: tuple[Discarded, ...] = ()
    round: Count = 1
    phase: Phase = "boats"
    activated: tuple[SiteId, ...] = ()
    contest: Contest | None = None
    tiles: tuple[Seat, ...] = ()
    turn: str = ""
    paid: tuple[SiteId, ...] = ()
    passed: tuple[Seat, ...] = ()
    tired: tuple[SiteId, ...] = ()
    revolts: tuple[SiteId, ...] = ()
    philosopher: str = ""
    notes: tuple[str, ...] = ()
    whispered: bool = False

    @property
    def box(self) -> Box:
        """What is printed in the box."""
        return self.setup.box

    @property
    def options(self) -> Options:
        """What the group agreed on."""
        return self.setup.options

    def board(self, site: str) -> Site:
        """What is printed on a site."""
        found = self.box.site(site)
        assert found is not None
        return found

    # Boats

    def covered(self) -> tuple[BoatId, ...]:
        """The boats that may be in the fleet, as far as it is known."""
        if UNKNOWN not in self.fleet:
            return self.fleet
        return tuple(sorted(boat.id for boat in self.box.boats if boat.id not in self.display))

    def in_fleet(self, boat: str) -> bool:
        """Whether it is in the fleet. Raises Open when that is not known."""
        if UNKNOWN in self.fleet and boat in self.covered():
            raise Open
        return boat in self.fleet

    def fleet_without(self, boat: str) -> tuple[Boat, ...]:
        """The fleet when this boat has left it. Where it was believed to be elsewhere, nothing is
        believed of the fleet any more."""
        left = list(self.fleet)
        gone = boat if boat in left else UNKNOWN
        if gone not in left:
            return (UNKNOWN,) * (len(left) - 1)
        left.remove(gone)
        return tuple(left)

    def fleet_with(self, boat: str, seat: str = "") -> tuple[Boat, ...]:
        """The fleet when this boat has come to it, as in :meth:`fleet_without`. seat: who gave it
        back, "" where it lay on display."""
        others = [one.boats for one in self.players if one.seat != seat]
        if seat:
            others.append(self.display)
        if any(boat in boats for boats in (self.fleet, *others)):
            return (UNKNOWN,) * (len(self.fleet) + 1)
        return tuple(sorted((*self.fleet, boat)))

    def without_notes(self, boat: str) -> "Position":
        """With nobody believed any more to have won this boat."""
        p = self
        for one in self.players:
            p = p.without_note(one.seat, boat)
        return p

    def without_note(self, seat: str, boat: str) -> "Position":
        """With this player not believed any more to have won this boat."""
        boats = self.player(seat).boats
        if boat not in boats:
            return self
        return self.with_player(seat, boats=tuple(UNKNOWN if x == boat else x for x in boats))

    def told_twice(self) -> tuple[BoatId, ...]:
        """The boats that more than one player told to have won."""
        told = Counter(chain.from_iterable(one.boats for one in self.players))
        return tuple(sorted(boat for boat, count in told.items() if count > 1 and boat != UNKNOWN))

    def player(self, seat: str) -> Player:
        """The player of a colour. Raises KeyError when nobody plays it."""
        for one in self.players:
            if one.seat == seat:
                return one
        raise KeyError(seat)

    def seats_from(self, seat: str) -> tuple[Seat, ...]:
        """In player order, beginning with a seat."""
        at = self.order.index(seat)
        return self.order[at:] + self.order[:at]

    # Activations

    def activations(self) -> tuple[Seat, ...]:
        """Whose activations a round consists of (P20, P21)."""
        same = self.options.second_pass == "same"
        return self.order + (self.order if same else self.order[::-1])

    def active(self) -> str:
        """Who activates a site next, "" when nobody does."""
        sequence, done = self.activations(), len(self.activated)
        if self.phase != "activation" or done >= len(sequence):
            return ""
        return sequence[done]

    def resolving(self) -> Contest:
        """The site being dealt with, when there is one."""
        assert self.contest is not None
        return self.contest

    def laid_by(self, seat: str) -> Laid | None:
        """What a player has laid at the active site."""
        for one in self.contest.laid if self.contest else ():
            if one.seat == seat:
                return one
        return None

    def laid_count(self, seat: str) -> int:
        """How many cards of a player lie at the active site."""
        laid = self.laid_by(seat)
        return laid.count if laid else 0

    def to_lay(self) -> tuple[Seat, ...]:
        """Who has not laid yet, the active player first."""
        if self.contest is None or self.contest.winners:
            return ()
        laid = [one.seat for one in self.contest.laid]
        if len(laid) == len(self.order):  # everybody has
            return ()
        return tuple([seat for seat in self.seats_from(self.contest.seat) if seat not in laid])

    def to_reveal(self) -> tuple[Seat, ...]:
        """Whose cards still lie face down once everybody has laid."""
        if self.contest is None or self.contest.winners or self.to_lay():
            return ()
        return tuple([one.seat for one in self.contest.laid if not one.open])

    def to_tell(self) -> tuple[Seat, ...]:
        """Of whom it is not known yet what counts at the active site."""
        return self.to_lay() or self.to_reveal()

    def counting(self, seat: str) -> tuple[Card, ...]:
        """The cards of a player that count at the active site (P32)."""
        laid = self.laid_by(seat)
        if laid is None:
            return ()
        found = []
        out = list(self.resolving().out)
        for card in laid.cards:
            token = card_token(seat, card) if out else ""
            if token in out:
                out.remove(token)
            else:
                found.append(self.box.card(card) or Card(card))
        return tuple(found)

    def totals(self, symbol: Symbol) -> dict[Seat, int]:
        """Everybody's sum for a symbol at the active site (P33)."""
        contest = self.resolving()
        working = self.options.powers and not contest.cancelled
        totals = dict.fromkeys(self.order, 0)
        for one in contest.laid:
            if one.totals is not None:
                totals[one.seat] = getattr(one.totals, symbol)
                continue
            for card in self.counting(one.seat):
                totals[one.seat] += getattr(card, symbol)
                if working and card.power == f"add_{symbol}":
                    totals[one.seat] += card.amount
        return totals

    def torturer_at_giza(self, seat: str) -> bool:
        """Whether a player has turned up a torturer card at the active site.

        Raises Open when the cards are not known.
        """
        laid = self.laid_by(seat)
        if laid is None or laid.totals is not None or not laid.open:
            raise Open
        return any(card.startswith("T") for card in laid.cards)

    # Pieces

    def lying(self, at: str, piece: str) -> int:
        """How many of a piece lie at a place."""
        return lying_at(self.pieces, at).get(piece, 0)

    def troop(self, kind: str, site: str) -> str:
        """Whose troop of a kind stands on a site, "" if none."""
        there = lying_at(self.pieces, site)
        for seat in self.order:
            if f"{kind}:{seat}" in there:
                return seat
        return ""

    def stock(self, seat: str, kind: str) -> int:
        """A player's troops of a kind that stand on no site."""
        return self.lying(f"stock:{seat}", f"{kind}:{seat}")

    def standing(self, seat: str, kind: str) -> tuple[SiteId, ...]:
        """Where a player's troops of a kind stand."""
        return tuple(site.id for site in self.box.sites if self.troop(kind, site.id) == seat)

    def tokens(self, site: str) -> Counter[str]:
        """The resources on a site by kind."""
        there = lying_at(self.pieces, site)
        return Counter({kind: there[kind] for kind in RESOURCES if kind in there})

    def store(self, seat: str) -> Counter[str]:
        """A player's resources by kind. Raises Open when the viewer may not know them."""
        there = lying_at(self.pieces, f"store:{seat}")
        if UNKNOWN in there:
            raise Open
        return Counter(there)

    def moved(self, piece: str, source: str, target: str, count: int = 1) -> "Position":
        """With pieces elsewhere. Raises ValueError when there are not that many."""
        return replace(self, pieces=moved(self.pieces, piece, source, target, count))

    # What is not told by pieces

    def points(self, seat: str) -> int:
        """A player's victory points (P80). Raises Open when the viewer may not know them."""
        boats = (self.box.boat(known(boat)) for boat in self.player(seat).boats)
        return sum(boat.points for boat in boats if boat)

    def hides_boats(self) -> bool:
        """Whether some boat is not known to the viewer."""
        return any(UNKNOWN in player.boats for player in self.players)

    def used_at(self, kind: str) -> tuple[SiteId, ...]:
        """The sites whose troop of a kind has done its work in this round, or phase."""
        if kind == "torturer":
            return self.tired
        return self.paid if self.phase == "negotiation" else ()

    def with_player(self, seat: str, **changes: Any) -> "Position":
        """With something of a player changed."""
        players = [replace(one, **changes) if one.seat == seat else one for one in self.players]
        return replace(self, players=tuple(players))

    def with_contest(self, **changes: Any) -> "Position":
        """With something of the active site changed."""
        return replace(self, contest=replace(self.resolving(), **changes))

    def with_laid(self, laid: Laid) -> "Position":
        """With what a player has laid at the active site."""
        others = [one for one in self.resolving().laid if one.seat != laid.seat]
        return self.with_contest(laid=(*others, laid))

    @property
    def at_giza(self) -> bool:
        """Whether the active site is Giza."""
        return self.contest is not None and self.contest.site == GIZA
