"""The rules of Maya in one value."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from companion.games.maya import (
    box_profile,
    building,
    corrections,
    going_on,
    laying,
    markers,
    opening,
    revealing,
    transport,
)
from companion.games.maya.arranging import Situation, arrange
from companion.games.maya.awarding import waiting
from companion.games.maya.box import (
    Box,
)
from companion.games.maya.cards import HAND, back_of
from companion.games.maya.evaluation import evaluate
from companion.games.maya.opening import start
from companion.games.maya.options import Options
from companion.games.maya.position import MUST, Position, pyramid_of
from companion.games.maya.scoring import outcome
from companion.games.maya.tokens import COLOURS
from companion.games.maya.validity import violations
from companion.games.maya.views import layout, public, seen_by, shown
from companion.kernel import (
    TABLE,
    UNKNOWN,
    Asked,
    Blank,
    Dice,
    Game,
    Move,
    MoveKind,
    Rulebook,
    asked_once,
    memo_few,
)

KINDS: tuple[MoveKind[Position, Any], ...] = (
    *opening.KINDS,
    *laying.KINDS,
    *revealing.KINDS,
    *markers.KINDS,
    *transport.KINDS,
    *building.KINDS,
    going_on.GO_ON,
    *box_profile.KINDS,
    *corrections.FIXES,
)

PROFILE = (
    "tell_level",
    "tell_quarry",
    "name_pyramid",
    "note_marker",
    "confirm_board",
    "forget_board",
    "practice_board",
)
"""What the table may tell of its boards before the match begins."""

MARKERS = {
    "SHIELD": ("use_shield", "decline"),
    "MOVE": ("use_move", "decline"),
    "ADD": ("use_add", "decline"),
    "START": ("name_start", "decline"),
}
"""What may be done with a marker just won."""


@memo_few(4)  # a touch asks some forty times, of the position and of what is seen of it
def asked(p: Position) -> tuple[Asked, ...]:
    """Who lays, names, uses, carries or builds; the table for what it must tell or turn up."""
    if p.phase == "profile":
        return asked_once(TABLE, PROFILE, "profile")
    if p.phase == "over":
        return ()
    for owner in waiting(p):
        return asked_once(owner, ("assign_minus3", "waive_minus3"), "minus3", "Y21")
    if p.winner:
        how = "must_use" if p.won in MUST else "marker"
        return asked_once(p.winner, MARKERS[p.won], how, "Y33", marker=p.won)
    if going_on.stands(p):
        return asked_once(TABLE, ("go_on",), "go_on")
    if p.phase == "opening":
        kinds = ("opening_stone", "opening_neutral") if p.for_two else ("opening_stone",)
        return asked_once(p.turn, kinds, "opening", left=p.left(p.turn))
    if p.phase == "laying":
        if p.can_lay(p.turn):
            return asked_once(p.turn, ("lay_worker", "pass_workers", "lay_card"), "laying")
        return asked_once(p.turn, ("pass_workers", "lay_worker", "lay_card"), "must_pass")
    if p.phase == "awarding":
        quarry = p.to_reveal()
        return asked_once(TABLE, ("reveal",), "reveal", quarry=quarry.id if quarry else UNKNOWN)
    if p.phase == "transport":
        kind = "transport_two" if p.for_two else "transport"
        values = {"stones": transport.awarded(p, p.turn), "most": transport.most(p, p.turn)}
        return asked_once(p.turn, (kind,), "transport", **values)
    return _builder(p)


def _builder(p: Position) -> tuple[Asked, ...]:
    seat = p.turn
    building_kinds: tuple[str, ...] = ("build", "double_build")
    if p.for_two:
        building_kinds = (*building_kinds, "build_neutral", "double_neutral")
    if p.owns(seat, "FREEDOUBLE"):
        building_kinds = (*building_kinds, "triple_build")
    if p.blocked(seat):
        return asked_once(seat, ("forced_pass", "pass", *building_kinds), "blocked")
    return asked_once(seat, (*building_kinds, "pass", "forced_pass"), "building")


def meanings(p: Position, blank: Blank, token: str) -> Iterable[Any]:
    """What else a touched token may mean: the pyramid of a level; the back of a worker card."""
    if blank.type == "pyramid":
        return (pyramid_of(token),)
    if blank.type == "card" and token in map(str, HAND):
        return (back_of(int(token)),)
    return ()


def chance(p: Position, dice: Dice) -> Move | None:
    """What the table could tell next: the cards of a quarry, or that it practises."""
    if p.phase == "profile":
        return opening.PracticeBoard()
    if going_on.stands(p):
        return going_on.GoOn()
    quarry = p.to_reveal()
    if p.phase != "awarding" or quarry is None or p.winner or waiting(p):
        return None
    left = {seat: _unseen(p, seat) for seat in p.setup.seats}
    values = []
    for card in revealing.untold(quarry):
        fitting = [v for v in left[card.owner].elements() if back_of(v) == card.back]
        value = dice.choice(fitting)
        left[card.owner][value] -= 1
        values.append(value)
    return revealing.Reveal(quarry.id, tuple(values))


def _unseen(p: Position, seat: str) -> Counter[int]:
    """The cards of a player that nobody has told yet."""
    told = (card.value for card in p.laid(seat) if card.value != UNKNOWN)
    return Counter(HAND) - Counter(value for value in told if isinstance(value, int))


game: Game[Position] = Game(
    name="maya",
    version=2,
    colours=COLOURS,
    players=(2, 5),
    position=Position,
    options=Options,
    box=Box,
    situation=Situation,
    kinds=KINDS,
    rulebook=Rulebook.of(__package__, "quarries", "building", "facts"),
    setup=start,
    asked=asked,
    outcome=outcome,
    public=public,
    seen_by=seen_by,
    violations=violations,
    arrange=arrange,
    layout=layout,
    chance=chance,
    over="Y100",
    phase="Y1",
    turn="Y3",
    meanings=meanings,
    evaluate=evaluate,
    shown=shown,
)
