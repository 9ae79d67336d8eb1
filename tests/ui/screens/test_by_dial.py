"""A match from the start to its end with the dial and the buttons alone, by what is heard."""

import pytest

from companion.lessons import advice
from companion.table import Pressed, Released, Turned
from tests.ui.screens.table import GAME, Table
from ui import by_ear
from ui.screens.home.home import Home
from ui.screens.home.learn import Learn
from ui.screens.home.seats import Seats
from ui.screens.service.pin import PinSheet
from ui.screens.table.compare import Compare
from ui.screens.table.end import End
from ui.screens.table.fix import Fix
from ui.screens.table.history import History
from ui.screens.table.lay_out import LayOut
from ui.screens.table.lesson import LessonPlay
from ui.screens.table.play import Play
from ui.shell.keyboard import KeyboardSheet
from ui.shell.likes import LikesSheet
from ui.texts import saying
from ui.voice import plain
from ui.widgets.button import ActionButton


class Blind:
    """Turns, presses and listens, and sees nothing. heard: what was said so far."""

    def __init__(self, table: Table, patch: pytest.MonkeyPatch) -> None:
        self.table, self.heard, self.number = table, list[str](), 0
        self._new = list[str]()
        voice = table.root.peripherals.voice

        def say(lines: object, manner: object) -> None:
            self._new += [plain(str(one)) for one in lines]  # type: ignore[attr-defined]

        patch.setattr(voice, "say", say)

    def press(self, role: str) -> list[str]:
        self.number += 1
        self.table.root.signal(Pressed(self.number, 0.0, "gpio", role, 0))
        self.table.root.signal(Released(self.number, 0.0, "gpio", role, 0))
        return self.listen()

    def turn(self, steps: int = 1) -> list[str]:
        self.number += 1
        self.table.root.signal(Turned(self.number, 0.0, "gpio", steps, 0))
        return self.listen()

    def find(self, *words: str, most: int = 80) -> None:
        """Turn until these words are heard."""
        for _ in range(most):
            said = self.turn()
            if all(any(word in one for one in said) for word in map(plain, words)):
                return
        raise AssertionError(f"{words} was never said, last {self.heard[-20:]}")

    def choose(self, *words: str) -> list[str]:
        """Turn until these words are heard, and press confirm."""
        self.find(*words)
        return self.press("confirm")

    def listen(self) -> list[str]:
        self.table.stage.settle()
        new, self._new = self._new, []
        self.heard += new
        return new


@pytest.fixture
def blind(table: Table, monkeypatch: pytest.MonkeyPatch) -> Blind:
    return Blind(table, monkeypatch)


def test_a_match_is_begun_played_and_ended_by_what_is_heard(table: Table, blind: Blind) -> None:
    table.root.choose(voice="all")
    table.root.home()
    say = table.say
    blind.find("Mesopotamien")
    blind.choose(say("button", "play"))
    assert isinstance(table.page, Seats) and "Mesopotamien" in blind.heard
    blind.choose(say("before", "house_rules"))
    assert plain(say("label", "options")) in blind.heard
    blind.press("undo")
    blind.choose(say("button", "start"))
    assert isinstance(table.page, Play)
    match, presenter = table.open_match.match, table.open_match.presenter
    assert plain(presenter.offers.prompt) in blind.heard
    blind.choose(say("button", "help"))
    blind.find(say("button", "rules"), table.say_game("kind", "pickup"))  # not now, but why
    blind.press("undo")
    lit = presenter.composer.choices(presenter.view)
    before = len(match.entries)
    for _ in range(8):
        blind.turn()
        blind.press("confirm")
        if len(match.entries) > before:
            break
    line = match.entries[-1].sentences["de"][-1]
    assert plain(line) in blind.heard
    blind.choose(say("button", "menu"))
    blind.choose(say("button", "log"))
    assert isinstance(table.page, History)
    blind.find(plain(line))
    for _ in range(20):
        blind.turn()
    assert not any("color=" in one or "/s" in one for one in blind.heard), "how it is written"
    blind.press("undo")
    assert isinstance(table.page, Play)
    blind.choose(say("button", "menu"))
    blind.choose(say("button", "ending"))
    blind.choose(say("button", "end_agreed"))
    for seat in match.seats:
        blind.choose(presenter.phrasebook.name(seat))
    assert match.over and isinstance(table.page, End)
    assert plain(say("label", "over")) in blind.heard
    assert plain(match.entries[-1].sentences["de"][-1]) in blind.heard
    table.root._by_ear._unanswered.timeout = 0.0
    assert plain(say("notice", "over")) in blind.choose(say("button", "to_table"))
    assert not table.play.board.lit
    heard = [one for _ in range(8) for one in blind.turn()]
    assert plain(say("button", "menu")) in heard
    assert not {plain(presenter.phrasebook.name(one.token)) for one in lit} & set(heard)
    blind.choose(say("button", "result"))
    assert isinstance(table.page, End), "the result is one touch away from the table"
    blind.choose(say("button", "to_table"))
    blind.choose(say("button", "menu"))
    blind.choose(say("button", "home"))
    assert isinstance(table.page, Home)


def test_a_lesson_is_learnt_and_left_by_what_is_heard(table: Table, blind: Blind) -> None:
    table.root.choose(voice="all")
    table.root.go("learn", "backgammon")
    say = table.say
    course = table.app.session.course("backgammon")
    assert course is not None
    lesson = course.lessons[1]
    blind.choose(lesson.title.in_("de"))
    blind.choose(say("set_up", "every_piece"))
    assert isinstance(table.page, LayOut)
    blind.press("confirm")
    assert len(table.page.done) == 1, "without the dial it ticks off the next"
    blind.choose(say("button", "skip"))
    assert isinstance(table.page, LessonPlay)
    task = plain(lesson.tasks[0].say.in_("de"))
    assert any(task in one for one in blind.heard)
    while blind.turn() != [say("button", "hint")]:  # other sentences have the word, too
        pass
    blind.press("confirm")
    hint = plain(lesson.tasks[0].hint.in_("de"))
    assert any(hint in one for one in blind.heard)
    while table.page.open_lesson.task is not None:
        (move, *_) = advice(table.page.open_lesson.task, table.open_match.match)
        table.open_match.presenter.make(move)
        blind.listen()
    assert plain(lesson.reached.in_("de")) in blind.heard
    blind.choose(say("button", "lessons"))
    assert isinstance(table.page, Learn), "and not in the next lesson"


def test_no_press_stays_without_a_word(table: Table, blind: Blind) -> None:
    table.root.choose(voice="all")
    table.root._by_ear._unanswered.timeout = 0.0
    table.root.home()
    say = table.say

    def answered(role: str) -> list[str]:
        before = len(blind.heard)
        blind.press(role)
        table.stage.until(lambda: bool(blind.listen() or blind.heard[before:]))
        return blind.heard[before:]

    assert table.page.title() in answered("undo"), "at the start it leads nowhere"
    blind.find("Mesopotamien")
    blind.choose(say("button", "play"))
    page = table.page
    assert isinstance(page, Seats)
    blind.find(say("before", "how_many"))
    two = ["2", say("before", "play_along")]
    assert blind.turn() == two
    assert answered("confirm")[-3:] == [*two, say("label", "chosen")]
    words = table.app.session.words(page.about)
    blind.find(plain(words.say("before", "colour", {"seat": page.who.seats[0]})))
    (other,) = answered("confirm")
    assert other == plain(words.say("before", "colour", {"seat": page.who.seats[0]}))
    blind.turn()  # to the name beside it
    blind.press("confirm")
    assert isinstance(page.sheet, KeyboardSheet)
    while "m" not in [word.lower() for word in blind.turn()]:
        pass
    assert answered("confirm")[-1] == "M", "what is written is read"


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_what_is_asked_and_what_a_refusal_offers_is_chosen_by_what_is_heard(
    table: Table, blind: Blind
) -> None:
    table.root.choose(voice="all")
    table.begin()
    match, presenter = table.open_match.match, table.open_match.presenter
    table.touch("blue@-1,0", "0,0", "blue@0,0", "0,-1")
    refusal = presenter.refusal
    assert refusal is not None
    blind.find(refusal.alternatives[0].sentence)
    blind.find(plain(refusal.faults[0].sentence))
    blind.choose(table.say("button", "show_rule"))
    assert table.page.sheet is not None
    blind.press("undo")
    assert table.page.sheet is None and presenter.refusal is not None
    blind.choose(table.say("button", "allow_once"))
    assert presenter.refusal is None
    match.agree_end(match.seats[0], match.seats)
    table.root.refresh()
    blind.press("undo")
    assert isinstance(table.page, Play)
    blind.press("undo")
    assert presenter.question is not None
    asked = presenter.question.answers
    blind.choose(asked[0].label)
    assert presenter.question.answers == asked[1:]
    assert table.play.middle.places.tiles[0].token == "", "nobody's key lies where another's was"
    blind.choose(table.say("button", "no"))
    assert presenter.question is None
    blind.find(table.say("button", "menu"))


def test_the_table_is_put_right_by_what_is_heard(table: Table, blind: Blind) -> None:
    table.root.choose(voice="all")
    table.begin()
    say = table.say
    match, game = table.open_match.match, table.open_match.presenter.phrasebook
    blind.choose(say("button", "menu"))
    blind.choose(say("button", "fix_table"))
    assert isinstance(table.page, Fix)
    blind.choose(game.say("kind", "fix_mana"))
    assert plain(table.page.presenter.offers.prompt) in blind.heard
    blind.find(game.name("green"))
    blind.press("confirm")
    assert plain(table.page.presenter.offers.prompt) in blind.heard
    blind.find("3")
    blind.press("confirm")
    assert match.public.player("green").mana == 3
    assert plain(match.entries[-1].sentences["de"][-1]) in blind.heard
    blind.press("undo")
    assert match.public.player("green").mana != 3
    blind.choose(say("button", "done"))
    assert isinstance(table.page, Play)


def test_table_and_screen_are_compared_by_what_is_heard(table: Table, blind: Blind) -> None:
    table.root.choose(voice="all")
    table.begin()
    table.touch("blue@-1,0", "0,0")
    blind.choose(table.say("button", "menu"))
    blind.choose(table.say("button", "check_table"))
    page = table.page
    assert isinstance(page, Compare)
    book = table.open_match.presenter.phrasebook
    while page.left_to_do:
        at = page.left_to_do[0]
        ticked = len(page.ticked)
        heard = blind.press("confirm")
        assert len(page.ticked) == ticked + 1 and (page.at, at.at) in page.ticked
        if page.left_to_do:
            assert plain(book.name(page.left_to_do[0].at)) in heard
    assert plain(book.say("compare", "all_ticked")) in heard
    heard = blind.press("confirm")
    assert page.at == 1 and plain(book.name(page.left_to_do[0].at)) in heard
    blind.choose(book.say("compare", "otherwise"))
    assert isinstance(table.page, Fix)


def test_confirm_that_is_held_begins_to_read_everything(
    table: Table, blind: Blind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_ear, "HELD", 0.05)
    table.root._by_ear._held.timeout = 0.05
    blind.press("confirm")
    table.stage.frames(3)
    assert not table.root.peripherals.listens, "a short press only confirms"
    table.root.home()
    table.root.signal(Pressed(1, 0.0, "gpio", "confirm", 0))
    table.stage.until(lambda: table.root.peripherals.listens)
    blind.turn()
    assert plain(table.say("notice", "reads")) in blind.heard


def test_what_is_one_persons_alone_is_never_read_aloud(table: Table, blind: Blind) -> None:
    table.root.choose(voice="all")
    table.begin("pyramidion")
    table.menu("look")
    table.press(table.labelled(table.open_match.presenter.phrasebook.name("blue")))
    blind.listen()
    blind.heard.clear()
    for _ in range(4):
        blind.turn()
    assert not blind.heard


def test_digits_of_a_pin_are_never_read_aloud(table: Table, blind: Blind) -> None:
    table.root.choose(voice="all")
    table.root.go("settings")
    table.press(table.reached(table.labelled(table.say("button", "pin_set"))))
    sheet = table.page.sheet
    assert isinstance(sheet, PinSheet)
    blind.listen()
    blind.heard.clear()
    for _ in range(3):
        blind.turn()
    blind.press("confirm")
    assert sheet.pointer.stands and not blind.heard


def test_letters_of_a_password_are_never_read_aloud(table: Table, blind: Blind) -> None:
    table.root.choose(voice="all")
    page = table.page
    page.open(KeyboardSheet(page, saying("label", "wifi"), "", lambda _: None, what="password"))
    blind.listen()
    blind.heard.clear()
    for _ in range(3):
        blind.turn()
    blind.press("confirm")
    assert page.sheet is not None and page.sheet.pointer.stands and not blind.heard


def test_how_many_play_is_marked_before_the_dial_is_touched(table: Table) -> None:
    table.root.go("seats", GAME)
    page = table.page
    assert isinstance(page, Seats)
    counts = {one.label: one.chosen for one in table.all(ActionButton) if one.label.isdigit()}
    assert [count for count, marked in counts.items() if marked] == [str(len(page.who.seats))]


def test_what_can_be_chosen_is_heard_after_what_it_is_about(table: Table, blind: Blind) -> None:
    table.root.choose(voice="all")
    table.root.home()
    blind.find("Mesopotamien")
    assert blind.turn() and blind.turn()
    assert blind.turn() == [table.say("button", "play"), "Mesopotamien"], "it says of which game"
    likes = ("Ada", lambda: None)
    table.page.open(LikesSheet(table.page, *likes))
    blind.listen()
    for key in ("language", "letters", "child", "colour"):
        blind.find(table.say("likes", key))
        assert blind.turn()[0] == table.say("likes", "as_table")
