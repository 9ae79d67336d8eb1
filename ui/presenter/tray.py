"""The tray: all kinds of move that a step knows, in an order that never changes during a match."""

from companion.kernel import MOVE, TABLE, Draft, asked_for, begin, broken, next_blank
from companion.match.composer import Composer
from companion.match.match import Match
from companion.scene import Scene
from companion.text import Phrasebook
from ui.presenter.view_models import Action, Offer, OfferState


def tray(match: Match, composer: Composer, say: Phrasebook) -> tuple[Offer, ...]:
    """What can be begun, ended or not be done now, and why."""
    found = []
    for name in kinds_in_order(match):
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
    if possible(match, composer, draft):
        return "open", ""
    line = _short(match, composer, say, draft)
    if not line and draft.kind in done_this_turn(match):
        return "spent", say.say("tray", "spent")
    return "blocked", line or say.say("tray", "blocked")


def against(match: Match, composer: Composer, say: Phrasebook, name: str) -> str:
    """What is against a kind of move in a few words, "" where nothing is or it has none."""
    return _short(match, composer, say, _begun(match, composer, name))


def _short(match: Match, composer: Composer, say: Phrasebook, draft: Draft) -> str:
    """Why a draft cannot be gone on with, in a few words, where the rulebook has any."""
    why = composer.outlook.fruitless(match.public, draft)
    return say.short(why.faults[0]) if why.faults else ""


def possible(match: Match, composer: Composer, draft: Draft) -> bool:
    """Whether a kind of move can be gone on with, or nobody can say."""
    if asked_for(match.game, match.public, draft.kind) is None or broken(
        match.game, match.public, draft
    ):
        return False
    kind = match.game.by_name[draft.kind]
    blank = next_blank(kind.move, draft)
    if blank is None or blank.picker == "text" or blank.name.partition(".")[0] in kind.hidden:
        return True
    return composer.outlook.leads(match.public, draft)


def follows(match: Match, say: Phrasebook, name: str) -> str:
    """What is said of a kind of move below its name, or of one that closes a turn who is next."""
    here = [seat for seat in match.seats if seat not in match.absent]
    asked = next((one.seat for one in match.asked if one.seat in here), "")
    if asked and say.has("kind_next", name):
        following = here[(here.index(asked) + 1) % len(here)]
        return say.say("kind_next", name, {"next": following})
    return say.say("kind_detail", name) if say.has("kind_detail", name) else ""


def done_this_turn(match: Match) -> set[str]:
    """The kinds of move that whoever is asked has made since this turn began; what somebody else
    tells meanwhile ends no turn."""
    own, found = {one.seat for one in match.asked}, set[str]()
    for step in reversed(match.timeline.steps.recent):
        kind = None if step.move is None else match.game.kind(step.move)
        told = kind is not None and kind.role != "play"
        if step.by not in own | {TABLE} and not told:
            break
        if kind is not None and step.by in own:
            found.add(kind.name)
    return found


def by_side(places: tuple[str, ...], scene: Scene, say: Phrasebook) -> tuple[Action, ...]:
    """Two places, each with what it looks like and on which side of the other it lies, as the board
    shows it; nothing for more of them, or where one lies nowhere."""
    where = {one.token: (one.x, one.y) for one in reversed(scene.shapes)}
    if len(places) != 2 or not where.keys() >= set(places):
        return ()
    (x, y), (other_x, other_y) = (where[one] for one in places)
    across = abs(x - other_x) >= abs(y - other_y)
    sides = ("at_left", "at_right") if across else ("at_bottom", "at_top")
    later = x > other_x if across else y > other_y
    found = []
    for place, side in zip(places, reversed(sides) if later else sides, strict=True):
        seen = say.by_sight(place)
        found.append(Action(place, seen[:1].upper() + seen[1:], say.say("label", side)))
    return tuple(found)
