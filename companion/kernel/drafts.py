"""Drafts: moves with blanks, filled one after the other."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from companion.kernel.kinds import Move, MoveKind
from companion.kernel.values import DONE, Open


class Blank(msgspec.Struct, frozen=True):
    """One place in a draft that waits for a value.

    name: the parameter, or ``"parameter.part"`` inside a list of structs.
    picker: how it is filled: a *token* of the scene, a *choice* of a few words, a *number*, a
        *text* that is typed (a ``str`` with a greatest length).
    type: what kind of token is wanted (the title of its annotation), or the parameter's name.
    choices: the words, for a choice.
    listed: whether it takes any number of values, ended by DONE.
    shape: the type of its values, with its limits.
    least, most: the limits of a number, where its annotation has them.
    """

    name: str
    picker: Literal["token", "choice", "number", "text"]
    type: str
    choices: tuple[str, ...] = ()
    listed: bool = False
    shape: Any = None
    least: int | None = None
    most: int | None = None

    def value(self, token: str | int) -> Any:
        """The value that ``token`` is for this blank; a text of digits may be a number.

        Raises ValueError when it is none: another type, outside the limits.
        """
        readings: list[str | int] = [token]
        if isinstance(token, str) and self.picker != "token":
            with suppress(ValueError):
                readings.append(int(token))
        for reading in readings:
            with suppress(msgspec.ValidationError):
                return msgspec.convert(reading, self.shape)
        raise ValueError(f"{self.name}: {token!r} is not {self._wanted()}")

    def _wanted(self) -> str:
        if self.picker == "choice":
            return "one of " + ", ".join(map(str, self.choices))
        if self.picker == "token":
            return f"a token of the type {self.type}"
        if self.picker == "text":
            return "a text of that length"
        if self.least is not None and self.most is not None:
            return f"a number from {self.least} to {self.most}"
        if self.least is not None:
            return f"a number from {self.least} up"
        return "a number" if self.most is None else f"a number up to {self.most}"


class Field(msgspec.Struct, frozen=True):
    """How one parameter is filled: by one blank, or a list of items of one or more blanks.

    name: of the parameter.
    blanks: of one item, in order.
    listed: whether it is a list.
    least, most: how many items a list has; with as many as possible it ends by itself.
    item: the struct of an item with several blanks, None for plain values.
    """

    name: str
    blanks: tuple[Blank, ...]
    listed: bool = False
    least: int = 0
    most: int | None = None
    item: Any = None


class Draft(msgspec.Struct, frozen=True):
    """A move of a kind with its first parameters filled.

    values: the finished parameters; parts: finished items of the list being filled; item: the
    filled blanks of the item being filled.
    """

    kind: str
    values: tuple[Any, ...] = ()
    parts: tuple[Any, ...] = ()
    item: tuple[Any, ...] = ()


class Partial:
    """Stands in for the move while a draft is judged: reading a blank raises Open."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.__dict__ = values

    def __getattr__(self, name: str) -> Any:
        raise Open


def _bare(annotation: Any) -> tuple[Any, list[Any]]:
    """The type without its annotations, and these."""
    if get_origin(annotation) is Annotated:
        base, *notes = get_args(annotation)
        return base, notes
    return annotation, []


def _note(notes: list[Any], name: str) -> Any:
    return next((v for note in notes if (v := getattr(note, name, None)) is not None), None)


def _blank(name: str, annotation: Any, listed: bool) -> Blank:
    base, notes = _bare(annotation)
    title = _note(notes, "title") or name
    if get_origin(base) is Literal:
        return Blank(name, "choice", title, tuple(get_args(base)), listed, annotation)
    if base is int:
        limits = _note(notes, "ge"), _note(notes, "le")
        return Blank(name, "number", title, (), listed, annotation, *limits)
    typed = _note(notes, "max_length") is not None
    return Blank(name, "text" if typed else "token", title, (), listed, annotation)


def _list(name: str, annotation: Any, notes: list[Any]) -> Field:
    item, *others = get_args(annotation)
    if others == [Ellipsis]:
        least, most = _note(notes, "min_length") or 0, _note(notes, "max_length")
    elif all(other == item for other in others):
        least = most = 1 + len(others)
    else:
        raise TypeError(f"{name}: a list of different types; use a struct")
    if not (isinstance(item, type) and issubclass(item, msgspec.Struct)):
        return Field(name, (_blank(name, item, True),), True, least, most)
    inner = get_type_hints(item, include_extras=True)
    blanks = (
        _blank(f"{name}.{part.name}", inner[part.name], True)
        for part in msgspec.structs.fields(item)
    )
    return Field(name, tuple(blanks), True, least, most, item)


def fields(move: type[Move]) -> tuple[Field, ...]:
    """The parameters of a kind of move that must be filled, in order.

    Raises TypeError for a list of different types.
    """
    return _fields(move)


@cache  # apart from ``fields``: for the type checker a cached function takes no ``type[Any]``
def _fields(move: type[Move]) -> tuple[Field, ...]:
    hints = get_type_hints(move, include_extras=True)
    found = []
    for info in msgspec.structs.fields(move):
        if not info.required:
            continue
        base, notes = _bare(hints[info.name])
        if get_origin(base) is tuple:
            found.append(_list(info.name, base, notes))
        else:
            found.append(Field(info.name, (_blank(info.name, hints[info.name], False),)))
    return tuple(found)


def extras(move: type[Move]) -> tuple[Blank, ...]:
    """The parameters of a kind of move that need not be filled, as blanks."""
    return _extras(move)


@cache
def _extras(move: type[Move]) -> tuple[Blank, ...]:
    hints = get_type_hints(move, include_extras=True)
    return tuple(
        _blank(info.name, hints[info.name], False)
        for info in msgspec.structs.fields(move)
        if not info.required
    )


@cache
def _names(move: type[Move]) -> tuple[str, ...]:
    """The parameters that are filled."""
    return tuple(field.name for field in fields(move))


@cache
def _defaults(move: type[Move]) -> dict[str, Any]:
    """The parameters that are no blanks, as they are unless somebody says otherwise."""
    return {
        info.name: info.default if info.default is not msgspec.NODEFAULT else info.default_factory()
        for info in msgspec.structs.fields(move)
        if not info.required
    }


def next_blank(move: type[Move], draft: Draft) -> Blank | None:
    """The blank that is filled next; None when the draft is a whole move."""
    todo = fields(move)
    if len(draft.values) == len(todo):
        return None
    return todo[len(draft.values)].blanks[len(draft.item)]


def hides_next(kind: MoveKind[Any, Any], draft: Draft) -> bool:
    """Whether what is told next is for whoever makes the move alone."""
    blank = next_blank(kind.move, draft)
    return blank is not None and blank.name.partition(".")[0] in kind.hidden


def may_end(move: type[Move], draft: Draft) -> bool:
    """Whether DONE is possible now: a list without fixed length, between two items."""
    todo = fields(move)
    if len(draft.values) == len(todo) or draft.item:
        return False
    now = todo[len(draft.values)]
    return now.listed and now.least <= len(draft.parts)


def fill(move: type[Move], draft: Draft, value: Any) -> Draft:
    """The draft with its next blank filled. DONE ends a list.

    Raises ValueError when the draft is whole, or the value does not fit the blank.
    """
    blank = next_blank(move, draft)
    if blank is None:
        raise ValueError(f"{draft.kind}: nothing left to fill")
    if value == DONE:
        if not may_end(move, draft):
            raise ValueError(f"{draft.kind}: {blank.name} is not finished yet")
        return filled(move, draft, DONE)
    return filled(move, draft, blank.value(value))


def filled(move: type[Move], draft: Draft, value: Any) -> Draft:
    """As :func:`fill`, with a value that is known to fit."""
    now = fields(move)[len(draft.values)]
    if not now.listed:
        return Draft(draft.kind, (*draft.values, value))
    if value == DONE:
        return Draft(draft.kind, (*draft.values, draft.parts))
    item = (*draft.item, value)
    if len(item) < len(now.blanks):
        return Draft(draft.kind, draft.values, draft.parts, item)
    parts = (*draft.parts, now.item(*item) if now.item else value)
    if len(parts) == now.most:
        return Draft(draft.kind, (*draft.values, parts))
    return Draft(draft.kind, draft.values, parts)


def whole(move: type[Move], draft: Draft) -> Move | None:
    """The move, when no blank is left."""
    if len(draft.values) < len(fields(move)):
        return None
    return move(*draft.values)


def partial(move: type[Move], draft: Draft, *, early: bool = False) -> Partial:
    """What needs see of a draft; with ``early``, what candidates see of it.

    early: show the list being filled with its finished items, and the filled blanks of its
    current item as attributes of their own name.
    """
    todo = fields(move)
    values = _defaults(move) | dict(zip(_names(move), draft.values, strict=False))
    if early and len(draft.values) < len(todo) and todo[len(draft.values)].listed:
        now = todo[len(draft.values)]
        values[now.name] = draft.parts
        for blank, value in zip(now.blanks, draft.item, strict=False):
            values[blank.name.rpartition(".")[2]] = value
    return Partial(values)


def unfinished(move: type[Move], draft: Draft) -> Partial:
    """What early needs see of a draft: the list being filled as it stands, its current item
    last, also when some of its blanks are still open."""
    seen = partial(move, draft, early=True)
    if draft.item:
        now = fields(move)[len(draft.values)]
        names = (blank.name.rpartition(".")[2] for blank in now.blanks)
        item = Partial(dict(zip(names, draft.item, strict=False)))
        seen.__dict__[now.name] = (*draft.parts, item)
    return seen


def draft_of(move: Move) -> Draft:
    """The whole draft of a move, e.g. to change one of its blanks."""
    return Draft(
        str(move.__struct_config__.tag),
        tuple(getattr(move, field.name) for field in fields(type(move))),
    )


def answers(move: type[Move], draft: Draft) -> Iterator[Any]:
    """What the blanks of a draft are filled with, one after the other; DONE where a list ends."""
    for field, value in zip(fields(move), draft.values, strict=False):
        if not field.listed:
            yield value
            continue
        yield from _each(field, value[: field.most])
        if len(value[: field.most]) != (field.most or -1):
            yield DONE
    if draft.parts:
        yield from _each(fields(move)[len(draft.values)], draft.parts)
    yield from draft.item


def _each(field: Field, items: tuple[Any, ...]) -> Iterator[Any]:
    for item in items:
        yield from msgspec.structs.astuple(item) if field.item else (item,)


def steps(move: Move) -> Iterator[tuple[Draft, Any]]:
    """How a move is composed: each draft on the way with the value that fills its next blank."""
    kind = type(move)
    draft = Draft(str(move.__struct_config__.tag))
    for value in answers(kind, draft_of(move)):
        yield draft, value
        draft = filled(kind, draft, value)
