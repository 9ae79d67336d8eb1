"""Only what was signed is installed, nothing older unasked, and what does not open goes again."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from companion.maintenance import installer, update
from companion.maintenance.installer import MOST_BYTES, NOW, main
from companion.maintenance.texts import phrasebook
from companion.maintenance.trouble import MaintenanceError
from companion.maintenance.update import NEXT, OUTCOMES, REFUSALS, ask, outcome
from companion.text import LANGUAGES
from tests.maintenance.machine import OPENS, Kiosk, installed_kiosk, new_key

FALLS = "raise SystemExit(1)"
ON_TRIAL_ONLY = "raise SystemExit('unpacked' not in __file__)"


@pytest.fixture
def kiosk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kiosk]:
    """Version 2 was installed by hand; the door is open."""
    with installed_kiosk(tmp_path, monkeypatch) as made:
        yield made


def refusal(deb: Path, kiosk: Kiosk) -> str:
    with pytest.raises(MaintenanceError) as caught:
        ask(deb)
    assert not list(kiosk.machine.kept.iterdir())
    return caught.value.reason


def test_a_signed_package_is_tried_and_installed(kiosk: Kiosk) -> None:
    (kiosk.data / "settings.toml").write_text("kept = true")
    looks = "import pathlib, sys; data = pathlib.Path(sys.argv[-1])\n"
    looks += "assert (data / 'settings.toml').read_text() == 'kept = true'"
    assert outcome() == ""
    ask(kiosk.signed("3", opens=looks))
    assert (outcome(), kiosk.version) == ("waiting", "2")
    assert main(["install", "--root", str(kiosk.machine.root), "--user", kiosk.machine.user]) == 0
    assert (outcome(), kiosk.version) == ("installed", "3")
    assert sorted(one.name for one in kiosk.machine.kept.iterdir()) == ["before.deb", NOW, "told"]


def test_a_package_that_nobody_signed_is_refused(kiosk: Kiosk, tmp_path: Path) -> None:
    deb = kiosk.package("3")
    assert refusal(deb, kiosk) == "no_signature"
    beside = deb.with_name(f"{deb.name}.sig")
    for junk in (b"", b"\0" * 63, b"\0" * 64, b"\0" * 65):
        beside.write_bytes(junk)
        assert refusal(deb, kiosk) == "unsigned"
    kiosk.sign(deb, new_key(tmp_path / "stranger.pem"))
    assert refusal(deb, kiosk) == "unsigned"
    kiosk.sign(deb)
    whole = deb.read_bytes()
    for changed in (b"", whole[:-1], whole + b"\n", whole[:200] + b"?" + whole[201:]):
        deb.write_bytes(changed)
        assert refusal(deb, kiosk) == "unsigned"
    deb.write_bytes(whole)
    ask(deb)


def test_a_signed_package_for_another_machine_is_refused(kiosk: Kiosk) -> None:
    assert refusal(kiosk.signed("3", name="something-else"), kiosk) == "unfit"
    assert refusal(kiosk.signed("3", machine="hurd-i386"), kiosk) == "unfit"
    letter = kiosk.folder / "letter.deb"
    letter.write_text("to grandmother")
    kiosk.sign(letter)
    assert refusal(letter, kiosk) == "unfit"


def test_an_older_version_comes_only_when_somebody_was_asked(kiosk: Kiosk) -> None:
    older = kiosk.signed("1.9")
    assert refusal(older, kiosk) == "older"
    ask(older, older=True)
    assert installer.install(kiosk.machine) == "installed"
    assert kiosk.version == "1.9"


def test_a_key_is_changed_by_a_package_that_the_old_one_signed(kiosk: Kiosk) -> None:
    following = new_key(kiosk.folder / "following.pem")
    assert refusal(kiosk.signed("3", following), kiosk) == "unsigned"
    kiosk.trust(following)
    ask(kiosk.signed("3", following))
    (kiosk.machine.kept / NEXT).unlink()
    (kiosk.machine.keys / "key.pem").unlink()
    assert refusal(kiosk.signed("4"), kiosk) == "unsigned"


def test_a_version_that_does_not_open_leaves_everything_as_it_was(kiosk: Kiosk) -> None:
    ask(kiosk.signed("3", opens=FALLS))
    assert installer.install(kiosk.machine) == "trial"
    ask(kiosk.signed("4", opens=ON_TRIAL_ONLY))  # the first was installed by hand
    assert installer.install(kiosk.machine) == "went_back"
    assert (outcome(), kiosk.version) == ("went_back", "2")
    ask(kiosk.signed("5"))
    assert installer.install(kiosk.machine) == "installed"
    ask(kiosk.signed("6", opens=ON_TRIAL_ONLY))
    assert installer.install(kiosk.machine) == "went_back"
    assert kiosk.version == "5"
    kiosk.by_hand(kiosk.package("5.1"))  # and not what was kept before is gone back to
    ask(kiosk.signed("6", opens=ON_TRIAL_ONLY))
    assert installer.install(kiosk.machine) == "went_back"
    assert kiosk.version == "5.1"


def test_an_update_without_a_way_back_is_reported(kiosk: Kiosk) -> None:
    bars = f"import os\n'unpacked' in __file__ or os.unlink({str(kiosk.machine.kept / NOW)!r})\n"
    ask(kiosk.signed("3", opens=bars + ON_TRIAL_ONLY))
    assert installer.install(kiosk.machine) == "stuck"
    assert outcome() == "stuck"


def test_a_power_cut_while_installing_is_made_good(kiosk: Kiosk) -> None:
    kept = kiosk.machine.kept
    ask(kiosk.signed("3"))
    for begun in ("unpacked", "packed"):
        (kept / begun / "DEBIAN").mkdir(parents=True)
        (kept / begun / "half").write_text("")
    assert installer.install(kiosk.machine) == "installed"
    assert sorted(one.name for one in kept.iterdir()) == ["before.deb", NOW, "told"]


def test_a_failure_while_installing_is_reported(kiosk: Kiosk) -> None:
    ask(kiosk.signed("3"))
    (kiosk.machine.kept / "packed").write_text("no folder")
    assert installer.install(kiosk.machine) == "no_room"
    assert (outcome(), kiosk.version) == ("no_room", "2")


def test_a_second_package_does_not_push_away_the_one_that_was_tried(kiosk: Kiosk) -> None:
    ask(kiosk.signed("3"))
    first = (kiosk.machine.kept / NEXT).read_bytes()
    with pytest.raises(MaintenanceError, match="busy"):
        ask(kiosk.signed("4"))
    assert (kiosk.machine.kept / NEXT).read_bytes() == first


def test_two_packages_at_once_are_never_mixed_or_one_pushes_the_other_away(kiosk: Kiosk) -> None:
    first, second = kiosk.signed("3"), kiosk.signed("4")
    whole = b"newer\n" + first.with_name(f"{first.name}.sig").read_bytes() + first.read_bytes()
    here, there = socket.socketpair()
    with here, there:
        taking = Thread(target=installer.take, args=(there, kiosk.machine))
        taking.start()
        here.sendall(whole[:1000])
        while not list(kiosk.machine.kept.iterdir()):
            assert taking.is_alive()
        with pytest.raises(MaintenanceError, match="busy"):
            ask(second)
        here.sendall(whole[1000:])
        here.shutdown(socket.SHUT_WR)
        assert here.recv(99) == b"taken\n"
        taking.join()
    assert [one.name for one in kiosk.machine.kept.iterdir()] == [NEXT]
    assert (kiosk.machine.kept / NEXT).read_bytes() == first.read_bytes()


def test_a_package_that_comes_while_the_last_is_cleared_away_is_kept(
    kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch
) -> None:
    following, answers = kiosk.signed("4"), []
    clear = shutil.rmtree

    def meanwhile(folder: Path, ignore_errors: bool) -> None:
        try:
            ask(following)
        except MaintenanceError as error:
            answers.append(error.reason)
        clear(folder, ignore_errors)

    monkeypatch.setattr(shutil, "rmtree", meanwhile)
    ask(kiosk.signed("3"))
    assert installer.install(kiosk.machine) == "installed"
    assert answers and set(answers) == {"busy"}
    ask(following)


def test_an_endless_package_fills_no_disk(kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_BYTES < 2**30
    monkeypatch.setattr(installer, "MOST_BYTES", 1000)
    assert refusal(kiosk.signed("3"), kiosk) == "unfit"
    kiosk.machine.kept.rmdir()
    with pytest.raises(MaintenanceError, match="no_room"):
        ask(kiosk.signed("3"))


def test_a_caller_who_hangs_up_or_says_nothing_is_forgotten(
    kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for said in (b"", b"newer\n", b"hello\n" + b"\0" * 64, b"newer\n" + b"\0" * 64 + b"!<arch>"):
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(update.DOOR))
            line.sendall(said)
    monkeypatch.setattr(installer, "PATIENCE", 0.05)
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(update.DOOR))
        assert line.recv(99) == b"unsigned\n"
    assert not list(kiosk.machine.kept.iterdir())


def test_the_unit_takes_the_package_from_its_standard_input(kiosk: Kiosk) -> None:
    deb = kiosk.signed("3")
    here, there = socket.socketpair()
    order = [sys.executable, "-m", "companion.maintenance.installer", "take"]
    with here, there:
        taking = subprocess.Popen([*order, f"--root={kiosk.machine.root}"], stdin=there.fileno())
        here.sendall(b"newer\n" + deb.with_name(f"{deb.name}.sig").read_bytes() + deb.read_bytes())
        here.shutdown(socket.SHUT_WR)
        assert here.recv(99) == b"taken\n"
        assert taking.wait() == 0
    assert outcome() == "waiting"


def test_a_link_or_a_pipe_on_the_stick_is_no_package(kiosk: Kiosk) -> None:
    deb = kiosk.signed("3")
    beside = deb.with_name(f"{deb.name}.sig")
    link = kiosk.folder / "link.deb"
    link.symlink_to(deb)
    link.with_name("link.deb.sig").write_bytes(beside.read_bytes())
    assert refusal(link, kiosk) == "not_plain"
    link.unlink()
    os.mkfifo(link)
    assert refusal(link, kiosk) == "not_plain"
    assert refusal(kiosk.folder / "not there.deb", kiosk) == "no_signature"


def test_a_place_where_nothing_can_be_installed_is_reported(
    kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch
) -> None:
    deb = kiosk.signed("3")
    with socket.socket(socket.AF_UNIX) as deaf:
        monkeypatch.setattr(update, "DOOR", kiosk.folder / "deaf")
        deaf.bind(str(update.DOOR))
        assert refusal(deb, kiosk) == "no_installer"
        deaf.listen()
        monkeypatch.setattr(update, "PATIENCE", 0.05)
        assert refusal(deb, kiosk) == "not_taken"
    (kiosk.machine.kept / update.TOLD).write_text("rm -rf\n")
    assert outcome() == ""


def test_every_answer_has_a_sentence() -> None:
    for language in LANGUAGES:
        say = phrasebook(language)
        for word in (*OUTCOMES, "waiting"):
            assert say.say("update", word)
        for reason in (*REFUSALS, "no_signature", "no_installer", "not_taken"):
            assert say.say("trouble", reason, {"file": OPENS[:9]})
