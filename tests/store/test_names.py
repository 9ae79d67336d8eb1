"""Who has played: remembered, called otherwise, and forgotten so that no byte is left."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import msgspec

from companion.archive import score
from companion.archive.score import Begun
from companion.match.entries import Bookmarked, HandedOver, Played, Sentences, decode, encode
from companion.match.renaming import LONGEST_NAME, renamed
from companion.store import REMARKS, Damage, Library
from tests.store.power import CutDisk
from tests.store.table import copy, hide, now, played, secret, started

NAME = "Käthe Zwölf"


def begun(library: Library) -> str:
    """A match in which somebody is named who sat down, and took over another seat."""
    sink = library.begin()
    hidden = secret("seven")
    hide(library, sink.match, 3, hidden)
    words = {"de": (f"{NAME} geht.", f"{NAME}s Stein."), "en": (f"({NAME})",)}
    sink.keep(started(NAME))
    sink.keep(msgspec.structs.replace(played(2), sentences=words))
    sink.keep(played(3, f"{NAME} hides.", hidden))
    sink.keep(HandedOver(number=4, at=4.0, seat="blue", name=NAME))
    for number in range(5, 40):
        sink.keep(played(number, f"{NAME} walks {number} fields."))
    library.met(NAME, "Ben")
    assert library.journal.flush()
    return sink.match


def found(folder: Path, text: str) -> list[str]:
    return [
        file.name
        for file in folder.rglob("*")
        if file.is_file() and text.encode() in file.read_bytes()
    ]


def test_a_name_is_never_left_somewhere_on_the_disk(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    library = Library(folder, now)
    match = begun(library)
    library.resume(match)
    other = library.begin()
    other.keep(started("Käthes"))
    assert library.journal.flush()
    wreck = folder / "matches-damaged-20260101-000000.db"
    wreck.write_bytes(b"...\x00" + NAME.encode() + b"\x00...")
    assert found(folder, NAME)
    assert library.forget_player(NAME)
    assert not [name for name in found(folder, NAME) if not name.endswith("-shm")]
    assert not found(copy(folder, tmp_path / "pulled"), NAME)
    assert library.players() == ("Ben",)
    other.keep(played(2))
    library.close()
    assert not found(folder, NAME)

    library = Library(folder, now)
    reading, secrets, _, _ = library.resume(match)
    assert reading.damage is None
    entries = [decode(line) for line in reading.lines]
    assert len(entries) == 39
    assert entries[0] == msgspec.structs.replace(decode(encode(started())), players={"blue": "Ben"})
    assert entries[3] == HandedOver(number=4, at=4.0, seat="blue", name="")
    walks = entries[1]
    assert isinstance(walks, Played)
    assert walks.sentences == {
        "de": ("Rot geht.", "Rots Stein."),
        "en": ("(Red)",),
    }
    assert secrets == {3: secret("seven")}
    assert library.matches()[0].heading.players == {"blue": "Ben"}
    assert library.read(other.match).lines == (encode(started("Käthes")), encode(played(2)))
    library.close()


def test_a_name_goes_from_what_others_wrote_too(tmp_path: Path) -> None:
    """Beside a rule, over a line of a match of others, and over a sheet of points."""
    library = Library(tmp_path, now)
    library.met(NAME)
    wrote = f"So spielt {NAME} es; {NAME}s Regel"
    library.keep_box("ferry", REMARKS, {"F1": wrote, "F2": "Käthe"})
    match = library.begin()
    match.keep(started("Ben"))
    match.keep(played(2, f"{NAME} walks."))  # of a word that looks like a name
    said: Sentences = {"de": (f"Gemerkt: {wrote}.",)}
    match.keep(Bookmarked(number=3, at=3.0, line=2, name=wrote, sentences=said))
    sheet = library.begin_score()
    day = datetime(2026, 1, 1, tzinfo=UTC)
    begun = Begun(at=day, game=wrote, players=(("red", "begun"), ("blue", "")), categories=(wrote,))
    library.keep_score(sheet, 1, score.encode(begun))
    assert library.journal.flush()
    assert library.forget_player(NAME) and library.forget_player("begun")
    gone = "So spielt … es; …s Regel"
    assert library.boxes("ferry")[REMARKS] == {"F1": gone, "F2": "Käthe"}
    lines = [decode(line) for line in library.read(match.match).lines]
    assert lines[1].sentences["en"] == (f"{NAME} walks.",)
    assert lines[2].sentences["de"] == (f"Gemerkt: {gone}.",)
    assert isinstance(lines[2], Bookmarked) and lines[2].name == gone
    assert library.rename_player("Käthe", "K" * LONGEST_NAME)
    assert library.boxes("ferry")[REMARKS]["F2"] == "K" * LONGEST_NAME
    kept = score.fold([*map(score.decode, library.scores()[sheet])]).begun
    assert (kept.game, kept.categories, kept.players) == (
        gone, (gone,), (("red", ""), ("blue", "")),
    )  # fmt: skip
    library.close()


def test_what_is_called_after_somebody_stays_as_short_as_a_restore_takes_it() -> None:
    lines = [
        encode(started("Al")),
        encode(Bookmarked(number=2, at=2.0, line=1, name=" ".join(["Al"] * 20))),
    ]
    for journal in (lines, [encode(started("Ben")), lines[1]]):
        marked = decode(renamed(journal, "Al", "Alexandra")[1])
        assert isinstance(marked, Bookmarked) and len(marked.name) == LONGEST_NAME


def test_a_new_name_stands_wherever_the_old_one_stood(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    match = begun(library)
    assert library.rename_player(NAME, "Kim")
    assert set(library.players()) == {"Kim", "Ben"}
    started_again = decode(library.read(match).lines[0])
    assert getattr(started_again, "players", {}) == {"red": "Kim", "blue": "Ben"}
    library.close()
    library = Library(tmp_path, now)
    walks = decode(library.read(match).lines[4])
    assert walks.sentences["en"] == ("Kim walks 5 fields.",)
    assert library.matches()[0].heading.players == {"red": "Kim", "blue": "Ben"}
    library.close()
    assert not found(tmp_path, NAME)


def test_whoever_goes_on_with_a_match_meets_nobody_by_a_name_that_is_about_to_be_forgotten(
    tmp_path: Path,
) -> None:
    library = Library(tmp_path, now)
    match = begun(library)
    library.close()
    library = Library(tmp_path, now)
    library.journal.rename(NAME, "")  # nobody waits for it
    lines = library.resume(match).reading.lines
    assert not any(NAME in str(decode(line)) for line in lines)
    library.close()


def test_the_last_player_is_offered_first(tmp_path: Path) -> None:
    day = [datetime(2026, 1, 1, tzinfo=UTC)]
    library = Library(tmp_path, lambda: day[0])
    for name in ("Ada", "Ben", "Cleo", "Ada"):
        library.met(name)
        assert library.journal.flush()
        day[0] += timedelta(days=1)
    assert library.players() == ("Ada", "Cleo", "Ben")
    library.close()


def test_a_word_that_is_also_a_name_is_changed_where_nobody_has_that_name(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    sink = library.begin()
    lines = started(), played(2, "Red takes Gold.")
    for line in lines:
        sink.keep(line)
    assert library.rename_player("Gold", "Silver")
    library.close()
    library = Library(tmp_path, now)
    assert library.read(sink.match).lines == tuple(encode(line) for line in lines)
    library.close()


def test_a_power_cut_while_forgetting_breaks_no_match_and_leaves_no_half_a_name(
    tmp_path: Path,
) -> None:
    library = Library(tmp_path / "data", now)
    match = begun(library)
    old = library.read(match).lines
    library.close()
    content = {file.name: file.read_bytes() for file in (tmp_path / "data").iterdir()}
    outcomes = set()
    for operations in range(10, 130, 5):
        place, left = tmp_path / f"cut{operations}", tmp_path / f"left{operations}"
        place.mkdir()
        left.mkdir()
        disk = CutDisk(place, content, Random(operations), operations)
        library = Library(place, now, disk=disk, pauses=(60.0,))
        done = library.forget_player(NAME)
        library.close()
        for name, data in disk.after_cut().items():
            (left / name).write_bytes(data)
        damages: list[Damage] = []
        library = Library(left, now, on_damage=damages.append)
        lines = library.read(match).lines
        assert not damages and len(lines) == len(old)
        assert lines == old or not any(NAME.encode() in line for line in lines)
        outcomes.add((done, lines == old))
        assert library.forget_player(NAME)
        library.close()
        assert not found(left, NAME)
    assert (False, True) in outcomes and (True, False) in outcomes
    assert (True, True) not in outcomes


def test_a_name_forgotten_on_a_full_disk_is_forgotten_later(tmp_path: Path) -> None:
    disk = CutDisk(tmp_path, {}, Random(1), 10**9)
    library = Library(tmp_path, now, disk=disk, pauses=(0.01,))
    begun(library)
    disk.full = True
    assert not library.forget_player(NAME)
    disk.full = False
    while not library.journal.flush():  # the attempt under way may still fail
        pass
    assert library.close()
    assert not found(tmp_path, NAME)


def test_a_forgotten_name_stays_on_no_sheet_of_points_and_in_no_summary(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    library = Library(folder, now)
    match = begun(library)
    library.keep_summary(match, {"players": [{"name": NAME}]})
    sheet = library.begin_score()
    library.keep_score(sheet, 1, {"event": "begun", "players": [["red", NAME], ["blue", "Ben"]]})
    library.keep_score(sheet, 2, {"event": "entered", "points": 7})
    assert library.journal.flush()
    assert library.rename_player(NAME, "Kaja")
    assert library.scores()[sheet] == (
        {"event": "begun", "players": [["red", "Kaja"], ["blue", "Ben"]]},
        {"event": "entered", "points": 7},
    )
    assert library.summaries() == {}  # it is worked out again
    library.keep_score(sheet, 3, {"event": "entered", "points": 8})
    assert library.forget_player("Kaja")
    assert library.scores()[sheet][0]["players"] == [["red", ""], ["blue", "Ben"]]
    library.close()
    assert not found(folder, NAME) and not found(folder, "Kaja")
