"""What another table's box would change is told fact by fact."""

import msgspec
import pytest

from companion.match.match import Match
from companion.match.registry import game_package
from companion.text import Language
from ui.presenter import Presenter
from ui.presenter.box_difference import differences
from ui.texts import of_screens


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("de", ["Theben, Einfluss: jetzt 6, dann 7", "Vorrat, Urne, Anzahl: jetzt 30, dann 31"]),
        ("en", ["Thebes, influence: now 6, then 7", "supply, urn, number: now 30, then 31"]),
    ],
)
def test_a_number_of_the_box_that_would_change_says_which_it_is(
    language: Language, told: list[str]
) -> None:
    package = game_package("pyramidion")
    match = Match.start(package, ("red", "blue"), clock=lambda: 0.0, salt=lambda: b"0" * 16)
    now, then = (msgspec.to_builtins(match.public.setup.box) for _ in range(2))
    next(one for one in then["sites"] if one["id"] == "thebes")["influence"] += 1
    next(one for one in then["supply"] if one["kind"] == "urn")["count"] += 1
    say = Presenter(package, match, of_screens(), language).phrasebook
    assert differences(say, now, then) == told
