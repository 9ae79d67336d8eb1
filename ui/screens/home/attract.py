"""The resting screen: what lies over everything while nobody is there.

Nothing on it moves; it changes once in a while, and then everything stands a little elsewhere, so
that no picture burns in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from kivy.input import MotionEvent

from companion.kernel import Clause, Verbatim
from companion.text import LANGUAGES, Language
from ui import theme
from ui.beat import Beat
from ui.navigation import Navigation
from ui.shell.controls import Card, Column, Ground, row, set_bounds
from ui.texts import words
from ui.widgets.pieces import Lid
from ui.widgets.text import Paragraph

CHANGE = 20.0
"""Seconds from one change to the next."""

SPOTS = ((0, 0), (1, 1), (-1, 1), (1, -1), (-1, -1), (0, 1), (1, 0), (0, -1), (-1, 0))
"""Where everything stands, one after the other, in steps from the middle."""

STEP = 2.5
"""Millimetres of a step."""

STRIDE = 7919
"""Clauses from one day's to the next one of the same game: a prime, so that all have their day
before one comes again."""

LEANS: dict[Language, tuple[str, ...]] = {
    "de": (
        "Da",
        "Das",
        "Dazu",
        "Dann",
        "Dabei",
        "Dafür",
        "Danach",
        "Damit",
        "Dort",
        "Diese",
        "Dieser",
        "Dieses",
        "Sonst",
        "Er",
        "Sie",
        "Es",
        "Auch",
        "Ebenso",
    ),
    "en": ("This", "That", "Then", "There", "These", "It", "They", "Otherwise", "Also"),
}
"""Words with which a rule begins that leans on the one before; alone it would say little."""


def rule_of_the_day(
    day: date, books: Mapping[str, Sequence[Clause]]
) -> tuple[str, Clause] | tuple[None, None]:
    """The game and the clause that are shown on a day: games take turns, and so do the clauses
    of each that are sure and can be said. None while there is no such clause."""
    sure = {
        game: [one for one in clauses if one.strength == "hard" and _alone(one) and one.source]
        for game, clauses in books.items()
    }
    games = sorted(game for game, clauses in sure.items() if clauses)
    if not games:
        return None, None
    turn, which = divmod(day.toordinal(), len(games))
    clauses = sure[games[which]]
    return games[which], clauses[turn * STRIDE % len(clauses)]


def _alone(clause: Clause) -> bool:
    """Whether a clause says something that can be read without any other."""
    return bool(clause.rule) and not any(
        said.split(maxsplit=1)[0] in LEANS[language]
        for language in LEANS
        if (said := clause.rule.get(language, "").strip())
    )


class Attract(Ground):
    """The name of the companion, its boxes, a rule, and that a touch is enough to play."""

    def __init__(self, navigation: Navigation, today: date | None = None) -> None:
        super().__init__()
        session = navigation.session
        self._session, self._day = session, today
        self._names = session.games()
        self._packages = {name: session.package(name) for name in self._names}
        self._turn = 0
        self._parked = len(session.running())
        self._body = Column(spacing=theme.mm(2.6))
        self._boxes = [Lid(art=navigation.art(session.game_info(name))) for name in self._names]
        self.add_widget(self._body)
        self.bind(size=self._arrange, pos=self._arrange)
        self._body.bind(height=self._arrange)
        self._changes = Beat(self.change, CHANGE)
        self._changes.start()
        self.fill()

    def change(self) -> None:
        """The next language, a little elsewhere."""
        self._turn += 1
        self.fill()

    def leave(self) -> None:
        """Somebody is there again."""
        self._changes.stop()

    def fill(self) -> None:
        """Say everything in the language of this turn; the table's own is the first."""
        session, body = self._session, self._body
        at = LANGUAGES.index(session.language) + self._turn
        language = LANGUAGES[at % len(LANGUAGES)]
        say = words(language)
        body.clear_widgets()
        body.add_widget(_line(say.say("label", "app"), "display", "ink"))
        for box in self._boxes:
            if box.parent is not None:
                box.parent.remove_widget(box)
        body.add_widget(row(self._boxes, 24.0 if theme.compact() else 40.0))
        books = {name: tuple(one.game.rulebook.values()) for name, one in self._packages.items()}
        game, clause = rule_of_the_day(self._day or date.today(), books)
        if game is not None and clause is not None:
            called = Verbatim(words(language, self._packages[game]).say("about", "title"))
            source = Verbatim(clause.source[language])
            card = Card("panel", size_hint_y=None)
            heading = say.say("attract", "rule", {"game": called})
            card.add_widget(_line(heading, "small", "gold_text"))
            self._rule = _line(clause.rule[language], "title", "ink")
            card.add_widget(self._rule)
            card.add_widget(_line(say.say("attract", "source", {"source": source}), "small"))
            card.bind(minimum_height=card.setter("height"))
            body.add_widget(card)
        body.add_widget(_line(say.say("attract", "touch"), "title", "green_text"))
        if self._parked:
            body.add_widget(_line(say.say("attract", "parked", {"count": self._parked}), "body"))
        self._arrange()

    def _arrange(self, *_: object) -> None:
        right, up = SPOTS[self._turn % len(SPOTS)]
        wide = min(self.width - theme.mm(12), theme.mm(150))
        left = self.center_x - wide / 2 + theme.mm(STEP) * right
        low = self.center_y - self._body.height / 2 + theme.mm(STEP) * up
        set_bounds(self._body, left, low, wide, self._body.height)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Nothing below feels a touch."""
        return True


def _line(text: str, role: str, ink: str = "ink2") -> Paragraph:
    return Paragraph(text=text, role=role, ink=ink, halign="center")
