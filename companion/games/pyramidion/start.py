"""The position with which a match starts (chapter 3 of the sources)."""

from companion.games.pyramidion.box import BOATS, DISTRIBUTIONS, GIZA, Box
from companion.games.pyramidion.options import Options
from companion.games.pyramidion.position import TROOP_KINDS, TROOPS, Player, Position, Setup
from companion.games.pyramidion.tokens import RESOURCES, SITES, SUPPLY
from companion.kernel import pieces


def start(seats: tuple[str, ...], options: Options, box: Box) -> Position:
    """The first position: the first boat is about to be turned up.

    Raises ValueError in words when it cannot be set up so (P1), or the box is not whole.
    """
    _check(box)
    counts: dict[tuple[str, str], int] = {(SUPPLY, kind): box.tokens(kind) for kind in RESOURCES}
    for seat in seats:
        for troop in TROOP_KINDS:
            counts[f"stock:{seat}", f"{troop}:{seat}"] = TROOPS
    return Position(
        setup=Setup(seats=seats, options=options, box=box),
        order=seats,
        players=tuple(Player(seat) for seat in seats),
        pieces=pieces(counts),
        fleet=tuple(sorted(boat.id for boat in box.boats)),
        deck=box.deck,
    )


def _check(box: Box) -> None:
    """Raises ValueError in words when something of the box is there twice or missing."""
    if sorted(site.id for site in box.sites) != sorted(SITES) or box.sites[0].id != GIZA:
        raise ValueError(f"the box has these sites, each once, Giza first: {', '.join(SITES)}")
    for what, found, count in (
        ("boats", [boat.id for boat in box.boats], BOATS),
        ("distribution cards", [card.id for card in box.distribution], DISTRIBUTIONS),
    ):
        if len(set(found)) != count or len(found) != count:
            raise ValueError(f"the box has {count} different {what}, not {len(found)}")
    cards = [card.id for card in box.cards]
    if len(set(cards)) < len(cards):
        raise ValueError("a character card is described twice")
    for card in box.distribution:
        if len(card.tokens) != len(SITES):
            raise ValueError(f"{card.id} needs a number for each of the {len(SITES)} sites")
    if sorted(one.kind for one in box.supply) != sorted(RESOURCES):
        raise ValueError(f"the box has these tokens: {', '.join(RESOURCES)}")
