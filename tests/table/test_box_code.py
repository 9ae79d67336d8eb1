"""A box as printed codes: read back whole from any order, and never anything else."""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.match import registry
from companion.table.box_code import MOST, NotWhole, Part, joined, part, written
from firmware_bridge.decoding.lines import LONGEST_LINE
from tests.games.tried import EACH_GAME, Tried

BARE = b'{"counts":[{"motif":"ship","count":5},{"motif":"ox","count":3}]}'


def parts(codes: tuple[str, ...]) -> dict[int, Part]:
    found = [part(one) for one in codes]
    return {one.number: one for one in found if one is not None}


@given(st.binary(max_size=3000), st.randoms(use_true_random=False))
def test_what_was_written_is_read_back_in_any_order(profile: bytes, rng: Random) -> None:
    codes = list(written("ferry", profile, BARE))
    rng.shuffle(codes)
    assert all(len(one) < LONGEST_LINE and one.isascii() and one == one.upper() for one in codes)
    found = parts(tuple(codes))
    assert len(found) == len(codes) and {one.game for one in found.values()} == {"ferry"}
    assert joined(found, BARE) == profile


@EACH_GAME
def test_the_box_of_every_game_has_few_codes(tried: Tried) -> None:
    package = registry.game_package(tried.package.game.name)
    bare = msgspec.json.encode(msgspec.to_builtins(package.game.box()))
    told = bare.replace(b"1", b"2")
    codes = written(package.game.name, told, bare)
    assert len(codes) <= 6 and joined(parts(codes), bare) == told


def test_a_part_of_another_box_or_a_wrong_letter_is_noticed() -> None:
    codes = written("ferry", bytes(range(256)), BARE)
    other = written("ferry", bytes(reversed(range(256))), BARE)
    assert len(codes) == len(other) > 2
    with pytest.raises(NotWhole):
        joined(parts((codes[0], *other[1:])), BARE)
    for at in range(len(codes[1]) - 60, len(codes[1])):
        wrong = f"{codes[1][:at]}{'A' if codes[1][at] != 'A' else 'B'}{codes[1][at + 1 :]}"
        with pytest.raises(NotWhole):
            joined(parts((codes[0], wrong, *codes[2:])), BARE)
    told = written("ferry", BARE.replace(b"5", b"6"), BARE)
    with pytest.raises(NotWhole):
        joined(parts(told), BARE.replace(b"ship", b"boat"))  # printed by another version


def test_a_small_code_that_unpacks_to_a_large_profile_is_refused() -> None:
    with pytest.raises(NotWhole):
        joined(parts(written("ferry", bytes(MOST + 1), BARE)), BARE)


@given(st.text())
def test_nothing_else_is_taken_for_one(text: str) -> None:
    assert part(text) is None


@pytest.mark.parametrize(
    "code", ["BOX1.FERRY.3F0A77C1.3.2.AA", "BOX1.FERRY.3F0A77C1.0.2.AA", "BOX1..3F0A77C1.1.1.AA"]
)
def test_a_part_that_cannot_be_is_no_code(code: str) -> None:
    assert part(code) is None
