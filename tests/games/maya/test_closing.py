"""When laying workers ends by itself, also where a card may be named in private; and what may not
end so."""

from companion.games.maya.laying import LayCard, PassWorkers
from companion.games.maya.rules import game
from companion.kernel import closing
from companion.match.match import Match
from companion.match.registry import game_package
from tests.games.maya.tables import table
from tests.games.maya.vectors import BEGUN

LOW, HIGH = ["red:low"] * 4, ["red:high"] * 4


def test_who_has_no_worker_left_passes_by_itself() -> None:
    position = table(laid={"Q3": LOW, "Q4": HIGH})
    assert closing(game, game.public(position)) == ("red", PassWorkers())


def test_who_has_one_worker_left_is_asked() -> None:
    assert closing(game, game.public(table(laid={"Q3": LOW, "Q4": HIGH[1:]}))) is None


def test_nobody_alone_sets_the_table_right_to_where_nothing_is_left_but_the_end() -> None:
    match = Match.start(
        game_package("maya"),
        ("red", "blue"),
        clock=lambda: 0.0,
        salt=lambda: b"0" * 16,
        situation={"practice": True, **BEGUN},
    )
    assert match.submit(LayCard("red", "Q3", "low", 3)).done
    before, last = len(match.entries), {"round": 3, "phase": "building", "turn": ""}
    stones = {"stones": {"P1.L1": {"red": 2}}}  # these are paid, so that the table says it goes on
    for more in ({}, stones):
        answer = match.correct(last | more, "red")
        assert answer.consent == ("blue",) and answer.says["en"][0].startswith("This ends")
    assert len(match.entries) == before
    assert match.correct(last, "red", {"blue"}).done and match.over
