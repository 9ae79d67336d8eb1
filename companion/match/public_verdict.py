"""What everybody may see of a verdict: worked out from the public view, not from the position.

Whatever a match shows, says or keeps in its journal has come through here.
"""

from typing import Any

import msgspec

from companion.kernel import (
    UNKNOWN,
    Accepted,
    Aside,
    Fault,
    Game,
    Move,
    Open,
    Refused,
    alternatives,
    masked,
)
from companion.kernel.judge import asked_now, happens, need_of, outside, sight, values_of
from companion.match.steps import Step


def accepted(game: Game[Any], before: Any, move: Move, done: Accepted) -> Accepted:
    """What everybody sees of a move that was carried out.

    A move that reveals something shows it, and so does one whose visible effect rests on
    something hidden; all others happen on the public view, where hidden things are UNKNOWN.
    """
    kind = game.kind(move)
    view, after = sight(game, before, ""), sight(game, done.position, "")
    shown = done
    if kind.hidden or not (kind.reveals or view == before):
        try:
            shown = happens(game, view, masked(kind, move))
        except Open:
            if kind.hidden:
                return Accepted((), (after,))
    heard = [
        (one, sight(game, position, ""))
        for one, position in zip(shown.events, shown.positions, strict=True)
        if not isinstance(one, Aside)
    ]
    events, views = zip(*heard, strict=True)
    return Accepted(events, (*views[:-1], after))


def seen(game: Game[Any], step: Step) -> Accepted:
    """What everybody saw of a move that stands, as it was judged last: it is not judged anew, for
    what was told otherwise since may speak against it."""
    assert step.move is not None
    did = step.did
    return accepted(game, did.before, step.move, Accepted(did.events, (*did.between, did.after)))


def refused(
    game: Game[Any], position: Any, move: Move, by: str | None, verdict: Refused
) -> Refused:
    """A refusal as everybody may read it, with what would be possible instead.

    All the clauses stay, for they were found on what the mover may know; values that rest on
    something that others may not become UNKNOWN.
    """
    kind = game.kind(move)
    view, known = sight(game, position, ""), masked(kind, move)
    found = verdict.faults
    if kind.hidden or view != position:
        away = outside(game, position, kind, move, by)
        needs = [need_of(game, position, move, by, fault) for fault in found]
        seen = [
            fault.values if need is None else values_of(need, view, known)
            for fault, need in zip(found, needs, strict=True)
        ]
        if away is not None:
            seen[0] = asked_now(game, view)
        found = tuple(map(_public, found, seen))
    return Refused(found, alternatives(game, view, known, by, found))


def plain(value: Any) -> Any:
    """A value as it comes back from JSON, so that what is remembered is what can be read."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _public(fault: Fault, seen: dict[str, Any]) -> Fault:
    return Fault(fault.clause, {name: seen.get(name, UNKNOWN) for name in fault.values})
