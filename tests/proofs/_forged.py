"""Backups as somebody makes them who wants something: what is on a stick, changed, its sums right.

Each attack gets the parts of a backup that is sound and gives the bytes of another one.
"""

import io
import json
import sqlite3
import zipfile
from collections.abc import Callable
from random import Random
from typing import Any

from tests.proofs._forged_locked import locked_by_a_stranger
from tests.proofs._forged_zip import another_list, bomb, many_names, odd_members, torn
from tests.proofs._noise import nearly, noise, value, word
from tests.proofs._parts import (
    LIST,
    TABLES,
    Attack,
    Parts,
    changed_store,
    packed,
    put,
    sealed,
    whole,
)


def _store(change: Callable[[Random, Parts, sqlite3.Connection], None]) -> Attack:
    def attack(rng: Random, parts: Parts) -> bytes:
        data = changed_store(parts.members["matches.db"], lambda it: change(rng, parts, it))
        return packed(parts, matches_dot_db=data)

    return attack


# What stands in the rows


def _a_field(rng: Random, parts: Parts, opened: sqlite3.Connection) -> None:
    """One field of one row is another one."""
    table = rng.choice(TABLES)
    rows = opened.execute(f"SELECT rowid, body FROM {table}").fetchall()
    if not rows:
        return
    rowid, body = rng.choice(rows)
    column = rng.choice(("key", "number", "body", "body", "seal"))
    some: Any = rng.choice((noise(rng), word(rng), rng.randrange(-9, 9), 1 << 60, 1.5, b"", ""))
    try:
        if column == "body" and rng.random() < 0.7:
            some = json.dumps(nearly(rng, json.loads(body))).encode()
        opened.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (some, rowid))
    except (sqlite3.Error, ValueError, RecursionError):
        return  # a number that is there already, or what was changed before
    if rng.random() < 0.8:
        sealed(opened)


def _many_fields(rng: Random, parts: Parts, opened: sqlite3.Connection) -> None:
    for _ in range(rng.randint(2, 12)):
        _a_field(rng, parts, opened)


RESULTS: tuple[Any, ...] = (
    {"how": "agreed", "places": []},
    {"how": "rules", "places": [["red"]], "rule": "x", "levels": []},
    {"how": "rules", "places": [["red"]] * 500, "levels": [{"name": "total", "figures": {}}]},
    {"anything": 1},
    [],
)


def _a_result(rng: Random, parts: Parts, opened: sqlite3.Connection) -> None:
    """A match that goes on is said to be over."""
    for match in parts.running:
        put(opened, "result", match, json.dumps(rng.choice(RESULTS)).encode())


def _an_end(rng: Random, parts: Parts, opened: sqlite3.Connection) -> None:
    """A match that goes on is ended by an entry that nobody made."""
    for match in parts.running:
        ((last,),) = opened.execute("SELECT max(number) FROM entry WHERE key = ?", (match,))
        how = {"how": rng.choice(("agreed", "draw", "resigned")), "by": "red"}
        entry = {"entry": "ended", "number": last + 1, "at": 99999.0, **how, "places": []}
        put(opened, "entry", match, json.dumps(entry).encode())
        if rng.random() < 0.7:
            put(opened, "result", match, b'{"how": "agreed", "places": []}')


def _another_story(rng: Random, parts: Parts, opened: sqlite3.Connection) -> None:
    """Of a match that goes on lines are gone from the end, or told twice under new numbers."""
    for match in parts.running:
        ((last,),) = opened.execute("SELECT max(number) FROM entry WHERE key = ?", (match,))
        cut = rng.randint(2, last)
        opened.execute("DELETE FROM entry WHERE key = ? AND number > ?", (match, cut))
        rows = opened.execute("SELECT body FROM entry WHERE key = ? AND number > 1", (match,))
        for number, (body,) in enumerate(rng.sample(rows.fetchall(), min(3, cut - 1)), cut + 1):
            again = json.dumps(json.loads(body) | {"number": number}).encode()
            put(opened, "entry", match, again)
        put(opened, "result", match, b'{"how": "agreed", "places": []}')


def _other_rules(rng: Random, parts: Parts, opened: sqlite3.Connection) -> None:
    """Of a match that goes on it is said that other rules held, and that all counts as told."""
    clauses = ("R99", "", LONG[:300], "[b]x[/b]")
    for match in parts.running:
        rows = opened.execute("SELECT rowid, body FROM entry WHERE key = ?", (match,)).fetchall()
        for rowid, body in rows:
            told = json.loads(body)
            if told["entry"] == "started":
                told["version"] = rng.choice((0, -1, 10**12))
            elif told["entry"] == "played" and rng.random() < 0.3:
                told["overruled"] = [rng.choice(clauses)]
            new = json.dumps(told).encode()
            opened.execute("UPDATE entry SET body = ? WHERE rowid = ?", (new, rowid))
        sealed(opened)
        if rng.random() < 0.7:
            kept = {"entry": "kept", "number": len(rows) + 1, "at": 99999.0, "version": 10**12}
            put(opened, "entry", match, json.dumps(kept | {"clauses": clauses}).encode())
        put(opened, "result", match, b'{"how": "agreed", "places": []}')


LONG = "Zwackelmann " * 20_000
STRANGE: tuple[dict[str, Any], ...] = (
    {"entry": "of another version"},
    {"entry": "played", "by": "red", "move": {"move": "x"}, "sentences": {"de": [LONG]}},
    {"entry": "handed_over", "seat": "red", "name": LONG},
    {"entry": "started", "game": "maya", "version": 1, "seats": ["red"]},
    {"entry": "clock_set", "budget": 1e300, "increment": -1e300},
    {"entry": "corrected", "situation": {"a": [[[[[[[[]]]]]]]]}, "snapshot": {"x": LONG}},
    {"entry": "played", "by": LONG, "move": {}, "commitment": "zz"},
    {"entry": "amended", "line": -1, "moves": []},
    {"entry": "undone", "by": "red", "lines": [1, 2, 3, 10**18]},
)


def _strange_entries(rng: Random, parts: Parts, opened: sqlite3.Connection) -> None:
    (matches,) = [opened.execute("SELECT DISTINCT key FROM entry").fetchall()]
    for (match,) in matches:
        ((last,),) = opened.execute("SELECT max(number) FROM entry WHERE key = ?", (match,))
        at = rng.choice((0.0, 1e300, -5, 99999.0, "soon"))
        entry = rng.choice(STRANGE) | {"number": last + rng.choice((1, 1, 0, 5)), "at": at}
        put(opened, "entry", match, json.dumps(entry).encode())


def _strange_rows(rng: Random, parts: Parts, opened: sqlite3.Connection) -> None:
    """Rows of all other kinds, with names and days that cannot be."""
    days = ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026-11-20T20:00:00", "soon", 7)
    names = (LONG[:999], "", "x\u202ey", "a\x00b", "=1+1", "[b]x[/b]", "box/../x")
    for _ in range(8):
        day, name = rng.choice(days), rng.choice(names)
        put(opened, "player", name, json.dumps({"last": day}).encode())
        facts = json.dumps(rng.choice(({}, {"x": value(rng)}, value(rng)))).encode()
        put(opened, "box", f"{rng.choice(('maya', 'sakkara', name))}/own{name}", facts)
        begun = {"event": "begun", "at": day, "game": name, "players": [["red", name]] * 3}
        put(opened, "score", f"sheet{name}", json.dumps(begun).encode())
        entered = {"event": "entered", "at": day, "round": 0, "player": 99, "points": 10**15}
        put(opened, "score", f"sheet{name}", json.dumps(entered).encode())
        match = rng.choice([*parts.running, name])
        head = {"game": name, "seats": ["red"], "players": {"red": name}, "begun": day}
        put(opened, "match", match, json.dumps(head).encode())
        summed: dict[str, Any] = {
            "match": match,
            "game": name,
            "how": "rules",
            "players": [],
            "ended": day,
        }
        put(opened, "summary", match, json.dumps(summed | {"seconds": 1e300}).encode())


def _names_made_up(rng: Random, parts: Parts, opened: sqlite3.Connection) -> None:
    """A running match under the name of another, and under names that are none."""
    for table in ("match", "entry", "result"):
        keys = [key for (key,) in opened.execute(f"SELECT DISTINCT key FROM {table}")]
        for key in keys:
            other = rng.choice((*keys, "", "../x", "x" * 5000, "\x00", "ü" * 300))
            if other != key:
                opened.execute(f"DELETE FROM {table} WHERE key = ?", (other,))
                opened.execute(f"UPDATE {table} SET key = ? WHERE key = ?", (other, key))
    sealed(opened)


def _places(rng: Random, parts: Parts, opened: sqlite3.Connection) -> None:
    """Matches and games are called like places where files lie."""
    for (key,) in opened.execute("SELECT DISTINCT key FROM match").fetchall():
        other = rng.choice(("/../../x", "../../x", "..", "/x", "x/../../y", ".", "x" * 300))
        game = rng.choice(("../../evil", "/tmp/evil-of-the-proof", "..", "g" * 80, "", "x/y"))
        keeps = rng.random() < 0.4
        for table in ("match", "entry", "result", "summary"):
            rows = opened.execute(f"SELECT rowid, body FROM {table} WHERE key = ?", (key,))
            for rowid, body in rows.fetchall():
                told = json.loads(body)
                if "game" in told and not keeps:
                    told["game"] = game
                if "match" in told:
                    told["match"] = f"{key[:4]}{other}"
                new = f"{key[:4]}{other}", json.dumps(told).encode(), rowid
                opened.execute(f"UPDATE {table} SET key = ?, body = ? WHERE rowid = ?", new)
        if key in parts.running:
            put(opened, "result", f"{key[:4]}{other}", b'{"how": "agreed", "places": []}')
    sealed(opened)


# What the database is beside its rows


def _schema(rng: Random, parts: Parts, opened: sqlite3.Connection) -> None:
    more = (
        "CREATE TABLE staff (pin TEXT)",
        "CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM entry; END",
        "CREATE VIEW v AS SELECT load_extension('/tmp/x')",
        "CREATE VIEW v AS WITH RECURSIVE x(n) AS (SELECT 1 UNION SELECT n + 1 FROM x)"
        " SELECT n FROM x",
        "CREATE INDEX i ON entry (body)",
        "CREATE TABLE big AS SELECT randomblob(100000) AS x",
        "DROP TABLE result",
        "ALTER TABLE entry ADD COLUMN more",
        "ALTER TABLE player RENAME TO players",
    )
    for statement in rng.sample(more, rng.randint(1, 3)):
        try:
            opened.execute(statement)
        except sqlite3.Error:
            continue


def _pages(rng: Random, parts: Parts) -> bytes:
    """Bytes of the database are others."""
    data = bytearray(parts.members["matches.db"])
    for _ in range(rng.choice((1, 3, 30))):
        data[rng.randrange(100 if rng.random() < 0.3 else len(data))] = rng.randrange(256)
    if rng.random() < 0.2:
        del data[rng.randrange(len(data)) :]
    return packed(parts, matches_dot_db=bytes(data))


# The small files

SETTINGS = (
    'poweroff = ["touch", "{mark}"]\nreboot = ["sh", "-c", "touch {mark}"]\n',
    'language = "xx"\ntheme = 7\nrotation = 45\nidle = 99999999999999\nsound = -1\n',
    '[names]\nred = "{long}"\n',
    '[seats]\nmaya = ["red", "red", "x"]\n[agreed.maya]\nstrictness = "x"\noptions = {x = 1}\n',
    '[agreed]\nmaya = {options = {triple = "{long}", bonus_from = 1e999}}\n"" = {}\nx = 7\n',
    'program = "/bin/sh"\nvoice = "/bin/sh"\npin = "0000"\nstaff = ""\n',
    "sound = 1\n[poweroff]\nx = 1\n",
    "x = " + "[" * 5000,
)
HARDWARE = (
    '[scanner]\nports = ["{data}/matches.db"]\n',
    '[scanner]\nports = ["/dev/sda", "/dev/serial/by-id/../../mem"]\n',
    '[boxes]\nports = ["/**/*", "/dev/tty1"]\n',
    '[scanner]\nports = ["/etc/passwd"]\n[[button]]\npin = 99\n',
)


def _small_files(rng: Random, parts: Parts) -> bytes:
    fill = {"mark": "/tmp/never", "long": LONG, "data": "/tmp"}
    some = {
        "settings.toml": rng.choice(SETTINGS),
        "hardware.toml": rng.choice(HARDWARE),
        "printing.toml": rng.choice(("right = nan\n", "right = 1e300\n", "down = 'x'\n", "[")),
        "box.key": rng.choice(("", "zz", "00" * 500, "0" * 31)),
        "boxes/x.box.json": rng.choice(("{}", "[]", '{"game": 1}', "[" * 5000)),
    }
    chosen = rng.sample(sorted(some), rng.randint(1, 5))
    members = dict(parts.members)
    for name in chosen:
        text = some[name]
        for key, it in fill.items():
            text = text.replace(f"{{{key}}}", it)
        members[name] = noise(rng) if rng.random() < 0.1 else text.encode()
    return whole(parts, members)


FOREIGN = (
    *("staff.json", "staff-reset", "secrets.db", "where.json", "in-use", "backup.key"),
    *("../evil", "/tmp/evil-of-the-proof", "boxes/../../evil.box.json", "boxes/../staff.json"),
    *("restore/goes-to", "goes-to", "not-there.json", "kivy/config.ini", "matches.db-wal"),
    *("boxes/\x00.box.json", "boxes/" + "x" * 300 + ".box.json", "boxes/.x.box.json", "", "."),
    *("incoming.db", "boxes", "BOX.KEY", "boxes\\x.box.json", "settings.toml/x"),
)


def _foreign_files(rng: Random, parts: Parts) -> bytes:
    members = dict(parts.members)
    for name in rng.sample(FOREIGN, rng.randint(1, 2)):
        members[name] = rng.choice((b"", b'{"salt": ""}', b"../..", noise(rng)))
    return whole(parts, members)


def _the_list(rng: Random, parts: Parts) -> bytes:
    """Other things are said of the files."""
    told = nearly(rng, json.loads(json.dumps(parts.told)))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(LIST, json.dumps(told))
        for name, data in parts.members.items():
            archive.writestr(name, data)
    return out.getvalue()


_IN_ROWS: dict[str, Attack] = {
    "one field of a row": _store(_a_field),
    "many fields": _store(_many_fields),
    "a result of a match that goes on": _store(_a_result),
    "an end that nobody made": _store(_an_end),
    "another story of a match": _store(_another_story),
    "rules of another day": _store(_other_rules),
    "entries of other kinds": _store(_strange_entries),
    "rows of other kinds": _store(_strange_rows),
    "matches under other names": _store(_names_made_up),
    "matches and games called like places": _store(_places),
}

ATTACKS: dict[str, Attack] = {
    **_IN_ROWS,
    "locked by a stranger": locked_by_a_stranger(_IN_ROWS),
    "tables, triggers, views": _store(_schema),
    "bytes of the database": _pages,
    "settings, devices, keys": _small_files,
    "files that are no part of a backup": _foreign_files,
    "what is said of the files": _the_list,
    "links, doubles, other packing": odd_members,
    "small files that unpack to large ones": bomb,
    "a list of many names": many_names,
    "a second list": another_list,
    "bytes of the zip": torn,
}
