"""Codes at a table: accepted from the own box only, typed by hand, explained when they fail."""

import time

import pytest

from companion.kernel import Draft
from companion.match.match import Match
from companion.match.questions import goes_on
from companion.match.registry import GamePackage
from companion.table import Scanned, Typed
from companion.table.identity import Identity
from companion.text import LANGUAGES, Language
from tests.printables import KEY
from ui.presenter import Presenter
from ui.texts import of_screens


def presenter(package: GamePackage, language: Language = "de", key: bytes = KEY) -> Presenter:
    colours = package.game.colours[: package.game.players[0]]
    names = {seat: seat.title() for seat in colours}
    match = Match.start(package, colours, names, clock=time.monotonic, salt=lambda: bytes(16))
    return Presenter(package, match, of_screens(), language, key=key)


def scan(at: Presenter, code: str) -> None:
    at.signal(Scanned(1, 0.0, "scanner", code))


def enter(at: Presenter, text: str) -> None:
    at.signal(Typed(1, 0.0, "screen", text))


def same(one: Presenter, other: Presenter) -> bool:
    return (one.composer.drafts, one.notice, len(one.match.entries)) == (
        other.composer.drafts,
        other.notice,
        len(other.match.entries),
    )


def test_a_scanned_code_does_what_touching_its_token_does(package: GamePackage) -> None:
    for piece in package.catalogue.pieces[::3]:
        if len(piece.tokens) > 1:
            continue
        touched, by_scan, by_hand = presenter(package), presenter(package), presenter(package)
        touched.touch(piece.token)
        scan(by_scan, piece.identity.code(KEY))
        enter(by_hand, piece.identity.short)
        assert same(by_hand, by_scan), piece.token
        leading = touched.composer.outlook.leading
        leads = [goes_on(touched.game, touched.view, one, leading) for one in drafts(touched)]
        if any(leads) or not leads:
            assert same(touched, by_scan), piece.token
        else:  # nothing can come of it: a code is refused before anything is asked
            assert not by_scan.composer.begun and by_scan.notice, piece.token


def drafts(at: Presenter) -> tuple[Draft, ...]:
    return at.composer.drafts


def test_plain_tokens_can_still_be_scanned(package: GamePackage) -> None:
    touched, by_scan = presenter(package), presenter(package)
    token = touched.composer.choices(touched.view)[0].token
    touched.touch(token)
    scan(by_scan, token)
    assert same(touched, by_scan)


def test_a_scan_at_a_place_is_a_move_of_the_seat_there(
    package: GamePackage, monkeypatch: pytest.MonkeyPatch
) -> None:
    came: list[str | None] = []
    at = presenter(package)
    monkeypatch.setattr(at, "code", lambda _, by=None: came.append(by))
    monkeypatch.setattr(Presenter, "seat", at.view.setup.seats[0])
    for place in (0, 1, 2, 8):
        at.signal(Scanned(1, 0.0, "scanner", "x", place))
    assert came == [None, *at.view.setup.seats[:2], None]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_for_a_refused_code_has_a_sentence(
    package: GamePackage, language: Language
) -> None:
    catalogue = package.catalogue
    known = catalogue.pieces[0].identity
    unknown = Identity(catalogue.code, catalogue.edition, "Z", 999)
    old = Identity(catalogue.code, "Z", known.kind, known.number)
    for code, why in (
        (known.code(bytes(16)), "other_box"),
        (Identity("ZZ", "1", "Z", 1).code(KEY), "other_game"),
        (old.code(KEY), "other_edition"),
        (unknown.code(KEY), "unknown"),
        ("ME0000000000000000", "misread"),
    ):
        at = presenter(package, language)
        scan(at, code)
        assert at.notice == at.phrasebook.say("notice", f"code_{why}")
        assert len(at.match.entries) == 1


def test_after_a_wrong_digit_the_nearest_are_offered_and_one_touch_takes_it(
    package: GamePackage,
) -> None:
    for piece in package.catalogue.pieces[:6]:
        at = presenter(package)
        short = piece.identity.short
        enter(at, short[:-1] + str((int(short[-1]) + 1) % 10))
        question = at.question
        assert question is not None and question.form == "nearest"
        assert piece.token in [one.token for one in question.answers]
        assert question.answers[-1].token == "no"
        at.settle(piece.token)
        touched = presenter(package)
        touched.touch(piece.token)
        assert at.question is None
        assert at.composer.drafts == touched.composer.drafts


def test_everything_that_is_offered_can_be_said(package: GamePackage) -> None:
    at = presenter(package)
    short = package.catalogue.pieces[0].identity.short
    enter(at, short[:-1] + str((int(short[-1]) + 1) % 10))
    at.settle("no")
    assert at.question is None and not at.composer.begun and len(at.match.entries) == 1


def test_while_nothing_was_printed_here_borrowed_sheets_are_good(package: GamePackage) -> None:
    at = presenter(package, key=b"")
    scan(at, package.catalogue.pieces[0].identity.code(bytes(16)))
    assert at.notice != at.phrasebook.say("notice", "code_other_box")
