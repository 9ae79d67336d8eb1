"""How a table is set up before the first move: in a few steps, each with its pieces.

``setup.toml`` of a game names groups of pieces only; how many and where comes from the start
position, and titles and sentences from the section ``setup`` of its texts::

    first = "rolled"                 # who plays first: the game tells; else the table chooses
    aside = ["uncounted"]            # places, by their first word, that nobody sets up
    minutes = 4                      # how long it takes, roughly

    [[steps]]
    key = "tiles"                    # of the texts tiles.title, tiles.say and maybe tiles.note
    look = "temple"                  # its picture
    pieces = ["tile", "card@pile"]   # by their first word; those of one place with @ and its word

    [looks]                          # pictures of pieces that are called otherwise
    gold = "coin"

    [layout]                         # a layout that is made before the first move
    shuffle = "deal"                 # the kind of move whose number the screen draws
    tell = "lay_row"                 # the kind that tells a row: its number, then every pile
    done = "laid"                    # the kind that says that all lies there
    rows = [[7, ["a7", "b7"]]]       # the rows in the order in which they are told

    [house_rules]                    # the groups in which its options are shown
    table = ["forest_north"]         # and course, cards, limits

    [least_people]                   # options that say nothing to fewer people
    first_turn_3 = 3

A game without that file is set up in as many steps as its pieces make.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args

import msgspec
import tomli

from companion.kernel import Change, Layout, body
from companion.match.registry import GameInfo, GamePackage
from companion.scene.pictures import every_game, pictures

BOX = "box"
"""Where all pieces come from."""

MOST_STEPS = 4
"""With who begins, which the program adds, set-up has five."""


class StepText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step as written."""

    key: str
    pieces: tuple[str, ...]
    look: str = ""


class LayoutText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A layout that is shuffled or told before the first move, as written."""

    shuffle: str
    tell: str
    done: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]


Group = Literal["table", "course", "cards", "limits"]
"""Of house rules: what lies there, how a turn goes, what cards do, how much there is of what."""


First = Literal["chosen", "rolled"]
"""Who plays first: whoever the table chooses before the game, or whoever the game itself says."""


class SetupText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole ``setup.toml``.

    first: who says who plays first.
    aside: places, by their first word, that nobody sets up.
    minutes: how long it takes, roughly; 0 says nothing of it.
    steps: in their order; none for as many as the pieces make.
    looks: pictures of pieces that are called otherwise, by their first word.
    layout: one that is made before the first move; None for none.
    house_rules: names of options by the group in which they are shown.
    least_people: by the name of an option, how many people it takes for it to matter.
    """

    first: First = "chosen"
    aside: tuple[str, ...] = ()
    minutes: int = 0
    steps: tuple[StepText, ...] = ()
    looks: dict[str, str] = {}
    layout: LayoutText | None = None
    house_rules: dict[Group, tuple[str, ...]] = {}
    least_people: dict[str, int] = {}


@dataclass(frozen=True)
class Lying:
    """A number of one piece at a place.

    at: the token of the place.
    piece: the piece, as a layout names it.
    count: how many.
    seat: whose they are, "" for nobody's.
    look: their picture, "" for none.
    drawn: whether the place is seen on the table.
    """

    at: str
    piece: str
    count: int
    seat: str
    look: str
    drawn: bool


@dataclass(frozen=True)
class Step:
    """One step: what is put out in it. key: of its texts. look: its picture, "" for none."""

    key: str
    look: str
    lying: tuple[Lying, ...]


@cache
def read(text: str) -> SetupText:
    """The text of a ``setup.toml``. Raises ValueError in words when it is none."""
    try:
        return msgspec.convert(tomli.loads(text), SetupText)
    except (tomli.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ValueError(f"setup: {error}") from error


def rolled(info: GameInfo) -> bool:
    """Whether the game itself says who plays first, so that nobody is to be chosen before."""
    return read(info.setup).first == "rolled"


def minutes(info: GameInfo) -> int:
    """How many minutes setting up takes, roughly; 0 where the game says nothing of it."""
    return read(info.setup).minutes


def steps(package: GamePackage, start: Any) -> tuple[Step, ...]:
    """The steps in which a table is set up for a first position, as everybody sees it; none that
    would put out nothing."""
    lying = tuple(_lying(package, start))
    written = read(package.setup).steps
    if not written:
        return tuple(_unwritten(lying))
    grouped: dict[str, list[Lying]] = {one.key: [] for one in written}
    for one in lying:
        found = belongs(written, one)
        grouped[found[0] if found else written[-1].key].append(one)
    return tuple(
        Step(one.key, one.look, tuple(grouped[one.key])) for one in written if grouped[one.key]
    )


def put_out(package: GamePackage, view: Any, changes: Sequence[Change]) -> tuple[Lying, ...]:
    """What some changes put where, for pictures of it: what is seen on the table first. view: of
    the table after them. What is seen there itself, and not its place, stands for that."""
    seats = view.setup.seats
    drawn = list(dict.fromkeys(shape.token for shape in package.scene(view).shapes))
    looks, called = _looks(package.art), read(package.setup).looks

    def seen(one: Change) -> str:
        return next((at for at in (one.target, *_words(one.piece)) if at in drawn), one.target)

    found = [
        Lying(
            seen(one),
            one.piece,
            one.count,
            _whose((one.target, one.piece), seats) if one.target != BOX else "",
            _look(one.piece, looks, called),
            seen(one) in drawn,
        )
        for one in changes
    ]
    return tuple(sorted(found, key=lambda one: drawn.index(one.at) if one.drawn else len(drawn)))


def belongs(written: Sequence[StepText], one: Lying) -> tuple[str, ...]:
    """The keys of the steps that something belongs to: those that name its place before those
    that name it alone."""
    piece, at = _first(body(one.piece)), _first(one.at)
    named = tuple(step.key for step in written if f"{piece}@{at}" in step.pieces)
    return named or tuple(step.key for step in written if piece in step.pieces)


def house_rules(package: GamePackage, people: int) -> dict[Group, tuple[str, ...]]:
    """The names of a game's options that matter to this many people, group by group. What no group
    names is about the course, and about limits where it is a number."""
    written, least = read(package.setup).house_rules, read(package.setup).least_people
    named = {name for names in written.values() for name in names}
    found: dict[Group, list[str]] = {
        group: list(written.get(group, ())) for group in get_args(Group)
    }
    for one in msgspec.structs.fields(package.game.options):
        if one.name not in named:
            number = type(one.default) is int
            found["limits" if number else "course"].append(one.name)
    mattering = {
        group: tuple(one for one in names if least.get(one, 0) <= people)
        for group, names in found.items()
    }
    return {group: names for group, names in mattering.items() if names}


def _lying(package: GamePackage, start: Any) -> Iterator[Lying]:
    """All that is put out: what is seen on the table first, then seat by seat."""
    seats = start.setup.seats
    layout: Layout = package.game.layout(start)
    drawn = list(dict.fromkeys(shape.token for shape in package.scene(start).shapes))
    aside = {BOX, *read(package.setup).aside}
    looks, called = _looks(package.art), read(package.setup).looks

    def rank(lies: tuple[str, str]) -> tuple[int, int]:
        whose = _whose(lies, seats)
        at = drawn.index(lies[0]) if lies[0] in drawn else len(drawn)
        return at, seats.index(whose) if whose else -1

    for at, piece in sorted(layout, key=rank):
        if layout[at, piece] and _first(at) not in aside:
            seat, look = _whose((at, piece), seats), _look(piece, looks, called)
            yield Lying(at, piece, layout[at, piece], seat, look, at in drawn)


def _unwritten(lying: Sequence[Lying]) -> Iterator[Step]:
    """The steps of a game that says nothing of them: the table, what is whose, and the rest."""
    for key, found in (
        ("table", [one for one in lying if one.drawn and not one.seat]),
        ("everyone", [one for one in lying if one.seat]),
        ("beside", [one for one in lying if not (one.drawn or one.seat)]),
    ):
        if found:
            yield Step(key, next((one.look for one in found if one.look), ""), tuple(found))


def _words(token: str) -> list[str]:
    return token.replace("=", ":").split(":")


def _first(token: str) -> str:
    return token.partition(":")[0].partition("=")[0]


def _whose(lies: tuple[str, str], seats: Collection[str]) -> str:
    words = {word for token in lies for word in _words(token)}
    return next((seat for seat in seats if seat in words), "")


def _look(piece: str, looks: Collection[str], called: Mapping[str, str]) -> str:
    """The picture of a piece: the one that is named for it, or of its words together, or the
    last of them that has one."""
    words = _words(piece)
    tried = (called.get(words[0], ""), "_".join(words), "".join(words), *reversed(words))
    return next((one for one in tried if one in looks), "")


@cache
def _looks(art: str) -> frozenset[str]:
    return frozenset(name for text in (every_game(), art) for name, _ in pictures(text))


def mistakes(package: GamePackage) -> Iterator[str]:
    """A sentence for each thing that is wrong with how a game says that it is set up."""
    try:
        written = read(package.setup)
    except ValueError as error:
        yield f"{error}."
        return
    looks = _looks(package.art)
    for look in (*(one.look for one in written.steps), *written.looks.values()):
        if look and look not in looks:
            yield f"Setup: there is no picture {look}."
    if len(written.steps) > MOST_STEPS:
        yield f"Setup: {len(written.steps)} steps; {MOST_STEPS} and who begins are enough."
    options = package.game.options.__struct_fields__
    named = [name for names in written.house_rules.values() for name in names]
    for name in options if named else ():
        if named.count(name) != 1:
            yield f"Setup, [house_rules]: {name} is in {named.count(name)} groups, not in one."
    for table, names in (("house_rules", named), ("least_people", [*written.least_people])):
        for name in names:
            if name not in options:
                yield f"Setup, [{table}]: there is no option {name}."
    yield from _pieces(package, written)
    if written.layout is not None:
        for kind in (written.layout.shuffle, written.layout.tell, written.layout.done):
            if kind not in package.game.by_name:
                yield f"Setup, [layout]: there is no kind of move {kind}."


def _pieces(package: GamePackage, written: SetupText) -> Iterator[str]:
    """Every piece of every start lies in one step, and has a picture."""
    game = package.game
    for many in range(game.players[0], game.players[1] + 1):
        start = game.public(game.start(game.colours[:many], game.options(), game.box()))
        for one in _lying(package, start):
            found = belongs(written.steps, one)
            if written.steps and len(found) != 1:
                where = f"steps {', '.join(found)}" if found else "no step"
                yield f"Setup: {one.piece} at {one.at} belongs to {where}, not to one."
            if not one.look:
                yield f"Setup, [looks]: {one.piece} has no picture."
