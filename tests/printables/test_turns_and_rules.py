"""A card shows a turn at a glance; a lost card is played from its slip."""

import pypdfium2
import pytest

from companion.match.registry import GamePackage
from companion.text import LANGUAGES
from printables.document import Drawn
from printables.order import Order
from printables.paper import CARDS
from printables.sheets.slips import slips
from tests.printables import PACKAGES, WITH_CARDS, drawn, order

WITH_TURNS = [one for one in PACKAGES if order(one).turn]


def said(made: Drawn, page: int) -> str:
    text = pypdfium2.PdfDocument(made.pdf)[page].get_textpage().get_text_range()
    return " ".join(text.split())


def told(wanted: Order) -> list[str]:
    return [wanted.words.rule(one) for step in wanted.turn for one in step.rules]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", WITH_TURNS, ids=lambda one: one.game.name)
def test_each_person_gets_a_card_with_all_steps_of_a_turn_and_their_pictures(
    package: GamePackage, language: str
) -> None:
    wanted = order(package, language=language)
    made = drawn(package, "turns", language=language)
    text = " ".join(said(made, page) for page in range(made.pages))
    for rule in told(wanted):
        assert text.count(rule) == len(package.game.colours), rule
    assert all(step.look for step in wanted.turn)
    (other,) = (one for one in LANGUAGES if one != language)
    foreign = wanted.words_in(other).say("sheet", "turns")
    assert foreign not in text and wanted.words.say("sheet", "turns") in text


@pytest.mark.parametrize("card", CARDS)
def test_a_turn_goes_onto_cards_of_every_size_in_letters_that_can_be_read(card: str) -> None:
    from printables.sheets import turn_cards

    longest = max(PACKAGES, key=lambda one: len(order(one).turn))
    made = drawn(longest, "turns", card=card)
    text = " ".join(said(made, page) for page in range(made.pages))
    assert all(rule in text for rule in told(order(longest)))
    assert min(turn_cards.SIZES) >= 1.8


def test_only_the_persons_wanted_get_a_card() -> None:
    package = PACKAGES[0]
    one = package.game.colours[0]
    made = drawn(package, "turns", only=frozenset({one}))
    assert [cut.name for cut in made.cut_outs] == [f"turns-{one}"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", WITH_CARDS, ids=lambda one: one.game.name)
def test_a_slip_says_by_which_rules_its_card_is_played(package: GamePackage, language: str) -> None:
    wanted = order(package, language=language)
    cards = {slip.piece for slip in slips(wanted)}
    assert all(rule for card in cards for rule in wanted.rules_of(card))
    card = max(cards, key=lambda one: sum(map(len, wanted.rules_of(one))))
    only = frozenset({next(card.each()).short})
    for size in ("44x67", "63x88"):
        made = drawn(package, "slips", language=language, card=size, only=only)
        assert all(rule in said(made, 0) for rule in wanted.rules_of(card)), size


def test_what_was_read_from_the_own_cards_stands_on_their_slips() -> None:
    (first,) = (one for one in PACKAGES if one.game.name == "mesopotamien")
    box = {"printed": [{"card": "endurance", "what": "movement", "number": 3}]}
    card = next(one for one in first.catalogue.pieces if one.token == "endurance")
    (_, blank), (_, number) = (
        order(first, language="en", **chosen).rules_of(card) for chosen in ({}, {"box": box})
    )
    assert blank == "The card says: ________" and number == "The card says: 3"


def test_the_foot_of_an_aid_speaks_as_the_aid_does() -> None:
    package = PACKAGES[0]
    made = drawn(package, "aids", language="de")
    assert "genau 50 mm" in said(made, 0) and "exactly 50 mm" in said(made, 1)
