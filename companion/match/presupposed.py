"""What somebody touches before it is asked for, and which answer it takes for granted."""

from typing import Any

from companion.kernel import fill, next_blank
from companion.match.composer import Composer


def presupposed(composer: Composer, view: Any, token: str) -> tuple[str, ...]:
    """The answers to what is asked now after which a token would lead on; () where it never would
    next."""
    found: dict[str, None] = {}
    for draft in composer.drafts:
        move = composer.game.kind_of(draft).move
        for value in composer.outlook.leading(view, draft):
            new = fill(move, draft, value)
            blank = next_blank(move, new)
            if blank is None:
                continue
            leading = {str(one) for one in composer.outlook.leading(view, new)}
            if not leading.isdisjoint(map(str, composer.meanings(view, blank, token))):
                found[str(value)] = None
    return tuple(found)
