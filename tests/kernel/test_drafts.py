"""What would go wrong without them: a token that fills the wrong blank, a list that never ends, a
value that does not fit and is taken all the same."""

from typing import Annotated, Literal

import pytest
from msgspec import Meta

from companion.kernel import (
    DONE,
    Blank,
    Draft,
    Move,
    Open,
    draft_of,
    fields,
    fill,
    may_end,
    next_blank,
    partial,
    whole,
)
from companion.kernel.drafts import steps, unfinished
from tests.kernel.toy import Item, Parcel, Pass, Stack, Take, Vote


def composed(move: type[Move], *tokens: str | int) -> Draft:
    draft = Draft(str(move.__struct_config__.tag))
    for token in tokens:
        draft = fill(move, draft, token)
    return draft


def blank(move: type[Move], *tokens: str | int) -> Blank:
    found = next_blank(move, composed(move, *tokens))
    assert found is not None
    return found


class Score(Move, frozen=True, tag="score"):
    high: Annotated[int, Meta(le=3)]
    low: Annotated[int, Meta(ge=-2)]
    any: int


class Mixed(Move, frozen=True, tag="mixed"):
    both: tuple[int, str]


class Offer(Move, frozen=True, tag="offer"):
    value: Literal[2, 4, 6]
    name: Literal["2", "x"]


def test_a_choice_of_numbers_is_filled_by_digits() -> None:
    assert whole(Offer, composed(Offer, "4", "2")) == Offer(4, "2")
    assert whole(Offer, composed(Offer, 4, "x")) == Offer(4, "x")
    for wrong in ("5", "x", ""):
        with pytest.raises(ValueError, match="one of 2, 4, 6"):
            composed(Offer, wrong)


def test_blanks_come_in_order_with_what_fills_them() -> None:
    shelf, fruit, count = (blank(Take), blank(Take, "left"), blank(Take, "left", "pear"))
    assert (shelf.name, shelf.picker, shelf.type) == ("shelf", "token", "shelf")
    assert (fruit.picker, fruit.choices) == ("choice", ("apple", "pear"))
    assert (count.picker, count.least, count.most) == ("number", 1, 5)
    assert next_blank(Take, composed(Take, "left", "pear", 2)) is None
    assert whole(Take, composed(Take, "left", "pear")) is None
    assert whole(Take, composed(Take, "left", "pear", 2)) == Take("left", "pear", 2)
    assert whole(Pass, composed(Pass)) == Pass()


def test_a_number_may_come_as_a_scanned_text() -> None:
    assert whole(Take, composed(Take, "left", "pear", "2")) == Take("left", "pear", 2)


@pytest.mark.parametrize(
    ("move", "before", "token", "words"),
    [
        (Take, (), 3, "shelf: 3 is not a token of the type shelf"),
        (Take, ("left",), "plum", "fruit: 'plum' is not one of apple, pear"),
        (Take, ("left", "pear"), "6", "count: '6' is not a number from 1 to 5"),
        (Take, ("left", "pear"), "many", "count: 'many' is not a number from 1 to 5"),
        (Take, ("left", "pear", 1), 1, "take: nothing left to fill"),
        (Take, (), DONE, "take: shelf is not finished yet"),
        (Score, (), 4, "high: 4 is not a number up to 3"),
        (Score, (1,), -3, "low: -3 is not a number from -2 up"),
        (Score, (1, 1), "x", "any: 'x' is not a number"),
        (Parcel, (), DONE, "parcel: items.fruit is not finished yet"),
        (Parcel, ("pear",), DONE, "parcel: items.shelf is not finished yet"),
        (Stack, ("pear",), DONE, "stack: fruits is not finished yet"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(
    move: type[Move], before: tuple[str | int, ...], token: str | int, words: str
) -> None:
    with pytest.raises(ValueError, match="^" + words.replace("(", r"\(") + "$"):
        composed(move, *before, token)


def test_a_list_of_fixed_length_ends_by_itself() -> None:
    assert not may_end(Stack, composed(Stack, "apple", "apple"))
    draft = composed(Stack, "apple", "apple", "pear")
    assert whole(Stack, draft) == Stack(("apple", "apple", "pear"))
    assert not may_end(Stack, draft)


def test_a_list_of_structs_is_filled_part_by_part_and_ended_by_done() -> None:
    assert blank(Parcel).name == "items.fruit"
    assert blank(Parcel, "pear").name == "items.shelf"
    assert not may_end(Parcel, composed(Parcel))  # at least one
    assert not may_end(Parcel, composed(Parcel, "pear", "left", "apple"))
    assert may_end(Parcel, composed(Parcel, "pear", "left"))
    draft = composed(Parcel, "pear", "left", "apple", "right", DONE, "blue")
    assert whole(Parcel, draft) == Parcel((Item("pear", "left"), Item("apple", "right")), "blue")


def test_a_list_that_is_full_ends_by_itself() -> None:
    draft = composed(Parcel, *("pear", "left") * 4)
    assert next_blank(Parcel, draft) == blank(Parcel, "pear", "left", DONE)


def test_a_list_of_mixed_types_is_no_move() -> None:
    with pytest.raises(TypeError, match="both: a list of different types"):
        fields(Mixed)


def test_reading_a_blank_leaves_a_need_open() -> None:
    seen = partial(Take, composed(Take, "left"))
    assert seen.shelf == "left"
    assert seen.aloud is False  # no blank: as it is unless somebody says otherwise
    with pytest.raises(Open):
        seen.fruit  # noqa: B018
    with pytest.raises(Open):
        partial(Parcel, composed(Parcel, "pear", "left")).items  # noqa: B018


def test_candidates_see_finished_items_and_the_blanks_of_the_next() -> None:
    seen = partial(Parcel, composed(Parcel, "pear", "left", "apple"), early=True)
    assert seen.items == (Item("pear", "left"),)
    assert seen.fruit == "apple"


def test_early_needs_see_the_unfinished_item_too() -> None:
    items = unfinished(Parcel, composed(Parcel, "pear", "left", "apple")).items
    assert [item.fruit for item in items] == ["pear", "apple"]
    assert items[0].shelf == "left"
    with pytest.raises(Open):
        items[1].shelf  # noqa: B018
    assert unfinished(Take, composed(Take, "left")).shelf == "left"
    assert unfinished(Parcel, composed(Parcel, "pear", "left", DONE)).items == items[:1]


MOVES = (
    Take("left", "pear", 2),
    Parcel((Item("pear", "left"), Item("apple", "right")), "blue"),
    Parcel((Item("pear", "left"),) * 4, "blue"),
    Stack(("apple", "apple", "pear")),
    Vote("red", "more"),
    Pass(),
)


@pytest.mark.parametrize("move", MOVES)
def test_a_move_can_be_composed_again_step_by_step(move: Move) -> None:
    draft = Draft(str(move.__struct_config__.tag))
    for head, value in steps(move):
        assert head == draft
        draft = fill(type(move), draft, value)
    assert draft == draft_of(move)
    assert whole(type(move), draft) == move
