"""A word that is too long for its button is parted where people would part it."""

import pytest

from tests.ui.stage import Stage
from ui.widgets.sketch import wrapped


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("Übungsbrett", ["Übungs-", "brett"]),
        ("Opfer-Marker", ["Opfer-", "Marker"]),
        ("Zurücklegen", ["Zurück-", "legen"]),
        ("Unterhändler", ["Unter-", "händler"]),
        ("Feuersturm", ["Feuer-", "sturm"]),
    ],
)
def test_a_long_word_is_parted_between_syllables(stage: Stage, word: str, parts: list[str]) -> None:
    assert wrapped(word, 78, 17, "bold", hard=True) == parts
