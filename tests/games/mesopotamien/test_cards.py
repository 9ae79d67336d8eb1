"""Cards: notes that never betray themselves, and texts that are told once."""

from typing import Any

import pytest

from companion.games.mesopotamien.options import Printed
from companion.games.mesopotamien.position import Position
from companion.games.mesopotamien.rules import game
from companion.kernel import UNKNOWN, Accepted, Draft, carry_out, judge, offers
from tests.games.mesopotamien.tables import after, natives, table
from tests.games.mesopotamien.vectors import situated


def hand(position: Position, seat: str = "green") -> tuple[str, ...]:
    return position.player(seat).hand


@pytest.mark.parametrize(
    "noted, left",
    [
        (["land", "teleport"], ("land",)),
        (["?", "land"], ("land",)),
        (["land", "priest"], ("?",)),
    ],
)
def test_a_played_card_leaves_the_right_note(noted: list[str], left: tuple[str, ...]) -> None:
    position = table(natives("-1,0"), hands={"green": noted})
    position = after(position, move="teleport", native="green@-1,0", to="0,0")
    assert hand(position) == left


def test_a_note_of_a_used_up_card_goes() -> None:
    position = table(
        natives("-1,0"), hands={"green": ["?"], "red": ["teleport"]}, discard=["teleport"]
    )
    position = after(position, move="teleport", native="green@-1,0", to="0,0")
    assert hand(position, "red") == (UNKNOWN,)


def test_a_note_of_a_card_is_never_lost_or_doubled() -> None:
    position = table(hands={"green": 2})
    for card in ("land", "priest", "land"):
        position = after(position, move="tell_card", seat="green", card=card)
    assert hand(position) == ("land", "priest")
    assert game.public(position).player("green").hand == (UNKNOWN, UNKNOWN)
    assert game.seen_by(position, "green") == position
    assert game.seen_by(position, "red") == game.public(position)


def test_a_note_of_a_marker_is_never_seen_by_others() -> None:
    position = table(
        natives("0,0", load="marker", count=2), mana={"green": 8}, ceiling={"green": 8}
    )
    assert offers(game, position, Draft("tell_marker", ("green",))) == ("green:m1", "green:m2")
    position = after(position, move="tell_marker", seat="green", marker="green:m1", value=4)
    assert game.public(position).player("green").markers[0].value == UNKNOWN
    assert game.seen_by(position, "green").player("green").markers[0].value == 4
    # The same value on another marker: the first note was wrong.
    position = after(position, move="tell_marker", seat="green", marker="green:m2", value=4)
    assert [marker.value for marker in position.player("green").markers[:2]] == [UNKNOWN, 4]
    # What the table shows overrides every note, and says nothing of it.
    position = after(position, move="sacrifice", native="green@0,0+m1", value=4)
    assert [marker.value for marker in position.player("green").markers[:2]] == [4, UNKNOWN]


def test_a_forgotten_note_does_not_break_the_record() -> None:
    position = table(natives("0,0", load="marker"), hands={"green": 1})
    for data in (
        {"move": "tell_marker", "seat": "green", "marker": "green:m1", "value": 2},
        {"move": "tell_card", "seat": "green", "card": "land"},
    ):
        move = game.move(data)
        name = game.kind(move).hidden[0]
        masked = type(move)(**{**_fields(move), name: UNKNOWN})
        assert isinstance(judge(game, position, masked), Accepted)
        assert carry_out(game, position, masked).position == position


def _fields(move: Any) -> dict[str, Any]:
    return {name: getattr(move, name) for name in move.__struct_fields__}


def test_one_unknown_card_leaves_the_others_of_a_hand_unknown() -> None:
    held = table(hands={"green": ["land", "?"]})
    assert game.public(held).player("green").hand == (UNKNOWN, UNKNOWN)


def test_the_last_marker_is_shown_when_everybody_can_tell_it() -> None:
    position = table(natives("0,0", load="marker"), shown={"green": [2, 4]})
    assert game.public(position).player("green").markers[3].value == UNKNOWN
    position = table({**natives("0,0", load="marker"), "value": 7}, shown={"green": [2, 4, 6]})
    assert game.public(position).player("green").markers[3].value == 7
    unnoted = table(natives("0,0", load="marker"), shown={"green": [2, 4, 6]})
    assert game.public(unnoted).player("green").markers[3].value == 7


def test_the_owner_sees_the_last_marker_as_well_as_everybody() -> None:
    position = table(natives("0,0", load="marker"), shown={"green": [2, 4, 6]})
    own = game.seen_by(position, "green")
    assert own.player("green").markers[3].value == 7
    assert game.public(own) == game.public(position)
    open_still = table(natives("0,0", load="marker"), shown={"green": [2, 4]})
    assert game.seen_by(open_still, "green") == open_still


def test_a_number_read_once_is_not_asked_for_again() -> None:
    position = table(natives("-1,0"), hands={"green": 3})
    assert offers(game, position, Draft("endurance"))[0] == 1
    position = after(position, move="endurance", number=4)
    assert position.setup.box.printed == (Printed("endurance", "movement", 4),)
    assert offers(game, position, Draft("endurance"))[:2] == (4, 1)
    # The next copy may say something else; the first number stays the likeliest.
    position = after(position, move="endurance", number=2)
    assert position.setup.box.printed == (Printed("endurance", "movement", 4),)
    position = after(position, move="card_text", card="endurance", what="movement", number=3)
    assert position.setup.box.printed == (Printed("endurance", "movement", 3),)
    position = after(position, move="card_text", card="endurance", what="movement", number=0)
    assert position.setup.box.printed == ()


def test_the_text_of_the_holy_stone_is_kept() -> None:
    position = table(natives("-1,0"), hands={"green": 2}, mana={"green": 3})
    effects = [{"what": "ceiling", "on": "green", "by": 2}]
    position = after(position, move="holy_stone", effects=effects, moved=[])
    assert offers(game, position, Draft("holy_stone"))[0] == "ceiling"
    drafted = Draft("holy_stone", item=("ceiling", "green"))
    assert offers(game, position, drafted)[0] == 2


@pytest.mark.parametrize(
    "effect, shows",
    [
        (("mana", "red", 9 - 2), {"mana": {"red": 3}}),
        (("mana", "red", -1), {"mana": {"red": 1}}),
        (("mana", "red", -8), {"mana": {"red": 0}}),
        (("ceiling", "green", 8), {"ceiling": {"green": 8}}),
        (("ceiling", "green", -8), {"ceiling": {"green": 3}, "mana": {"green": 3}}),
        (("movement", "green", -8), {"movement": 0}),
        (("look", "green", 3), {"movement": 5}),
        (("wood", "-1,0", 3), {"goods": {"-1,0": {"wood": 3}}, "supply": {"wood": 13}}),
        (("wood", "1,-1", -8), {"goods": {"1,-1": {"wood": 0}}, "supply": {"wood": 20}}),
        (
            ("stone", "green@1,0+stone", -1),
            {"natives": [natives("1,0"), natives("-1,0")], "supply": {"stone": 16}},
        ),
        (
            ("stone", "green@1,0+stone", 1),
            {"goods": {"1,0": {"stone": 5}}, "supply": {"stone": 14}},
        ),
    ],
)
def test_each_number_of_the_holy_stone_does_what_it_says(
    effect: tuple[str, str, int], shows: dict[str, Any]
) -> None:
    position = table(
        natives("1,0", load="stone"),
        natives("-1,0"),
        hands={"green": 1},
        ceiling={"green": 5},
        mana={"green": 4, "red": 2},
    )
    what, on, by = effect
    move = game.move(
        {"move": "holy_stone", "effects": [{"what": what, "on": on, "by": by}], "moved": []}
    )
    found = carry_out(game, position, move).position
    assert game.violations(found) == ()
    assert situated(found, shows) == found


def test_a_native_moved_twice_by_a_text_is_not_doubled() -> None:
    position = table(natives("-1,0"), natives("1,0"), hands={"green": 1})
    moved = [{"native": "green@-1,0", "to": "0,0"}] * 2
    position = after(position, move="holy_stone", effects=[], moved=moved)
    assert position.natives_at("0,0", "green") == 1
