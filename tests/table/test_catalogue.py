"""A scanned or typed code finds its piece, and one that is wrong finds the nearest."""

import pytest

from companion.table.catalogue import Catalogue, Unresolved, distance
from companion.table.identity import Identity

KEY = bytes(range(16))
TEXT = """
code = "FE"
edition = "2"

[pieces.animal]
letter = "A"
first = 1
tokens = ["wolf", "goat", "cabbage"]
copies = [1, 2]
looks = ["wolf"]

[pieces.card]
letter = "C"
first = 21
tokens = ["storm", "calm"]
hidden = true
begins = true

[[aid]]
text = "prints.aid"
rules = []
"""
FERRY = Catalogue(TEXT)


def code(number: int, copy: int = 1, *, game: str = "FE", edition: str = "2") -> str:
    kind = "A" if number < 20 else "C"
    return Identity(game, edition, kind, number, copy).code(KEY)


def why(text: str, key: bytes = KEY) -> str:
    with pytest.raises(Unresolved) as caught:
        FERRY.meant(text, key)
    return caught.value.why


def test_a_scanned_code_means_its_token() -> None:
    for piece in FERRY.pieces:
        for identity in piece.each():
            assert FERRY.meant(identity.code(KEY), KEY) is piece
    assert [piece.token for piece in FERRY.pieces] == ["wolf", "goat", "cabbage", "storm", "calm"]


def test_a_card_may_mean_itself_or_the_move_it_begins() -> None:
    storm = FERRY.meant(code(21), KEY)
    assert storm is not None and storm.tokens == ("storm", "move:storm") and storm.hidden
    goat = FERRY.meant(code(2), KEY)
    assert goat is not None and goat.tokens == ("goat",) and not goat.hidden


@pytest.mark.parametrize("how", ["{}", " {} ", "{0:.3} {0:.6}", "{0:.3}-{0:.6}"])
def test_the_six_digits_can_be_typed_in_groups(how: str) -> None:
    digits = Identity("FE", "2", "A", 2, 2).short
    typed = how.format(digits) if "0" not in how else f"{digits[:3]}{how[6]}{digits[3:]}"
    goat = FERRY.meant(typed, KEY)
    assert goat is not None and goat.token == "goat"


def test_a_whole_code_can_be_typed_in_small_letters() -> None:
    wolf = FERRY.meant(code(1).lower(), KEY)
    assert wolf is not None and wolf.token == "wolf"


def test_plain_tokens_are_read_as_they_are() -> None:
    for token in ("wolf", "move:storm", "1", "12", "-1,0", "done", ""):
        assert FERRY.meant(token, KEY) is None
    assert Catalogue("").meant(code(1), KEY) is None


def test_each_reason_has_its_own_name() -> None:
    assert why(code(1, game="XX")) == "other_game"
    assert why(code(1, edition="1")) == "other_edition"
    assert why(code(4)) == "unknown"
    assert why(code(2, 3)) == "unknown"
    assert why(Identity("FE", "2", "C", 1).code(KEY)) == "unknown"
    assert why(code(1)[:-2]) == "misread"
    assert why(code(1), bytes(16)) == "other_box"


def test_before_anything_was_printed_the_codes_of_any_box_are_good() -> None:
    wolf = FERRY.meant(code(1), b"")
    assert wolf is not None and wolf.token == "wolf"


def test_a_wrong_digit_offers_the_piece_that_was_meant() -> None:
    for piece in FERRY.pieces:
        short = piece.identity.short
        for at in range(6):
            wrong = short[:at] + str((int(short[at]) + 1) % 10) + short[at + 1 :]
            with pytest.raises(Unresolved) as caught:
                FERRY.meant(wrong, KEY)
            assert caught.value.why == "misread"
            assert piece in FERRY.nearest(caught.value.digits)


def test_a_piece_that_fits_now_is_offered_first() -> None:
    digits = "000000"
    first = FERRY.nearest("0011" + digits[:2])
    assert first
    likely = FERRY.nearest("0011" + digits[:2], {first[-1].token})
    assert set(likely) == set(first)
    tied = [one for one in first if _far(one.identity.short) == _far(first[-1].identity.short)]
    assert likely.index(first[-1]) <= first.index(tied[0])


def _far(short: str) -> int:
    return distance("001100", short)


def test_nothing_is_offered_for_digits_that_are_like_no_code() -> None:
    assert FERRY.nearest("999999") == ()


def test_a_misread_scan_offers_by_its_digits() -> None:
    spoilt = "FE2A9" + code(2)[5:]
    with pytest.raises(Unresolved) as caught:
        FERRY.meant(spoilt, KEY)
    assert [one.token for one in FERRY.nearest(caught.value.digits)][:1] == ["goat"]
    with pytest.raises(Unresolved) as caught:  # on a card of another game nothing here is meant
        FERRY.meant("ME" + spoilt[2:], KEY)
    assert caught.value.why == "misread" and FERRY.nearest(caught.value.digits) == ()


def test_distance_counts_wrong_missing_needless_and_swapped() -> None:
    assert distance("001170", "001170") == 0
    assert distance("001170", "001171") == 1
    assert distance("01170", "001170") == 1
    assert distance("0011700", "001170") == 1
    assert distance("010170", "001170") == 1
    assert distance("", "123") == 3


def test_two_pieces_of_one_number_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="number 2"):
        Catalogue(TEXT.replace("first = 21", "first = 2"))


def test_a_misspelt_field_is_named() -> None:
    with pytest.raises(ValueError, match="hiden"):
        Catalogue(TEXT.replace("hidden", "hiden"))
