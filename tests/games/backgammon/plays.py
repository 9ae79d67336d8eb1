"""All ways to play a roll, found by trying every order of the dice: nothing here is taken from the
rules of the package, so that the two can be held against each other.

A board is a list of 24 numbers, from point 1 to point 24, above zero for White's checkers and below
for Black's, followed by how many of White's and of Black's are on the bar, and off.
"""

from collections.abc import Iterator
from itertools import permutations
from random import Random

from companion.games.backgammon.position import Position
from companion.games.backgammon.rules import game
from companion.kernel import Accepted, judge, legal

Board = tuple[int, ...]
WHITE_BAR, BLACK_BAR, WHITE_OFF, BLACK_OFF = 24, 25, 26, 27


def board(position: Position) -> Board:
    """What lies on the table of a position."""
    found = [0] * 28
    for (place, piece), count in game.layout(position).items():
        if not piece.startswith("checker:"):
            continue
        white = piece == "checker:white"
        if place == "bar":
            found[WHITE_BAR if white else BLACK_BAR] = count
        elif place == "off":
            found[WHITE_OFF if white else BLACK_OFF] = count
        else:
            found[int(place[1:]) - 1] = count if white else -count
    return tuple(found)


def singles(now: Board, white: bool, die: int) -> Iterator[Board]:
    """All boards that one die leads to."""
    own, bar, off = (1, WHITE_BAR, WHITE_OFF) if white else (-1, BLACK_BAR, BLACK_OFF)
    starts = [point for point in range(24) if now[point] * own > 0]
    if now[bar]:
        starts = [24 if white else -1]
    for start in starts:
        goal = start - die if white else start + die
        after = list(now)
        after[bar if now[bar] else start] -= 1 if now[bar] else own
        if 0 <= goal < 24:
            if now[goal] * own < -1:
                continue
            if now[goal] == -own:
                after[goal] = 0
                after[BLACK_BAR if white else WHITE_BAR] += 1
            after[goal] += own
        else:
            outside = range(6, 24) if white else range(18)
            farther = range(start + 1, 6) if white else range(18, start)
            if now[bar] or any(now[point] * own > 0 for point in outside):
                continue
            exact = goal == (-1 if white else 24)
            if not exact and any(now[point] * own > 0 for point in farther):
                continue
            after[off] += 1
        yield tuple(after)


def complete(now: Board, white: bool, one: int, two: int) -> set[Board]:
    """The boards after every complete play of a roll."""
    orders = {(one,) * 4} if one == two else set(permutations((one, two)))
    plays = [(len(used), used, to) for dice in orders for used, to in _plays(now, white, dice, ())]
    most = max(length for length, _, _ in plays)
    longest = [(used, to) for length, used, to in plays if length == most]
    if most == 1 and one != two:
        high = max(used[0] for used, _ in longest)
        longest = [(used, to) for used, to in longest if used[0] == high]
    return {to for _, to in longest}


def _plays(
    now: Board, white: bool, dice: tuple[int, ...], used: tuple[int, ...]
) -> set[tuple[tuple[int, ...], Board]]:
    """The dice used so far, and the board, wherever a play could end or go on."""
    reached, found = {now}, {(used, now)}
    for die in dice:
        reached = {to for here in reached for to in singles(here, white, die)}
        used = (*used, die)
        found |= {(used, to) for to in reached}
    return found


def judged(position: Position) -> set[Board]:
    """The boards after every complete play that the judge lets through, step by step."""
    turn, todo, seen, found = position.active, [position], set[Position](), set[Board]()
    while todo:
        here = todo.pop()
        if here.phase != "move" or here.active != turn:
            found.add(board(here))
            continue
        moves = list(legal(game, here))
        assert moves, "somebody is to move and cannot"
        for move in moves:
            verdict = judge(game, here, move)
            assert isinstance(verdict, Accepted)
            if verdict.position not in seen:
                seen.add(verdict.position)
                todo.append(verdict.position)
    return found


def anywhere(rng: Random) -> dict[str, object]:
    """A situation with a few checkers anywhere; the others are borne off."""
    points = [f"p{number}" for number in range(1, 25)]
    rng.shuffle(points)
    few = rng.choice((2, 4, 5))
    if rng.random() < 0.4:  # bearing off
        points.sort(key=lambda point: int(point[1:]) > 6)
    white = {point: rng.choice((1, 1, 2)) for point in points[:few]}
    black = {point: rng.choice((1, 2, 2)) for point in points[few : 2 * few + 2]}
    if rng.random() < 0.25:
        white["bar"] = rng.choice((1, 2))
    sides = (white, black) if rng.random() < 0.5 else (mirrored(black), mirrored(white))
    active = "white" if sides[0] is white else "black"
    return {"white": sides[0], "black": sides[1], "active": active}


def mirrored(lying: dict[str, int]) -> dict[str, int]:
    """The same seen from the other side."""
    return {at if at == "bar" else f"p{25 - int(at[1:])}": count for at, count in lying.items()}
