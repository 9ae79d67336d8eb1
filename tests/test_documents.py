"""What the README and the pages tell people to type works: every command in them is found and run.

Programs of the machine (apt-get, systemctl) are not ours to run; ``script/package`` does so in a
root of its own and leaves the transcript that ``docs/installing.md`` shows. Scripts that need many
minutes only say here what they do; what they run is run by the other tests.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("docs/games/*.md")])
OURS = re.compile(r"(?:sudo -u \S+ )?((?:companion |script/\w|bench/run|python -m \w)[^`#]*)")
FEATURES = ROOT / "docs" / "features.md"
NAMED = re.compile(r"`((?:companion|ui|printables|firmware_bridge|tests|script|docs)/[^\s`]+)`")
TYPED = re.compile(r"`([^`\n]+)`|^    (?:\$ )?(\S.*)$|^\$ (\S.*)$", re.MULTILINE)

MEANT = {
    "simulate <name>": "simulate maya --games 1",
    "<name>": "mesopotamien",
    " chess": " mesopotamien",
    "FILE...": str(ROOT / "tests/records/by-hand-2.record"),
    "--check FILE": "--check scan.jpg",
    "GAME": "mesopotamien",
    "--seats N": "--seats 3 --games 1",
    "--games 3": "--games 1",
    "--printer": "--printer --sheets menu",
    "--box ours.box.json": "--box ours.box.json --sheets menu",
}
"""What stands for something that people choose, or is the same with less of it."""

ENDLESS = ("companion devices",)
"""Go on until they are told to stop."""

ALONE = {
    "companion firmware": 1,
    "companion print --check": 1,
    "companion archive export": 1,
    "companion uplink": 1,
}
"""What must be plugged in, laid down, played or joined first: without it they say so and end with
this."""


def commands() -> list[str]:
    """All that are ours, each once."""
    found: dict[str, None] = {}
    for page in PAGES:
        for groups in TYPED.findall(page.read_text("utf-8")):
            typed = OURS.fullmatch("".join(groups).split("   ")[0].strip())
            if typed and not typed[1].startswith(("script/package ", "python -m ui")):
                found[typed[1].strip()] = None
    return list(found)


def meant(command: str) -> str:
    """The same as somebody would type it."""
    for word, value in MEANT.items():
        command = command.replace(word, value)
    first, *rest = shlex.split(command)
    if first == "python":  # modules of the tests are only imported here
        return f"python -m {rest[1]}"
    if first == "companion" and len(rest) == 1:  # only named in a sentence
        return f"{command} --help"
    return f"{first} --help" if first == "bench/run" else command


TYPED_ONCE = list(dict.fromkeys(map(meant, commands())))


@pytest.mark.parametrize("command", [one for one in TYPED_ONCE if "script/" not in one])
def test_each_command_in_the_documents_works(command: str, tmp_path: Path) -> None:
    first, *rest = shlex.split(command)
    expected = next((code for alone, code in ALONE.items() if command.startswith(alone)), 0)
    if first == "companion":
        (tmp_path / "ours.box.json").write_text('{"game": "pyramidion", "box": {}}')
        Image.new("L", (200, 200), 255).save(tmp_path / "scan.jpg")
        words = [sys.executable, "-m", "companion.cli", *rest]
    elif first == "python":
        words = [sys.executable, "-c", f"import {rest[1]}; print('there')"]
    else:
        words = [str(ROOT / first), *rest]
    data = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    try:
        done = subprocess.run(
            words,
            cwd=tmp_path,
            env={**os.environ, **data},
            input='{"id": 1, "do": "asked"}\n',
            capture_output=True,
            text=True,
            timeout=3 if command.startswith(ENDLESS) else 120,
            check=False,
        )
    except subprocess.TimeoutExpired:
        assert command.startswith(ENDLESS)
        return
    assert done.returncode == expected, done.stderr
    assert done.stdout or done.stderr
    assert "Traceback" not in done.stderr


def test_each_script_and_proof_in_the_documents_is_there() -> None:
    """That each script explains itself is tried in ``test_project``."""
    for first, *rest in map(shlex.split, (one for one in TYPED_ONCE if "script/" in one)):
        assert os.access(ROOT / first, os.X_OK), first
        if first == "script/prove" and rest[0].islower() and rest[0].isidentifier():
            assert (ROOT / "tests" / "proofs" / f"{rest[0]}.py").is_file(), rest


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_the_documents_name_is_there(page: Path) -> None:
    for name in NAMED.findall(page.read_text("utf-8")):
        file, _, test = name.partition("::")
        pattern = re.sub(r"<\w+>", "*", file).rstrip("/")
        assert "NAME" in name or any(ROOT.glob(pattern)), name
        assert not test or f"def {test}(" in (ROOT / file).read_text("utf-8"), name


def test_every_feature_stands_in_the_list_once_with_a_test_or_what_is_missing() -> None:
    rows = re.findall(r"^\| F(\d+) \|(.*)\|$", FEATURES.read_text("utf-8"), re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 129))
    for number, row in rows:
        what, where, test, missing = (cell.strip() for cell in row.split("|"))
        assert what and (missing == "later" or where or missing.endswith(".")), number
        assert re.fullmatch(r"`tests/[\w/]+\.py::test_\w+`", test) or (missing and not test), number
        assert (missing == "later") == (number == "48"), number


def test_the_list_of_features_leads_by_words_that_stand_on_the_screen() -> None:
    texts = [ROOT / "ui" / "texts.toml", ROOT / "companion" / "text" / "shared.toml"]
    told = "".join(one.read_text("utf-8") for one in texts)
    words = re.findall(r'\ben = "([^"]+)"', told)
    rows = re.findall(r"^\| F\d+ \|.*", FEATURES.read_text("utf-8"), re.MULTILINE)
    leading = set(re.findall(r"\*([^*|]+)\*", "".join(rows)))
    assert len(leading) > 40
    assert {one for one in leading if not any(word.startswith(one) for word in words)} == set()


def test_the_architecture_names_every_package() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    named = set(re.findall(r"[a-z_]+", page))
    floors = [
        *("companion", "demo", "firmware_bridge", "guests", "printables", "ui"),
        *(f"companion/{one.name}" for one in (ROOT / "companion").iterdir() if one.is_dir()),
    ]
    packages = {one.parent for floor in floors for one in (ROOT / floor).glob("*/__init__.py")}
    files = {one for one in (ROOT / "ui").glob("*.py") if one.stem != "__init__"}
    there = {one.stem for one in (*packages, *files) if "games" not in one.parent.parts}
    assert there - named == set()


def test_commands_are_found_in_the_documents() -> None:
    found = commands()
    assert {"script/run", "script/test", "companion archive export"} <= set(found)
    assert len(found) > 25


def test_each_figure_on_the_page_of_proofs_stands_in_a_report() -> None:
    page = ROOT / "docs" / "reliability.md"
    rows = [line for line in page.read_text("utf-8").splitlines() if "](proofs/" in line]
    assert len(rows) >= 19
    for row in rows:
        _, found, reports = row.strip("| ").rsplit(" | ", 2)
        told = " ".join(
            (page.parent / name).read_text("utf-8").replace(",", "")
            for name in re.findall(r"\]\((proofs/[^)]+)\)", reports)
        )
        figures = re.findall(r"\d[\d.]*", found.replace(",", ""))
        assert figures, row
        for figure in figures:
            assert re.search(rf"(?<![\d.]){re.escape(figure)}(?![\d.]*\d)", told), (figure, row)


def test_the_architecture_draws_the_house_as_it_stands() -> None:
    """Each file it names is there, each package has its row, and each floor of the screen is on its
    picture."""
    text = (ROOT / "docs/architecture.md").read_text()
    named = set(re.findall(r"`([\w/]+\.(?:py|toml))`", text))
    own = ("companion", "ui", "firmware_bridge", "hub", "guests", "doors", "printables", "demo")
    houses = [ROOT / one for one in (*own, "tests", "docs")]
    there = {path.as_posix() for house in houses for path in house.rglob("*.*")}
    missing = {name for name in named if not any(one.endswith(f"/{name}") for one in there)}
    assert named and missing == set()
    packages = {*own, "companion/games/<game>"} - {"companion"}
    packages |= {f"companion/{path.parent.name}" for path in ROOT.glob("companion/*/__init__.py")}
    rows = set(re.findall(r"^\| `([\w/<>]+)` \|", text, re.MULTILINE))
    assert packages - rows <= {"companion/games"}
    picture = text.partition("## The floors of the screen")[2].split("```")[1]
    floors = {
        path.stem for path in (ROOT / "ui").iterdir() if path.suffix == ".py" or path.is_dir()
    }
    drawn = set(re.findall(r"\w+", picture))
    assert floors - drawn <= {"__init__", "__pycache__"}
