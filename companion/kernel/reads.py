"""What a need reads of a move for certain, whatever the position: seen in its bytecode.

It only spares asking a need before that is filled in. Where nothing can be told it is asked and
misses what it reads, with the same result.
"""

import builtins
import dis
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import FunctionType
from typing import Any

Seen = tuple[str, Any]
"""What an instruction does, as far as it matters here, and with what."""

_DOES = {
    "LOAD_ATTR": "attribute",
    "LOAD_METHOD": "attribute",
    "LOAD_GLOBAL": "name",
    "LOAD_DEREF": "name",
    "LOAD_CONST": "value",
    "CALL": "call",
}
_NOTHING = frozenset({"RESUME", "PRECALL", "PUSH_NULL", "COPY_FREE_VARS", "CACHE", "NOP"})
_LEAVING = frozenset({"RETURN_GENERATOR", "RETURN_VALUE", "RAISE_VARARGS", "FOR_ITER", "SEND"})
"""Behind these, as behind whatever jumps, nothing is certain any longer."""


@cache
def reads(asked: Callable[..., object]) -> frozenset[str]:
    """The attributes of its second argument that a function of two reads on each way through it."""
    if not isinstance(asked, FunctionType):
        return frozenset()
    code = asked.__code__
    if code.co_argcount != 2 or code.co_exceptiontable:  # what is caught is not missed for good
        return frozenset()
    cells = (cell.cell_contents for cell in asked.__closure__ or ())
    names = ChainMap(
        dict(zip(code.co_freevars, cells, strict=True)), asked.__globals__, vars(builtins)
    )
    first, move = (("argument", name) for name in code.co_varnames[:2])
    done = list(_steps(code))
    found: set[str] = set()
    for at, (does, what) in enumerate(done):
        before = done[max(at - 3, 0) : at]
        if does == "attribute" and before[-1:] == [move]:
            found.add(what)
        elif (does, what) == ("call", 2) and len(before) == 3 and before[0][0] == "name":
            called = names.get(before[0][1])
            if before[1:] == [first, move] and called is not None:
                found |= reads(called)
            elif called is getattr and before[1] == move:
                found.add(_text(before[2], names))
    return frozenset(found)


def _steps(code: Any) -> Iterator[Seen]:
    """What a function does first, up to where it may go one way or the other."""
    for step in dis.get_instructions(code):
        name = step.opname
        if step.opcode in dis.hasjrel or step.opcode in dis.hasjabs or name in _LEAVING:
            return
        if name.startswith("STORE_") and step.argval in code.co_varnames[:2]:
            return
        if name.startswith("LOAD_FAST"):  # some load two
            yield from (
                ("argument", one)
                for one in (step.argval if isinstance(step.argval, tuple) else (step.argval,))
            )
        elif name not in _NOTHING:
            yield _DOES.get(name, "other"), step.argval


def _text(seen: Seen, names: Mapping[str, Any]) -> str:
    """A name that stands there as it is, or by a variable."""
    text = seen[1] if seen[0] == "value" else names.get(seen[1])
    return text if isinstance(text, str) else ""
