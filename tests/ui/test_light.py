"""How much light the screen gives, by the lamp of a panel or by what is drawn."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from kivy.clock import Clock

from companion.maintenance.health import BUILT
from companion.table import Pressed
from tests.ui.screens.table import Table
from tests.ui.stage import Stage, pixel
from ui.backlight import Backlight
from ui.light import AT_NIGHT, DIM, Light, light
from ui.session.settings import Settings

DAY = datetime(2027, 4, 3, 12, 0, tzinfo=UTC)
MOST = 255


@pytest.fixture
def table(stage: Stage, tmp_path: Path) -> Iterator[Table]:
    table = Table(stage, tmp_path / "data")
    yield table
    table.close()


@pytest.fixture
def panel(tmp_path: Path) -> Path:
    """The files of a panel with a lamp."""
    panel = tmp_path / "backlight" / "10-0045"
    panel.mkdir(parents=True)
    for name, value in (("max_brightness", MOST), ("brightness", 0), ("bl_power", 4)):
        (panel / name).write_text(f"{value}\n", "ascii")
    return panel


def lit(table: Table, place: Path, hour: int = 12) -> Light:
    """The screen's own, with panels in a folder, at an hour."""
    app = table.app
    app.light = Light(
        lambda: app.session.settings,
        app._asleep,
        lambda: DAY.replace(hour=hour),
        Backlight(place),
    )
    app.light.start()
    return app.light


def glow(table: Table) -> int:
    """How bright the brightest point of a part of the screen is."""
    table.stage.frames(2)
    pixels, wide = table.stage.pixels(), table.stage.size[0]
    return max(max(pixel(pixels, wide, x, 600)[:3]) for x in range(100, 400))


def rests(table: Table) -> None:
    table.root.rest(60.0)
    table.app.light.soon()
    table.stage.frames(2)


@pytest.mark.parametrize(
    ("chosen", "hour", "resting", "share"),
    [
        ({}, 12, False, 1.0),
        ({}, 12, True, DIM),
        ({"resting": "same"}, 12, True, 1.0),
        ({"resting": "dark"}, 12, True, 0.0),
        ({"brightness": 40, "resting": "same"}, 12, True, 0.4),
        ({"night": "22-6"}, 21, False, 1.0),
        ({"night": "22-6"}, 22, False, AT_NIGHT),
        ({"night": "22-6"}, 5, False, AT_NIGHT),
        ({"night": "22-6"}, 6, False, 1.0),
        ({"night": "22-6", "resting": "same"}, 3, True, 0.0),
        ({"night": "0-10"}, 23, True, DIM),
        ({"night": "0-10"}, 9, True, 0.0),
    ],
)
def test_there_is_less_light_at_night_and_while_nobody_is_there(
    chosen: dict[str, object], hour: int, resting: bool, share: float
) -> None:
    settings = Settings(**chosen)  # type: ignore[arg-type]
    assert light(settings, DAY.replace(hour=hour), resting=resting) == share


def test_by_a_clock_that_was_never_set_it_is_never_night() -> None:
    settings = Settings(night="20-8")
    early = (BUILT - timedelta(days=1)).replace(hour=23)
    assert light(settings, early, resting=True) == DIM


def test_the_lamp_of_a_panel_is_dimmed_at_rest_and_bright_with_the_first_touch_or_press(
    table: Table, panel: Path
) -> None:
    def now() -> tuple[int, int]:
        return tuple(int((panel / name).read_text()) for name in ("brightness", "bl_power"))  # type: ignore[return-value]

    light = lit(table, panel.parent)
    assert now() == (MOST, 0)  # though it had been left dark
    rests(table)
    assert now() == (round(MOST * DIM), 0)
    table.tap(300, 300)
    table.stage.frames(2)
    assert now() == (MOST, 0) and table.root.attract is None
    table.root.choose(resting="dark")
    rests(table)
    assert now() == (0, 4)
    table.app.signals.put(Pressed(1, 0.0, "gpio17", "confirm", 1))
    table.stage.frames(3)
    assert now() == (MOST, 0)
    table.root.choose(brightness=40)
    light.soon()
    table.stage.frames(2)
    assert now() == (102, 0)
    light.stop()
    assert now() == (MOST, 0)


def test_a_screen_without_such_a_lamp_is_darkened_by_what_is_drawn(
    table: Table, tmp_path: Path
) -> None:
    bright = glow(table)
    light = lit(table, tmp_path / "none")
    assert glow(table) == bright
    table.root.choose(brightness=40)
    light.soon()
    assert glow(table) == pytest.approx(bright * 0.4, abs=3)
    table.root.choose(resting="dark")
    rests(table)
    assert glow(table) == 0
    light.stop()
    table.root.wake()
    table.root.choose(brightness=100)
    assert glow(table) == bright
    assert not any(event.callback is light.look for event in Clock.get_events())


def test_a_lamp_that_may_not_be_set_counts_as_none(panel: Path) -> None:
    assert Backlight(panel.parent).set(0.5)
    (panel / "bl_power").unlink()
    assert Backlight(panel.parent).set(0.0)
    (panel / "brightness").unlink()
    (panel / "brightness").mkdir()  # root may write any file
    assert not Backlight(panel.parent).set(0.5)
    (panel / "max_brightness").write_text("bright")
    assert not Backlight(panel.parent).set(0.5)
    assert not Backlight(panel.parent / "nowhere").set(1.0)
