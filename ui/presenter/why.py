"""What a table shows of a refusal: the picture that its rulebook names, with what was said."""

from contextlib import suppress
from typing import Any

from companion.kernel import TABLE, UNKNOWN, Fault, Game, Refused, masked
from companion.match.composer import Fruitless, Misfit
from companion.scene.why import Why
from companion.text import Phrasebook
from ui.presenter.answers import Refusing, tokens


def why(refusing: Refusing, game: Game[Any], say: Phrasebook) -> Why:
    """The picture of the reason that is told, worked out on what everybody may know; what is not
    known is left out."""
    move, by, answer = refusing
    assert isinstance(answer.verdict, Refused)
    fault = answer.verdict.faults[0]
    if fault.values.keys() == {"asked"}:
        return _not_asked(fault, by)
    plain = game.plain(masked(game.kind(move), move))
    return _picture(fault, plain, tokens(move, game), game, say)


def why_nothing(found: Misfit | Fruitless, game: Game[Any], say: Phrasebook) -> Why | None:
    """The picture of why nothing can be made of a touch, where anything but the way there says
    so."""
    if isinstance(found, Misfit) or found.draft is None or not found.faults:
        return None
    if game.kind_of(found.draft).hidden:
        return None
    names = game.kind_of(found.draft).move.__struct_fields__
    plain = dict(zip(names, found.draft.values, strict=False))
    shown = _picture(found.faults[0], plain, (found.token,), game, say)
    return None if shown.look == "apart" else shown


def _picture(
    fault: Fault, plain: dict[str, Any], named: tuple[str, ...], game: Game[Any], say: Phrasebook
) -> Why:
    shows = game.rulebook[fault.clause].shows
    values = {name: one for name, one in {**plain, **fault.values}.items() if one != UNKNOWN}
    at = tuple(token for name in shows.at for token in _tokens(values.get(name)))
    heights = tuple(int(values[name]) for name in shows.heights if name in values)
    lines: tuple[str, ...] = ()
    if fault.values.keys() <= values.keys():
        with suppress(KeyError):  # a draft lacks what they name
            lines = say.over(fault.clause, values)
    return Why(shows.look, at if shows.at else named, lines, heights, named)


def _not_asked(fault: Fault, by: str | None) -> Why:
    """Somebody else is asked, or the same one for something else."""
    asked = fault.values["asked"]
    if by is None or by == TABLE or by in asked:
        return Why("step")
    return Why("person", (by,))


def _tokens(value: Any) -> tuple[str, ...]:
    if isinstance(value, list | tuple):
        return tuple(map(str, value))
    return () if value is None else (str(value),)
