"""Quarries at the screen: whose card is told."""

from pathlib import Path

from tests.ui.screens.recorded import at_line
from tests.ui.stage import Stage


def test_the_question_for_a_card_says_whose_it_is(stage: Stage, tmp_path: Path) -> None:
    table = at_line(stage, tmp_path, "maya-3", 139)
    match = table.open_match.match
    owners = [match.players[card.owner] for card in match.public.at("Q1").cards if not card.noted]
    assert len(set(owners)) == 2
    table.touch("Q1")
    for asked, answer in zip(owners, ("5", "-3"), strict=True):
        said = table.play.now.text.text
        assert [one for one in set(owners) if one in said] == [asked]
        labels = {one.label for one in table.play.middle.places.tiles}
        assert {"8", "−3"} <= labels and "-3" not in labels
        table.answer(answer)
    assert not table.faults()
    table.close()
