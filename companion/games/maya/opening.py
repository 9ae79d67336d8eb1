"""Before the first round: the boards are set up, and everybody puts stones on lowest levels."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.maya.box import (
    Box,
    wrong,
)
from companion.games.maya.options import Options
from companion.games.maya.position import (
    NEUTRAL_OPENING,
    OPENING,
    STONES,
    SUPPLY,
    Marker,
    Player,
    Position,
    Quarry,
    Setup,
    pyramid_of,
)
from companion.games.maya.pyramids import AnyNeed, level_there, room_on
from companion.games.maya.scoring import begun
from companion.games.maya.tokens import NEUTRAL, LevelId, numbers
from companion.kernel import Effects, Move, MoveKind, event, fact, pieces, rule


class OpeningStone(Move, frozen=True, tag="opening_stone"):
    """An own stone goes on a lowest level before the first round."""

    level: LevelId


class OpeningNeutral(Move, frozen=True, tag="opening_neutral"):
    """A neutral stone goes on a lowest level before the first round (game for two)."""

    level: LevelId


class PracticeBoard(Move, frozen=True, tag="practice_board"):
    """The table tries the game on the made-up board, without telling what its box shows."""


def start(seats: tuple[str, ...], options: Options, box: Box) -> Position:
    """The first position: ready for opening stones if the boards were told before."""
    p = Position(
        setup=Setup(seats=seats, options=options, box=box),
        players=tuple(map(Player, seats)),
        pieces=(),
        start=seats[0],
    )
    p = _cleared(p)
    return _ready(p)


def reboxed(p: Position, box: Box) -> Position:
    """With all that is told of another box; a table that waited for its boards is ready then."""
    p = replace(p, setup=replace(p.setup, box=box))
    return _ready(p) if p.phase == "profile" else p


def _ready(p: Position) -> Position:
    return opened(p) if p.board.confirmed and not wrong(p.board) else p


def _cleared(p: Position) -> Position:
    """With all stones in the supply."""
    return replace(p, pieces=pieces({(SUPPLY, f"stone:{one}"): STONES for one in p.colours}))


def opened(p: Position) -> Position:
    """With quarries and markers laid out as the boards say, and opening stones handed out.

    Stones that were corrected before, to lie anywhere else, are taken back first."""
    p = _cleared(p)
    quarries = tuple(Quarry(f"Q{number}") for number in range(1, len(p.board.quarries) + 1))
    markers = tuple(
        Marker(board.marker, f"Q{number}")
        for number, board in enumerate(p.board.quarries, 1)
        if board.marker != "NONE"
    )
    for seat in p.setup.seats:
        p = p.moved(seat, SUPPLY, f"stock:{seat}", OPENING)
        if p.for_two:
            p = p.moved(NEUTRAL, SUPPLY, f"stock:{seat}", NEUTRAL_OPENING)
    return replace(p, phase="opening", turn=p.start, quarries=quarries, markers=markers)


def _practised(p: Position, m: PracticeBoard) -> Effects[Position]:
    p = opened(replace(p, practice=True))
    yield event(p, "practice_laid_out", "practice", seat=p.turn)
    return p


def _opens(
    move: type[Move], colour: Callable[[Position], str], clause: str
) -> MoveKind[Position, Any]:
    def does(p: Position, m: Any) -> Effects[Position]:
        p = p.moved(colour(p), f"stock:{p.turn}", m.level)
        yield event(p, "opened", "Y5", colour=colour(p), level=m.level)
        seat = p.next_with_stones(p.turn)
        if not seat:
            return (yield from begun(p, 1))
        p = replace(p, turn=seat)
        yield event(p, "next_opener", "Y6", seat=seat)
        return p

    other: AnyNeed = rule(
        clause,
        lambda p, m: not _stones_in(p, m.level, colour(p)),
        lambda p, m: {"pyramid": pyramid_of(m.level), "colour": colour(p)},
    )
    return MoveKind(
        move,
        needs=(
            fact("no_opening_stone", lambda p, m: p.phase == "opening" and _left(p, colour(p))),
            level_there("level"),
            rule("Y5", lambda p, m: numbers(m.level)[1] == 1, lambda p, m: {"level": m.level}),
            other,
            room_on("level"),
        ),
        apply=does,
        candidates={"level": lambda p, m: p.levels()},
        out_of_turn="Y3",
    )


def _left(p: Position, colour: str) -> int:
    return p.stock(p.turn, colour)


def _stones_in(p: Position, level: str, colour: str) -> int:
    """Stones of a colour in the pyramid of a level."""
    pyramid = pyramid_of(level)
    return sum([p.count(one, colour) for one in p.board.levels if pyramid_of(one) == pyramid])


PRACTICE_BOARD: MoveKind[Position, PracticeBoard] = MoveKind(
    PracticeBoard,
    needs=(fact("already_laid_out", lambda p, m: p.phase == "profile"),),
    apply=_practised,
    explicit=True,
)
OPENING_STONE = _opens(OpeningStone, lambda p: p.turn, "Y6")
OPENING_NEUTRAL = _opens(OpeningNeutral, lambda p: NEUTRAL, "V3")

KINDS: tuple[MoveKind[Position, Any], ...] = (PRACTICE_BOARD, OPENING_STONE, OPENING_NEUTRAL)
"""All that comes before the first round."""
