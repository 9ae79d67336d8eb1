"""What is drawn at random, see ``tests.games.tried``: moves with every blank filled with any token,
word or number it takes, and what nobody sees."""

import re
from collections import Counter
from itertools import chain
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.games.pyramidion.position import Position
from companion.games.pyramidion.rules import game
from companion.games.pyramidion.tokens import COLOURS, NOBODY, RESOURCES, SITES
from companion.kernel import DONE, UNKNOWN, Blank, Draft, Lies, Move, candidates, layout_of
from tests.games import by_chance

LIKELY = 0.6
"""How often a value is one that the game finds worth trying."""


RAW = re.compile(
    r"@|_|\*|[MNTS][BD]\d|\b[BD]\d\d\b|\b(supply|hand|store|stock|boats|track|laid|used|tile):\S"
    r"|\b(red|blue|yellow|green)[=:]"
)
"""What tokens look like, and people shall never read."""

UNSAID = {
    "note_disproved",
    "box_confirmed",
    "end",
    "lost_fixed",
    "nothing_turned_up",
    "power_by_hand",
    "power_waits",
    "used_fixed",
    "won_by_place",
    "won_by_resources",
}
"""What neither the vectors nor some turns of play have said."""

NAMES: tuple[str, ...] = ()
"""Tokens that are names themselves."""

NOT_ON_OFFER: tuple[str, ...] = ("text", "name")
"""Types of blanks that take more than can be on offer."""


def tokens(position: Position) -> dict[str, list[str]]:
    """Tokens by type: all that are on the table, and some that are not."""
    seats = list(position.order)
    cards = [card.id for card in position.box.cards] + ["MD9"]
    laid = [f"{seat}:{card}" for seat in seats for card in ("MB1", "MD4", "SD5")]
    boats = [boat.id for boat in position.box.boats]
    return {
        "seat": [*seats, "green"],
        "site": list(SITES),
        "card": cards,
        "boat": boats,
        "distribution": [card.id for card in position.box.distribution],
        "winner": [*seats, NOBODY, "green"],
        "target": [*RESOURCES, *laid, NOBODY],
        "means": [*RESOURCES, *SITES],
        "where": [*SITES, *COLOURS, "supply"],
        "thing": [*SITES, *cards],
        "text": ["a", "b"],
        "name": ["Dendera"],
    }


def any_move(position: Position, rng: Random, kind: str = "") -> Move:
    """A well-formed move of that kind, or of any."""
    some, seat = tokens(position), rng.choice(position.setup.seats)

    def value(draft: Draft, blank: Blank) -> Any:
        likely = [one for one in candidates(game, position, draft) if one != DONE]
        if likely and rng.random() < LIKELY:
            return rng.choice(likely)
        return by_chance.any_value(blank, rng, some)

    return by_chance.any_move(game, rng, kind, seat, value)


def hiding(position: Position, rng: Random, knows: str = "") -> Position:
    """The position with the boats won in other hands, as many to each; with those of the fleet
    among them once somebody told of one in private; and so the tokens of secret stores. What the
    seat that ``knows`` sees stays as it is; a boat of which two told is not found in the fleet."""
    others = [player for player in position.players if player.seat != knows]
    boats = [boat for player in others for boat in player.boats]
    boats += position.fleet if position.whispered else ()
    rng.shuffle(boats)
    for player in others:
        count = len(player.boats)
        position = position.with_player(player.seat, boats=tuple(boats[:count]))
        boats = boats[count:]
    if position.whispered:
        told = Counter(boats) + Counter(chain(*(one.boats for one in position.players)))
        fleet = (boat if told[boat] == 1 else UNKNOWN for boat in boats)
        position = replace(position, fleet=tuple(sorted(fleet)))
    return _stores_mixed(position, rng, knows) if position.options.hide_stores else position


def _stores_mixed(position: Position, rng: Random, knows: str) -> Position:
    """The position with the tokens of the stores in other stores, as many in each."""
    counts = layout_of(position.pieces)
    stores = [f"store:{seat}" for seat in position.order if seat != knows]
    sizes = {at: sum(counts.get((at, kind), 0) for kind in RESOURCES) for at in stores}
    tokens = [kind for at in stores for kind in RESOURCES for _ in range(counts.pop((at, kind), 0))]
    rng.shuffle(tokens)
    for at, size in sizes.items():
        for kind in tokens[:size]:
            counts[at, kind] = counts.get((at, kind), 0) + 1
        tokens = tokens[size:]
    lying = (Lies(at, piece, count) for (at, piece), count in counts.items() if count)
    return replace(position, pieces=tuple(sorted(lying)))


def secretive(position: Position, rng: Random) -> Position:
    """The position with more that only its owner may know: boats told in private, and what is in
    the stores where that was agreed."""
    if rng.random() < 0.5:
        options = replace(position.options, hide_stores=True)
        position = replace(position, setup=replace(position.setup, options=options))
    fleet = list(position.fleet)
    if position.phase == "over" or len(fleet) < 8 or rng.random() < 0.3:
        return position
    rng.shuffle(fleet)
    for player in position.players:
        position = position.with_player(player.seat, boats=(*player.boats, fleet.pop()))
    return replace(position, fleet=tuple(sorted(fleet)), whispered=True)


def apart(rng: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two situations that differ in nothing but what is hidden: how near somebody is to the end."""
    boats = [f"B{number:02}" for number in range(3, 21)]
    phase = rng.choice(("boats", "end"))
    most = 3 if phase == "end" else 1

    def won() -> dict[str, Any]:
        won = rng.sample(boats, 2 * most)
        both = {"red": won[:most], "blue": won[most:]}
        return {"display": ["B01", "B02"], "boats": both, "phase": phase}

    return won(), won()


def turns_up(move: Move, seen: Position, also: Position) -> bool:
    """Whether the table itself then shows what nobody saw: at the end all lies open."""
    return "over" in (seen.phase, also.phase)


def tells(move: Move, seen: Position | None = None, also: Position | None = None) -> bool:
    """Whether a move may bring to light what nobody saw: that somebody has enough points, and the
    end shows them; or that a boat is not in the fleet."""
    kind = game.kind(move).name
    if seen is None and kind in ("reveal_boat", "fix_display"):
        return True
    at_once = seen is None or seen.options.end_mode == "at_once"
    return kind == "end_round" or (kind == "load" and at_once)


def sound(position: Position) -> bool:
    """Whether what holds even after rules were overruled holds."""
    return game.violations(position) == ()
