"""What telephones ask, and the streams that they follow. Who they are, the table alone knows.

A telephone shows a cookie that no script can read. The table keeps its hash, and says which hashes
may come; so nothing here is worth having, and what is taken away ends at once.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.sight.wire import Answered, Asked, FromService, Present, Seated, hashed
from companion.sight.wishes import Ask, Sit, from_phone
from guests.files import Files
from guests.pace import Pace
from guests.pictures import Latest

AT: Final = "/p/"
"""Where telephones come to: short, for it stands in a code and is typed."""

COOKIE, LASTS = "hand", 12 * 3600
"""Name of the cookie, and the seconds for which it is kept: an evening."""

SECRET = 32
"""Random bytes of a cookie."""

WAITS = 10.0
"""Seconds in which the table answers."""

WAITING = 64
"""Questions that wait at once."""

TRIES, ASKED = Pace(10, 60.0), Pace(20, 1.0)
"""How often an address may try a ticket, and ask anything; a telephone, too: it may have many."""

FILES = {
    "": ("phone.html", "text/html"),
    "phone.css": ("phone.css", "text/css"),
    "phone.js": ("phone.js", "text/javascript"),
    "hold.js": ("hold.js", "text/javascript"),
    "seen.js": ("seen.js", "text/javascript"),
    "scene.js": ("scene.js", "text/javascript"),
    "scene.css": ("scene.css", "text/css"),
    "icon.svg": ("icon.svg", "image/svg+xml"),
}


_NO_QUESTION = (
    *(msgspec.DecodeError, UnicodeDecodeError, RecursionError),
    *(TimeoutError, ClientDisconnect),
)
"""What reading a question raises where there is none, or where whoever asks has gone: strangers'
mistakes, and nobody's news."""


class Phones:
    """tell: says something to the table. latest: the pictures of a stream."""

    def __init__(
        self, tell: Callable[[FromService], None], latest: Callable[[str], Latest]
    ) -> None:
        self._tell, self._latest = tell, latest
        self._files = Files(FILES)
        self._told = Seated(False, {})
        self._over: dict[str, asyncio.Event] = {}
        self._there: Counter[str] = Counter()
        self._waiting: dict[int, asyncio.Future[bytes]] = {}
        self._number = secrets.randbits(32)  # what answers the service before this one is dropped

    def routes(self) -> list[Route]:
        """What is answered."""
        return [
            Route(f"{AT}ask", self._ask, methods=["POST"]),
            Route(f"{AT}stream", self._stream),
            Route(f"{AT}{{name:path}}", self._file),
            Route(AT.rstrip("/"), self._file),
        ]

    # What the table says

    def seated(self, told: Seated) -> None:
        """These may come from now on."""
        before, self._told = self._told, told
        for phone, over in list(self._over.items()):
            if before.phones.get(phone) != told.phones.get(phone):
                over.set()
                del self._over[phone]
                self._latest(before.phones.get(phone, "")).wake()
        for waiting in self._waiting.values() if not told.open else ():
            if not waiting.done():
                waiting.set_exception(TimeoutError())  # nobody answers it any more

    def answered(self, told: Answered) -> None:
        """A question has its answer; one that nobody waits for any more is dropped."""
        waiting = self._waiting.get(told.number)
        if waiting is not None and not waiting.done():
            waiting.set_result(bytes(told.said))

    # What telephones ask

    async def _file(self, request: Request) -> Response:
        if not self._told.open:
            raise HTTPException(404)
        return self._files.answer(request.path_params.get("name", ""))

    def _shown(self, request: Request) -> str:
        """The cookie that is shown, "" where it leads nowhere."""
        shown = request.cookies.get(COOKIE, "")
        return shown if hashed(shown) in self._told.phones else ""

    async def _stream(self, request: Request) -> Response:
        shown = self._shown(request)
        if not (self._told.open and shown):
            raise HTTPException(404)
        phone = hashed(shown)
        over = self._over.setdefault(phone, asyncio.Event())
        latest = self._latest(self._told.phones[phone])

        async def told() -> AsyncIterator[bytes]:
            self._come(phone, 1)
            try:
                async with aclosing(latest.follow(over)) as pictures:
                    async for one in pictures:
                        yield one
            finally:
                self._come(phone, -1)

        return StreamingResponse(told(), media_type="text/event-stream")

    def _come(self, phone: str, more: int) -> None:
        self._there[phone] += more
        if self._there[phone] <= 0:
            del self._there[phone]
        self._tell(Present(tuple(self._there)))

    async def _ask(self, request: Request) -> Response:
        address = request.client.host if request.client else ""
        if not self._told.open:
            raise HTTPException(404)
        if not ASKED.allows_from(address) or len(self._waiting) >= WAITING:
            return PlainTextResponse(status_code=429)
        try:
            async with asyncio.timeout(WAITS):
                what = from_phone.decode(await request.body())
        except _NO_QUESTION:
            return PlainTextResponse(status_code=400)
        if isinstance(what, Sit):
            return await self._sit(what) if TRIES.allows_from(address) else _again()
        shown = self._shown(request)
        if not shown:
            return PlainTextResponse(status_code=401)
        return await self._answer(shown, what) if ASKED.allows(hashed(shown)) else _again()

    async def _sit(self, what: Sit) -> Response:
        """Whoever sits down gets a cookie; whether it is worth anything, the table says, if need be
        later."""
        cookie = secrets.token_urlsafe(SECRET)
        answer = await self._answer(cookie, what)
        if hashed(cookie) in self._told.phones or answer.status_code == 504:
            answer.set_cookie(COOKIE, cookie, LASTS, path=AT, httponly=True, samesite="strict")
        return answer

    async def _answer(self, shown: str, what: Ask) -> Response:
        self._number += 1
        number, waiting = self._number, asyncio.get_running_loop().create_future()
        self._waiting[number] = waiting
        self._tell(Asked(number, shown, what))
        try:
            async with asyncio.timeout(WAITS):
                return Response(await waiting, media_type="application/json")
        except TimeoutError:
            return PlainTextResponse(status_code=504)
        finally:
            del self._waiting[number]


def _again() -> Response:
    return PlainTextResponse(status_code=429)
