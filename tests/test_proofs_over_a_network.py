"""Samples of the long proofs of other screens, telephones and the club, and that they would
notice; see tests/proofs/."""

from argparse import Namespace
from pathlib import Path

import pytest
from msgspec import structs

from companion.match.registry import names
from tests.club.places import Hub
from tests.games.tried import SECRETIVE
from tests.proofs import _racing, club, hub, phones, television
from tests.records.reading import games
from ui.guests.hand import Hand, Remembered


def test_strangers_and_what_is_hidden_change_nothing_of_what_other_screens_show(
    capsys: pytest.CaptureFixture[str],
) -> None:
    size = ["--game", SECRETIVE[-1].name, "--pairs", "3", "--lines", "500", "--seconds", "0.2"]
    assert television.main([*size, "--seed", "3"]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("name", names())
def test_telephones_tell_nothing_and_do_once_what_was_wished_on_the_table_that_was_seen(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    races = "12" if name == names()[0] else "0"
    code = phones.main(["--game", name, "--pairs", "4", "--lines", "30", "--races", races])
    said = capsys.readouterr().out
    recorded = name in games()  # a new game has no evening yet that could be played by telephone
    assert code == 0 and said.count(" 0 wrong") > recorded, said


def test_the_proof_of_telephones_notices_what_is_done_on_another_table_or_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    careful = Hand.wish
    monkeypatch.setattr(Remembered, "of", lambda *_: None)
    monkeypatch.setattr(
        Hand, "wish", lambda hand, wish: careful(hand, structs.replace(wish, lines=hand.lines))
    )
    with _racing.racing(names()[0], tmp_path, 4) as table:
        while table.found.races < 12:
            table.race()
    told = " ".join(table.found.wrong)
    assert "on a table that nobody saw" in told or "done twice" in told, told


def test_a_club_loses_and_doubles_no_line_whatever_is_killed(
    capfd: pytest.CaptureFixture[str],
) -> None:
    options = ["--tables", "2", "--seconds", "3", "--kills", "4", "--rate", "40", "--heal", "240"]
    options += ["--knock", "1"]
    code = club.main([*options, "--database", "postgresql"])
    said = capfd.readouterr().out
    assert code == 0 and said.count(" 0 lost, 0 matches otherwise") == 2, said


def test_strangers_read_and_write_nothing_at_a_hub_and_its_first_database_becomes_the_newest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Hub(tmp_path / "hub")
    speaking = [hub.Speaking(place, name) for name in ("Kirschbaum", "own")]
    speaking[0].say(3)
    assert hub.caught_up(place, speaking, 200), capsys.readouterr().out
    asked = Namespace(requests=1, each=40, most=60.0, seed=1)
    assert hub.attacked(place, speaking[1], asked), capsys.readouterr().out
    for one in speaking:
        one.close()
    place.close()
    assert hub.migrated(f"sqlite:///{tmp_path / 'old.db'}", 500), capsys.readouterr().out
