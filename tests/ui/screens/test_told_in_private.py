"""A card told in private that is refused for what all may see of it."""

from pathlib import Path

import pytest

from companion.table import Scanned
from tests.records.reading import taken_up
from tests.ui.screens.recorded import at_line
from tests.ui.stage import Stage
from tests.ui.test_now import presenter
from ui.presenter.now import now_card
from ui.screens.table.secret import SecretPage

BOTH = pytest.mark.parametrize("stage", [(1280, 720), (800, 480)], indirect=True, ids=str)


@BOTH
def test_a_high_card_scanned_face_down_where_a_low_one_comes_first_offers_a_low_one_in_private(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "maya-3", 14)
    presenter, match = table.open_match.presenter, table.open_match.match
    presenter.composer.scans = True
    (seat,) = {one.seat for one in match.asked}
    pieces = presenter.package.catalogue.pieces
    high = next(one.identity.short for one in pieces if one.hidden and "7" in one.tokens)
    table.touch("Q1")
    presenter.signal(Scanned(1, 0.0, "scanner", high))
    table.complete()
    refusal = presenter.refusal
    assert refusal is not None and [one.clause for one in refusal.faults] == ["Y9"]
    assert "7" not in str(refusal.alternatives) + table.play.now.text.text
    (best, *_) = table.play.middle.places.buttons
    assert best.role == "bright" and best.label == "Lay a low card at practice quarry 1"
    assert not table.faults()
    table.press(best)
    table.complete()
    assert isinstance(table.page, SecretPage) and table.page.seat == seat
    table.uncover()
    table.press(table.labelled("4"))
    table.complete()
    (laid,) = match.public.at("Q1").cards
    assert (laid.owner, laid.back, laid.noted, laid.value) == (seat, "low", True, "?")
    table.close()


def test_what_is_offered_instead_is_the_same_whatever_the_card_was() -> None:
    shown = set()
    for value in (6, 7, 8, -3):
        one = presenter(taken_up("maya-3", 13))
        told = {"seat": one.seat, "quarry": "Q1", "card": "high", "value": value}
        one.make(one.game.move({"move": "lay_card", **told}), one.seat)
        assert one.refusal is not None
        shown.add(str((one.refusal, now_card(one))))
    assert len(shown) == 1 and "low card" in shown.pop()


def test_a_full_quarry_offers_another_one_for_the_same_back() -> None:
    one = presenter(taken_up("maya-3", 13))
    cards = tuple(f"{seat}:low" for seat in (*one.match.seats, *one.match.seats))
    assert one.match.correct({"laid": {"Q1": cards[:4]}, "turn": one.seat}).done
    told = {"seat": one.seat, "quarry": "Q1", "card": "low", "value": 5}
    one.make(one.game.move({"move": "lay_card", **told}), one.seat)
    assert one.refusal is not None and one.refusal.faults[0].clause == "Y12"
    best = one.refusal.alternatives[0]
    assert best.sentence == "Lay a low card at practice quarry 2"
    assert best.choose is not None and best.choose.values == (one.seat, "Q2", "low")
