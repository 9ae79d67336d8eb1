"""In which steps a table is set up."""

from collections import Counter
from pathlib import Path

import pytest

from companion.match.registry import GamePackage, game_package, names
from companion.match.setting_up import BOX, Step, house_rules, read, steps
from tests import fifth_game


def begun(package: GamePackage, many: int) -> tuple[Step, ...]:
    game = package.game
    start = game.public(game.setup(game.colours[:many], game.options(), game.box()))
    return steps(package, start)


@pytest.mark.parametrize("name", names())
def test_each_piece_of_the_start_is_put_out_in_exactly_one_step(name: str) -> None:
    package = game_package(name)
    game = package.game
    for many in range(game.players[0], game.players[1] + 1):
        start = game.public(game.setup(game.colours[:many], game.options(), game.box()))
        aside = {BOX, *read(package.setup).aside}
        wanted = Counter(
            {
                lies: count
                for lies, count in game.layout(start).items()
                if count and lies[0].partition(":")[0] not in aside
            }
        )
        found = steps(package, start)
        put = Counter({(one.at, one.piece): one.count for step in found for one in step.lying})
        assert put == wanted
        assert sum(len(step.lying) for step in found) == len(wanted)
        assert len(found) <= 4


def test_a_game_that_says_nothing_is_set_up_in_the_steps_of_its_pieces(tmp_path: Path) -> None:
    with fifth_game.shelved(tmp_path) as folder:
        (folder / "setup.toml").unlink()
        found = begun(game_package(fifth_game.NAME), 2)
        assert [step.key for step in found] == ["table"]
        assert {one.at for one in found[0].lying} == {"heap:1", "heap:2", "heap:3"}
        assert found[0].look == "stone"
    package = game_package("mesopotamien")
    bare = GamePackage(
        **{one: getattr(package, one) for one in ("game", "scene", "phrase", "texts", "art")}
    )
    assert [step.key for step in begun(bare, 2)] == ["table", "everyone", "beside"]
    rules = house_rules(bare, 2)
    assert set(rules) == {"course", "limits"} and "wood" in rules["limits"]
    assert [step.key for step in begun(package, 2)] == ["tiles", "goods", "pieces", "stack"]
    two, four = ({*house_rules(package, many)["limits"]} for many in (2, 4))
    assert four - two == {"first_turn_3", "first_turn_4"}
