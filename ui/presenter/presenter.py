"""The presenter: one match at one screen. Signals go in; all there is to show comes out.

It knows no widget, so that a whole evening can be played on it without a window, and no game.
Whatever it shows to all is worked out on the public view.
"""

from collections.abc import Callable

from companion.kernel import TABLE, Draft, Move, Refused, Way
from companion.match.answer import Answer
from companion.match.composer import Composed, Composer, Composing, Fruitless, Misfit, Submit
from companion.match.last_answer import last_answer, refused_at
from companion.match.match import Match
from companion.match.questions import goes_on
from companion.match.registry import GamePackage
from companion.match.straight_back import leads_back, puts_back
from companion.scene import THEN
from companion.scene.why import Why
from companion.sight.sight import Sight
from companion.table import Pressed, Scanned, Signal, Touched, Turned, Typed
from companion.table.catalogue import Piece, Unresolved
from companion.text import Language, Phrasebook, Texts
from ui.presenter.agreeing import Agreeing
from ui.presenter.answers import Refusing, nothing_begun, why_not_begun
from ui.presenter.codes import codes_like, of_a_card, read_code
from ui.presenter.hands import counted, work
from ui.presenter.misses import only_a_goal, owner
from ui.presenter.offers import Offers
from ui.presenter.settling import Retry, Scans, Settling
from ui.presenter.view_models import Question, Refusal, WayOut
from ui.presenter.ways_out import refused
from ui.presenter.why import why, why_nothing


class Presenter(Sight):
    """One match at one screen.

    seats at the table are numbered from 1 in turn order: the places of buttons.
    on_change: called after anything that may have to be shown anew. role: which kinds of move are
    composed, see :class:`Composer`. key: of the box, which its printed codes are signed with.
    """

    def __init__(
        self,
        package: GamePackage,
        match: Match,
        shared: Texts | tuple[Texts, ...],
        language: Language,
        on_change: Callable[[], None] = lambda: None,
        *,
        role: str = "play",
        key: bytes = b"",
    ) -> None:
        super().__init__(package, match, shared, language)
        self.on_change = on_change
        self.key = key
        self.composer = Composer(package.game, role, lambda: match.over)
        self.offers = Offers(self, self.composer)
        self.agreeing = Agreeing(self, self._ask)
        self.answers: tuple[Answer, ...] = ()
        self.work: tuple[Answer, ...] = ()
        self.done: Answer | None = None
        self.notice, self.denied = "", False  # whether it says why a touch began nothing
        self._refused: Refusing | None = None
        self._why: Why | None = None
        self._unanswered: Draft | None = None  # refused before all of it was asked
        self._settling, self._scans = Settling(), Scans()
        self._before = (0, "")  # the line that was the last at the touch before, and that touch

    def take_up(self, refused: int) -> None:
        """Come back to a match as it was left. refused: the line that was refused and not put away,
        0 for none."""
        again = refused_at(self.match, refused)
        self._refused = None if again is None else Refusing(*again)
        self.done = last_answer(self.match)
        self.work = () if self.done is None else (self.done,)
        self.answers = self.work if again is None else ()

    # What comes in

    def signal(self, signal: Signal) -> None:
        """Take a signal from any device."""
        if isinstance(signal, Touched):
            self.touch(signal.token)
        elif isinstance(signal, Scanned):
            self._scanned(signal.code, self._who(signal.place))
        elif isinstance(signal, Typed):
            self.code(signal.text)
        elif isinstance(signal, Turned):
            self.composer.turn(self.view, signal.steps)
            self.on_change()
        elif isinstance(signal, Pressed):
            self._pressed(signal)

    def _pressed(self, signal: Pressed) -> None:
        acts = {"undo": self.undo, "pass": self.passing, "confirm": self.confirm}
        if signal.role in acts:
            acts[signal.role](self._who(signal.place, signal.role))

    def _who(self, place: int, role: str = "") -> str | None:
        """Who acts from a place. What the table is asked to tell, anybody tells."""
        told = self.seat == TABLE and role != "undo"
        return None if told else dict(enumerate(self.view.setup.seats, 1)).get(place)

    def touch(self, token: str, by: str | None = None) -> None:
        """A token was touched, scanned or typed. What is chosen and touched again is put down;
        after a refusal the piece stays chosen for a place that it may go to."""
        token, _, then = token.partition(THEN)
        if self.offers.holds(token):
            self._before = 0, ""
            return self.take_back()
        if self._leads_back(token):
            self._fresh()
            self._settling = self._meant_back(token, by)
            return self.on_change()
        self._before = len(self.match.entries), token
        if self._refused is not None:
            self.composer.elsewhere(self.view, self._refused.move, token)
        if not self.composer.begun:
            self._scans.begin()
        self._composed(self.composer.take(self.view, token), by)
        if then and self.composer.fits(self.view, then):
            self._composed(self.composer.take(self.view, then), by)

    def _leads_back(self, token: str) -> bool:
        """Whether two touches put back what was moved last, where the rules know no such move."""
        line, piece = self._before
        if line != len(self.match.entries) or self._refused is not None:
            return False
        if self.composer.begun and token in self.offers.lit:
            return False
        return leads_back(self.match, piece, token)

    def _meant_back(self, token: str, by: str | None) -> Settling:
        piece = self._before[1]

        def anew() -> None:
            self.composer.clear()
            for one in (piece, token):
                self._composed(self.composer.take(self.view, one), by, anew=True)

        return Settling(anew=anew, looks="came_from")

    def _scanned(self, code: str, by: str | None) -> None:
        """Once more in the same step, it is taken back."""
        if not self.composer.begun:
            if self._scans.again(self.match, code):
                self._settling.anew = lambda: self.code(code, by)
                return self.on_change()
            self._scans.begin()
        if of_a_card(code, self.package, self.key):
            self._scans.take(code)
        self.code(code, by)

    def deny(self, draft: Draft) -> None:
        """Tell why something cannot be begun, or gone on with so."""
        self._composed(self.composer.outlook.fruitless(self.view, draft), None)

    def code(self, text: str, by: str | None = None) -> None:
        """A code was scanned or typed: a printed one, or a plain token."""
        try:
            composed = read_code(text, self.package, self.key, self.composer, self.view)
        except Unresolved as error:
            self._settling.nearest = self.like(error.digits)
            self.notice = self.why_unread(error)
            return self.on_change()
        seats = {one.seat for one in self.asked}
        if by and by not in seats and TABLE not in seats and isinstance(composed, Composing):
            self.take_back()  # before anything is asked of whoever scans out of turn
            self.notice = self.phrasebook.say("notice", "turn_of", {"seats": sorted(seats)})
            return self.on_change()
        self._composed(composed, by)

    def why_unread(self, error: Unresolved) -> str:
        """Why a code is none of a piece."""
        return self.phrasebook.say("notice", f"code_{error.why}")

    def like(self, digits: str) -> tuple[Piece, ...]:
        """The pieces that digits typed so far are most like, see ``codes``."""
        return codes_like(digits, self.package, self.composer, self.view)

    def drag(self, source: str, target: str) -> None:
        """A finger went from one token to another."""
        self.composer.clear()
        self.touch(source)
        if self.composer.begun or self._leads_back(target):
            self.touch(target)

    def confirm(self, by: str | None = None) -> None:
        """Agree to what is asked of one; else take what the dial stands on, a draft that is whole,
        or what a refusal offers first."""
        question, refusal = self.question, self.refusal
        if by and question is not None and by in question.seats:
            return self.settle(by)
        if refusal is not None:
            self.leave_by(refusal.alternatives[0], by) if refusal.alternatives else self.take_back()
            return
        composed = self.composer.confirm(self.view)
        if composed is not None:
            self._composed(composed, by)

    def passing(self, by: str | None = None) -> None:
        """Close the present step of the turn."""
        self._fresh()
        composed = self.composer.passing(self.view)
        if composed is not None:
            self._composed(composed, by)
            return
        self.notice = self.phrasebook.say("notice", "nothing_to_close")
        self.on_change()

    def make(self, move: Move, by: str | None = None) -> None:
        """Make a whole move."""
        self.go((move,), by)

    def go(self, way: Way, by: str | None = None) -> None:
        """Make some moves one after the other, e.g. a way that a refusal offered."""
        self._fresh()
        self.composer.clear()
        self._submit(way, by)

    def go_elsewhere(self, way: Way, by: str) -> None:
        """Make moves that a seat chose on a screen of its own. What is begun here stays, as far as
        it can still be gone on with."""
        begun, leading = self.composer.drafts, self.composer.outlook.leading
        self.go(way, by)
        if not begun or self.composer.begun:
            return
        if all(goes_on(self.game, self.view, one, leading) for one in begun):
            self.composer.start(*begun)
        elif not self.notice:
            self.notice = self.phrasebook.say("notice", "begun_dropped")
        self.on_change()

    def leave_by(self, one: WayOut, by: str | None = None) -> None:
        """Take a way out of a refusal."""
        if one.choose is None:
            self.go(one.way, by)
            return
        self._fresh()
        self.composer.start(one.choose)
        self.on_change()

    def allow(self) -> None:
        """Let the refused move stand this once; what was not asked about it yet is asked first."""
        if (draft := self._unanswered) is not None:
            self._fresh()
            self.composer.start(draft)
            self.on_change()
        elif self._refused is not None:
            move, by, _ = self._refused
            self._fresh()
            self.answers, answer = (), self.match.allow(move, by)
            if answer.consent:
                return self.agreeing.allow(move, by)
            self.heard(answer, move, by)
            self.on_change()

    def take_back(self) -> None:
        """Put the refused move away."""
        self._fresh()
        self.composer.clear()
        self.on_change()

    def _fresh(self) -> None:
        self._refused, self._why, self._unanswered = None, None, None
        self.notice, self.denied = "", False
        self._settling = Settling()

    def _composed(self, composed: Composed, by: str | None, *, anew: bool = False) -> None:
        if not isinstance(composed, Misfit):  # what means nothing puts nothing away
            self._fresh()
        if isinstance(composed, Composing):
            composed = self._judged_first(composed)
        if isinstance(composed, Submit):
            return self._submit(composed.moves, by, anew=anew)
        if isinstance(composed, Misfit | Fruitless):
            whose, say = owner(self, composed.token), self.phrasebook
            goal = not whose and only_a_goal(self, self.composer, composed)
            told = say.say("notice", "first_what_goes") if goal else ""
            self.notice = told or nothing_begun(composed, say, whose)
            self.denied = not goal and bool(whose or why_not_begun(composed, say))
            self._why = None if goal else why_nothing(composed, self.game, say)
        self.on_change()

    def _judged_first(self, composing: Composing) -> Composed:
        """What was begun is refused before anything more is asked, where no answer could help."""
        move = self.offers.in_vain
        if move is None and (move := self.offers.doomed) is not None:
            self._unanswered = self.composer.drafts[0]
        if move is None:
            return composing
        self.composer.clear()
        return Submit((move,))

    def _submit(self, moves: Way, by: str | None, *, anew: bool = False) -> None:
        if not anew and puts_back(self.match, moves, by):
            self._settling.anew = lambda: self._submit(moves, by, anew=True)
            return self.on_change()
        asked, self.answers = self.asked, ()
        for ahead, move in zip(reversed(range(len(moves))), moves, strict=True):
            done = self.match.submit(move, by, goes_on=bool(self.answers), ahead=ahead)
            if done.consent:
                return self.agreeing.allow(move, by)
            self.heard(done, move, by)
            if not (self.answers and self.answers[-1].done) or self._refused is not None:
                break
        self._scans.made(self.match, asked)
        self.on_change()

    def heard(self, answer: Answer, move: Move, by: str | None) -> None:
        """Take in what the match answered to a move."""
        if answer.done:
            self.answers = (*self.answers, answer, *answer.then)
            self.work, self.done = self.answers, self.answers[-1]
        elif isinstance(answer.verdict, Refused):
            self._refused = Refusing(move, by, answer)
        else:
            self.notice = " ".join(answer.said(self.language))

    # What is asked back ---------------------------------------------------------------------

    def undo(self, by: str | None = None) -> None:
        """Abandon the draft, or a question; without one, take back the last move."""
        if self._refused is not None or self.composer.begun or self.question is not None:
            self.take_back()
        else:
            self.agreeing.undo(by)

    def _ask(self, retry: Retry) -> None:
        self._fresh()
        self.composer.clear()
        self._settling.retry = retry
        self._try_again()

    def _try_again(self) -> None:
        answer = self._settling.again()
        self.answers = (answer,)
        self.work = self.answers if answer.done else self.work
        if self._settling.retry is None and not answer.done:
            self.notice = " ".join(answer.said(self.language))
        self.on_change()

    def settle(self, token: str) -> None:
        """Answer a question: a seat that agrees, a reason, ``no``, or the piece that a code meant;
        ``back`` or ``anew`` for what looked like a taking back."""
        nearest, anew = self._settling.nearest, self._settling.anew
        if nearest:
            meant = [piece.identity.short for piece in nearest if piece.token == token]
            self._settling.nearest, self.notice = (), ""
            self.code(meant[0]) if meant else self.on_change()
        elif token == "no" and self.question is not None:
            self.take_back()
        elif anew is not None:
            self._fresh()
            self.composer.clear()
            anew() if token == "anew" else self.undo()
        elif self._settling.retry is not None:
            self._settling.told(token)
            self._try_again()

    @property
    def question(self) -> Question | None:
        """What must be settled now, if anything."""
        return self.question_in(self.phrasebook)

    def question_in(self, say: Phrasebook) -> Question | None:
        """The same, said otherwise."""
        return self._settling.question(say, self.match)

    # What came of it -----------------------------------------------------------------------

    @property
    def sentences(self) -> tuple[str, ...]:
        """What happened last, in sentences."""
        return tuple(one for answer in self.answers for one in answer.said(self.language))

    @property
    def hands(self) -> tuple[str, ...]:
        """What hands do on the table because of it, in order: where exactly, too, for it is heard
        where nobody looks, and what is said alike once, with how many."""
        say = self.match.phrasebook(self.language).change
        return tuple(map(say, counted(work(self.answers), say)))

    @property
    def refusal(self) -> Refusal | None:
        """The move that was refused last and not yet put away."""
        return self._refused and refused(self._refused, self.game, self.view, self.phrasebook)

    @property
    def refused_at(self) -> int:
        """The line of the journal that says so, 0 while nothing is refused."""
        return 0 if self._refused is None else self._refused.answer.entry or 0

    @property
    def why(self) -> Why | None:
        """What the table shows of it, or of why a touch began nothing."""
        refused = self._refused
        return self._why if refused is None else why(refused, self.game, self.phrasebook)
