"""Writes what the companion says as files of a language: the English sentences, to be filled in."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tomli

ROOT = Path(__file__).parent.parent
PARTS = ("companion", "firmware_bridge", "printables", "ui")
CODE = re.compile("[a-z]{2,3}")

ABOUT = """# What the language is called by those who speak it; what stands between the last two of
# several; whose something is; and the mark before the fraction of a number.
name = "{language}"
and = ", "
whose = "{{name}}"
mark = ","
"""


def main(language: str, place: Path) -> int:
    """Write the files; 2 with a sentence when that cannot be."""
    if not CODE.fullmatch(language) or language in ("de", "en"):
        print(f"new-language: {language!r} is no other language: take fr, es …", file=sys.stderr)
        return 2
    folder = place / language
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "about.toml").exists():
        (folder / "about.toml").write_text(ABOUT.format(language=language), "utf-8")
    seen: set[str] = set()
    left = 0
    for name, said in sorted(parts().items()):
        new = {english: german for english, german in said.items() if english not in seen}
        seen |= new.keys()
        left += fill(folder / f"{name}.toml", new)
    print(f"Written: {folder}; {left} of {len(seen)} sentences are still to be said.")
    return 0


def parts() -> dict[str, dict[str, str]]:
    """What each part and each game says: the English sentences with the German ones."""
    found: dict[str, dict[str, str]] = {}
    for part in PARTS:
        for file in sorted((ROOT / part).rglob("*.toml")):
            inside = file.relative_to(ROOT).parts
            name = inside[2] if inside[:2] == ("companion", "games") else part
            if file.name != "en.toml":
                found.setdefault(name, {}).update(pairs(written(file)))
    return found


def written(file: Path) -> Any:
    """What a file says; German alone with the English beside it."""
    said = tomli.loads(file.read_text("utf-8"))
    if file.name != "de.toml":
        return said
    english = tomli.loads(file.with_name("en.toml").read_text("utf-8"))
    return {key: {"de": said[key], "en": english[key]} for key in english}


def pairs(said: Any) -> Iterator[tuple[str, str]]:
    """All that stands there in both languages."""
    if isinstance(said, dict) and {"de", "en"} <= said.keys():
        both = said["en"], said["de"]
        yield from [both] if isinstance(both[0], str) else zip(*both, strict=True)
    elif isinstance(said, dict | list):
        for one in said.values() if isinstance(said, dict) else said:
            yield from pairs(one)


def fill(file: Path, said: dict[str, str]) -> int:
    """Write a file, with what it had; how many sentences are missing."""
    before = tomli.loads(file.read_text("utf-8")) if file.exists() else {}
    lines = []
    for english, german in said.items():
        lines += [
            f"# {' '.join(german.split())}",
            f"{quoted(english)} = {quoted(before.get(english, ''))}",
        ]
    file.write_text("\n".join([*lines, ""]), "utf-8")
    return sum(not before.get(english) for english in said)


def quoted(text: str) -> str:
    """A TOML string: JSON's."""
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
