"""What can be asked for: the page with all that belongs to it, and the stream of pictures."""

from collections.abc import Callable
from hmac import compare_digest

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from guests.files import Files
from guests.phones import Phones
from guests.pictures import Latest

FILES = {
    "": ("tv.html", "text/html"),
    "tv.css": ("tv.css", "text/css"),
    "tv.js": ("tv.js", "text/javascript"),
    "seen.js": ("seen.js", "text/javascript"),
    "scene.js": ("scene.js", "text/javascript"),
    "scene.css": ("scene.css", "text/css"),
    "icon.svg": ("icon.svg", "image/svg+xml"),
}
"""By what is asked for: the file in ``page``, and its kind. Nothing else is ever opened."""

SCREENS = 64
"""How many may look at once."""

GUESSES = 5
"""Wrong digits after which the right ones lead nowhere, either."""


class Pages:
    """key: the secret part of the address. spent: called when the digits that lead there were
    guessed at too often."""

    def __init__(self, key: str, latest: Latest, spent: Callable[[], None], phones: Phones) -> None:
        self.key, self._latest, self._spent, self._phones = key, latest, spent, phones
        self._code, self._wrong = "", 0
        self._files = Files(FILES)

    def short(self, code: str) -> None:
        """These digits lead to the page from now on."""
        self._code, self._wrong = code, 0

    def app(self) -> Starlette:
        """What answers. Whatever is not there, is not known or leads nowhere any more is answered
        alike."""
        routes = [
            *self._phones.routes(),
            Route("/{key}/stream", self._stream),
            Route("/{key}/{name:path}", self._file),
            Route("/{code}", self._by_code),
        ]
        return Starlette(routes=routes, exception_handlers={404: _nothing, 405: _nothing})

    def _let_in(self, request: Request) -> None:
        if not compare_digest(request.path_params["key"].encode(), self.key.encode()):
            raise HTTPException(404)

    async def _file(self, request: Request) -> Response:
        self._let_in(request)
        return self._files.answer(request.path_params["name"])

    async def _stream(self, request: Request) -> Response:
        self._let_in(request)
        if self._latest.screens >= SCREENS:
            return PlainTextResponse(status_code=503)
        return StreamingResponse(self._latest.follow(), media_type="text/event-stream")

    async def _by_code(self, request: Request) -> Response:
        told = request.path_params["code"]
        if len(told) != 6 or not self._code:
            raise HTTPException(404)
        if compare_digest(told.encode(), self._code.encode()):
            return RedirectResponse(f"/{self.key}/", 303)
        self._wrong += 1
        if self._wrong >= GUESSES:
            self._code = ""
            self._spent()
        raise HTTPException(404)


async def _nothing(request: Request, why: Exception) -> Response:
    return PlainTextResponse("Hier ist nichts. There is nothing here.\n", 404)
