"""What can be begun: the kinds of move that are composed of tokens, and their empty drafts."""

from collections.abc import Iterator
from typing import Any

from companion.kernel import Draft, Game, MoveKind, asked_for, begin, broken, fields
from companion.match.outlook import Outlook


def composable(game: Game[Any], role: str) -> tuple[MoveKind[Any, Any], ...]:
    """The kinds of move of a role that a token begins."""
    return tuple(kind for kind in game.kinds if kind.role == role and not kind.explicit)


def by_name(game: Game[Any], role: str, view: Any, name: str) -> MoveKind[Any, Any] | None:
    """The kind of move that its name begins: one of the role, in play also what a match asks for of
    its box; None for any other. A card that is scanned while the table is put right plays nothing.
    """
    kind = game.by_name.get(name)
    asked = role == "play" and kind is not None and asked_for(game, view, name) is not None
    return kind if kind is not None and (asked or kind.role == role) else None


def fresh(game: Game[Any], role: str, view: Any, outlook: Outlook) -> tuple[Draft, ...]:
    """The empty drafts a first touch could fill."""
    if role != "play":
        return tuple(Draft(kind.name) for kind in composable(game, role))
    if outlook.over():
        return ()
    return tuple(
        outlook.opened(view, name)
        for one in game.asked(view)
        for name in one.kinds
        if not game.by_name[name].explicit
    )


def named_only(game: Game[Any], view: Any, outlook: Outlook) -> Iterator[str]:
    """Kinds asked for that are only begun by name, where they could be begun."""
    for one in () if outlook.over() else game.asked(view):
        for name in one.kinds:
            kind = game.by_name[name]
            start = begin(game, name, one.seat)
            if kind.explicit and _begins(game, view, start, outlook):
                yield name


def _begins(game: Game[Any], view: Any, start: Draft, outlook: Outlook) -> bool:
    if not fields(game.kind_of(start).move):
        return not broken(game, view, start)
    return bool(outlook.offers(view, start))


def closing_kind(game: Game[Any], view: Any) -> str | None:
    """The kind of move that closes the present step of the turn, if one is asked for."""
    asked = (game.by_name[name] for one in game.asked(view) for name in one.kinds)
    return next((one.name for one in asked if one.ends and not fields(one.move)), None)
