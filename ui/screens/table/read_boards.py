"""Boards are read once, one after the other: as a picture that is built with touches, and its
numbers with keys in the tray."""

from __future__ import annotations

from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.kernel import Move
from companion.scene.guides import Board, Guide, Numbers, Words
from ui import theme
from ui.navigation import Navigation
from ui.screens.table.read_example import Example
from ui.screens.table.read_parts import HEAD, BoardTab, Coin, Spaces, heading, keys, progress
from ui.screens.table.read_values import Spot, changed, counts_of, fits, missing_of, values_of
from ui.session.entered import Reading
from ui.session.open_match import OpenMatch
from ui.shell.controls import button, row, set_bounds
from ui.shell.tray_page import BETWEEN, LEFT, TrayPage, column, note
from ui.widgets.button import ActionButton

STRIP, APART = (12.0, 9.0), (1.4, 0.4)
"""Millimetres: height of the strip of boards, and how far lines are apart; on a small screen."""

NAME, VALUE, PLUS = 22.0, 19.0, 10.0
"""Millimetres: width of a part's name, of a number, and of a plus."""

TALLEST = 15.0
"""Millimetres: height of a line at most."""

LINES = 5
"""How many find room whatever the screen."""

CHOICES = (6, 3)
"""Pictures to choose from in a row, and upright."""


class ReadBoards(TrayPage):
    """What was read of a board is told when the next one is begun."""

    def __init__(
        self, navigation: Navigation, open_match: OpenMatch, entered: Reading | None = None
    ) -> None:
        super().__init__(navigation)
        self.open_match = open_match
        self.presenter, self.match = open_match.presenter, open_match.match
        self._art = navigation.art(self.presenter.package)
        self.guide: Guide = self.presenter.package.guide(self.match.public)
        self.at = self.shown = 0
        self.insisting = False
        self.spot: Spot | None = None
        self.high = [max(1, board.high) for board in self.guide.boards]
        self.values = [[values_of(form) for form in board.parts] for board in self.guide.boards]
        self.strip = BoxLayout(spacing=theme.mm(BETWEEN))
        apart = theme.mm(APART[theme.compact()])
        self.body_box = BoxLayout(orientation="vertical", spacing=apart)
        for widget in (self.strip, self.body_box):
            self.add_widget(widget)
        if entered is not None:
            self._go_on_with(entered)

    @property
    def board(self) -> Board:
        """The board that is read now."""
        return self.guide.boards[self.at]

    def title(self) -> str:
        """What is being done."""
        return self.words.say("boards", "title")

    def left_label(self) -> str:
        """The way to the table, where it can be done question by question."""
        return self.words.say("button", "to_table")

    def progress(self) -> str:
        """Says so."""
        return self.words.say("boards", "progress", {"done": self.done, "count": len(self.high)})

    @property
    def done(self) -> int:
        """How many of the boards are read."""
        return [*map(self.missing, range(len(self.high)))].count(0)

    @property
    def entered(self) -> Reading:
        """What was read so far."""
        values = tuple(tuple(map(dict, board)) for board in self.values)
        return Reading(self.open_match.place, self.at, tuple(self.high), values)

    def _go_on_with(self, entered: Reading) -> None:
        boards, high, told = self.guide.boards, entered.high, entered.values
        if not (len(boards) == len(high) == len(told) > entered.board >= 0):
            return
        if all(map(fits, boards, high, told)):
            self.at, self.high = entered.board, [*high]
            self.values = [[*map(dict, board)] for board in told]

    def left(self) -> None:
        """To the table."""
        self.navigation.play(self.open_match)

    @property
    def _beside(self) -> bool:
        """Whether the boards stand at the left: where there is room for them."""
        return not (theme.compact() or self.upright)

    def missing(self, at: int) -> int:
        """How many values of a board were not read yet."""
        parts = zip(self.guide.boards[at].parts, self.values[at], strict=True)
        return sum(missing_of(form, told) for form, told in [*parts][: self.high[at]])

    # What is shown

    def fill(self) -> None:
        """The boards in a strip, the one that is read, and keys for the number that is asked."""
        self.presenter.language = self.session.language
        say, names = self.words, self.presenter.phrasebook
        self.strip.clear_widgets()
        for number, board in enumerate(self.guide.boards):
            count = sum(form.told for form in board.parts)
            key = "parts" if count else "not_yet"
            detail = say.say("boards", key, {"count": count})
            done = "" if self.missing(number) else "✓ "
            made = BoardTab(label=done + self._named(board), detail=detail)
            made.bind(on_press=lambda _, number=number: self._to(number))
            made.cursor = number == self.at
            if board.look and self._beside:
                so_far = counts_of(board, self.high[number], self.values[number])
                made.look, made.levels = board.look, so_far if count or made.cursor else ()
            self.strip.add_widget(made)
        if self._beside:
            self.strip.add_widget(progress(self.done, len(self.guide.boards)))
        self.body_box.clear_widgets()
        lines = self._levels() if self.board.look else self._forms()
        if self.board.look and self._beside:
            spaces = sum(counts_of(self.board, self.high[self.at], self.values[self.at]))
            told = say.say("boards", "spaces", {"count": spaces})
            self.body_box.add_widget(heading(self._named(self.board), told))
        read, caption = self.values[self.at][: self.high[self.at]], say.say("boards", "example")
        picture = Example(self.board, read, self.spot, caption)
        for one in (picture, *lines) if self.board.look else (*lines, Widget()):
            self.body_box.add_widget(one)  # levels grow upwards
        practise = button(
            say.say("boards", "practise"), self._practise, detail=say.say("boards", "made_up")
        )
        if self.spot is None:
            middle: Widget = note(say.say("boards", "how" if self.board.look else "how_forms"))
        else:
            middle = self._keys(names.name(self.board.parts[self.spot.part].token))
        self.lay_tray(practise, middle, self._main())

    def _named(self, board: Board) -> str:
        say = self.presenter.phrasebook
        if say.has("guide", board.token):
            return say.say("guide", board.token)
        return say.name(board.token)

    def _main(self) -> ActionButton:
        say, last = self.words, self.at + 1 == len(self.guide.boards)
        missing = self.missing(self.at)
        key = "insist" if self.insisting else "all_read" if last else "next"
        detail = say.say("boards", "missing", {"count": missing}) if missing else ""
        main = button(say.say("boards", key), self._next, detail=detail)
        main.role, main.offered = ("plain", False) if missing else ("bright", True)
        return main

    def _levels(self) -> list[Widget]:
        """The levels, the highest one first, and a place for one more."""
        say, found = self.words, list[Widget]()
        high = self.high[self.at]
        if high < len(self.board.parts):
            label = say.say("boards", "add_level", {"number": high + 1})
            add = button(label, self._add, role="ghost")
            found.append(self._line([Widget(), add, Widget()]))
        for part in reversed(range(high)):
            told = self.values[self.at][part]
            spaces = Spaces(label="", look=self.board.look, art=self._art)
            count, *numbers = self.board.parts[part].parts
            spaces.count = told[count.name][0]
            aside = (
                self._beside * (LEFT[0] + BETWEEN)
                + NAME
                + PLUS
                + len(numbers) * VALUE
                + (len(numbers) + 5) * BETWEEN
            )
            spaces.room = self.above[2] - theme.mm(aside)
            spaces.bind(height=lambda made, _: made.fit())
            spaces.bind(on_press=lambda _, part=part: self._space(part, -1))
            plus = button("+", partial(self._space, part, 1), role="ghost", width=PLUS)
            goes = part + 1 == high > max(1, self.board.high)
            act = self._remove if goes else self.show
            name = button(say.say("boards", "level", {"number": part + 1}), act, width=NAME)
            so_many = say.say("boards", "of_level", {"count": spaces.count})
            detail = say.say("boards", "take_away") if goes else so_many
            name.detail, name.role = detail, "plain" if goes else "ghost"
            line: list[Widget] = [name, Widget(), spaces, plus, Widget()]
            line += [self._coin(part, one.name) for one in numbers]
            found.append(self._line(line))
        return found

    def _forms(self) -> list[Widget]:
        """The parts side by side, and what is printed on the one that was touched."""
        say, high = self.presenter.phrasebook, self.high[self.at]
        chips = list[Widget]()
        for part in range(high):
            label = say.name(self.board.parts[part].token)
            made = button(
                label if not (theme.compact() or self.upright) else str(part + 1),
                partial(self._show, part),
            )
            made.chosen = part == self.shown
            made.offered = not missing_of(self.board.parts[part], self.values[self.at][part])
            chips.append(made)
        if high < len(self.board.parts):
            chips.append(button("+", self._add, width=PLUS))
        found = [self._line(chips)]
        told, numbers = self.values[self.at][self.shown], list[Widget]()
        for one in self.board.parts[self.shown].parts:
            if isinstance(one, Numbers):
                many = max(1, len(told[one.name]))
                numbers += [self._number(self.shown, one.name, at) for at in range(many)]
                if many < one.lengths[1]:
                    numbers.append(button("+", partial(self._more, one.name), width=PLUS))
                if len(told[one.name]) > one.lengths[0]:
                    numbers.append(button("−", partial(self._less, one.name), width=PLUS))
        found.append(self._line(numbers))
        for one in self.board.parts[self.shown].parts:
            if isinstance(one, Words):
                found += self._pictures(one, "".join(told[one.name]))
        return found

    def _pictures(self, one: Words, chosen: str) -> list[Widget]:
        made = list[Widget]()
        for word in one.choices:
            label = self.presenter.phrasebook.name(word)
            choice = button(label, partial(self._word, one.name, word))
            choice.cursor = word == chosen
            if self._art.look(word) is not None and not theme.compact():
                choice.look, choice.art = word, self._art
            made.append(choice)
        across = CHOICES[self.upright]
        while len(made) % across:
            made.append(Widget())
        return [self._line(made[at : at + across]) for at in range(0, len(made), across)]

    def _coin(self, part: int, name: str) -> ActionButton:
        """What a level brings, on a coin."""
        told, spot = self.values[self.at][part][name], Spot(part, name, 0)
        made = Coin(label=str(told[0]) if told else "?", size_hint_x=None, width=theme.mm(VALUE))
        made.detail = self.presenter.phrasebook.say("guide", name)
        made.bind(on_press=lambda *_: self._ask(spot))
        made.cursor = spot == self.spot
        return made

    def _number(self, part: int, name: str, at: int) -> ActionButton:
        told, spot = self.values[self.at][part][name], Spot(part, name, at)
        label = str(told[at]) if at < len(told) else "?"
        detail = self.presenter.phrasebook.say("guide", name)
        made = button(label, partial(self._ask, spot), detail=detail, width=VALUE)
        made.cursor = spot == self.spot
        return made

    def _line(self, parts: list[Widget]) -> BoxLayout:
        apart = APART[theme.compact()]
        taken = HEAD + apart if self._beside else STRIP[theme.compact()] + BETWEEN
        room = self.above[3] / theme.mm(1) - taken
        high = max(theme.TOUCH, min(TALLEST, room / LINES - apart))
        for one in parts:
            one.size_hint_y = 1
        made = row(parts, None, spacing=theme.mm(BETWEEN))
        made.size_hint_y, made.height = None, theme.mm(high)
        return made

    def _keys(self, part: str) -> Widget:
        """What is asked, and keys for the answer."""
        assert self.spot is not None
        asked = self.presenter.phrasebook.say("guide", f"{self.spot.name}_asked")
        asked = self.words.say("boards", "asks", {"part": part, "asked": asked})
        return keys(asked, self._set, self._raise)

    # What is done

    def _to(self, at: int) -> None:
        self.at, self.shown, self.spot = at, 0, None
        self.show()

    def _show(self, part: int) -> None:
        self.shown, self.spot = part, None
        self.show()

    def _add(self) -> None:
        self.shown = self.high[self.at]
        self.high[self.at] += 1
        self.show()

    def _remove(self) -> None:
        """The highest level goes again."""
        self.high[self.at] -= 1
        self.spot = None
        self.show()

    def _space(self, part: int, by: int) -> None:
        """One space more or less; the highest level without any goes, unless it was told."""
        count = self.board.parts[part].parts[0]
        assert isinstance(count, Numbers)
        told = self.values[self.at][part]
        new = told[count.name][0] + by
        if count.least <= new <= count.most:
            told[count.name] = (new,)
        elif new < count.least and part + 1 == self.high[self.at] > max(1, self.board.high):
            self._remove()
            return
        self.show()

    def _ask(self, spot: Spot) -> None:
        self.spot = spot
        self.show()

    def _limits(self) -> tuple[Numbers, tuple[int, ...]]:
        assert self.spot is not None
        form = self.board.parts[self.spot.part]
        number = next(one for one in form.parts if one.name == self.spot.name)
        assert isinstance(number, Numbers)
        return number, self.values[self.at][self.spot.part][self.spot.name]

    def _set(self, value: int) -> None:
        number, told = self._limits()
        assert self.spot is not None
        value = max(number.least, min(number.most, value))
        changed = (*told[: self.spot.at], value, *told[self.spot.at + 1 :])
        self.values[self.at][self.spot.part][self.spot.name] = changed
        self.show()

    def _raise(self, by: int) -> None:
        _, told = self._limits()
        assert self.spot is not None
        self._set((told[self.spot.at] if self.spot.at < len(told) else 0) + by)

    def _more(self, name: str) -> None:
        told = self.values[self.at][self.shown]
        told[name] = (*told[name], 1)
        self.spot = Spot(self.shown, name, len(told[name]) - 1)
        self.show()

    def _less(self, name: str) -> None:
        told = self.values[self.at][self.shown]
        told[name], self.spot = told[name][:-1], None
        self.show()

    def _word(self, name: str, word: str) -> None:
        self.values[self.at][self.shown][name] = (word,)
        self.show()

    def _practise(self) -> None:
        if self._make(self.presenter.game.move({"move": self.guide.practise})):
            self.navigation.play(self.open_match)

    def _next(self) -> None:
        """Tell what was read of this board; after the last one, that all is as they show it."""
        missing = self.missing(self.at)
        if missing:
            self.say(self.words.say("boards", "missing", {"count": missing}))
            return
        parts = [*zip(self.board.parts, self.values[self.at], strict=True)][: self.high[self.at]]
        if not all(map(self._make, changed(self.presenter.game, parts))):
            return
        self.guide = self.presenter.package.guide(self.match.public)
        if self.at + 1 < len(self.guide.boards):
            self._to(self.at + 1)
            return
        unread = next((at for at in range(self.at) if self.missing(at)), None)
        if unread is not None:
            self._to(unread)
        elif self._make(self.presenter.game.move({"move": self.guide.confirm})):
            self.navigation.play(self.open_match)

    def _make(self, move: Move) -> bool:
        answer = self.match.allow(move) if self.insisting else self.match.submit(move)
        self.insisting = answer.allowable and not self.insisting
        if not answer.done:
            self.show()
            self.say(" ".join(answer.said(self.session.language)))
        return answer.done

    def arrange(self) -> None:
        """The boards at the left or above, and the one that is read."""
        super().arrange()
        left, low, wide, high = self.above
        if self._beside:
            left, wide = column(self.strip, self.above)
            set_bounds(self.body_box, left, low, wide, high)
            return
        self.strip.orientation = "horizontal"
        strip = theme.mm(STRIP[theme.compact()])
        set_bounds(self.strip, left, low + high - strip, wide, strip)
        set_bounds(self.body_box, left, low, wide, high - strip - theme.mm(BETWEEN))
