"""What lies elsewhere on a table than on the one before, and what is touched there."""

from collections.abc import Iterator, Sequence

from companion.scene import Shape

Kind = tuple[str, str]
"""How a piece looks and whose it is: pieces of a kind are alike."""


def moved(before: Sequence[Shape], after: Sequence[Shape]) -> Iterator[tuple[set[str], set[str]]]:
    """For each of somebody's pieces that went from place to place, the tokens that are touched
    where it lies now, and those where it lay."""
    lay, lies = _lying(before), _lying(after)
    for kind, there in lies.items():
        was = lay.get(kind, {})
        left = [(at, one) for at, one in was.items() if len(one) > len(there.get(at, ()))]
        for place, tokens in there.items():
            if len(tokens) > len(was.get(place, ())):
                yield from (({place, *tokens}, {at, *others}) for at, others in left)


def _lying(table: Sequence[Shape]) -> dict[Kind, dict[str, list[str]]]:
    """By kind and place, the token of each piece on a table."""
    places = [one for one in table if one.token and not one.key]
    found: dict[Kind, dict[str, list[str]]] = {}
    for one in table:
        piece = one.form in ("piece", "pile") and one.seat and not one.ghost
        if piece and (place := _under(one, places)):
            lie = found.setdefault((one.look, one.seat), {})
            lie[place] = lie.get(place, []) + [one.token] * one.count
    return found


def _under(piece: Shape, places: Sequence[Shape]) -> str:
    """The token of the place that a piece lies on, "" for none."""

    def far(place: Shape) -> float:
        return (place.x - piece.x) ** 2 + (place.y - piece.y) ** 2

    near = min((one for one in places if _holds(one, piece)), key=far, default=None)
    return "" if near is None else near.token


def _holds(place: Shape, piece: Shape) -> bool:
    reach = 2 * place.size if place.form == "hex" else place.size
    width, height = place.touch or (reach, reach)
    return abs(place.x - piece.x) <= width / 2 and abs(place.y - piece.y) <= height / 2
