"""When the game ends, and who has won it."""

from companion.games.pyramidion.position import Position
from companion.kernel import Level, Open, Outcome

GOAL = 10
"""Points with which the game ends (P77)."""


def reached(p: Position) -> bool:
    """Whether somebody has the points that end the game, as far as the viewer may know."""
    try:
        return any(p.points(seat) >= GOAL for seat in p.order)
    except Open:
        return False


def ending(p: Position) -> str:
    """The clause by which the game ends with this round, "" if it goes on."""
    limit = p.options.round_limit
    if reached(p):
        return "P77"
    if not p.fleet and not p.display:
        return "P81"
    return "P82" if limit and p.round >= limit else ""


def outcome(position: Position) -> Outcome | None:
    """Who has won, once the last round is over (P78, P79) and every boat that was won is known."""
    if position.phase != "over" or position.hides_boats():
        return None
    order = position.order
    points = Level("points", "P78", {seat: position.points(seat) for seat in order})
    levels = [points]
    if position.options.tie_break == "most_resources":
        figures = {seat: position.store(seat).total() for seat in order}
        levels.append(Level("resources", "P79", figures))
    elif position.options.tie_break == "earlier_in_order":
        figures = {seat: len(order) - order.index(seat) for seat in order}
        levels.append(Level("place", "P79", figures))

    def rank(seat: str) -> tuple[int, ...]:
        return tuple(-level.figures[seat] for level in levels)

    places: dict[tuple[int, ...], tuple[str, ...]] = {}
    for seat in sorted(order, key=rank):
        places[rank(seat)] = (*places.get(rank(seat), ()), seat)
    return Outcome(tuple(places.values()), ending(position) or "P78", tuple(levels))
