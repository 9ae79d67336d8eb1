"""What a telephone is answered, as data and in words: it is for one seat, and for nobody else.

It is a function of what that seat may know; whoever draws it works nothing out.
"""

import msgspec

from companion.kernel import Verbatim
from companion.languages import LANGUAGES, Language, called
from companion.scene import Shape
from companion.sight.asking import own as own_texts
from companion.sight.known import Thing, known
from companion.sight.look import drawn, has_look, rows
from companion.sight.seen import Drawn, Row
from companion.sight.sight import Sight
from companion.text import plain_phrasebook

WORDS = (
    *("agree", "back", "board", "do", "end", "end_agreed", "end_draw", "end_resigned", "enter"),
    *("hold", "holding", "language", "last", "lost"),
    *("not_now", "refuse", "stale", "take_back", "type", "unknown"),
)
"""What the page itself says."""


class Me(msgspec.Struct, frozen=True, tag="me"):
    """Whose hand a telephone is.

    seat, name: "" while the table is not at the match that it belongs to.
    game: what is played, "" likewise.
    may: what it may do, see ``ui.session.settings``.
    language: in which it is spoken to.
    languages: all there are, each with what it is called.
    words: what the page itself says, by name.
    """

    seat: str
    name: str
    game: str
    may: str
    language: Language
    languages: tuple[tuple[Language, str], ...]
    words: dict[str, str]


class Held(msgspec.Struct, frozen=True):
    """One thing. label: what it is called, "" where that is printed on it. shapes: it, round 0, 0;
    nothing where only its name is known."""

    label: str
    shapes: tuple[Drawn, ...]


class Part(msgspec.Struct, frozen=True):
    """Things of one kind, and what these are called."""

    title: str
    things: tuple[Held, ...]


class Own(msgspec.Struct, frozen=True, tag="own"):
    """What a seat alone knows.

    sentences: what has to be said before; that there is nothing, where there is not.
    parts: things as pictures.
    rows: what is no row of things.
    shapes: the table as the seat sees it; none where that is the same as for everybody.
    """

    sentences: tuple[str, ...]
    parts: tuple[Part, ...]
    rows: tuple[Row, ...]
    shapes: tuple[Drawn, ...]


class Option(msgspec.Struct, frozen=True):
    """Something that can be chosen. at: x, y and size of where it lies on the table, in units of
    the scene; None for what lies nowhere. kind: whether it is a kind of move."""

    token: str
    label: str
    at: tuple[float, float, float] | None = None
    kind: bool = False


class Offered(msgspec.Struct, frozen=True, tag="offered"):
    """What can be chosen after something was.

    prompt: what is asked.
    chosen: what was, in words; shorter than it was told where the rest fits no more.
    kept: how much of what was told that is.
    options: what leads on.
    typed: whether a text is typed instead.
    deed: what it comes to, in a sentence, once it is all; "" before.
    wrong: why something cannot be chosen, or done.
    back: whether the last move is this seat's own to take back.
    question: what all are asked to agree to, "" for nothing.
    asking: names that asking, for the answer.
    ends: whether this seat may offer now that the match ends, or resign.
    """

    prompt: str
    chosen: tuple[str, ...] = ()
    kept: int = 0
    options: tuple[Option, ...] = ()
    typed: bool = False
    deed: str = ""
    wrong: tuple[str, ...] = ()
    back: bool = False
    question: str = ""
    asking: str = ""
    ends: bool = False


class Done(msgspec.Struct, frozen=True, tag="done"):
    """It was done, or told. sentence: what everybody hears of it."""

    sentence: str


class Stale(msgspec.Struct, frozen=True, tag="stale"):
    """Not done: the table has gone on since the picture that was seen."""


class Sorry(msgspec.Struct, frozen=True, tag="sorry"):
    """Not done, and why."""

    sentence: str


Said = Me | Own | Offered | Done | Stale | Sorry


def me(language: Language, may: str, seat: str, name: str, game: str) -> Me:
    """Whose hand it is, with all words of the page in a language."""
    say = plain_phrasebook(language, own_texts())
    words = {one: say.say("phone", one) for one in WORDS}
    words["you"] = say.say("phone", "you", {"who": Verbatim(name)}) if name else ""
    languages = tuple((one, called(one)) for one in LANGUAGES)
    return Me(seat, name, game, may, language, languages, words)


def own(sight: Sight, seat: str) -> Own:
    """What a seat alone knows now, in the language of ``sight``."""
    one = known(sight, seat)
    view = sight.game.seen_by(sight.match.position, seat)
    say = sight.phrasebook_of(view, seat)
    sentences = one.sentences
    if one.nothing:
        sentences = (say.say("notice", "nothing_private", {"seat": seat}),)
    shapes = () if one.scene is None else one.scene.shapes
    return Own(
        sentences,
        tuple(
            Part(each.title, tuple(_held(thing, sight) for thing in each.things))
            for each in one.sections
        ),
        rows(one.others, sight.package, say),
        tuple(
            drawn(shape, sight.words(shape.text, shape.values, say) if shape.text else "")
            for shape in shapes
            if not shape.code
        ),
    )


def _held(thing: Thing, sight: Sight) -> Held:
    shapes = thing.card
    if not shapes and has_look(sight.package.art, thing.token):
        shapes = (Shape(form="print", x=0, y=0, size=1, look=thing.token),)
    return Held(thing.label, tuple(drawn(shape, shape.text) for shape in shapes))
