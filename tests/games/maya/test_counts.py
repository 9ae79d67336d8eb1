"""Laying workers, and building with doubles, passes and bonus stones (Y7 to Y16, Y60 to Y88)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import cycle, islice

import pytest

from companion.games.maya.rules import game
from tests.games.counting import Words, same_moves
from tests.games.maya.vectors import start

SEATS = ("red", "blue", "yellow")
BOX = {
    "boards": [
        {
            "players": 3,
            "confirmed": True,
            "quarries": [
                {"limit": limit, "stones": [3, 1], "marker": marker}
                for limit, marker in zip(
                    (4, 5, 4, 6), ("SHIELD", "FREEPASS", "FREEDOUBLE", "ADD"), strict=True
                )
            ],
            "pyramids": [
                {
                    "name": name,
                    "levels": [
                        {"spaces": spaces, "first": 2 + level, "second": 1}
                        for level, spaces in enumerate(levels)
                    ],
                }
                for name, levels in (
                    ("chichen_itza", (3, 2, 1)),
                    ("copan", (3, 2)),
                    ("uxmal", (2, 1)),
                    ("palenque", (2, 2, 1)),
                )
            ],
        }
    ]
}
SPACES = {"P1": (3, 2, 1), "P2": (3, 2), "P3": (2, 1), "P4": (2, 2, 1)}
LIMITS = {"Q1": 4, "Q2": 5, "Q3": 4, "Q4": 6}
LOW, HIGH = (3, 4, 4, 5), (6, 7, 8, -3)


@dataclass(frozen=True)
class Building:
    """stones: by level, such as ``P1.L2``, then by seat. stock: of seats. markers: whose."""

    turn: str
    stones: Mapping[str, Counter[str]]
    stock: Counter[str]
    markers: frozenset[tuple[str, str]]


def full(table: Building, pyramid: str, level: int) -> bool:
    return table.stones[f"{pyramid}.L{level}"].total() >= SPACES[pyramid][level - 1]


def places(table: Building) -> list[str]:
    """Where whoever's turn it is may put a stone."""
    found = []
    for pyramid, spaces in SPACES.items():
        for level in range(1, len(spaces) + 1):
            gate = all(
                full(table, other, below)
                for other in SPACES
                for below in range(1, min(level, len(SPACES[other]) + 1))
            )
            present = all(
                table.stones[f"{pyramid}.L{below}"][table.turn] for below in range(1, level)
            )
            if gate and present and not full(table, pyramid, level):
                found.append(f"{pyramid}.L{level}")
    return found


def put(table: Building, seat: str, place: str) -> Building:
    """A stone lies there, and what that brings."""
    stones = {**table.stones, place: table.stones[place] + Counter([seat])}
    table = replace(table, stones=stones)
    pyramid, level = place[:2], int(place[-1])
    above = f"{pyramid}.L{level + 1}"
    if not full(table, pyramid, level) or stones.get(above) is None or stones[above].total():
        return table
    (most, count), *others = stones[place].most_common()
    if others and others[0][1] == count:
        return table
    return put(table, most, above)


def less(table: Building, count: int) -> Building:
    return replace(table, stock=table.stock - Counter({table.turn: count}))


def building(table: Building) -> list[Words]:
    seat, left = table.turn, table.stock[table.turn]
    if not left:
        return []
    single = places(table)
    found: list[Words] = [("build", place) for place in single]
    found.append(("pass", "stone"))  # of somebody who is blocked it is a forced one
    if ("FREEPASS", seat) in table.markers:
        found.append(("pass", "marker"))
    if not single:
        return [*found, ("forced_pass",)]
    for pay, price in (("stone", 3), ("marker", 2)):
        if left >= price and (pay == "stone" or ("FREEDOUBLE", seat) in table.markers):
            found += [
                ("double_build", first, second, pay)
                for first in single
                for second in places(put(table, seat, first))
            ]
    return found


def built(table: Building, move: Words) -> Building | None:
    seat, kind = table.turn, move[0]
    if kind in ("build", "double_build"):
        for place in move[1 : 2 if kind == "build" else 3]:
            table = put(less(table, 1), seat, place)
    if move[-1] == "marker":
        spent = "FREEDOUBLE" if kind == "double_build" else "FREEPASS"
        table = replace(table, markers=table.markers - {(spent, seat)})
    elif kind != "build":
        table = less(table, 1)
    order = islice(cycle(SEATS), SEATS.index(seat) + 1, SEATS.index(seat) + 1 + len(SEATS))
    after = next((one for one in order if table.stock[one]), None)
    return replace(table, turn=after) if after else None


@pytest.mark.parametrize(
    ("stones", "counts"),
    [
        ({"P1.L1": {"blue": 1}}, (395, 709)),
        # The first level is nearly full: bonus stones, and the gate opens for the second stone.
        (
            {
                "P1.L1": {"red": 2, "blue": 1},
                "P2.L1": {"red": 1, "blue": 1},
                "P3.L1": {"yellow": 2},
                "P4.L1": {"blue": 2},
                "P4.L2": {"blue": 1},
            },
            (32, 53),
        ),
        # Red stands nowhere: blocked, with and without the free pass.
        (
            {
                "P1.L1": {"blue": 2, "yellow": 1},
                "P2.L1": {"yellow": 2, "blue": 1},
                "P3.L1": {"blue": 1, "yellow": 1},
                "P4.L1": {"blue": 2},
            },
            (40, 60),
        ),
    ],
)
@pytest.mark.parametrize("markers", [(), ("FREEPASS", "FREEDOUBLE")], ids=["bare", "free"])
def test_every_way_to_build_is_found_and_no_other(
    stones: dict[str, dict[str, int]], counts: tuple[int, int], markers: tuple[str, ...]
) -> None:
    stock = {"red": 3, "blue": 3, "yellow": 2}
    lying = {**stones, **{f"stock:{seat}": {seat: count} for seat, count in stock.items()}}
    told = {"phase": "building", "turn": "red", "round": 1, "bare": True, "stones": lying}
    held = dict.fromkeys(markers, "seat:red")
    position = start({"box": BOX, "situation": {**told, "markers": held}})
    every = {
        f"{pyramid}.L{level}": Counter(stones.get(f"{pyramid}.L{level}", {}))
        for pyramid, spaces in SPACES.items()
        for level in range(1, len(spaces) + 1)
    }
    owned = frozenset((marker, "red") for marker in markers)
    table = Building("red", every, Counter(stock), owned)
    assert same_moves(game, position, table, building, built) == counts[len(markers) // 2]


@dataclass(frozen=True)
class Laying:
    """laid: by quarry, each card as seat and back."""

    turn: str
    laid: Mapping[str, tuple[str, ...]]
    passed: frozenset[str] = frozenset()


def laying(table: Laying) -> list[Words]:
    seat, found = table.turn, list[Words]([("pass_workers",)])
    gone = Counter(card for cards in table.laid.values() for card in cards)
    for quarry, limit in LIMITS.items():
        cards = table.laid.get(quarry, ())
        for back, values in (("low", LOW), ("high", HIGH)):
            if len(cards) < limit and gone[f"{seat}:{back}"] < 4 and (cards or back == "low"):
                found.append(("lay_worker", seat, quarry, back))
                found += [("lay_card", seat, quarry, back, value) for value in set(values)]
    return found


def went_on(table: Laying, move: Words) -> Laying | None:
    seat, passed = table.turn, table.passed
    if move[0] == "lay_card":
        return None  # what was told in private is another matter
    if move[0] == "pass_workers":
        table = replace(table, passed=passed | {seat})
    else:
        _, _, quarry, back = move
        laid = {**table.laid, quarry: (*table.laid.get(quarry, ()), f"{seat}:{back}")}
        table = replace(table, laid=laid)
    at = SEATS.index(seat)
    order = (*SEATS[at + 1 :], *SEATS[: at + 1])
    after = next((one for one in order if one not in table.passed), None)
    return replace(table, turn=after) if after else None


@pytest.mark.parametrize(
    ("laid", "passed", "deep"),
    [
        ({}, (), 105),
        ({"Q1": ("red:low", "blue:high", "red:high"), "Q2": ("blue:low",)}, ("yellow",), 181),
        ({"Q2": ("red:low",) * 4, "Q3": ("yellow:low", *("blue:high",) * 3)}, (), 27),
    ],
)
def test_every_way_to_lay_a_worker_is_found_and_no_other(
    laid: dict[str, tuple[str, ...]], passed: tuple[str, ...], deep: int
) -> None:
    told = {"phase": "laying", "turn": "red", "round": 1, "laid": laid, "passed": passed}
    position = start({"box": BOX, "situation": told})
    table = Laying("red", laid, frozenset(passed))
    assert same_moves(game, position, table, laying, went_on) == deep
