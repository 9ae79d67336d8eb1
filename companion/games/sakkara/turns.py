"""The end of a turn: surplus tiles, the used stack, the next player (K10 to K14, K28 to K32)."""

from msgspec.structs import replace

from companion.games.sakkara.motifs import Motif
from companion.games.sakkara.needs import motifs, named_on_holder, step_possible
from companion.games.sakkara.pieces import laid_aside
from companion.games.sakkara.position import HIGHEST_HOLDER, Position
from companion.kernel import Effects, Move, MoveKind, event, rule


class EndTurn(Move, frozen=True, tag="end_turn"):
    """The active player is done."""


class Trim(Move, frozen=True, tag="trim"):
    """What the holder has too many joins the used tiles, in the order told."""

    tiles: tuple[Motif, ...]


def surplus(position: Position) -> int:
    """How many tiles the active player's holder has too many (K30)."""
    return max(0, len(position.mover.holder) - HIGHEST_HOLDER)


def next_turn(position: Position) -> Effects[Position]:
    """The other player begins a turn (K10); what was taken in this one is memory from now on."""
    position = replace(
        position,
        phase="turn",
        active=position.other,
        number=position.number + 1,
        fresh=(),
        moved=False,
        built=0,
        untold=(),
    )
    yield event(position, "next_turn", "K10", seat=position.active)
    return position


def _closed(position: Position) -> Effects[Position]:
    """What was used goes to the other player, or the turn is over (K14, K91)."""
    if position.used:
        position = replace(position, phase="putback")
        values = {"seat": position.other, "count": len(position.used)}
        yield event(position, "to_put_back", "K80", **values)
        return position
    yield event(position, "nothing_to_put_back", "K91", seat=position.active)
    return (yield from next_turn(position))


def _end_turn(position: Position, move: EndTurn) -> Effects[Position]:
    if not position.moved and not step_possible(position):
        yield event(position, "step_waived", "K28", seat=position.active)
    count = surplus(position)
    if count:
        position = replace(position, phase="trim")
        values = {"seat": position.active, "count": count, "limit": HIGHEST_HOLDER}
        yield event(position, "to_trim", "K30a", **values)
        return position
    return (yield from _closed(position))


def _trim(position: Position, move: Trim) -> Effects[Position]:
    position = yield from laid_aside(position, *move.tiles)
    values = {"seat": position.active, "tiles": move.tiles, "count": len(move.tiles)}
    yield event(position, "trimmed", "K31", **values)
    return (yield from _closed(position))


END_TURN: MoveKind[Position, EndTurn] = MoveKind(
    EndTurn,
    needs=(
        rule("K11a", lambda p, m: p.moved or not step_possible(p), lambda p, m: {"seat": p.active}),
        rule(
            "K28",
            lambda p, m: p.moved or step_possible(p) or p.options.no_step == "waived",
            lambda p, m: {"seat": p.active},
        ),
    ),
    apply=_end_turn,
    ends=True,
)

TRIM: MoveKind[Position, Trim] = MoveKind(
    Trim,
    needs=(
        named_on_holder("tiles", listed=True),
        rule(
            "K30a",
            lambda p, m: len(m.tiles) >= surplus(p),
            lambda p, m: {"count": len(m.tiles), "surplus": surplus(p), "limit": HIGHEST_HOLDER},
        ),
        rule(
            "K32a",
            lambda p, m: len(m.tiles) <= surplus(p),
            lambda p, m: {"count": len(m.tiles), "surplus": surplus(p), "limit": HIGHEST_HOLDER},
            early=True,
        ),
    ),
    apply=_trim,
    candidates={"tiles": motifs},
    out_of_phase="K32b",
    out_of_turn="K31",
)
