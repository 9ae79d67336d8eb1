"""Whose card is asked for while a quarry is turned up."""

from typing import Any

from companion.games.maya.revealing import REVEAL, Reveal
from companion.games.maya.rules import game
from companion.kernel import Draft, partial
from tests.games.maya.tables import table


def test_cards_are_asked_for_in_the_order_in_which_they_lie() -> None:
    view = game.public(table(laid={"Q1": ["red:low", "blue:high", "red:high"]}))
    drafts = (Draft("reveal", ("Q1",), told) for told in ((), (3,), (3, 6), (3, 6, 7)))
    seen: list[Any] = [partial(Reveal, draft, early=True) for draft in drafts]
    asked = [REVEAL.wording["values"](view, one) for one in seen]
    assert [one.get("seat") for one in asked] == ["red", "blue", "red", None]
    assert [one.get("place") for one in asked] == [1, 2, 3, None]
