"""The process in which pages are tried: sets Kivy up as the tests do."""

import sys
import tempfile
from pathlib import Path
from random import Random

from companion.match import registry


def main(argv: list[str]) -> int:
    """So many evenings of each game from a seed; 1 when something escaped."""
    from tests.doors import wide_open
    from tests.ui import conftest  # noqa: F401  # before the first import of Kivy
    from tests.ui.screens.pages import Pages
    from tests.ui.screens.table import Table
    from tests.ui.stage import Stage

    evenings, seed = map(int, argv)
    stage, failed = Stage((1280, 720)), 0
    with wide_open():
        for game in registry.names():
            pressed = 0
            kinds: set[str] = set()
            wrong: dict[str, str] = {}
            for evening in range(evenings):
                rng = Random(f"{seed} {game} {evening}")
                with tempfile.TemporaryDirectory() as folder:
                    table = Table(stage, Path(folder))
                    pages = Pages(table, game, rng)
                    pages.evening(rng.choice((1, 5, 20, 60)))
                    pages.lessons()
                    table.close()
                    stage.clear()
                pressed += pages.pressed
                kinds |= set(pages.kinds)
                wrong |= pages.wrong
            print(
                f"\n{game}: {len(kinds)} kinds of move, {pressed} buttons and fields pressed:",
                end="",
            )
            print(f" {len(wrong)} wrong")
            for where, what in wrong.items():
                print(f"    {where}: {what}")
            failed += len(wrong)
            sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
