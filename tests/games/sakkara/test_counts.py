"""What a turn allows: steps, special tiles, supply, building (K20 to K28, K40 to K66)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import pytest

from companion.games.sakkara.box_profile import LINES
from companion.games.sakkara.rules import game
from tests.games.counting import Words, same_moves
from tests.games.sakkara.vectors import start

Fields = tuple[str, str]


@dataclass(frozen=True)
class Table:
    """White's turn. stacks: tiles by field, from the bottom. own, others: where workers stand."""

    stacks: Mapping[str, tuple[str, ...]]
    own: Fields
    others: Fields
    holder: Counter[str]
    laid: Counter[str] = field(default_factory=Counter)
    built: Counter[str] = field(default_factory=Counter)
    moved: bool = False

    def height(self, at: str) -> int:
        return len(self.stacks.get(at, ()))

    def taken(self, at: str) -> bool:
        return at in (*self.own, *self.others)


def beside(at: str) -> Iterator[str]:
    for column, row in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        letter, number = chr(ord(at[0]) + column), int(at[1]) + row
        if "a" <= letter <= "g" and 1 <= number <= 7:
            yield f"{letter}{number}"


EVERYWHERE = [f"{letter}{number}" for letter in "abcdefg" for number in range(1, 8)]
LEVEL = Counter(blue_block=4, stairs=2, block_a=2, block_b=1)


def at(table: Table, worker: int, to: str) -> Table:
    """With a worker there."""
    own = (to, table.own[1]) if worker == 0 else (table.own[0], to)
    return replace(table, own=own)


def steps(table: Table, worker: int, *, any_height: bool = False) -> Iterator[str]:
    here = table.own[worker]
    for to in beside(here):
        low = table.height(to) - table.height(here) <= 2
        if not table.taken(to) and (low or any_height):
            yield to


def legal(table: Table) -> list[Words]:
    found: list[Words] = []
    workers = ((0, "white:1"), (1, "white:2"))
    for number, worker in workers:
        if not table.moved:
            found += [("step", worker, to) for to in steps(table, number)]
            if table.holder["stairs"]:
                high = steps(table, number, any_height=True)
                found += [("stairs", worker, to) for to in high]
        if table.holder["horse"]:
            for first in steps(table, number):
                found.append(("horse", worker, (first,)))
                further = steps(at(table, number, first), number)
                found += [("horse", worker, (first, second)) for second in further]
        if table.holder["bird"]:
            free = [to for to in EVERYWHERE if table.height(to) and not table.taken(to)]
            found += [("bird", worker, to) for to in free]
    if table.moved or not any(True for number, _ in workers for _ in steps(table, number)):
        found.append(("end_turn",))
    if table.holder["ox"]:
        found += [
            ("ox", source, to)
            for source in EVERYWHERE
            for to in EVERYWHERE
            if not table.taken(source) and not table.taken(to) and not table.height(to)
            if any(
                source in beside(near) and table.height(source) - table.height(near) > 2
                for near in table.own
            )
        ]
    for supply, most in (("ship", 1), ("grain", 3)):
        if table.holder[supply] and table.laid[supply] < most:
            found.append(("lay_supply", supply))
    if table.laid["ship"] and table.laid["grain"]:
        for motif, count in LEVEL.items():
            payable = motif != "blue_block" or table.holder["hand"]
            if table.holder[motif] and table.built[motif] < count and payable:
                found.append(("build", motif))
    return found


def picked(table: Table, to: str) -> Table:
    """With the top tile of a field on the holder."""
    stack = table.stacks.get(to, ())
    stacks = {**table.stacks, to: stack[:-1]}
    return replace(table, stacks=stacks, holder=table.holder + Counter(stack[-1:]))


def made(table: Table, move: Words) -> Table | None:
    kind, *values = move
    if kind == "end_turn":
        return None
    if kind == "ox":
        source, to = values
        stacks = {**table.stacks, to: table.stacks[source], source: ()}
        return replace(table, stacks=stacks, holder=table.holder - Counter(["ox"]))
    if kind in ("lay_supply", "build"):
        holder = table.holder - Counter(values)
        if kind == "lay_supply":
            return replace(table, holder=holder, laid=table.laid + Counter(values))
        if values == ["blue_block"]:
            holder -= Counter(["hand"])
        return replace(table, holder=holder, built=table.built + Counter(values))
    worker, to = values
    last = to[-1] if kind == "horse" else to
    used = Counter([kind]) if kind != "step" else Counter[str]()
    table = replace(table, holder=table.holder - used)
    table = picked(at(table, int(worker[-1]) - 1, last), last)
    return replace(table, moved=table.moved or kind in ("step", "stairs"))


STACKS = {
    "c3": ("grain",),
    "c4": ("ox", "bird", "grain", "hand"),
    "d3": ("stairs", "grain", "block_a", "horse"),
    "b3": ("hand", "grain"),
    "c2": ("ship", "hand", "grain"),
    "e5": ("blue_block",),
    "f5": ("ox", "grain"),
    "g7": ("stairs", "hand", "blue_block", "hand", "bird"),
}


@pytest.mark.parametrize(
    ("own", "holder", "laid", "deep"),
    [
        (("c3", "f5"), (), (), 8),
        (("c3", "d4"), ("stairs", "horse"), (), 523),
        (("c3", "d4"), ("bird",), (), 204),
        (("b2", "d4"), ("ox", "horse"), (), 4746),
        (("a1", "b1"), ("ship", "grain", "blue_block", "hand"), (), 12),
        (("c3", "a7"), ("blue_block", "block_a", "stairs", "tip"), ("ship", "grain"), 67),
    ],
)
def test_all_that_a_turn_allows_is_found_and_nothing_else(
    own: Fields, holder: tuple[str, ...], laid: tuple[str, ...], deep: int
) -> None:
    others = ("c5", "a2")
    supply = {"white": {"ship": laid.count("ship"), "grain": laid.count("grain")}}
    told = {"bare": True, "stacks": STACKS, "workers": {"white": own, "black": others}}
    box = {"told": LINES, "confirmed": True}
    situation = {**told, "holders": {"white": holder}, "laid": supply, "box": box}
    position = start({"situation": {**situation, "active": "white", "phase": "turn"}})
    table = Table(STACKS, own, others, Counter(holder), Counter(laid))
    assert same_moves(game, position, table, legal, made) == deep
