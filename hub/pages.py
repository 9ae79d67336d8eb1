"""The pages of a hub: the wall, and the health of all tables. Whoever has the address may look: its
secret part is the right, so there is neither a cookie nor anything to be forged."""

import io
import re
import socket
import time
from importlib.resources import files
from urllib.parse import parse_qs, urlencode

import qrcode
import qrcode.image.svg
from jinja2 import Environment, PackageLoader, select_autoescape
from markupsafe import Markup
from sqlalchemy import Engine
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.text import Language
from companion.uplink.joining import HOST, Invitation
from doors.answers import headers
from hub.boards import board, pictures
from hub.doors import body
from hub.news import News
from hub.people import Right, invite, is_there, named, renew, right, shut_out
from hub.record import Asked, figures, record
from hub.shared import Shared
from hub.standings import Words, clock, health, wall

FILES = {
    "hub.css": ("hub.page", "text/css"),
    "hub.js": ("hub.page", "text/javascript"),
    "boards.js": ("hub.page", "text/javascript"),
    "scene.css": ("companion.sight.browser", "text/css"),
    "scene.js": ("companion.sight.browser", "text/javascript"),
}
"""What belongs to the pages, with its folder and kind. Nothing else is ever opened."""

PAGES = {"": "wall", "record": "record", "figures": "figures", "tables": "owner"}
"""All pages by what is asked for, each with the section of its texts."""

KEPT = ("game", "table")
"""What is asked for likewise on the next page."""

_FORM = 2048

HEADERS = headers("script-src", "style-src", "connect-src", "form-action")
"""Of every answer."""


class Pages:
    """seen: the letters of the hub's certificate, for invitations."""

    def __init__(self, database: Engine, news: News, seen: str) -> None:
        self._database, self._news, self._seen = database, news, seen
        self._shared = Shared(news)
        self._templates = Environment(
            loader=PackageLoader("hub", "page"), autoescape=select_autoescape(), trim_blocks=True
        )
        self._files = {
            name: Response(files(folder).joinpath(name).read_bytes(), media_type=kind)
            for name, (folder, kind) in FILES.items()
        }

    def routes(self) -> list[Route]:
        """All that can be asked for; the first part of each address is somebody's key."""
        return [
            Route("/{key}/", self._wall),
            Route("/{key}/tables", self._tables, methods=["GET", "POST"]),
            Route("/{key}/record", self._record),
            Route("/{key}/figures", self._figures),
            Route("/{key}/stream", self._stream),
            Route("/{key}/board/{table}", self._board),
            Route("/{key}/pictures/{game}", self._pictures),
            Route("/{key}/{name}", self._file),
        ]

    async def _let_in(self, request: Request) -> Right:
        if "%00" in str(request.url):  # nothing is called so, nor can PostgreSQL look for it
            raise HTTPException(404)
        found = await run_in_threadpool(right, self._database, request.path_params["key"])
        if found is None:
            raise HTTPException(404)
        return found

    async def _wall(self, request: Request) -> Response:
        who, words = await self._let_in(request), _words(request)

        async def drawn() -> Response:
            now = time.time()
            shown = await run_in_threadpool(wall, self._database, words, now)
            return self._page(request, who, "", tables=shown, clock=clock(now))

        return await self._shared.get((words.language, who.owner), drawn)

    async def _record(self, request: Request) -> Response:
        who, words = await self._let_in(request), _words(request)
        query = request.query_params
        page = query.get("page", "")
        number = int(page) if page.isascii() and page.isdigit() and len(page) < 6 else 1
        asked = Asked(query.get("game", ""), query.get("table", ""), number)
        told = await run_in_threadpool(record, self._database, words, asked)
        return self._page(request, who, "record", told=told, page=min(max(1, number), told.pages))

    async def _figures(self, request: Request) -> Response:
        who, words = await self._let_in(request), _words(request)
        told = await run_in_threadpool(figures, self._database, words)
        return self._page(request, who, "figures", told=told)

    async def _tables(self, request: Request) -> Response:
        who = await self._let_in(request)
        if not who.owner:
            raise HTTPException(404)
        words, told = _words(request), None
        if request.method == "POST":
            form = parse_qs((await body(request, _FORM)).decode("utf-8", "replace"))
            what, name, sure = (form.get(key, [""])[0] for key in ("do", "table", "sure"))
            told = await run_in_threadpool(self._do, request, what, named(name), bool(sure))
            if told is None:
                return RedirectResponse("tables", 303)
        found = await run_in_threadpool(health, self._database, words, time.time())
        return self._page(request, who, "tables", tables=found, told=told or {})

    def _do(self, request: Request, what: str, name: str, sure: bool) -> dict[str, object] | None:
        """What a form asks for; what is to be shown of an invitation, or asked before a table is
        shut out."""
        if what == "invite" and name:
            again = is_there(self._database, name)
            code = invite(self._database, name, time.time())
            line = Invitation(_reached(request), request.url.port or 443, self._seen, code).line
            return {"name": name, "line": line, "code": drawn(line), "again": again}
        if what == "shut_out" and not sure:
            return {"out": name} if is_there(self._database, name) else None
        if what == "shut_out":
            shut_out(self._database, name)
        if what == "renew":
            renew(self._database, name)
        return None

    async def _stream(self, request: Request) -> Response:
        await self._let_in(request)
        if self._news.crowded:
            return PlainTextResponse(status_code=503)
        return StreamingResponse(self._news.follow(), media_type="text/event-stream")

    async def _file(self, request: Request) -> Response:
        await self._let_in(request)
        found = self._files.get(request.path_params["name"])
        if found is None:
            raise HTTPException(404)
        return found

    async def _board(self, request: Request) -> Response:
        await self._let_in(request)
        return _json(await run_in_threadpool(board, self._database, request.path_params["table"]))

    async def _pictures(self, request: Request) -> Response:
        await self._let_in(request)
        return _json(await run_in_threadpool(pictures, request.path_params["game"]))

    def _page(self, request: Request, who: Right, here: str, **more: object) -> Response:
        """here: the name of the page, as it is asked for."""
        words = _words(request)
        other = ("en", "English") if words.language == "de" else ("de", "Deutsch")
        names = [name for name in PAGES if who.owner or name != "tables"]
        told = self._templates.get_template(f"{here or 'wall'}.html").render(
            title=words.say(PAGES[here], "title"),
            here=here,
            ways=[(name, words.say(PAGES[name], "title")) for name in names],
            same=_same(request) if here else "?",  # nothing of a request is on what is shared
            language=words.language,
            other=other[0],
            other_name=other[1],
            say=words.say,
            **more,
        )
        return Response(told, media_type="text/html")


def _same(request: Request) -> str:
    """A question like this one, to which a page or a language is added."""
    kept = {name: told for name, told in request.query_params.items() if name in KEPT and told}
    return f"?{urlencode(kept)}&" if kept else "?"


def _reached(request: Request) -> str:
    """Where tables find this machine: where it was found by whoever asks. A name that leads a table
    to itself, or that no invitation can hold, gives way to the machine's own."""
    host = request.url.hostname or ""
    here = host == "localhost" or host.startswith("127.")
    return socket.gethostname() if here or not re.fullmatch(HOST, host, re.ASCII) else host


def _json(told: bytes | None) -> Response:
    if told is None:
        raise HTTPException(404)
    return Response(told, media_type="application/json")


def _words(request: Request) -> Words:
    asked = request.query_params.get("language") or request.headers.get("accept-language", "")
    language: Language = "en" if asked.lower().startswith("en") else "de"
    return Words(language)


def drawn(line: str) -> Markup:
    """A line as a printed code, to stand in a page."""
    made = qrcode.make(line, image_factory=qrcode.image.svg.SvgPathImage)
    told = io.BytesIO()
    made.save(told)
    return Markup(told.getvalue().decode().partition("?>")[2])
