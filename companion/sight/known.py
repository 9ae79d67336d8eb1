"""What one seat knows more of than everybody: what its private look is about.

Whatever stands here is for that seat alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from companion.kernel import UNKNOWN
from companion.scene import Counter, Instrument, Listing, Scene, Shape
from companion.sight.printed import printed
from companion.sight.sight import Sight
from companion.text import Phrasebook


@dataclass(frozen=True)
class Thing:
    """One thing.

    label: what it is called; "" where that is printed on it.
    token: what it is, whose look may be in the pictures of the game.
    card: it as shapes, their words said already; nothing where only its look is known.
    """

    label: str
    token: str = ""
    card: tuple[Shape, ...] = ()


@dataclass(frozen=True)
class Section:
    """Things of one kind, and what these are called."""

    title: str
    things: tuple[Thing, ...]


@dataclass(frozen=True)
class Known:
    """All of it.

    sentences: what has to be said before.
    sections: things as pictures.
    others: what is no row of things.
    scene: the table as the seat sees it; None where that is the same as for everybody.
    """

    sentences: tuple[str, ...]
    sections: tuple[Section, ...]
    others: tuple[Instrument, ...]
    scene: Scene | None

    @property
    def nothing(self) -> bool:
        """Whether everybody knows as much."""
        return not (self.sentences or self.sections or self.others)


def known(sight: Sight, seat: str) -> Known:
    """What a seat alone knows now."""
    match, package = sight.match, sight.package
    view = match.game.seen_by(match.position, seat)
    say, own = sight.phrasebook_of(view, seat), package.scene(view)
    sections, others = [], []
    there = tuple(_on_the_table(own, sight.phrasebook, say))
    if there:
        sections.append(Section(say.say("label", "only_known"), there))
    for one in _only_shown(own, sight, seat, say):
        if isinstance(one, Listing):
            things = tuple(_thing(sight, view, line, say) for line in one.lines)
            sections.append(Section(sight.words(one.text, {}, say), things))
        elif isinstance(one, Counter):
            look = (Shape(form="piece", x=0, y=0, size=1, look=one.look, seat=seat),)
            things = (Thing(str(one.count), card=look if one.look else ()),)
            sections.append(Section(sight.words(one.text, {}, say), things))
        else:
            others.append(one)
    sentences = tuple(say.event(one) for one in match.contradictions(seat))
    return Known(sentences, tuple(sections), tuple(others), own if there else None)


def in_words(own: Known, sight: Sight, seat: str) -> tuple[str, ...]:
    """What a seat alone knows, for an ear."""
    view = sight.match.game.seen_by(sight.match.position, seat)
    say = sight.phrasebook_of(view, seat)
    if own.nothing:
        return (say.say("notice", "nothing_private", {"seat": seat}),)
    told = list(own.sentences)
    for one in own.sections:
        things = [thing.label or say.name(thing.token) for thing in one.things]
        told.append(f"{one.title}: {', '.join(things)}" if one.title else ", ".join(things))
    return (*told, *(sight.words(one.text, {}, say) for one in own.others))


def _thing(sight: Sight, view: object, token: str, say: Phrasebook) -> Thing:
    if token == UNKNOWN:
        back = Shape(form="card", x=0, y=0, size=1, text=token, ghost=True)
        return Thing(say.name(token), token, (back,))
    card = printed(sight.package, view, token, lambda text, values: sight.words(text, values, say))
    return Thing("" if card else say.name(token), token, card)


def _on_the_table(own: Scene, public: Phrasebook, say: Phrasebook) -> Iterator[Thing]:
    """The things on the table that are called otherwise for this seat than for everybody."""
    seen = {shape.token: shape for shape in own.shapes if shape.token}
    for token, shape in seen.items():
        if public.name(token) != say.name(token):
            alone = replace(shape, x=0, y=0, size=1, text="", values={}, count=1, ghost=False)
            yield Thing(say.name(token), token, (alone,))


def _only_shown(own: Scene, sight: Sight, seat: str, say: Phrasebook) -> Iterator[Instrument]:
    """The instruments of a seat that tell it more than everybody."""
    public = sight.phrasebook
    for_all = [
        one for panel in sight.scene.panels if panel.seat == seat for one in panel.instruments
    ]
    for panel in own.panels:
        for one in panel.instruments if panel.seat == seat else ():
            lines = one.lines if isinstance(one, Listing) else ()
            if one not in for_all or any(public.name(x) != say.name(x) for x in lines):
                yield one
