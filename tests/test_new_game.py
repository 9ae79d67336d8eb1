"""A game that nobody here knows: written by the script, then tried by what tries every game."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NAME = "fifth_game"

TRIED = (
    "tests/games",
    "tests/lessons",
    "tests/referee/test_session.py",
    "tests/maintenance/test_secrecy.py",
    "tests/ui/screens/test_pages.py",
)
"""Where every game on the shelf is tried that takes no long time for it."""


def run(tree: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], cwd=tree, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project on whose shelf a new game stands."""
    copy = tmp_path_factory.mktemp("new") / "project"
    left_out = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "golden", "images")
    shutil.copytree(ROOT, copy, ignore=left_out)
    made = run(copy, "script/new_game.py", NAME)
    assert made.returncode == 0, made.stderr
    assert f"companion/games/{NAME}" in made.stdout
    return copy


def test_a_new_game_is_what_every_game_has_to_be(tree: Path) -> None:
    tried = run(tree, "-m", "pytest", *TRIED, "-q", "-k", NAME, "-p", "no:cacheprovider")
    assert tried.returncode == 0, tried.stdout[-4000:]
    assert " failed" not in tried.stdout and " passed" in tried.stdout


def test_a_new_game_can_be_played_to_its_end(tree: Path) -> None:
    played = run(tree, "-m", "companion.cli", "simulate", NAME, "--games", "3")
    assert played.returncode == 0, played.stdout + played.stderr


def test_nothing_is_amiss_in_a_new_game(tree: Path) -> None:
    for command in (
        ("companion.cli", "lint", NAME),
        ("ruff", "check"),
        ("ruff", "format", "--check"),
        ("mypy",),
    ):
        lint = command[0] == "companion.cli"
        where = [] if lint else [f"companion/games/{NAME}", f"tests/games/{NAME}"]
        looked = run(tree, "-m", *command, *where)
        assert looked.returncode == 0, looked.stdout + looked.stderr


@pytest.mark.parametrize("name", ["Chess", "2nd", "a__b", "../x", "", "x" * 31, NAME])
def test_a_name_that_cannot_be_writes_nothing(tree: Path, name: str) -> None:
    before = sorted(tree.rglob("*.toml"))
    refused = run(tree, "script/new_game.py", name)
    assert refused.returncode == 2 and refused.stderr.endswith(".\n")
    assert sorted(tree.rglob("*.toml")) == before
