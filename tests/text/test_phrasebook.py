from typing import Any

import pytest

from companion.kernel import Change, Event, Fault, Rulebook
from companion.text import LANGUAGES, Language, Phrasebook, Texts, shared

GAME = Texts(
    """
    [name]
    wood = { de = "Holz", en = "wood" }
    red = { de = "Rubin", en = "Ruby" }
    field = { de = "Feld {row}", en = "field {row}" }

    [event]
    walked.de = "{who} → {to}: noch {left:Punkt|Punkte}"
    walked.en = "{who} → {to}: {left:point|points} left"
    brought = { de = "{goods}", en = "{goods}" }

    [change]
    native.de = "{count:Figur|Figuren}, zeigt {face}"
    native.en = "{count:figure|figures}, shows {face}"
    any.de = "{count} × {piece}: {source} → {target}"
    any.en = "{count} × {piece}: {source} → {target}"
    """
)
SHARED = Texts(
    """
    [name]
    red = { de = "Rot", en = "Red" }
    yes = { de = "ja", en = "yes" }
    no = { de = "nein", en = "no" }
    none = { de = "keine", en = "none" }
    "?" = { de = "unbekannt", en = "unknown" }
    """
)
RULES = Rulebook.parse(
    """
    [M1]
    strength = "hard"
    rule = { de = "Regel", en = "Rule" }
    fault = { de = "{seat} hat {left}.", en = "{seat} has {left}." }
    """
)


def phrase(view: Any, token: str) -> tuple[str, dict[str, Any]]:
    return ("field", {"row": token[1:]}) if token.startswith("#") else (token, {})


def phrasebook(language: str = "de", players: dict[str, str] | None = None) -> Phrasebook:
    return Phrasebook(language, (GAME, SHARED), RULES, phrase, None, players)


def walked(**values: Any) -> Event:
    return Event("walked", "M1", {"who": "red", "to": "#4", "left": 2} | values)


def test_a_game_may_have_a_name_of_its_own_for_what_all_games_share() -> None:
    assert phrasebook().name("red") == "Rubin"
    assert phrasebook().name("yes") == "ja"


def test_a_player_is_called_by_the_name_that_was_typed_braces_and_all() -> None:
    assert phrasebook(players={"red": "{left} Jo"}).event(walked()) == (
        "{left} Jo → Feld 4: noch 2 Punkte"
    )


READ = """
[event.noted]
de = "{seat!g:e} Notiz auf {seat!g:en} Halter."
en = "{seat!g} note, put on {seat!g} holder."

[blank.which]
de = "{seat}, welche Karte liegt bei {seat}?"
en = "{seat}, which card lies at {seat}?"
"""
MINE: dict[Language, tuple[str, str]] = {
    "de": ("Deine Notiz auf deinen Halter.", "Welche Karte liegt bei Ada?"),
    "en": ("Your note, put on your holder.", "Which card lies at Ada?"),
}
OTHERS: dict[Language, tuple[str, str]] = {
    "de": ("Adas Notiz auf Adas Halter.", "Ada, welche Karte liegt bei Ada?"),
    "en": ("Ada’s note, put on Ada’s holder.", "Ada, which card lies at Ada?"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_only_reader_is_addressed_directly_and_asked_without_a_name(
    language: Language,
) -> None:
    texts, players = (Texts(READ), shared()), {"red": "Ada"}
    for reader, said in (("red", MINE), ("blue", OTHERS), ("", OTHERS)):
        book = Phrasebook(language, texts, RULES, phrase, None, players, reader=reader)
        noted = book.event(Event("noted", "M1", {"seat": "red"}))
        assert (noted, book.say("blank", "which", {"seat": "red"})) == said[language]


def test_one_thing_takes_the_singular() -> None:
    assert phrasebook().event(walked(left=1)).endswith("noch 1 Punkt")
    assert phrasebook().event(walked(left=0)).endswith("noch 0 Punkte")
    assert phrasebook("en").event(walked(left=1)).endswith("1 point left")


COUNTED = """
[name]
ship = { de = "Schiff", en = "ship" }
grain = { de = "Getreide", en = "grain" }

[many]
ship = { de = "Schiffe", en = "ships" }

[event]
lost = { de = "Verloren: {count:{good}}.", en = "Lost: {count:{good}}." }
"""


@pytest.mark.parametrize(
    ("good", "count", "german", "english"),
    [
        ("ship", 1, "1 Schiff", "1 ship"),
        ("ship", 2, "2 Schiffe", "2 ships"),
        ("ship", 0, "0 Schiffe", "0 ships"),
        ("grain", 2, "2 × Getreide", "2 × grain"),
    ],
)
def test_what_a_value_names_is_counted_in_its_own_words(
    good: str, count: int, german: str, english: str
) -> None:
    for language, said in (("de", f"Verloren: {german}."), ("en", f"Lost: {english}.")):
        book = Phrasebook(language, (Texts(COUNTED),), RULES, phrase, None)
        assert book.event(Event("lost", "M1", {"good": good, "count": count})) == said


def test_a_minus_is_written_with_a_minus_sign() -> None:
    assert phrasebook().value(-3) == "−3"
    assert phrasebook().value(-1, "Punkt|Punkte") == "−1 Punkte"
    assert phrasebook().name("-3") == "−3"
    assert phrasebook().value("blue@-1,0") == "blue@-1,0"
    assert phrasebook().name("-1,0") == "-1,0"


def test_an_unknown_value_is_called_unknown() -> None:
    assert phrasebook().name("?") == "unbekannt"
    assert phrasebook().change(Change("native:red", 1, "a", "b")) == "1 Figur, zeigt unbekannt"


def test_a_list_is_joined_as_people_do() -> None:
    def brought(*goods: str) -> str:
        return phrasebook().event(Event("brought", "M1", {"goods": goods}))

    assert brought("wood") == "Holz"
    assert brought("wood", "wood", "#2") == "Holz, Holz und Feld 2"
    assert brought() == "keine"


def test_yes_and_no_are_said_as_words() -> None:
    assert phrasebook("en").event(Event("brought", "M1", {"goods": True})) == "yes"


def test_a_token_without_a_name_is_said_as_it_is() -> None:
    assert phrasebook().name("{odd}") == "{odd}"


def test_a_change_has_the_sentence_of_its_piece_or_that_of_any() -> None:
    assert phrasebook().change(Change("native:red=7", 2, "a", "b")) == "2 Figuren, zeigt 7"
    assert phrasebook().change(Change("wood", 2, "#1", "#2")) == "2 × Holz: Feld 1 → Feld 2"


def test_a_missing_sentence_is_an_error_that_names_it() -> None:
    with pytest.raises(LookupError, match=r"event\.flew in de"):
        phrasebook().event(Event("flew", "M1"))
    assert not phrasebook().has("event", "flew")


def test_faults_and_rules_come_from_the_rulebook() -> None:
    assert phrasebook().fault(Fault("M1", {"seat": "red", "left": 3})) == "Rubin hat 3."
    assert phrasebook("en").rule("M1") == "Rule"


def test_texts_know_their_keys_by_section() -> None:
    assert GAME.keys("change") == ("native", "any")
    nested = Texts('[name.action]\nhut = { de = "Hütte", en = "hut" }')
    assert list(nested.items()) == [("name", "action.hut", {"de": "Hütte", "en": "hut"})]
    assert nested.get("name", "action.hut", "en") == "hut"
    assert nested.get("name", "action.hut", "fr") == "hut"


def test_a_history_names_every_place_of_a_list_after_the_sentence() -> None:
    texts = Texts('[event]\nlaid = { de = "Gelegt{at!w}.", en = "Laid{at!w}." }')
    laid = Event("laid", "M1", {"at": ["#4", "#5"]})
    said = [
        Phrasebook("en", (texts, GAME, SHARED), RULES, phrase, None, exact=exact).event(laid)
        for exact in (True, False)
    ]
    assert said == ["Laid, field 4, field 5.", "Laid."]
