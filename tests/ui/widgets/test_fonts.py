"""Each face holds every character that can be shown: Kivy would draw a box for any other. So every
role of a text can say all of them."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from ui import theme

ROOT = Path(__file__).parents[3]
FACES = list(theme.FONTS.values())


def characters(face: str) -> set[int]:
    return set(TTFont(face).getBestCmap())


def spoken() -> dict[str, str]:
    """Every file of texts in the project, and the rulebooks, whose words are shown, too."""
    found = {}
    for folder in ("companion", "demo", "ui", "printables", "firmware_bridge"):
        for path in sorted((ROOT / folder).rglob("*.toml")):
            found[str(path.relative_to(ROOT))] = path.read_text("utf-8")
    return found


@pytest.mark.parametrize("face", FACES, ids=lambda face: Path(face).stem)
def test_every_text_of_the_project_can_be_written(face: str) -> None:
    known = characters(face) | {ord("\n"), ord("\t")}
    texts = spoken()
    assert texts
    missing = {
        name: sorted({char for char in text if ord(char) not in known})
        for name, text in texts.items()
    }
    assert {name: chars for name, chars in missing.items() if chars} == {}


@pytest.mark.parametrize("face", FACES, ids=lambda face: Path(face).stem)
def test_letters_of_players_names_and_signs_can_be_written(face: str) -> None:
    wanted = "ÄÖÜäöüßẞ„“”‚‘’«»–—…·•×−±≤≥≠½¼°§€←↑→↓↔⇒✓✗●○■□▲◆★☆⬡⬢ " + "\u00a0\u202f\u2009"
    names = "Zoë François Łukasz Đorđe Þórður Željko Ağca Nguyễn Σοφία Наташа"
    known = characters(face)
    assert [char for char in wanted + names if ord(char) not in known] == []


def test_the_licence_of_the_font_lies_beside_it() -> None:
    licence = (Path(FACES[0]).parent / "LICENSE.txt").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE" in licence and "The Vollkorn Project Authors" in licence
    for face in FACES:
        assert "SIL Open Font License" in TTFont(face)["name"].getDebugName(13)
