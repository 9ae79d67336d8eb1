"""One process of a hub: the service for tables and the pages, behind one door with TLS."""

import asyncio
import gc
import logging
import resource
import socket
from asyncio import constants
from asyncio.sslproto import SSLProtocol
from contextlib import suppress
from pathlib import Path

from anyio import to_thread
from h11 import LocalProtocolError
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from uvicorn import Server

from companion.uplink.joining import seen
from doors.answers import config
from hub.authority import House
from hub.doors import OfTheClub, TooMuch, ToTheClub
from hub.news import News
from hub.pages import HEADERS, Pages
from hub.service import Service, refused

CERTIFICATE = "certificate.pem"

THREADS = 4
"""That read the database for pages at once: each takes its share of the machine's memory."""

PIECE = 1 << 12
"""Bytes that are read of a connection at once, for which each keeps room as long as it is open.
Python's own are 64 times as many, and a thousand connections would take a quarter of a
gigabyte."""

COLLECTED = (700, 5, 2)
"""After how many things, and how many rounds of that, Python looks for circles that nobody needs. A
connection that ends before it has shaken hands leaves one of 40 kB, and by Python's own rule they
would wait for thousands of others. What the hub begins with is set aside, so looking is short."""

KEPT_OPEN = 75
"""Seconds for which a table's connection stays open between two words."""


def serve(database: Engine, folder: Path, port: int) -> int:
    """Serve until the process is ended; 0, or 1 where the port is not to be had. folder: for this
    process's certificate. Raises OSError."""
    house = House(database)
    house.write(folder / CERTIFICATE)
    try:
        door = socket.create_server(("", port), backlog=256)
    except OSError:
        return 1
    # Each connection takes one of these, and there may be more of them than is usual.
    with suppress(ValueError, OSError):
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    told = logging.getLogger("uvicorn.error")
    told.setLevel(logging.ERROR)
    told.addFilter(_worth_telling)
    # Python itself warns of whoever is written to and has gone, each time.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    asyncio.run(_serve(database, house, folder / CERTIFICATE, door))
    return 0


def _worth_telling(record: logging.LogRecord) -> bool:
    """Strangers who go before they are answered, or write what makes no sense, are nobody's news:
    they could fill the journal of the machine."""
    why = record.exc_info[1] if record.exc_info else None
    return not isinstance(why, ClientDisconnect | LocalProtocolError)


async def _serve(database: Engine, house: House, certificate: Path, door: socket.socket) -> None:
    to_thread.current_default_thread_limiter().total_tokens = THREADS
    news = News()
    news.listen(database)
    service = Service(database, house.certificate, news.changed)
    pages = Pages(database, news, seen(house.seen))
    app = Starlette(
        routes=[*service.routes(), *pages.routes()],
        exception_handlers={404: _nothing, 405: _nothing, SQLAlchemyError: _away, TooMuch: _large},
    )
    SSLProtocol.max_size = PIECE
    constants.SSL_HANDSHAKE_TIMEOUT = OfTheClub.patience  # Python's own is a minute
    gc.freeze()
    gc.set_threshold(*COLLECTED)
    settings = config(app, OfTheClub, HEADERS, kept_open=KEPT_OPEN, certificate=certificate)
    await Server(settings).serve([ToTheClub(door)])


async def _nothing(request: Request, why: Exception) -> Response:
    return PlainTextResponse("Hier ist nichts. There is nothing here.\n", 404)


async def _away(request: Request, why: Exception) -> Response:
    told = "Der Verein kommt gerade nicht an seine Daten. Bitte versucht es gleich noch einmal."
    told += "\nThe club cannot get at its data just now. Please try again in a moment.\n"
    return PlainTextResponse(told, 503)


async def _large(request: Request, why: Exception) -> Response:
    return refused("large")
