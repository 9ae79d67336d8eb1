"""What a hub keeps, on both databases: each entry once, whatever comes twice, late or never."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from alembic import command as alembic
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from msgspec import Raw
from msgspec.structs import replace
from sqlalchemy import Engine, create_engine, select, text

from companion.match.registry import names
from companion.uplink.wire import Card, Course, Entry, Have, Heard, Say, standing
from hub import ledger
from hub.database import NoDatabase, move, opened, reading
from hub.ledger import NOTHING, NotKnown, join, known, mixed, say
from hub.people import invite, renew, shut_out
from hub.record import Asked, figures, record
from hub.schema import NEWEST, entries, metadata, tables
from hub.standings import Words, wall
from tests.club.postgres import Postgres

NOW = 1_790_000_000.0


def entry(number: int, salt: str = "a") -> Entry:
    body = f'{{"entry": "played",  "number":{number}, "newer": "{salt}"}}'
    return Entry(number, f"{number:031x}{salt}", Raw(body.encode()))


def course(after: int, last: int, salt: str = "a", match: str = "m") -> Course:
    found = tuple(entry(number, salt) for number in range(after + 1, last + 1))
    mark = entry(after, salt).mark if after else ""
    return Course(match=match, game="ferry", seats=("red",), after=after, mark=mark, entries=found)


def told(*courses: Course, tell: bool = False) -> Say:
    return Say(v=1, now=NOW, version="1", courses=courses, tell=tell)


def joined(database: Engine, name: str = "Table 1") -> str:
    return join(database, invite(database, name, NOW), NOW).token


def kept(database: Engine) -> list[tuple[str, int, bytes]]:
    asked = select(entries.c.match, entries.c.number, entries.c.body)
    with reading(database) as connection:
        return [tuple(row) for row in connection.execute(asked.order_by(*entries.primary_key))]


def bodies(match: str, last: int, salt: str = "a") -> list[tuple[str, int, bytes]]:
    found = (entry(number, salt) for number in range(1, last + 1))
    return [(match, one.number, bytes(one.body)) for one in found]


def room(rows: Sequence[tuple[str, int, bytes]]) -> int:
    """What entries count in the share of their table."""
    return sum(len(body) + ledger.BESIDE for *_, body in rows)


def test_entries_are_kept_byte_by_byte_and_the_answer_says_how_far(database: Engine) -> None:
    token = joined(database)
    heard = say(database, token, told(course(0, 3)), NOW)
    assert heard.have == (Have("m", 3, entry(3).mark),)
    assert heard.standing == standing(heard.have)
    heard = say(database, token, told(replace(course(3, 5), result=Raw(b'{"how":"rules"}'))), NOW)
    assert heard.have[0].number == 5 and heard.have[0].ended
    assert kept(database) == bodies("m", 5)
    everything = say(database, token, told(tell=True), NOW)
    assert everything.have == heard.have and everything.standing == heard.standing


@pytest.mark.parametrize(
    "wrong",
    [
        course(4, 6),  # something is missing
        course(2, 4),  # it is there already
        course(3, 3),  # nothing new
        course(0, 0, "b"),  # a beginning without a beginning
        replace(course(3, 5), mark="f" * 32),  # of another course
        replace(course(3, 5), entries=(entry(4), entry(6))),
        replace(course(3, 5), entries=(entry(5),)),
        replace(course(0, 5), entries=(entry(2),)),
    ],
)
def test_what_does_not_follow_changes_nothing(wrong: Course, tmp_path: Path) -> None:
    database = opened(f"sqlite:///{tmp_path / 'hub.db'}")
    token = joined(database)
    before = say(database, token, told(course(0, 3)), NOW)
    assert say(database, token, told(wrong), NOW) == before
    assert kept(database) == bodies("m", 3)


def test_a_match_that_was_written_anew_is_taken_anew(database: Engine) -> None:
    token = joined(database)
    say(database, token, told(course(0, 6), course(0, 2, match="n")), NOW)
    heard = say(database, token, told(course(0, 4, "b")), NOW)
    assert heard.have == (Have("m", 4, entry(4, "b").mark),)
    assert kept(database) == [*bodies("m", 4, "b"), *bodies("n", 2)]
    assert heard.standing == say(database, token, told(tell=True), NOW).standing


def test_a_table_tells_of_no_more_matches_than_an_answer_about_all_of_them_holds(
    database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "MATCHES", 2)
    token, other = joined(database), joined(database, "Table 2")
    say(database, token, told(course(0, 1, match="m"), course(0, 1, match="n")), NOW)
    with pytest.raises(ledger.Full):
        say(database, token, told(course(1, 2, match="m"), course(0, 1, match="o")), NOW)
    say(database, token, told(course(1, 2, match="m")), NOW)
    say(database, other, told(course(0, 1, match="o")), NOW)
    assert [len(say(database, one, told(tell=True), NOW).have) for one in (token, other)] == [2, 1]


def test_a_table_fills_no_more_than_its_share_and_what_it_tells_anew_counts_once(
    database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, other = joined(database), joined(database, "Table 2")
    monkeypatch.setattr(ledger, "QUOTA", room(bodies("m", 6)))
    for salt in "abcab":  # the same match, written anew each time
        say(database, token, told(course(0, 5, salt)), NOW)
    say(database, token, told(course(5, 6, "b")), NOW)
    with pytest.raises(ledger.Full):
        say(database, token, told(course(6, 7, "b")), NOW)
    say(database, other, told(course(0, 6)), NOW)
    assert len(kept(database)) == 12


def test_how_a_match_ended_counts_in_the_share_of_a_table_and_once(
    database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ends(more: int) -> Say:
        result = Raw(b'{"how": "rules", "newer": "' + b"x" * more + b'"}')
        return told(replace(course(0, 2), result=result))

    token, most = joined(database), ledger.RESULT - 100
    monkeypatch.setattr(ledger, "QUOTA", ledger.RESULT + room(bodies("m", 4)))
    for _ in range(3):  # written anew each time
        say(database, token, ends(most), NOW)
    say(database, token, told(replace(course(2, 2), result=Raw(b'{"how": "draw"}'))), NOW)
    say(database, token, told(replace(ends(most - 400).courses[0], match="n")), NOW)
    with pytest.raises(ledger.Full):
        say(database, token, told(replace(ends(most).courses[0], match="o")), NOW)
    with pytest.raises(ledger.Full):
        say(database, token, ends(ledger.RESULT), NOW)


def test_games_that_the_hub_does_not_have_are_one_on_its_pages_however_many_a_table_names(
    database: Engine,
) -> None:
    ended = replace(course(0, 2), result=Raw(b'{"how": "rules"}'))
    strange = [replace(ended, match=f"m{one}", game=f"game{one}") for one in range(9)]
    say(database, joined(database), told(*strange, replace(ended, game=names()[0])), NOW)
    words = Words("en")
    assert [(one.game, one.matches) for one in figures(database, words).games] == [
        (words.say("wall", "another"), 9),
        (words.game(names()[0]), 1),
    ]
    page = record(database, words, Asked())
    assert page.total == 10 and [one.name for one in page.games] == [words.game(names()[0])]


def test_messages_lost_doubled_and_late_leave_each_entry_once(database: Engine) -> None:
    token, rng = joined(database), Random(7)
    sent: list[Say] = []
    have = Have("m")
    while have.number < 120:
        after = have.number
        sent.append(told(course(after, min(120, after + rng.randint(1, 9)))))
        for message in rng.sample(sent[-3:], rng.randint(1, min(3, len(sent)))):
            answers: Sequence[Have] = say(database, token, message, NOW).have
            have = answers[0]
    assert kept(database) == bodies("m", 120)
    heard: Heard = say(database, token, told(tell=True), NOW)
    assert heard.standing == standing(heard.have)


def test_a_code_lets_one_table_in_and_only_for_a_while(database: Engine) -> None:
    code = invite(database, "Table 1", NOW)
    token = join(database, code, NOW + 599).token
    assert known(database, token) and not known(database, "") and not known(database, token[:-1])
    for wrong in (code, "", "0" * 8):
        with pytest.raises(NotKnown):
            join(database, wrong, NOW)
    with pytest.raises(NotKnown):
        join(database, invite(database, "Table 2", NOW), NOW + 601)
    again = joined(database)  # the same table on another card
    assert known(database, again) and not known(database, token)


def test_a_table_that_is_shut_out_reads_and_writes_nothing(database: Engine) -> None:
    token, other = joined(database), joined(database, "Table 2")
    say(database, token, told(course(0, 3)), NOW)
    assert shut_out(database, "Table 1") and not shut_out(database, "Nobody")
    for wrong in (token, "", "' OR 1=1 --", "\N{SNOWMAN}" * 4000):
        with pytest.raises(NotKnown):
            say(database, wrong, told(course(3, 9), tell=True), NOW)
    assert kept(database) == bodies("m", 3)
    heard = say(database, other, told(course(3, 5), tell=True), NOW)  # not its match
    assert heard.have == () and heard.standing == NOTHING


def test_a_new_token_counts_from_its_first_use_and_ends_the_old_one(database: Engine) -> None:
    token = joined(database)
    assert renew(database, "Table 1")
    lost = say(database, token, told(), NOW).token
    new = say(database, token, told(), NOW).token  # the answer before had been lost
    assert lost and new and not known(database, lost)
    assert say(database, new, told(), NOW).token == ""
    assert not known(database, token) and known(database, new)


def test_everything_moves_to_another_database_whole(tmp_path: Path, postgres: Postgres) -> None:
    database = opened(f"sqlite:///{tmp_path / 'hub.db'}")
    token = joined(database)
    say(database, token, told(course(0, 700)), NOW)
    other = opened(postgres.database())
    assert move(database, other) == 702  # with the match and the table
    assert kept(other) == kept(database)
    assert say(other, token, told(course(700, 701)), NOW).have[0].number == 701
    with pytest.raises(NoDatabase):
        move(database, other)
    other.dispose()


def test_the_steps_lead_to_the_database_that_is_used(database: Engine) -> None:
    with reading(database) as connection:
        found = MigrationContext.configure(connection)
        assert compare_metadata(found, metadata) == [] and found.get_current_revision() == NEWEST


def test_a_database_of_the_first_version_loses_nothing_and_who_won_is_counted_of_what_was_there(
    address: str,
) -> None:
    game, config, token = names()[0], Config(), "a" * 43
    engine = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    config.set_main_option("script_location", "hub/migrations")
    ends = (b'{"places": [["red"], ["blue"]]}', b'{"places": [["red", "blue"]]}', b"{", b"")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        alembic.upgrade(config, "1")
        table = "INSERT INTO tables (id, name, token, renew, standing)"
        table += " VALUES ('t', 'Table 1', :token, :no, :standing)"
        there = {"token": mixed(token), "no": False, "standing": NOTHING}
        connection.execute(text(table), there)
        line = "INSERT INTO courses (of, match, game, seats, begun, number, mark, ended, result)"
        line += f" VALUES ('t', :match, :game, :seats, 0, 3, '{entry(3).mark}', 'x', :result)"
        body = "INSERT INTO entries (of, match, number, body) VALUES ('t', :match, :number, :body)"
        for n, end in enumerate(ends):
            course_of = {"match": f"m{n}", "game": game, "seats": b"[]", "result": end or None}
            connection.execute(text(line), course_of)
            rows = [
                dict(zip(("match", "number", "body"), x, strict=True)) for x in bodies(f"m{n}", 3)
            ]
            connection.execute(text(body), rows)
    engine.dispose()
    newest = opened(address)
    assert [(one.matches, one.won) for one in figures(newest, Words("en")).games] == [(4, "Red 1")]
    assert say(newest, token, told(course(3, 5, match="m0")), NOW).have[0].number == 5
    assert kept(newest) == bodies("m0", 5) + [row for n in (1, 2, 3) for row in bodies(f"m{n}", 3)]
    with reading(newest) as connection:
        size = connection.execute(select(tables.c.size)).scalar_one()
    assert size == room(kept(newest)) + sum(map(len, ends[1:3]))
    newest.dispose()


def test_an_address_of_no_database_is_refused() -> None:
    for wrong in ("", "hub.db", "mysql://here/hub", "postgresql://:port/x"):
        with pytest.raises(NoDatabase):
            opened(wrong)


def test_a_card_that_did_not_change_is_not_told_as_a_change(tmp_path: Path) -> None:
    database = opened(f"sqlite:///{tmp_path / 'hub.db'}")
    token = joined(database)
    card = Card(game="ferry", entries=3)
    say(database, token, replace(told(), card=card), NOW)
    say(database, token, replace(told(), card=card), NOW + 60)
    with reading(database) as connection:
        row = connection.execute(select(tables.c.moved, tables.c.seen)).one()
    assert tuple(row) == (NOW, NOW + 60)


def test_a_hub_whose_clock_was_set_back_shows_nobody_who_has_not_spoken_since(
    database: Engine,
) -> None:
    say(database, joined(database), replace(told(), card=Card(game="ferry")), NOW)
    states = [wall(database, Words("en"), NOW + late)[0].state for late in (1, -1, 31, -600)]
    assert states == ["playing", "playing", "absent", "absent"]
