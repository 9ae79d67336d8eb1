"""Box profiles as files: written whole, read back, and refused in words when they are none."""

from pathlib import Path

import pytest

from companion.store import BoxFileError, box_files, profile_folders, read_box, text_key, write_box

BOX = {"counts": [{"motif": "ox", "count": 3}], "confirmed": True}


def test_what_is_read_is_what_was_written(tmp_path: Path) -> None:
    folder = profile_folders(tmp_path)[0]
    file = write_box(folder, "Omas Schachtel", "ferry", BOX)
    assert file.name == "Omas Schachtel.box.json"
    assert read_box(file, "ferry") == BOX
    write_box(folder, "Omas Schachtel", "ferry", {})
    assert read_box(file, "ferry") == {}
    assert box_files([folder]) == (file,)
    assert list(folder.iterdir()) == [file]


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    for name in ("../../etc/x", "a/b", ".."):
        assert write_box(tmp_path, name, "ferry", BOX).parent == tmp_path
    assert write_box(tmp_path, " ", "ferry", BOX).name == "ferry.box.json"


def test_a_file_that_is_no_profile_is_explained(tmp_path: Path) -> None:
    told = []
    (tmp_path / "torn.box.json").write_text('{"game": "fer', "utf-8")
    write_box(tmp_path, "other", "chess", BOX)
    (tmp_path / "file").write_text("in the way", "utf-8")
    (tmp_path / "letters.box.json").write_bytes(b'{"game": "ferry", "box": {"\xac": 1}}')
    (tmp_path / "deep.box.json").write_text('{"game": "ferry", "box": {"a": ' + "[" * 20000)
    write_box(tmp_path, "signs", "ferry", {"names": [{"called": "Ox\u202e\n"}]})
    for file in ("torn", "letters", "deep", "signs", "other", "gone"):
        with pytest.raises(BoxFileError) as failed:
            read_box(tmp_path / f"{file}.box.json", "ferry")
        told.append(text_key(failed.value)[1])
    with pytest.raises(BoxFileError) as failed:
        write_box(tmp_path / "file", "x", "ferry", BOX)
    told.append(text_key(failed.value)[1])
    assert told == [*["no_profile"] * 4, "another_game", "not_read", "not_written"]
