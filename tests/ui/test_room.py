"""What a game says has room where it is shown, also on the smallest screen and with long names."""

from collections.abc import Iterator

import pytest
from kivy.uix.widget import Widget

from companion.text import LANGUAGES, Language
from tests.games.heard import heard
from tests.games.test_language import LONG
from tests.games.tried import EACH_GAME, Tried
from tests.ui.stage import Stage
from ui import theme
from ui.canvas.art import Art, common
from ui.presenter.now import NowCard
from ui.screens.table.action_strip import taken
from ui.screens.table.now import LARGE, Last, Now
from ui.screens.table.refusal import NO_RULES
from ui.screens.table.zones import SMALL, Zones, placed
from ui.widgets.button import ActionButton

ON_SMALL = pytest.mark.parametrize("stage", [SMALL.size], indirect=True, ids=["800x480"])
EACH_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)

LEAST = theme.TYPE["body"][0]
"""Millimetres of an em that a sentence of now has at least."""

OWN_PAGE = ("_told", "_fixed")
"""What tells of a box or sets the table right has a page of its own; so these events end."""

CARDS = ("turned_up", "power")
"""These begin so that name cards with all their numbers, as many as there are."""

NAMES = [name[:8] for name in LONG]
"""Names as long as most are."""


@pytest.fixture
def zones(stage: Stage) -> Zones:
    return placed(0, 0, *SMALL.size)


def sentences(tried: Tried, language: Language) -> Iterator[tuple[str, str]]:
    """What is asked and what is refused, each with the face of the card."""
    told = heard(tried)
    fact = {one.id for one in tried.game.rulebook.values() if one.strength == "fact"}
    boxed = {need.clause for k in tried.game.kinds if k.role != "play" for need in k.needs}
    for view in told.views:
        say = tried.phrasebook(language, view, dict(zip(view.setup.seats, LONG, strict=False)))
        for one in tried.game.asked(view):
            yield "move", say.say("ask", one.prompt, {"seat": one.seat, **one.values})
    for view, fault in told.faults:
        if fault.clause not in fact | boxed:
            say = tried.phrasebook(language, view, dict(zip(view.setup.seats, LONG, strict=False)))
            yield "refusal", say.fault(fault)


@ON_SMALL
@EACH_LANGUAGE
@EACH_GAME
def test_what_is_asked_and_what_is_refused_has_room_in_readable_letters(
    tried: Tried, language: Language, stage: Stage, zones: Zones
) -> None:
    card = stage.put(Now(Art(tried.package.art), lambda: None, print))
    card.stand(*zones.now, 0.0, zones.last[3])
    small = set()
    for face, said in set(sentences(tried, language)):
        card.show(NowCard(face, "", "JETZT", said), NO_RULES)  # type: ignore[arg-type]
        if theme.TYPE[card.text.role][0] < LEAST:
            small.add((card.text.role, said))
    assert small == set()


@ON_SMALL
@EACH_LANGUAGE
@EACH_GAME
def test_what_happened_last_is_not_cut(
    tried: Tried, language: Language, stage: Stage, zones: Zones
) -> None:
    line = Last(lambda: None)
    line.size_hint = (None, None)
    stage.put(line)
    line.pos, line.size = zones.last[:2], zones.last[2:]
    cut = set()
    for view, one in heard(tried).met:
        if one.key.endswith(OWN_PAGE) or one.key.startswith(CARDS):
            continue
        say = tried.phrasebook(language, view, dict(zip(view.setup.seats, NAMES, strict=False)))
        line.show("", said := say.event(one), ("ZULETZT", "Verlauf"), inside=True)
        if line.text.text != said:
            cut.add((one.key, said))
    assert cut == set()


@ON_SMALL
@EACH_LANGUAGE
@EACH_GAME
def test_no_button_of_a_move_is_cut(tried: Tried, language: Language, stage: Stage) -> None:
    button = stage.put(ActionButton(label="", terse=True, size_hint=(None, None)))
    button.size = (SMALL.place, SMALL.zones.offers[3])
    cut = []
    for kind in tried.game.kinds:
        if kind.role == "play":
            button.label = tried.texts.get("kind", kind.name, language) or ""
            button.detail = tried.texts.get("kind_detail", kind.name, language) or ""
            button.refresh()
            if button.cut:
                cut.append((kind.name, button.label))
    assert cut == []


@pytest.mark.parametrize("stage", [(1024, 600), (800, 480)], indirect=True, ids=str)
def test_below_a_lesson_what_is_asked_is_large_and_what_happened_last_is_whole(
    stage: Stage,
) -> None:
    zones = placed(0, 0, *stage.size, taken())
    card, line = Now(common(), lambda: None, print), Last(lambda: None)
    line.size_hint = (None, None)
    whole = Widget()
    whole.add_widget(card)
    whole.add_widget(line)
    stage.put(whole)
    card.stand(*zones.now, 0.0, zones.last[3])
    line.pos, line.size = zones.last[:2], zones.last[2:]
    for face, said in (
        ("move", "Alle zusammen: Werft je einen Würfel, Weiß zuerst."),
        ("refusal", "The native and the hut are not on the same tile."),
    ):
        card.show(NowCard(face, "red", "JETZT", said), NO_RULES)  # type: ignore[arg-type]
        assert card.text.role in LARGE
    for said in (
        "Rot hat jetzt einen Startstein auf Stufe 1 in Übung 4.",
        "Weiß hat nichts benutzt, also kommt nichts zurück aufs Brett.",
        "The game begins with the table as it stands. At the table: Red and Blue.",
    ):
        line.show("red", said, ("Last", "History"), inside=True)
        stage.settle()
        assert line.text.height <= line.height and line.text.text == said


@pytest.mark.parametrize("stage", [(1024, 600), (800, 480)], indirect=True, ids=str)
def test_what_happened_last_does_not_touch_the_rim_of_the_card(stage: Stage) -> None:
    zones = placed(0, 0, *stage.size)
    line = stage.put(Last(lambda: None))
    line.size_hint = (None, None)
    line.pos, line.size = zones.last[:2], zones.last[2:]
    said = "Weiß hat nichts benutzt, also kommt nichts zurück aufs Brett."
    line.show("red", said, ("Last", "History"), inside=True)
    stage.settle()
    lines = line.text.texture_size[1]
    assert line.text.center_y - lines / 2 - line.y >= theme.mm(0.8) and lines > line.height / 2
