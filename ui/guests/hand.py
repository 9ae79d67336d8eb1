"""What a telephone is answered that sits somewhere: on what its seat may know, in its own language.

What it wishes is done through the same doors as a touch at the table, on the same thread.
"""

from collections import OrderedDict
from typing import Any

from companion.kernel import Fault, Move, draft_of, fields
from companion.languages import spoken
from companion.sight.drafting import Drafting, asked_of, tells
from companion.sight.hand import Done, Me, Offered, Own, Said, Sorry, Stale, me, own
from companion.sight.sight import Sight
from companion.sight.wishes import Agree, End, TakeBack, Wish
from ui.guests.seated import Phone
from ui.session.open_match import OpenMatch
from ui.session.settings import Hands
from ui.texts import of_screens

REMEMBERED = 32
"""Wishes of a telephone whose answers are kept, so that nothing is done twice."""


class Hand:
    """One telephone at one match. may: what telephones may do."""

    def __init__(self, phone: Phone, at: OpenMatch, may: Hands) -> None:
        self._seat, self._at, self._may = phone.seat, at, may
        self._presenter, self._match = at.presenter, at.match
        language = spoken(phone.language)
        self._sight = Sight(at.presenter.package, at.match, of_screens(), language)

    @property
    def lines(self) -> int:
        """How many lines the journal has."""
        return len(self._match.timeline.entries)

    @property
    def paused(self) -> bool:
        """Whether everybody pauses: only the table goes on again."""
        return self._match.paused

    @property
    def busy(self) -> str:
        """What is said while the table does something else."""
        return self._say("busy")

    def me(self) -> Me:
        """Whose hand it is."""
        say = self._sight.phrasebook
        return me(say.language, self._may, self._seat, say.name(self._seat), self._at.name)

    def look(self) -> Own | Sorry:
        """What its seat alone knows."""
        if self._match.read_only:
            return self._sorry("not_now")
        return own(self._sight, self._seat)

    def begin(self, tokens: tuple[str, ...]) -> Offered | Sorry:
        """What can be chosen after that."""
        if self._match.read_only:
            return self._sorry("not_now")
        steps = self._match.steps
        mine = bool(steps) and steps[-1].by == self._seat and self._may == "all"
        drafting = self._drafting(tokens)
        question, asking = self._question()
        more = {"question": question, "asking": asking, "ends": self._ends}
        return drafting.offered(back=mine, **more)

    def _drafting(self, tokens: tuple[str, ...]) -> Drafting:
        kinds, asked = self._kinds(), asked_of(self._match, self._seat)
        later = tuple(one for one in (self._secretly(), self._number()) if one not in asked)
        return Drafting(self._sight, self._seat, kinds, tokens, later, self._against_later)

    def _kinds(self) -> tuple[str, ...]:
        """The kinds of move that it may make now."""
        match, together = self._match, self._at.together
        if self._may in ("none", "look") or match.over:
            return ()
        found = [*tells(match, self._seat), self._secretly()]
        if self._may == "all":
            ways = together.ways if together.step else ()
            # What is told of everybody at once is the table's to tell.
            found = [
                one
                for one in asked_of(match, self._seat)
                if one not in ways or match.game.by_name[one].by
            ] + [self._number(), *found]
        return tuple(dict.fromkeys(filter(None, found)))

    def _secretly(self) -> str:
        """The kind of move by which it tells what comes to light with the last; "" for none."""
        together = self._at.together
        told = together.secretly if together.step else ""
        return told if told and self._seat in together.open else ""

    def _number(self) -> str:
        """The kind of move by which it tells a number beside all others, in any order; "" for
        none."""
        together = self._at.together
        told = together.step and together.form == "number" and self._seat in together.open
        return together.way if told else ""

    def _against_later(self, move: Move) -> tuple[Fault, ...]:
        """What is against that, but that it comes later."""
        against = self._at.together.against(draft_of(move))
        return () if against is None else (against,)

    # What it wishes

    def wish(self, wish: Wish) -> Said:
        """Do it, unless the table has gone on since."""
        if wish.lines != self.lines:
            return Stale()
        drafting = self._drafting(wish.tokens)
        if not drafting.way or drafting.wrong or drafting.kept != wish.tokens:
            return self._sorry("fits_not", *drafting.wrong)
        move, together = drafting.way[0], self._at.together
        name = self._match.game.kind(move).name
        if name == self._secretly():
            together.tell_secretly(move)
            self._presenter.on_change()
            return Done(self._sight.phrasebook.say("notice", "told_later"))
        if name == self._number():
            (_, value) = (getattr(move, one.name) for one in fields(type(move)))
            together.tell(self._seat, 0, int(value))
            self._presenter.on_change()
            return Done(self._sight.phrasebook.say("notice", "told_later"))
        before = self.lines
        self._presenter.go_elsewhere(drafting.way, self._seat)
        return self._came(before)

    def take_back(self, wish: TakeBack) -> Said:
        """Take its own last move back; where somebody must agree, all are asked."""
        steps = self._match.steps
        if wish.lines != self.lines:
            return Stale()
        if self._may != "all" or not steps or steps[-1].by != self._seat:
            return self._sorry("fits_not")
        before = self.lines
        self._presenter.agreeing.undo(self._seat)
        return self._came(before)

    def end(self, wish: End) -> Said:
        """Offer that the match ends, or resign: at the table that is asked once more. What goes on
        there is not broken off for it."""
        if wish.lines != self.lines:
            return Stale()
        if not self._ends:
            return self._sorry("fits_not")
        if self._presenter.question is not None or self._presenter.composer.begun:
            return self._sorry("busy")
        before = self.lines
        self._presenter.agreeing.end(wish.how, self._seat)
        return self._came(before)

    @property
    def _ends(self) -> bool:
        """Whether its seat may end the match now, as far as that is up to it."""
        match = self._match
        here = self._seat in match.seats and self._seat not in match.absent
        return self._may == "all" and here and not (match.over or match.read_only)

    def agree(self, wish: Agree) -> Said:
        """Answer what all are asked, if that is still the asking that was read."""
        if wish.asking != self._question()[1]:
            return Stale()
        before = self.lines
        self._presenter.settle(self._seat if wish.yes else "no")
        return self._came(before)

    def _question(self) -> tuple[str, str]:
        """What all are asked to agree to, if its seat has not, and what names that asking; "" for
        nothing."""
        asked = self._presenter.question_in(self._sight.phrasebook)
        if self._may != "all" or asked is None or asked.form != "consent":
            return "", ""
        mine = self._seat in {one.token for one in asked.answers}
        return (asked.text, asked.asking) if mine else ("", "")

    def _came(self, before: int) -> Said:
        """What came of it."""
        presenter = self._presenter
        said: list[str] = []
        for answer in presenter.answers:
            said += answer.said(self._sight.language)
        asked = presenter.question_in(self._sight.phrasebook)
        if asked is not None:
            return Done(asked.text)
        if presenter.refused_at:
            entry = self._match.timeline.entries[presenter.refused_at - 1]
            return Sorry(" ".join(entry.said(self._sight.language)))
        done = self.lines > before
        return Done(" ".join(said)) if done else Sorry(" ".join(said) or self._say("fits_not"))

    def _sorry(self, key: str, *why: str) -> Sorry:
        return Sorry(" ".join(why) or self._say(key))

    def _say(self, key: str) -> str:
        return self._sight.phrasebook.say("phone", key, {"seat": self._seat})


class Remembered:
    """What each telephone was answered to its last wishes."""

    def __init__(self) -> None:
        self._said: dict[str, OrderedDict[str, Said]] = {}

    def of(self, key: str, once: str) -> Said | None:
        """The answer, if it was given already."""
        return self._said.get(key, OrderedDict[str, Said]()).get(once)

    def keep(self, key: str, once: str, said: Said) -> None:
        """It was given."""
        kept = self._said.setdefault(key, OrderedDict())
        kept[once] = said
        while len(kept) > REMEMBERED:
            kept.popitem(last=False)

    def forget(self, known: Any) -> None:
        """Only these telephones are known any more."""
        self._said = {key: said for key, said in self._said.items() if key in known}
