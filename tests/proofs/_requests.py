"""Every request that the referee takes, with junk in every place of it."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.referee.session import Session
from tests.games.tried import Tried

Path = tuple[str | int, ...]

NESTED: Any = None
for _ in range(60):
    NESTED = [NESTED]

JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 7, 10**6, 2**63, 2**64, -(10**40), 1e300),
    *("", "?", "done", "move:", "table", "red", "0,0", "x" * 10_000, "\x00", "ü{0}%s"),
    *([], [1.5], [[]], ["red"] * 300, {}, {"": None}, {"move": "x"}, NESTED),
)
"""What stands where something else belongs."""


def requests(tried: Tried, rng: Random) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What leads to a position, and every kind of request that can be made there."""
    vector = rng.choice(tried.vectors.VECTORS)
    situation = getattr(tried.vectors, "BEGUN", {}) | vector["situation"]
    given = {name: vector.get(name, {}) for name in ("options", "box")}
    seats = vector.get("players", vector.get("seats"))
    *before, move = vector["moves"]
    begun = [{"do": "start", "seats": seats, **given}, {"do": "set", "situation": situation}]
    begun += [{"do": "move", "move": one} for one in before]
    other = tried.game.plain(tried.drawing.any_move(rng.choice(tried.positions), rng))
    by = rng.choice(tried.game.colours)
    drafts = [dict(list(one.items())[:size]) for one in (move, other) for size in (2, 3, 9)]
    asked: list[dict[str, Any]] = [
        {"do": "start", "seats": seats, "strictness": "advise", **given},
        {"do": "start", "seats": 2},
        {"do": "set", "situation": situation},
        *({"do": do, "move": one, "by": by} for do in ("judge", "move") for one in (move, other)),
        {"do": "move", "move": other, "by": by, "allow": True},
        *({"do": do, "draft": one, "more": True} for do in ("offers", "needs") for one in drafts),
        {"do": "view", "seat": by},
        {"do": "legal", "most": 3},
        *({"do": plain} for plain in ("position", "asked", "undo", "redo")),
    ]
    return begun, [{"id": 1, **one} for one in asked]


def places(value: Any, here: Path = ()) -> Iterator[Path]:
    """Every place in a value, itself first."""
    yield here
    inner: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list | tuple):
        inner = enumerate(value)
    for key, one in inner:
        yield from places(one, (*here, key))


def changed(value: Any, place: Path, junk: Any) -> Any:
    """The value with junk at that place."""
    if not place:
        return junk
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = changed(value[place[0]], place[1:], junk)
    return copy


def spoilt(request: dict[str, Any], rng: Random, share: float) -> Iterator[Any]:
    """The request with each junk at each place, with each key missing and with one too many; a
    share of all that."""
    for place in places(request):
        at: Any = request
        for key in place:
            at = at[key]
        for junk in JUNK:
            if rng.random() < share:
                yield changed(request, place, junk)
        if isinstance(at, dict):
            keys = [key for key in at if rng.random() < share]
            for key in keys:
                less = {other: one for other, one in at.items() if other != key}
                yield changed(request, place, less)
                yield changed(request, place, {**less, f"{key}s": at[key]})
            yield changed(request, place, {**at, "x": 1})


@dataclass
class Asking:
    """A referee of one game that is asked so. asked: how many requests; wrong: what went wrong."""

    tried: Tried
    asked: int = 0
    wrong: list[str] = field(default_factory=list)

    def all(self, rng: Random, share: float) -> None:
        """Every request from one position, spoilt in every way; a share of them."""
        begun, whole = requests(self.tried, rng)
        session = self._at(begun)
        stood = session.line(b'{"do": "position"}')
        for request in whole:
            for one in (request, *spoilt(request, rng, share)):
                reply = self._ask(session, one)
                now = session.line(b'{"do": "position"}')
                if now != stood:
                    if reply.get("ok") is not True:
                        self.wrong.append(f"the match has changed after {_short(one)}")
                    session = self._at(begun)

    def _at(self, begun: list[dict[str, Any]]) -> Session:
        session = Session(self.tried.package)
        for request in begun:
            self._ask(session, request)
        return session

    def _ask(self, session: Session, request: Any) -> dict[str, Any]:
        self.asked += 1
        line = json.dumps(request)
        try:
            answer = session.line(line)
            reply: dict[str, Any] = json.loads(answer)
        except Exception as error:
            self.wrong.append(f"{type(error).__name__}: {error} at {_short(request)}")
            return {}
        told = reply.get("error") or reply.get("faults") or reply.get("result")
        if b"\n" in answer or not (reply.get("ok") is True or told):
            self.wrong.append(f"no answer in words to {_short(request)}")
        return reply


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) < 300 else f"{text[:300]}…"
