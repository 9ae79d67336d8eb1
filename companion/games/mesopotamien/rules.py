"""The rules of Mesopotamien in one value."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from companion.games.mesopotamien import (
    box_profile,
    building,
    cards,
    carrying,
    corrections,
    corrections_board,
    corrections_markers,
    exploring,
    holy_stone,
    notes,
    temple,
    turns,
    walking,
)
from companion.games.mesopotamien.arranging import Situation, arrange
from companion.games.mesopotamien.evaluation import evaluate
from companion.games.mesopotamien.options import Box, Options
from companion.games.mesopotamien.position import GOODS, Drawn, Position, Quest
from companion.games.mesopotamien.start import start
from companion.games.mesopotamien.tokens import COLOURS, NEUTRAL, coordinates, marker_token, parse
from companion.games.mesopotamien.validity import violations
from companion.games.mesopotamien.views import layout, public, seen_by
from companion.kernel import (
    TABLE,
    Asked,
    Blank,
    Dice,
    Game,
    Level,
    Move,
    MoveKind,
    Outcome,
    Rulebook,
    asked_once,
)

KINDS: tuple[MoveKind[Position, Any], ...] = (
    walking.STEP,
    exploring.EXPLORE,
    exploring.DRAW,
    exploring.LAY_VOLCANO,
    exploring.SPREAD,
    carrying.PICKUP,
    carrying.DROP,
    carrying.LOAD_MARKER,
    carrying.ROB,
    temple.DELIVER,
    temple.SACRIFICE,
    turns.END_MOVE,
    building.BUILD_HUT,
    building.BUILD_CULT,
    building.BREED,
    building.DRAW_CARD,
    turns.END_ACTION,
    turns.INCOME,
    cards.TELEPORT,
    cards.EXPEL,
    cards.PRIEST,
    building.FERTILITY,
    box_profile.ENDURANCE,
    box_profile.LAND,
    box_profile.MANA_ROBBERY,
    holy_stone.HOLY_STONE,
    notes.TELL_MARKER,
    notes.TELL_CARD,
    box_profile.CARD_TEXT,
    *corrections.FIXES,
    *corrections_board.FIXES,
    *corrections_markers.FIXES,
)

IN_PHASE: dict[str, tuple[str, ...]] = {
    "move": (
        "step",
        "explore",
        "pickup",
        "deliver",
        "sacrifice",
        "load_marker",
        "rob",
        "drop",
        "end_move",
    ),
    "act": ("build_hut", "build_cult", "breed", "draw_card", "end_action"),
    "mana": ("income",),
}
CARDS_IN_PHASE: dict[str, tuple[str, ...]] = {
    "move": ("teleport", "endurance", "land", "expel", "mana_robbery", "holy_stone"),
    "act": ("fertility", "expel", "mana_robbery"),
    "mana": ("priest", "expel", "mana_robbery"),
}
"""In which phase a card can be played (2.3 of the sources)."""

ALL_CARDS = tuple(dict.fromkeys(name for names in CARDS_IN_PHASE.values() for name in names))


def asked(position: Position) -> tuple[Asked, ...]:
    """The active player, unless an exploration waits for the table."""
    if _winner(position):
        return ()
    seat, quest = position.active, position.quest
    if quest is not None:
        return _owed(seat, quest)
    phase = position.turn.phase
    if phase == "over":  # left over from a match that was won and then corrected
        phase = "move"
    kinds = _playable(phase, position.options.cards_any_phase)
    if phase == "mana":
        return asked_once(seat, kinds, phase, mana=turns.coming(position))
    return asked_once(seat, kinds, phase)


@cache
def _playable(phase: str, any_phase: bool) -> tuple[str, ...]:
    return (*IN_PHASE[phase], *(ALL_CARDS if any_phase else CARDS_IN_PHASE[phase]))


def _owed(seat: str, quest: Quest) -> tuple[Asked, ...]:
    """An exploration goes on: the table tells what was drawn, or the explorer what comes of it."""
    if quest.stage == "draw":
        return asked_once(TABLE, ("draw",), "draw", "M51", seat=seat, to=quest.to)
    if quest.stage == "volcano":
        return asked_once(seat, ("lay_volcano",), "lay_volcano", "M58", to=quest.to)
    values = {"to": quest.to, "count": quest.count, "good": quest.good}
    return asked_once(seat, ("spread",), "spread", "M56a", **values)


def _winner(position: Position) -> str:
    for player in position.players:
        if not player.open_values:
            return player.seat
    return ""


def outcome(position: Position) -> Outcome | None:
    """Who has won (M111). Places two to four are those of tournaments, no part of the rules."""
    winner = _winner(position)
    if not winner:
        return None
    players = position.players
    levels = (
        Level("offerings", "M111", {p.seat: len(p.offered) for p in players}),
        Level("values", "ranking", {p.seat: sum(p.offered) for p in players}),
        Level("mana", "ranking", {p.seat: p.mana for p in players}),
        Level("distance", "ranking", {p.seat: _distance(position, p.seat) for p in players}),
    )

    def rank(seat: str) -> tuple[int, ...]:
        *more, distance = (level.figures[seat] for level in levels)
        return (*(-figure for figure in more), distance)

    places: dict[tuple[int, ...], tuple[str, ...]] = {}
    for seat in sorted(position.setup.seats, key=rank):
        places[rank(seat)] = (*places.get(rank(seat), ()), seat)
    return Outcome(tuple(places.values()), "M111", levels)


def _distance(position: Position, seat: str) -> int:
    """Steps from the temple to all markers not offered yet; one still with its owner counts as
    one step beyond the furthest tile."""
    far = 1 + max(_steps(tile.at) for tile in position.tiles)
    total = 0
    for marker in position.player(seat).markers:
        if marker.place != "offered":
            at = position.marker_at(seat, marker.number)
            total += _steps(at) if at else far
    return total


def _steps(at: str) -> int:
    q, r = coordinates(at)
    return max(abs(q), abs(r), abs(q + r))


def meanings(position: Position, blank: Blank, token: str) -> Iterable[Any]:
    """What else a touched token may mean: the things on a hex, or the hex of a thing."""
    if token == NEUTRAL or token in position.setup.seats:
        return ()
    hex_touched = "@" not in token
    at = token if hex_touched else parse(token)[1]
    tile = position.tile(at)
    if blank.type == "hex":
        return () if hex_touched or not at else (at,)
    if tile is None:
        return ()
    if blank.type == "good":
        return [good for good in GOODS if tile.loose(good)]
    natives = [group.token for group in position.groups_at(at)]
    huts = [hut.token(at) for hut in tile.huts]
    if not hex_touched:
        natives, huts = [n for n in natives if n == token], [h for h in huts if h == token]
    if blank.type == "marker":
        carried = [
            marker_token(g.seat, g.marker) for g in map(position.native, natives) if g.marker
        ]
        under = [
            marker_token(h.owner, h.marker) for _, h in map(position.standing, huts) if h.marker
        ]
        return [*carried, *under]
    on_hex = {"native": natives, "hut": huts, "carrier": [*natives, *huts], "thing": natives}
    return on_hex.get(blank.type, []) if hex_touched else ()


def chance(position: Position, dice: Dice) -> Move | None:
    """The next tile of the stack, which only the table knows."""
    if position.quest is None or position.quest.stage != "draw":
        return None
    stack = position.stack
    terrains: tuple[Drawn, ...] = ("plain", "forest", "quarry", "volcano")
    left = [terrain for terrain in terrains for _ in range(stack.of(terrain))]
    return exploring.Draw(dice.choice(left))


game: Game[Position] = Game(
    name="mesopotamien",
    version=1,
    colours=COLOURS,
    players=(2, 4),
    position=Position,
    options=Options,
    box=Box,
    situation=Situation,
    kinds=KINDS,
    rulebook=Rulebook.of(__package__, "moving", "exploring", "acting", "facts"),
    setup=start,
    asked=asked,
    outcome=outcome,
    public=public,
    seen_by=seen_by,
    violations=violations,
    arrange=arrange,
    layout=layout,
    chance=chance,
    over="M112",
    phase="M2",
    turn="M1",
    meanings=meanings,
    evaluate=evaluate,
)
