"""A machine that suffers says so where everybody sees it."""

from pathlib import Path

import pytest

from companion.maintenance.health import Sources
from tests.ui.screens.table import Table
from ui.session.open_match import now
from ui.shell.lights import Badges

SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)


@SMALL
def test_a_machine_that_is_too_hot_says_so_in_the_header_until_it_is_cool(
    table: Table, tmp_path: Path
) -> None:
    zone = tmp_path / "thermal" / "thermal_zone0"
    zone.mkdir(parents=True)
    bits = tmp_path / "soc" / "firmware" / "get_throttled"
    bits.parent.mkdir(parents=True)
    strain = table.app.strain
    strain._sources = lambda: Sources(
        tmp_path, now(), thermal=tmp_path / "thermal", platform=tmp_path
    )

    def looks(degrees: int, throttled: str) -> None:
        (zone / "temp").write_text(f"{degrees}000", "ascii")
        bits.write_text(throttled, "ascii")
        strain.look()

    def marks() -> list[str]:
        return [mark.label for one in table.all(Badges) for mark in one._shown]

    looks(60, "0")
    table.stage.frames(3)
    assert marks() == []
    looks(84, "0")
    table.stage.until(lambda: marks() == ["Rechner"])
    assert not table.faults()
    table.root.go("devices", table.page)
    table.stage.frames(2)
    assert "84 °C" in table.words() and "Lüfter" in table.words() and not table.faults()
    looks(84, "1")  # both are one mark
    table.stage.until(lambda: "84 °C" in table.words() and "Netzteil" in table.words())
    assert marks() == ["Rechner"]
    looks(60, "10001")
    table.stage.until(lambda: "84 °C" not in table.words())
    assert "Netzteil" in table.words()
    looks(60, "10000")  # what is over is no trouble now
    table.stage.until(lambda: marks() == [])
