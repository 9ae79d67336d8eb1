"""A sample of the long proof, and that it would notice."""

import pytest

from companion.match.registry import names
from tests.proofs import power_cuts


@pytest.mark.no_cover
def test_no_power_cut_takes_what_was_marked_saved(capsys: pytest.CaptureFixture[str]) -> None:
    assert power_cuts.main(["--cuts", "12", "--entries", "60", "--seed", "11"]) == 0
    assert capsys.readouterr().out.count(" 0 things went wrong") == len(names())


@pytest.mark.no_cover
@pytest.mark.parametrize("careless", ["NORMAL", "OFF"])
def test_the_proof_notices_a_store_that_does_not_wait_for_the_disk(
    careless: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        power_cuts.main(
            ["--cuts", "40", "--entries", "60", "--game", names()[0], "--careless", careless]
        )
        == 1
    )
    assert "after cut" in capsys.readouterr().out
