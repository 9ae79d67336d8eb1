"""Answers: what a browser may do with them, and the server that gives them."""

from collections.abc import Mapping
from pathlib import Path

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn import Config

from doors.guarded import Guarded

HEAD = 16_384
"""Bytes of the head of a request at most."""

_MORE = ("base-uri", "form-action", "frame-ancestors")
"""Directives that the one for all else says nothing of."""


def headers(*own: str) -> dict[str, str]:
    """Of every answer. own: the directives of the content security policy that allow what is the
    server's own; everything else is forbidden."""
    allowed = [f"{one} 'self'" for one in own]
    forbidden = [f"{one} 'none'" for one in _MORE if one not in own]
    return {
        "content-security-policy": "; ".join(("default-src 'none'", *allowed, *forbidden)),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "no-store",
    }


def config(
    app: ASGIApp,
    guarded: type[Guarded],
    told: Mapping[str, str],
    *,
    kept_open: int = 5,
    certificate: Path | None = None,
) -> Config:
    """A server that logs nothing and says nothing of itself. told: the headers of every answer.
    kept_open: seconds for which a connection stays open between two requests."""
    return Config(
        _dressed(app, told),
        loop="asyncio",
        http=guarded,
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        h11_max_incomplete_event_size=HEAD,
        timeout_keep_alive=kept_open,
        timeout_graceful_shutdown=1,
        ssl_certfile=certificate,
    )


def _dressed(app: ASGIApp, told: Mapping[str, str]) -> ASGIApp:
    own = [(name.encode(), value.encode()) for name, value in told.items()]

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *own]
            await send(message)

        await app(scope, receive, dressed)

    return answer
