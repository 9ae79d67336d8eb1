"""What can be a value of a move has a name, and nothing else has one."""

import msgspec
import pytest

from companion.games.mesopotamien import tokens
from companion.games.mesopotamien.phrases import phrase
from tests.games.mesopotamien.tables import natives, table


@pytest.mark.parametrize("load", ["", "wood", "m2"])
@pytest.mark.parametrize("robbed", [False, True])
def test_what_is_written_is_read_and_named(load: str, robbed: bool) -> None:
    native = tokens.native_token("green", "-1,0", load, robbed)
    assert msgspec.convert(native, tokens.NativeToken) == native
    assert tokens.parse(native) == ("green", "-1,0", load)
    assert phrase(table(natives("-1,0")), native)[0].startswith("token.native")
    hut = tokens.hut_token("-1,0", "green", 2 if load == "m2" else 0)
    assert msgspec.convert(hut, tokens.HutToken) == hut
    assert phrase(table(), hut)[0].startswith("token.hut")
    marker = tokens.marker_token("green", 3)
    assert msgspec.convert(marker, tokens.MarkerToken) == marker
    assert tokens.whose(marker) == ("green", 3)


@pytest.mark.parametrize(
    ("token", "type_"),
    [
        ("00,1", tokens.Hex),
        ("-0,1", tokens.Hex),
        ("1,-0", tokens.Hex),
        ("hut:green@-0,1", tokens.HutToken),
        ("green@01,0", tokens.NativeToken),
        ("green@-1,0+gold", tokens.NativeToken),
        ("hut:green@-1,0+m7", tokens.HutToken),
        ("hut:neutral@-1,0+m1", tokens.HutToken),
        ("green:m9", tokens.MarkerToken),
    ],
)
def test_what_no_move_can_name_is_called_nothing(token: str, type_: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(token, type_)
    assert phrase(table(), token) == (token, {})
