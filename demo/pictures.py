"""``python -m demo.pictures``: the pictures of the README, and an evening of each game on a sheet.

No game is played by a rule of its own here: the simulated player moves, and slips once. Every
picture is that of the window.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.text import Language
from demo.gallery import pictures
from demo.walk import Walk
from ui.__main__ import configure, parser

if TYPE_CHECKING:
    from ui.root import Root

WHAT = "Takes the pictures of the README and of an evening of each game anew."

TARGET = Path(__file__).parents[1] / "docs" / "images"

NAMES = ("Ada", "Ben", "Clara", "Dan", "Eva")
"""Who sits at the tables of the pictures."""

LARGE = (1280, 720)
"""Pixels of the pictures of the README."""

SOME, LATE, LAST = 40, 260, 1500
"""Moves until a match is well under way and until it is late, and until those who play would
agree to stop."""

WIDE, GAP, QUALITY = (440, 290), 4, 82
"""Pixels of a picture on a sheet, of an upright one, and between them; how well both are kept."""


@dataclass(frozen=True)
class Evening:
    """What is shown of a game.

    game: its name.
    size: pixels of the screen of its sheet.
    language: of its sheet.
    shown: the pictures for the README in English on the large screen, by moment: their names.
    """

    game: str
    size: tuple[int, int]
    language: Language
    shown: dict[str, str]


EVENINGS = (
    Evening("backgammon", LARGE, "de", {}),
    Evening("mesopotamien", LARGE, "en", {"chosen": "play", "refused": "refusal", "end": "winner"}),
    Evening("maya", (720, 1280), "de", {"under-way": "maya"}),
    Evening("pyramidion", (1024, 600), "en", {"under-way": "pyramidion"}),
    Evening("sakkara", (800, 480), "de", {"under-way": "sakkara"}),
)


def evening(root: Root, game: str) -> Iterator[str]:
    """From the shelf to the winner; the name of each moment. "": not yet."""
    walk = Walk(root, game)
    colours = root.session.package(game).game.colours
    root.session.set(names=dict(zip(colours, NAMES, strict=False)))
    root.go("seats", game)
    yield "seats"
    walk.press("start")
    if not walk.offers("menu"):
        yield "before-the-first-move"
        way_on = walk.page.bright
        if way_on is None:
            walk.page.left()
        else:
            way_on.dispatch("on_press")
    presenter = walk.presenter
    yield from _played(walk, SOME)
    yield "under-way"
    yield from _chosen(walk)
    worst = walk.worst()
    if worst is not None:
        presenter.make(*worst)
        yield "refused"
        presenter.take_back()
    yield from _played(walk, LATE)
    yield "late"
    walk.menu("log")
    yield "history"
    walk.page.left()
    yield from _played(walk, LAST, over=True)
    if not presenter.match.over:
        presenter.match.agree_end(presenter.match.seats[0], frozenset(presenter.match.seats))
        root.refresh()
    yield "end"


def _played(walk: Walk, moves: int, *, over: bool = False) -> Iterator[str]:
    """So many moves. over: also the one that ends the match."""
    for _ in range(moves):
        if not walk.play_on(walk.presenter.match, over=over):
            break
    walk.root.refresh()
    yield ""


def _chosen(walk: Walk) -> Iterator[str]:
    """A piece that can be touched is chosen, and what it can do is lit."""
    from ui.widgets.board import Board

    board = next(one for one in walk.root.walk() if isinstance(one, Board))
    for token in sorted(board.lit):
        walk.presenter.touch(token)
        walk.root.refresh()
        if board.chosen and len(board.lit) > 1:
            yield "chosen"
            walk.presenter.take_back()
            break
        walk.presenter.take_back()
    walk.root.refresh()


def taken(one: Evening, size: tuple[int, int], language: Language, folder: Path) -> dict[str, Path]:
    """The pictures of an evening, by moment."""
    found = pictures(size, language, one.game, folder, evening)
    return {path.stem.split("-", 4)[4]: path for path in found}


def sheet(found: list[Path], target: Path) -> None:
    """Pictures of a size side by side on one."""
    from PIL import Image

    seen = [Image.open(path).convert("RGB") for path in found]
    upright = seen[0].height > seen[0].width
    wide, across = WIDE[upright], 3 if upright else 2
    high = wide * seen[0].height // seen[0].width
    rows = -(-len(seen) // across)
    whole = Image.new("RGB", (across * (wide + GAP) - GAP, rows * (high + GAP) - GAP))
    for number, picture in enumerate(seen):
        at = (number % across * (wide + GAP), number // across * (high + GAP))
        whole.paste(picture.resize((wide, high), Image.Resampling.LANCZOS), at)
    whole.save(target, "WebP", quality=QUALITY, method=6)


def main(arguments: list[str] | None = None) -> int:
    """Take them; 0 when all were there."""
    made = parser("python -m demo.pictures", WHAT)
    made.add_argument("--out", type=Path, default=TARGET, metavar="FOLDER")
    made.add_argument("--game", metavar="NAME", help="one game only")
    chosen = made.parse_args(arguments)
    out: Path = chosen.out.expanduser().resolve()
    (out / "evenings").mkdir(parents=True, exist_ok=True)
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    with tempfile.TemporaryDirectory(prefix="pictures-") as folder:
        largest = max(max(one.size) for one in EVENINGS)
        configure(Path(folder) / "kivy", (largest, largest), windowed=True)
        from kivy.config import Config
        from PIL import Image

        Config.set("graphics", "maxfps", 0)
        for one in EVENINGS:
            if chosen.game not in (None, one.game):
                continue
            found = taken(one, one.size, one.language, Path(folder))
            sheet(list(found.values()), out / "evenings" / f"{one.game}.webp")
            if one.shown and (one.size, one.language) != (LARGE, "en"):
                found = taken(one, LARGE, "en", Path(folder))
            for moment, name in one.shown.items():
                whole = Image.open(found[moment]).convert("RGB")
                whole.save(out / f"{name}.webp", "WebP", quality=QUALITY, method=6)
            print(f"{one.game}: {len(found)} moments", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
