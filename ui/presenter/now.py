"""What stands beside the board: one sentence for now with the picture of what hands do, and one
line for what happened last.

Worked out on the public view. The history, the offers and the supply stand elsewhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from msgspec import structs

from companion.kernel import Asked, Change, Draft, Open
from companion.kernel.judge import happens
from companion.kernel.offers import begin, completions
from companion.match.entries import Amended, Redone, Undone
from companion.match.instructions import hands_of
from companion.match.last_answer import last_said
from companion.scene import Shape
from companion.scene.hands import Hand, HandsPicture, Look, Spot
from companion.scene.pictures import hands, signs
from companion.sight.asking import acting, request
from companion.sight.last import Happened, LastLine, happened
from companion.sight.printed import printed, standing
from ui.presenter.hands import Sight, net, picture, plain_sign, work
from ui.presenter.presenter import Presenter
from ui.presenter.view_models import Refusal

Face = Literal["move", "question", "refusal", "waiting"]


@dataclass(frozen=True)
class NowCard:
    """What one person does now.

    face: *move*: something on the board is chosen; *question*: hands do something, and the tray
        asks what came of it; *refusal*: what is the case; *waiting*: all others have answered the
        same.
    seat: whose shape stands there, "" for everybody's.
    eyebrow: the small word above the sentence.
    sentence: what is done, or what is the case.
    picture: None where hands do nothing.
    caption: what stands below the picture instead of the words of each hand, "" for those.
    note: what stands above the picture: whose last move it is of, and that hands do the rest of it
        before what is asked, or put back what was taken back; "" where it is of what is asked.
    done: the picture is of one thing that whoever is asked did and then told; of several, hands may
        have done the first alone.
    place: the place that it is about as it lies there, where that is not in sight otherwise; shown
        while hands do nothing.
    """

    face: Face
    seat: str
    eyebrow: str
    sentence: str
    picture: HandsPicture | None = None
    caption: str = ""
    note: str = ""
    done: bool = False
    place: tuple[Shape, ...] = ()


def now_card(presenter: Presenter, *, child: bool = False, ending: bool = False) -> NowCard:
    """What stands in the card of now. child: a refusal says "not yet". ending: the bright button
    ends the step, so that this is what is asked."""
    say, refusal = presenter.phrasebook, presenter.refusal
    if refusal is not None:
        eyebrow = say.say("label", "not_yet" if child else "not_this_one")
        sentence = refusal.faults[0].sentence
        face = NowCard("refusal", _whose(presenter), eyebrow, sentence)
        if printed_on := _printed(presenter):
            return replace(face, place=printed_on)
        return replace(face, picture=_crossed(presenter, refusal))
    question = presenter.question
    sentence = prompt(presenter, ending=ending) if question is None else question.text
    card = NowCard(_face(presenter), _whose(presenter), say.say("label", "now"), sentence)
    if question is not None:  # hands wait for the answer
        return card
    done = None if presenter.composer.begun or _turns_up(presenter) else _done(presenter)
    if done is not None and (owed := _owed(presenter, card, done)):
        return owed
    shown = _example(presenter, ending=ending)
    if shown is None:
        return replace(card, place=_to_be_touched(presenter))
    key = "hands_first" if card.face == "move" else "hands_turn_up"
    told = card.face == "move" or _turned_up(shown.hands[0])
    return replace(card, picture=shown, caption=say.say("notice", key) if told else "")


def _owed(presenter: Presenter, card: NowCard, done: HandsPicture) -> NowCard | None:
    """The card with what hands still do because of what was done last, or have done; None where
    somebody else has done it: below a sentence to one person it would seem to be asked of them."""
    say, what = presenter.phrasebook, _latest(presenter)
    said = last_said(presenter.match)
    if isinstance(said, Undone | Redone | Amended) or what is None or not what.seat:
        key = "to_be_put_back" if isinstance(said, Undone) else "to_be_done"
        return replace(card, picture=done, note=say.say("label", key))
    if len(done.hands) > 1:
        key = "to_be_done" if what.seat == card.seat else "to_be_finished"
        return replace(card, picture=done, note=say.say("label", key, {"seat": what.seat}))
    if what.seat != card.seat:
        return None
    note = say.say("label", "move_of", {"seat": what.seat})
    return replace(card, picture=done, note=f"✓ {note}", done=True)


def last(presenter: Presenter, notice: str = "", *, marks: bool = True) -> LastLine:
    """What happened last; before that what there is to say to a touch that did nothing, and before
    all a notice of the screen. marks: whether there is room to say what a mark behind numbers
    means."""
    if said := notice or presenter.notice or (_first_said(presenter) if marks else ""):
        return LastLine("", said)
    what = _latest(presenter)
    return LastLine("", "") if what is None else what.line(presenter.phrasebook)


def _first_said(presenter: Presenter) -> str:
    """Before anything was done: what the mark behind numbers means, where there is one."""
    marked = not presenter.match.steps and guessed(presenter)
    return presenter.phrasebook.say("notice", "guessed") if marked else ""


def guessed(presenter: Presenter) -> bool:
    """Whether numbers on the board bear the mark of what nobody has read from the box yet."""
    mark = presenter.phrasebook.say("label", "guessed")
    return any(mark in presenter.words(one.text, one.values) for one in presenter.scene.shapes)


def _latest(presenter: Presenter) -> Happened | None:
    heard = (one for one in (*presenter.work, presenter.done) if one is not None)
    return happened(presenter.match, heard)


def _alike(asked: Sequence[Asked]) -> tuple[str, ...]:
    """Whoever is asked the same as the first."""
    return tuple(one.seat for one in asked if one.prompt == asked[0].prompt)


def _whose(presenter: Presenter) -> str:
    """The seat that is spoken to: the one asked, or the one the table tells something for; first
    of all the one that is to agree."""
    for one in presenter.question.answers if presenter.question is not None else ():
        if one.token in presenter.match.seats:
            return one.token
    seats = acting(presenter.asked, presenter.match.seats)
    return seats[0] if len(seats) == 1 else ""


def _face(presenter: Presenter) -> Face:
    asks = presenter.question is not None or presenter.offers.picker is not None
    if not presenter.composer.begun and _waited_for(presenter):
        return "waiting"
    return "question" if asks or presenter.offers.typed else "move"


def _waited_for(presenter: Presenter) -> bool:
    """Whether one alone is left of several who were asked the same."""
    steps, asked = presenter.match.steps, presenter.asked
    if not steps or len(_alike(asked)) != 1:
        return False
    before = presenter.game.asked(presenter.game.public(steps[-1].before))
    return len(_alike(before)) > 1 and before[0].prompt == asked[0].prompt


def prompt(presenter: Presenter, *, ending: bool) -> str:
    """What is asked, whatever question is open. ending: see :func:`now_card`."""
    if presenter.composer.begun or not presenter.asked:
        return presenter.offers.prompt
    return request(presenter.asked, presenter.phrasebook, ending=ending)


# The picture --------------------------------------------------------------------------------


def sight_of(presenter: Presenter) -> Sight:
    """How the pieces and places of its view look."""
    text = hands(presenter.package.art)
    return Sight(text, presenter.scene, presenter.match.seats)


def _done(presenter: Presenter) -> HandsPicture | None:
    """What hands have still to do because of what was done last, but what they turned up, if it
    lies nowhere that the table shows: they have told what it is."""
    sight = sight_of(presenter)
    done = picture(net(work(presenter.work), sight), sight, presenter.phrasebook.change)
    hands = () if done is None else done.hands
    left = tuple(one for one in hands if not _turned_up(one) or sight.thing(one.at) is not None)
    return HandsPicture(left) if left else None


def _turns_up(presenter: Presenter) -> bool:
    """Whether the move before is only over once something more is turned up: then that is what
    hands do."""
    asked = presenter.asked
    owed = bool(asked) and asked[0].owed
    return owed and all(presenter.game.by_name[name].reveals for name in asked[0].kinds)


def _turned_up(hand: Hand) -> bool:
    return hand.template == "turn_up" and hand.source.stand == "stack"


def _example(presenter: Presenter, *, ending: bool) -> HandsPicture | None:
    """What hands do next: the first of the moves that the draft can become, without what is not
    known before it is done: what comes from a stack is turned up, and all else may follow from
    that. ending: only of those that end the step."""
    for draft in _drafts(presenter):
        kind = presenter.game.kind_of(draft)
        if ending and not kind.ends:
            continue
        reveals = kind.reveals
        found = picture(_becomes(presenter, draft), sight_of(presenter), lambda _: "")
        hands = () if found is None else found.hands
        if reveals:
            hands = tuple(_unseen(one) for one in hands if one.source.stand == "stack")
        if hands:
            return HandsPicture(hands[:1])
    return None


def _to_be_touched(presenter: Presenter) -> tuple[Shape, ...]:
    """The first of the things on the table between which a touch decides, as it stands there,
    where something is begun and hands do nothing yet. Of pieces that do not look alike, such as the
    faces of a die, none: it would seem to be what was touched already."""
    if not presenter.composer.begun or presenter.composer.pick():
        return ()
    scene, lit = presenter.scene, presenter.offers.lit
    there = [one for one in scene.shapes if one.token in lit]
    pieces = [one for one in there if one.form in ("piece", "pile")]
    first = {one.token: (one.look, one.seat) for one in reversed(pieces)}  # the rest it bears
    if len(set(first.values())) > 1:
        return ()
    return next((standing(scene, one.token, presenter.words) for one in (*pieces, *there)), ())


def _drafts(presenter: Presenter) -> Iterator[Draft]:
    """What is begun, once it is clear which kind of move it is; else what is asked of the first,
    the likeliest before the others, but what is only begun by name."""
    if presenter.composer.begun:
        if not presenter.offers.kinds_meant:
            yield presenter.composer.drafts[0]
        return
    for one in presenter.asked[:1]:
        for name in one.kinds:
            if name == one.kinds[0] or not presenter.game.by_name[name].explicit:
                yield begin(presenter.game, name, one.seat)


def _becomes(presenter: Presenter, draft: Draft) -> tuple[Change, ...]:
    """What changes first when the first move is made that a draft can become, on the public view:
    with the last decision of a round much follows that hands do later."""
    game, view = presenter.game, presenter.view
    if game.kind_of(draft).hidden or draft.kind in hands(presenter.package.art).idle:
        return ()
    try:
        move = next(completions(game, view, draft), None)
        if move is None:
            return ()
        return next(hands_of(game, view, happens(game, view, move)), ())
    except Open:  # it rests on what nobody knows yet
        return ()


def _unseen(hand: Hand) -> Hand:
    """The same with an empty face: what is turned up is not known before."""
    form = "square" if hand.piece.form == "piece" else hand.piece.form
    return structs.replace(hand, piece=Look("", form, ghost=True))


def _printed(presenter: Presenter) -> tuple[Shape, ...]:
    """The thing that a refused move names, as it is printed, where the table does not show it."""
    named = () if presenter.why is None else presenter.why.named
    if any(sight_of(presenter).thing(one) is not None for one in named):
        return ()
    cards = (printed(presenter.package, presenter.view, one, presenter.words) for one in named)
    return next(filter(None, cards), ())


def _crossed(presenter: Presenter, refusal: Refusal) -> HandsPicture:
    """The two things of a refused move that do not go together, where the table shows them; else
    the one it shows, or what was wanted, crossed out."""
    sight, why = sight_of(presenter), presenter.why
    named = () if why is None or why.look not in ("apart", "cross") else why.named
    seen = [spot for spot in map(sight.thing, named) if spot is not None]
    if len(seen) > 1:
        moved, place = sight.upon(named[0], presenter.seat), seen[0].look
        if moved is None or moved.look == place.look:
            return HandsPicture((Hand("apart", place, Spot("board"), seen[-1]),))
        return HandsPicture((Hand("apart", moved, seen[0], seen[-1]),))
    if seen:
        piece = seen[0].look
    else:
        kind = presenter.game.by_name[refusal.kind]
        sign = signs(presenter.package.art).get(kind.name) or plain_sign(kind)
        piece = Look(sign, seat="" if sign.startswith("sign-") else presenter.seat)
    return HandsPicture((Hand("crossed", piece, Spot("board"), Spot("board")),))
