"""A real table tells a real hub what is played, and loses nothing on the way."""

import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from msgspec import Raw

from companion.match.entries import Bookmarked, HandedOver, Refused, Started, decode, encode
from companion.notes import Picture
from companion.sight.look import moment, seen
from companion.store import MATCHES
from companion.uplink.club import FILE
from companion.uplink.command import command
from companion.uplink.journal import Journal, leaving, open_to_all
from companion.uplink.line import Line
from companion.uplink.wire import Have, Heard
from tests.club.places import Hub, Table, resident, until
from tests.games.tried import EACH_SECRETIVE_GAME, GAMES, Tried
from tests.ui.twins import NAME, Twins

SEALED = re.compile(rb"\b(?:[0-9a-f]{32}){1,2}\b")
"""Marks, and hashes of what is hidden under salt: they tell nobody anything."""

Kept = dict[str, list[bytes]]


def kept(hub: Hub) -> dict[str, Kept]:
    """The entries at the hub, by table and match."""
    asked = """SELECT name, match, body FROM entries JOIN tables ON "of" = id
               ORDER BY name, match, number"""
    found: dict[str, Kept] = {}
    with closing(sqlite3.connect(hub.folder / "hub.db")) as database:
        for name, match, body in database.execute(asked):
            found.setdefault(name, {}).setdefault(match, []).append(body)
    return found


def agrees(hub: Hub, table: Table, name: str) -> bool:
    """Whether the hub has all that was played, move by move."""
    there = kept(hub).get(name, {})
    here = table.lines()
    return {match: list(map(_what, lines)) for match, lines in there.items()} == {
        match: list(map(_what, lines)) for match, lines in here.items()
    }


def _what(line: bytes) -> tuple[int, float, object]:
    entry = decode(line)
    return entry.number, entry.at, getattr(entry, "move", None)


def test_what_is_played_is_at_the_hub_without_names_and_sentences(hub: Hub, table: Table) -> None:
    table.join(hub, "one")
    table.start()
    match = table.begin()
    table.play(match, 20)
    table.bookmark(match, "when Balduin laughed")
    until(lambda: agrees(hub, table, "one"), "the hub has it")
    table.play(match, 600)
    table.end(match)
    until(lambda: agrees(hub, table, "one"), "the hub has the rest")
    for file in hub.folder.iterdir():
        told = file.read_bytes()
        assert b"Annegret" not in told and b"Balduin" not in told and b"sentences" not in told
    until(lambda: table.noted() == "", "it is said")
    assert table.uplink and resident(table.uplink.pid) < 25 and resident(hub.process.pid) < 150


def test_a_killed_uplink_and_a_lost_file_of_it_lose_and_double_nothing(
    hub: Hub, table: Table
) -> None:
    table.join(hub, "two")
    match = table.begin()
    for _ in range(2):
        table.play(match, 250)
        table.start()
        until(lambda: bool(kept(hub).get("two")), "something came")
        table.stop()
    shutil.rmtree(table.state)
    table.join(hub, "two")  # with other marks than before
    table.start()
    until(lambda: agrees(hub, table, "two"), "the hub has it")


def test_a_torn_file_of_the_club_is_said_and_joining_again_or_leaving_ends_it(
    hub: Hub, table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    table.join(hub, "torn")
    match = table.begin()
    table.play(match, 5)
    table.settle()
    table.step_by_step()[0].look(0.0)
    file = table.state / FILE

    def spoilt(how: str) -> None:
        with closing(sqlite3.connect(file)) as database, database:
            database.execute(how)

    spoilt("UPDATE cursor SET number = 'x', mark = NULL")
    told, _ = table.step_by_step()
    for second in (0.0, 20.0, 40.0):
        told.look(second)
    assert [(one.match, one.number) for one in table.cursors()] == [(match, 6)]
    call, good = ["--data", str(table.folder)], file.read_bytes()
    for how in ("key = 5", "port = NULL", "host = x'ff'", "authority = ''", "said = NULL"):
        file.write_bytes(good)
        spoilt(f"UPDATE hub SET {how}")
        capsys.readouterr()
        assert command([*call, "status"]) == 1 and "join again" in capsys.readouterr().err
    for length in (0, 100, 5000):
        file.write_bytes(good[:length])
        assert command([*call, "status"]) == 1 and "join again" in capsys.readouterr().err
    file.with_name(f"{FILE}-journal").write_bytes(good)  # by which it would be mended, and is not
    table.join(hub, "torn")
    assert command([*call, "status"]) == 0
    file.write_bytes(good[:5000])
    assert command([*call, "leave"]) == 0 and not file.exists()


def test_a_name_that_is_forgotten_costs_no_entry(hub: Hub, table: Table) -> None:
    table.join(hub, "three")
    match = table.begin()
    table.play(match, 30)
    table.settle()
    told, _ = table.step_by_step()
    told.look(0.0)
    assert agrees(hub, table, "three")
    table.library.forget_player("Balduin")  # every seal becomes another one
    table.play(match, 1)
    table.settle()
    told.look(1.0)
    assert agrees(hub, table, "three")


def test_a_hub_that_was_put_back_shows_the_board_as_it_lies_though_nothing_moves(
    hub: Hub, table: Table
) -> None:
    """Also in the midst of a match of which nothing has left the table."""
    own = "FROM tables WHERE name = 'lying'"

    def lies(where: int) -> None:
        shapes = b'[{"form":"card","x":%d,"y":0,"size":1}]' % where
        table.notes.show(Picture("maya", Raw(shapes)))

    def shown() -> float:
        """Where it lies on the wall."""
        (kept,) = database.execute(f"SELECT picture {own}").fetchone()
        return float(msgspec.json.decode(kept)["shapes"][0]["x"])

    table.join(hub, "lying")
    told, _ = table.step_by_step()
    with closing(sqlite3.connect(hub.folder / "hub.db")) as database:
        for where in (1, 2):
            backup = database.execute(f"SELECT picture, painted {own}").fetchone()
            lies(where)
            told.look(float(where))
            assert shown() == where
        with database:
            database.execute(
                "UPDATE tables SET picture = ?, painted = ? WHERE name = 'lying'", backup
            )
        assert shown() == 1
        for second in (20.0, 20.1, 40.0):
            told.look(second)
        assert shown() == 2


def test_a_table_that_speaks_does_not_keep_the_log_from_being_emptied(
    hub: Hub, table: Table
) -> None:
    table.join(hub, "four")
    match = table.begin()
    table.play(match, 50)
    table.settle()
    journal = Journal(table.folder, b"key")
    with journal.read() as look:
        assert sum(1 for _ in look.entries(match, 0)) == 51
    with closing(sqlite3.connect(table.folder / MATCHES)) as database:
        busy, left, moved = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    assert not busy and left == moved == 0
    assert table.library.close()
    before = {one.name: one.read_bytes() for one in table.folder.iterdir() if one.is_file()}
    with journal.read() as look:  # the companion is off: nothing is made beside its files
        assert sum(1 for _ in look.entries(match, 0)) == 51
    assert before == {o.name: o.read_bytes() for o in table.folder.iterdir() if o.is_file()}


def test_without_a_club_no_socket_is_opened_and_no_byte_differs(table: Table) -> None:
    table.play(table.begin(), 5)
    assert table.library.close()
    trace = table.folder.with_name("trace")
    before = {one.name: one.read_bytes() for one in table.folder.iterdir()}
    call = ["strace", "-f", "-e", "trace=%network", "-o", str(trace), *table.command("run")]
    ended = subprocess.run(call, check=False, capture_output=True)
    assert ended.returncode == 1 and b"belongs to no club" in ended.stderr
    assert re.findall(r"\b(?:socket|connect|bind)\(", trace.read_text()) == []
    assert before == {one.name: one.read_bytes() for one in table.folder.iterdir()}


def test_a_journal_leaves_as_it_is_played_only_where_nothing_is_ever_hidden() -> None:
    """And only where its game says so: who forgets that gives nothing away."""
    secret = {one.name for one in GAMES if any(kind.hidden for kind in one.game.kinds)}
    opened = {one.name for one in GAMES if open_to_all(one.name)}
    assert opened and secret and not opened & secret
    assert not open_to_all("no_such_game")


class Recorded(Line):
    """The line to the hub, and all that went over it."""

    said = b""

    def ask(self, path: str, body: bytes, token: str = "") -> tuple[int, bytes]:
        self.said += re.sub(rb'"free":\d+', b"", body)
        return super().ask(path, body, token)


@EACH_SECRETIVE_GAME
def test_twins_are_told_of_in_the_same_bytes_and_while_they_play_in_none(
    tried: Tried, hub: Hub, tmp_path: Path
) -> None:
    twins = _apart(tried, tmp_path)
    tables = [Table(twin.folder, twin.library) for twin in twins.both]
    for table in tables:
        table.join(hub, f"{tried.name} {table.folder.name}")
    both = [table.step_by_step(Recorded) for table in tables]
    for time in (0.0, 1.0):
        for table, twin, (told, _) in zip(tables, twins.both, both, strict=True):
            one_moment = moment(twin.match)
            assert one_moment is not None
            seen_there = msgspec.json.encode(seen(one_moment, "en", names=False).shapes)
            table.notes.show(Picture(tried.name, Raw(seen_there)))
            table.settle()
            told.look(time)
        one, two = (SEALED.sub(b"", line.said) for _, line in both if isinstance(line, Recorded))
        assert one == two and b'"shapes":[{' in one
        assert (b'"entry":"started"' in one) == (time > 0) and tried.name.encode() in one
        for twin in twins.both:
            twin.match.agree_end(twin.match.seats[0], twin.match.seats)
            twin.library.end(NAME, {"how": "agreed"})
    for table in tables:
        table.close()


class Counted(Line):
    """The line, and how often the hub was asked."""

    tries = 0

    def ask(self, path: str, body: bytes, token: str = "") -> tuple[int, bytes]:
        self.tries += 1
        return super().ask(path, body, token)


class _Unheard(Twins):
    """Twins that nobody listens to: that they look the same is proved elsewhere, and takes long."""

    def _compare(self, what: str) -> None:
        pass


BEGUN = {"maya": (70, 16), "mesopotamien": (54, 25), "pyramidion": (4, 12), "sakkara": (13, 12)}
"""A seed at which a pair is soon found, and how long it plays. Any other only takes longer."""


def _apart(tried: Tried, folder: Path) -> Twins:
    """A pair in which somebody knows another thing than in the other."""
    first, entries = BEGUN.get(tried.name, (0, 25))
    for seed in range(first, first + 400):
        twins = _Unheard(tried, folder / str(seed), seed)
        twins.play(entries)
        if twins.apart:
            return twins
        twins.close()
    raise AssertionError("nothing was hidden")


@pytest.fixture
def away(hub: Hub, table: Table) -> Table:
    """A table whose club is not there."""
    table.join(hub, "five")
    table.lead_to(1)
    return table


def test_while_the_hub_is_away_the_table_says_so_and_waits_ever_longer(
    away: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    told, line = away.step_by_step(Counted)
    assert isinstance(line, Counted)
    tries: list[int] = []
    for time in range(200):
        before = line.tries
        told.look(float(time))
        tries += [time] * (line.tries - before)
    gaps = [later - earlier for earlier, later in pairwise(tries)]
    assert gaps[0] <= 2 < 4 <= min(gaps[4:]) and max(gaps) <= 12
    assert command(["--data", str(away.folder), "--language", "de", "status"]) == 0
    said = capsys.readouterr().out
    assert "hat noch nichts von diesem Tisch gehört" in said and "nichts verloren" in said


def test_every_entry_that_leaves_is_still_an_entry_and_names_nobody() -> None:
    named = (
        Started(number=1, at=0, game="g", version=1, seats=("a",), players={"a": "Annegret"}),
        HandedOver(number=2, at=1, seat="a", name="Annegret"),
        Bookmarked(number=3, at=1, line=1, name="Annegret", sentences={"en": ("Annegret",)}),
        Refused(number=4, at=1, by="a", move={"move": "x"}, faults=(), snapshot={"a": "Annegret"}),
    )
    for one in named:
        told = leaving(encode(one))
        assert b"Annegret" not in told and decode(told).number == one.number


class Boasting(Line):
    """A hub that speaks of matches that it was never told of."""

    def ask(self, path: str, body: bytes, token: str = "") -> tuple[int, bytes]:
        status, told = super().ask(path, body, token)
        heard = msgspec.json.decode(told, type=Heard)
        more = tuple(Have(f"never-played-{number}", 1) for number in range(1000))
        return status, msgspec.json.encode(msgspec.structs.replace(heard, have=heard.have + more))


def test_a_hub_that_boasts_does_not_fill_the_disk_of_a_table(hub: Hub, table: Table) -> None:
    table.join(hub, "boasting")
    match = table.begin()
    table.play(match, 5)
    table.settle()
    told, _ = table.step_by_step(Boasting)
    told.look(0.0)
    assert [one.match for one in table.cursors()] == [match]
