"""Every bench still runs, at its smallest; and what the table and the check make of its rows."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from bench import report
from bench.peers import HERE, Missing, peer
from bench.rows import LEAST, QUICK, WHOLE, Row, rate, table
from bench.walking import Walk

ROOT = Path(__file__).parent.parent.parent
NEED_A_SCREEN = {
    *("canvas", "latency", "panning", "link", "phones", "start", "television", "watched"),
}
"""They start windows, the firmware or a service, for seconds."""


@pytest.mark.parametrize("name", sorted(set(report.BENCHES) - NEED_A_SCREEN))
def test_every_bench_still_runs(name: str) -> None:
    rows = list(import_module(f"bench.{name}").rows(LEAST))
    assert rows
    assert all(row.what and row.ours and min(row.ours) >= 0 for row in rows)
    assert table(rows).count("\n") > len(rows)


@pytest.mark.parametrize("name", sorted(NEED_A_SCREEN))
def test_a_bench_of_the_screen_has_rows(name: str) -> None:
    assert callable(import_module(f"bench.{name}").rows)


def test_long_matches_are_measured_when_all_is() -> None:
    assert WHOLE.lengths == (100, 1_000, 10_000, 100_000)
    assert QUICK.lengths == (100, 1_000)


def test_a_rate_counts_what_was_done_in_a_second() -> None:
    assert rate(lambda: 0, 0.0) == 0


def test_a_ratio_is_inverted_where_less_is_better() -> None:
    more = Row(what="a", unit="/s", ours=(10, 20, 30), peer="p", theirs=(5, 5, 5), bar=4)
    assert more.ratio == 4 and more.held
    less = Row(what="a", unit="ms", ours=(10,), peer="p", theirs=(5,), better="less", bar=0.6)
    assert less.ratio == 0.5 and not less.held


def test_a_bar_without_a_peer_is_never_read_the_wrong_way() -> None:
    assert Row(what="a", unit="ms", ours=(3, 4), better="less", bar=4).held
    assert not Row(what="a", unit="/s", ours=(3,), bar=4).held
    assert Row(what="a", unit="/s", ours=(3,)).held is None


def test_the_table_says_that_it_is_not_the_same_work() -> None:
    rows = [
        Row(what="moves", unit="/s", ours=(1000, 1100), peer="p", theirs=(10, 11), note="not it"),
        Row(what="lists", unit="/s", ours=(1,), bar=2, note="not it"),
    ]
    said = table(rows)
    assert "| moves [1] | /s | 1,050 | ± 5 % | p | 10.5 | ± 5 % | 100 | - |  |" in said
    assert "| lists [1] | /s | 1 | - | - | - | - | - | ≥ 2 | **missed** |" in said
    assert said.count("not it") == 1


def test_a_regression_is_noticed() -> None:
    row = Row(what="moves", unit="/s", ours=(79,), peer="p", theirs=(10,))
    noisy = Row(what="flushed", unit="/s", ours=(1,), peer="p", theirs=(10,), noisy=True)
    now = report.ratios([row, noisy])
    slow = Row(what="lists", unit="/s", ours=(3,), peer="p", theirs=(8000,))
    assert now == {"moves / p": 7.9} and report.ratios([slow]) == {"lists / p": 0.000375}
    assert report.worse(now, {"moves / p": 10.0, "gone / p": 1.0}) == [
        "moves / p: 7.9 times better, kept is 10"
    ]
    assert report.worse(now, {"moves / p": 9.8}) == []


def test_a_bench_that_cannot_run_leaves_the_others_running(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(report.BENCHES, "nowhere", "A bench that is gone")
    page, rows, failed = report.measure(["nowhere", "scaling"], LEAST)
    assert failed == ["nowhere"] and rows
    assert "Not measured: ModuleNotFoundError" in page


def test_the_report_says_beside_which_versions() -> None:
    asked = json.loads((HERE / "package.json").read_text())["dependencies"]
    assert f"boardgame.io {asked['boardgame.io']}" in report.pinned()
    assert {"chess 1.11.2", "open-spiel 2.0.2", "pettingzoo 1.27.0"} <= set(report.pinned())
    assert "boardgame.io 0.50.2" in report.heading()


def test_a_peer_that_cannot_be_installed_stops_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.peers.CACHE", tmp_path)
    monkeypatch.setattr("bench.peers.HERE", tmp_path)
    (tmp_path / "nobody.txt").write_text("")
    monkeypatch.setattr("bench.peers.sys.executable", str(tmp_path / "no-python"))
    with pytest.raises(Missing, match="cannot be installed"), peer("nobody"):
        pass


def test_boardgame_io_plays_the_same_game() -> None:
    """Its rules of walking, in Node without boardgame.io, lead to the same stacks as ours."""
    walk = Walk(1).told()
    program = f"""
import {{ sakkara, stacks7, sum, legal, Numbers }} from "{HERE / "games.mjs"}";
const {{ table, moves, stacks }} = {json.dumps(walk)};
const game = sakkara(table), G = game.setup();
let side = 0, refused = 0;
const events = {{ endTurn: () => {{ side = 1 - side; }} }};
const turn = (G, side) => ({{ G, ctx: {{ currentPlayer: String(side) }}, events }});
for (const move of moves)
  if (move.length ? game.moves.step(turn(G, side), ...move) : game.moves.end_turn(turn(G, side)))
    refused++;
console.log(JSON.stringify(G.stacks) === JSON.stringify(stacks), refused);
const other = stacks7(1), T = other.setup(), numbers = new Numbers(1);
for (let ply = 0; ply < 200; ply++) {{
  const ways = legal(T, ply % 2);
  other.moves.step(turn(T, ply % 2), ...ways[numbers.below(ways.length)]);
}}
console.log(sum(T));
"""
    done = subprocess.run(
        ["node", "--input-type=module", "-e", program], capture_output=True, text=True, check=True
    )
    from bench.peers import stacks7

    assert done.stdout.split() == ["true", "0", str(stacks7.played(1)[0].sum())]


def test_a_newcomer_is_told_what_bench_run_does() -> None:
    helped = subprocess.run(
        [sys.executable, ROOT / "bench" / "run", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "--check" in helped.stdout and "--quick" in helped.stdout
