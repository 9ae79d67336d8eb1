"""Which questions a draft still asks: none that has one answer, and none of which the answers come
to the same. Worked out on what everybody may know."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from companion.kernel import (
    DONE,
    UNKNOWN,
    Accepted,
    Draft,
    Fault,
    Game,
    Move,
    Open,
    Stop,
    Way,
    asked_for,
    begin,
    broken,
    candidates,
    faults,
    fields,
    fill,
    judge,
    next_blank,
    offers,
    stops,
    ticks,
    whole,
)
from companion.match.composed import Fruitless
from companion.match.instructions import hands_of

Leading = Callable[[Any, Draft], Iterator[Any]]
"""The values of the next blank of a draft that lead on, on a view."""

Offered = Callable[[Any, Draft], tuple[Any, ...]]
"""The values of the next blank of a draft that break no need, on a view."""

TRIED = 12
"""Values of a blank that are looked at for what stops a move; half of that for the next one."""


def answered(
    game: Game[Any], view: Any, draft: Draft, leading: Leading, *, touched: bool = True
) -> Draft:
    """With all blanks filled to which only one answer is possible. touched: also those that are
    answered by a touch of something.

    What only its owner may know is always asked, and so are what people type and where a piece
    goes, even to one place alone: a hand that lifts something has not put it down. Corrections tell
    what the table shows, all of it.
    """
    kind = game.kind_of(draft)
    while kind.role == "play" and (blank := next_blank(kind.move, draft)) is not None:
        name = blank.name.partition(".")[0]
        if blank.picker == "text" or name in (*kind.hidden, kind.destination):
            break
        if blank.picker == "token" and not touched:
            break
        values = tuple(islice(leading(view, draft), 2))
        if len(values) != 1:
            break
        draft = fill(kind.move, draft, values[0])
    return draft


def opened(game: Game[Any], view: Any, name: str, leading: Leading) -> Draft:
    """The empty draft of a kind of move for the seat that is asked for it. Where nobody is asked
    for any other, it begins with what is not touched and has one answer, as long as that does not
    make it whole."""
    asked = asked_for(game, view, name)
    if asked is None:
        return Draft(name)
    empty = begin(game, name, asked.seat)
    if [kind for one in game.asked(view) for kind in one.kinds] != [name]:
        return empty
    filled = answered(game, view, empty, leading, touched=False)
    return empty if whole(game.kind_of(filled).move, filled) is not None else filled


def forced(game: Game[Any], view: Any, name: str, leading: Leading) -> Move | None:
    """The one move that can be made where nobody is asked for any other kind; None for several."""
    if [kind for one in game.asked(view) for kind in one.kinds] != [name]:
        return None
    empty = begin(game, name, game.asked(view)[0].seat)
    filled = answered(game, view, empty, leading)
    return None if filled == empty else whole(game.kind_of(filled).move, filled)


def only_way(game: Game[Any], view: Any, draft: Draft, offered: Offered) -> Draft | None:
    """All of what is begun, where a list in no order can be told in one way alone: what is left of
    it may be taken at once, and piece by piece all the same. None where one thing more or another
    one would lead on, too; of what comes to light, and what only its owner may know, all is told.
    """
    kind = game.kind_of(draft)
    blank = next_blank(kind.move, draft)
    if blank is None or blank.name not in kind.unordered or kind.reveals or kind.hidden:
        return None
    end = draft
    while DONE not in (values := offered(view, end)):
        if not values:
            return None
        end = fill(kind.move, end, values[0])
    left = Counter(end.parts) - Counter(draft.parts)
    if not left or any(one not in left for one in offered(view, draft)):
        return None
    for one, count in left.items():
        more = draft
        for _ in range(count):
            more = fill(kind.move, more, one)
        if one in offered(view, more):
            return None
    return fill(kind.move, end, DONE)


def in_vain(game: Game[Any], position: Any, draft: Draft, by: str) -> Move | None:
    """What a draft comes to with nothing told of what only ``by`` may know, where that is refused
    already for what ``by`` knows; None where it depends on what is told."""
    kind = game.kind_of(draft)
    while next_blank(kind.move, draft) is not None:
        try:
            draft = fill(kind.move, draft, UNKNOWN)
        except ValueError:
            return None
    move = whole(kind.move, draft)
    return move if move is not None and faults(game, position, move, by) else None


def in_tray(game: Game[Any], draft: Draft) -> bool:
    """Whether the next blank of a draft is answered by all in the tray, once."""
    kind = game.kind_of(draft)
    blank = next_blank(kind.move, draft)
    if blank is None or blank.listed or blank.name in kind.hidden:
        return False
    return blank.picker in ("choice", "number")


def breaks(game: Game[Any], view: Any, draft: Draft) -> tuple[Fault, ...]:
    """What an unfinished draft breaks already."""
    told = (one for one in ticks(game, view, draft) if one.state == "broken")
    return tuple(Fault(one.clause, one.values) for one in told)


def no_worse(game: Game[Any], view: Any, draft: Draft) -> Iterator[Any]:
    """Of a draft that breaks rules already, the answers in the tray that break nothing more: with
    one of them it is judged for what it breaks, and the table may allow that."""
    if not in_tray(game, draft) or asked_for(game, view, draft.kind) is None:
        return
    had = {one.clause for one in breaks(game, view, draft)}
    for value in candidates(game, view, draft) if had else ():
        more = breaks(game, view, fill(game.kind_of(draft).move, draft, value))
        if had >= {one.clause for one in more}:
            yield value


def doomed(game: Game[Any], view: Any, draft: Draft) -> Move | None:
    """What a draft comes to with the first answers in the tray that break nothing more, where it
    breaks rules already and no answer could mend that; None for anything else."""
    move, told = game.kind_of(draft).move, draft
    while next_blank(move, told) is not None:
        value = next(no_worse(game, view, told), None)
        if value is None or offers(game, view, told):
            return None
        told = fill(move, told, value)
    return None if told == draft else whole(move, told)


def ends_with_next(game: Game[Any], view: Any, drafts: Sequence[Draft], leading: Leading) -> bool:
    """Whether with one value more that leads on, the list that is told may end."""
    for draft in drafts:
        move = game.kind_of(draft).move
        more = (fill(move, draft, one) for one in leading(view, draft) if one != DONE)
        if any(whole(move, one) or DONE in leading(view, one) for one in more):
            return True
    return False


def overruled(game: Game[Any], view: Any, draft: Draft, why: tuple[Fault, ...]) -> Move | None:
    """The move that a list makes which ends here, where nothing is against it but ``why`` and a
    table may let that be; None otherwise."""
    move = whole(game.kind_of(draft).move, fill(game.kind_of(draft).move, draft, DONE))
    soft = all(game.rulebook[one.clause].strength == "soft" for one in why)
    if move is None or not soft or game.kind_of(draft).hidden:
        return None
    with suppress(Open):
        against = {one.clause for one in faults(game, view, move)}
        return move if against == {one.clause for one in why} else None
    return None


def goes_on(game: Game[Any], view: Any, draft: Draft, leading: Leading) -> bool:
    """Whether a draft breaks nothing and can be gone on with, or nobody can say."""
    kind = game.by_name[draft.kind]
    if asked_for(game, view, kind.name) is None or broken(game, view, draft):
        return False
    blank = next_blank(kind.move, draft)
    if blank is None or blank.picker == "text" or blank.name.partition(".")[0] in kind.hidden:
        return True
    return next(leading(view, draft), None) is not None


def alone(game: Game[Any], view: Any, draft: Draft, *, only: bool = False) -> bool:
    """Whether a touch can mean no other kind of move that is asked for. only: what was touched
    fits none."""
    asked = asked_for(game, view, draft.kind)
    if asked is None:
        return False
    kinds = (game.by_name[name] for name in asked.kinds)
    others = (kind for kind in kinds if kind.name != draft.kind and not kind.explicit)
    return only or not any(fields(kind.move) for kind in others)


def lands(game: Game[Any], view: Any, draft: Draft) -> bool:
    """Whether a draft is a whole move of which a piece comes to lie on what was touched: nobody who
    touched that place can have meant less."""
    kind = game.kind_of(draft)
    move, touched = whole(kind.move, draft), strings(draft)
    if move is None or kind.hidden or kind.reveals or not touched:
        return False
    with suppress(Open):
        verdict = judge(game, view, move, openly=True)
        if isinstance(verdict, Accepted):
            steps = hands_of(game, view, verdict)
            return any(one.target == touched[-1] for step in steps for one in step)
    return False


def fruitless(game: Game[Any], view: Any, draft: Draft) -> Fruitless:
    """Why nothing can be made of a draft: what it breaks already, else what stops it after it got
    furthest. Nothing of a touch that begins a kind that nobody is asked for, and that could not be
    made if anybody was: it is not what was meant."""
    touched = bool(draft.values) and asked_for(game, view, draft.kind) is None
    if touched and _impossible(game, view, draft):
        return Fruitless("", (), draft, general=True)
    broken = _stops(game, view, draft)
    if broken is not None:
        return Fruitless("", (broken[1],), draft)
    found = _furthest(game, view, draft, TRIED)
    return Fruitless("", () if found is None else (found[2],), draft, general=True)


def _impossible(game: Game[Any], view: Any, draft: Draft) -> bool:
    """Whether a draft lacks a fact."""
    wrong = (one.clause for one in ticks(game, view, draft) if one.state == "broken")
    return any(game.rulebook[one].strength == "fact" for one in wrong)


def _furthest(game: Game[Any], view: Any, draft: Draft, most: int) -> tuple[int, int, Fault] | None:
    """How many blanks were filled, how many needs went well, and what stopped it then."""
    kind = game.kind_of(draft)
    blank = next_blank(kind.move, draft)
    if blank is None or blank.name.partition(".")[0] in kind.hidden:
        return None
    values = [one for one in candidates(game, view, draft) if one != DONE][:most]
    depth = len(draft.values) + 1
    if not values:
        return _next_need(game, view, draft, depth)
    found: list[tuple[int, int, Fault]] = []
    for value in values:
        new = fill(kind.move, draft, value)
        stopped = _stops(game, view, new)
        if stopped is not None:
            found.append((depth, *stopped))
        elif most > 1 and (deeper := _furthest(game, view, new, most // 2)) is not None:
            found.append(deeper)
    return max(found, key=lambda one: one[:2], default=None)


def _next_need(
    game: Game[Any], view: Any, draft: Draft, depth: int
) -> tuple[int, int, Fault] | None:
    """The next need of a draft that nothing can be chosen for, as far as a rule tells it."""
    book = game.rulebook
    for at, tick in enumerate(ticks(game, view, draft)):
        if tick.state == "open" and book[tick.clause].rule:
            return depth, at, Fault(tick.clause, {})
    return None


def _stops(game: Game[Any], view: Any, draft: Draft) -> tuple[int, Fault] | None:
    """The first need that a draft breaks, the frame before all, and how many come before it."""
    for at, tick in enumerate(ticks(game, view, draft)):
        if tick.state == "broken":
            return at, Fault(tick.clause, tick.values)
    return None


def reach(game: Game[Any], view: Any, drafts: tuple[Draft, ...]) -> Iterator[Stop]:
    """Where the piece that drafts have chosen gets to, each place once, the nearest first."""
    seen = set()
    for draft in drafts:
        kind = game.kind_of(draft)
        blank = next_blank(kind.move, draft)
        if kind.onward is None or blank is None or blank.name != kind.destination:
            continue
        for stop in stops(game, view, kind, draft.values[0]):
            if stop.at not in seen and stop.mover != draft.values[0]:
                seen.add(stop.at)
                yield stop


def different(game: Game[Any], view: Any, drafts: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """The drafts without those that are whole and come to the same as an earlier one of their kind
    (kinds have names, and which is meant is said by them)."""
    if len(drafts) < 2:
        return drafts
    found: list[Draft] = []
    known: list[tuple[str, Any]] = []
    for draft in drafts:
        kind = game.kind_of(draft)
        move = whole(kind.move, draft)
        comes = None if move is None or kind.hidden else _comes_to(game, view, move)
        if comes is None or (draft.kind, comes) not in known:
            found.append(draft)
            known.append((draft.kind, comes))
    return tuple(found)


def _comes_to(game: Game[Any], view: Any, move: Move) -> Any:
    """The position after a move; None if it is refused or that cannot be said."""
    with suppress(Open):
        verdict = judge(game, view, move, openly=True)
        if isinstance(verdict, Accepted):
            return verdict.position
    return None


def parting(ways: tuple[Way, ...]) -> int:
    """The first move in which ways differ."""
    return next(at for at, moves in enumerate(zip(*ways, strict=True)) if len(set(moves)) > 1)


def differing(drafts: tuple[Draft, ...]) -> tuple[str, ...]:
    """The values in which drafts of one kind differ first."""
    for kind in dict.fromkeys(draft.kind for draft in drafts):
        alike = (strings(one) for one in drafts if one.kind == kind)
        for values in zip(*alike, strict=False):
            if len(set(values)) > 1:
                return tuple(dict.fromkeys(values))
    return ()


def strings(draft: Draft) -> tuple[str, ...]:
    """What a draft is filled with, as tokens."""
    return tuple(str(value) for value in (*draft.values, *draft.parts, *draft.item))
