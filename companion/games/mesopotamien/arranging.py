"""Setting the table as it stands: a situation names what must be so, the rest is balanced."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from companion.games.mesopotamien.options import Box
from companion.games.mesopotamien.pieces import (
    note,
    possible,
    with_huts,
    with_loose,
    with_marker,
    with_natives,
    with_player,
    with_supply,
    with_tile,
    with_turn,
)
from companion.games.mesopotamien.player import Marker, Value
from companion.games.mesopotamien.position import (
    CARDS,
    GOODS,
    Action,
    Card,
    Good,
    Group,
    Hut,
    Load,
    Position,
    Stack,
    Tile,
)
from companion.games.mesopotamien.tokens import NEUTRAL, Hex, Owner, Seat
from companion.games.mesopotamien.turns import allowance, begun
from companion.kernel import UNKNOWN

NoteOrValue = Value | Literal["?"]
HeldCard = Card | Literal["?"]
Number = Annotated[int, msgspec.Meta(ge=0, le=99)]


class SomeNatives(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Natives of one seat with the same load on one tile.

    at: the tile.
    seat: whose they are.
    load: what each of them carries; "", or ``m1`` to ``m4`` for that marker, as a position says it.
    count: how many.
    robbed: whether they have robbed in this turn.
    value: the owner's note of the marker they carry, if it is known.
    """

    at: Hex
    seat: Seat
    load: Literal["none", "wood", "stone", "marker"] | Load = "none"
    count: Annotated[int, msgspec.Meta(ge=1, le=8)] = 1
    robbed: bool = False
    value: NoteOrValue = UNKNOWN


class SomeHut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hut. marker: whether one lies under it; value: the owner's note of it."""

    at: Hex
    owner: Owner
    marker: bool = False
    value: NoteOrValue = UNKNOWN


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table described partly. What is not named stays, or is balanced from the supply.

    tiles: hexes with their terrain, ``none`` to take a tile away.
    goods: what lies loose on a tile.
    natives: a seat named here has these natives on the board and no others.
    huts: likewise, for ``neutral`` too.
    cults: whose site a tile is, ``neutral`` for none.
    mana, ceiling: by seat.
    shown: the values a seat has sacrificed, and no others.
    hands: number of cards, or their names (``?`` for unknown ones).
    discard, gone: all cards there; the draw pile is what is left.
    stack: the tiles face down; without it they are what was not laid.
    supply: wood and stone there; the box then holds as many pieces as there are.
    turn: begins this turn, counted over all players from 1.
    active, round: begin a turn, too: whose it is, in which round from 1.
    phase: of the turn, ``move`` where none is named.
    movement: points left, those of that turn where none are named.
    explorations: made in this turn.
    action: the kind used in this turn.
    used: tiles used by the action.
    priests: sites with a priest.
    locked: cards the active player drew this turn.
    box: all that is told of the box.

    An exploration under way is over when tiles, natives, the stack or the turn are named.
    """

    tiles: dict[Hex, Literal["plain", "forest", "quarry", "volcano", "temple", "none"]] | None = (
        None
    )
    goods: dict[Hex, dict[Good, Number]] | None = None
    natives: tuple[SomeNatives, ...] | None = None
    huts: tuple[SomeHut, ...] | None = None
    cults: dict[Hex, Owner] | None = None
    mana: dict[Seat, Number] | None = None
    ceiling: dict[Seat, Number] | None = None
    shown: dict[Seat, tuple[Value, ...]] | None = None
    hands: dict[Seat, Number | tuple[HeldCard, ...]] | None = None
    discard: tuple[Card, ...] | None = None
    gone: tuple[Card, ...] | None = None
    stack: Stack | None = None
    supply: dict[Good, Number] | None = None
    turn: Annotated[int, msgspec.Meta(ge=1)] | None = None
    active: Seat | None = None
    round: Annotated[int, msgspec.Meta(ge=1)] | None = None
    phase: Literal["move", "act", "mana"] | None = None
    movement: Number | None = None
    explorations: Number | None = None
    action: Action | None = None
    used: tuple[Hex, ...] | None = None
    priests: tuple[Hex, ...] | None = None
    locked: Number | None = None
    box: Box | None = None


def arrange(position: Position, situation: Situation) -> Position:
    """The position with what the situation names. It may be impossible: see ``validity``.

    Raises ValueError for a seat that does not play.
    """
    named = [
        *(situation.mana or ()),
        *(situation.ceiling or ()),
        *(situation.shown or ()),
        *(situation.hands or ()),
        *(one.seat for one in situation.natives or ()),
        *(one.owner for one in situation.huts or () if one.owner != NEUTRAL),
        *(owner for owner in (situation.cults or {}).values() if owner != NEUTRAL),
        *([situation.active] if situation.active else ()),
    ]
    for seat in named:
        if seat not in position.setup.seats:
            raise ValueError(f"{seat} does not play; there are: {', '.join(position.setup.seats)}")
    if situation.box is not None:
        position = replace(position, setup=replace(position.setup, box=situation.box))
    position = _turn(_without_quest(position, situation), situation)
    position = _tiles(position, situation)
    position = _shown(position, situation)
    if situation.natives is not None:
        position = _natives(position, situation.natives)
    if situation.huts is not None:
        position = _huts(position, situation.huts)
    position = _cults(position, situation)
    position = _goods(position, situation)
    position = _cards(position, situation)
    for seat, mana in (situation.mana or {}).items():
        position = with_player(position, seat, mana=mana)
    for seat, ceiling in (situation.ceiling or {}).items():
        position = with_player(position, seat, ceiling=ceiling)
    return _ended(position)


def _named(**all_values: Any) -> dict[str, Any]:
    return {name: value for name, value in all_values.items() if value is not None}


def _without_quest(position: Position, situation: Situation) -> Position:
    over_with = ("tiles", "natives", "stack", "turn", "active", "round", "phase")
    if position.quest is None or all(getattr(situation, name) is None for name in over_with):
        return position
    stack = position.stack
    if position.quest.stage == "volcano":
        stack = replace(stack, volcano=stack.volcano + 1)
    return replace(position, stack=stack, quest=None)


def _turn(position: Position, situation: Situation) -> Position:
    seats = position.setup.seats
    number = situation.turn
    if number is None and (situation.active is not None or situation.round is not None):
        earlier = (position.turn.number - 1) // len(seats)
        index = seats.index(situation.active or position.active)
        rounds = earlier if situation.round is None else situation.round - 1
        number = rounds * len(seats) + index + 1
    if number is not None:
        position = begun(position, number)
    changes = _named(
        phase=situation.phase,
        movement=situation.movement,
        explorations=situation.explorations,
        action=situation.action,
        used=situation.used,
        priests=situation.priests,
    )
    if situation.phase is not None and situation.movement is None:
        changes["movement"] = allowance(position) if situation.phase == "move" else 0
    return with_turn(position, **changes)


def _tiles(position: Position, situation: Situation) -> Position:
    for at, terrain in (situation.tiles or {}).items():
        had = position.tile(at)
        if had is not None:
            position = _restacked(position, had.terrain, 1)
        if terrain != "none":
            tile = replace(had, terrain=terrain) if had else Tile(at, terrain)
            position = with_tile(_restacked(position, terrain, -1), tile)
        elif had is not None:
            position = _cleared(position, had)
    if situation.stack is not None:
        position = replace(position, stack=situation.stack)
    return position


def _restacked(position: Position, terrain: str, more: int) -> Position:
    if terrain == "temple":
        return position
    count = position.stack.of(terrain) + more
    return replace(position, stack=replace(position.stack, **{terrain: count}))


def _cleared(position: Position, tile: Tile) -> Position:
    """Without a tile; what lay on it goes back where it came from."""
    for good in GOODS:
        position = with_supply(position, good, tile.loose(good))
    position = _without_huts(position, tile, [hut.owner for hut in tile.huts])
    if tile.cult:
        cults = position.player(tile.cult).cults + 1
        position = with_player(position, tile.cult, cults=cults)
    return replace(position, tiles=tuple(one for one in position.tiles if one.at != tile.at))


def _without_huts(position: Position, tile: Tile, owners: Iterable[str]) -> Position:
    owners = set(owners)
    kept = tuple(hut for hut in tile.huts if hut.owner not in owners)
    position = with_huts(position, tile.at, kept)
    for hut in tile.huts:
        if hut.owner in owners - {NEUTRAL}:
            huts = position.player(hut.owner).huts + 1
            position = with_player(position, hut.owner, huts=huts)
            if hut.marker:
                position = with_marker(position, hut.owner, hut.marker, place="hand")
    return position


def _shown(position: Position, situation: Situation) -> Position:
    for seat, values in (situation.shown or {}).items():
        for marker in position.player(seat).markers:
            if marker.place == "offered":
                position = with_marker(position, seat, marker.number, place="hand")
        for value in values:
            position, _ = _placed(position, seat, "offered", value)
    return position


def _placed(
    position: Position, seat: str, place: str, value: Any, wanted: int = 0
) -> tuple[Position, int]:
    """A marker from in front of its owner, put there: the wanted one, or with 0 the next; one too
    many where none is left."""
    player = position.player(seat)
    there = (marker.number for marker in player.markers if marker.place == "hand")
    free = (number for number in there if wanted in (0, number))
    number = next(free, len(player.markers) + 1)
    if number > len(player.markers):
        position = with_player(position, seat, markers=(*player.markers, Marker(number)))
    position = with_marker(position, seat, number, place=place)
    noted = note(position.player(seat), number, value)
    return with_player(position, seat, markers=noted.markers), number


def _natives(position: Position, natives: tuple[SomeNatives, ...]) -> Position:
    seats = {one.seat for one in natives}
    for group in position.natives:
        if group.seat in seats:
            position = with_natives(position, replace(group, count=-group.count))
            left = position.player(group.seat).natives + group.count
            position = with_player(position, group.seat, natives=left)
            if group.good:
                position = with_supply(position, group.good, group.count)
            if group.marker:
                position = with_marker(position, group.seat, group.marker, place="hand")
    for one in natives:
        position = _standing(position, one)
    return position


def _standing(position: Position, one: SomeNatives) -> Position:
    left = position.player(one.seat).natives - one.count
    position = with_player(position, one.seat, natives=left)
    group = Group(one.at, one.seat, robbed=one.robbed, count=one.count)
    if one.load in GOODS:
        position = with_supply(position, one.load, -one.count)
        return with_natives(position, replace(group, load=one.load))
    if one.load in ("none", ""):
        return with_natives(position, group)
    wanted = 0 if one.load == "marker" else int(one.load[1])
    for _ in range(one.count):
        position, number = _placed(position, one.seat, "native", one.value, wanted)
        position = with_natives(position, replace(group, load=f"m{number}", count=1))
    return position


def _huts(position: Position, huts: tuple[SomeHut, ...]) -> Position:
    owners = {one.owner for one in huts}
    for tile in position.tiles:
        position = _without_huts(position, tile, owners)
    for one in huts:
        number = 0
        if one.owner != NEUTRAL:
            left = position.player(one.owner).huts - 1
            position = with_player(position, one.owner, huts=left)
            if one.marker:
                position, number = _placed(position, one.owner, "hut", one.value)
        tile = _laid(position, one.at)
        position = with_huts(position, one.at, (*tile.huts, Hut(one.owner, number)))
    return position


def _laid(position: Position, at: str) -> Tile:
    """The tile there. Raises ValueError when none is laid: nothing can lie on it."""
    tile = position.tile(at)
    if tile is None:
        raise ValueError(f"no tile lies on {at}")
    return tile


def _cults(position: Position, situation: Situation) -> Position:
    for at, owner in (situation.cults or {}).items():
        tile = _laid(position, at)
        new = "" if owner == NEUTRAL else owner
        for seat, more in ((tile.cult, 1), (new, -1)):
            if seat:
                cults = position.player(seat).cults + more
                position = with_player(position, seat, cults=cults)
        position = with_tile(position, replace(tile, cult=new))
    return position


def _goods(position: Position, situation: Situation) -> Position:
    for at, goods in (situation.goods or {}).items():
        for good, count in goods.items():
            more = count - _laid(position, at).loose(good)
            position = with_supply(with_loose(position, at, good, more), good, -more)
    for good, count in (situation.supply or {}).items():
        pieces = getattr(position.options, good) + count - position.loose_supply(good)
        options = replace(position.options, **{good: pieces})
        position = replace(position, setup=replace(position.setup, options=options))
        position = with_supply(position, good, count - position.loose_supply(good))
    return position


def _cards(position: Position, situation: Situation) -> Position:
    for seat, held in (situation.hands or {}).items():
        hand = (UNKNOWN,) * held if isinstance(held, int) else tuple(sorted(held))
        locked = min(position.player(seat).locked, len(hand))
        position = with_player(position, seat, hand=hand, locked=locked)
    if situation.locked is not None:
        position = with_player(position, position.active, locked=situation.locked)
    if situation.discard is not None:
        position = replace(position, discard=tuple(sorted(situation.discard)))
    if situation.gone is not None:
        position = replace(position, gone=tuple(sorted(situation.gone)))
    for player in position.players:
        if player.seat in (situation.hands or {}):
            continue
        for card in CARDS:  # what is told to all now counts for more than notes
            player = possible(position, player, card)
        position = with_player(position, player.seat, hand=player.hand)
    hands = sum(len(player.hand) for player in position.players)
    elsewhere = hands + len(position.discard) + len(position.gone)
    return replace(position, pile=sum(CARDS.values()) - elsewhere)


def _ended(position: Position) -> Position:
    """Four offerings end the match, whoever entered them."""
    if any(len(player.offered) >= 4 for player in position.players):
        return with_turn(position, phase="over")
    if position.turn.phase == "over":
        return with_turn(position, phase="move")
    return position
