"""The slice as one value: who is asked, what is seen, and where every piece lies."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.kernel import (
    Asked,
    Dice,
    Fault,
    Game,
    Layout,
    Move,
    Outcome,
    Rulebook,
    census,
    layout_of,
    pieces,
)
from tests.slices.pyramidion_slice.boats import LOAD, PASS_LOAD
from tests.slices.pyramidion_slice.position import (
    SUPPLY,
    TROOPS,
    Box,
    CardId,
    Laid,
    Options,
    Player,
    Position,
    Seat,
    Setup,
    SiteId,
)
from tests.slices.pyramidion_slice.sites import ACTIVATE, LAY, REVEAL


class Situation(msgspec.Struct, frozen=True):
    """A table in few words; what is not named is as at the start.

    site: the active one. laid: how many cards by seat. used: basic cards used this round.
    troops: sites by troop. tokens: by site. stores: resources by seat. turn: who loads.
    """

    site: SiteId = ""
    done: tuple[SiteId, ...] = ()
    laid: Mapping[Seat, int] = {}
    used: Mapping[Seat, tuple[CardId, ...]] = {}
    troops: Mapping[str, tuple[SiteId, ...]] = {}
    tokens: Mapping[SiteId, int] = {}
    stores: Mapping[Seat, Mapping[str, int]] = {}
    boats: Mapping[Seat, tuple[str, ...]] = {}
    tired: tuple[SiteId, ...] = ()
    turn: Seat = ""


def kinds(box: Box) -> tuple[str, ...]:
    """The kinds of resource."""
    return tuple(dict.fromkeys(site.product for site in box.sites))


def setup(seats: tuple[str, ...], options: Options, box: Box) -> Position:
    counts = {(SUPPLY, kind): box.resources for kind in kinds(box)}
    counts["box", "sundial"] = len(box.sites)
    for seat in seats:
        for troop in ("torturer", "negotiator"):
            counts[f"stock:{seat}", f"{troop}:{seat}"] = TROOPS
    return Position(
        setup=Setup(seats=seats, box=box, options=options),
        order=seats,
        players=tuple(map(Player, seats)),
        pieces=pieces(counts),
        display=tuple(boat.id for boat in box.boats),
    )


def arrange(position: Position, situation: Situation) -> Position:
    s = situation
    p = replace(
        position,
        site=s.site,
        done=(*s.done, *((s.site,) if s.site else ())),
        laid=tuple(Laid(seat, count) for seat, count in s.laid.items()),
        phase="boats" if s.turn else "activation",
        turn=s.turn,
        tired=s.tired,
    )
    for seat in p.order:
        player = p.player(seat)
        used, boats = s.used.get(seat, ()), s.boats.get(seat, ())
        hand = player.hand - s.laid.get(seat, 0) - len(used)
        p = p.with_player(replace(player, hand=hand, used=used, boats=boats))
        p = replace(p, display=tuple(boat for boat in p.display if boat not in boats))
    for troop, sites in s.troops.items():
        for site in sites:
            p = p.moved(troop, f"stock:{troop.partition(':')[2]}", f"site:{site}")
    for site in p.done:
        p = p.moved("sundial", "box", f"site:{site}")
    for site, count in s.tokens.items():
        board = p.board(site)
        assert board is not None
        p = p.moved(board.product, SUPPLY, f"site:{site}", count)
    for seat, store in s.stores.items():
        for kind, count in store.items():
            p = p.moved(kind, SUPPLY, f"store:{seat}", count)
    return p


def asked(p: Position) -> tuple[Asked, ...]:
    if p.site:
        return _asked_at_site(p)
    if p.phase == "activation":
        return (Asked(p.active(), ("activate",), "activate", {"seat": p.active()}),)
    if p.display and p.passes < len(p.order):
        return (Asked(p.turn, ("load", "pass_load"), "load", {"seat": p.turn}),)
    return ()


def _asked_at_site(p: Position) -> tuple[Asked, ...]:
    """Who has yet to lay, one after the other unless the option says otherwise; then all whose
    cards lie face down."""
    laying = p.to_lay() if p.setup.options.lay_at_once else p.to_lay()[:1]
    kind, seats = ("lay", laying) if laying else ("reveal", p.to_reveal())
    return tuple(
        Asked(seat, (kind,), kind, {"seat": seat}, owed=True, rule="P25") for seat in seats
    )


def outcome(p: Position) -> Outcome | None:
    return None


def public(p: Position) -> Position:
    return p.public()


def impossible(p: Position) -> tuple[Fault, ...]:
    there = census(layout_of(p.pieces))
    most = dict.fromkeys(kinds(p.box), p.box.resources)
    return tuple(
        Fault("not_so_many_pieces", {"piece": piece, "count": there[piece], "most": count})
        for piece, count in most.items()
        if there[piece] != count
    )


def layout(p: Position) -> Layout:
    lies = Counter(layout_of(p.pieces))
    for boat in p.display:
        lies["display", f"boat={boat}"] += 1
    for card in p.discard:
        lies["discard", f"card={card}"] += 1
    for player in p.players:
        lies[f"hand:{player.seat}", "card"] = player.hand
        for boat in player.boats:
            lies[f"boats:{player.seat}", f"boat={boat}"] += 1
        for card in player.used:
            lies[f"used:{player.seat}", f"card={card}"] += 1
    for laid in p.laid:
        for card in laid.cards:
            lies[f"laid:{laid.seat}", f"card={card}"] += 1
        if not laid.turned_up:
            lies[f"laid:{laid.seat}", "card"] = laid.count
    return lies


def chance(p: Position, dice: Dice) -> Move | None:
    """The slice is not simulated."""
    return None


GAME = Game[Position](
    name="pyramidion_slice",
    version=1,
    colours=("red", "blue", "yellow", "green"),
    players=(2, 4),
    position=Position,
    options=Options,
    box=Box,
    situation=Situation,
    kinds=(ACTIVATE, LAY, REVEAL, LOAD, PASS_LOAD),
    rulebook=Rulebook.parse((Path(__file__).parent / "rulebook.toml").read_text("utf-8")),
    setup=setup,
    asked=asked,
    outcome=outcome,
    public=public,
    seen_by=lambda position, seat: position.public(seat),
    impossible=impossible,
    arrange=arrange,
    layout=layout,
    chance=chance,
    over="over",
    phase="phase",
    turn="turn",
)
