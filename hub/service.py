"""What tables ask a hub: to be let in, and to keep what they say. See companion.uplink.wire."""

import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
from anyio import CapacityLimiter, to_thread
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from companion.text import Texts
from companion.uplink.wire import (
    AUTHORITY,
    JOIN,
    MOST,
    OLDEST,
    SAY,
    UNKNOWN,
    Join,
    Refused,
    Say,
    Versioned,
)
from hub.doors import TooMuch, body
from hub.ledger import Full, NotKnown, join, known, mixed, say

WRITING = 4
"""Tables whose words are taken in at once where the database takes in several. SQLite takes one,
and who finds it busy looks again only after a while: there they wait in line here."""

SMALL = 16_384
"""Bytes that are read of whoever speaks. Whose word is longer is first looked for among those who
are known, which makes it wait in line twice: words of an evening are shorter, also with a board."""

_STATUS = {"form": 400, "token": UNKNOWN, "code": 403, "large": 413, "old": 426, "away": 503}

T = TypeVar("T")
Answer = Callable[[Request], Awaitable[Response]]


class Service:
    """database: of the hub. certificate: that vouches for it, as PEM. changed: called whenever a
    table said something."""

    def __init__(self, database: Engine, certificate: str, changed: Callable[[], None]) -> None:
        self._database, self._certificate, self._changed = database, certificate, changed
        self._speaking: set[str] = set()
        self._writing = CapacityLimiter(WRITING if database.dialect.name == "postgresql" else 1)

    async def _beside(self, act: Callable[..., T], *what: Any) -> T:
        """Beside the loop, and beside the threads of the pages: while all tables tell of days, the
        wall is there all the same."""
        return await to_thread.run_sync(partial(act, *what), limiter=self._writing)

    def routes(self) -> list[Route]:
        """The three things that are answered."""
        return [
            Route(AUTHORITY, self._authority),
            Route(JOIN, _answered(self._join, "code"), methods=["POST"]),
            Route(SAY, _answered(self._say, "token"), methods=["POST"]),
        ]

    async def _authority(self, request: Request) -> Response:
        return PlainTextResponse(self._certificate)

    async def _join(self, request: Request) -> Response:
        told = _read(await body(request, SMALL), Join)
        return _json(await self._beside(join, self._database, told.code, time.time()))

    async def _say(self, request: Request) -> Response:
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        who = mixed(token)
        size = int(request.headers.get("content-length") or MOST)
        if size > SMALL and not await self._beside(known, self._database, token):
            raise NotKnown
        if who in self._speaking:
            raise TooMuch  # a table says one thing at a time: it cannot fill the memory of the hub
        self._speaking.add(who)
        try:
            told = _read(await body(request, MOST), Say)
            heard = await self._beside(say, self._database, token, told, time.time())
        finally:
            self._speaking.discard(who)
        self._changed()
        return _json(heard)


class _Old(Exception):
    """A version that is not spoken any more."""


def _read(told: bytes, kind: type[Any]) -> Any:
    if msgspec.json.decode(told, type=Versioned).v < OLDEST:
        raise _Old
    return msgspec.json.decode(told, type=kind)


def _answered(asked: Answer, unknown: str) -> Answer:
    """Whatever is not done is answered in words. unknown: the key of those for who is not known."""

    async def answer(request: Request) -> Response:
        try:
            return await asked(request)
        except NotKnown:
            return refused(unknown)
        except (TooMuch, Full):
            return refused("large")
        except _Old:
            return refused("old")
        except (ValueError, RecursionError, OverflowError):
            return refused("form")
        except SQLAlchemyError as error:
            print(f"the database: {type(error).__name__}", file=sys.stderr)
            return refused("away")
        except ClientDisconnect:
            return refused("form")

    return answer


def refused(why: str) -> Response:
    """Why not, in both languages. why: a key of the texts."""
    texts = Texts.of("hub")
    de, en = (texts.get("refused", why, language) or "" for language in ("de", "en"))
    return _json(Refused(de, en), _STATUS[why])


def _json(told: msgspec.Struct, status: int = 200) -> Response:
    return Response(msgspec.json.encode(told), status, media_type="application/json")
