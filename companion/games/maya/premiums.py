"""The premiums of a level: who has the most and the second most stones on it, and what that costs.

How much gold a level pays is printed on it (``box.py``).
"""

from companion.games.maya.position import SUPPLY, Position, Source
from companion.games.maya.tokens import NEUTRAL
from companion.kernel import Effects, event


def ranked(p: Position, level: str) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The counts on a level, the most first, each with the colours that have it."""
    counts = {colour: p.count(level, colour) for colour in p.colours}
    most = sorted({count for count in counts.values() if count}, reverse=True)
    return tuple((n, tuple(c for c, count in counts.items() if count == n)) for n in most)


def level_paid(p: Position, level: str, premiums: list[tuple[str, str]]) -> Effects[Position]:
    """A level pays its first and its second (Y90 to Y94); who is paid is added to premiums."""
    counts = ranked(p, level)
    printed = p.level(level)
    ranks: tuple[tuple[Source, int, str, str, str], ...] = (
        ("first", printed.first, "Y91", "first_paid", "first_shared"),
        ("second", printed.second, "Y92", "second_paid", "second_shared"),
    )
    for (source, gold, clause, alone, many), (stones, colours) in zip(ranks, counts, strict=False):
        values = {"level": level, "colours": colours, "stones": stones}
        if not gold:
            yield event(p, "premium_of_nothing", clause, **values)
            continue
        premiums += [(colour, level) for colour in colours]
        for seat in colours:
            if seat != NEUTRAL:
                p = p.with_gold(seat, level, source, gold)
        if colours == (NEUTRAL,):
            yield event(p, "neutral_unpaid", "V11", **values)
        elif len(colours) > 1:
            yield event(p, many, "Y93", gold=gold, **values)
        else:
            yield event(p, alone, clause, gold=gold, **values)
    if len(counts) == 1:
        yield event(p, "no_second", "Y94", level=level)
    return p


def worn(p: Position, premiums: list[tuple[str, str]]) -> Effects[Position]:
    """Every premium costs a stone; who has none left on a level loses those above (Y95, Y96)."""
    for colour, level in premiums:
        p = p.moved(colour, level, SUPPLY)
    for level in dict.fromkeys(level for _, level in premiums):
        colours = tuple(colour for colour, at in premiums if at == level)
        yield event(p, "worn", "Y95", level=level, colours=colours)
    for colour, level in premiums:
        if p.count(level, colour):
            continue
        for above in p.higher(level):
            count = p.count(above, colour)
            if count:
                p = p.moved(colour, above, SUPPLY, count)
                values = {"colour": colour, "level": level, "above": above, "count": count}
                yield event(p, "fallen", "Y96", **values)
    return p
