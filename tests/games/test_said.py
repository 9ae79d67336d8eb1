"""What is said at the tables of all games, and what things are called."""

import re
from random import Random

import pytest

from companion.kernel import fields
from companion.lint.rules import placeholders
from companion.scene import THEN
from companion.text import LANGUAGES, Language
from tests.games.heard import heard
from tests.games.tried import EACH_GAME, Tried

EACH_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)

FEW = 20
"""Views whose every piece and every part of the screen is named."""


@EACH_LANGUAGE
@EACH_GAME
def test_nobody_reads_a_token(tried: Tried, language: Language) -> None:
    said = heard(tried).sentences(language)
    assert [one for one in said if tried.drawing.RAW.search(one[1])] == []


@EACH_GAME
def test_every_sentence_is_tried(tried: Tried) -> None:
    about = {about for about, _ in heard(tried).sentences("de")}
    cited = {need.clause for kind in tried.game.kinds for need in kind.needs}
    assert cited - about == {clause for _, clause in tried.vectors.NEVER_BROKEN} - about
    assert set(tried.texts.keys("event")) - about <= tried.drawing.UNSAID
    asked = {re.sub("_(all|ends)$", "", key) for key in tried.texts.keys("ask")}
    assert asked - about <= tried.drawing.UNSAID


@EACH_LANGUAGE
@EACH_GAME
def test_no_question_for_a_blank_shows_a_token(tried: Tried, language: Language) -> None:
    rng, view = Random(7), heard(tried).views[0]
    say = tried.phrasebook(language, view)
    for name in tried.game.by_name:
        move = tried.drawing.any_move(view, rng, name)
        values = {"seat": view.setup.seats[0], **tried.game.plain(move)}
        for blank in tried.texts.keys("blank"):
            if blank.startswith(f"{name}."):
                # A question may say more than its move holds, such as which of several it is.
                more = dict.fromkeys(
                    placeholders(tried.texts.get("blank", blank, language) or ""), 1
                )
                assert not tried.drawing.RAW.search(say.say("blank", blank, more | values)), blank


@EACH_LANGUAGE
@EACH_GAME
def test_every_part_of_the_screen_has_words(tried: Tried, language: Language) -> None:
    views = heard(tried).views
    for view in views[:: max(1, len(views) // FEW)]:
        say, seen = tried.phrasebook(language, view), tried.package.scene(view)
        texts = [(stage.text, stage.values) for stage in seen.stages]
        texts += [(one.text, {}) for panel in seen.panels for one in panel.instruments]
        texts += [(shape.text, shape.values) for shape in seen.shapes if shape.text]
        for text, values in texts:
            section, _, key = text.partition(".")
            said = say.say(section, key, values) if key else say.name(text)
            assert not tried.drawing.RAW.search(said), text
        for panel in seen.panels:
            for one in panel.instruments:
                for line in getattr(one, "lines", ()):
                    assert not tried.drawing.RAW.search(say.name(line)), line


@EACH_LANGUAGE
@EACH_GAME
def test_everything_in_a_position_has_a_name(tried: Tried, language: Language) -> None:
    views = heard(tried).views
    for view in views[:: max(1, len(views) // FEW)]:
        say = tried.phrasebook(language, view)
        tokens = {token for lies in tried.game.layout(view) for token in lies}
        seen = {shape.token for shape in tried.package.scene(view).shapes}
        tokens |= {part for token in seen for part in token.split(THEN)}
        for token in tokens - {"", *tried.drawing.NAMES}:
            name = say.name(token)
            assert name != token or say.has("name", token), token
            assert not tried.drawing.RAW.search(name), token


@EACH_LANGUAGE
@EACH_GAME
def test_every_word_that_can_be_chosen_has_a_name(tried: Tried, language: Language) -> None:
    say = tried.phrasebook(language, heard(tried).views[0])
    kinds = tried.game.kinds
    blanks = [blank for kind in kinds for field in fields(kind.move) for blank in field.blanks]
    words = {word for blank in blanks for word in blank.choices if isinstance(word, str)}
    for word in words:
        assert say.has("name", word) or word in tried.drawing.NAMES, word
        assert not tried.drawing.RAW.search(say.name(word)), word
