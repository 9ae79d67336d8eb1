"""The tray: all kinds of move that a step knows, in an order that never changes during a match."""

from collections import Counter
from itertools import islice

from companion.kernel import (
    DONE,
    MOVE,
    TABLE,
    Draft,
    Fault,
    asked_for,
    begin,
    candidates,
    fill,
    next_blank,
    ticks,
)
from companion.match.beginnings import closing_kind
from companion.match.composer import Composer
from companion.match.match import Match
from companion.text import Phrasebook
from ui.presenter.view_models import Offer, OfferState

TRIED = 12
"""Values of a blank that are looked at for why none of them will do."""


def tray(match: Match, composer: Composer, say: Phrasebook) -> tuple[Offer, ...]:
    """What can be begun, ended or not be done now, and why. The kind that closes the step is not
    among them: it has a place of its own."""
    closing = closing_kind(match.game, match.public)
    found = []
    for name in kinds_in_order(match):
        if name != closing:
            state, line = _stands(match, composer, say, _begun(match, composer, name))
            found.append(Offer(MOVE + name, name, say.say("kind", name), state, line))
    return tuple(found)


def kinds_in_order(match: Match) -> list[str]:
    """The kinds that the step knows, in their order: that of the game, then that of the rules."""
    asked = {name for one in match.asked for name in one.kinds}
    listed = [name for one in match.asked for name in match.package.offers.get(one.prompt, ())]
    rest = [kind.name for kind in match.game.kinds if kind.name in asked]
    return list(dict.fromkeys((*listed, *rest)))


def _begun(match: Match, composer: Composer, name: str) -> Draft:
    """What there is of a kind of move, with what is chosen now."""
    for draft in composer.drafts:
        if draft.kind == name:
            return draft
    for draft in composer.carried_over(match.public, match.game.by_name[name]):
        return draft
    asked = asked_for(match.game, match.public, name)
    return Draft(name) if asked is None else begin(match.game, name, asked.seat)


def _stands(
    match: Match, composer: Composer, say: Phrasebook, draft: Draft
) -> tuple[OfferState, str]:
    if {one.kind for one in composer.drafts} == {draft.kind}:
        return "waits", ""
    if _possible(match, composer, draft):
        return "open", ""
    why = _against(match, draft)
    line = "" if why is None else say.short(why)
    if not line and draft.kind in done_this_turn(match):
        return "spent", say.say("tray", "spent")
    return "blocked", line or say.say("tray", "blocked")


def against(match: Match, composer: Composer, say: Phrasebook, name: str) -> str:
    """What is against a kind of move in a few words, "" where nothing is or it has none."""
    why = _against(match, _begun(match, composer, name))
    return "" if why is None else say.short(why)


def _possible(match: Match, composer: Composer, draft: Draft) -> bool:
    """Whether a kind of move can be gone on with, or nobody can say."""
    if asked_for(match.game, match.public, draft.kind) is None or _broken(match, draft):
        return False
    kind = match.game.by_name[draft.kind]
    blank = next_blank(kind.move, draft)
    if blank is None or blank.picker == "text" or blank.name.partition(".")[0] in kind.hidden:
        return True
    return composer.outlook.leads(match.public, draft)


def _against(match: Match, draft: Draft) -> Fault | None:
    """What is against a kind of move: what it breaks already, or most of what could be chosen
    would; None where nothing can be named."""
    broken = _broken(match, draft)
    if broken is not None:
        return broken
    move = match.game.by_name[draft.kind].move
    tried = islice(candidates(match.game, match.public, draft), TRIED)
    faults = [_broken(match, fill(move, draft, value)) for value in tried if value != DONE]
    by_clause = {fault.clause: fault for fault in reversed(faults) if fault is not None}
    counted = Counter(fault.clause for fault in faults if fault is not None)
    return by_clause[counted.most_common(1)[0][0]] if counted else None


def _broken(match: Match, draft: Draft) -> Fault | None:
    """The first need that a draft breaks, the frame before all."""
    for tick in ticks(match.game, match.public, draft):
        if tick.state == "broken":
            return Fault(tick.clause, tick.values)
    return None


def done_this_turn(match: Match) -> set[str]:
    """The kinds of move that whoever is asked has made since this turn began."""
    own, found = {one.seat for one in match.asked}, set[str]()
    for step in reversed(match.timeline.steps.recent):
        if step.by not in own | {TABLE}:
            break
        if step.move is not None and step.by in own:
            found.add(match.game.kind(step.move).name)
    return found
