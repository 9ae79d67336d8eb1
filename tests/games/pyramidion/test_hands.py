"""What hands do with the pieces, where several of the same sort move at once."""

from typing import Any

from companion.games.pyramidion.position import Position
from companion.games.pyramidion.rules import game
from companion.kernel import census, changes
from tests.games.pyramidion.tables import after, table
from tests.games.pyramidion.vectors import at_start, situated


def hands(before: Position, **move: Any) -> set[tuple[int, str, str, str]]:
    """What everybody sees being done."""
    done = after(before, **move)
    found = changes(game.layout(game.public(before)), game.layout(game.public(done)))
    return {(one.count, one.piece, one.source, one.target) for one in found}


def test_a_basic_card_goes_back_into_its_own_hand() -> None:
    position = table(phase="activation", used={"red": ["NB1"], "blue": ["MB1", "TB1"]})
    ended = after(after(position, move="fix_phase", phase="end"), move="end_round")
    dealing = after(ended, move="fix_phase", phase="cards")
    assert hands(dealing, move="deal") == {
        (4, "card", "deck", "hand:red"),
        (4, "card", "deck", "hand:blue"),
        (4, "card", "deck", "hand:yellow"),
        (1, "card=NB1", "used:red", "hand:red"),
        (1, "card=MB1", "used:blue", "hand:blue"),
        (1, "card=TB1", "used:blue", "hand:blue"),
    }


def test_cards_that_were_shown_are_never_dealt_once_more_after_a_corrected_phase() -> None:
    played = table(phase="activation", spent={"red": ["MD2", "MD3"]})
    position = after(played, move="fix_phase", phase="cards")
    dealt = after(position, move="deal")
    assert census(game.layout(dealt)) == census(game.layout(position))
    assert (dealt.player("red").drawn, dealt.player("red").hand) == (4, 9)


def test_covered_cards_of_one_player_are_never_put_down_as_those_of_another() -> None:
    position = table(phase="activation", site="karnak", laid={"red": 1, "blue": 1, "yellow": 0})
    sums = {"influence": 0, "negotiation": 0, "haggling": 0}
    position = after(position, move="reveal_totals", seat="blue", **sums)
    assert hands(position, move="reveal", seat="red", cards=["MD1"]) == {
        (1, "card=MD1", "laid:red", "discard"),
        (1, "card", "laid:blue", "played:blue"),
        (1, "sundial", "supply", "karnak"),
    }


def test_secret_tokens_change_hands_when_they_come_to_light() -> None:
    situation = {
        "phase": "end",
        "boats": {"red": ["B19", "B20"]},
        "stores": {"red": {"wood": 1}, "blue": {"camel": 2, "urn": 1}},
    }
    position = situated(at_start(hide_stores=True), situation)
    assert hands(position, move="end_round") == {
        (1, "token=wood", "store:red", "store:red"),
        (2, "token=camel", "store:blue", "store:blue"),
        (1, "token=urn", "store:blue", "store:blue"),
    }
