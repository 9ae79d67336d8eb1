"""Huts, cult sites, offspring and drawing a card: the one kind of action of a turn."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.mesopotamien.cards import drawn, played, playing
from companion.games.mesopotamien.needs import (
    TILE_ONCE,
    AnyNeed,
    is_in,
    load,
    native_there,
    one_kind_of_action,
    own_tiles,
    tile_there,
)
from companion.games.mesopotamien.pieces import (
    changed,
    with_huts,
    with_marker,
    with_natives,
    with_player,
    with_supply,
    with_tile,
    with_turn,
)
from companion.games.mesopotamien.position import Group, Hut, Position
from companion.games.mesopotamien.tokens import Hex, NativeToken
from companion.kernel import Move, MoveKind, event, fact, rule
from companion.kernel.events import Effects, Transition
from companion.kernel.kinds import Values

MOST_HUTS = 2
"""Huts on one tile (M70)."""


class BuildHut(Move, frozen=True, tag="build_hut"):
    """A hut is built for the wood of one native, and a marker laid face down under it."""

    tile: Hex
    payer: NativeToken


class BuildCult(Move, frozen=True, tag="build_cult"):
    """A cult site is founded for the stone of one native."""

    tile: Hex
    payer: NativeToken


class Breed(Move, frozen=True, tag="breed"):
    """Offspring: one native more on a tile with an own hut."""

    tile: Hex


class Fertility(Move, frozen=True, tag="fertility"):
    """Card: offspring on one tile brings two natives instead of one."""

    tile: Hex


class DrawCard(Move, frozen=True, tag="draw_card"):
    """The top card of the draw pile is taken."""


def acted(position: Position, action: str, at: str = "") -> Position:
    """The position with an action of that kind used, on that tile."""
    used = (*position.turn.used, at) if at else position.turn.used
    return with_turn(position, action=action, used=used)


def _paid(position: Position, move: BuildHut | BuildCult, good: str) -> Position:
    """The payer's good goes to the supply, if there is one to pay with."""
    payer = position.native(move.payer)
    if payer.load != good:
        return position
    position, _ = changed(position, payer, load="")
    return with_supply(position, good, 1)


def _build_hut(position: Position, move: BuildHut) -> Iterator[Transition[Position]]:
    seat = position.active
    player = position.player(seat)
    number = next((marker.number for marker in player.markers if marker.place == "hand"), 0)
    position = acted(_paid(position, move, "wood"), "hut", move.tile)
    position = with_player(position, seat, huts=player.huts - 1)
    hut = Hut(seat, number)
    position = with_huts(position, move.tile, (*position.laid(move.tile).huts, hut))
    if number:
        position = with_marker(position, seat, number, place="hut")
    values = {"seat": seat, "at": move.tile, "native": move.payer}
    yield event(position, "hut_built", "M73", hut=hut.token(move.tile), **values)


def _build_cult(position: Position, move: BuildCult) -> Iterator[Transition[Position]]:
    seat = position.active
    position = acted(_paid(position, move, "stone"), "cult", move.tile)
    tile = position.laid(move.tile)
    if tile.cult:  # only when the rule was overruled: a tile has room for one marker
        cults = position.player(tile.cult).cults + 1
        position = with_player(position, tile.cult, cults=cults)
    position = with_tile(position, replace(tile, cult=seat))
    position = with_player(position, seat, cults=position.player(seat).cults - 1)
    yield event(position, "cult_built", "M79", seat=seat, at=move.tile, native=move.payer)


def bred(position: Position, at: str, wanted: int, rule: str) -> Effects[Position]:
    """A number of natives are born on a tile, fewer when the supply holds fewer."""
    seat = position.active
    left = position.player(seat).natives
    count = min(wanted, left)
    position = acted(position, "breed", at)
    position = with_natives(position, Group(at, seat, count=count))
    position = with_player(position, seat, natives=left - count)
    yield event(position, "born", rule, seat=seat, at=at, count=count)
    if count < wanted:
        yield event(position, "no_twin", "M86", seat=seat)
    return position


def _breed(position: Position, move: Breed) -> Iterator[Transition[Position]]:
    return bred(position, move.tile, 1, "M85")


def _fertility(position: Position, move: Fertility) -> Iterator[Transition[Position]]:
    position = yield from played(position, "fertility")
    yield from bred(position, move.tile, 2, "M101")


def _draw_card(position: Position, move: DrawCard) -> Iterator[Transition[Position]]:
    return drawn(acted(position, "card"))


def _huts(position: Position, move: BuildHut) -> Values:
    tile = position.laid(move.tile)
    return {"at": move.tile, "count": len(tile.huts), "most": MOST_HUTS}


def helpers(position: Position, move: Any) -> Values:
    """How many natives of the active player are on the tile."""
    seat = position.active
    return {"at": move.tile, "seat": seat, "count": position.natives_at(move.tile, seat)}


def _enough(position: Position, move: BuildHut | BuildCult) -> bool:
    return position.natives_at(move.tile, position.active) >= 2


def _payer(position: Position, move: BuildHut | BuildCult) -> Values:
    payer = position.native(move.payer)
    return {"native": move.payer, "load": load(position, payer), "at": move.tile}


def _pays(position: Position, move: BuildHut | BuildCult, good: str) -> bool:
    payer = position.native(move.payer)
    return payer.at == move.tile and payer.seat == position.active and payer.load == good


def _seat(position: Position, move: Move) -> Values:
    return {"seat": position.active}


def _free(position: Position, move: BuildCult) -> bool:
    tile = position.laid(move.tile)
    return tile.terrain == "plain" and not tile.huts and not tile.cult


def _foreigners(position: Position, move: BuildCult) -> tuple[str, ...]:
    groups = position.groups_at(move.tile)
    return tuple(sorted({group.seat for group in groups} - {position.active}))


def _guarding_huts(position: Position, move: Breed | Fertility) -> tuple[str, ...]:
    """The huts on the tile that have a marker under them and so prevent offspring."""
    foreign = position.options.foreign_markers_block
    return tuple(
        hut.token(move.tile)
        for hut in position.laid(move.tile).huts
        if hut.marker and (foreign or hut.owner == position.active)
    )


def _home(position: Position, move: Breed | Fertility) -> bool:
    seat, tile = position.active, position.laid(move.tile)
    own_hut = any(hut.owner == seat for hut in tile.huts)
    return tile.terrain == "plain" and own_hut and position.natives_at(move.tile, seat) >= 2


def _payers(position: Position, draft: BuildHut | BuildCult) -> Iterable[str]:
    return (group.token for group in position.groups_at(draft.tile, position.active))


BREED_NEEDS: tuple[AnyNeed, ...] = (
    tile_there("tile"),
    one_kind_of_action("breed"),
    TILE_ONCE,
    rule("M82", _home, helpers),
    rule(
        "M83",
        lambda p, m: not _guarding_huts(p, m),
        lambda p, m: {"at": m.tile, "huts": _guarding_huts(p, m)},
    ),
    fact("M86", lambda p, m: p.player(p.active).natives > 0, _seat),
)
"""What offspring needs, with or without the card."""

FERTILITY: MoveKind[Position, Fertility] = MoveKind(
    Fertility,
    needs=(*playing("fertility"), *BREED_NEEDS),
    apply=_fertility,
    candidates={"tile": is_in(own_tiles)},
    out_of_phase="M91",
    out_of_turn="M91",
    explicit=True,
)

BUILD_HUT: MoveKind[Position, BuildHut] = MoveKind(
    BuildHut,
    needs=(
        tile_there("tile"),
        native_there("payer"),
        one_kind_of_action("hut"),
        TILE_ONCE,
        rule(
            "M67",
            lambda p, m: p.terrain(m.tile) == "plain",
            lambda p, m: {"at": m.tile, "terrain": p.terrain(m.tile)},
        ),
        rule("M68", _enough, helpers),
        rule("M69", lambda p, m: _pays(p, m, "wood"), _payer),
        rule("M70", lambda p, m: len(p.laid(m.tile).huts) < MOST_HUTS, _huts),
        rule(
            "M71",
            lambda p, m: not p.laid(m.tile).cult,
            lambda p, m: {"at": m.tile, "owner": p.laid(m.tile).cult},
        ),
        rule("M75a", lambda p, m: p.player(p.active).markers_left > 0, _seat),
        fact("M75b", lambda p, m: p.player(p.active).huts > 0, _seat),
    ),
    apply=_build_hut,
    candidates={"tile": is_in(own_tiles), "payer": _payers},
)

BUILD_CULT: MoveKind[Position, BuildCult] = MoveKind(
    BuildCult,
    needs=(
        tile_there("tile"),
        native_there("payer"),
        one_kind_of_action("cult"),
        TILE_ONCE,
        rule(
            "M76",
            _free,
            lambda p, m: {
                "at": m.tile,
                "terrain": p.terrain(m.tile),
                "count": len(p.laid(m.tile).huts),
            },
        ),
        rule("M77a", _enough, helpers),
        rule("M77b", lambda p, m: _pays(p, m, "stone"), _payer),
        rule(
            "M78",
            lambda p, m: not _foreigners(p, m),
            lambda p, m: {"at": m.tile, "others": _foreigners(p, m)},
        ),
        fact("M81", lambda p, m: p.player(p.active).cults > 0, _seat),
    ),
    apply=_build_cult,
    candidates={"tile": is_in(own_tiles), "payer": _payers},
)

BREED: MoveKind[Position, Breed] = MoveKind(
    Breed, needs=BREED_NEEDS, apply=_breed, candidates={"tile": is_in(own_tiles)}
)

DRAW_CARD: MoveKind[Position, DrawCard] = MoveKind(
    DrawCard,
    needs=(
        one_kind_of_action("card"),
        rule("M87", lambda p, m: p.turn.action != "card"),
        fact(
            "M93",
            lambda p, m: p.pile or (p.discard and not p.options.played_cards_leave),
            lambda p, m: {"count": len(p.discard)},
        ),
    ),
    apply=_draw_card,
    reveals=True,  # its owner has seen it
)
