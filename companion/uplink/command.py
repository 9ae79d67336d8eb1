"""``companion uplink``: lets this table join a club, and tells the club what is played."""

import argparse
import os
import secrets
import sqlite3
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion import __version__
from companion.files import shown
from companion.home import data_folder
from companion.uplink.club import AWAY, Club, Hub, NoClub
from companion.uplink.joining import read
from companion.uplink.journal import Journal
from companion.uplink.line import Away, Line, authority
from companion.uplink.uplink import Uplink
from companion.uplink.wire import JOIN, VERSION, Join, Joined, Refused, said

LOOK = 0.1
"""Seconds between two looks at whether there is something new."""

STATE, STATE_BY = "club", "COMPANION_CLUB"
"""Where what is known of the club lies: a folder in that of the data, unless this variable names
another one, as it does for an installed companion."""


def command(argv: Sequence[str] | None = None) -> int:
    """0 when it is done, 1 when it could not be, 2 for a wrong call."""
    parser = argparse.ArgumentParser(
        prog="companion uplink", description="This table and its club; see docs/club.md."
    )
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="default: the usual place")
    parser.add_argument("--language", choices=("de", "en"), default="en")
    ways = parser.add_subparsers(dest="what", required=True)
    joining = ways.add_parser("join", help="belong to a club from now on")
    joining.add_argument("invitation", nargs="+", help="as the hub shows it, scanned or typed")
    ways.add_parser("leave", help="belong to no club any more")
    ways.add_parser("status", help="up to when the club has everything")
    run = ways.add_parser("run", help="tell the club what is played; ends where there is no club")
    run.add_argument("--journal", type=Path, metavar="FOLDER", help="all that is to be seen of it")
    run.add_argument("--quiet", type=float, metavar="MINUTES", help="end when nothing was played")
    asked = parser.parse_args(argv)
    # Where nothing but the journal is to be seen, its folder is nobody's.
    alone = asked.journal if asked.what == "run" else None
    data = alone or data_folder(asked.data)
    state = Path(os.environ.get(STATE_BY) or data / STATE).resolve()
    try:
        if asked.what == "join":
            return join(state, " ".join(asked.invitation), asked.language)
        club = Club(state)
        if asked.what == "run":
            return _run(club, data, asked.quiet)
        answer = _left if asked.what == "leave" else _noted
        print(answer(club, asked.language))
        return 0
    except NoClub:
        print(_say(asked.language, "none"), file=sys.stderr)
        return 1
    except (OSError, sqlite3.Error) as error:
        print(_say(asked.language, "disk", folder=str(state), why=str(error)), file=sys.stderr)
        return 1


def join(state: Path, told: str, language: str) -> int:
    """Let a table join with an invitation as it was typed; what is known of the club is kept in a
    folder, and what came of it is said. 0 when it did."""
    invitation = read(told)
    if invitation is None:
        print(_say(language, "no_invitation"), file=sys.stderr)
        return 2
    host, port = invitation.host, invitation.port
    try:
        vouching = authority(invitation)
        line = Line(host, port, vouching)
        asked = Join(v=VERSION, code=invitation.code, version=__version__)
        status, answer = line.ask(JOIN, msgspec.json.encode(asked))
        line.close()
        if status != 200:
            refused = msgspec.json.decode(answer, type=Refused)
            print(said(refused).splitlines()[language == "en"], file=sys.stderr)
            return 1
        joined = msgspec.json.decode(answer, type=Joined)
    except (Away, ValueError, RecursionError):
        print(_say(language, "not_reached", address=f"{host}:{port}"), file=sys.stderr)
        return 1
    hub = Hub(host, port, vouching, joined.token, secrets.token_bytes(32), shown(joined.name))
    Club.joined(state, hub).close()
    print(_say(language, "joined", name=hub.name))
    return 0


def _run(club: Club, data: Path, quiet: float | None) -> int:
    """quiet: minutes without news after which it ends, None for never."""
    hub = club.hub
    line = Line(hub.host, hub.port, hub.authority)
    uplink = Uplink(club, Journal(data, hub.key), line, time.time, Random())
    end = None if quiet is None else quiet * 60
    while not club.left and (end is None or uplink.quiet(time.monotonic()) < end):
        uplink.look(time.monotonic())
        time.sleep(LOOK)
    return 0


def _left(club: Club, language: str) -> str:
    club.leave()
    return _say(language, "left")


def _noted(club: Club, language: str) -> str:
    heard, why = club.noted()
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(heard or 0))
    told = [_say(language, "never") if heard is None else _say(language, "heard", when=when)]
    if why == AWAY:
        told.append(_say(language, "away"))
    elif why:
        told.append(why.splitlines()[language == "en"])
    return " ".join(told)


def _say(language: str, key: str, **values: Any) -> str:
    # Read when something is said: whoever runs all day says nothing, and does without its memory.
    from companion.kernel import Verbatim
    from companion.text import Texts, plain_phrasebook

    told = {name: Verbatim(value) for name, value in values.items()}
    book = plain_phrasebook(language, Texts.of("companion.uplink"))
    return book.say("club", key, told)
