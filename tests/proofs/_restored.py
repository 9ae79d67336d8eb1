"""A machine as people left it, and what must hold of it whatever was restored there."""

import re
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import msgspec
import tomli

from companion.archive import history
from companion.archive.export import FORMATS, ExportError, file_name, files, write
from companion.maintenance import backup
from companion.match import registry
from companion.match.match import Match
from companion.store import Library, write_box
from companion.store.keys import make_key
from tests.proofs._match import some_match
from tests.store.table import now
from ui.pin_lock import PinLock
from ui.session import settings
from ui.session.past import past, past_count, score_sheets
from ui.session.session import Session

PIN = "2749"
ALLOWED = {
    *("language", "theme", "letters", "names", "seats", "sides", "rotation", "sound", "learnt"),
    *("speaker", "quiet", "sets", "scanners"),
    *("idle", "voice", "rate", "child", "codes", "less_motion", "met", "agreed"),
    *("resting", "night"),
}
OWN = {"brightness": 100, "touch": [], "television": msgspec.to_builtins(settings.Television())}
"""What belongs to the machine, as it was here before."""
PORT = re.compile(r"/dev/(serial/by-(id|path)/[^/]+|serial\d+|tty(USB|ACM|AMA|S)[^/]+|rfcomm\d+)")


@dataclass
class Table:
    """A machine as people left it. lines: of its matches. hidden: what they hide, by number."""

    folder: Path
    running: list[str]
    lines: dict[str, tuple[bytes, ...]]
    files: dict[str, bytes]


def table(folder: Path, seed: int) -> Table:
    """Such a machine."""
    rng = Random(seed)
    library = Library(folder, now)
    running = []
    for name in registry.names():
        running.append(_play(library, some_match(registry.game_package(name), rng, 40)))
    over = some_match(registry.game_package(registry.names()[0]), rng, 40)
    while len(over.entries) < 20:  # somebody resigned early
        over = some_match(registry.game_package(registry.names()[0]), rng, 40)
    over.agree_end(over.seats[0], over.seats)
    history.finish(library, _play(library, over), over, now())
    library.keep_box(registry.names()[0], "own", {})
    library.met("Ada", "Ben")
    assert library.journal.flush()
    make_key(folder)
    settings.write(folder, settings.Settings(language="en", sound=1, names={"red": "Ada"}))
    (folder / "hardware.toml").write_text("debounce_ms = 30\n")
    write_box(folder / "boxes", "ours", registry.names()[0], {})
    assert PinLock(folder, time.monotonic, (), 4).set(PIN)
    backup.write_backup(folder.parent, folder, library, now())
    lines = {one.match: library.read(one.match).lines for one in library.matches()}
    assert any(library.resume(one).secrets for one in running), "nothing is hidden"
    assert library.close()
    return Table(folder, running, lines, _files(folder))


def _play(library: Library, match: Match) -> str:
    """Keep a match that was played; its name."""
    doors, secrets = library.begin(), match.secrets()
    for entry in match.entries:
        if entry.number in secrets:
            found = secrets[entry.number]
            doors.keep_secret(entry.number, found.values, bytes.fromhex(found.salt))
        doors.keep(entry)
    return doors.match


def _files(folder: Path) -> dict[str, bytes]:
    """What is kept beside the matches."""
    names = ("settings.toml", "hardware.toml", "printing.toml", "box.key", "staff.json")
    found = [folder / name for name in names]
    found += sorted((folder / "boxes").glob("*"))
    return {str(one.relative_to(folder)): one.read_bytes() for one in found if one.is_file()}


def foreign_settings(folder: Path) -> list[str]:
    wrong = []
    file = folder / "settings.toml"
    found = tomli.loads(file.read_text("utf-8")) if file.exists() else {}
    wrong += [
        f"the setting {name} came along" for name in found if name not in ALLOWED | OWN.keys()
    ]
    wrong += [f"{name} is another's" for name, own in OWN.items() if found.get(name, own) != own]
    file = folder / "hardware.toml"
    found = tomli.loads(file.read_text("utf-8")) if file.exists() else {}
    ports = [port for part in ("scanner", "boxes") for port in found.get(part, {}).get("ports", ())]
    return wrong + [f"the port {port} came along" for port in ports if not PORT.fullmatch(port)]


def another_pin(folder: Path) -> list[str]:
    one = PinLock(folder, time.monotonic, (), 4)
    right = one.locked and not one.damaged and not one.opens("0000") and one.opens(PIN)
    return [] if right else ["the PIN is another one"]


def opened(table: Table) -> list[str]:
    """Everything is opened that a screen opens."""
    wrong = []
    session = Session(table.folder)
    try:
        library = session.library
        listed = library.matches()
        running = {one.match for one in session.running()}
        past(session), past_count(session), score_sheets(session), session.people.names()
        for game in session.games():
            session.box(game)
        for one in listed:
            name = one.match
            _, opened = library.look_back(name)
            if opened and name in table.running:
                wrong.append(f"what {name} hides is opened by a row")
            if name not in running and one.heading.game in session.games():
                try:
                    shown = session.look_back(name).match.secrets()
                except (LookupError, ValueError):
                    continue  # the screen says that nothing of it can be shown
                if shown and name in table.running:
                    wrong.append(f"what {name} hides is shown to those who look back")
        wrong += _exported(session)
        for name in running:
            open_match = session.resume(name)
            match = open_match.presenter.match
            lines = library.read(name).lines
            if match.secrets() and lines != table.lines.get(name, ())[: len(lines)]:
                wrong.append(f"what {name} hides is handed to lines that were made up")
            match.phrasebook("de"), match.lines(), match.public, match.asked
            session.leave()
    finally:
        session.close()
    return wrong


def _exported(session: Session) -> list[str]:
    """What is over is exported; nothing of it may lie elsewhere."""
    place = session.folder.parent / "taken-along"
    place.mkdir(exist_ok=True)
    before = _lying(session.folder.parent)
    summaries = past(session)
    found = files(session.library, summaries, FORMATS, "en")
    found |= {file_name(one, "png"): b"" for one in summaries}
    wrong = []
    try:
        write(place, found)
    except ExportError as error:
        wrong.append(f"what is over cannot be exported: {error}")
    after = _lying(session.folder.parent)
    wrong += [f"{one} is written" for one in after - before if one.parent != place]
    shutil.rmtree(place)
    return wrong


def _lying(folder: Path) -> set[Path]:
    return {one for one in (*folder.rglob("*"), *Path("/tmp").glob("evil*")) if one.is_file()}


def as_it_was(table: Table, when: str) -> list[str]:
    wrong = []
    found = _files(table.folder)
    for name in found.keys() | table.files.keys():
        if found.get(name) != table.files.get(name) and name != "staff.json":
            wrong.append(f"{name} is another one {when}")
    library = Library(table.folder, now)
    try:
        lines = {one.match: library.read(one.match).lines for one in library.matches()}
    finally:
        library.close()
    if lines != table.lines:
        wrong.append(f"the matches are others {when}")
    return wrong
