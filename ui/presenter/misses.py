"""What a touch that leads nowhere was probably meant for: whose piece it is on, or a place that
something else could go to."""

from companion.kernel import fields
from companion.match.composer import Composer, Fruitless, Misfit
from companion.sight.printed import FIELDS
from companion.sight.sight import Sight


def owner(sight: Sight, token: str) -> str:
    """Whose piece a token is, where that is nobody who is asked; "" for anything else."""
    match = sight.match
    lie = [one for one in sight.scene.shapes if one.token == token]
    seats = {one.seat for one in lie}
    if {one.form for one in lie} - {"piece", "pile"} or len(seats) != 1:
        return ""
    (seat,) = seats
    asked = {one.seat for one in match.asked}
    return seat if seat in match.seats and seat not in asked else ""


def only_a_goal(sight: Sight, composer: Composer, found: Misfit | Fruitless) -> bool:
    """Whether a touch that began nothing is on a place that something on the table could go to,
    once that was touched: the second thing that the likeliest kind of move names."""
    match, game = sight.match, sight.game
    asked = [name for one in match.asked for name in one.kinds]
    if isinstance(found, Fruitless) and (found.draft is None or found.draft.kind in asked):
        return False
    field = any(s.token == found.token and s.form in FIELDS for s in sight.scene.shapes)
    outlook = composer.outlook
    return field and any(
        composer.meanings(match.public, part.blanks[0], found.token)
        for kind in map(game.by_name.__getitem__, asked)
        for number, part in enumerate(fields(kind.move))
        if (part.name == kind.destination or (number == 1 and kind.name in asked[:1]))
        and outlook.leads(match.public, outlook.opened(match.public, kind.name))
    )
