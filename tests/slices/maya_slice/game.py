"""The slice as one value: who is asked, what is seen, and where every piece lies."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.kernel import (
    TABLE,
    UNKNOWN,
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
from tests.slices.maya_slice.position import (
    HAND,
    STONES,
    SUPPLY,
    Box,
    Card,
    Marker,
    Options,
    Position,
    Quarry,
    Seat,
    Setup,
)
from tests.slices.maya_slice.pyramids import BUILD
from tests.slices.maya_slice.quarries import (
    ASSIGN_MINUS3,
    DECLINE,
    REVEAL,
    USE_ADD,
    USE_SHIELD,
    WAIVE_MINUS3,
    low,
)

MARKER_KINDS = {"ADD": ("use_add", "decline"), "SHIELD": ("use_shield",)}


class Situation(msgspec.Struct, frozen=True):
    """A table in few words; what is not named is as at the start of a round.

    laid: cards by quarry, as ``"A7"`` or, when only the back is known, ``"Alow"``.
    done: quarries that are awarded. stones: by place and colour. turn: who builds.
    """

    start: Seat = ""
    laid: Mapping[str, tuple[str, ...]] = {}
    done: tuple[str, ...] = ()
    stones: Mapping[str, Mapping[Seat, int]] = {}
    shields: Mapping[str, tuple[Seat, ...]] = {}
    turn: Seat = ""


def setup(seats: tuple[str, ...], options: Options, box: Box) -> Position:
    return Position(
        setup=Setup(seats=seats, box=box),
        start=seats[0],
        quarries=tuple(Quarry(f"Q{number}") for number in range(1, len(box.quarries) + 1)),
        pieces=pieces({(SUPPLY, f"stone:{seat}"): STONES for seat in seats}),
        markers=tuple(
            Marker(board.marker, f"Q{number}") for number, board in enumerate(box.quarries, 1)
        ),
    )


def arrange(position: Position, situation: Situation) -> Position:
    counts = {
        (place, f"stone:{seat}"): count
        for place, stones in situation.stones.items()
        for seat, count in stones.items()
    }
    for seat in position.setup.seats:
        stone = f"stone:{seat}"
        named = sum(count for (_, piece), count in counts.items() if piece == stone)
        counts[SUPPLY, stone] = STONES - named
    return replace(
        position,
        start=situation.start or position.start,
        quarries=tuple(_arranged(quarry, situation) for quarry in position.quarries),
        pieces=pieces(counts),
        phase="building" if situation.turn else "quarries",
        turn=situation.turn,
    )


def _arranged(quarry: Quarry, situation: Situation) -> Quarry:
    return replace(
        quarry,
        cards=tuple(map(_card, situation.laid.get(quarry.id, ()))),
        shields=situation.shields.get(quarry.id, ()),
        state="done" if quarry.id in situation.done else "covered",
    )


def _card(words: str) -> Card:
    owner, shows = words[0], words[1:]
    if shows in ("low", "high"):
        return Card(owner, "low" if shows == "low" else "high")
    return Card(owner, "low" if low(int(shows)) else "high", int(shows))


def asked(p: Position) -> tuple[Asked, ...]:
    if p.phase == "building":
        return (Asked(p.turn, ("build",), "build", {"seat": p.turn}),) if p.turn else ()
    for owner in p.waiting():
        kinds = ("assign_minus3", "waive_minus3")
        return (Asked(owner, kinds, "minus3", {"seat": owner}, owed=True, rule="Y21"),)
    if p.winner:
        marker = p.won_marker()
        values = {"seat": p.winner, "marker": marker}
        return (Asked(p.winner, MARKER_KINDS[marker], "marker", values, owed=True, rule="Y33"),)
    if (quarry := p.next_quarry()) is not None:
        return (Asked(TABLE, ("reveal",), "reveal", {"quarry": quarry.id}),)
    return ()


def outcome(p: Position) -> Outcome | None:
    return None


def public(p: Position) -> Position:
    return replace(p, quarries=tuple(_covered(quarry, "") for quarry in p.quarries))


def seen_by(p: Position, seat: str) -> Position:
    return replace(p, quarries=tuple(_covered(quarry, seat) for quarry in p.quarries))


def _covered(quarry: Quarry, seat: str) -> Quarry:
    """A quarry as one sees it who may look at the cards of one seat."""
    if quarry.state != "covered":
        return quarry
    cards = (c if c.owner == seat else replace(c, value=UNKNOWN) for c in quarry.cards)
    return replace(quarry, cards=tuple(cards))


def impossible(p: Position) -> tuple[Fault, ...]:
    return tuple(_impossible(p))


def _impossible(p: Position) -> Iterator[Fault]:
    for seat in p.setup.seats:
        stones = census(layout_of(p.pieces))[f"stone:{seat}"]
        if stones != STONES:
            yield Fault("not_so_many_stones", {"seat": seat, "stones": stones})


def layout(p: Position) -> Layout:
    lies = Counter(layout_of(p.pieces))
    for marker in p.markers:
        lies[marker.at, f"marker:{marker.name}"] += 1
    for seat in p.setup.seats:
        lies[f"hand:{seat}", f"card:{seat}"] = len(HAND)
    for quarry in p.quarries:
        for card in quarry.cards:
            face = card.back if quarry.state == "covered" else str(card.value)
            lies[f"hand:{card.owner}", f"card:{card.owner}"] -= 1
            lies[quarry.id, f"card:{card.owner}={face}"] += 1
    return lies


def chance(p: Position, dice: Dice) -> Move | None:
    """The slice is not simulated."""
    return None


GAME = Game[Position](
    name="maya_slice",
    version=1,
    colours=("A", "B", "C", "D", "E"),
    players=(3, 5),
    position=Position,
    options=Options,
    box=Box,
    situation=Situation,
    kinds=(REVEAL, ASSIGN_MINUS3, WAIVE_MINUS3, USE_ADD, USE_SHIELD, DECLINE, BUILD),
    rulebook=Rulebook.parse((Path(__file__).parent / "rulebook.toml").read_text("utf-8")),
    setup=setup,
    asked=asked,
    outcome=outcome,
    public=public,
    seen_by=seen_by,
    impossible=impossible,
    arrange=arrange,
    layout=layout,
    chance=chance,
    over="over",
    phase="phase",
    turn="turn",
)
