"""What stands in for a move while its blanks are filled one after the other.

For each number of filled blanks there is a frozen struct of just these; whoever reads another
blank of it finds it open, and its name is noted. Each filled blank makes a new one: what games
remember about a move is known by the move itself.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec

from companion.kernel.drafts import Field, _defaults, fields
from companion.kernel.kinds import Move
from companion.kernel.values import Open

MISSED = "missed_"
"""The list in a stand-in that takes the names of the blanks that were read and are missing."""

StandIn = Callable[..., Any]
"""Makes a stand-in from that list and the values of its blanks, in order."""


def _missing(name: str) -> property:
    def miss(seen: Any) -> Any:
        getattr(seen, MISSED).append(name)
        raise Open

    return property(miss)


def _known(move: type[Move]) -> Iterator[str]:
    """All that can be asked of a move, and of one whose list is being filled."""
    yield from (name for name in dir(move) if not name.startswith("__"))
    for field in fields(move):
        yield from _parts(field)


def _parts(field: Field) -> tuple[str, ...]:
    return tuple(blank.name.rpartition(".")[2] for blank in field.blanks)


def _open(item: Any, name: str) -> Any:
    raise Open


class Parameter:
    """One parameter of a kind of move that is to be filled.

    seen: the stand-in with all parameters before this one. growing: of a list also this one, by how
    many blanks of its next item are filled, with these. items: that item, by the same number.
    """

    def __init__(self, move: type[Move], before: tuple[str, ...], field: Field) -> None:
        self.field = field
        self.name = field.name
        self.listed = field.listed
        self.width = len(field.blanks)
        self.seen = _stand_in(move, before)
        parts = _parts(field)
        self.growing: tuple[StandIn, ...] = ()
        self.items: tuple[StandIn, ...] = ()
        if field.listed:
            grows = (*before, field.name)
            filled = [parts[:count] for count in range(self.width)]
            self.growing = tuple(_stand_in(move, (*grows, *names)) for names in filled)
            self.items = tuple(
                msgspec.defstruct(
                    field.name,
                    [(name, Any) for name in names],
                    namespace={"__getattr__": _open},
                    frozen=True,
                    eq=False,
                    gc=False,
                )
                for names in filled
            )

    def grown(
        self, missed: list[str], values: tuple[Any, ...], parts: tuple[Any, ...], item: Any
    ) -> Any:
        """What early needs see of a list: its next item last, also when not all of it is filled."""
        if item:
            parts = (*parts, self.items[len(item)](*item))
        return self.growing[len(item)](missed, *values, parts, *item)


def _stand_in(move: type[Move], names: tuple[str, ...]) -> StandIn:
    """Properties tell of what is missing: with ``__getattr__`` reading what is there would take
    three times as long."""
    missing = {name: _missing(name) for name in _known(move) if name not in names}
    return msgspec.defstruct(
        move.__name__,
        [(name, Any) for name in (MISSED, *names)],
        namespace={**missing, **_defaults(move)},
        frozen=True,
        eq=False,
        gc=False,
    )


@cache
def _parameters(move: type[Move]) -> tuple[Parameter, ...]:
    todo = fields(move)
    names = tuple(field.name for field in todo)
    return tuple(Parameter(move, names[:at], field) for at, field in enumerate(todo))


def parameters(move: type[Move]) -> tuple[Parameter, ...]:
    """The parameters of a kind of move that are to be filled, in order."""
    return _parameters(move)
