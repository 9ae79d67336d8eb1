"""Where everybody does the same: rows in the place of the board, and what came of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.kernel import MOVE, TABLE, Draft, Verbatim
from companion.match.answer import Answer
from companion.scene.results import Results
from companion.sight.asking import asks
from companion.sight.printed import lying, printed
from companion.text import Phrasebook
from ui import theme
from ui.canvas.art import Art
from ui.presenter.now import NowCard
from ui.presenter.together import Row
from ui.screens.table.compared import Compared
from ui.screens.table.faces import sign_of
from ui.screens.table.rows import Line, Rows, Sheet
from ui.screens.table.tray import Face, KeyWords, MainPlace
from ui.screens.table.zones import Box, cards
from ui.session.open_match import OpenMatch
from ui.widgets.places import Tile

TOKEN = "together:"
"""Begins what stands in the tray and at the main place while all tell the same."""

MAKE, NEXT, SEEN, HEARD = (f"{TOKEN}{one}" for one in ("make", "next", "seen", "heard:"))
"""Make what was told; tell of the next seat; the results were seen; a sentence about them was
touched."""

FEW = 2
"""People who are named where they are waited for."""

RECENT = 6
"""Steps among which the one is looked for that had results: others may follow by themselves."""


class Gathering:
    """The page on which all tell the same, on the page of a match. say: tells something in the
    line of what was done last. hide: begins what a seat tells in private.

    rows, compared: its widgets; at most one of them is there.
    """

    def __init__(
        self,
        open_match: OpenMatch,
        art: Art,
        say: Callable[[str], None],
        hide: Callable[[str], None],
    ) -> None:
        self.art, self._answer = art, say
        self.rows = Rows(art, self._tell, self._toggle, self._start, hide)
        self.compared = Compared(art)
        self.sit(open_match)

    def sit(self, open_match: OpenMatch) -> None:
        """Begin anew, with what was seen before."""
        self.presenter, self.together = open_match.presenter, open_match.together
        self._open_match, steps = open_match, self.presenter.match.steps
        if open_match.seen is None:
            open_match.seen = steps[-1].line if steps else 0
        self._left: tuple[int, int, tuple[Answer, ...]] | None = None
        self._told: tuple[str, ...] = ()
        self._compared_at = (0, 0, "")
        self._results: Results | None = None

    @property
    def _seen(self) -> int:
        """The line up to which results were seen."""
        return self._open_match.seen or 0

    @_seen.setter
    def _seen(self, line: int) -> None:
        self._open_match.seen = line

    # What is there

    @property
    def there(self) -> bool:
        """Whether the place of the board is taken."""
        return self._gathered or self.results is not None

    @property
    def _gathered(self) -> bool:
        return bool(self.together.step) and self.results is None and not self.presenter.match.over

    @property
    def results(self) -> Results | None:
        """What was compared last, until somebody has seen it; worked out once for each entry."""
        if self._settled:
            return None
        now = len(self.presenter.match.timeline.entries), self._seen, self.presenter.language
        if now != self._compared_at:
            self._compared_at, self._results = now, self._last_compared()
        return self._results

    def _last_compared(self) -> Results | None:
        match = self.presenter.match
        for step in reversed(match.steps[-RECENT:]):
            if step.line <= self._seen:
                break
            way = tuple(map(match.game.public, step.way))
            found = self.presenter.package.results(way, step.events)
            if found is not None:
                say = self.presenter.phrasebook_of(way[-1])
                self._told = tuple(say.event(one) for one in step.events)
                return found
        return None

    @property
    def _say(self) -> Phrasebook:
        return self.presenter.phrasebook

    def show(self) -> None:
        """Show what is there."""
        results = self.results
        marks = (self._say.say("label", "takes_it"), self._say.say("label", "equal"))
        seats = self.presenter.match.seats
        self.compared.show(results, seats, self.presenter.words, marks)
        self.rows.show(self._sheet() if self._gathered else None)

    def stand(self, zone: Box, people: Box, width: float, height: float) -> None:
        """Stand in the place of the board. people: the zone of their cards, on a page of that
        size: rows stand beside the cards, where those stand one below the other."""
        count = len(self.presenter.match.seats)
        beside = cards(people, count, width, height)
        in_line = len({place[0] for place in beside}) == 1
        if in_line:
            places = tuple((zone[0], place[1], zone[2], place[3]) for place in beside)
        else:
            each, gap, edge = zone[3] / count, zone[3] * 0.02, theme.mm(1)
            left, wide, top = zone[0] + edge, zone[2] - 2 * edge, zone[1] + zone[3]
            places = tuple(
                (left, top - each * (at + 1) + gap, wide, each - gap) for at in range(count)
            )
        for widget in (self.rows, self.compared):
            widget.stand(zone, places, signs=not in_line)
            widget.light(self.art.ground, widget.parent)

    # The rows

    def _sheet(self) -> Sheet:
        together = self.together
        lines = tuple(map(self._line, together.rows))
        (named, *_) = (*self.together.blanks, "")
        look = self.art.key(named, "") if together.form == "number" else ""
        return Sheet(together.form, together.columns, lines, look)

    def _line(self, row: Row) -> Line:
        together, name = self.together, self._say.name(row.seat)
        form, told = together.form, bool(row.values) and None not in row.values
        words, asks_now = name, False
        if not row.open or form == "each":
            words = row.done or name
        elif form == "number" and told:
            words = self._say.say("move", together.way, self._plain(row))
        elif form == "number" and together.waiting == (row.seat,):
            words, asks_now = self._question(row.seat), True
        elif form == "number":
            words = " · ".join((name, *filter(None, together.columns[:1])))
        button = self._say.say("kind", together.way) if form == "each" and row.open else ""
        elsewhere = (
            self._say.say("told_secretly", together.way) if together.secretly and row.open else ""
        )
        presenter = self.presenter
        cards = tuple(
            printed(presenter.package, presenter.view, one, presenter.words) for one in row.shown
        )
        return Line(
            row.seat,
            words,
            asks_now,
            row.open,
            row.values,
            row.offered,
            button,
            elsewhere,
            row.secret,
            cards if not row.open and all(cards) else (),
        )

    def _plain(self, row: Row) -> dict[str, object]:
        kind = self.presenter.game.by_name[self.together.way]
        names = [name for name in kind.move.__struct_fields__ if name != kind.by]
        return {kind.by: row.seat, **dict(zip(names, row.values, strict=False))}

    def _question(self, seat: str) -> str:
        draft = Draft(self.together.way, (seat,))
        return asks(self.presenter.game, self.presenter.match.public, self._say, draft, seat)

    # What stands around them

    def middle(self) -> Face | None:
        """What stands in the tray: the ways to tell it, or what came of it; None for what always
        stands there."""
        results = self.results
        if self._settled:
            return None
        if results is not None:
            return Face("offers", tuple(self._heard(results)))
        if not self._gathered or self.presenter.composer.begun:
            return None
        return Face("offers", tuple(map(self._way, filter(None, self.together.ways))))

    @property
    def _settled(self) -> bool:
        """Whether something else must be settled first."""
        return self.presenter.refusal is not None or self.presenter.question is not None

    def _way(self, name: str) -> Tile:
        say = self._say
        detail = say.say("kind_detail", name) if say.has("kind_detail", name) else ""
        look = sign_of(self.art, self.presenter, name)
        chosen = name == self.together.way
        return Tile(f"{TOKEN}{MOVE}{name}", say.say("kind", name), detail, look, waiting=chosen)

    def _heard(self, results: Results) -> list[Tile]:
        most = 1 if theme.compact() else 2
        told = [(one.events[:most], one.look) for one in results.columns if one.events]
        if not theme.compact():  # elsewhere there is no room, and the columns say as much
            told += [((event,), "") for event in results.events]
        found = []
        for number, (events, look) in enumerate(told):
            first, point, rest = " ".join(self._told[at] for at in events).partition(". ")
            label, detail = first + point.rstrip(), rest  # which is left out where it has no room
            found.append(Tile(f"{HEARD}{number}", label, detail, look, role="bare", wide=2.0))
        return found

    def main(self) -> MainPlace | None:
        """What stands at the main place; None for what always stands there."""
        say, together = self._say, self.together
        if self._settled:
            return None
        if self.results is not None:
            done = say.say("button", "all_done")
            return MainPlace("token", done, self._next(), SEEN, bright=True)
        if not self._gathered or self.presenter.composer.begun:
            return None
        named = say.has("all_told", together.way)
        label = say.say("all_told", together.way) if named else say.say("button", "all_done")
        if together.form == "each":
            return MainPlace("token", label, say.name(together.open[0]), NEXT, bright=True)
        detail = self._waiting() if 0 < len(together.waiting) <= FEW else self._at_zero()
        told = together.begun and not together.nothing
        bright = together.ready and (told or together.form == "number")
        return MainPlace("token", label, detail, MAKE, bright=bright, offered=together.ready)

    def _waiting(self) -> str:
        seats = self.together.waiting
        return self._say.say("button_detail", "waiting_for", {"seat": seats})

    def _at_zero(self) -> str:
        """What comes of what nobody has told yet, for it can be made like this, too."""
        say, together = self._say, self.together
        if together.nothing:
            return say.say("none_told", together.way) if say.has("none_told", together.way) else ""
        seats = together.at_zero if together.form == "numbers" else ()
        if not 0 < len(seats) <= FEW:
            return ""
        return say.say("button_detail", "at_zero", {"seats": seats})

    def _next(self) -> str:
        """Who goes on after what is shown here, where there is room also with what; "" at the
        end."""
        asked = self.presenter.asked
        if not asked:
            return ""
        say, seats, first = self._say, {one.seat for one in asked}, asked[0]
        alone = len(seats) == 1 and seats.isdisjoint(("", TABLE))
        sentence = first.prompt if alone else f"{first.prompt}_all"
        if say.has("ask", sentence) and not theme.compact():
            what = say.say("ask", sentence, {**first.values, "seat": first.seat})
            return say.say("button_detail", "next_what", {"what": Verbatim(what)})
        return say.say("button_detail", "next_seat" if alone else "next_all", {"seat": first.seat})

    def now(self, card: NowCard) -> NowCard:
        """What stands on the card of now, with the place that it is about: the board is away."""
        shown = self._said(card)
        presenter = self.presenter
        told = [] if self.results is None else [dict(self.results.values)]
        told = told or [dict(asked.values) for asked in presenter.asked[:1]]
        about = (str(one) for values in told for one in values.values())
        found = (lying(presenter.scene, one, presenter.words) for one in about if self.there)
        return replace(shown, place=next(filter(None, found), shown.place))

    def _said(self, card: NowCard) -> NowCard:
        say, together, results = self._say, self.together, self.results
        if self._settled:
            return card
        if results is not None:
            sentence = self.presenter.words(results.text, dict(results.values))
            return replace(card, face="move", seat="", sentence=sentence)
        if not self._gathered or self.presenter.composer.begun:
            return card
        waiting, everyone = together.waiting, f"{together.step}_all"
        told = next((one for one in self.presenter.asked if together.way in one.kinds), None)
        if told is not None and told.prompt != together.step:
            sentence = say.say("ask", told.prompt, {"seat": told.seat, **told.values})
            return replace(card, face="question", seat="", sentence=sentence)
        if len(waiting) == 1:
            sentence = self._question(waiting[0])
            return replace(card, face="waiting", seat=waiting[0], sentence=sentence)
        values = dict(self.presenter.asked[0].values)
        if say.has("all_asked", together.way):
            sentence = say.say("all_asked", together.way, values)
            return replace(card, face="move", seat="", sentence=sentence)
        if not say.has("ask", everyone):
            return card
        return replace(card, face="move", seat="", sentence=say.say("ask", everyone, values))

    # What is touched

    def touched(self, token: str) -> str | None:
        """What stands there for this page was touched: what is said to it, "" for nothing; None
        for a token of the match."""
        if not token.startswith(TOKEN):
            return None
        if token.startswith(HEARD) and self.results is not None:
            return self._heard(self.results)[int(token.removeprefix(HEARD))].label
        if token == SEEN:
            entries = len(self.presenter.match.timeline.entries)
            self._left = entries, self._seen, self.presenter.work
            self._seen = self.presenter.match.steps[-1].line
            self.presenter.work = ()  # hands have done it
        elif token == MAKE and self.together.ready:
            self.together.make()
            return ""
        elif token == MAKE:
            return self._waiting()
        elif token == NEXT:
            self._start(self.together.open[0])
            return ""
        elif token == f"{TOKEN}{MOVE}{self.together.way}":
            return self._say.say("notice", "told_so")
        else:
            self.together.choose(token.removeprefix(f"{TOKEN}{MOVE}"))
        self.presenter.on_change()
        return ""

    def undo(self) -> bool:
        """Take back what was told last, if anything is no move yet; before that, show once more
        what was compared, if it is all that was left since."""
        if self._settled:
            return False
        if self._leads_back:
            assert self._left is not None
            _, self._seen, self.presenter.work = self._left
            self._left = None
            self.presenter.on_change()
            return True
        if not (self._gathered and self.together.begun):
            return False
        self.together.take_back()
        self.presenter.on_change()
        return True

    @property
    def _leads_back(self) -> bool:
        """Whether nothing was done since the page of what was compared was left."""
        if self._left is None or self.presenter.composer.begun:
            return False
        told = self._gathered and self.together.begun
        return not told and self._left[0] == len(self.presenter.match.timeline.entries)

    def keys(self, words: KeyWords) -> KeyWords:
        """The words of the keys, where undo leads back to what was compared."""
        if self._settled or not self._leads_back or not words.undo[1]:
            return words
        told = self._say.say("button_detail", "back_to_results")
        return replace(words, undo=(words.undo[0], told))

    def _tell(self, seat: str, column: int, value: int) -> None:
        before = self.together.rows
        self.together.tell(seat, column, value)
        self.presenter.on_change()
        if self._gathered and self.together.rows == before:
            self._answer(self._say.say("notice", "nothing_now"))

    def _toggle(self, seat: str, column: int) -> None:
        self.together.toggle(seat, column)
        self.presenter.on_change()

    def _start(self, seat: str) -> None:
        """Tell of a seat in the tray; where that is begun already, what was chosen so far stays."""
        drafts, way = self.presenter.composer.drafts, self.together.way
        begun = any((one.kind, *one.values[:1]) == (way, seat) for one in drafts)
        if begun and not self._settled:
            self._answer(self._say.say("notice", "chosen_below", {"seat": seat}))
        else:
            self.together.start(seat)
