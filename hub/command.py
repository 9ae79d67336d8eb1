"""``python -m hub``: everything that is done with the hub of a club by hand."""

import argparse
import os
import socket
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from companion.files import make_folder
from companion.uplink.joining import Invitation, seen
from hub.authority import House
from hub.database import NoDatabase, move, opened
from hub.people import LONGEST, Right, allow, end, invite, named, renew, shut_out
from hub.serving import serve

PORT = 8443
DATA_BY, DATABASE_BY = "TABLETOP_HUB_DATA", "TABLETOP_HUB_DATABASE"
"""The variables in which an installed hub is told its folder, and the address of its database."""


def main(argv: Sequence[str] | None = None) -> int:
    """0 when it is done, 1 when it could not be, 2 for a wrong call."""
    os.umask(0o077)
    asked = _parser().parse_args(argv)
    folder = Path(asked.data).expanduser().resolve()
    address = asked.database or f"sqlite:///{folder / 'hub.db'}"
    try:
        make_folder(folder)
        database = opened(address)
        return int(asked.do(database, folder, asked))
    except NoDatabase as error:
        print(f"hub: a hub cannot use this database: {error}", file=sys.stderr)
        return 2
    except SQLAlchemyError as error:
        print(f"hub: the database does not answer: {type(error).__name__}", file=sys.stderr)
    except OSError as error:
        print(f"hub: {error}", file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    usual = os.environ.get(DATA_BY) or str(user_data_path("tabletop-hub", appauthor=False))
    parser = argparse.ArgumentParser(prog="hub", description="The hub of a club; see docs/club.md.")
    parser.add_argument("--data", default=usual, metavar="FOLDER", help=f"default: {usual}")
    parser.add_argument(
        "--database",
        default=os.environ.get(DATABASE_BY, ""),
        metavar="ADDRESS",
        help="postgresql://USER@HOST/NAME; default: a file in that folder",
    )
    ways = parser.add_subparsers(required=True)
    serving = ways.add_parser("serve", help="be there for tables and browsers")
    serving.add_argument("--port", type=int, default=PORT)
    serving.set_defaults(do=_serve)
    inviting = ways.add_parser("invite", help="let one table in during the next ten minutes")
    inviting.add_argument("name", help="what the table is called")
    inviting.add_argument("--host", default=socket.gethostname(), help="where tables find the hub")
    inviting.add_argument("--port", type=int, default=PORT)
    inviting.set_defaults(do=_invite)
    for name, what in (("shut-out", "let a table in no longer"), ("renew", "give it a new key")):
        one = ways.add_parser(name, help=what)
        one.add_argument("name", help="of the table")
        one.set_defaults(do=_shut_out if name == "shut-out" else _renew)
    letting = ways.add_parser("allow", help="give somebody an address to look at the club")
    letting.add_argument("name", help="whose it is")
    letting.add_argument(
        "--owner", action="store_true", help="this person also looks after all tables"
    )
    letting.set_defaults(do=_allow)
    ending = ways.add_parser("end", help="end somebody's address")
    ending.add_argument("name", help="whose it was")
    ending.set_defaults(do=_end)
    moving = ways.add_parser(
        "move", help="copy everything into another database; stop the hub first"
    )
    moving.add_argument("to", metavar="ADDRESS")
    moving.set_defaults(do=_move)
    return parser


def _serve(database: Engine, folder: Path, asked: argparse.Namespace) -> int:
    ended = serve(database, folder, asked.port)
    if ended:
        print(f"hub: port {asked.port} is taken; name another with --port", file=sys.stderr)
    return ended


def _invite(database: Engine, folder: Path, asked: argparse.Namespace) -> int:
    name = named(asked.name)
    if not name:
        print(f"hub: a table is called something of at most {LONGEST} letters", file=sys.stderr)
        return 2
    code = invite(database, name, time.time())
    print(Invitation(asked.host, asked.port, seen(House(database).seen), code).line)
    return 0


def _shut_out(database: Engine, folder: Path, asked: argparse.Namespace) -> int:
    return _found(shut_out(database, asked.name), asked.name)


def _renew(database: Engine, folder: Path, asked: argparse.Namespace) -> int:
    return _found(renew(database, asked.name), asked.name)


def _allow(database: Engine, folder: Path, asked: argparse.Namespace) -> int:
    print(f"/{allow(database, Right(asked.name, asked.owner))}/")
    return 0


def _end(database: Engine, folder: Path, asked: argparse.Namespace) -> int:
    return _found(end(database, asked.name), asked.name)


def _move(database: Engine, folder: Path, asked: argparse.Namespace) -> int:
    print(f"{move(database, opened(asked.to))} rows")
    return 0


def _found(there: bool, name: str) -> int:
    if not there:
        print(f"hub: there is nobody called {name!r}", file=sys.stderr)
    return 0 if there else 1
