"""How the box is counted: a row for each motif, with what was told or else the practice number."""

from companion.games.sakkara.guide import guide
from companion.games.sakkara.motifs import COUNTS, TILES
from tests.games.sakkara.tables import start


def test_every_motif_has_a_row_and_the_practice_numbers_add_up_to_the_tiles() -> None:
    counts = guide(start()).counts
    assert counts is not None and counts.total == TILES
    assert [one.token for one in counts.rows] == [one.motif for one in COUNTS]
    assert sum(one.usual for one in counts.rows) == TILES
    assert not any(one.told for one in counts.rows)
