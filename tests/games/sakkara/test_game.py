"""The game as a whole: what everybody sees, what a touch means, what the table can tell next."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.games.sakkara import views
from companion.games.sakkara.box_profile import untold
from companion.games.sakkara.motifs import (
    COUNTS,
    MOTIFS,
    NEEDED,
    PLACES,
    SPELLS,
    TILES,
    Box,
)
from companion.games.sakkara.position import DOUBLES, FIELDS, LINES, Position, line
from companion.games.sakkara.rules import game
from companion.kernel import (
    UNKNOWN,
    Change,
    Draft,
    carry_out,
    changes,
    fields,
    fill,
    next_blank,
    offers,
    ticks,
)
from companion.match.beginnings import closing_kind
from companion.match.composer import Composer, Composing, Submit
from tests.games.sakkara.tables import CONFIRMED, after, go, made, start, table
from tests.games.tried import tried

GAP = ("e5", "b2", "d6")
"""Bare fields for putting back; all others are one high."""


def to_put_back(used: int, **more: Any) -> Position:
    heights = {field: int(field not in GAP) for field in FIELDS[:45]}
    return table(phase="putback", used=["hand"] * used, moved=True, heights=heights, **more)


def cuts(position: Position, draft: Draft) -> Iterator[tuple[int, ...]]:
    """Every way to cut the used stack that the offers lead to, whatever the fields."""
    kind = game.by_name["put_back"]
    blank = next_blank(kind.move, draft)
    if blank is None:
        yield tuple(part.tiles for part in draft.values[0])
        return
    lights = offers(game, position, draft)
    for value in lights[:1] if blank.name == "parts.to" else lights:
        yield from cuts(position, fill(kind.move, draft, value))


CUTS = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 2), (7, 3), (8, 4), (9, 6), (10, 8)]


@pytest.mark.parametrize("used, ways", [*CUTS, (11, 12), (12, 18)])
def test_every_legal_cut_is_offered_and_no_other(used: int, ways: int) -> None:
    found = list(cuts(game.public(to_put_back(used)), Draft("put_back")))
    assert len(found) == len(set(found)) == ways
    assert {sum(cut) for cut in found} == {used}


def test_nines_and_a_rest_are_offered_where_agreed() -> None:
    agreed = to_put_back(11, options={"split_9_plus_rest": True})
    found = set(cuts(game.public(agreed), Draft("put_back")))
    assert found - set(cuts(to_put_back(11), Draft("put_back"))) == {(9, 2)}


def test_a_field_where_tiles_may_not_go_stays_dark() -> None:
    position = to_put_back(6, workers={"black": ["e6", "g7"], "white": ["b2", "a7"]})
    kind = game.by_name["put_back"].move
    draft = fill(kind, Draft("put_back"), 6)
    assert offers(game, position, draft) == ("d7",)
    beside = fill(kind, draft, "e5")
    broken = {tick.clause: tick.values for tick in ticks(game, position, beside)}
    assert broken["K84"] == {"to": "e5", "seat": "black", "at": "e6"}
    taken = {tick.clause: tick.values for tick in ticks(game, position, fill(kind, draft, "b2"))}
    assert taken["K82b"] == {"to": "b2", "worker": "white:1"}


# What is seen


def test_what_was_taken_is_shown_within_the_turn_and_not_after_it() -> None:
    position = table(
        workers={"white": ["c3", "a7"]}, stacks={"c4": ["tip", "ship"]}, holders={"white": ["ox"]}
    )
    assert game.public(position).player("white").holder == (UNKNOWN,)
    position = after(position, **go("white:1", "c4"))
    assert game.public(position).player("white").holder == (UNKNOWN, "ship")
    assert game.public(position).stack("c4") == ("tip",)
    done = after(position, move="end_turn")
    assert game.public(done).player("white").holder == (UNKNOWN, UNKNOWN)
    assert game.seen_by(done, "white").player("white").holder == ("ox", "ship")
    assert game.seen_by(done, "black").player("white").holder == (UNKNOWN, UNKNOWN)


def test_a_tile_taken_and_used_in_one_turn_still_stands_on_the_holder() -> None:
    position = table(workers={"white": ["c3", "a7"]}, stacks={"c4": ["ship"]})
    position = after(position, go("white:1", "c4"), {"move": "lay_supply", "motif": "ship"})
    assert position.fresh == game.public(position).player("white").holder == ()


def test_a_view_covers_tiles_and_changes_nothing_else() -> None:
    position = table(stacks={"c4": ["tip", "ship"], "d4": ["?", "ox"]})
    assert game.public(position).stack("c4") == (UNKNOWN, "ship")
    assert game.public(table(tops={"c4": "ship"})) == table(tops={"c4": "ship"})
    laying = table(phase="layout", stacks={"c4": ["tip", "ship"]})
    assert game.public(laying) is laying


def test_only_its_owner_learns_what_a_snake_drew() -> None:
    position = table(holders={"white": ["snake"], "black": ["tip", "ox"]})
    found = made.accepted(position, move="snake", motif="tip")
    assert "tip" not in str(found.events)
    view = game.public(found.position)
    assert [view.player(seat).holder for seat in ("white", "black")] == [(UNKNOWN,), (UNKNOWN,)]
    assert game.by_name["snake"].hidden == ("motif",)


def test_hands_are_told_which_tile_to_take() -> None:
    position = table(workers={"white": ["c3", "a7"]}, stacks={"c4": ["ship"]})
    found = made.accepted(position, **go("white:1", "c4"))
    steps = zip((position, *found.positions), found.positions, strict=False)
    done = [changes(game.layout(game.public(a)), game.layout(game.public(b))) for a, b in steps]
    assert done == [
        (Change("worker:white", 1, "c3", "c4"),),
        (Change("tile=ship", 1, "c4", "holder:white"),),
    ]


def test_a_spell_lights_nothing_from_what_nobody_sees() -> None:
    lacking = table(CONFIRMED, holders={"white": ["magic_1"]}, laid={"black": {"ship": 1}})
    known = {tick.clause: tick for tick in ticks(game, lacking, Draft("sink_ship"))}
    assert known["K70a"].values["lacking"] == ("magic_3", "magic_4")
    hidden = table(CONFIRMED, holders={"white": ["ox"] * 3}, laid={"black": {"ship": 1}})
    seen = {tick.clause: tick for tick in ticks(game, game.public(hidden), Draft("sink_ship"))}
    assert seen["K70a"].state == "open"
    two = game.public(table(CONFIRMED, holders={"white": ["ox", "ox"]}))
    assert ticks(game, two, Draft("sink_ship"))[1].values["lacking"] == UNKNOWN


# What a touch means


@pytest.mark.parametrize(
    "kind, filled, token, values",
    [
        ("step", (), "a1", ["white:1"]),
        ("step", (), "d4", []),
        ("step", ("white:1",), "white:2", ["a7"]),
        ("step", ("white:1",), "a2", []),
        ("step", (), "ship", []),
        ("firestorm", (("ox",) * 3,), "c4", ["row:4", "column:c"]),
        ("firestorm", (("ox",) * 3,), "white:1", ["row:1", "column:a"]),
        ("build", (), "a1", []),
    ],
)
def test_a_touch_means_what_it_touches(
    kind: str, filled: tuple[Any, ...], token: str, values: list[str]
) -> None:
    draft = Draft(kind, filled)
    blank = next_blank(game.by_name[kind].move, draft)
    assert blank is not None
    assert list(game.meanings(table(), blank, token)) == values


def test_a_worker_and_a_field_are_one_step() -> None:
    position = table(tops={"a2": "ox"}, holders={"white": ["bird", "horse", "stairs"]})
    composer = Composer(game)
    assert isinstance(composer.take(position, "a1"), Composing)
    assert [draft.kind for draft in composer.drafts] == ["step"]
    made = composer.take(position, "a2")
    assert made == Submit((game.move(go("white:1", "a2")),))


def test_tiles_are_laid_out_with_26_touches() -> None:
    position = game.setup(("white", "black"), game.options(), game.box())
    composer = Composer(game)
    for field in FIELDS[: DOUBLES - 1]:
        assert isinstance(composer.take(position, field), Composing)
    made = composer.take(position, FIELDS[DOUBLES - 1])
    assert isinstance(made, Submit)
    position = after(position, **game.plain(made.moves[0]))
    assert position.phase == "place"
    assert [position.height(field) for field in FIELDS] == [2] * 26 + [1] * 23


def test_a_button_does_not_end_the_layout_or_the_turn() -> None:
    assert closing_kind(game, table()) == "end_turn"
    assert closing_kind(game, table(phase="layout")) == "laid"


# Dealing, and what the table tells


# The box profile


def test_a_box_is_told_by_touch_and_not_confirmed_too_early() -> None:
    position = game.setup(("white", "black"), game.options(), game.box())
    composer = Composer(game, "box")
    moves = [{"move": "count_tiles", "motif": one.motif, "count": one.count} for one in COUNTS]
    for level, needed in enumerate(NEEDED, 1):
        pieces = [one.motif for one in needed for _ in range(one.count)]
        moves.append({"move": "level_needs", "level": level, "pieces": pieces})
    for spell in SPELLS:
        tiles = list(Box().combination(spell))
        moves.append({"move": "spell_tiles", "spell": spell, "tiles": tiles})
    for data in moves:
        assert made.clauses(position, move="confirm_box")
        assert untold(position.box)
        position = after(position, **data)
        assert not position.box.confirmed
    assert isinstance(composer.take(position, "move:confirm_box"), Submit)
    position = after(position, move="confirm_box")
    assert position.box.confirmed
    again = after(position, move="name_motif", motif="block_a", name="Sphinx")
    assert again.box.confirmed and again.box.name("block_a") == "Sphinx"
    assert again.box.name("block_b") == ""
    changed = after(again, move="count_tiles", motif="ship", count=6)
    assert not changed.box.confirmed and changed.box.count("ship") == 6


def test_the_pieces_of_a_level_need_no_last_touch() -> None:
    position = table()
    composer = Composer(game, "box")
    composer.take(position, "move:level_needs")
    composer.take(position, "2")
    for motif in ("magic_1", "magic_2", "magic_3"):
        assert isinstance(composer.take(position, motif), Composing)
    made = composer.take(position, "magic_3")
    assert isinstance(made, Submit)
    position = after(position, **game.plain(made.moves[0]))
    assert position.box.need(2, "magic_3") == 2


# Small things that other things rest on


def test_every_rule_has_a_sentence() -> None:
    numbers = {clause.number for clause in game.rulebook.values()}
    known = {*range(1, 9), *range(10, 17), *range(20, 29), *range(30, 35), *range(40, 59)}
    known |= {*range(60, 68), *range(70, 78), *range(80, 92), 95, 96}
    assert {f"K{number}" for number in known} <= numbers
    for clause in game.rulebook.values():
        assert clause.strength == "fact" or (set(clause.rule) == {"de", "en"} and clause.source)
        assert not clause.fault or set(clause.fault) == {"de", "en"}


def test_a_default_is_not_called_a_rule() -> None:
    for clause in game.rulebook.values():
        ours = any(word in clause.source.get("en", "") for word in ("default", "placeholder"))
        if clause.strength in ("hard", "soft"):
            assert (clause.strength == "soft") == ours, clause.id


def test_a_box_that_does_not_add_up_is_noticed() -> None:
    assert sum(one.count for one in COUNTS) == TILES
    assert [one.motif for one in COUNTS] == list(MOTIFS)
    assert tuple(sum(one.count for one in level) for level in NEEDED) == PLACES
    assert {len(line(name)) for name in LINES} == {7}
    assert len({frozenset(line(name)) for name in LINES}) == 14


def test_unseen_hands_are_never_counted_in_a_refusal() -> None:
    supply = {"white": {"ship": 1, "grain": 1}}
    seen = table(laid=supply, holders={"white": ["blue_block"]})
    hidden = game.public(table(laid=supply, holders={"white": ["blue_block", "ox"]}))
    build = game.move({"move": "build", "motif": "blue_block"})
    for position, hands in ((seen, 0), (hidden, UNKNOWN)):
        need = next(one for one in game.by_name["build"].needs if one.clause == "K51")
        assert need.values is not None
        assert need.values(position, build)["hands"] == hands


def test_a_box_from_a_file_is_checked() -> None:
    box = {**msgspec.to_builtins(Box()), "confirmed": True}
    confirmed = game.arrange(table(), game.situation(box=msgspec.convert(box, Box)))
    assert confirmed.box.confirmed and game.violations(confirmed) == ()
    box["counts"][0]["count"] += 1
    box["needed"] = [box["needed"][0], box["needed"][0], box["needed"][2]]
    wrong = game.arrange(table(), game.situation(box=msgspec.convert(box, Box)))
    assert [fault.clause for fault in game.violations(wrong)] == ["K2b", "K49a"]
    lacks = Box(spells=Box().spells[1:])
    other = game.arrange(table(), game.situation(box=lacks))
    assert [fault.clause for fault in game.violations(other)] == ["other_parts"]
    with pytest.raises(ValueError, match="each spell once"):
        game.start(("white", "black"), game.options(), lacks)


def test_a_tile_told_to_all_does_not_show_what_was_believed_of_a_holder() -> None:
    """Something wrong was noted of it: then that is forgotten, and nobody sees that."""
    position = table(workers={"white": ["c3", "a7"]}, heights={"c4": 1})
    position = after(position, **go("white:1", "c4"))
    noted = game.arrange(position, game.situation(holders={"white": ["ox"]}))
    twins = [after(one, move="tell_tile", motif="tip") for one in (position, noted)]
    assert twins[0] == twins[1]
    assert twins[0].fresh == twins[0].player("white").holder == ("tip",)


def test_a_position_has_only_fields_of_the_board() -> None:
    with pytest.raises(ValueError, match="not on the board"):
        table(heights={"h8": 1})
    with pytest.raises(KeyError):
        table().player("red")
    assert table().at("red:1") == ""
    assert [fault.clause for fault in game.violations(table(heights={"d4": 38, "e5": 38}))] == [
        "too_many_tiles"
    ]


def test_the_player_with_the_pyramid_has_won() -> None:
    pyramid = [[one.motif for one in level for _ in range(one.count)] for level in NEEDED]
    position = table(pyramids={"black": pyramid})
    assert position.phase == "over"
    outcome = game.outcome(position)
    assert outcome is not None and outcome.places == (("black",), ("white",))
    assert game.asked(position) == ()
    again = after(position, move="fix_tile", source="pyramid:black:3", motif="tip", to="d4")
    assert again.phase == "turn" and game.outcome(again) is None
    assert game.outcome(after(again, move="fix_tile", source="d4", motif="?", to="pyramid:black:3"))


def test_no_kind_of_move_has_a_list_without_end() -> None:
    for kind in game.kinds:
        for part in fields(kind.move):
            early = any(need.early for need in kind.needs)
            assert not part.listed or part.most is not None or early, kind.name


def test_what_was_overruled_can_be_carried_out() -> None:
    poor = table(holders={"white": ["blue_block"]})
    done = carry_out(game, poor, game.move({"move": "build", "motif": "blue_block"}))
    assert done.position.used == ()
    assert done.events[1].values == {"seat": "white", "count": 0, "needed": 1}
    none = table(holders={"white": ["ox", "ox", "ox"]})
    done = carry_out(game, none, game.move({"move": "sink_ship", "tiles": ["ox"] * 3}))
    assert done.events[-1].key == "nothing_destroyed"
    robbed = carry_out(game, table(holders={"white": ["snake"]}), SNAKE)
    assert robbed.events[-1].key == "nothing_to_rob"
    kept = to_put_back(4)
    part = game.move({"move": "put_back", "parts": [{"tiles": 3, "to": "e5"}]})
    done = carry_out(game, kept, part)
    assert done.position.used == ("hand",) and done.position.phase == "putback"


SNAKE = game.move({"move": "snake", "motif": "?"})


def test_players_see_their_own_tiles_and_no_others() -> None:
    for position in tried("sakkara").positions:
        for seat in ("white", "black"):
            own = game.seen_by(position, seat)
            assert own.player(seat) == position.player(seat)
            assert game.public(own) == game.public(position)


def test_every_stack_that_lies_otherwise_than_before_is_covered() -> None:
    stacks = (("ship", "grain"), ("grain", "ship", "tip"), *((),) * 47)
    position = msgspec.structs.replace(start(), stacks=stacks, phase="turn")
    assert views.public(position).stacks[:3] == (("?", "grain"), ("?", "?", "tip"), ())
    later = msgspec.structs.replace(position, stacks=(("ship",), *stacks[1:48], ("tip", "tip")))
    covered = (("ship",), ("?", "?", "tip"), *((),) * 46, ("?", "tip"))
    assert views.public(later).stacks == covered
    assert views.public(position).stacks[:2] == (("?", "grain"), ("?", "?", "tip"))
