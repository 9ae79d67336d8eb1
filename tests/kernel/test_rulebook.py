"""What would go wrong without them: a misspelt entry that is silently ignored, a move from outside
that is half read."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.kernel import TABLE, Asked, Rulebook, asked_once, memo_last
from tests.kernel.toy import GAME, START, Position, Take, Vote

TEXT = """
[M13]
strength = "hard"
source = { de = "Regelblatt", en = "rule sheet" }
rule.de = "Vulkane werden nicht betreten."
rule.en = "Volcanoes are not entered."
fault.de = "Dort ist ein Vulkan."
fault.en = "There is a volcano."
[M32a]
strength = "soft"
[over]
strength = "frame"
[no_such_native]
strength = "fact"
[M96b]
strength = "fact"
"""


def test_a_rulebook_is_read_in_its_order_with_rule_fault_and_source() -> None:
    rulebook = Rulebook.parse(TEXT)
    assert list(rulebook) == ["M13", "M32a", "over", "no_such_native", "M96b"]
    assert len(rulebook) == 5
    assert rulebook["M13"].rule["de"] == "Vulkane werden nicht betreten."
    assert rulebook["M13"].fault["en"] == "There is a volcano."
    assert (rulebook["M13"].source, rulebook["M13"].strength) == (
        {"de": "Regelblatt", "en": "rule sheet"},
        "hard",
    )


def test_a_clause_belongs_to_the_rule_of_its_number() -> None:
    numbers = {clause.id: clause.number for clause in Rulebook.parse(TEXT).values()}
    assert numbers == {
        "M13": "M13",
        "M32a": "M32",
        "over": "over",
        "no_such_native": "no_such_native",
        "M96b": "M96",
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[M1]\nstrength = 'sharp'", "clause M1: Invalid enum value 'sharp'"),
        ("[M1]", "clause M1: Object missing required field `strength`"),
        ("[M1]\nstrength = 'hard'\nfualt = {de = 'x'}", "clause M1: .* unknown field `fualt`"),
        ("[M1]\nstrength = 'hard'\nrule.de = 3", "clause M1: Expected `str`"),
        ("M1 = 3", "clause M1: a table is wanted, not 3"),
        ("[M1]\nstrength = 'hard'\n[M1]\nstrength = 'soft'", "M1"),
    ],
)
def test_a_malformed_clause_is_named(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Rulebook.parse(text)


def package(folder: Path, **files: str) -> str:
    """A package with these rulebooks that can be imported."""
    (folder / "bookish").mkdir()
    for name, text in {
        "__init__.py": "",
        **{f"{name}.toml": files[name] for name in files},
    }.items():
        (folder / "bookish" / name).write_text(text, "utf-8")
    return "bookish"


@pytest.fixture
def importable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("bookish", None)


@pytest.mark.parametrize("parts", [(), ("first", "second")])
def test_the_shared_clauses_come_with_every_rulebook(
    importable: Path, parts: tuple[str, ...]
) -> None:
    names = [f"rulebook_{part}" for part in parts] or ["rulebook"]
    clauses = {name: f"[R{number}]\nstrength = 'hard'" for number, name in enumerate(names)}
    rulebook = Rulebook.of(package(importable, **clauses), *parts)
    own = [f"R{number}" for number in range(len(names))]
    assert list(rulebook) == [*own, "already_so", "no_such_seat", "correction", "box_profile"]
    assert rulebook["correction"].strength == "soft"
    assert rulebook["table_shows"] is rulebook["correction"], "older matches cite it so"


def test_no_game_states_a_shared_clause_again(importable: Path) -> None:
    with pytest.raises(ValueError, match="already_so"):
        Rulebook.of(package(importable, rulebook="[already_so]\nstrength = 'hard'"))


def test_a_clause_is_found_by_the_id_that_an_older_match_cites_it_by() -> None:
    rulebook = Rulebook.parse("[M3]\nstrength = 'hard'\nformerly = ['M3a']")
    assert rulebook["M3a"] is rulebook["M3"] and "M3a" in rulebook
    assert list(rulebook) == ["M3"]


def test_equal_questions_are_one_value_that_names_the_seat() -> None:
    asked = asked_once("red", ("take", "pass"), "turn", left=2)
    assert asked == (Asked("red", ("take", "pass"), "turn", {"seat": "red", "left": 2}),)
    assert asked_once("red", ("take", "pass"), "turn", left=2) is asked
    (owed,) = asked_once(TABLE, ("draw",), "draw", "M51", seat="red")
    assert (owed.seat, owed.values, owed.owed, owed.rule) == (TABLE, {"seat": "red"}, True, "M51")


def test_moves_come_and_go_as_plain_data() -> None:
    move = Take("left", "pear", 1)
    data = GAME.plain(move)
    assert data == {"move": "take", "shelf": "left", "fruit": "pear", "count": 1, "aloud": False}
    assert GAME.move(data) == move
    assert GAME.kind(move).name == "take"
    assert not GAME.reveals(Vote("red", "more"))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"move": "fly"}, "fly"),
        ({"move": "take", "shelf": "left"}, "fruit"),
        ({"move": "take", "shelf": "left", "fruit": "pear", "count": 9}, "<= 5"),
        ({"move": "pass", "extra": 1}, "extra"),
        ([], "object"),
    ],
)
def test_data_that_is_no_move_is_refused_with_what_is_wrong(data: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        GAME.move(data)


def test_shared_work_of_needs_is_done_once_for_each_position() -> None:
    asked: list[str] = []

    @memo_last
    def turn(position: Position) -> str:
        asked.append(position.turn)
        return position.turn

    other = replace(START, turn="blue")
    assert [turn(START), turn(START), turn(other), turn(START)] == ["red", "red", "blue", "red"]
    assert asked == ["red", "blue", "red"]


def test_shared_work_of_needs_may_depend_on_the_move() -> None:
    asked: list[int] = []

    @memo_last
    def room(position: Position, move: Take) -> int:
        asked.append(move.count)
        return 4 - position.held("red") - move.count

    one, same, other = Take("left", "pear", 1), Take("left", "pear", 1), Take("left", "pear", 2)
    assert [room(START, one), room(START, same), room(START, other)] == [3, 3, 2]
    assert asked == [1, 2]
    alike = replace(START)
    assert room(alike, other) == 2
    assert asked == [1, 2, 2], "a position is recognised as the same object, not compared"
