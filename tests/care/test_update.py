"""Only a whole package with its sum is asked to be installed."""

from hashlib import sha256
from pathlib import Path

import pytest

from companion.care.trouble import CareError
from companion.care.update import FOLDER, OUTCOMES, PACKAGE, SUM, TOLD, WANTED, stage, told
from companion.care.words import speaker
from companion.text import LANGUAGES


@pytest.fixture
def package(tmp_path: Path) -> Path:
    file = tmp_path / "stick" / "tabletop-companion.deb"
    file.parent.mkdir()
    file.write_bytes(b"!<arch>\ndebian-binary   and so on")
    return file


def with_sum(package: Path, total: str = "") -> None:
    total = total or sha256(package.read_bytes()).hexdigest()
    package.with_name(f"{package.name}.sha256").write_text(f"{total}  {package.name}\n")


def refusal(package: Path, folder: Path) -> str:
    with pytest.raises(CareError) as caught:
        stage(package, folder)
    assert not (folder / FOLDER / WANTED).exists()
    return caught.value.reason


def test_an_update_is_asked_for_before_it_is_whole(package: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert told(data) == ""
    with_sum(package)
    stage(package, data)
    place = data / FOLDER
    assert sorted(one.name for one in place.iterdir()) == sorted([PACKAGE, SUM, WANTED])
    assert (place / PACKAGE).read_bytes() == package.read_bytes()
    assert (place / SUM).read_text() == f"{sha256(package.read_bytes()).hexdigest()}  {PACKAGE}\n"
    assert told(data) == "waiting"
    (place / TOLD).write_text("installed\n")
    assert told(data) == "installed"
    (place / TOLD).write_text("rm -rf\n")
    assert told(data) == ""
    stage(package, data)
    assert told(data) == "waiting"


def test_a_damaged_package_is_installed(package: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert refusal(package, data) == "no_sum"
    with_sum(package, "no sum at all")
    assert refusal(package, data) == "no_sum"
    with_sum(package, "0" * 64)
    assert refusal(package, data) == "damaged"
    package.write_bytes(b"a letter to grandmother")
    with_sum(package)
    assert refusal(package, data) == "no_update"
    assert refusal(tmp_path / "not there.deb", data) == "not_read"
    data.write_text("a file where the folder should be")
    package.write_bytes(b"!<arch>\ndebian-binary   and so on")
    with_sum(package)
    with pytest.raises(CareError) as caught:
        stage(package, data)
    assert caught.value.reason == "no_room"


def test_an_outcome_has_no_words() -> None:
    for outcome in (*OUTCOMES, "waiting"):
        for language in LANGUAGES:
            assert speaker(language).say("update", outcome)
