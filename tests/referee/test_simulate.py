"""What is said of simulated games."""

import pytest

from companion.cli import main
from companion.match.registry import game_package, names
from companion.referee.simulate import Tally, report


def test_a_plot_shows_every_game_and_the_right_one_as_the_most() -> None:
    lengths = [100] * 30 + [250] * 10 + [5000]
    tally = Tally(games=41, judged=5000, seconds=1.0, cpu=1.0, lengths=lengths)
    game = game_package(names()[0]).game
    tally.endings[next(iter(game.rulebook))] += 41
    tally.winners.update({(2, 1): 30, (2, 2): 10, (2, 0): 1, (3, 1): 5})
    lines = list(report(game, tally))
    at = lines.index("games by moves:")
    assert lines[at + 1] == "  84-104       " + "#" * 40 + " 30"
    assert lines[at + 2 : at + 8] == [
        f"  {n}-{n + 20}".ljust(15) + " 0" for n in range(105, 231, 21)
    ]
    assert lines[at + 8] == "  231-251      " + "#" * 13 + " 10"
    assert lines[at + 9] == "  252 or more  # 1"
    assert lines[at + 10 : at + 15] == [
        "games won, by players and whose turn comes when:",
        "  2: shared    # 1",
        "  2: number 1  " + "#" * 29 + " 30",
        "  2: number 2  " + "#" * 10 + " 10",
        "  3: number 1  " + "#" * 40 + " 5",
    ]


def test_every_simulated_game_has_a_winner(capsys: pytest.CaptureFixture[str]) -> None:
    name = next(name for name in names() if game_package(name).game.players[-1] >= 3)
    assert main(["simulate", name, "--seats", "3", "--games", "2", "--jobs", "2"]) == 0
    said = capsys.readouterr().out
    won = said[said.index("games won") :].splitlines()[1:]
    won = won[: next(at for at, line in enumerate(won) if not line.startswith("  "))]
    assert sum(int(line.rpartition(" ")[2]) for line in won) == 2
    assert all(line.startswith("  3: ") for line in won)
