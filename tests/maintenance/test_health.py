"""What the health check says about machines that are not well."""

import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.maintenance.health import BUILT, Device, Sources, free, look
from companion.maintenance.health import ask as really_ask
from companion.maintenance.texts import own, phrasebook, said
from companion.text import LANGUAGES

NOON = BUILT + timedelta(days=30)


def machine(
    folder: Path,
    *,
    throttled: int | None = None,
    temperatures: tuple[int, ...] = (),
    megabytes: int | None = 30_000,
    now: datetime = NOON,
    devices: tuple[Device, ...] | None = None,
    firmware: str = "",
) -> Sources:
    """A machine whose kernel shows these things in files, as a real one does."""
    for number, degrees in enumerate(temperatures):
        zone = folder / "thermal" / f"thermal_zone{number}"
        zone.mkdir(parents=True)
        (zone / "temp").write_text(f"{degrees * 1000}\n")
    if throttled is not None:
        place = folder / "platform" / "soc" / "soc:firmware"
        place.mkdir(parents=True)
        (place / "get_throttled").write_text(f"{throttled:x}\n")

    def measured(_: Path) -> int:
        if megabytes is None:
            raise OSError
        return megabytes * 1_000_000

    return Sources(
        folder / "data",
        now,
        devices,
        folder / "thermal",
        folder / "platform",
        lambda command: firmware,
        measured,
    )


def keys(sources: Sources) -> list[str]:
    return [one.key for one in look(sources)]


def test_a_machine_that_tells_nothing_is_never_called_ill(tmp_path: Path) -> None:
    found = look(machine(tmp_path, megabytes=None))
    assert {one.key for one in found if one.mood == "unknown"} == {
        "disk_unknown",
        "heat_unknown",
        "power_unknown",
        "devices_unknown",
    }
    assert {one.mood for one in found} == {"unknown", "good"}


@pytest.mark.parametrize(
    ("bits", "expected"),
    [
        (0, ["power_good"]),
        (0x1, ["voltage_now"]),
        (0x10000, ["voltage_since_start"]),
        (0x10001, ["voltage_now"]),
        (0x50000, ["voltage_since_start", "slowed_since_start"]),
        (0x50005, ["voltage_now", "slowed_now"]),
        (0x80008, ["slowed_now"]),
        (0x20000, ["slowed_since_start"]),
    ],
)
def test_past_trouble_is_never_reported_as_present(
    tmp_path: Path, bits: int, expected: list[str]
) -> None:
    found = keys(machine(tmp_path, throttled=bits))
    assert [key for key in found if key.startswith(("power", "voltage", "slowed"))] == expected


def test_the_firmware_is_not_asked_where_the_kernel_keeps_silent(tmp_path: Path) -> None:
    assert "voltage_now" in keys(machine(tmp_path, firmware="throttled=0x50001\n"))
    assert "power_unknown" in keys(machine(tmp_path, firmware="VCHI initialization failed"))


def test_a_program_that_is_missing_or_fails_leaves_the_check_whole() -> None:
    assert really_ask(("no-such-program-here",)) == ""
    assert really_ask(("false",)) == ""
    assert really_ask(("echo", "throttled=0x0")) == "throttled=0x0\n"


@pytest.mark.parametrize(
    ("megabytes", "key"),
    [(30_000, "disk_good"), (999, "disk_some"), (499, "disk_low"), (49, "disk_full")],
)
def test_a_card_that_fills_up_is_noticed_in_time(tmp_path: Path, megabytes: int, key: str) -> None:
    assert key in keys(machine(tmp_path, megabytes=megabytes))


def test_room_is_not_measured_where_the_folder_is_still_to_be_made(tmp_path: Path) -> None:
    assert free(tmp_path / "not" / "yet") > 0


@pytest.mark.parametrize(
    ("degrees", "key"), [((40, 55), "heat_good"), ((40, 70), "heat_warm"), ((80,), "heat_hot")]
)
def test_only_the_first_of_several_places_is_felt(
    tmp_path: Path, degrees: tuple[int, ...], key: str
) -> None:
    assert key in keys(machine(tmp_path, temperatures=degrees))


def test_a_place_without_a_reading_leaves_the_check_whole(tmp_path: Path) -> None:
    sources = machine(tmp_path, temperatures=(40,))
    (tmp_path / "thermal" / "thermal_zone0" / "temp").write_text("?")
    assert "heat_unknown" in keys(sources)


def test_a_clock_behind_what_was_written_yesterday_is_not_believed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "matches.db").write_bytes(b"")
    os.utime(data / "matches.db", (NOON.timestamp(), NOON.timestamp()))
    assert "clock_good" in keys(machine(tmp_path, now=NOON - timedelta(hours=2)))
    assert "clock_wrong" in keys(machine(tmp_path, now=NOON - timedelta(days=2)))
    assert "clock_wrong" in keys(machine(tmp_path, now=datetime(1970, 1, 1, tzinfo=UTC)))


def test_a_day_is_written_as_each_language_does(tmp_path: Path) -> None:
    clock = next(one for one in look(machine(tmp_path)) if one.key == "clock_good")
    assert said(clock, phrasebook("de"))[0] == f"Uhr: {NOON.day}.{NOON.month}.{NOON.year}."
    assert said(clock, phrasebook("en"))[0] == f"Clock: {NOON.day} {NOON:%b} {NOON.year}."


def test_a_file_from_the_far_future_makes_no_clock_wrong(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "matches.db").write_bytes(b"")
    future = time.mktime((2099, 1, 1, 0, 0, 0, 0, 0, 0))
    os.utime(data / "matches.db", (future, future))
    assert "clock_good" in keys(machine(tmp_path))


def test_a_folder_that_cannot_be_written_is_not_called_good(tmp_path: Path) -> None:
    assert "folder_good" in keys(machine(tmp_path))
    assert not (tmp_path / "data" / ".probe").exists()
    (tmp_path / "file").write_text("in the way")
    closed = machine(tmp_path / "file", megabytes=1)
    assert "folder_closed" in keys(closed)


def test_files_that_were_set_aside_are_told(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "matches-damaged-20261120-200000.db").write_bytes(b"")
    (found,) = [one for one in look(machine(tmp_path)) if one.key == "damaged_some"]
    assert found.values == {"count": 1}


def test_large_sizes_are_told_in_numbers_people_read(tmp_path: Path) -> None:
    (disk,) = [one for one in look(machine(tmp_path, megabytes=81_249)) if "disk" in one.key]
    assert said(disk, phrasebook("de"))[0] == "Speicher: 81 GB frei."
    (disk,) = [one for one in look(machine(tmp_path, megabytes=700)) if "disk" in one.key]
    assert said(disk, phrasebook("en"))[0] == "Storage: 700 MB free."


def test_a_missing_device_is_seen_beside_those_that_work(tmp_path: Path) -> None:
    box = Device("box-1", "box", "ready")
    gone = Device("scanner", "scanner", "missing", "Er antwortet nicht.")
    off = Device("gpio", "gpio", "off")
    assert keys(machine(tmp_path, devices=(box, gone)))[-2:] == ["device_missing", "devices_ready"]
    assert keys(machine(tmp_path, devices=(off,)))[-1] == "devices_none"
    assert keys(machine(tmp_path, devices=(gone,)))[-1] == "device_missing"


def test_every_finding_has_words_and_trouble_has_advice(tmp_path: Path) -> None:
    texts = own()
    for section, key, words in texts.items():
        assert set(words) == set(LANGUAGES), (section, key)
    values = {
        "megabytes": 1,
        "gigabytes": 1,
        "count": 2,
        "day": "heute",
        "degrees": 3,
        "names": ["a"],
    }
    values |= {"name": "a", "detail": "b"}
    assert set(texts.keys("advice")) <= set(texts.keys("health"))
    for language in LANGUAGES:
        for key in texts.keys("health"):
            assert phrasebook(language).say("health", key, values)
    ill = machine(
        tmp_path, throttled=0x1, temperatures=(90,), megabytes=1, now=BUILT - timedelta(days=900)
    )
    for finding in look(ill):
        if finding.mood in ("advice", "bad"):
            assert said(finding, phrasebook("de"))[1], finding.key
