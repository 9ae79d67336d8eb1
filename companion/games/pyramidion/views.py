"""What may be seen of a position, and where each piece of it lies."""

from collections import Counter

from msgspec.structs import replace

from companion.games.pyramidion.box import DISTRIBUTIONS, GIZA
from companion.games.pyramidion.position import Position
from companion.games.pyramidion.tokens import RESOURCES, SITES, SUPPLY
from companion.kernel import UNKNOWN, Layout, Lies, layout_of, lying_at

REVOLTS = 6
"""Revolt markers in the box (gioconauta.it)."""

SUNDIALS = 8
"""Sundials in the box (gioconauta.it)."""

MOST, MOST_DECK = 99, 198
"""More tokens of a kind, and more cards, no box can hold; what a box does not hold lies nowhere,
at ``uncounted``."""


def public(position: Position) -> Position:
    """As everybody may see it: without the boats won (P71), and without those of the fleet once one
    of them was told in private."""
    return seen_by(position, "")


def seen_by(position: Position, seat: str) -> Position:
    """As one player may see it, or nobody in particular (""), from this position or any view.

    At the end all lies open. A position in which nothing is hidden is its own view.
    """
    if position.phase == "over":
        return position
    players = tuple(
        one if one.seat == seat else replace(one, boats=(UNKNOWN,) * len(one.boats))
        for one in position.players
    )
    if players != position.players:
        position = replace(position, players=players)
    if position.whispered:
        position = replace(position, fleet=(UNKNOWN,) * len(position.fleet))
    if position.options.hide_stores:
        position = _without_stores(position, seat)
    return position


def _without_stores(position: Position, seat: str) -> Position:
    """How many tokens others have may be seen, but not which."""
    kept = [lies for lies in position.pieces if not _covered(position, lies, seat)]
    for other in position.order:
        count = sum(lying_at(position.pieces, f"store:{other}").values())
        if other != seat and count:
            kept.append(Lies(f"store:{other}", UNKNOWN, count))
    pieces = tuple(sorted(kept))
    return position if pieces == position.pieces else replace(position, pieces=pieces)


def _covered(position: Position, lies: Lies, seat: str) -> bool:
    return any(lies.at == f"store:{one}" for one in position.order if one != seat)


def layout(view: Position) -> Layout:
    """Where all pieces lie.

    Places: a site, ``supply``, ``store:red`` for resources and ``stock:red`` for troops of a
    player, ``display``, ``fleet`` and ``boats:red`` for boats, ``hand:red``, ``laid:red``,
    ``used:red``, ``played:red``, ``deck`` and ``discard`` for cards, ``cards`` and ``dealt`` for
    distribution cards, ``track:1`` for the player order, ``tiles:red``, ``with:red`` for the
    philosopher, ``uncounted`` for what the box does not hold.
    """
    found: Counter[tuple[str, str]] = Counter()
    for (at, piece), count in layout_of(view.pieces).items():
        found[at, _token(view, piece)] += count
    for kind in RESOURCES:
        found["uncounted", _token(view, kind)] += MOST - view.box.tokens(kind)
    _boats(view, found)
    _cards(view, found)
    _order(view, found)
    for site in SITES:
        found[site, "sundial"] += site in view.activated
        found[site, "revolt"] += view.revolts.count(site)
    found[SUPPLY, "sundial"] += SUNDIALS - len(set(view.activated))
    found[SUPPLY, "revolt"] += REVOLTS - len(view.revolts)
    where = view.philosopher or SUPPLY
    found[f"with:{where}" if where in view.order else where, "philosopher"] += 1
    return {key: count for key, count in found.items() if count}


def _token(view: Position, piece: str) -> str:
    """A resource where stores are secret is a token that shows its kind, or does not."""
    secret = view.options.hide_stores and (piece in RESOURCES or piece == UNKNOWN)
    return f"token={piece}" if secret else piece


def _boats(view: Position, found: Counter[tuple[str, str]]) -> None:
    found["fleet", "boat"] += len(view.fleet)
    for boat in view.display:
        found["display", f"boat={boat}"] += 1
    for player in view.players:
        for boat in player.boats:
            found[f"boats:{player.seat}", _faced("boat", boat)] += 1


def _cards(view: Position, found: Counter[tuple[str, str]]) -> None:
    found["deck", "card"] += view.deck
    found["uncounted", "card"] += MOST_DECK - view.box.deck
    for card in view.discard:
        found["discard", _faced("card", card)] += 1
    for player in view.players:
        seat = player.seat
        found[f"hand:{seat}", "card"] += player.hand
        found[f"played:{seat}", "card"] += player.played
        for card in player.used:
            found[f"used:{seat}", f"card={card}"] += 1
        laid = view.laid_by(seat)
        if laid is not None and laid.cards:
            for card in laid.cards:
                found[f"laid:{seat}", f"card={card}"] += 1
        elif laid is not None:
            found[f"laid:{seat}", "card"] += laid.count
    found["cards", "distribution"] += DISTRIBUTIONS - len(view.dealt)
    for dealt in view.dealt:
        found["dealt", f"distribution={dealt}"] += 1


def _faced(piece: str, face: str) -> str:
    return piece if face == UNKNOWN else f"{piece}={face}"


def _order(view: Position, found: Counter[tuple[str, str]]) -> None:
    for number, seat in enumerate(view.order, 1):
        found[f"track:{number}", f"player:{seat}"] += 1
        taker = view.tiles[number - 1] if number <= len(view.tiles) else ""
        found[f"tiles:{taker}" if taker else GIZA, f"tile:{number}"] += 1
