"""Over the edge: exploring, what the stack brings, volcanoes, and new goods."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.mesopotamien.needs import (
    LEAVING,
    NO_QUEST,
    OWN_NATIVE,
    is_in,
    native_there,
    own,
    way_to,
)
from companion.games.mesopotamien.pieces import (
    changed,
    with_loose,
    with_supply,
    with_tile,
    with_turn,
)
from companion.games.mesopotamien.position import (
    SOURCE_OF,
    Drawn,
    Position,
    Quest,
    Terrain,
    Tile,
    in_order,
    neighbours,
)
from companion.games.mesopotamien.tokens import Hex, NativeToken, parse
from companion.games.mesopotamien.walking import walked
from companion.kernel import Move, MoveKind, Need, event, fact, rule
from companion.kernel.events import Effects, Transition
from companion.kernel.kinds import Values

MOST = 3
"""Explorations in one turn (M50)."""


class Explore(Move, frozen=True, tag="explore"):
    """One native steps over the edge; the table tells next which tile was drawn."""

    native: NativeToken
    to: Hex


class Draw(Move, frozen=True, tag="draw"):
    """The top tile of the stack is turned up."""

    terrain: Drawn


class LayVolcano(Move, frozen=True, tag="lay_volcano"):
    """The explorer finds a place for the volcano."""

    at: Hex


class Spread(Move, frozen=True, tag="spread"):
    """The explorer chooses the tiles that get one of the new goods each."""

    goods: tuple[Hex, ...]


def quest_of(position: Position) -> Quest:
    """The exploration under way, where a need has made sure of it."""
    assert position.quest is not None
    return position.quest


def _explore(position: Position, move: Explore) -> Iterator[Transition[Position]]:
    group = position.native(move.native)
    if position.tile(move.to) is not None:
        yield from walked(position, group, move.to)
        return
    turn = position.turn
    left, used = max(0, turn.movement - 1), turn.explorations + 1
    after = with_turn(position, movement=left, explorations=used)
    after = replace(after, quest=Quest(move.native, move.to))
    values = {"native": move.native, "to": move.to, "left": left, "count": used}
    yield event(after, "explored", "M48a", **values)


def _draw(position: Position, move: Draw) -> Iterator[Transition[Position]]:
    quest = quest_of(position)
    left = {move.terrain: position.stack.of(move.terrain) - 1}
    position = replace(position, stack=replace(position.stack, **left))
    if move.terrain == "volcano":
        position = replace(position, quest=replace(quest, stage="volcano"))
        yield event(position, "volcano_drawn", "M58", to=quest.to)
        return
    tile: Terrain = move.terrain
    position = replace(with_tile(position, Tile(quest.to, tile)), quest=None)
    explorer = position.group(quest.native)
    native = quest.native
    if explorer is not None:  # unless the table was corrected meanwhile
        position, explorer = changed(position, explorer, at=quest.to)
        native = explorer.token
    values = {"terrain": move.terrain, "to": quest.to, "native": native}
    yield event(position, "discovered", "M51", **values)
    if move.terrain in SOURCE_OF:
        yield from _brought(position, replace(quest, native=native), move.terrain)
    else:
        yield event(position, "nothing_found", "M52", to=quest.to)


def _brought(position: Position, quest: Quest, terrain: str) -> Effects[Position]:
    """The goods of a new forest or quarry, by the rules M53 to M57."""
    good, wanted = SOURCE_OF[terrain], len(position.setup.seats)
    options = position.options
    supply = position.loose_supply(good)
    count = min(wanted, supply)
    if count < wanted:
        count = count if options.short_supply else 0
        values = {"good": good, "count": count, "wanted": wanted, "left": supply}
        yield event(position, "goods_short", "M57", **values)
    places = tuple(tile.at for tile in position.tiles if tile.terrain == terrain)
    if options.new_goods == "all_on_new_tile" or (
        options.new_goods == "new_tile_first" and count == 1
    ):
        places = (quest.to,)
    if len(places) <= count:
        return (yield from _laid_out(position, good, places, quest.to, count))
    if count:
        choice = replace(quest, stage="spread", good=good, count=count)
        position = replace(position, quest=choice)
        values = {"good": good, "count": count, "tiles": len(places)}
        yield event(position, "goods_to_spread", "M56b", **values)
    return position


def _laid_out(
    position: Position, good: str, places: tuple[str, ...], new: str, count: int
) -> Effects[Position]:
    """One good on each place and the surplus on the new tile."""
    for at in places:
        position = _lay(position, good, at, 1)
    yield _told(position, "M54b", good, places)
    surplus = count - len(places)
    if surplus:
        position = _lay(position, good, new, surplus)
        yield event(position, "surplus_laid", "M55", good=good, count=surplus, at=new)
    return position


def _lay(position: Position, good: str, at: str, count: int) -> Position:
    return with_supply(with_loose(position, at, good, count), good, -count)


def _lay_volcano(position: Position, move: LayVolcano) -> Iterator[Transition[Position]]:
    quest = quest_of(position)
    position = with_tile(position, Tile(move.at, "volcano"))
    drawn = replace(position, quest=replace(quest, stage="draw"))
    ended = replace(position, quest=None)
    if move.at == quest.to:
        yield event(ended, "volcano_laid", "M58", at=move.at)
        yield event(ended, "way_blocked", "M13", native=quest.native, to=quest.to)
    elif position.stack.size:
        yield event(drawn, "volcano_laid", "M58", at=move.at)
    else:
        yield event(ended, "volcano_laid", "M58", at=move.at)
        left = ended.turn.movement + (1 if ended.options.movement_back else 0)
        ended = with_turn(ended, movement=left)
        yield event(ended, "no_replacement", "M62", native=quest.native, left=left)


def _spread(position: Position, move: Spread) -> Iterator[Transition[Position]]:
    quest = quest_of(position)
    places = move.goods[: position.loose_supply(quest.good)]
    for at in places:
        position = _lay(position, quest.good, at, 1)
    position = replace(position, quest=None)
    yield _told(position, "M56b", quest.good, places)


def _told(
    position: Position, clause: str, good: str, places: tuple[str, ...]
) -> Transition[Position]:
    """Places look alike: how many of them got one is said, too."""
    if len(places) == 1:
        return event(position, "goods_laid", clause, good=good, places=places)
    values = {"good": good, "tiles": len(places), "places": places}
    return event(position, "goods_laid_each", clause, **values)


def _at_stage(stage: str) -> Callable[[Position, Any], bool]:
    return lambda p, m: p.quest is not None and p.quest.stage == stage


def touching(position: Position, at: str) -> bool:
    """Whether a hex shares an edge with a tile; by agreement one field further off will do."""
    near = neighbours(at)
    if any(position.tile(one) is not None for one in near):
        return True
    if not position.options.volcano_anywhere:
        return False
    return any(position.tile(far) is not None for one in near for far in neighbours(one))


def around(position: Position) -> Iterator[str]:
    """The empty hexes that touch the board."""
    near = {one for tile in position.tiles for one in neighbours(tile.at)}
    if position.options.volcano_anywhere:
        near |= {far for one in near for far in neighbours(one)}
    return iter(sorted((at for at in near if position.tile(at) is None), key=in_order))


def _edge(position: Position, draft: Explore) -> Iterable[str]:
    return neighbours(parse(draft.native)[1])


def _places(position: Position) -> Iterator[str]:
    """The tiles for the new goods."""
    good = position.quest.good if position.quest else ""
    return (tile.at for tile in position.tiles if SOURCE_OF.get(tile.terrain) == good)


def _goods(position: Position, move: Spread) -> Values:
    quest = quest_of(position)
    wrong = (at for at in move.goods if SOURCE_OF.get(position.terrain(at)) != quest.good)
    values = {"good": quest.good, "count": quest.count, "named": len(move.goods), "to": quest.to}
    return {**values, "at": next(wrong, ""), "terrain": _terrain_for(quest.good)}


def _terrain_for(good: str) -> str:
    return "forest" if good == "wood" else "quarry"


def _twice(position: Position, move: Spread) -> Values:
    twice = (at for at in move.goods if move.goods.count(at) > 1)
    return {"at": next(twice, ""), "good": quest_of(position).good}


EXPLORE: MoveKind[Position, Explore] = MoveKind(
    Explore,
    needs=(
        NO_QUEST,
        native_there("native"),
        OWN_NATIVE,
        rule("M48a", lambda p, m: m.to in neighbours(p.native(m.native).at), way_to),
        rule(
            "M48c",
            lambda p, m: p.tile(m.to) is None,
            lambda p, m: {"native": m.native, "to": m.to},
        ),
        rule(
            "M49",
            lambda p, m: p.turn.movement > 0,
            lambda p, m: {"native": m.native, "left": p.turn.movement},
        ),
        rule(
            "M50",
            lambda p, m: p.turn.explorations < MOST,
            lambda p, m: {"count": p.turn.explorations, "most": MOST},
        ),
        *LEAVING,
        fact("M62", lambda p, m: p.stack.size > 0),
    ),
    apply=_explore,
    candidates={"native": is_in(own), "to": _edge},
)

DRAW: MoveKind[Position, Draw] = MoveKind(
    Draw,
    needs=(
        fact("no_exploration", _at_stage("draw")),
        fact(
            "stack_has_none",
            lambda p, m: p.stack.of(m.terrain) > 0,
            lambda p, m: {"terrain": m.terrain, "left": p.stack.size},
        ),
    ),
    apply=_draw,
    out_of_phase="M51",
    reveals=True,
)

LAY_VOLCANO: MoveKind[Position, LayVolcano] = MoveKind(
    LayVolcano,
    needs=(
        fact("no_volcano_drawn", _at_stage("volcano")),
        fact("hex_taken", lambda p, m: p.tile(m.at) is None, lambda p, m: {"at": m.at}),
        rule(
            "M59a",
            lambda p, m: touching(p, m.at),
            lambda p, m: {"at": m.at},
        ),
        rule("M59b", lambda p, m: m.at != quest_of(p).to, lambda p, m: {"at": m.at}),
    ),
    apply=_lay_volcano,
    candidates={"at": is_in(around)},
    out_of_phase="M58",
)

_ONE_EACH: tuple[Need[Position, Spread], ...] = (
    rule(
        "M53",
        lambda p, m: len(m.goods) == quest_of(p).count,
        _goods,
        early=lambda p, m: len(m.goods) <= quest_of(p).count,
    ),
    rule(
        "M54a",
        lambda p, m: all(SOURCE_OF.get(p.terrain(at)) == quest_of(p).good for at in m.goods),
        _goods,
        early=True,
    ),
    rule("M54b", lambda p, m: len(set(m.goods)) == len(m.goods), _twice, early=True),
    rule(
        "M56b",
        lambda p, m: p.options.new_goods != "new_tile_first" or quest_of(p).to in m.goods,
        _goods,
        early=lambda p, m: (
            p.options.new_goods != "new_tile_first"
            or quest_of(p).to in m.goods
            or len(m.goods) < quest_of(p).count
        ),
    ),
)

SPREAD: MoveKind[Position, Spread] = MoveKind(
    Spread,
    needs=(
        fact("no_goods_to_spread", _at_stage("spread")),
        fact(
            "no_tile_there",
            lambda p, m: all(p.tile(at) is not None for at in m.goods),
            lambda p, m: {"at": next(at for at in m.goods if p.tile(at) is None)},
            early=True,
        ),
        *_ONE_EACH,
    ),
    apply=_spread,
    candidates={"goods": is_in(_places)},
    out_of_phase="M55",
    unordered=("goods",),
)
