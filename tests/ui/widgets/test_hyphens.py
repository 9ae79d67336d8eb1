"""A word that is too long for its button is parted where people would part it."""

import pytest

from tests.ui.stage import Stage
from ui.widgets.sketch import parted_well, wrapped
from ui.widgets.text import Paragraph


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("Übungsbrett", ["Übungs-", "brett"]),
        ("Opfer-Marker", ["Opfer-", "Marker"]),
        ("Zurücklegen", ["Zurück-", "legen"]),
        ("Unterhändler", ["Unter-", "händler"]),
        ("Feuersturm", ["Feuer-", "sturm"]),
        ("Übungspult", ["Übungs-", "pult"]),
    ],
)
def test_a_long_word_is_parted_between_syllables(stage: Stage, word: str, parts: list[str]) -> None:
    assert wrapped(word, 78, 17, "bold", hard=True) == parts
    assert parted_well(parts, word) and not parted_well([f"{word[:3]}-", word[3:]], word)
    assert wrapped("Getreide", 46, 12, "bold", hard=True) == ["Getrei-", "de"]
    assert not parted_well(["Ge-", "treide"], "Getreide"), "rather in smaller letters"


def test_a_double_name_goes_on_in_the_next_line_behind_its_hyphen(stage: Stage) -> None:
    name = "Maximiliana-Annabel"
    words = Paragraph(text=f"Back to {name}", role="small", size_hint=(None, None), width=80)
    stage.put(words)
    stage.settle()
    lines = ["".join(word.text for word in line.words) for line in words._label._cached_lines]
    assert [one.strip() for one in lines] == ["Back to", "Maximiliana-", "Annabel"]
    words.width = 300
    stage.settle()
    assert words._label.text == words.text
    words.text, words.width = "Annabellas Zug", 80
    stage.settle()
    lines = ["".join(word.text for word in line.words) for line in words._label._cached_lines]
    assert [one.strip() for one in lines] == ["Annabellas", "Zug"], "a short word is whole, too"
