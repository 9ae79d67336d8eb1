"""Loading boats: every exact payment, and no other (P65 to P70)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, combinations

import pytest

from companion.games.pyramidion.rules import game
from tests.games.counting import Words, same_moves
from tests.games.pyramidion.vectors import start

ORDERS = {
    "B01": ("stone", "wood", "urn"),
    "B02": ("wood", "camel", "stonecutter"),
    "B03": ("stone", "stone", "camel"),
}
PRODUCTS = {
    "giza": "stonecutter",
    "thebes": "camel",
    "abu_simbel": "stone",
    "karnak": "urn",
    "alexandria": "wood",
    "luxor": "statue",
    "memphis": "wood",
    "aswan": "stone",
}
SEATS = ("red", "blue", "yellow")


@dataclass(frozen=True)
class Table:
    turn: str
    stores: Mapping[str, Counter[str]]
    torturers: Mapping[str, str]
    display: tuple[str, ...]
    tired: frozenset[str] = frozenset()


def legal(table: Table) -> list[Words]:
    found: set[Words] = {("pass_load",)}
    own = [
        site
        for site, seat in table.torturers.items()
        if seat == table.turn and site not in table.tired
    ]
    store = table.stores[table.turn]
    for boat in table.display:
        for used in chain.from_iterable(combinations(own, n) for n in range(len(own) + 1)):
            for paid in payments(ORDERS[boat], Counter(PRODUCTS[site] for site in used), store):
                found.add(("load", boat, tuple(sorted((*paid, *used)))))
    return list(found)


def payments(
    order: tuple[str, ...], brought: Counter[str], store: Counter[str]
) -> Iterator[tuple[str, ...]]:
    """What is paid from the store beside what torturers bring: unit by unit, each by its own kind
    or by a statue, all that torturers bring among them."""
    if not order:
        if not brought.total():
            yield ()
        return
    for unit in dict.fromkeys((order[0], "statue")):
        if brought[unit]:
            yield from payments(order[1:], brought - Counter([unit]), store)
        if store[unit]:
            for rest in payments(order[1:], brought, store - Counter([unit])):
                yield (unit, *rest)


def made(table: Table, move: Words) -> Table | None:
    after = SEATS[(SEATS.index(table.turn) + 1) % len(SEATS)]
    if move[0] == "pass_load":
        return replace(table, turn=after)
    _, boat, paid = move
    display = tuple(one for one in table.display if one != boat)
    if not display:
        return None
    spent = Counter(one for one in paid if one not in PRODUCTS)
    stores = {**table.stores, table.turn: table.stores[table.turn] - spent}
    tired = table.tired | {one for one in paid if one in PRODUCTS}
    return Table(after, stores, table.torturers, display, tired)


@pytest.mark.parametrize(
    ("held", "torturers", "display", "deep"),
    [
        ({"stone": 2, "wood": 1, "urn": 1, "camel": 1}, {}, ("B01", "B02", "B03"), 8),
        ({"stone": 1, "wood": 1, "urn": 2, "statue": 3}, {}, ("B01", "B03"), 14),
        (
            {"stone": 1, "urn": 2, "statue": 1},
            {
                "alexandria": "red",
                "memphis": "red",
                "giza": "red",
                "luxor": "red",
                "karnak": "blue",
            },
            ("B01", "B02"),
            57,
        ),
    ],
)
def test_every_exact_payment_is_found_and_no_other(
    held: dict[str, int], torturers: dict[str, str], display: tuple[str, ...], deep: int
) -> None:
    stores = {"red": held, "blue": {"wood": 2, "camel": 1, "urn": 1, "statue": 1}}
    told = {"phase": "loading", "turn": "red", "stores": stores, "torturers": torturers}
    position = start({"situation": {**told, "display": display}})
    counted = {seat: Counter(stores.get(seat, {})) for seat in SEATS}
    assert (
        same_moves(game, position, Table("red", counted, torturers, display), legal, made) == deep
    )
