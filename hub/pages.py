"""The pages of a hub: the wall, and the health of all tables. Whoever has the address may look: its
secret part is the right, so there is neither a cookie nor anything to be forged."""

import io
import time
from importlib.resources import files
from urllib.parse import parse_qs

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
from companion.uplink.joining import Invitation
from doors.answers import headers
from hub.doors import body
from hub.news import News
from hub.people import Right, invite, renew, right, shut_out
from hub.standings import Words, clock, health, wall

FILES = {"hub.css": "text/css", "hub.js": "text/javascript"}
"""What belongs to every page, by its name in ``page``. Nothing else is ever opened."""

_FORM = 2048

HEADERS = headers("script-src", "style-src", "connect-src", "form-action")
"""Of every answer."""


class Pages:
    """seen: the letters of the hub's certificate, for invitations."""

    def __init__(self, database: Engine, news: News, seen: str) -> None:
        self._database, self._news, self._seen = database, news, seen
        self._templates = Environment(
            loader=PackageLoader("hub", "page"), autoescape=select_autoescape(), trim_blocks=True
        )
        folder = files("hub.page")
        self._files = {name: folder.joinpath(name).read_bytes() for name in FILES}

    def routes(self) -> list[Route]:
        """All that can be asked for; the first part of each address is somebody's key."""
        return [
            Route("/{key}/", self._wall),
            Route("/{key}/tables", self._tables, methods=["GET", "POST"]),
            Route("/{key}/stream", self._stream),
            Route("/{key}/{name}", self._file),
        ]

    async def _let_in(self, request: Request) -> Right:
        found = await run_in_threadpool(right, self._database, request.path_params["key"])
        if found is None:
            raise HTTPException(404)
        return found

    async def _wall(self, request: Request) -> Response:
        who, now = await self._let_in(request), time.time()
        words = _words(request)
        shown = await run_in_threadpool(wall, self._database, words, now)
        more = {"tables": shown, "clock": clock(now), "owner": who.owner}
        return self._page("wall.html", words, words.say("wall", "title"), **more)

    async def _tables(self, request: Request) -> Response:
        if not (await self._let_in(request)).owner:
            raise HTTPException(404)
        words, told = _words(request), None
        if request.method == "POST":
            form = parse_qs((await body(request, _FORM)).decode("utf-8", "replace"))
            what, name = (form.get(key, [""])[0].strip() for key in ("do", "table"))
            told = await run_in_threadpool(self._do, request, what, name[:40])
            if told is None:
                return RedirectResponse("tables", 303)
        found = await run_in_threadpool(health, self._database, words, time.time())
        title = words.say("owner", "title")
        return self._page("tables.html", words, title, tables=found, invitation=told)

    def _do(self, request: Request, what: str, name: str) -> dict[str, str | Markup] | None:
        """What a form asks for; of an invitation what is to be shown."""
        if what == "invite" and name.isprintable() and name:
            code = invite(self._database, name, time.time())
            host, port = request.url.hostname or "", request.url.port or 443
            line = Invitation(host, port, self._seen, code).line
            return {"name": name, "line": line, "code": drawn(line)}
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
        name = request.path_params["name"]
        if name not in FILES:
            raise HTTPException(404)
        return Response(self._files[name], media_type=FILES[name])

    def _page(self, name: str, words: Words, title: str, **more: object) -> Response:
        other = ("en", "English") if words.language == "de" else ("de", "Deutsch")
        told = self._templates.get_template(name).render(
            title=title,
            language=words.language,
            other=other[0],
            other_name=other[1],
            say=words.say,
            **more,
        )
        return Response(told, media_type="text/html")


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
