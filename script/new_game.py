"""Writes a new game from ``script/skeleton``: what is called skeleton there gets its name."""

import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from string import ascii_uppercase

import tomli

SKELETON = Path(__file__).with_name("skeleton")
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LONGEST = 30


def main(name: str, root: Path) -> int:
    """Write the game below ``root``; 2 with a sentence when that cannot be."""
    wrong = trouble(name, root)
    if wrong:
        print(f"new-game: {wrong}", file=sys.stderr)
        return 2
    made = write(name, root)
    python = [sys.executable, "-m"]
    code = [str(path) for path in made if path.suffix == ".py"]
    # Imports are in the order of their names, and lines as long as the name makes them.
    subprocess.run([*python, "ruff", "check", "-q", "--fix", "--select", "I", *code], check=True)
    subprocess.run([*python, "ruff", "format", "-q", *code], check=True)
    subprocess.run([*python, "tests.games.telling", name], check=True, cwd=root)
    print(f"Written: companion/games/{name}, tests/games/{name}, docs/games/{name}.md")
    print("It can be played now: script/run")
    print(f"Its tests: script/test --fast tests/games -k {name}")
    print(f"What is missing in it: .venv/bin/companion lint {name}")
    return 0


def trouble(name: str, root: Path) -> str:
    """Why no game of that name can be written, or ""."""
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        return (
            f"{name!r} is no name: take small letters, digits and single underscores, "
            f"a letter first, {LONGEST} at most."
        )
    for path in folders(name, root).values():
        if path.exists():
            return f"{path.relative_to(root)} is there already. Take another name."
    return ""


def folders(name: str, root: Path) -> dict[str, Path]:
    """Where the parts of the skeleton go."""
    return {
        "companion": root / "companion" / "games" / name,
        "tests": root / "tests" / "games" / name,
        "docs.md": root / "docs" / "games" / f"{name}.md",
    }


def write(name: str, root: Path) -> list[Path]:
    """Write all files of the game, and say which."""
    title = name.replace("_", " ").capitalize()
    code = free_code(name, root)
    made = []
    for part, target in folders(name, root).items():
        source = SKELETON / part
        files = sorted(source.iterdir()) if source.is_dir() else [source]
        for file in files:
            if not file.is_file():
                continue
            path = target / file.name if source.is_dir() else target
            path.parent.mkdir(parents=True, exist_ok=True)
            text = file.read_text("utf-8").replace("skeleton", name).replace("Skeleton", title)
            path.write_text(text.replace('"CODE"', f'"{code}"'), "utf-8")
            made.append(path)
    return made


def free_code(name: str, root: Path) -> str:
    """Two capitals that no other game has on its printed codes, like the name where they can be."""
    sheets = (root / "companion" / "games").glob("*/prints.toml")
    taken = {tomli.loads(sheet.read_text("utf-8")).get("code") for sheet in sheets}
    letters = [letter for letter in name.upper() if letter in ascii_uppercase]
    like = (letters[0] + letter for letter in letters[1:])
    every = map("".join, product(ascii_uppercase, repeat=2))
    return next(code for code in (*like, *every) if code not in taken)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1], Path(__file__).resolve().parent.parent))
