"""The door for other programs, through real standard input and output."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.kernel.drafts import fields
from companion.match.registry import game_package, names
from companion.referee.schema import schema
from companion.referee.session import FAILED, Session

ROOT = Path(__file__).parent.parent.parent
SEATS = ["green", "yellow", "red", "blue"]


def ask(*requests: dict[str, Any] | str) -> list[dict[str, Any]]:
    """What ``companion referee`` answers to these lines."""
    lines = [one if isinstance(one, str) else json.dumps(one) for one in requests]
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", "referee", "mesopotamien"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_request_gets_one_answer_with_its_id_and_bad_lines_stop_nothing() -> None:
    answers = ask(
        {"id": 1, "do": "start", "seats": SEATS},
        "no json",
        {"id": 2, "do": "dance"},
        {"id": "x", "do": "judge", "move": {"move": "fly"}},
        {"id": 4, "do": "judge", "move": {"move": "step", "native": 7, "to": "0,0"}},
        {"id": 5, "do": "view", "seat": "pink"},
        {"id": 6, "do": "asked"},
    )
    assert [one["id"] for one in answers] == [1, None, 2, "x", 4, 5, 6]
    assert [one["ok"] for one in answers] == [True, False, False, False, False, False, True]
    assert "dance" in answers[2]["error"]
    assert "fly" in answers[3]["error"]
    assert "native" in answers[4]["error"]
    assert "pink" in answers[5]["error"]
    assert "step" in answers[6]["result"][0]["kinds"]


def test_a_refusal_names_every_broken_rule_in_both_languages_and_what_would_be_possible() -> None:
    _, refused = ask(
        {"id": 1, "do": "start", "seats": SEATS},
        {"id": 2, "do": "move", "move": {"move": "step", "native": "yellow@-1,1", "to": "0,1"}},
    )
    assert refused["ok"] is False
    faults = {fault["rule"]: fault for fault in refused["result"]["faults"]}
    assert {"M9", "M13"} <= set(faults)
    assert all(set(fault["text"]) == {"de", "en"} for fault in faults.values())
    assert faults["M13"]["strength"] == "hard"
    assert 1 <= len(refused["result"]["instead"]) <= 4


@pytest.mark.parametrize("name", names())
def test_only_different_colours_that_the_box_holds_play_and_the_match_before_goes_on(
    name: str,
) -> None:
    session, colours = Session(game_package(name)), game_package(name).game.colours

    def start(seats: Any) -> dict[str, Any]:
        said = session.line(json.dumps({"do": "start", "seats": seats}))
        return dict(json.loads(said))

    assert start(colours[:2])["ok"]
    begun = session.match
    twice, strangers = [colours[0]] * 2, ([colours[0], one] for one in ("", "neutral", "table"))
    for seats in ([], colours[:1], [*colours, "mauve"], twice, *strangers, -1, 0, 1, 99):
        answered = start(seats)
        assert not answered["ok"]
        assert re.search("different colours|can$", answered["error"])
    assert session.match is begun


def test_a_view_tells_no_gold_that_the_table_agreed_not_to_show() -> None:
    session = Session(game_package("maya"))

    def gold(**asked: Any) -> dict[str, set[Any]]:
        view = json.loads(session.line(json.dumps({"do": "view", **asked})))["result"]
        return {one["seat"]: {one["gold"]} for one in view["ledger"]}

    for shown, all_see in ((False, "?"), (True, 5)):
        session.line(json.dumps({"do": "start", "seats": 3, "options": {"show_gold": shown}}))
        session.line(json.dumps({"do": "set", "situation": {"gold": {"red": 5, "blue": 5}}}))
        assert gold() == {"red": {all_see}, "blue": {all_see}}
        assert gold(seat="red") == {"red": {5}, "blue": {all_see}}


def test_each_way_to_pay_for_a_boat_is_listed_once_and_a_list_that_is_cut_still_has_passing() -> (
    None
):
    session = Session(game_package("pyramidion"))
    boats = ["B01", "B02", "B03", "B04"]

    def asked(**request: Any) -> dict[str, Any]:
        return dict(json.loads(session.line(json.dumps(request))))

    store = dict.fromkeys(("stone", "wood", "urn", "camel", "stonecutter", "statue"), 4)
    loading = {"phase": "loading", "turn": "red", "display": boats, "stores": {"red": store}}
    asked(do="start", seats=2)
    assert asked(do="set", situation=loading)["ok"]
    every, some = asked(do="legal"), asked(do="legal", most=20)
    loads = [one for one in every["result"] if one["move"] == "load"]
    paid = {(one["boat"], *sorted(one["pay"])) for one in loads}
    assert {boat for boat, *_ in paid} == set(boats) and len(paid) == len(loads)
    assert "cut" not in every and some["cut"]
    assert len(some["result"]) == 20 and {"move": "pass_load"} in some["result"]
    assert asked(do="legal", most=1) == {
        "id": None, "ok": True, "result": [{"move": "pass_load"}], "cut": True,
    }  # fmt: skip


def test_a_position_is_set_over_the_start_and_an_impossible_one_is_answered_with_its_faults() -> (
    None
):
    answers = ask(
        {"do": "start", "seats": SEATS},
        {"do": "set", "situation": {"turn": 5, "mana": {"green": 2}, "ceiling": {"green": 4}}},
        {"do": "position"},
        {"do": "set", "situation": {"mana": {"green": 9, "red": 9}}},
        {"do": "set", "situation": {"manna": {}}},
        {"do": "position"},
    )
    assert [one["ok"] for one in answers] == [True, True, True, False, False, True]
    green = next(p for p in answers[2]["result"]["players"] if p["seat"] == "green")
    assert (green["mana"], green["ceiling"]) == (2, 4)
    assert len(answers[3]["faults"]) == 2
    assert "manna" in answers[4]["error"]
    assert answers[5] == answers[2]


def test_undo_and_redo_lead_back_and_forth_and_tell_the_hands() -> None:
    answers = ask(
        {"do": "start", "seats": SEATS},
        {"do": "position"},
        {"do": "move", "move": {"move": "step", "native": "green@-1,0", "to": "0,0"}},
        {"do": "position"},
        {"do": "undo"},
        {"do": "position"},
        {"do": "redo"},
        {"do": "position"},
        {"do": "redo"},
    )
    assert [one["ok"] for one in answers] == [True] * 8 + [False]
    assert answers[1]["result"] == answers[5]["result"]
    assert answers[3]["result"] == answers[7]["result"]
    put_back = {"piece": "native:green", "count": 1, "source": "0,0", "target": "-1,0"}
    assert answers[4]["result"]["changes"] == [put_back]


def test_what_is_legal_is_on_offer_and_ticked() -> None:
    session = Session(game_package("mesopotamien"))

    def do(**request: Any) -> Any:
        return json.loads(session.line(json.dumps(request)))["result"]

    legal = do(do="legal", most=50)
    steps = [one for one in legal if one["move"] == "step"]
    assert steps
    offered = do(do="offers", draft={"move": "step", "native": steps[0]["native"]})
    assert {one["to"] for one in steps} <= set(offered["values"])
    assert do(do="offers", draft=steps[0]) == {"whole": True}
    needs = do(do="needs", draft={"move": "step", "native": steps[0]["native"]})
    assert {one["state"] for one in needs} == {"met", "open"}
    assert {one["state"] for one in do(do="needs", draft=steps[0])} == {"met"}
    assert do(do="judge", move=steps[0])["verdict"] == "accepted"
    assert do(do="legal", most=50) == legal


def test_offers_follow_a_list_while_it_is_being_filled() -> None:
    session = Session(game_package("mesopotamien"))
    situation = {
        "turn": 5,
        "natives": [{"at": "1,-1", "seat": "blue"}],
        "tiles": {"2,-1": "forest", "2,-2": "forest", "2,-3": "forest"},
    }
    for request in (
        {"do": "set", "situation": situation},
        {"do": "move", "move": {"move": "explore", "native": "blue@1,-1", "to": "1,-2"}},
        {"do": "move", "move": {"move": "draw", "terrain": "forest"}},
    ):
        assert json.loads(session.line(json.dumps(request)))["ok"], request
    draft = {"move": "spread", "goods": ["1,-1"]}
    more = json.loads(session.line(json.dumps({"do": "offers", "draft": draft, "more": True})))
    assert "1,-1" not in more["result"]["values"]
    assert "2,-1" in more["result"]["values"]
    ended = json.loads(session.line(json.dumps({"do": "offers", "draft": draft})))
    assert ended["result"] == {"whole": True}


def test_a_request_for_too_many_moves_is_answered_in_time() -> None:
    session = Session(game_package(names()[0]))
    answer = json.loads(session.line(b'{"do": "legal", "most": 999999}'))
    assert not answer["ok"] and "10000" in answer["error"]


SESSION = Session(game_package("mesopotamien"))

LINES = st.one_of(
    st.binary(max_size=200),
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=20)),
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.dictionaries(
                st.sampled_from(["do", "id", "move", "draft", "situation", "seats", "to", "x"]),
                st.one_of(inner, st.sampled_from(["judge", "move", "set", "needs", "step"])),
                max_size=5,
            ),
        ),
        max_leaves=8,
    ).map(lambda value: json.dumps(value).encode()),
)


@settings(deadline=None, max_examples=300)
@given(LINES)
def test_no_request_ends_the_referee(line: bytes) -> None:
    answer = json.loads(SESSION.line(line))
    assert answer["ok"] or answer.get("error") or answer.get("result")


@pytest.mark.parametrize("game", names())
def test_every_kind_of_move_and_all_its_parameters_are_documented(game: str) -> None:
    pages = (ROOT / "docs" / "referee-protocol.md", ROOT / "docs" / "games" / f"{game}.md")
    document = "\n## ".join(page.read_text("utf-8") for page in pages)
    chapter = re.search(rf"<!-- moves: {game} -->\n(.*?)(?=\n## |\Z)", document, re.DOTALL)
    assert chapter is not None, f"no chapter of moves for {game}"
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", chapter[1], re.MULTILINE))
    for kind in game_package(game).game.kinds:
        told = ", ".join(f"`{field.name}`" for field in fields(kind.move)) or "–"
        assert rows.pop(kind.name, None) == told, kind.name
    assert rows == {}


def test_the_schema_knows_every_kind_of_move_and_every_request() -> None:
    name = names()[0]
    found = schema(name)
    kinds = {one["$ref"].rpartition("/")[2] for one in found["properties"]["move"]["anyOf"]}
    assert len(kinds) == len(game_package(name).game.kinds)
    requests = json.dumps(found["properties"]["request"])
    assert len(found["properties"]["request"]["anyOf"]) == 13, requests
    assert "\\Z" not in json.dumps(found), "other languages end a text with $"


@pytest.mark.parametrize(
    "draft",
    [
        {"move": "spread", "goods": 1.5},
        {"move": "spread", "goods": "wood"},
        {"move": "spread", "goods": {"wood": 1}},
        {"move": "spread", "goods": ["wood"] * 100_000},
    ],
)
def test_a_draft_with_a_malformed_list_does_not_end_the_referee(draft: dict[str, Any]) -> None:
    for do in ("offers", "needs"):
        wrong, after = ask({"do": do, "draft": draft}, {"do": "asked"})
        assert not wrong["ok"] and "goods" in wrong["error"] and after["ok"]


def test_a_part_of_a_list_is_filled_by_place_and_not_by_name() -> None:
    session = Session(game_package("mesopotamien"))

    def asked(**moved: str) -> Any:
        draft = {"move": "holy_stone", "effects": [], "moved": [moved]}
        return json.loads(session.line(json.dumps({"do": "needs", "draft": draft})))

    right = asked(native="green@-1,0", to="0,0")
    assert right["ok"] and right == asked(to="0,0", native="green@-1,0")
    assert "native, to" in asked(natives="green@-1,0", to="0,0")["error"]


def test_a_game_that_fails_at_a_request_does_not_end_the_referee(
    caught: list[BaseException],
) -> None:
    found = game_package(names()[0])

    def asked(position: Any) -> Any:
        raise TypeError("nobody thought of this")

    session = Session(found)
    session.game = replace(found.game, asked=asked)
    failed = json.loads(session.line('{"id": 7, "do": "asked"}'))
    assert failed == {"id": 7, "ok": False, "error": FAILED}
    assert [type(error) for error in caught] == [TypeError]
    assert json.loads(session.line('{"id": 8, "do": "position"}'))["ok"]
