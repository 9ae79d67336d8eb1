"""Cards in hands: drawing, playing, and those whose text is known."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.mesopotamien.needs import (
    HUT_THERE,
    AnyNeed,
    everybody,
    is_in,
    native_there,
    tile_there,
)
from companion.games.mesopotamien.pieces import (
    changed,
    possible,
    with_huts,
    with_marker,
    with_player,
    with_turn,
    without,
)
from companion.games.mesopotamien.position import CARDS, Card, Hut, Position
from companion.games.mesopotamien.tokens import NEUTRAL, TEMPLE, Hex, HutToken, NativeToken
from companion.games.mesopotamien.turns import yields
from companion.kernel import UNKNOWN, Move, MoveKind, event, fact, rule
from companion.kernel.events import Effects, Transition
from companion.kernel.kinds import Values


class Teleport(Move, frozen=True, tag="teleport"):
    """Card: an own or foreign native goes to any other tile with what it carries."""

    native: NativeToken
    to: Hex


class Expel(Move, frozen=True, tag="expel"):
    """Card: a hut moves to another plain."""

    hut: HutToken
    to: Hex


class Priest(Move, frozen=True, tag="priest"):
    """Card: one mana more from a cult site that brings mana in this turn."""

    site: Hex


def drawn(position: Position) -> Effects[Position]:
    """The active player takes a card; an empty draw pile is renewed from the discard pile."""
    seat = position.active
    if not position.pile:
        position = replace(position, pile=len(position.discard), discard=())
        yield event(position, "reshuffled", "M92", count=position.pile)
    player = position.player(seat)
    hand = tuple(sorted((*player.hand, UNKNOWN)))
    position = replace(position, pile=position.pile - 1)
    position = with_player(position, seat, hand=hand, locked=player.locked + 1)
    yield event(position, "card_drawn", "M87", seat=seat, left=position.pile)
    return position


def played(position: Position, card: Card) -> Effects[Position]:
    """The active player lays a card on the discard pile, or out of the game (option)."""
    seat = position.active
    player = position.player(seat)
    hand = less(player.hand, card)
    position = with_player(position, seat, hand=hand, locked=min(player.locked, len(hand)))
    if position.options.played_cards_leave:
        position = replace(position, gone=tuple(sorted((*position.gone, card))))
    else:
        position = replace(position, discard=tuple(sorted((*position.discard, card))))
    players = tuple(possible(position, one, card) for one in position.players)
    position = replace(position, players=players)
    yield event(position, "card_played", "M90", seat=seat, card=card)
    return position


def less(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """A hand after a card was played from it. Where the notes did not know of it, they were
    wrong and go."""
    for name in (card, UNKNOWN):
        if name in hand:
            index = hand.index(name)
            return hand[:index] + hand[index + 1 :]
    return (UNKNOWN,) * (len(hand) - 1)


def _hand(position: Position, move: Move) -> Values:
    player = position.player(position.active)
    return {"seat": player.seat, "count": len(player.hand), "locked": player.locked}


def playing(card: Card) -> tuple[AnyNeed, ...]:
    """What playing a card needs besides what its text asks for."""
    return (
        fact("no_card", lambda p, m: p.player(p.active).hand, _hand),
        fact(
            "card_used_up",
            lambda p, m: p.cards_unseen(card) > 0,
            lambda p, m: {"card": card, "most": CARDS[card]},
        ),
        rule(
            "M88",
            lambda p, m: len((player := p.player(p.active)).hand) > player.locked,
            _hand,
        ),
    )


def _teleport(position: Position, move: Teleport) -> Iterator[Transition[Position]]:
    position = yield from played(position, "teleport")
    position, _ = changed(position, position.native(move.native), at=move.to)
    yield event(position, "teleported", "M94", native=move.native, to=move.to)


def _expel(position: Position, move: Expel) -> Iterator[Transition[Position]]:
    position = yield from played(position, "expel")
    tile, hut = position.standing(move.hut)
    position = with_huts(position, tile.at, without(tile.huts, hut))
    new = hut
    if hut.marker and not position.options.expelled_keeps_marker:
        position = with_marker(position, hut.owner, hut.marker, place="hand")
        new = Hut(hut.owner)
    position = with_huts(position, move.to, (*position.laid(move.to).huts, new))
    yield event(position, "expelled", "M97a", hut=move.hut, to=move.to)
    if hut.marker:
        key = "marker_moved_along" if new.marker else "marker_back"
        yield event(position, key, "M99", seat=hut.owner, to=move.to)


def _priest(position: Position, move: Priest) -> Iterator[Transition[Position]]:
    position = yield from played(position, "priest")
    position = with_turn(position, priests=(*position.turn.priests, move.site))
    yield event(position, "priest_called", "M100", seat=position.active, at=move.site)


def _all_tiles(position: Position) -> Iterator[str]:
    return (tile.at for tile in position.tiles)


def _all_huts(position: Position) -> Iterator[str]:
    return (hut.token(tile.at) for tile in position.tiles for hut in tile.huts)


def _all_sites(position: Position) -> Iterator[str]:
    return (tile.at for tile in position.tiles if tile.cult)


def _carried(position: Position, move: Teleport) -> Values:
    return {"native": move.native, "load": position.native(move.native).load, "to": move.to}


def _target(position: Position, move: Expel) -> Values:
    tile = position.laid(move.to)
    return {"hut": move.hut, "to": move.to, "terrain": tile.terrain, "count": len(tile.huts)}


def _room(position: Position, move: Any) -> bool:
    source, _ = position.standing(move.hut)
    tile = position.laid(move.to)
    return tile.terrain == "plain" and len(tile.huts) < 2 and tile.at != source.at


TELEPORT: MoveKind[Position, Teleport] = MoveKind(
    Teleport,
    needs=(
        *playing("teleport"),
        native_there("native"),
        fact("M96b", lambda p, m: p.tile(m.to) is not None, lambda p, m: {"at": m.to}),
        fact(
            "already_there",
            lambda p, m: p.native(m.native).at != m.to,
            lambda p, m: {"native": m.native, "to": m.to},
        ),
        rule("M96a", lambda p, m: p.terrain(m.to) != "volcano", lambda p, m: {"to": m.to}),
        rule(
            "M96c",
            lambda p, m: (
                p.options.teleport_free or m.to != TEMPLE or p.native(m.native).load != "wood"
            ),
            _carried,
        ),
        rule(
            "M96d",
            lambda p, m: (
                p.options.teleport_free
                or (native := p.native(m.native)).at != TEMPLE
                or not native.good
            ),
            _carried,
        ),
    ),
    apply=_teleport,
    candidates={"native": is_in(everybody), "to": is_in(_all_tiles)},
    out_of_phase="M91",
    out_of_turn="M91",
    explicit=True,
)

EXPEL: MoveKind[Position, Expel] = MoveKind(
    Expel,
    needs=(
        *playing("expel"),
        HUT_THERE,
        tile_there("to"),
        rule("M97a", _room, _target),
        rule(
            "M97b",
            lambda p, m: p.options.expel_neutral or p.standing(m.hut)[1].owner != NEUTRAL,
            lambda p, m: {"hut": m.hut},
        ),
        rule(
            "M98",
            lambda p, m: not p.laid(m.to).cult,
            lambda p, m: {"to": m.to},
        ),
    ),
    apply=_expel,
    candidates={"hut": is_in(_all_huts), "to": is_in(_all_tiles)},
    out_of_phase="M91",
    out_of_turn="M91",
    explicit=True,
)

PRIEST: MoveKind[Position, Priest] = MoveKind(
    Priest,
    needs=(
        *playing("priest"),
        fact(
            "no_cult_site",
            lambda p, m: (tile := p.tile(m.site)) is not None and tile.cult,
            lambda p, m: {"at": m.site},
        ),
        rule(
            "M100",
            lambda p, m: yields(p, m.site, p.active),
            lambda p, m: {"at": m.site, "count": p.natives_at(m.site, p.active)},
        ),
    ),
    apply=_priest,
    candidates={"site": is_in(_all_sites)},
    out_of_phase="M91",
    out_of_turn="M91",
    explicit=True,
)
