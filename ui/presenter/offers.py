"""What is offered: lit tokens, pickers, buttons and the list of what could be done now.

All of it is worked out on the public view.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Literal

from msgspec import to_builtins

from companion.kernel import (
    DONE,
    MOVE,
    Blank,
    Draft,
    Fault,
    Move,
    Tick,
    Verbatim,
    ahead,
    broken,
    candidates,
    fields,
    fill,
    may_end,
    next_blank,
    ticks,
)
from companion.match.beginnings import closing_kind, fresh
from companion.match.composer import Composer
from companion.match.questions import doomed, in_vain
from companion.sight.asking import acting, asks, request, spoken_to, takes_all
from companion.sight.printed import FIELDS
from companion.sight.sight import Sight
from ui.presenter.answers import wrong
from ui.presenter.tray import by_side, possible, tray
from ui.presenter.view_models import Action, Offer, Picker, Role, TickLine


class Offers:
    """What the draft of a composer can become, in words and tokens."""

    def __init__(self, sight: Sight, composer: Composer) -> None:
        self._sight = sight
        self._match, self._game = sight.match, sight.game
        self._composer = composer
        self._seen: Any = None
        self._means: dict[str, dict[str, frozenset[str]]] = {}

    @property
    def _view(self) -> Any:
        return self._match.public

    def _seat(self) -> str:
        return spoken_to(self._match.asked, self._match.seats)

    def _drafts(self) -> tuple[Draft, ...]:
        """The drafts at hand; where only one kind is asked for, its empty draft."""
        if self._composer.drafts:
            return self._composer.drafts
        names = [name for one in self._match.asked for name in one.kinds]
        if len(names) == 1 and self._composer.role == "play":
            return (self._composer.outlook.opened(self._view, names[0]),)
        return ()

    @property
    def lit(self) -> frozenset[str]:
        """The tokens that lead on without breaking a rule, and the fields that mean them."""
        values = {choice.token for choice in self._composer.values(self._view)}
        return frozenset(values | self._fields_for(values, self._blanks()))

    @property
    def reach(self) -> dict[str, int]:
        """Where the chosen piece gets to with one touch, and how many moves each place costs."""
        return {str(stop.at): stop.cost for stop in self._composer.reach(self._view)}

    def forced(self, name: str) -> Move | None:
        """The move of a kind that is all that can be made, before anything is begun."""
        begun = self._composer.begun or self._composer.role != "play"
        return None if begun else self._composer.outlook.forced(self._view, name)

    def ahead(self) -> Iterator[str]:
        """What could still be named in this turn, as it is found: where the table may grow."""
        return map(str, ahead(self._game, self._view))

    @property
    def chosen(self) -> frozenset[str]:
        """The tokens already in the draft, and the fields they lie on: of what lies on several, the
        one that was chosen, once it was."""
        found: set[str] = set()
        blanks: list[Blank] = []
        for draft in self._composer.drafts:
            found.update(str(value) for value in (*draft.values, *draft.parts, *draft.item))
            todo = fields(self._game.kind_of(draft).move)
            blanks += [blank for field in todo for blank in field.blanks]
        lie = (self._fields_for({one}, blanks) for one in found)
        return frozenset(found.union(*(there & found or there for there in lie)))

    def holds(self, token: str) -> bool:
        """Whether something on the table is what was chosen last, and leads nowhere from there."""
        blank, there = self._composer.blank(), {one.token for one in self._sight.scene.shapes}
        if self._composer.role != "play" or blank is None or blank.listed or token not in there:
            return False
        return token in self.chosen - self.lit - self.reach.keys()

    @property
    def cursor(self) -> str:
        """What the dial stands on, "" if it was not turned."""
        return self._composer.cursor or ""

    def _blanks(self) -> list[Blank]:
        composer = self._composer
        drafts = composer.drafts or fresh(self._game, composer.role, self._view, composer.outlook)
        blanks = (next_blank(self._game.kind_of(draft).move, draft) for draft in drafts)
        return [blank for blank in blanks if blank is not None]

    def _fields_for(self, values: set[str], blanks: list[Blank]) -> set[str]:
        """The fields of the scene that can be touched to mean one of the values."""
        if not values:
            return set()
        found: set[str] = set()
        for blank in {blank.type: blank for blank in blanks}.values():
            for token, meant in self._meanings(blank).items():
                if not values.isdisjoint(meant):
                    found.add(token)
        return found

    def _meanings(self, blank: Blank) -> dict[str, frozenset[str]]:
        """What each field of the scene that means something means for a blank; worked out once
        for a view."""
        view = self._view
        if view is not self._seen:
            self._seen, self._means = view, {}
        found = self._means.get(blank.type)
        if found is None:
            tokens = {shape.token for shape in self._sight.scene.shapes if shape.form in FIELDS}
            read = {token: self._game.meanings(view, blank, token) for token in tokens if token}
            found = self._means[blank.type] = {
                token: frozenset(map(str, meant)) for token, meant in read.items() if meant
            }
        return found

    @property
    def prompt(self) -> str:
        """What to do now, for everybody."""
        if self._composer.pick():
            key = "which_way" if self._composer.detours else "which"
            return self._sight.phrasebook.say("notice", key)
        for draft in self._composer.drafts[:1]:
            if self._composer.settled(self._view):
                return self._only_to_be_touched(draft)
            if text := self._blank_prompt(draft):
                return text
        if self.kinds_meant:  # what it is for stands below
            return self._sight.phrasebook.say("notice", "which_kind")
        if not self._match.asked:
            key = "over" if self._match.over else "over_unclear"
            key = "only_looked_at" if self._match.read_only else key
            return self._sight.phrasebook.say("notice", key)
        return request(self._match.asked, self._sight.phrasebook)

    @property
    def kinds_meant(self) -> frozenset[str]:
        """The kinds of move between which a touch in the tray decides, where what is begun leaves
        nothing else to be asked."""
        drafts = self._composer.drafts
        found = frozenset(draft.kind for draft in drafts)
        asks = drafts and next_blank(self._game.kind_of(drafts[0]).move, drafts[0]) is not None
        return frozenset() if len(found) < 2 or asks else found

    def _only_to_be_touched(self, draft: Draft) -> str:
        """What is asked where all that was begun has one answer: whether it is done."""
        say = self._sight.phrasebook
        values = {"seat": self._seat(), "kind": Verbatim(say.say("kind", draft.kind))}
        return say.say("notice", "touch_to_do" if self._seat() else "all_touch_to_do", values)

    def _blank_prompt(self, draft: Draft) -> str:
        return asks(self._game, self._view, self._sight.phrasebook, draft, self._seat())

    @property
    def typed(self) -> bool:
        """Whether the next blank is a text that somebody types."""
        blank = self._composer.blank()
        return self._composer.begun and blank is not None and blank.picker == "text"

    @property
    def picker(self) -> Picker | None:
        """How the next blank is filled when touching the table is not enough."""
        say = self._sight.phrasebook
        picks = self._composer.pick()
        if picks:
            aside = by_side(picks, self._sight.scene, say) if self._composer.detours else ()
            by_name = zip(picks, say.apart(picks), strict=True)
            choices = aside or tuple(Action(*one) for one in by_name)
            return Picker("palette", self.prompt, choices)
        drafts = self._drafts()
        if not drafts:
            return None
        draft = drafts[0]
        move = self._game.kind_of(draft).move
        blank = next_blank(move, draft)
        if blank is None or blank.picker == "text" or self._is_hidden(draft, blank):
            return None
        if self._composer.settled(self._view) or self.forced(draft.kind) is not None:
            return None
        tried = [str(value) for value in candidates(self._game, self._view, draft) if value != DONE]
        ends = may_end(move, draft)
        if blank.picker == "token":
            tried = self._off_the_board(tried, blank)
            if not tried and not ends:
                return None
        outlook = self._composer.outlook
        values = outlook.offers(self._view, draft) or outlook.leading(self._view, draft)
        offered = {str(value) for value in values}
        if blank.picker == "token" and offered and offered.isdisjoint(tried) and not ends:
            return None  # all that is offered is on the board
        form: Literal["palette", "number", "list"] = "palette"
        if blank.picker == "number":
            form = "number"
        if form == "number":
            most = max([9, *map(int, offered - {DONE})])
            tried = [one for one in tried if int(one) <= most]
        choices = tuple(Action(one, say.name(one), offered=one in offered) for one in tried)
        asked = self.prompt
        if not (self._composer.drafts or asked.endswith("?")):
            asked = self._blank_prompt(draft)  # what is to be done is said elsewhere
        named = f"{draft.kind}.{blank.name}"
        if not blank.listed:
            return Picker(form, asked, choices, blank=named)
        done = self._done(draft, offered=DONE in offered)
        taken = tuple(part for part in draft.parts if isinstance(part, str))
        return Picker("list", asked, choices, self._picked(draft), taken, done, named)

    def _picked(self, draft: Draft) -> tuple[str, ...]:
        """What a list has by now: from the board by its look, else as its key is called."""
        say, there = self._sight.phrasebook, {one.token for one in self._sight.scene.shapes}
        return tuple(
            say.by_sight(part) if part in there else say.value(to_builtins(part))
            for part in draft.parts
        )

    def _done(self, draft: Draft, *, offered: bool) -> Action:
        """What ends a list; where it can be told in one way alone, all that is left of it. That
        nothing is there is no next step that anybody is led to."""
        say, rest = self._sight.phrasebook, self._composer.outlook.only_way(self._view, draft)
        if rest is not None:
            there = {one.token for one in self._sight.scene.shapes}
            return Action(DONE, *takes_all(draft, rest, there, say), "bright")
        if self._composer.role == "fix" and not draft.parts:
            return Action(DONE, say.say("button", "nothing_there"), offered=offered)
        return Action(DONE, say.say("button", "done"), role="bright", offered=offered)

    def _off_the_board(self, tokens: list[str], blank: Blank) -> list[str]:
        """Those tokens that nothing in the scene can be touched for."""
        there = {shape.token for shape in self._sight.scene.shapes if shape.token}
        meant = {str(v) for token in there for v in self._game.meanings(self._view, blank, token)}
        return [token for token in tokens if token not in there | meant]

    def too_much(self, token: str) -> Draft | None:
        """The draft with one more of a list, where that breaks a need; None else."""
        drafts = self._drafts()
        blank = next_blank(self._game.kind_of(drafts[0]).move, drafts[0]) if drafts else None
        if blank is not None and blank.listed and len(drafts) == 1:
            with suppress(ValueError):  # a key that is there for other numbers only
                more = fill(self._game.kind_of(drafts[0]).move, drafts[0], blank.value(token))
                return more if broken(self._game, self._view, more) else None
        return None

    def _is_hidden(self, draft: Draft, blank: Blank) -> bool:
        return blank.name.partition(".")[0] in self._game.kind_of(draft).hidden

    @property
    def secret(self) -> Draft | None:
        """The draft whose next blank only one seat may fill in, if it is at hand."""
        if len(self._composer.drafts) != 1:
            return None
        draft = self._composer.drafts[0]
        blank = next_blank(self._game.kind_of(draft).move, draft)
        return draft if blank is not None and self._is_hidden(draft, blank) else None

    @property
    def in_vain(self) -> Move | None:
        """What was begun and would be told in private, where that is refused whatever is told."""
        draft, seat = self.secret, self._seat()
        if draft is None or seat not in self._match.seats:
            return None
        return in_vain(self._game, self._match.position, draft, seat)

    @property
    def doomed(self) -> Move | None:
        """What was begun, with the first answer that the tray would ask for, where that is refused
        whatever is answered; None where it is made all the same and only marked."""
        composer = self._composer
        if (
            self._match.strictness == "advise"
            or len(composer.drafts) != 1
            or composer.role != "play"
        ):
            return None
        return doomed(self._game, self._view, composer.drafts[0])

    @property
    def actions(self) -> tuple[Action, ...]:
        """The buttons: what could be done with what is chosen, and what closes this step."""
        found = []
        for name in self._kinds_at_hand():
            draft = self.begun(name)
            if possible(self._match, self._composer, draft):
                found.append(self.action(name))
        closing = closing_kind(self._game, self._view)
        if closing is not None and self._match.asked:
            fine = not broken(self._game, self._view, Draft(closing))
            found.append(self.action(closing, "bright", offered=fine))
        return tuple(found)

    @property
    def tray(self) -> tuple[Offer, ...]:
        """All kinds of move that this step knows, each always at its place, with how it stands."""
        return tray(self._match, self._composer, self._sight.phrasebook)

    def menu(self) -> tuple[Action, ...]:
        """Every kind of move that is asked for: "what can I do now?"."""
        found = []
        for one in self._match.asked:
            for name in one.kinds:
                fine = possible(self._match, self._composer, self.begun(name))
                found.append(self.action(name, offered=fine))
        return tuple(found)

    def ticked(self, name: str) -> tuple[TickLine, ...]:
        """Every need of a kind of move, with what is chosen so far: by the rule itself, and where
        it is broken by what is wrong. Facts are only named when they are broken."""
        say, book = self._sight.phrasebook, self._game.rulebook
        found = []
        for tick in ticks(self._game, self._view, self.begun(name)):
            sentence = self._wrong(tick) or say.rule(tick.clause)
            if sentence:
                number = book[tick.clause].number if book[tick.clause].rule else ""
                found.append(TickLine(tick.state, sentence, number, say.source(tick.clause)))
        return tuple(dict.fromkeys(found))

    @property
    def waiting(self) -> tuple[tuple[str, ...], str]:
        """The seats that have nothing to do now, and the clause that says why; none where it is
        something that all do together."""
        match, game = self._match, self._game
        if not match.asked:
            return (), game.over
        busy = acting(match.asked, match.seats)
        seats = {*(busy or match.seats), *match.absent}
        first = match.asked[0]
        clause = first.rule or game.by_name[first.kinds[0]].out_of_turn or game.turn
        return tuple(seat for seat in match.seats if seat not in seats), clause

    def _wrong(self, tick: Tick) -> str:
        """What is wrong about a need, "" if it is not broken."""
        broken = tick.state == "broken"
        return wrong(Fault(tick.clause, tick.values), self._sight.phrasebook) if broken else ""

    def _kinds_at_hand(self) -> list[str]:
        """Kinds that a button is needed for: with something chosen all that fit it, otherwise
        those that do not begin with a touch on the table."""
        names = [name for one in self._match.asked for name in one.kinds]
        closing = closing_kind(self._game, self._view)
        names = [name for name in names if name != closing]
        if self._composer.drafts:
            begun = {draft.kind for draft in self._composer.drafts}
            return [name for name in names if name in begun or self.begun(name).values]
        return [name for name in names if self._needs_button(name)]

    def _needs_button(self, name: str) -> bool:
        kind = self._game.by_name[name]
        blank = next_blank(kind.move, Draft(name))
        if len([n for one in self._match.asked for n in one.kinds]) == 1:
            return False
        return blank is None or (kind.explicit and not kind.hidden)

    def begun(self, name: str) -> Draft:
        """The draft of this kind of move as far as it has come, else as it would begin."""
        for draft in self._composer.drafts:
            if draft.kind == name:
                return draft
        begun = self._composer.carried_over(self._view, self._game.by_name[name])
        return next(begun, Draft(name))

    def action(self, name: str, role: Role = "plain", *, offered: bool = True) -> Action:
        """What begins a kind of move. offered: whether that goes now."""
        say = self._sight.phrasebook
        detail = say.say("kind_detail", name) if say.has("kind_detail", name) else ""
        return Action(MOVE + name, say.say("kind", name), detail, role, offered)
