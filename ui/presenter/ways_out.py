"""A refused move: its reasons, and the ways out of it, how each reads and what it costs."""

from collections.abc import Sequence
from typing import Any

from companion.kernel import (
    Draft,
    Game,
    Move,
    Open,
    Refused,
    Way,
    hides_next,
    masked,
    openly_otherwise,
)
from companion.kernel.drafts import next_blank, steps
from companion.kernel.judge import after
from companion.match.registry import GamePackage
from companion.scene import Stage
from companion.sight.asking import one_sentence
from companion.text import Phrasebook
from ui.presenter.answers import Refusing, fault_lines
from ui.presenter.view_models import Refusal, WayOut


def refused(refusing: Refusing, game: Game[Any], view: Any, say: Phrasebook) -> Refusal:
    """A move that is not allowed, with its reasons and what would be possible instead."""
    move, by, answer = refusing
    assert isinstance(answer.verdict, Refused)
    told = openly_otherwise(game, view, move, by, answer.verdict.faults)
    plain = masked(game.kind(move), move)
    whole, short = (one_sentence((game.plain(plain),), say, short=one) for one in (False, True))
    alike: dict[str, list[Way]] = {}
    for way in (*((one,) for one in told), *answer.verdict.alternatives):
        alike.setdefault(one_sentence(map(game.plain, way), say, short=True), []).append(way)
    every = (_way_out(game, sentence, ways, short, plain) for sentence, ways in alike.items())
    found = [one for one in every if one.choose is None or _is_seen(game, one.choose)]
    if game.kind(move).reveals:  # what came up is not chosen: another of it is no way out
        found = [one for one in found if type(one.way[-1]) is not type(move)]
    found.sort(key=lambda one: game.kind(one.way[-1]).ends)  # to end it all is the last resort
    faults = fault_lines(answer.verdict, say, game.rulebook)
    return Refusal(game.kind(move).name, whole, faults, tuple(found), answer.allowable)


def _way_out(game: Game[Any], sentence: str, ways: list[Way], whole: str, move: Move) -> WayOut:
    """What reads alike is one way out: what is chosen then is shown by the board, or told in
    private."""
    if game.kind(ways[0][-1]).hidden:
        return WayOut(sentence, ways[0], _openly_told(game, ways[0][-1]))
    meant = [way[-1] for way in ways]
    if sentence == whole:
        meant.append(move)
    if len(meant) == 1 or len(ways[0]) > 1 or len({type(one) for one in meant}) > 1:
        return WayOut(sentence, ways[0])
    return WayOut(sentence, ways[0], _shared(meant))


def _is_seen(game: Game[Any], draft: Draft) -> bool:
    """Whether what is still to be chosen is a thing on the table, or private: anything else that
    reads like the refused move is that move to whoever reads it."""
    kind = game.kind_of(draft)
    blank = next_blank(kind.move, draft)
    return blank is not None and (blank.picker == "token" or hides_next(kind, draft))


def _openly_told(game: Game[Any], move: Move) -> Draft:
    """What all see of a move, up to what is told in private."""
    return next(draft for draft, _ in steps(move) if hides_next(game.kind(move), draft))


def _shared(moves: Sequence[Move]) -> Draft:
    """What moves of one kind have in common, up to where they differ."""
    each, *others = ([head for head, _ in steps(one)] for one in moves)
    return [head for head in each if all(head in one for one in others)][-1]


def cost(
    package: GamePackage, view: Any, say: Phrasebook, one: WayOut, refused: str, places: int
) -> str:
    """What comes of a way out, in a few words: how many places there are, what it uses of what is
    left in this step, or that it ends it; what other kinds of move always say stands on their
    offers. refused: the kind of move that it leads out of: only of that is another place one
    elsewhere. places: that could be chosen."""
    kind = package.game.kind(one.way[-1])
    if kind.hidden:
        return say.say("label", "told_in_private")
    if one.choose is not None:
        alike = kind.name == refused
        return say.say("label", "elsewhere" if alike else "count_possible", {"count": places})
    used = _used(package, view, one.way)
    if used is not None and say.has("way_cost", used[0]):
        return say.say("way_cost", *used)
    return (
        say.say("kind_detail", kind.name) if kind.ends and say.has("kind_detail", kind.name) else ""
    )


def _used(package: GamePackage, view: Any, way: Way) -> tuple[str, dict[str, int]] | None:
    """The step that it is, what there was left of it and how much of that is used."""
    before = _now(package, view)
    try:
        for move in way:
            view = package.game.public(after(package.game, view, move))
    except Open:  # it rests on what nobody knows yet
        return None
    later = _now(package, view)
    if before is None or later is None or before.text != later.text:
        return None
    left, still = before.values.get("left"), later.values.get("left")
    if not (isinstance(left, int) and isinstance(still, int)) or left <= still:
        return None
    return before.text.partition(".")[2], {"left": left, "used": left - still}


def _now(package: GamePackage, view: Any) -> Stage | None:
    return next((one for one in package.scene(view).stages if one.now), None)
