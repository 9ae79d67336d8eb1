"""Roughly how near a seat is to winning. Only for simulated games: no rule rests on it.

The weights are ours, set by trying: they make a greedy player lay out supply, gather what the
level in work lacks, build, and keep workers near tiles worth having, so that games end by the
rules.
"""

from collections import Counter, deque
from collections.abc import Iterator

from companion.games.sakkara.building import HANDS, MOST, complete, open_level
from companion.games.sakkara.needs import HIGHEST_STEP
from companion.games.sakkara.position import HIGHEST_HOLDER, Player, Position, beside

WON = 10_000.0
BUILT = 40.0
SUPPLY = 16.0
WANTED_NOW = 9.0
"""A tile on the holder that the level in work lacks."""
WANTED_LATER = 5.0
HAND = 6.0
KEPT = {"bird": 3.0, "ox": 2.5, "stairs": 2.5, "horse": 2.0, "snake": 1.0}
"""Special tiles that are no pieces: they help where stacks are too high."""
OTHER = 0.6
SURPLUS = 3.0
"""Lost for each tile more than the holder may have."""
NEAR = 3.0
"""A wanted tile one step away; the further, the less."""
ANY = 0.4
"""Any tile one step away."""
REACH = 1.5
"""Each field with tiles that a worker can get to, up to WIDE of them: whoever lets all stacks grow
out of reach is stuck."""
WIDE = 10
RESERVE = 4.0
"""Each of THRICE tiles on the holder where little is in reach: a spell may be the way out."""
THRICE = 3
PILE = 8.0
"""Lost for each used tile above two: they come back as a stack too high to climb."""
CLIMBED = 0.3
"""Each tile under a worker: from high fields more can be reached."""
GONE = 20.0
"""Lost for each tile that leaves the game: the own pyramid needs supply, too."""
RIVAL = 0.25
"""How much the other player's standing counts against."""


def evaluate(position: Position, seat: str) -> float:
    """The more, the nearer the seat is to setting the tip."""
    other = next(one for one in position.setup.seats if one != seat)
    own, rival = position.player(seat), position.player(other)
    total = _standing(position, own) - RIVAL * _built(position, rival) + _near(position, own)
    total -= GONE * len(position.gone)
    return total - PILE * max(0, len(position.used) - HIGHEST_STEP)


def _built(position: Position, player: Player) -> float:
    """What is built of what the levels need, and the supply for it."""
    if complete(player):
        return WON
    built = sum(
        min(one.count, player.level(level).count(one.motif))
        for level in (1, 2, 3)
        for one in position.box.needed[level - 1]
    )
    supply = min(player.ship, MOST["ship"]) + min(player.grain, MOST["grain"])
    return BUILT * built + SUPPLY * supply


def wanted(position: Position, player: Player) -> Counter[str]:
    """What a player still needs, with hands, wherever it lies but in front."""
    need: Counter[str] = Counter()
    for level in (1, 2, 3):
        for one in position.box.needed[level - 1]:
            missing = max(0, one.count - player.level(level).count(one.motif))
            need[one.motif] += missing
            need["hand"] += missing * HANDS.get(one.motif, 0)
    need["ship"] += max(0, MOST["ship"] - player.ship)
    need["grain"] += max(0, MOST["grain"] - player.grain)
    return need


def _standing(position: Position, player: Player) -> float:
    level = open_level(player)
    now = {one.motif for one in position.box.needed[level - 1]} | {"ship", "grain"}
    need, total = wanted(position, player), _built(position, player)
    held: Counter[str] = Counter()
    for tile in player.holder:
        held[tile] += 1
        if held[tile] > need[tile]:
            total += KEPT.get(tile, OTHER)
        elif tile == "hand":
            total += HAND
        else:
            total += WANTED_NOW if tile in now else WANTED_LATER
    return total - SURPLUS * max(0, len(player.holder) - HIGHEST_HOLDER)


def _near(position: Position, player: Player) -> float:
    """How near the workers are to tiles worth having; only the best counts for each."""
    need = wanted(position, player) - Counter(player.holder)
    total = 0.0
    reach = set()
    for worker in filter(None, player.workers):
        best = 0.0
        for field, steps in _reached(position, worker):
            tile = position.top(field)
            if tile:
                reach.add(field)
                best = max(best, (NEAR if need[tile] > 0 else ANY) / steps)
        total += best + CLIMBED * position.height(worker)
    wide = min(WIDE, len(reach))
    reserve = min(THRICE, len(player.holder)) * (1 - wide / WIDE)
    return total + REACH * wide + RESERVE * reserve


def _reached(position: Position, start: str) -> Iterator[tuple[str, int]]:
    """The fields that a worker can step to as the table lies, with the number of steps."""
    steps = {start: 0}
    todo = deque([start])
    while todo:
        field = todo.popleft()
        for to in beside(field):
            if to in steps or position.worker_on(to):
                continue
            if position.height(to) <= position.height(field) + HIGHEST_STEP:
                steps[to] = steps[field] + 1
                todo.append(to)
                yield to, steps[to]
