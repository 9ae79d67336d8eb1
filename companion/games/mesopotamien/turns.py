"""The frame of a turn: points, phases, mana income, the next player."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.mesopotamien.pieces import with_natives, with_player, with_turn
from companion.games.mesopotamien.position import Position, Turn
from companion.kernel import Move, MoveKind, event, memo_last
from companion.kernel.events import Effects, Transition

MOVEMENT = 5
"""Movement points of a turn (M6)."""

FIRST_TURN = {2: (2, 5), 3: (2, 3, 4), 4: (2, 3, 4, 5)}
"""Movement points of the very first turns by number of players and seat (M7)."""


def allowance(position: Position) -> int:
    """The movement points with which the present turn began (M6, M7)."""
    seats = len(position.setup.seats)
    number = position.turn.number
    options = position.options
    if number > seats or not options.first_turn_points:
        return MOVEMENT
    agreed: int = getattr(options, f"first_turn_{number}")
    return agreed or FIRST_TURN[seats][number - 1]


def begun(position: Position, number: int) -> Position:
    """The position at the beginning of a turn: nothing used, no native has robbed."""
    robbers = [group for group in position.natives if group.robbed]
    for group in robbers:
        position = with_natives(
            position, replace(group, count=-group.count), replace(group, robbed=False)
        )
    for player in position.players:
        if player.locked:
            position = with_player(position, player.seat, locked=0)
    position = replace(position, turn=Turn(number))
    return with_turn(position, movement=allowance(position))


class EndMove(Move, frozen=True, tag="end_move"):
    """The movement is over; the action begins."""


class EndAction(Move, frozen=True, tag="end_action"):
    """The action is over; the mana comes."""


class Income(Move, frozen=True, tag="income"):
    """The mana of this turn comes in, and the next player begins."""


def _end_move(position: Position, move: EndMove) -> Iterator[Transition[Position]]:
    left = position.turn.movement
    after = with_turn(position, phase="act", movement=0)
    if left:
        yield event(after, "points_lapse", "M5", seat=position.active, left=left)
    yield event(after, "action_begins", "M1", seat=position.active)


def _end_action(position: Position, move: EndAction) -> Iterator[Transition[Position]]:
    after = with_turn(position, phase="mana")
    if not position.turn.action:
        yield event(after, "no_action", "M5", seat=position.active)
    yield event(after, "mana_begins", "M1", seat=position.active)


def yields(position: Position, at: str, seat: str) -> bool:
    """Whether a cult site brings a player mana now (M106, M107)."""
    return position.natives_at(at, seat) >= _wanted(position.laid(at).cult == seat)


def _wanted(own: bool) -> int:
    """How many natives a cult site wants, to bring its owner mana, or somebody else."""
    return 1 if own else 2


@memo_last
def _sites(position: Position) -> tuple[tuple[str, str, int, str], ...]:
    """What each site with own natives brings: key, hex, mana and rule; also what brings none."""
    return tuple(_each_site(position))


def _each_site(position: Position) -> Iterator[tuple[str, str, int, str]]:
    seat = position.active
    standing: dict[str, int] = {}
    for group in position.natives:
        if group.seat == seat:
            standing[group.at] = standing.get(group.at, 0) + group.count
    counted = set()
    for tile in position.tiles:
        if not tile.cult:
            continue
        own = tile.cult == seat
        count = standing.get(tile.at, 0)
        if count < _wanted(own):
            if own:
                yield "own_site_empty", tile.at, 0, "M106"
            elif count:
                yield "site_needs_two", tile.at, 0, "M107"
        elif own in counted and not position.options.mana_per_site:
            yield "site_not_counted", tile.at, 0, "M108"
        else:
            counted.add(own)
            yield "site_pays", tile.at, 1, "M106" if own else "M107"
    for at in position.turn.priests:
        yield "priest_pays", at, 1, "M100"


def _income(position: Position, move: Income) -> Iterator[Transition[Position]]:
    seat, total = position.active, 0
    for key, at, count, rule in _sites(position):
        total += count
        owner = position.laid(at).cult
        yield event(position, key, rule, seat=seat, at=at, owner=owner)
    position = yield from gained(position, seat, total, "M110")
    if not total:
        yield event(position, "no_mana", "M106", seat=seat)
    after = begun(position, position.turn.number + 1)
    points = after.turn.movement
    yield event(after, "next_turn", "M3", seat=after.active, left=points)


def coming(position: Position) -> int:
    """How much mana this turn brings, as far as the bar lets it."""
    player = position.player(position.active)
    total = sum(count for _, _, count, _ in _sites(position))
    return max(0, min(total, player.ceiling - player.mana))


def gained(position: Position, seat: str, count: int, rule: str) -> Effects[Position]:
    """A player gets mana, up to the ceiling (M109)."""
    player = position.player(seat)
    came = max(0, min(count, player.ceiling - player.mana))
    if came:
        mana = player.mana + came
        position = with_player(position, seat, mana=mana)
        yield event(position, "mana_gained", rule, seat=seat, count=came, mana=mana)
    if came < count:
        values = {"seat": seat, "lost": count - came, "ceiling": player.ceiling}
        yield event(position, "mana_lost", "M109", **values)
    return position


END_MOVE: MoveKind[Position, EndMove] = MoveKind(
    EndMove, needs=(), apply=_end_move, out_of_phase="M2", ends=True
)
END_ACTION: MoveKind[Position, EndAction] = MoveKind(
    EndAction, needs=(), apply=_end_action, out_of_phase="M2", ends=True
)
INCOME: MoveKind[Position, Income] = MoveKind(
    Income,
    needs=(),
    apply=_income,
    out_of_phase="M2",
    told_by=("mana_gained", "mana_lost", "no_mana"),
    ends=True,
)
