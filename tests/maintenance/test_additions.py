"""A game or a language of its own comes only signed, holds nothing else, and goes again."""

import shutil
import sysconfig
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from companion.maintenance import installer, update
from companion.maintenance.additions import PACKAGE, Addition, addition_of, installed
from companion.maintenance.texts import phrasebook
from companion.maintenance.trouble import MaintenanceError
from companion.maintenance.update import ADDING, ask, let_go, outcome
from companion.text import LANGUAGES
from script.new_game import write
from tests.maintenance.machine import Kiosk, installed_kiosk, new_key

GAME, LANGUAGE = Addition("game", "fifth_game"), Addition("language", "fr")
LOADS = """
import os, pathlib, runpy
added = pathlib.Path(os.environ.get("COMPANION_ADDED", "/nowhere"))
for one in added.glob("games/*/__init__.py"):
    runpy.run_path(str(one.resolve()))
"""
"""What stands in for the companion where it is not the companion that is tried."""

FALLS = {"__init__.py": "raise ValueError('no game')"}
ON_TRIAL_ONLY = {"__init__.py": "assert 'unpacked' in __file__"}
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def kiosk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kiosk]:
    """Version 2 was installed by hand; the door is open."""
    with installed_kiosk(tmp_path, monkeypatch, LOADS) as made:
        yield made


def there(kiosk: Kiosk) -> tuple[Addition, ...]:
    return installed(kiosk.machine.program / "added")


def text(kiosk: Kiosk) -> str:
    return (kiosk.machine.under(GAME.folder) / "__init__.py").read_text()


def game(kiosk: Kiosk, version: str, files: Mapping[str, str], **of: str) -> Path:
    return kiosk.addition(GAME, version, {"about.toml": "", **files}, **of)


def brought(kiosk: Kiosk, deb: Path) -> str:
    ask(deb)
    assert outcome() == "waiting"
    return installer.install(kiosk.machine)


def refused(kiosk: Kiosk, deb: Path) -> str:
    with pytest.raises(MaintenanceError) as caught:
        ask(deb)
    assert not list(kiosk.machine.kept.iterdir()) and there(kiosk) == ()
    return caught.value.reason


def test_a_package_of_a_game_or_language_has_a_name_that_says_so() -> None:
    for one in (GAME, LANGUAGE):
        assert addition_of(one.package) == one
    for name in (PACKAGE, f"{PACKAGE}-game-", f"{PACKAGE}-game-../x", f"{PACKAGE}-hat-red", "sudo"):
        assert addition_of(name) is None


def test_a_signed_game_comes_beside_the_companion_and_goes_again(kiosk: Kiosk) -> None:
    assert brought(kiosk, game(kiosk, "1", {"__init__.py": "# 1"})) == "added"
    assert there(kiosk) == (GAME,) and text(kiosk) == "# 1"
    assert brought(kiosk, kiosk.addition(LANGUAGE, "1", {"about.toml": ""})) == "added"
    assert brought(kiosk, game(kiosk, "2", {"__init__.py": "# 2"})) == "added"
    assert there(kiosk) == (GAME, LANGUAGE) and text(kiosk) == "# 2" and kiosk.version == "2"
    let_go(GAME)
    assert outcome() == "waiting"
    assert installer.install(kiosk.machine) == outcome() == "removed"
    assert there(kiosk) == (LANGUAGE,) and kiosk.version == "2"
    assert [one.name for one in kiosk.machine.kept.iterdir()] == ["told"]


def test_a_new_version_of_the_companion_leaves_the_additions(kiosk: Kiosk) -> None:
    assert brought(kiosk, game(kiosk, "1", {"__init__.py": "# 1"})) == "added"
    ask(kiosk.signed("3", opens="import os; assert 'COMPANION_ADDED' not in os.environ"))
    assert installer.install(kiosk.machine) == "installed"
    assert (kiosk.version, there(kiosk)) == ("3", (GAME,))


def test_an_addition_that_nobody_signed_is_refused(kiosk: Kiosk, tmp_path: Path) -> None:
    deb = game(kiosk, "1", {"__init__.py": ""})
    kiosk.sign(deb, new_key(tmp_path / "stranger.pem"))
    assert refused(kiosk, deb) == "unsigned"
    kiosk.sign(deb)
    deb.write_bytes(deb.read_bytes()[:-1] + b"?")
    assert refused(kiosk, deb) == "unsigned"
    deb.with_name(f"{deb.name}.sig").unlink()
    assert refused(kiosk, deb) == "no_signature"


@pytest.mark.parametrize(
    "files",
    [
        {"/opt/tabletop-companion/lib/ui/__main__.py": ""},
        {"/opt/tabletop-companion/added/games/another/__init__.py": ""},
        {"/usr/share/tabletop-companion/keys/mine.pem": ""},
        {"/etc/cron.d/mine": "* * * * * root id"},
        {"/usr/lib/systemd/system/mine.service": ""},
    ],
)
def test_a_signed_addition_may_bring_its_own_folder_and_nothing_else(
    kiosk: Kiosk, files: dict[str, str]
) -> None:
    assert refused(kiosk, game(kiosk, "1", {"__init__.py": "", **files})) == "unfit"


def test_an_addition_brings_no_script_link_or_program(kiosk: Kiosk) -> None:
    init = {"__init__.py": ""}
    assert refused(kiosk, game(kiosk, "1", init, script="#!/bin/sh\nid\n")) == "unfit"
    assert refused(kiosk, kiosk.addition(LANGUAGE, "1", {"words.py": "import os"})) == "unfit"
    assert refused(kiosk, kiosk.addition(GAME, "1.1", init, name=f"{PACKAGE}-game-x")) == "unfit"
    tree = kiosk.folder / f"tree-{GAME.name}-2" / str(GAME.folder)[1:]
    tree.mkdir(parents=True)
    (tree / "data").symlink_to("/var/lib/tabletop-companion")
    assert refused(kiosk, game(kiosk, "2", init)) == "unfit"
    (tree.parent.parent.parent / "x").mkdir()
    tree = kiosk.folder / f"tree-{GAME.name}-3" / str(GAME.folder)[1:]
    tree.mkdir(parents=True)
    (tree / "run").write_text("")
    (tree / "run").chmod(0o4755)
    assert refused(kiosk, game(kiosk, "3", init)) == "unfit"


def test_a_game_that_the_companion_brings_itself_is_not_replaced(kiosk: Kiosk) -> None:
    own = kiosk.machine.program / "lib/companion/games" / GAME.name
    own.mkdir(parents=True)
    assert refused(kiosk, game(kiosk, "1", {"__init__.py": ""})) == "brought"


def test_an_older_game_comes_only_when_somebody_was_asked(kiosk: Kiosk) -> None:
    assert brought(kiosk, game(kiosk, "2", {"__init__.py": "# 2"})) == "added"
    older = game(kiosk, "1", {"__init__.py": "# 1"})
    with pytest.raises(MaintenanceError, match="older"):
        ask(older)
    ask(older, older=True)
    assert installer.install(kiosk.machine) == "added" and text(kiosk) == "# 1"


@pytest.mark.parametrize("files", [FALLS, ON_TRIAL_ONLY])
def test_a_game_that_does_not_work_leaves_everything_as_it_was(
    kiosk: Kiosk, files: dict[str, str]
) -> None:
    assert brought(kiosk, game(kiosk, "1", files)) == "not_added"
    assert there(kiosk) == ()
    assert brought(kiosk, game(kiosk, "2", {"__init__.py": "# 2"})) == "added"
    assert brought(kiosk, game(kiosk, "3", files)) == "not_added"
    assert there(kiosk) == (GAME,) and text(kiosk) == "# 2"
    assert outcome() == "not_added"


def test_a_power_cut_while_adding_or_removing_is_made_good(kiosk: Kiosk) -> None:
    ask(game(kiosk, "1", {"__init__.py": "# 1"}))
    kiosk.by_hand(kiosk.machine.kept / update.NEXT)  # dpkg was done; the power failed then
    (kiosk.machine.kept / "unpacked").mkdir()
    assert installer.install(kiosk.machine) == "added" and there(kiosk) == (GAME,)
    let_go(GAME)
    assert kiosk.machine.dpkg("--purge", GAME.package)
    assert installer.install(kiosk.machine) == "removed" and there(kiosk) == ()


def test_nothing_but_an_addition_that_is_there_can_be_removed(kiosk: Kiosk) -> None:
    with pytest.raises(MaintenanceError, match="unfit"):
        let_go(GAME)
    for name in (PACKAGE, "dpkg", "--force-all", f"{GAME.package} {PACKAGE}", ""):
        with pytest.raises(MaintenanceError, match="unfit"):
            update._leave(name, Path(name or "x"))
    assert not list(kiosk.machine.kept.iterdir()) and kiosk.version == "2"
    (kiosk.machine.kept / update.GONE).write_text("dpkg\n")
    assert installer.install(kiosk.machine) == "not_removed"


def test_a_real_game_and_a_real_language_are_tried_by_the_real_companion(kiosk: Kiosk) -> None:
    lib = kiosk.machine.program / "lib"
    shutil.rmtree(lib)
    lib.mkdir()
    packages = Path(sysconfig.get_paths()["purelib"])
    ours = [ROOT / one for one in ("companion", "firmware_bridge", "printables", "ui")]
    for one in (*packages.iterdir(), *ours):
        if one.suffix != ".pth" and not (lib / one.name).exists():
            (lib / one.name).symlink_to(one)
    write(GAME.name, kiosk.folder / "new")
    folder = kiosk.folder / "new/companion/games" / GAME.name
    files = {one.name: one.read_text() for one in folder.iterdir() if one.is_file()}
    assert brought(kiosk, game(kiosk, "1", {**files, "rulebook.toml": "[M1]\n"})) == "not_added"
    assert brought(kiosk, game(kiosk, "2", files)) == "added"
    for version, about, word in (
        ("1", "[[[", "not_added"),
        ("2", 'name="Français"\nand=" et "', "added"),
    ):
        assert brought(kiosk, kiosk.addition(LANGUAGE, version, {"about.toml": about})) == word
    assert there(kiosk) == (GAME, LANGUAGE)


def test_every_answer_has_a_sentence() -> None:
    for language in LANGUAGES:
        for word in ADDING:
            assert phrasebook(language).say("update", word)
        assert phrasebook(language).say("trouble", "brought", {"file": "x"})
