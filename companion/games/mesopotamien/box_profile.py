"""Cards whose text no source tells: the numbers are read from the card (M102 to M105).

What was read once is kept in the box profile and offered first for the next copy. It is never
held against the players: the card in hand knows better.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, get_args

import msgspec
from msgspec.structs import replace

from companion.games.mesopotamien.cards import played, playing
from companion.games.mesopotamien.options import Gain, Printed, TextCard
from companion.games.mesopotamien.pieces import with_player, with_turn
from companion.games.mesopotamien.position import Position
from companion.games.mesopotamien.tokens import Seat
from companion.games.mesopotamien.turns import gained
from companion.kernel import Move, MoveKind, event, fact, plays, rule, seats, telling
from companion.kernel.events import Transition

MOST = 8
"""Largest number a card can print: that of the mana scale, more would mean nothing."""

Number = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
By = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]

TEXT_OF: dict[str, tuple[Gain, ...]] = {
    "endurance": ("movement",),
    "land": ("look",),
    "mana_robbery": ("mana",),
    "holy_stone": get_args(Gain),
}
"""Which numbers the text of a card can hold."""


class Endurance(Move, frozen=True, tag="endurance"):
    """Card: movement points more in this turn, as many as it says."""

    number: Number


class Land(Move, frozen=True, tag="land"):
    """Card: a look at tiles of the stack, as many as it says."""

    number: Number


class ManaRobbery(Move, frozen=True, tag="mana_robbery"):
    """Card: mana goes from another player to the active one, as much as it says."""

    victim: Seat
    number: Number


class CardText(Move, frozen=True, tag="card_text"):
    """A number read from a card of this box; kept for the next copy. 0 takes it away."""

    card: TextCard
    what: Gain
    number: By


def _endurance(position: Position, move: Endurance) -> Iterator[Transition[Position]]:
    position = yield from played(position, "endurance")
    position = learnt(position, Printed("endurance", "movement", move.number))
    left = position.turn.movement + move.number
    position = with_turn(position, movement=left)
    yield event(position, "points_gained", "M102", count=move.number, left=left)


def _land(position: Position, move: Land) -> Iterator[Transition[Position]]:
    position = yield from played(position, "land")
    position = learnt(position, Printed("land", "look", move.number))
    yield event(position, "looked", "M103", seat=position.active, count=move.number)


def _mana_robbery(position: Position, move: ManaRobbery) -> Iterator[Transition[Position]]:
    position = yield from played(position, "mana_robbery")
    position = learnt(position, Printed("mana_robbery", "mana", move.number))
    mana = position.player(move.victim).mana
    count = min(move.number, mana)
    position = with_player(position, move.victim, mana=mana - count)
    values = {"seat": move.victim, "count": count, "mana": mana - count}
    yield event(position, "mana_robbed", "M104", **values)
    yield from gained(position, position.active, count, "M104")


def learnt(position: Position, line: Printed, *, again: bool = False) -> Position:
    """The position with a number in its box profile; ``again`` replaces one told before."""
    box = position.setup.box
    told = [one for one in box.printed if (one.card, one.what) == (line.card, line.what)]
    if told and not again:
        return position
    others = [one for one in box.printed if one not in told]
    if line.number:
        others.append(line)
    setup = replace(position.setup, box=replace(box, printed=tuple(sorted(others))))
    return replace(position, setup=setup)


def numbers(card: str, what: str, position: Position) -> Iterable[int]:
    """The number told for the last copy first, then all others."""
    told = (line.number for line in position.setup.box.numbers(card) if line.what == what)
    return (*(number for number in told if 0 < number <= MOST), *range(1, MOST + 1))


ENDURANCE: MoveKind[Position, Endurance] = MoveKind(
    Endurance,
    needs=playing("endurance"),
    apply=_endurance,
    candidates={"number": lambda p, draft: numbers("endurance", "movement", p)},
    out_of_phase="M91",
    out_of_turn="M91",
    explicit=True,
)

LAND: MoveKind[Position, Land] = MoveKind(
    Land,
    needs=playing("land"),
    apply=_land,
    candidates={"number": lambda p, draft: numbers("land", "look", p)},
    out_of_phase="M91",
    out_of_turn="M91",
    reveals=True,
    explicit=True,
)

MANA_ROBBERY: MoveKind[Position, ManaRobbery] = MoveKind(
    ManaRobbery,
    needs=(
        *playing("mana_robbery"),
        plays("victim"),
        rule("M104", lambda p, m: m.victim != p.active, lambda p, m: {"seat": m.victim}),
    ),
    apply=_mana_robbery,
    candidates={
        "victim": seats,
        "number": lambda p, draft: numbers("mana_robbery", "mana", p),
    },
    out_of_phase="M91",
    out_of_turn="M91",
    explicit=True,
)

CARD_TEXT: MoveKind[Position, Any] = telling(
    CardText,
    lambda p, m: learnt(p, Printed(m.card, m.what, m.number), again=True),
    "text_told",
    "M105",
    lambda p, m: {"card": m.card, "what": m.what, "number": m.number},
    fact(
        "text_does_not_fit",
        lambda p, m: m.what in TEXT_OF[m.card],
        lambda p, m: {"card": m.card, "what": m.what},
    ),
)
