"""What natives may do while they move: walk, explore, carry, rob, deliver, offer (M6 to M50)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion.games.mesopotamien.rules import game
from tests.games.counting import Words, same_moves
from tests.games.mesopotamien.vectors import start

TILES = {
    "0,0": "temple",
    "0,-1": "volcano",
    "0,1": "volcano",
    "-1,0": "plain",
    "-1,1": "plain",
    "1,-1": "forest",
    "1,0": "quarry",
}
SEATS = ("blue", "red")

Group = tuple[str, str, str, bool]
"""Seat, hex, load and whether it has robbed; natives that are alike in all of these are one."""


@dataclass(frozen=True)
class Table:
    """Blue moves. goods: loose, by hex and sort. markers: hexes of blue's huts with one below.
    mana: blue's."""

    natives: Counter[Group]
    goods: Counter[tuple[str, str]]
    huts: Mapping[str, str]
    points: int
    mana: int
    explored: int = 0


def around(at: str) -> Iterator[str]:
    q, r = map(int, at.split(","))
    for dq, dr in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)):
        yield f"{q + dq},{r + dr}"


def token(group: Group) -> str:
    seat, at, load, robbed = group
    return f"{seat}@{at}{'+' if load else ''}{load}{'*' if robbed else ''}"


def there(table: Table, seat: str, at: str) -> int:
    return sum(
        count for (whose, place, *_), count in table.natives.items() if (whose, place) == (seat, at)
    )


def legal(table: Table) -> list[Words]:
    found: list[Words] = [("end_move",)]
    for group in table.natives:
        seat, at, load, robbed = group
        if seat != "blue":
            continue
        native, good = token(group), load in ("wood", "stone")
        stays = at == "0,0" and good
        for to in around(at):
            if not table.points or stays:
                continue
            if to not in TILES:
                if table.explored < 3:
                    found.append(("explore", native, to))
            elif TILES[to] != "volcano" and not (to == "0,0" and load == "wood"):
                found.append(("step", native, to))
        if good:
            found.append(("drop", native))
        if load == "stone" and at == "0,0":  # what is put down there is delivered
            found.append(("deliver", native))
        if load.startswith("m") and at == "0,0":
            found += [("sacrifice", native, value) for value in (2, 4, 6, 7) if value <= table.mana]
        if load:
            continue
        found += [("pickup", native, sort) for sort in ("wood", "stone") if table.goods[at, sort]]
        if at in table.huts:
            found.append(("load_marker", native, f"hut:blue@{at}+{table.huts[at]}"))
        for victim in table.natives:
            more = there(table, "blue", at) > there(table, victim[0], at)
            taken = victim[0] != "blue" and victim[1] == at and victim[2] in ("wood", "stone")
            if taken and more and not robbed:
                found.append(("rob", native, token(victim)))
    return found


def made(table: Table, move: Words) -> Table | None:
    kind, *values = move
    if kind in ("end_move", "explore", "sacrifice"):
        return None
    (group,) = [one for one in table.natives if token(one) == values[0]]
    seat, at, load, robbed = group
    goods, huts, points = table.goods, dict(table.huts), table.points
    lost = Counter([group])
    won = Counter[Group]()
    match kind:
        case "step":
            at, points = values[1], points - 1
        case "pickup":
            load = values[1]
            goods = goods - Counter([(at, load)])
        case "drop":
            goods, load = goods + Counter([(at, load)] if at != "0,0" else ()), ""
        case "deliver":
            load = ""
        case "load_marker":
            load = huts.pop(at)
        case "rob":
            (victim,) = [one for one in table.natives if token(one) == values[1]]
            lost[victim] += 1
            won[victim[0], at, "", victim[3]] += 1
            load, robbed = victim[2], True
    won[seat, at, load, robbed] += 1
    natives = table.natives - lost + won
    return replace(table, natives=natives, goods=goods, huts=huts, points=points)


@pytest.mark.parametrize(
    ("natives", "goods", "huts", "points", "deep"),
    [
        ({("blue", "-1,0", ""): 2, ("blue", "0,0", ""): 1}, {}, {}, 2, 64),
        (
            {("blue", "1,0", ""): 2, ("blue", "1,-1", "wood"): 1, ("blue", "0,0", "stone"): 1},
            {("1,0", "stone"): 2, ("1,-1", "wood"): 1, ("1,0", "wood"): 1},
            {},
            1,
            109,
        ),
        (
            {
                ("blue", "-1,0", ""): 3,
                ("red", "-1,0", "wood"): 1,
                ("red", "-1,0", ""): 1,
                ("red", "0,0", "stone"): 1,
                ("blue", "0,0", "m1"): 1,
                ("blue", "0,0", ""): 1,
            },
            {},
            {"-1,0": "m2"},
            0,
            18,
        ),
    ],
)
def test_all_that_natives_may_do_is_found_and_nothing_else(
    natives: dict[tuple[str, str, str], int],
    goods: dict[tuple[str, str], int],
    huts: dict[str, str],
    points: int,
    deep: int,
) -> None:
    lying: dict[str, dict[str, int]] = {at: {"wood": 0, "stone": 0} for at in TILES if at != "0,0"}
    for (at, sort), count in goods.items():
        lying[at][sort] = count
    said: list[dict[str, Any]] = [
        {
            "seat": seat,
            "at": at,
            "count": count,
            "load": "marker" if load[:1] == "m" else load or "none",
        }
        for (seat, at, load), count in natives.items()
    ]
    told = {"goods": lying, "natives": said, "phase": "move", "movement": points, "turn": 3}
    owned = [{"at": at, "owner": "blue", "marker": True} for at in huts]
    told |= {
        "huts": owned or [{"at": "-1,0", "owner": "blue"}],
        "mana": {"blue": 4},
        "ceiling": {"blue": 5},
    }
    position = start({"players": SEATS, "situation": told})
    every = Counter({(*group, False): count for group, count in natives.items()})
    table = Table(every, Counter(goods), huts, points, 4)
    assert same_moves(game, position, table, legal, made) == deep
