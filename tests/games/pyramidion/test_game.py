"""The game as a whole: the start, who has won, what a touch means, what is seen of secrets."""

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.pyramidion.box import Box
from companion.games.pyramidion.corrections import phase_begun
from companion.games.pyramidion.powers import (
    Special,
)
from companion.games.pyramidion.rules import game
from companion.kernel import UNKNOWN, Accepted, Draft, Fault, Open, judge, next_blank
from companion.kernel.judge import values_of
from tests.games.pyramidion.tables import after, clauses, happened, table
from tests.games.pyramidion.vectors import at_start, situated
from tests.games.tried import tried


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_starts_with_everything_in_place(seats: int) -> None:
    position = at_start(game.colours[:seats])
    assert game.violations(position) == ()
    assert len(position.fleet) == 20 and position.deck == 45
    assert all(position.stock(seat, "torturer") == 5 for seat in position.order)
    assert game.asked(position)[0].kinds == ("reveal_boat",)
    assert len(position.activations()) == 2 * seats


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"sites": lambda box: box.sites[1:]}, "these sites"),
        ({"boats": lambda box: box.boats[1:]}, "20 different boats, not 19"),
        ({"distribution": lambda box: box.distribution[1:]}, "10 different distribution cards"),
        ({"cards": lambda box: (*box.cards, box.cards[0])}, "described twice"),
        (
            {
                "distribution": lambda box: (
                    replace(box.distribution[0], tokens=(1,)),
                    *box.distribution[1:],
                )
            },
            "D01 needs a number for each of the 8 sites",
        ),
        ({"supply": lambda box: box.supply[1:]}, "these tokens"),
    ],
)
def test_nobody_plays_with_an_incomplete_box(change: dict[str, Any], said: str) -> None:
    box = replace(Box(), **{name: make(Box()) for name, make in change.items()})
    with pytest.raises(ValueError, match=said):
        game.setup(("red", "blue"), game.options(), box)


def ended(**options: Any) -> Any:
    position = situated(
        at_start(**options),
        {
            "phase": "end",
            "order": ["yellow", "blue", "red"],
            "boats": {"red": ["B19", "B20"], "blue": ["B18", "B17", "B05"], "yellow": ["B15"]},
            "stores": {"red": {"wood": 2}, "blue": {"stone": 3}},
        },
    )
    return game.outcome(after(position, move="end_round"))


def test_places_are_told_apart_as_the_rules_say() -> None:
    outcome = ended()
    assert outcome.rule == "P77"
    assert outcome.places == (("blue", "red"), ("yellow",))
    assert outcome.levels[0].figures == {"yellow": 4, "blue": 10, "red": 10}
    assert ended(tie_break="most_resources").places == (("blue",), ("red",), ("yellow",))
    assert ended(tie_break="earlier_in_order").places == (("blue",), ("red",), ("yellow",))


def test_the_end_is_announced_with_who_has_reached_it_before_the_round_is_over() -> None:
    position = table(
        phase="loading",
        display=["B01", "B02"],
        turn="red",
        stores={"red": {"stone": 1, "wood": 1, "urn": 1}},
        boats={"red": ["B19", "B15"]},
    )
    done = judge(game, position, game.move({"move": "load", "boat": "B01", "pay": PAY}))
    assert isinstance(done, Accepted)
    assert all("points" not in one.values and "boat" not in one.values for one in done.events)
    assert game.public(done.position).player("red").boats == (UNKNOWN,) * 3


PAY = ["stone", "wood", "urn"]


def test_a_view_of_the_end_of_a_round_tells_nobody_who_is_ahead() -> None:
    """In a public view nobody knows the points: the round just ends."""
    position = table(phase="end", boats={"red": ["B19", "B20"]})
    shown = happened(game.public(position), move="end_round")
    assert "boats_shown" not in shown and "next_round" in shown
    limited = situated(at_start(round_limit=1), {"phase": "end", "boats": {"red": ["B19"]}})
    assert happened(game.public(limited), move="end_round")[-1] == "ended_p82"


def test_secret_stores_are_never_seen_by_others() -> None:
    position = situated(
        at_start(hide_stores=True),
        {
            "phase": "loading",
            "display": ["B01"],
            "turn": "red",
            "stores": {"red": {"stone": 1, "wood": 1, "urn": 1}, "blue": {"camel": 2}},
        },
    )
    public, own = game.public(position), game.seen_by(position, "red")
    assert game.public(public) == public
    with pytest.raises(Open):
        public.store("red")
    assert own.store("red").total() == 3
    assert game.violations(public) == ()
    assert dict(game.layout(public))["store:blue", "token=?"] == 2
    assert dict(game.layout(own))["store:red", "token=urn"] == 1
    blank = next_blank(game.by_name["load"].move, Draft("load", ("B01",)))
    assert blank is not None
    offered = game.by_name["load"].candidates["pay"](public, None)
    assert list(offered) == ["stone", "wood", "urn", "camel", "stonecutter", "statue"]
    assert game.evaluate(public, "red") == 0.0 and game.evaluate(position, "red") > 0.0
    assert game.evaluate(position, "table") == 0.0


@pytest.mark.parametrize(
    ("kind", "filled", "token", "values"),
    [
        ("special", ("red",), "blue:MD4", ["MD4"]),
        ("reveal", (), "blue:MD4", ["blue"]),
        ("reveal", ("red",), "karnak", []),
        ("negotiate", ("karnak",), "karnak", ["urn"]),
        ("special", ("red", "SD4"), "karnak", ["urn"]),
        ("activate", (), "karnak", []),
    ],
)
def test_a_touched_token_means_the_values_that_fit_the_next_blank(
    kind: str, filled: tuple[str, ...], token: str, values: list[str]
) -> None:
    position = table(tokens={"karnak": {"urn": 2}})
    blank = next_blank(game.by_name[kind].move, Draft(kind, filled))
    assert blank is not None
    assert list(game.meanings(position, blank, token)) == values


def test_chance_tells_only_what_is_possible() -> None:
    rng = Random(3)
    for position in tried("pyramidion").positions:
        for _ in range(4):
            move = game.chance(position, rng)
            if move is not None:
                assert isinstance(judge(game, position, move), Accepted), move


def test_cards_that_cannot_be_found_are_never_told_as_cards() -> None:
    """A player who has played all five basic cards and four of the deck can show no more."""
    position = table(phase="activation", site="thebes", laid={"red": 4, "blue": 0, "yellow": 0})
    position = position.with_player("red", used=("MB1", "MB2", "NB1", "TB1", "SB1"), drawn=9)
    position = position.with_player("red", spent=9)
    found = {type(game.chance(position, Random(seed))).__name__ for seed in range(12)}
    assert "Reveal" not in found


def test_nobody_plays_on_from_an_impossible_position() -> None:
    position = table(phase="activation")

    def faults(**changes: Any) -> set[str]:
        return {fault.clause for fault in game.violations(replace(position, **changes))}

    assert faults() == set()
    assert faults(pieces=position.pieces[1:]) == {"not_so_many_pieces"}
    moved = position.moved("torturer:red", "stock:red", "giza")
    assert game.violations(moved.moved("torturer:blue", "stock:blue", "giza"))[0].clause == "P38"
    moved = position.moved("negotiator:red", "stock:red", "giza")
    assert game.violations(moved.moved("negotiator:blue", "stock:blue", "giza"))[0].clause == "P44"
    scarce = table(tokens={"giza": {"statue": 16}})
    assert game.violations(scarce) == (
        Fault("not_so_many_pieces", {"piece": "statue", "count": 16, "most": 15}),
    )
    assert faults(display=("B01",)) == {"boats_twice"}
    assert faults(fleet=position.fleet[1:]) == {"boats_missing"}
    assert faults(dealt=("D01", "D01")) == {"distribution_seen"}
    assert faults(order=("red", "blue")) == {"not_all_seats"}
    assert faults(activated=("giza",) * 7) == {"too_many_sundials"}
    assert faults(turn="red") == {"no_turns_now"}
    assert faults(deck=position.deck - 1) == {"deck_wrong"}
    assert faults(revolts=("giza",) * 7) == {"no_revolt_marker"}
    player = replace(position.players[0], hand=3)
    assert faults(players=(player, *position.players[1:])) == {"hand_cannot_be"}
    laying = table(phase="activation", site="giza")
    assert game.violations(replace(laying, phase="cards"))[0].clause == "nobody_activates"


@pytest.mark.parametrize(
    ("situation", "said"),
    [
        ({"stores": {"green": {}}}, "green does not play"),
        ({"turn": "green"}, "green does not play"),
        ({"torturers": {"giza": "green"}}, "green does not play"),
        ({"site": "giza"}, "nobody is to activate"),
        ({"laid": {"red": 1}}, "active site"),
    ],
)
def test_an_impossible_table_is_never_set(situation: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        situated(at_start(), situation)


def test_cards_laid_are_never_lost_when_the_phase_is_set_right() -> None:
    position = table(phase="activation", site="thebes", laid={"red": 3})
    assert phase_begun(position, "cards").player("red").hand == 9


def test_boats_are_never_turned_up_beyond_five_when_the_table_is_set_right() -> None:
    full = table(display=["B01", "B02", "B03", "B04"])
    assert after(full, move="fix_display", boat="B05", lies="yes").phase == "distribution"
    back = after(full, move="fix_display", boat="B04", lies="no")
    assert "B04" in back.fleet and back.phase == "boats"


def test_a_boat_noted_in_private_is_never_seen_by_others() -> None:
    position = after(table(), move="fix_won", seat="red", boat="B20")
    assert position.player("red").boats == ("B20",)
    assert game.public(position).player("red").boats == (UNKNOWN,)
    lost = game.by_name["fix_lost"]
    with pytest.raises(Open):
        lost.needs[-1].test(game.public(position), game.move(LOST))
    assert after(position, **LOST).player("red").boats == ()


LOST: dict[str, Any] = {"move": "fix_lost", "seat": "red", "boat": "B20"}


def test_a_correction_leads_to_what_the_table_shows() -> None:
    position = table(phase="activation", torturers={"giza": "red"}, activated=["giza"])
    assert after(position, move="fix_sundial", site="giza", lies="no").active() == "red"
    used = after(position, move="fix_used", site="giza", used="yes")
    assert used.used_at("torturer") == ("giza",)
    assert after(used, move="fix_used", site="giza", used="no").tired == ()
    moved = after(used, move="fix_troop", kind="torturer", site="giza", owner="blue")
    assert moved.troop("torturer", "giza") == "blue" and moved.tired == ()
    assert moved.stock("red", "torturer") == 5
    standing = after(position, move="fix_troop", kind="negotiator", site="giza", owner="blue")
    gone = after(standing, move="fix_troop", kind="negotiator", site="giza", owner="nobody")
    assert gone == position
    fewer = after(position, move="fix_hand", seat="red", count=8)
    assert fewer.deck == position.deck + 1
    assert after(position, move="fix_order", seats=["blue", "red", "yellow"]).order[0] == "blue"
    tokens = after(position, move="fix_tokens", site="giza", kind="wood", count=3)
    assert tokens.tokens("giza")["wood"] == 3
    assert (
        after(tokens, move="fix_tokens", site="giza", kind="wood", count=1).tokens("giza")["wood"]
        == 1
    )
    assert after(position, move="fix_phase", phase="loading").turn == "red"
    loading = table(phase="loading", display=["B01"])
    assert after(loading, move="fix_turn", seat="blue").turn == "blue"


def test_a_hand_that_nobody_knows_is_never_taken_for_known() -> None:
    position = table(phase="activation", site="karnak")
    done = after(position, move="results", torturers="nobody", negotiators="nobody", **WINNER)
    assert [one.sure for one in done.players] == [False] * 3
    position = table(phase="activation", site="karnak", laid={"red": 2})
    done = after(position, move="results", torturers="nobody", negotiators="nobody", **WINNER)
    assert [one.sure for one in done.players] == [True, False, False]
    assert done.player("red").played == 2 and done.player("red").hand == 7


WINNER = {"merchants": "nobody"}


def test_kept_cards_are_never_drawn_again() -> None:
    position = situated(
        at_start(keep_cards=True),
        {"phase": "activation", "spent": {"red": ["MD1"]}, "activated": ["giza"]},
    )
    position = phase_begun(position, "end").with_player("blue", sure=False)
    done = after(position, move="end_round")
    assert [one.drawn for one in done.players] == [3, 0, 4]
    dealt = after(phase_begun(done, "cards"), move="deal")
    assert [one.hand for one in dealt.players] == [9, 9, 9]
    assert dealt.deck == done.deck - 5


def test_a_power_is_looked_up_where_no_site_is_active() -> None:
    special = game.by_name["special"]
    move = Special("red", "SD4", "urn")
    target = next(need for need in special.needs if need.clause == "P31a")
    assert values_of(target, at_start(), move) == {"target": "urn"}
    assert special.candidates["target"](at_start(), move) == ()
    assert at_start().counting("red") == ()


def test_each_rule_of_the_85_has_a_clause() -> None:
    numbers = {clause.number for clause in game.rulebook.values()}
    assert {f"P{number}" for number in range(1, 86)} <= numbers


def test_every_clause_has_its_languages_and_source() -> None:
    cited = {need.clause for kind in game.kinds for need in kind.needs}
    for clause in game.rulebook.values():
        for said in (clause.rule, clause.fault, clause.source):
            assert not said or (said.keys() == {"de", "en"} and all(said.values())), clause.id
        assert clause.rule or clause.fault, clause.id
        assert clause.fault or clause.id not in cited, clause.id
        assert clause.source or clause.strength == "fact", clause.id
        text = " ".join((*clause.rule.values(), *clause.fault.values())).lower().split()
        assert not {"you", "your", "du", "dein", "ihr", "euch"} & set(text), clause.id


def test_a_default_binds_no_harder_than_what_a_source_says() -> None:
    for clause in game.rulebook.values():
        if clause.source.get("en") == "default of this companion":
            assert clause.strength in ("soft", "frame", "fact"), clause.id


def test_the_examples_of_the_manual_come_out_as_printed() -> None:
    """The three examples of page 6 stand at the rule that each is about."""
    told = {"thebes": "P34", "abu_simbel": "P41", "karnak": "P48"}
    assert {one.id for one in game.rulebook.values() if one.example} == {*told.values()}
    for vector, position, last in tried("pyramidion").lasts[:3]:
        verdict = judge(game, position, last)
        assert isinstance(verdict, Accepted)
        site = vector["situation"]["site"]
        clause = told[site]
        assert clause in [one.rule for one in verdict.events]
        named = {"thebes": "Theben", "abu_simbel": "Abu Simbel", "karnak": "Karnak"}[site]
        assert game.rulebook[clause].example["de"].startswith(named)
        assert vector["title"].startswith("(page 6)")


def test_what_somebody_pays_is_said_with_the_difference() -> None:
    position = table(
        box={"B01": {"order": ["stone", "stone", "wood"]}},
        phase="loading",
        display=["B01"],
        turn="red",
        stores={"red": {"stone": 2}},
    )
    assert clauses(position, move="load", boat="B01", pay=["stone"]) == ["P67"]
    need = next(need for need in game.by_name["load"].needs if need.clause == "P67")
    found = values_of(need, position, game.move({"move": "load", "boat": "B01", "pay": ["stone"]}))
    assert found["difference"] == 2 and found["missing"] == ("1*stone", "1*wood")
    found = values_of(need, position, game.move({"move": "load", "boat": "B01", "pay": []}))
    assert found["missing"] == ("1*wood",)  # of what she has nothing is missing
    assert msgspec.json.encode(found)


def test_nobody_sees_the_boats_of_others_before_the_end() -> None:
    """T51, P71."""
    position = situated(at_start(), {"round": 3, "boats": {"red": ["B05", "B20"], "blue": ["B01"]}})
    seen = game.seen_by(position, "blue")
    assert seen.player("red").boats == (UNKNOWN, UNKNOWN)
    assert seen.player("blue").boats == ("B01",)
    assert game.seen_by(position, "red").points("red") == 7
    assert game.public(position).player("blue").boats == (UNKNOWN,)
