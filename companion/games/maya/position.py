"""The twin of a table of Maya: cards at quarries, stones on levels, markers, gold.

Stones are pieces ``stone:red`` that lie on a level, in the ``supply``, at ``awarded:red`` until
they are carried, and at ``stock:red`` in front of a player.
"""

from functools import cached_property
from typing import Literal

import msgspec
from msgspec.structs import replace

from companion import kernel
from companion.games.maya.box import (
    Board,
    Box,
    LevelBoard,
    QuarryBoard,
    practice,
)
from companion.games.maya.cards import NEUTRAL_CARDS, PER_BACK, Card
from companion.games.maya.options import Options
from companion.games.maya.tokens import NEUTRAL, QuarryId, Seat, level_token, numbers
from companion.kernel import Pieces, known, memo_last, moved

Phase = Literal["profile", "opening", "laying", "awarding", "transport", "building", "over"]
Source = Literal["first", "second", "forced", "correction"]


STONES = 28
"""Stones of every colour."""

OPENING, NEUTRAL_OPENING = 2, 1
"""Stones that each player puts on a lowest level before the first round (V2: one neutral)."""

ROUNDS = 3
"""Rounds of a match."""

SUPPLY, SPENT, BANK = "supply", "spent", "bank"

AT_ONCE = ("SHIELD", "MOVE", "ADD", "START")
"""Markers that are used before the next quarry is revealed."""

MUST = ("SHIELD", "START")
"""Those of them that cannot be refused."""


class Setup(kernel.Setup, frozen=True, kw_only=True):
    """What a match starts from."""

    options: Options
    box: Box


class Quarry(msgspec.Struct, frozen=True, dict=True):
    """cards: in the order they were laid. shields: who cannot be named here."""

    id: QuarryId
    cards: tuple[Card, ...] = ()
    shields: tuple[Seat, ...] = ()
    state: Literal["covered", "open", "done"] = "covered"


class Marker(msgspec.Struct, frozen=True):
    """Where a marker is: at its quarry or another, at ``seat:red``, or ``spent``."""

    name: str
    at: str


class Hit(msgspec.Struct, frozen=True):
    """A −3 of the open quarry that is dealt with; the target is "" when it lapsed."""

    owner: Seat
    target: str


class Paid(msgspec.Struct, frozen=True):
    """Gold that a seat got.

    round: in which, from 1.
    seat: who got it.
    level: on which level, "" for none.
    source: why.
    gold: how much, UNKNOWN where it is not to be shown.
    """

    round: int
    seat: Seat
    level: str
    source: Source
    gold: int | Literal["?"]


class Player(msgspec.Struct, frozen=True):
    """passed: lays no more workers this round."""

    seat: Seat
    passed: bool = False


@memo_last
def _stones_at(lying: Pieces) -> dict[str, dict[str | None, int]]:
    """The stones at each place, by colour; of all colours under None."""
    found: dict[str, dict[str | None, int]] = {}
    at, there = "", {}
    for one in lying:  # the stones of a place come together
        if one.at != at:
            at = one.at
            there = found.setdefault(at, {None: 0})
        there[one.piece.removeprefix("stone:")] = one.count
        there[None] += one.count
    return found


class Position(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Everything that lies on the table.

    setup: seats, options and box.
    players: what belongs to each seat, in the order they sit.
    pieces: how many stones lie where.
    start: who is start player.
    turn: who lays, places, carries or builds, "" while quarries are awarded.
    round: from 1, 0 before the first.
    phase: of the round, or what comes before and after.
    practice: the made-up board is played on.
    quarries: their cards and how each stands, in order.
    markers: where each one is.
    next_start: who will be, "" if nobody was named.
    hits: of the open quarry.
    won, winner: the marker that is to be used at once and whose it is.
    ledger: all gold ever paid.
    """

    setup: Setup
    players: tuple[Player, ...]
    pieces: Pieces
    start: Seat
    turn: str = ""
    round: int = 0
    phase: Phase = "profile"
    practice: bool = False
    quarries: tuple[Quarry, ...] = ()
    markers: tuple[Marker, ...] = ()
    next_start: str = ""
    hits: tuple[Hit, ...] = ()
    winner: str = ""
    won: str = ""
    ledger: tuple[Paid, ...] = ()

    # Who and what

    @property
    def options(self) -> Options:
        """What was agreed on."""
        return self.setup.options

    @cached_property
    def board(self) -> Board:
        """What is printed on the boards in play, as far as it was told."""
        players = len(self.setup.seats)
        return practice(players) if self.practice else self.setup.box.board(players)

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of stones in play."""
        return (*self.setup.seats, NEUTRAL) if self.for_two else self.setup.seats

    @property
    def for_two(self) -> bool:
        """Whether the game for two is played."""
        return len(self.setup.seats) == 2

    def player(self, seat: str) -> Player:
        """The player of a colour. Raises KeyError when nobody plays it."""
        for one in self.players:
            if one.seat == seat:
                return one
        raise KeyError(seat)

    def seats_from(self, seat: str) -> tuple[str, ...]:
        """Round the table, beginning with a seat."""
        seats = self.setup.seats
        at = seats.index(seat) if seat in seats else 0
        return seats[at:] + seats[:at]

    # Quarries and cards

    def quarry(self, quarry: str) -> Quarry | None:
        """A quarry, None if there is no such."""
        for one in self.quarries:
            if one.id == quarry:
                return one
        return None

    def at(self, quarry: str) -> Quarry:
        """A quarry, one without cards if there is no such."""
        return self.quarry(quarry) or Quarry(quarry)

    def printed(self, quarry: str) -> QuarryBoard:
        """What is printed at a quarry."""
        return self.board.quarries[int(quarry[1:]) - 1]

    def next_quarry(self) -> Quarry | None:
        """The right-most one that is not revealed yet (Y18)."""
        return next((one for one in self.quarries if one.state == "covered"), None)

    def to_reveal(self) -> Quarry | None:
        """The next one at which a card lies: those before it are passed over (Y31)."""
        covered = (one for one in self.quarries if one.state == "covered")
        return next((one for one in covered if one.cards), None)

    def open_quarry(self) -> Quarry | None:
        """The one that is revealed and not awarded yet."""
        return next((one for one in self.quarries if one.state == "open"), None)

    def laid(self, owner: str) -> tuple[Card, ...]:
        """All cards of a colour at quarries."""
        return tuple([card for one in self.quarries for card in one.cards if card.owner == owner])

    @cached_property
    def backs(self) -> dict[tuple[str, str], int]:
        """How many cards lie at quarries, by owner and back; neutral ones by who laid them."""
        found: dict[tuple[str, str], int] = {}
        for quarry in self.quarries:
            for card in quarry.cards:
                neutral = card.owner == NEUTRAL
                key = (NEUTRAL, card.by) if neutral else (card.owner, card.back)
                found[key] = found.get(key, 0) + 1
        return found

    def in_hand(self, seat: str, card: str) -> int:
        """How many cards with a back, or neutral ones, a player still has in hand."""
        if card == NEUTRAL:
            return NEUTRAL_CARDS - self.backs.get((NEUTRAL, seat), 0) if self.for_two else 0
        return PER_BACK - self.backs.get((seat, card), 0)

    def has_room(self, quarry: Quarry) -> bool:
        """Whether another card may lie there (Y11)."""
        return len(quarry.cards) < self.printed(quarry.id).limit

    def can_lay(self, seat: str) -> bool:
        """Whether a player has a card and a quarry for it (Y16)."""
        low = self.in_hand(seat, "low") or self.in_hand(seat, NEUTRAL)
        high = self.in_hand(seat, "high")
        return any(self.has_room(one) and (low or (high and one.cards)) for one in self.quarries)

    # The pyramids

    def levels(self) -> tuple[str, ...]:
        """All levels, the lowest of all pyramids first."""
        return tuple(self.board.levels)

    def level(self, level: str) -> LevelBoard:
        """What is printed on a level."""
        return self.board.levels[level]

    @cached_property
    def stones(self) -> dict[str, dict[str | None, int]]:
        """The stones at each place, by colour."""
        return _stones_at(self.pieces)

    def count(self, at: str, colour: str | None = None) -> int:
        """How many stones lie at a place, of one colour or of all."""
        stones = self.stones.get(at)
        return 0 if stones is None else stones.get(colour, 0)

    def room(self, level: str) -> int:
        """Free spaces of a level; less than none when the table allowed too many stones."""
        return self.level(level).spaces - self.count(level)

    def unfilled_below(self, level: str) -> tuple[str, ...]:
        """The levels of all pyramids that must be full before this one (Y62)."""
        height = numbers(level)[1]
        return tuple(one for one in self.unfilled if numbers(one)[1] < height)

    @cached_property
    def unfilled(self) -> tuple[str, ...]:
        """The levels of all pyramids that are not full."""
        levels = self.board.levels.items()
        return tuple([level for level, printed in levels if printed.spaces > self.count(level)])

    def absent_below(self, level: str, colour: str) -> tuple[str, ...]:
        """The lower levels of the same pyramid without a stone of that colour (Y63)."""
        pyramid, height = numbers(level)
        below = (level_token(pyramid, lower) for lower in range(1, height))
        return tuple(one for one in below if not self.count(one, colour))

    def places(self, colour: str) -> tuple[str, ...]:
        """Where a stone of that colour may be put while building (Y61 to Y63)."""
        gate = min((numbers(level)[1] for level in self.unfilled), default=0)
        return tuple(
            level
            for level in self.unfilled
            if numbers(level)[1] == gate and not self.absent_below(level, colour)
        )

    def above(self, level: str) -> str:
        """The next level of the same pyramid; "" for the top."""
        pyramid, height = numbers(level)
        one = level_token(pyramid, height + 1)
        return one if one in self.board.levels else ""

    def higher(self, level: str) -> tuple[str, ...]:
        """All levels of the same pyramid above one."""
        pyramid, height = numbers(level)
        return tuple(
            one
            for one in self.board.levels
            if numbers(one)[0] == pyramid and numbers(one)[1] > height
        )

    def leaders(self, level: str) -> tuple[str, ...]:
        """Whose stones are the most on a level; several when equal."""
        most = max(self.count(level, colour) for colour in self.colours)
        return tuple(colour for colour in self.colours if self.count(level, colour) == most)

    # Stones in front of players

    def stock(self, seat: str, colour: str = "") -> int:
        """How many stones a player has left to build with, own ones unless a colour is named."""
        return self.count(f"stock:{seat}", colour or seat)

    def left(self, seat: str) -> int:
        """How many stones of any colour lie in front of a player."""
        return self.count(f"stock:{seat}")

    def blocked(self, seat: str) -> bool:
        """Whether a player has stones and no place for any of them (Y74)."""
        mine = [colour for colour in self.colours if self.stock(seat, colour)]
        return bool(mine) and not any(self.places(colour) for colour in mine)

    def next_with_stones(self, seat: str) -> str:
        """Who comes next and has stones left, the same seat last; "" if nobody (Y64)."""
        order = self.seats_from(seat)
        return next((one for one in (*order[1:], seat) if self.left(one)), "")

    # Markers and gold

    def marker_at(self, name: str) -> str:
        """Where a marker is, "" when it is not in play."""
        return next((one.at for one in self.markers if one.name == name), "")

    def owns(self, seat: str, name: str) -> bool:
        """Whether a player has a marker that is not spent."""
        return self.marker_at(name) == f"seat:{seat}"

    def gold(self, seat: str) -> int:
        """All gold of a player. Raises Open where it is not shown."""
        return sum(known(one.gold) for one in self.ledger if one.seat == seat)

    # Positions derived from this one

    def moved(self, colour: str, source: str, target: str, count: int = 1) -> "Position":
        """With stones of one colour somewhere else."""
        if not count:
            return self
        return replace(self, pieces=moved(self.pieces, f"stone:{colour}", source, target, count))

    def with_quarry(self, quarry: Quarry) -> "Position":
        """With the quarry of the same id as this one."""
        quarries = tuple(quarry if one.id == quarry.id else one for one in self.quarries)
        return replace(self, quarries=quarries)

    def with_marker(self, name: str, at: str) -> "Position":
        """With a marker somewhere else."""
        markers = tuple(Marker(name, at) if one.name == name else one for one in self.markers)
        return replace(self, markers=markers)

    def with_player(self, player: Player) -> "Position":
        """With the player of the same seat as this one."""
        players = tuple(player if one.seat == player.seat else one for one in self.players)
        return replace(self, players=players)

    def with_gold(self, seat: str, level: str, source: Source, gold: int) -> "Position":
        """With gold paid to a player, and why."""
        if not gold:
            return self
        paid = Paid(self.round, seat, level, source, gold)
        return replace(self, ledger=(*self.ledger, paid))


def pyramid_of(level: str) -> str:
    """The pyramid of a level."""
    return level.partition(".")[0]
