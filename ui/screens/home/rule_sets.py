"""What a group agrees on, under names: a set of house rules, with what becomes of a breach."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.kernel import Verbatim
from companion.match.registry import GamePackage
from ui import theme
from ui.session.agreed import MOST_SETS, Agreed, changed
from ui.shell.controls import Column, Scroll, button, row
from ui.shell.keyboard import KeyboardSheet
from ui.shell.page import Page, Sheet
from ui.texts import saying
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine


class RuleSets(Sheet):
    """The standard first, then every set that was kept.

    now: what is agreed. take: gets the set that is chosen. back: called when it is put away.
    """

    def __init__(
        self,
        page: Page,
        package: GamePackage,
        now: Callable[[], Agreed],
        take: Callable[[Agreed], None],
        back: Callable[[], None],
    ) -> None:
        super().__init__(page)
        self._game, self._now, self._take, self._back = package.game.name, now, take, back
        self._asked = ""

    @property
    def _sets(self) -> dict[str, Agreed]:
        return self.session.settings.sets.get(self._game, {})

    def fill(self) -> None:
        """A row for each; or the question whether to remove one."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("sets", "heading"), role="title"))
        if self._asked:
            self._ask_whether()
            return
        about = say.say("sets", "about")
        self.card.add_widget(Paragraph(text=about, role="small", ink="ink2"))
        column = Column()
        column.add_widget(row([self._way(say.say("sets", "standard"), Agreed())], 11))
        for name, kept in self._sets.items():
            ways = [
                button(say.say("button", "rename"), partial(self._in_charge, self._rename, name)),
                button(say.say("button", "delete"), partial(self._in_charge, self._ask, name)),
            ]
            ways[-1].role = "danger"
            for way in ways:
                way.spoken = name  # heard alone it says of which
                way.size_hint_x, way.height = None, theme.tall(11)
                way.width = theme.mm(28 if theme.compact() else 36)
            column.add_widget(row([self._way(name, kept), *ways], 11))
        self.card.add_widget(Scroll(column))
        new = not self._why_not()
        keep = button(say.say("sets", "keep"), self._keep, height=11, offered=new)
        back = button(say.say("button", "back"), self._done, role="bright", height=11)
        self.card.add_widget(row([keep, back], 11))

    def _way(self, name: str, kept: Agreed) -> ActionButton:
        say = self.words
        count = changed(kept)
        rules = say.say(
            "label", "options_changed" if count else "options_default", {"count": count}
        )
        detail = f"{rules}, {say.say('strictness', kept.strictness)}"
        made = button(name, partial(self._choose, kept), detail=detail, height=11)
        made.chosen = kept == self._now()
        return made

    def _choose(self, kept: Agreed) -> None:
        self._take(kept)
        self.fill()

    def _done(self) -> None:
        self.page.close()
        self._back()

    # Kept, renamed, removed

    def _in_charge(self, act: Callable[[str], None], name: str) -> None:
        """What others kept is changed by those in charge alone."""
        self.navigation.in_charge(partial(act, name))

    def _put(self, sets: dict[str, Agreed]) -> None:
        session = self.session
        session.set(sets={**session.settings.sets, self._game: sets})
        self._asked = ""
        self.page.open(self)

    def _why_not(self) -> str:
        """Why what is agreed cannot be kept; "" where it can."""
        if self._now() in (Agreed(), *self._sets.values()):
            return self.words.say("notice", "told_so")
        return self.words.say("sets", "full") if len(self._sets) >= MOST_SETS else ""

    def _keep(self) -> None:
        if why := self._why_not():
            return self.page.say(why)
        self._type("", lambda name: self._put({**self._sets, name: self._now()}))

    def _rename(self, old: str) -> None:
        def typed(name: str) -> None:
            kept = [(name if one == old else one, it) for one, it in self._sets.items()]
            self._put(dict(kept))

        self._type(old, typed)

    def _type(self, text: str, done: Callable[[str], None]) -> None:
        """Ask for a name that no other set has."""
        say = self.words

        def typed(name: str) -> None:
            self.page.open(self)
            if name in self._sets and name != text:
                self.page.say(say.say("sets", "taken", {"name": Verbatim(name)}))
            elif name:
                done(name)

        heading = saying("sets", "name")
        self.page.open(KeyboardSheet(self.page, heading, text, typed))

    def _ask(self, name: str) -> None:
        self._asked = name
        self.page.open(self)

    def _ask_whether(self) -> None:
        say = self.words
        text = say.say("sets", "remove", {"name": Verbatim(self._asked)})
        self.card.add_widget(Paragraph(text=text, role="strong"))
        gone = {one: kept for one, kept in self._sets.items() if one != self._asked}
        no = button(say.say("button", "no"), partial(self._ask, ""))
        yes = button(say.say("button", "delete"), partial(self._put, gone), role="danger")
        self.card.add_widget(row([no, yes]))
