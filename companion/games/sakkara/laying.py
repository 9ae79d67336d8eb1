"""Laying out the tiles before a match (K1 to K4): told by the table, or dealt from a seed."""

from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import blake2s
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from companion.games.sakkara.motifs import MOTIFS, TILES, Take, Tile, Tiles, Told
from companion.games.sakkara.needs import AnyNeed, all_on_board
from companion.games.sakkara.pieces import NOTHING, with_stack
from companion.games.sakkara.position import DOUBLES, FIELDS, Position, Row, known_tiles, line
from companion.games.sakkara.tokens import COLUMNS, Field
from companion.games.sakkara.views import public
from companion.kernel import UNKNOWN, Effects, Move, MoveKind, Open, event, fact, memo_last, rule

SHIPS_VISIBLE = 2
"""How many ships lie on top at the start (K4)."""


class Pile(msgspec.Struct, frozen=True):
    """The tiles of one field: the lower one, or that there is none, and the top one."""

    lower: Take
    top: Told


class Layout(Move, frozen=True, tag="layout"):
    """All tiles lie on the board: these 26 fields have two, the others one."""

    doubles: Annotated[tuple[Field, ...], msgspec.Meta(min_length=DOUBLES, max_length=DOUBLES)]


class Laid(Move, frozen=True, tag="laid"):
    """All tiles lie on the board as they were told row by row, or dealt."""


class LayTops(Move, frozen=True, tag="lay_tops"):
    """The top tiles of a row, from column a to g."""

    row: Row
    tops: tuple[Told, Told, Told, Told, Told, Told, Told]


class LayRow(Move, frozen=True, tag="lay_row"):
    """All tiles of a row, from column a to g."""

    row: Row
    piles: tuple[Pile, Pile, Pile, Pile, Pile, Pile, Pile]


class Deal(Move, frozen=True, tag="deal"):
    """The companion says how the tiles are laid out, by chance that follows from a seed."""

    seed: Annotated[int, msgspec.Meta(ge=0)]


def chances(seed: int) -> Any:
    """Numbers from 0 to 2^64 - 1 that follow from a seed, without end: BLAKE2s of seed and
    place, so that every computer deals the same."""
    place = 0
    while True:
        yield int.from_bytes(blake2s(f"{seed}/{place}".encode(), digest_size=8).digest(), "big")
        place += 1


def shuffled(values: tuple[str, ...], draw: Any) -> list[str]:
    """The values in another order (Fisher and Yates)."""
    mixed = list(values)
    for last in range(len(mixed) - 1, 0, -1):
        other = next(draw) % (last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def dealt(tiles: tuple[Tile, ...], seed: int) -> tuple[Tiles, ...]:
    """The stacks of all fields: one tile each, then second ones, and two ships on top if there
    are as many (K3, K4)."""
    draw = chances(seed)
    mixed = shuffled(tiles, draw)
    stacks: dict[Field, Tiles] = {field: (mixed.pop(),) for field in FIELDS}
    for field in shuffled(FIELDS, draw)[: len(mixed)]:
        stacks[field] = (*stacks[field], mixed.pop())
    for field in FIELDS:
        visible = sum(stack[-1] == "ship" for stack in stacks.values())
        if visible < SHIPS_VISIBLE and "ship" in stacks[field][:-1]:
            other = next(one for one in (field, *FIELDS) if stacks[one][-1] != "ship")
            top = stacks[other][-1]
            stacks[other] = (*stacks[other][:-1], "ship")
            stacks[field] = (top, *stacks[field][1:])
    return tuple(stacks.values())


def _laid(position: Position, field: Field, tiles: Tiles) -> Position:
    """With these tiles on a field, from those not laid out or back to them."""
    boxed = position.boxed + position.height(field) - len(tiles)
    return replace(with_stack(position, field, tiles), boxed=boxed)


def _doubled(tiles: Tiles, times: int) -> Tiles:
    """A field's tiles with unknown ones laid under them; a bare field gets its first one, too."""
    return (*(UNKNOWN,) * (times + (not tiles)), *tiles)


def _laid_out(position: Position, move: Any) -> Position:
    """All tiles as told."""
    for field, tiles in zip(FIELDS, position.stacks, strict=True):
        position = _laid(position, field, _doubled(tiles, move.doubles.count(field)))
    return position


def _short(position: Position) -> int:
    """How many tiles there are too few for 26 doubles besides those that were told."""
    bare = sum(not tiles for tiles in position.stacks)
    return bare + DOUBLES - position.boxed


def _layout(position: Position, move: Layout) -> Effects[Position]:
    return (yield from _begin(_laid_out(position, move)))


def _finish(position: Position, move: Laid) -> Effects[Position]:
    return (yield from _begin(position))


def _begin(position: Position) -> Effects[Position]:
    """The workers are placed next."""
    first = position.setup.seats[0]
    position = replace(position, phase="place", active=first, fresh=(), untold=())
    tiles = sum(map(len, position.stacks))
    doubles = sum(len(stack) > 1 for stack in position.stacks)
    yield event(position, "laid", "K3", tiles=tiles, doubles=doubles)
    yield event(position, "placing_begins", "K5", seat=first)
    return position


def _lay_tops(position: Position, move: LayTops) -> Effects[Position]:
    for field, top in zip(line(f"row:{move.row}"), move.tops, strict=True):
        position = _laid(position, field, (top,))
    yield event(position, "row_laid", "K2", row=move.row, tiles=move.tops)
    return position


def _lay_row(position: Position, move: LayRow) -> Effects[Position]:
    for field, pile in zip(line(f"row:{move.row}"), move.piles, strict=True):
        lower = () if pile.lower == NOTHING else (pile.lower,)
        position = _laid(position, field, (*lower, pile.top))
    tops = tuple(pile.top for pile in move.piles)
    yield event(position, "row_laid", "K2", row=move.row, tiles=tops)
    return position


def _deal(position: Position, move: Deal) -> Effects[Position]:
    tiles = tuple(motif for motif in MOTIFS for _ in range(position.box.count(motif)))
    position = replace(position, stacks=dealt(tiles, move.seed), boxed=0)
    key = "dealt" if position.box.confirmed else "dealt_unconfirmed"
    yield event(position, key, "K2", seed=move.seed, tiles=len(tiles))
    return position


def _ships(position: Position) -> tuple[int, int]:
    """How many ships lie on top of their field, and how many tops nobody told."""
    tops = [tiles[-1] if tiles else UNKNOWN for tiles in position.stacks]
    return tops.count("ship"), tops.count(UNKNOWN)


def _ships_visible(position: Position, move: Any) -> bool:
    ships, untold = _ships(position)
    if ships < SHIPS_VISIBLE <= ships + untold:
        raise Open
    return ships >= SHIPS_VISIBLE


@memo_last
def _doubled_already(position: Position) -> frozenset[Field]:
    """Fields on which two tiles lie."""
    return frozenset(field for field in FIELDS if position.height(field) > 1)


def _all_single(position: Position, move: Any) -> bool:
    """Whether no field would get a third tile."""
    named, full = move.doubles, _doubled_already(position)
    return len({*full, *named}) == len(full) + len(named)


def _thrice(position: Position, move: Any) -> tuple[Field, ...]:
    """Fields that would get a third tile."""
    named, full = Counter(move.doubles).items(), _doubled_already(position)
    return tuple(field for field, times in named if times > 1 or field in full)


def _freed(position: Position, move: Any) -> int:
    """How many tiles can lie in a row: those that lie there, and those not laid out yet."""
    return position.boxed + sum(map(position.height, line(f"row:{move.row}")))


_SHIPS: AnyNeed = rule(
    "K4a", _ships_visible, lambda p, m: {"ships": _ships(p)[0], "least": SHIPS_VISIBLE}
)


def _over(position: Position, row: int, told: Iterable[str]) -> dict[str, Any]:
    """Of which motif there would be more than a confirmed box holds, for all to see; {} if none."""
    if not position.box.confirmed:
        return {}
    view = public(position)
    found = known_tiles(view) + Counter(told)
    found -= Counter(tile for field in line(f"row:{row}") for tile in view.stack(field))
    for motif in MOTIFS:
        if found[motif] > (most := position.box.count(motif)):
            return {"motif": motif, "count": found[motif], "most": most}
    return {}


def _in_the_box(told: Callable[[Any], Iterable[str]]) -> AnyNeed:
    """The box has all tiles that then lie on the table."""
    return fact(
        "too_many_of_motif",
        lambda p, m: not _over(p, m.row, told(m)),
        lambda p, m: _over(p, m.row, told(m)),
        early=True,
    )


LAYOUT: MoveKind[Position, Layout] = MoveKind(
    Layout,
    needs=(
        all_on_board("doubles"),
        fact(
            "tiles_short",
            lambda p, m: _short(p) <= 0,
            lambda p, m: {"short": _short(p), "most": TILES},
        ),
        rule(
            "K3",
            _all_single,
            lambda p, m: {"fields": _thrice(p, m)},
            early=True,
        ),
        _SHIPS,
    ),
    apply=_layout,
    candidates={"doubles": lambda p, m: FIELDS},
)

LAID: MoveKind[Position, Laid] = MoveKind(
    Laid,
    needs=(rule("K2a", lambda p, m: not p.boxed, lambda p, m: {"left": p.boxed}), _SHIPS),
    apply=_finish,
    ends=True,
)

LAY_TOPS: MoveKind[Position, LayTops] = MoveKind(
    LayTops,
    needs=(
        fact(
            "tiles_short",
            lambda p, m: _freed(p, m) >= len(COLUMNS),
            lambda p, m: {"short": len(COLUMNS) - _freed(p, m), "most": TILES},
        ),
        _in_the_box(lambda m: m.tops),
    ),
    apply=_lay_tops,
    explicit=True,
)


def _in_row(move: LayRow) -> int:
    """How many tiles a row has; where it is not told yet, one on each field."""
    return len(COLUMNS) + sum(pile.lower != NOTHING for pile in move.piles)


LAY_ROW: MoveKind[Position, LayRow] = MoveKind(
    LayRow,
    needs=(
        fact(
            "tiles_short",
            lambda p, m: _freed(p, m) >= _in_row(m),
            lambda p, m: {"short": _in_row(m) - _freed(p, m), "most": TILES},
            early=True,
        ),
        _in_the_box(lambda m: (one for pile in m.piles for one in (pile.lower, pile.top))),
    ),
    apply=_lay_row,
    explicit=True,
)


def _at_hand(position: Position) -> int:
    """How many tiles lie on the board or are not laid out yet."""
    return position.boxed + sum(map(len, position.stacks))


DEAL: MoveKind[Position, Deal] = MoveKind(
    Deal,
    needs=(
        fact(
            "tiles_short",
            lambda p, m: _at_hand(p) >= TILES,
            lambda p, m: {"short": TILES - _at_hand(p), "most": TILES},
        ),
        fact(
            "counts_do_not_add_up",
            lambda p, m: p.box.tiles == TILES,
            lambda p, m: {"tiles": p.box.tiles, "most": TILES},
        ),
    ),
    apply=_deal,
    candidates={"seed": lambda p, m: range(1, 101)},
    explicit=True,
)
