"""A language beside German and English: what fits is said, all else in English, nothing fails."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.home import ADDED_BY
from script.new_language import main, parts

ROOT = Path(__file__).parents[2]
ABOUT = 'name = "Français"\nand = " et "\nwhose = "de {name}"\nmark = ","\n'


def spoken(added: Path, asks: str) -> str:
    """What a program prints beside which that language lies."""
    done = subprocess.run(
        [sys.executable, "-c", f"from companion.languages import *\n{asks}"],
        cwd=ROOT,
        env={**os.environ, ADDED_BY: str(added)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "languages/fr"
    made.mkdir(parents=True)
    (made / "about.toml").write_text(ABOUT, "utf-8")
    return made


@pytest.mark.parametrize(
    ("said", "comes_to"),
    [
        ("encore {left:point|points}", "encore {left:point|points}"),
        ("des points", "des points"),
        ("{left} / {right}", "{left:point|points} left"),
        ("{left!x}", "{left:point|points} left"),
        ("{left", "{left:point|points} left"),
        ("{left:{other}}", "{left:point|points} left"),
        ("{left.__class__}", "{left:point|points} left"),
        ("", "{left:point|points} left"),
    ],
)
def test_only_a_sentence_that_can_be_said_wherever_the_english_one_is_counts(
    folder: Path, said: str, comes_to: str
) -> None:
    (folder / "ui.toml").write_text(f'"{{left:point|points}} left" = "{said}"\n', "utf-8")
    asks = "print(translated('{left:point|points} left', 'fr'))"
    assert spoken(folder.parents[1], asks) == comes_to


@pytest.mark.parametrize("about", ["", "[[[", 'name = "x"', ABOUT + 'more = "y"', "\xff"])
def test_a_language_that_does_not_say_what_it_is_is_not_offered(folder: Path, about: str) -> None:
    (folder / "about.toml").write_bytes(about.encode("latin-1"))
    assert spoken(folder.parents[1], "print(*LANGUAGES)") == "de en"


def test_a_folder_that_is_no_language_is_not_offered(folder: Path) -> None:
    for name in ("Fr", "french", "f-", "de"):
        (folder.parent / name).mkdir()
        (folder.parent / name / "about.toml").write_text(ABOUT, "utf-8")
    (folder / "broken.toml").write_text("[[[", "utf-8")
    (folder / "ui.toml").write_text('"Undo" = ["x"]\n"Redo" = "Refaire"\n', "utf-8")
    asks = "print(*LANGUAGES, translated('Undo', 'fr'), translated('Redo', 'fr'))"
    assert spoken(folder.parents[1], asks) == "de en fr Undo Refaire"


def test_a_language_is_called_as_it_says_or_by_its_letters(folder: Path) -> None:
    asks = "print(*map(called, ('de', 'en', 'fr', 'es')))"
    assert spoken(folder.parents[1], asks) == "Deutsch English Français es"


def test_whose_and_several_are_said_as_the_language_says(folder: Path) -> None:
    asks = """
from companion.text import Texts, plain_phrasebook
texts = Texts('[event]\\ntold = { de = "{who!g}: {things}", en = "{who!g}: {things}" }\\n')
say = plain_phrasebook("fr", texts, players={"red": "Ada"})
print(say.say("event", "told", {"who": "red", "things": ["a", "b", "c"]}))
"""
    assert spoken(folder.parents[1], asks) == "De Ada: a, b et c"


def test_a_match_is_told_in_the_language_and_read_where_it_is_not_there(folder: Path) -> None:
    asks = """
import sys
from companion.cli import main
sys.exit(main(["simulate", "backgammon", "--games", "1", "--seed", "3"]))
"""
    spoken(folder.parents[1], asks)


def test_the_files_hold_every_sentence_and_keep_what_was_said(tmp_path: Path) -> None:
    assert main("fr", tmp_path) == 0
    every = {english for said in parts().values() for english in said}
    assert len(every) > 4000 and "Undo" in every
    files = {one: one.read_text("utf-8") for one in (tmp_path / "fr").iterdir()}
    (file,) = [one for one, text in files.items() if '"Undo" = ""' in text]
    file.write_text(file.read_text("utf-8").replace('"Undo" = ""', '"Undo" = "Annuler"'), "utf-8")
    with file.open("a", encoding="utf-8") as more:
        more.write('"Nobody says this" = "?"\n')
    assert main("fr", tmp_path) == 0
    again = file.read_text("utf-8")
    assert '"Undo" = "Annuler"' in again and "Nobody says this" not in again
    for wrong in ("de", "french", "../x", "Fr"):
        assert main(wrong, tmp_path) == 2
