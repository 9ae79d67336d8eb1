"""What a printed code says can be read back, and whatever is wrong with it is noticed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.identity import (
    LENGTH,
    Identity,
    Unreadable,
    check_digits,
    looks_like_one,
    signed,
    unsigned,
)

KEY, OTHER = bytes(range(16)), bytes(range(1, 17))
PRIEST = Identity("ME", "1", "C", 102, 3)
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
IDENTITIES = st.builds(
    Identity,
    st.text(CAPITALS, min_size=2, max_size=2),
    st.sampled_from("123456789" + CAPITALS),
    st.sampled_from(CAPITALS),
    st.integers(0, 999),
    st.integers(1, 9),
)


@given(IDENTITIES)
def test_a_code_is_read_as_what_was_printed(identity: Identity) -> None:
    code = identity.code(KEY)
    assert len(code) == LENGTH <= 20
    assert set(code) <= set(CAPITALS + "0123456789")
    assert signed(code, KEY) == identity == unsigned(code)
    assert looks_like_one(code)


def test_check_digits_are_those_of_an_account_number() -> None:
    """The example of ISO/IEC 7064 for MOD 97-10, as published for legal entity identifiers."""
    assert check_digits("5493001KJTIIGC8Y1R") == "12"
    assert int("".join(str(int(one, 36)) for one in "5493001KJTIIGC8Y1R12")) % 97 == 1


@given(IDENTITIES, st.integers(0, 9), st.sampled_from("0123456789" + CAPITALS))
def test_no_single_wrong_character_names_another_piece(
    identity: Identity, at: int, wrong: str
) -> None:
    code = identity.code(KEY)
    spoilt = code[:at] + wrong + code[at + 1 :]
    if spoilt != code:
        with pytest.raises(Unreadable):
            signed(spoilt, KEY)


@given(IDENTITIES, st.integers(4, 8))
def test_two_digits_that_changed_places_are_noticed(identity: Identity, at: int) -> None:
    code = identity.code(KEY)
    swapped = code[:at] + code[at + 1] + code[at] + code[at + 2 :]
    if swapped != code:
        with pytest.raises(Unreadable, match="misread"):
            unsigned(swapped)


def test_a_code_of_another_box_is_told_from_a_misread_one() -> None:
    with pytest.raises(Unreadable, match="other_box"):
        signed(PRIEST.code(OTHER), KEY)
    with pytest.raises(Unreadable, match="misread"):
        signed(PRIEST.code(KEY)[:-1], KEY)


def test_a_code_made_up_without_the_key_is_not_accepted() -> None:
    plain = PRIEST.code(KEY)[:10]
    for tail in ("AAAAAAAA", PRIEST.code(b"")[10:], "22222222"):
        with pytest.raises(Unreadable, match="other_box"):
            signed(plain + tail, KEY)


def test_every_copy_has_a_code_of_its_own() -> None:
    codes = {Identity("ME", "1", "C", 102, copy).code(KEY) for copy in range(1, 10)}
    assert len(codes) == 9


@pytest.mark.parametrize("text", ["", "red", "-1,0", "move:step", "M8", "12", "done", "ME1"])
def test_tokens_are_not_taken_for_codes(text: str) -> None:
    assert not looks_like_one(text)


@pytest.mark.parametrize("text", ["ME1C10231٣5QGZ3CW7AA", "me1c102312345678", "ＭＥ1C10231"])
def test_letters_and_digits_of_other_scripts_are_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        unsigned(text)
