"""``companion uplink``: lets this table join a club, and tells the club what is played."""

import argparse
import os
import sqlite3
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion import __version__
from companion.files import shown
from companion.home import data_folder
from companion.notes import Notes, Standing, Wish, state_folder
from companion.uplink.club import AWAY, Club, Hub, NoClub, leave
from companion.uplink.joining import read
from companion.uplink.journal import Journal
from companion.uplink.line import Away, Line, authority
from companion.uplink.uplink import Uplink
from companion.uplink.wire import JOIN, VERSION, Join, Joined, Refused, said

LOOK = 0.1
"""Seconds between two looks at whether there is something new."""

AGAIN = 60.0
"""Seconds after which what is known of the club is tried again, where it could not be used."""


def command(argv: Sequence[str] | None = None) -> int:
    """0 when it is done, 1 when it could not be, 2 for a wrong call."""
    parser = argparse.ArgumentParser(
        prog="companion uplink", description="This table and its club; see docs/club.md."
    )
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="default: the usual place")
    parser.add_argument("--language", choices=("de", "en"), default="en")
    ways = parser.add_subparsers(dest="what", required=True)
    joining = ways.add_parser("join", help="belong to a club from now on")
    joining.add_argument(
        "invitation", nargs="+", help="the invitation as the hub shows it, scanned or typed"
    )
    ways.add_parser("leave", help="belong to no club any more")
    ways.add_parser("status", help="tell up to when the club has everything")
    run = ways.add_parser("run", help="tell the club what is played; ends where there is no club")
    run.add_argument("--journal", type=Path, metavar="FOLDER", help="the only folder it can see")
    run.add_argument(
        "--quiet", type=float, metavar="MINUTES", help="end when nothing was played for so long"
    )
    asked = parser.parse_args(argv)
    # Where nothing but the journal is to be seen, its folder is nobody's.
    alone = asked.journal if asked.what == "run" else None
    data = alone or data_folder(asked.data)
    state = state_folder(data)
    try:
        if asked.what == "join":
            return join(state, " ".join(asked.invitation), asked.language)
        notes = Notes.beside(state)
        if asked.what == "run" and (wish := notes.take_wish()):
            return _grant(wish, state, notes)
        if asked.what == "run":
            return _run(state, data, notes, asked.quiet)
        if asked.what == "leave":
            leave(state)
            notes.stand(Standing())
            print(_say(asked.language, "left"))
        else:
            print(_noted(Club(state), asked.language))
        return 0
    except NoClub:
        print(_say(asked.language, "none"), file=sys.stderr)
    except sqlite3.Error as error:
        print(_say(asked.language, "torn", why=str(error)), file=sys.stderr)
    except OSError as error:
        print(_say(asked.language, "disk", folder=str(state), why=str(error)), file=sys.stderr)
    return 1


def join(state: Path, told: str, language: str) -> int:
    """Let a table join with an invitation as it was typed; what is known of the club is kept in a
    folder, and what came of it is said. 0 when it did."""
    code, sentences = _joined(state, told)
    print(sentences[language == "en"], file=sys.stderr if code else sys.stdout)
    return code


Both = tuple[str, str]
"""A sentence in German and in English."""


def _joined(state: Path, told: str) -> tuple[int, Both]:
    """What came of it, in a sentence, too."""
    invitation = read(told)
    if invitation is None:
        return 2, _both("no_invitation")
    host, port = invitation.host, invitation.port
    try:
        vouching = authority(invitation)
        line = Line(host, port, vouching)
        asked = Join(v=VERSION, code=invitation.code, version=__version__)
        status, answer = line.ask(JOIN, msgspec.json.encode(asked))
        line.close()
        if status != 200:
            de, _, en = said(msgspec.json.decode(answer, type=Refused)).partition("\n")
            return 1, (de, en)
        joined = msgspec.json.decode(answer, type=Joined)
    except (Away, ValueError, RecursionError):
        return 1, _both("not_reached", address=f"{host}:{port}")
    hub = Hub(host, port, vouching, joined.token, os.urandom(32), shown(joined.name))
    Club.joined(state, hub).close()
    return 0, _both("joined", name=hub.name)


def _grant(wish: Wish, state: Path, notes: Notes) -> int:
    """Do what the screen wishes, and let it know what came of it. Whoever began this begins it
    anew, without the memory that words have taken."""
    if wish.invitation:
        code, (de, en) = _joined(state, wish.invitation)
    else:
        code, (de, en) = 0, _both("left")
        with suppress(NoClub):
            leave(state)
    try:
        club = Club(state)
    except NoClub:
        notes.stand(Standing(de=de, en=en))
    else:
        notes.stand(Standing(name=club.hub.name, host=club.hub.host, de=de, en=en))
        club.close()
    return code


def _run(state: Path, data: Path, notes: Notes, quiet: float | None) -> int:
    """quiet: minutes without news after which it ends, None for never. Raises NoClub and OSError;
    and sqlite3.Error, after a while: whoever began this begins it anew at once."""
    try:
        return _tell(Club(state), data, notes, quiet)
    except sqlite3.Error as error:
        de, en = _both("torn", why=str(error))
        notes.stand(Standing(de=de, en=en))
        end = time.monotonic() + AGAIN
        while not notes.wished and time.monotonic() < end:
            time.sleep(LOOK)
        raise


def _tell(club: Club, data: Path, notes: Notes, quiet: float | None) -> int:
    hub = club.hub
    line = Line(hub.host, hub.port, hub.authority)
    uplink = Uplink(club, Journal(data, hub.key), notes, line, time.time, Random())
    end = None if quiet is None else quiet * 60
    while (
        not club.left and not notes.wished and (end is None or uplink.quiet(time.monotonic()) < end)
    ):
        uplink.look(time.monotonic())
        time.sleep(LOOK)
    if club.left:
        notes.stand(Standing())
    return 0


def _noted(club: Club, language: str) -> str:
    heard, why = club.noted()
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(heard or 0))
    told = [_say(language, "never") if heard is None else _say(language, "heard", when=when)]
    if why == AWAY:
        told.append(_say(language, "away"))
    elif why:
        de, _, en = why.partition("\n")
        told.append(en if language == "en" else de)
    return " ".join(told)


def _both(key: str, **values: Any) -> Both:
    return _say("de", key, **values), _say("en", key, **values)


def _say(language: str, key: str, **values: Any) -> str:
    # Read when something is said: whoever runs all day says nothing, and does without its memory.
    from companion.kernel import Verbatim
    from companion.text import Texts, plain_phrasebook

    told = {name: Verbatim(value) for name, value in values.items()}
    book = plain_phrasebook(language, Texts.of("companion.uplink"))
    return book.say("club", key, told)
