"""The ``companion`` command itself."""

from contextlib import suppress

import pytest

from companion.cli import main


@pytest.mark.parametrize(("before", "now"), [("care", "maintenance")])
def test_a_command_answers_to_its_former_name_for_one_more_version(
    before: str, now: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in (before, now):
        with suppress(SystemExit):
            assert main([name, "--help"]) == 0
    told = capsys.readouterr()
    assert told.out.count(f"usage: companion {now}") == 2
    assert told.err == f"companion {before} is called companion {now} now\n"
