"""A lesson at the table: the ordinary table, and above it what to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kivy.uix.widget import Widget

from companion.kernel import MOVE, Move, Verbatim, fields
from companion.lessons import Task, advice
from companion.table import Pressed, Signal
from ui.navigation import Navigation
from ui.screens.table.action_strip import ActionStrip, lie_below, taken
from ui.screens.table.play import Play
from ui.screens.table.rules import RulesSheet
from ui.session.open_match import OpenLesson


class LessonPlay(Play):
    """The table of a lesson. Moves, refusals and undo are those of every match."""

    tries = True
    left_look = ""

    def __init__(self, navigation: Navigation, open_match: OpenLesson) -> None:
        super().__init__(navigation, open_match)
        self.open_lesson = open_match
        self.strip = ActionStrip(self._hint, self._rules, self._on)
        self._hinted, self._in_tray = -1, ""
        self._advised: tuple[object, tuple[Move, ...]] = (None, ())
        self.add_widget(self.strip)

    @property
    def asked(self) -> tuple[str, ...]:
        """Before all else what the lesson wants."""
        return (self.strip.text, *super().asked)

    def stops(self) -> tuple[Widget, ...]:
        """The strip before all else."""
        return (self.strip, *super().stops())

    # What is in the header

    def title(self) -> str:
        """The lesson."""
        return self.open_lesson.lesson.title.in_(self.session.language)

    def left_label(self) -> str:
        """The way out of the lesson."""
        return self.words.say("button", "lessons")

    def left(self) -> None:
        """Back to the lessons."""
        self.navigation.go("learn", self.presenter.game.name)

    # What is shown

    @property
    def next_step_elsewhere(self) -> bool:
        """When all is reached, the next step is the next lesson."""
        return super().next_step_elsewhere or self.open_lesson.task is None

    def _fill_tray(self) -> None:
        super()._fill_tray()
        self._mark_tray()
        if self.open_lesson.task is None and self.sheet is None:
            self.bright = self.strip.buttons[-1]

    def fill(self) -> None:
        """Show the match as it stands, and what the lesson wants of it."""
        task, self._in_tray = self.open_lesson.task, ""
        self.presenter.composer.asks = task.goal.move if task and task.goal.refused else ""
        super().fill()
        if self.parent is None:
            return
        open_lesson = self.open_lesson
        say, done = self.words, open_lesson.task is None
        if done:
            self.session.has_learnt(self.presenter.game.name, open_lesson.lesson.id)
        way = "play_now" if open_lesson.next is None else "next_lesson"
        labels = (
            say.say("button", "hint"),
            say.say("button", "rules"),
            say.say("button", way if done else "from_start"),
        )
        self.strip.show(self._sentence(), labels, done=done)
        self._mark_tray()
        self.strip.buttons[0].offered = not done

    def _sentence(self) -> str:
        open_lesson, language = self.open_lesson, self.session.language
        task = open_lesson.task
        if task is None:
            return f"✓ {open_lesson.lesson.reached.in_(language)}"
        how_far = {"count": open_lesson.done + 1, "all": len(open_lesson.lesson.tasks)}
        at = self.words.say("label", "of", how_far)
        moves = self._advice(task)
        if self._hinted != open_lesson.done:
            self.board.cursor = self.presenter.composer.cursor or ""
            lost = self.presenter.match.steps and not moves
            said = self._off("other_move") if lost else task.say.in_(language)
            return f"{at}  {said}"
        said = task.hint.in_(language)
        if not moves:
            said += " " + self._off("off_the_way")
        else:
            sentence = self.presenter.move_sentence(moves[0])
            said += " " + self.words.say("notice", "for_example", {"move": sentence})
            self._point(moves[0])
        return f"{at}  {said}"

    def _point(self, move: Move) -> None:
        """Mark what is touched next for a move: on the board, or in the tray, where what is begun
        by its name alone is first of all."""
        presenter, kind = self.presenter, self.presenter.game.kind(move)
        plain, drawn = presenter.game.plain(move), {one.token for one in presenter.scene.shapes}
        composer = presenter.composer
        begun = [one for one in composer.drafts if one.kind == kind.name]
        draft = begun[0] if begun else composer.outlook.opened(presenter.view, kind.name)
        asked = fields(kind.move)[len(draft.values) :]
        left = (
            part for one in asked if one.name != kind.by for part in _parts(plain.get(one.name))
        )
        told = [*map(str, (*draft.parts, *draft.item))]
        first = next((one for one in left if one not in told), "")
        seen = {one.token for one in self.middle.face.tiles} if self.middle.face else set()
        if not begun and first not in seen and (kind.explicit or first not in drawn):
            first = MOVE + kind.name
        self.board.cursor, self._in_tray = first if first in drawn else "", first

    def _mark_tray(self) -> None:
        dialled = self.presenter.composer.cursor
        if self._in_tray and not dialled and self.middle.face is not None:
            self.middle.show(self.middle.face, self._in_tray, self._elsewhere)

    def _advice(self, task: Task) -> tuple[Move, ...]:
        """What leads on to the goal of a task, looked for once after each line of the match."""
        match, done = self.presenter.match, self.open_lesson.done
        now = id(match), done, len(match.timeline.entries)
        if now != self._advised[0]:
            self._advised = now, advice(task, match)
        return self._advised[1]

    def _off(self, key: str) -> str:
        """That the move before does not lead to the goal, and by which keys that is mended."""
        say = self.words
        undo = say.say("button", "undo_move")
        again = say.say("button", "from_start")
        return say.say("notice", key, {"undo": Verbatim(undo), "again": Verbatim(again)})

    # What comes in

    def touched(self, token: str) -> None:
        """As ever. What the task wants tried is refused as a whole, where the touch of a part of it
        was told at once why not, or taken for what lies there, too, and was chosen before."""
        task, presenter = self.open_lesson.task, self.presenter
        again = presenter.offers.holds(token)
        super().touched(token)
        if task is None or not task.goal.refused or not (presenter.denied or again):
            return
        move = presenter.game.move(task.way[-1])
        if not self._meant(token, move).isdisjoint(_parts(presenter.game.plain(move))):
            presenter.make(move)

    def _meant(self, token: str, move: Move) -> set[str]:
        """What a token may stand for in a move."""
        presenter = self.presenter
        blanks = (one for field in fields(type(move)) for one in field.blanks)
        each = (presenter.composer.meanings(presenter.view, one, token) for one in blanks)
        return {token, *(str(value) for values in each for value in values)}

    def _hint(self) -> None:
        now = self.open_lesson.done
        self._hinted = -1 if self._hinted == now else now
        self.navigation.refresh()

    def _rules(self) -> None:
        self.open(RulesSheet(self, self.open_lesson.lesson.rules))

    def _on(self) -> None:
        open_lesson, game = self.open_lesson, self.presenter.game.name
        if open_lesson.task is not None:
            self.navigation.go("lesson", game, open_lesson.lesson)
        elif open_lesson.next is not None:
            self.navigation.go("lesson", game, open_lesson.next)
        else:
            self.session.leave()
            self.navigation.go("seats", game, helped=True)

    def signal(self, signal: Signal) -> None:
        """When all is reached, the confirm button goes on, or presses what the dial stands on."""
        confirms = isinstance(signal, Pressed) and signal.role == "confirm"
        free = self.sheet is None and not (self.pointer.stands or self.presenter.composer.cursor)
        if confirms and free and self.open_lesson.task is None:
            self._on()
        else:
            super().signal(signal)

    # Where things are

    @property
    def strip_high(self) -> float:
        """The place of what is to be done, below the head; as high for any words."""
        return taken()

    def arrange(self) -> None:
        """The strip below the header, and below the steps where these have a row of their own."""
        super().arrange()
        lie_below(self.strip, self, self.zones)


def _parts(written: Any) -> Iterator[str]:
    """What a written move names, one by one."""
    if isinstance(written, Mapping):
        written = tuple(written.values())
    if isinstance(written, list | tuple):
        yield from (part for one in written for part in _parts(one))
    else:
        yield str(written)
