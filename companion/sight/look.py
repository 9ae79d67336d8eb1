"""From a moment of a match to what is seen of it, in words."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from msgspec.structs import replace

from companion.kernel import Asked, Verbatim
from companion.match.answer import Answer
from companion.match.match import Match
from companion.match.registry import GamePackage
from companion.scene import Counter, Dots, Instrument, Listing, Pyramid, Scale, Shape
from companion.scene.pictures import album
from companion.sight.asking import own, request, words
from companion.sight.last import Happened, happened
from companion.sight.seen import Drawn, Last, Listed, Person, Placed, Row, Seen, Step
from companion.text import Language, Phrasebook, read_texts, shared

FINE = 3
"""Decimals of a place on the table: a thousandth of a field is seen by nobody."""


@dataclass(frozen=True)
class Moment:
    """A match as everybody may know it at one moment. It never changes: whoever has it may say it
    in any language, in any thread, and later.

    package: its game.
    view: the position as everybody may see it.
    players: names by seat.
    seats: in turn order.
    asked: who must or may act.
    lines: how many lines the journal has.
    happened: what happened last, None for nothing.
    places: seats, best first, equals together, once it is over.
    figures: what was counted first, by seat.
    """

    package: GamePackage
    view: Any
    players: Mapping[str, str]
    seats: tuple[str, ...]
    asked: tuple[Asked, ...]
    lines: int
    happened: Happened | None
    places: tuple[tuple[str, ...], ...] = ()
    figures: Mapping[str, Any] = field(default_factory=dict)


def moment(match: Match, heard: Iterable[Answer] = ()) -> Moment | None:
    """How a match stands; None where nothing of it can be shown. heard: answers that are at hand,
    see :func:`companion.sight.last.happened`."""
    view = match.public
    if view is None:
        return None
    outcome, ended = match.outcome if match.over else None, match.ended
    places = () if outcome is None else outcome.places
    figures = outcome.levels[0].figures if outcome is not None and outcome.levels else {}
    return Moment(
        match.package,
        view,
        dict(match.players),
        match.seats,
        match.asked,
        len(match.timeline.entries),
        None if match.read_only else happened(match, heard),
        places if ended is None else ended.places,
        figures if ended is None else {},
    )


def seen(one: Moment, language: Language, *, names: bool) -> Seen:
    """What everybody sees of a moment. names: whether people are called by their names, or by the
    colours of their seats."""
    say = _phrasebook(one, language, names)
    scene = one.package.scene(one.view)
    had = {panel.seat: rows(panel.instruments, one.package, say) for panel in scene.panels}
    asked = {each.seat for each in one.asked}
    title = say.say("about", "title")
    people = (Person(seat, say.name(seat), seat in asked, had.get(seat, ())) for seat in one.seats)
    return Seen(
        title=title,
        board=say.say("television", "board", {"game": Verbatim(title)}),
        lines=one.lines,
        shapes=tuple(
            drawn(shape, words(shape.text, shape.values, say) if shape.text else "")
            for shape in scene.shapes
            if not shape.code
        ),
        stages=tuple(Step(words(each.text, each.values, say), each.now) for each in scene.stages),
        people=tuple(people),
        table=had.get("", ()),
        asked=_asked(one, say),
        last=_last(one, say, names),
        places=tuple(_placed(one, say)),
    )


def _phrasebook(one: Moment, language: Language, names: bool) -> Phrasebook:
    texts = (read_texts(one.package.texts), own(), shared())
    players = one.players if names else {}
    rules = one.package.game.rulebook
    return Phrasebook(language, texts, rules, one.package.phrase, one.view, players)


def drawn(shape: Shape, text: str) -> Drawn:
    """A shape of a scene. text: the words upon it, as they are said."""
    return Drawn(
        form=shape.form,
        x=round(shape.x, FINE),
        y=round(shape.y, FINE),
        size=round(shape.size, FINE),
        key=shape.key,
        look=shape.look,
        seat=shape.seat,
        count=shape.count,
        text=text,
        ink=shape.ink,
        ghost=shape.ghost,
        high=round(shape.touch[1], FINE) if shape.form == "beam" and shape.touch else 0,
    )


def rows(
    instruments: Iterable[Instrument], package: GamePackage, say: Phrasebook
) -> tuple[Row, ...]:
    """Instruments with their words."""
    known = _looks(package.art)
    return tuple(_row(one, known, say) for one in instruments)


@cache
def _looks(art: str) -> frozenset[str]:
    """The names of all looks and surfaces of a game."""
    every = album(art)
    return frozenset((*every.looks, *every.surfaces))


def has_look(art: str, name: str) -> bool:
    """Whether the pictures of a game have a look of that name. art: their text."""
    return name in _looks(art)


def _row(one: Instrument, known: Container[str], say: Phrasebook) -> Row:
    text = words(one.text, {}, say)
    match one:
        case Listing():
            lines = ((line if line in known else "", words(line, {}, say)) for line in one.lines)
            return Listed(text, tuple(lines))
        case Dots():
            return replace(one, text=text, marks=tuple(words(mark, {}, say) for mark in one.marks))
        case Scale() | Counter() | Pyramid():
            return replace(one, text=text)


def _asked(one: Moment, say: Phrasebook) -> str:
    """What is asked; who won once it is over."""
    if one.asked:
        return request(one.asked, say)
    first = one.places[0] if one.places else ()
    if len(first) == 1:
        return say.say("label", "winner", {"seat": first[0]})
    return say.say("label", "winners", {"seats": list(first)}) if first else ""


def _last(one: Moment, say: Phrasebook, names: bool) -> Last:
    if one.happened is None:
        return Last()
    line = one.happened.line(say) if names else one.happened.line_without_names(say)
    return Last(line.seat, line.sentence)


def _placed(one: Moment, say: Phrasebook) -> Iterable[Placed]:
    place = 1
    for equals in one.places:
        for seat in equals:
            yield Placed(place, seat, say.name(seat), str(one.figures.get(seat, "")))
        place += len(equals)
