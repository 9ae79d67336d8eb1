"""Worker cards scanned in a cradle, face down: play goes on, and nobody sees what they are."""

import re
from itertools import count
from typing import Any

import pytest

from companion.match.entries import encode
from companion.match.match import Match
from companion.match.registry import game_package
from companion.table import Scanned, Typed
from tests.games.maya.vectors import BEGUN
from ui.presenter import Presenter
from ui.texts import of_screens

PACKAGE = game_package("maya")
KEY = bytes(range(16))
SEAL = re.compile(r'"commitment":"[^"]*"')


def presenter(**more: Any) -> Presenter:
    clock = count()
    match = Match.start(
        PACKAGE,
        ("red", "blue", "yellow"),
        {},
        clock=lambda: float(next(clock)),
        salt=lambda: bytes(16),
        situation={"practice": True, **BEGUN, **more},
    )
    made = Presenter(PACKAGE, match, of_screens(), "de", key=KEY)
    made.composer.scans = True
    return made


def scan(at: Presenter, token: str) -> None:
    piece = next(one for one in PACKAGE.catalogue.pieces if one.token == token and one.hidden)
    at.signal(Scanned(1, 0.0, "scanner", piece.identity.code(KEY)))


def seen(at: Presenter) -> str:
    """All that anybody may read of it."""
    told = [SEAL.sub("", str(encode(entry))) for entry in at.match.entries]
    return "\n".join((*at.sentences, at.notice, at.offers.prompt, *told, repr(at.view)))


@pytest.mark.parametrize(("token", "back"), [("3", "low"), ("4", "low")])
def test_a_card_in_the_cradle_is_not_laid_at_once(token: str, back: str) -> None:
    at = presenter()
    at.touch("Q1")
    scan(at, token)
    (card,) = at.match.position.at("Q1").cards
    assert (card.owner, card.back, card.value) == ("red", back, int(token))

    assert at.view.at("Q1").cards[0].value == "?"


def test_a_scanned_card_does_not_tell_the_others_what_it_is() -> None:
    low, other = presenter(), presenter()
    for at, token in ((low, "3"), (other, "5")):
        at.touch("Q1")
        scan(at, token)
    assert seen(low) == seen(other)


def test_a_card_scanned_too_early_is_never_shown_to_all() -> None:
    low, high = presenter(), presenter()
    for at, token in ((low, "3"), (high, "8")):
        scan(at, token)
        assert not at.composer.begun and len(at.match.entries) == 1
    assert seen(low) == seen(high)
    assert "Tippt erst an" in low.notice


def test_a_card_that_may_not_lie_there_is_refused_without_its_value() -> None:
    at, other = presenter(), presenter()
    for one, token in ((at, "7"), (other, "8")):
        one.touch("Q1")
        scan(one, token)
        assert one.refusal is not None and [f.number for f in one.refusal.faults] == ["Y9"]
    assert seen(at) == seen(other)
    assert repr(at.refusal) == repr(other.refusal)


def test_while_digits_of_a_card_are_typed_nobody_can_read_what_it_is() -> None:
    at = presenter()
    piece = next(one for one in PACKAGE.catalogue.pieces if one.token == "3" and one.hidden)
    short = piece.identity.short
    assert not any(one.hidden for one in at.like(short))
    at.signal(Typed(1, 0.0, "screen", f"{short[:-1]}{(int(short[-1]) + 1) % 10}"))
    offered = () if at.question is None else at.question.answers
    hidden = {one.token for one in PACKAGE.catalogue.pieces if one.hidden}
    shown = {one.token for one in PACKAGE.catalogue.pieces if not one.hidden}
    assert not {one.token for one in offered} & (hidden - shown)
    assert len(at.match.entries) == 1


CARDS = ("3", "4", "5", "6")


@pytest.mark.parametrize("chosen", [(), ("red",)], ids=["nothing", "whose"])
@pytest.mark.parametrize("kind", ["fix_gold", "fix_turn", "fix_passed"])
def test_a_card_scanned_while_the_table_is_put_right_is_not_named_and_is_no_amount(
    kind: str, chosen: tuple[str, ...]
) -> None:
    found = []
    for token in CARDS:
        at = Presenter(PACKAGE, presenter().match, of_screens(), "de", key=KEY, role="fix")
        at.touch(f"move:{kind}")
        for one in chosen:
            at.touch(one)
        lines = len(at.match.entries)
        scan(at, token)
        found.append(seen(at))
        assert len(at.match.entries) == lines
    assert len(set(found)) == 1


def test_a_card_scanned_where_stones_are_kept_is_no_number_of_them() -> None:
    found = []
    for token in CARDS:
        at = presenter(
            phase="transport",
            turn="",
            laid={"Q1": ["red:5", "red:6"]},
            done=["Q1", "Q2"],
            stones={"awarded:red": {"red": 9}},
        )
        assert [kind for one in at.match.asked for kind in one.kinds] == ["transport"]
        scan(at, token)
        found.append(seen(at))
        assert len(at.match.entries) == 1 and at.refusal is None
    assert len(set(found)) == 1
