import itertools

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.decoding.limits import Backoff, Storm
from firmware_bridge.decoding.lines import LONGEST_LINE, Garbage, LineCutter, Repeats, ScannedLine


def cut(*pieces: bytes) -> list[ScannedLine | Garbage]:
    cutter = LineCutter()
    return [found for piece in pieces for found in cutter.feed(piece)]


def test_lines_end_with_cr_or_lf_or_both() -> None:
    assert cut(b"A1\rB2\nC3\r\nD4") == [ScannedLine("A1"), ScannedLine("B2"), ScannedLine("C3")]


def test_empty_lines_are_ignored() -> None:
    assert cut(b"\r\n\r\n  \r\n") == []


@given(st.binary(max_size=900), st.lists(st.integers(0, 900), max_size=12))
def test_lines_do_not_depend_on_how_their_bytes_arrive(data: bytes, cuts: list[int]) -> None:
    places = sorted({min(place, len(data)) for place in cuts} | {0, len(data)})
    pieces = [data[a:b] for a, b in itertools.pairwise(places)]
    assert cut(*pieces) == cut(data)


@given(st.binary(max_size=600))
def test_any_bytes_are_answered_and_the_next_line_works(data: bytes) -> None:
    found = cut(data, b"\n", b"NEXT\n")
    assert found[-1] == ScannedLine("NEXT")
    for item in found:
        if isinstance(item, ScannedLine):
            assert item.text.isprintable() and item.text
        assert not isinstance(item, ScannedLine) or len(item.text.encode()) <= LONGEST_LINE


def test_garbage_is_reported_with_its_kind() -> None:
    assert cut(b"\xff\xfe\r") == [Garbage("unreadable", 2)]
    assert cut(b"A\x00B\r") == [Garbage("unreadable", 3)]
    assert cut(b"\x1b[2J\r") == [Garbage("unreadable", 4)]


def test_a_line_of_the_longest_length_passes_and_one_more_does_not() -> None:
    assert cut(b"x" * LONGEST_LINE + b"\r") == [ScannedLine("x" * LONGEST_LINE)]
    found = cut(b"x" * (LONGEST_LINE + 1) + b"\rGOOD\r")
    assert found == [Garbage("too_long", LONGEST_LINE + 1), ScannedLine("GOOD")]


def test_endless_noise_is_counted_and_not_kept() -> None:
    cutter = LineCutter()
    found = [item for _ in range(100) for item in cutter.feed(b"\xaa" * 257)]
    assert len(found) == 100
    assert cutter.begun
    assert cutter.feed(b"\rGOOD\r") == [ScannedLine("GOOD")]


def test_a_line_given_up_does_not_spoil_the_next() -> None:
    cutter = LineCutter()
    assert not cutter.begun
    cutter.feed(b"HALF")
    assert cutter.begun
    assert cutter.drop() == [Garbage("torn", 4)]
    assert cutter.drop() == []
    assert cutter.feed(b"WHOLE\r") == [ScannedLine("WHOLE")]


def test_the_same_code_again_is_ignored_for_a_while() -> None:
    repeats = Repeats(1.5)
    assert not repeats.again("A", 10.0)
    assert repeats.again("A", 11.0)
    assert repeats.again("A", 12.4)  # each repetition prolongs the while
    assert not repeats.again("A", 13.9)
    assert not repeats.again("B", 14.0)
    assert not repeats.again("A", 14.1)


def test_a_repeat_time_of_nothing_ignores_nothing() -> None:
    repeats = Repeats(0.0)
    assert not repeats.again("A", 1.0)
    assert not repeats.again("A", 1.0)


def test_backoff_doubles_to_its_longest_and_begins_again() -> None:
    backoff = Backoff(0.1, 0.5)
    assert [backoff.wait() for _ in range(5)] == [0.1, 0.2, 0.4, 0.5, 0.5]
    backoff.reset()
    assert backoff.wait() == 0.1


def test_a_storm_is_more_errors_in_a_window_than_are_allowed() -> None:
    storm = Storm(limit=50, window=5.0)
    assert not any(storm.error(n * 0.1) for n in range(50))
    assert storm.error(5.0)
    slow = Storm(limit=50, window=5.0)
    assert not any(slow.error(n * 0.101) for n in range(500))
    storm.reset()
    assert not storm.error(5.0)
