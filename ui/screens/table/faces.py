"""What stands in the tray and on the now card: worked out from the presenter alone."""

from __future__ import annotations

from dataclasses import replace as replaced
from typing import Any

from msgspec.structs import replace

from companion.kernel import DONE, MOVE, TABLE, Draft, begin, broken, next_blank, whole
from companion.match import telling_layout
from companion.match.last_answer import last_step
from companion.scene import Counter, Shape
from companion.sight.printed import face_of, lying, printed, standing
from ui import theme
from ui.canvas.art import Art
from ui.presenter import Action, Picker, Presenter
from ui.presenter.hands import plain_sign
from ui.presenter.tray import against, done_this_turn, follows, kinds_in_order, possible
from ui.presenter.view_models import Offer
from ui.screens.table import refusal
from ui.screens.table.tray import Face, KeyWords, MainPlace
from ui.widgets.places import Tile

FEW = 6
"""So many things are told by their faces and their names; more of them look like cards."""


class Faces:
    """What the tray and the card show of a presenter.

    art: where pictures are. brief: with children, fewer words and no way around a rule. slim: the
    card has no room for the way to the rules, so that this takes the place of help. tries: it is a
    table of lessons.
    """

    slim = tries = False

    def __init__(self, presenter: Presenter, art: Art, *, brief: bool = False) -> None:
        self.presenter, self.art, self.brief = presenter, art, brief
        self._known: dict[str, Offer] = {}  # how each kind of move stood when that was last asked
        self._asked_in = presenter.language
        self._picker: Picker | None = None
        self._stood: tuple[tuple[str, str], list[str]] = ("", ""), []  # the choices, for whom

    # The middle of the tray

    def middle(self) -> Face:
        """What stands in the middle."""
        presenter = self.presenter
        self._picker = None
        if presenter.language != self._asked_in:
            self.think()  # at once: nobody reads two languages on one page
        if presenter.question is not None:
            every = presenter.question.in_place(presenter.match.seats)
            tiles = tuple(self._tile(one) if one else Tile("", "", offered=False) for one in every)
            return Face("question", tiles, self._spoken_to(), presenter.question.text)
        if presenter.refusal is not None:
            return Face("ways", refusal.ways(presenter, self._sign, brief=self.brief))
        self._picker = presenter.offers.picker
        if self._picker is not None:
            return self._picked(self._picker)
        self._stood = ("", ""), []
        return Face("offers", self._offers())

    def _tile(self, action: Action, picker: Picker | None = None) -> Tile:
        token = action.token
        look, seat = token if token in self.art.names() else "", ""
        if not look and token in theme.SEATS:
            look, seat = theme.seat(token).mark, token
        elif not look and picker is not None and (look := self.art.key(picker.blank, token)):
            seat = self._spoken_to()
        detail = action.detail or self._left(token, picker)
        return Tile(token, action.label, detail, look, seat, offered=action.offered)

    def _printed(self, tile: Tile, picker: Picker) -> Tile:
        """As the thing itself, where it is told by what is printed on it, with how often it was
        told; where one of several is meant, as each stands on the table."""
        presenter = self.presenter
        count = picker.taken.count(tile.token)
        face = face_of(presenter.package, presenter.view, tile.token)
        if face and len(picker.choices) <= FEW:  # then its name is read beside it
            return replaced(tile, look=face, chosen=bool(count))
        card = printed(presenter.package, presenter.view, tile.token, presenter.words)
        if card:
            card = (replace(card[0], count=max(1, count)), *card[1:])
        there = () if card or picker.blank else self._there(tile.token)
        return replaced(tile, card=card, thing=there, chosen=bool(count))

    def _there(self, token: str) -> tuple[Shape, ...]:
        scene, words = self.presenter.scene, self.presenter.words
        return lying(scene, token, words) or standing(scene, token, words)

    def _left(self, token: str, picker: Picker | None) -> str:
        """How many of something are still there, where that is counted: on the table, or where one
        thing after the other is given away with whoever gives it."""
        gives = picker is not None and picker.form == "list"
        if picker is not None and not (gives or self._told(picker)):
            return ""  # it does not come from there
        whose = self._spoken_to() if gives else ""
        taken = picker.taken.count(token) if picker is not None and gives else 0
        for panel in self.presenter.scene.panels:
            for one in panel.instruments if panel.seat == whose else ():
                if isinstance(one, Counter) and one.text == f"panel.{token}":
                    count = one.count - taken if isinstance(one.count, int) else one.count
                    return self.presenter.phrasebook.say("label", "left", {"count": count})
        return ""

    def _supply(self, picker: Picker) -> str:
        """How much there is of all that it could be together, where that is counted."""
        if not self._told(picker):
            return ""
        shared = (one for one in self.presenter.scene.panels if not one.seat)
        counted = [
            one
            for panel in shared
            for one in panel.instruments
            if isinstance(one, Counter) and isinstance(one.count, int)
        ]
        each = {f"panel.{one.token}" for one in picker.choices}
        parts = [int(one.count) for one in counted if one.text in each]
        if not parts or len(parts) < len(each):
            return ""
        whole = (one for one in counted if one.text not in each and one.count == sum(parts))
        return next((f"{one.count} {self.presenter.words(one.text, {})}" for one in whole), "")

    def _told(self, picker: Picker) -> bool:
        """Whether the table tells what came of a supply."""
        kind = self.presenter.game.by_name.get(picker.blank.partition(".")[0])
        return self.presenter.seat == TABLE or (kind is not None and kind.reveals)

    def _picked(self, picker: Picker) -> Face:
        numbers = picker.form == "number" or all(
            choice.label.isdigit() for choice in picker.choices
        )
        tiles = [self._tile(one, picker) for one in picker.choices]
        if numbers and picker.choices and not picker.picked:
            tiles = _keys(tiles)
        tiles = [self._printed(one, picker) for one in tiles]
        tiles = tiles if numbers else self._with_gaps(picker, tiles)
        note = "" if any(one.card for one in tiles) else " · ".join(picker.picked)
        supply, whose = self._supply(picker), self._spoken_to()
        return Face("picker", tuple(tiles), whose, picker.prompt, note, numbers, supply)

    def _with_gaps(self, picker: Picker, tiles: list[Tile]) -> list[Tile]:
        """The choices, with a gap where one was taken: nothing closes up below a finger."""
        asked, here = (picker.blank, self.presenter.seat), {one.token: one for one in tiles}
        if self._stood[0] != asked or not here.keys() <= set(self._stood[1]):
            self._stood = asked, list(here)
        return [here.get(token) or Tile("", "", offered=False) for token in self._stood[1]]

    def _offers(self) -> tuple[Tile, ...]:
        """All kinds of moves that the step knows, but what stands at the main place."""
        main = self._main_kinds()[:1]
        begun = {draft.kind for draft in self.presenter.composer.drafts}
        meant = self.presenter.offers.kinds_meant
        return tuple(
            self._offer(name, waiting=begun == {name}, meant=name in meant)
            for name in kinds_in_order(self.presenter.match)
            if name not in main
        )

    def _kinds(self) -> list[str]:
        kinds = [name for one in self.presenter.asked for name in one.kinds]
        return list(dict.fromkeys(kinds))

    def _offer(self, name: str, *, waiting: bool, meant: bool) -> Tile:
        """waiting: it alone is begun. meant: it is one of those that may be."""
        say, kind = self.presenter.phrasebook, self.presenter.game.by_name[name]
        known = self._known.get(name)
        is_open = waiting or self._could_be(name)
        detail = say.say("kind_detail", name) if say.has("kind_detail", name) else ""
        if known is not None and known.line and not waiting:
            detail = known.line
        look = self._sign(name)
        seat = "" if look.startswith("sign-") else self._spoken_to()
        return Tile(
            MOVE + name,
            say.say("kind", name),
            "" if self.brief else detail,
            look,
            seat,
            offered=is_open,
            waiting=(waiting and not kind.ends) or (meant and is_open),
            named=waiting and self.presenter.composer.settled(self.presenter.view),
        )

    def _sign(self, name: str) -> str:
        return sign_of(self.art, self.presenter, name)

    def think(self) -> bool:
        """Find out which kinds of move could be begun; whether that is another answer."""
        found = {one.kind: one for one in self.presenter.offers.tray}
        changed, self._known = found != self._known, found
        self._asked_in = self.presenter.language
        return changed

    def _could_be(self, name: str) -> bool:
        """Whether it could be begun; what was not asked yet is found out at once, for what comes
        with a step must not look possible first and then turn pale."""
        known, presenter = self._known.get(name), self.presenter
        if known is not None:
            return known.state in ("open", "waits")
        return possible(presenter.match, presenter.composer, presenter.offers.begun(name))

    # The main place

    def main(self) -> MainPlace:
        """What stands at the main place; at most one bright thing is on the screen."""
        presenter, say = self.presenter, self.presenter.phrasebook
        if presenter.question is not None:
            no = next(one for one in presenter.question.answers if one.token == "no")
            return MainPlace("settle", no.label, token="no")
        if presenter.refusal is not None:
            return refusal.put_away(presenter, brief=self.brief)
        composer, picker = presenter.composer, self._picker
        page = self._page()
        if page and not composer.begun:
            label, detail = say.say("button", page), say.say("button_detail", page)
            return MainPlace("page", label, "" if self.brief else detail, bright=True)
        done = None if picker is None else picker.done
        if done is not None and done.offered:
            return MainPlace("token", done.label, done.detail, DONE, bright=True)
        not_yet = say.say("button", "not_yet")
        closing = self._main_kinds()[:1]
        named = any(
            presenter.game.kind_of(draft).explicit or draft.kind in closing or not closing
            for draft in composer.drafts
        )
        stuck = composer.begun and not presenter.offers.lit and not presenter.offers.reach
        stuck = stuck or {draft.kind for draft in composer.drafts} == set(closing)
        if composer.begun and (picker is not None or named or stuck):
            return MainPlace("back", not_yet, say.say("button_detail", "not_yet"))
        if picker is not None and presenter.asked and presenter.asked[0].owed:
            return MainPlace("undo", not_yet, say.say("button_detail", "not_yet"))
        if not closing or (picker is not None and closing[0] not in self._closings()):
            return MainPlace("none")
        return self._kind_at_main(closing[0])

    def _kind_at_main(self, name: str) -> MainPlace:
        offered = self._fine(name) and self._could_be(name)
        bright = offered and self._is_bright(name)
        return MainPlace(
            "token",
            self._called(name, bright=bright),
            "" if self.brief else self._cost(name, offered=offered),
            MOVE + name,
            bright=bright,
            offered=offered,
            ends=self.presenter.game.by_name[name].ends,
        )

    def _called(self, name: str, *, bright: bool) -> str:
        """What a kind of move is called at the main place: what comes of it, where its game says
        that, and what is done without while it is quiet; else as everywhere."""
        presenter, say = self.presenter, self.presenter.phrasebook
        key = name if bright else f"{name}_quiet"
        if not say.has("main", key):
            return say.say("kind", name)
        asked = next((one.values for one in presenter.asked if name in one.kinds), {})
        move = whole(presenter.game.by_name[name].move, self._begun(name))
        return say.say("main", key, {**asked, **(presenter.game.plain(move) if move else {})})

    def _alone(self, name: str) -> bool:
        return not any(self._could_be(other) for other in self._kinds() if other != name)

    def _is_bright(self, name: str) -> bool:
        """Whether it is what most want now: as its game says, else what closes a step only while
        nothing else can be done."""
        told = self.presenter.package.bright
        if name in told.always or name in told.never:
            return name in told.always
        if any(self._could_be(one) for one in self._kinds() if one in told.unless):
            return False
        done, stage = done_this_turn(self.presenter.match), self._stage()
        if name not in self._closings() or (stage and not all(stage.values())):
            return True  # or nothing is left of the step
        return self._alone(name) or not done.isdisjoint(told.after.get(name, ()))

    def _stage(self) -> dict[str, Any]:
        """What the present step counts."""
        return next((one.values for one in self.presenter.scene.stages if one.now), {})

    def _cost(self, name: str, *, offered: bool) -> str:
        """What there is to know before it is done: why it cannot be, what would be lost while
        something else can be done, or what comes next."""
        presenter, say = self.presenter, self.presenter.phrasebook
        forced = presenter.offers.forced(name)
        if forced is not None and say.has("move", name):
            return say.say("move", name, presenter.game.plain(forced))
        if not offered and (line := against(presenter.match, presenter.composer, say, name)):
            return line
        stage = self._stage()
        costs = bool(stage) and all(stage.values()) and not self._alone(name)
        if costs and say.has("kind_cost", name):
            return say.say("kind_cost", name, stage)
        return follows(presenter.match, say, name)

    def _closings(self) -> list[str]:
        """Kinds that close the step of the turn, those that ask nothing more first."""
        by_name = self.presenter.game.by_name
        found = [one for one in self._kinds() if by_name[one].ends and not self._on_board(one)]
        return sorted(
            found, key=lambda name: next_blank(by_name[name].move, self._begun(name)) is not None
        )

    def _main_kinds(self) -> list[str]:
        """What may stand at the main place, the first of them does: what the game says is always
        bright, else what closes the step; without that the likeliest kind, where no touch on the
        board begins it."""
        if self._page():
            return []
        always = self.presenter.package.bright.always
        first = [one for one in self._kinds() if one in always and self._fine(one)]
        if first:
            return first
        closings = self._closings()
        if closings:
            return sorted(closings, key=lambda name: not self._fine(name))
        kinds, by_name = self._kinds(), self.presenter.game.by_name
        alone = len(kinds) == 1 and (
            by_name[kinds[0]].reveals or self.presenter.offers.forced(kinds[0]) is not None
        )
        lit = bool(self.presenter.offers.lit)  # then a touch on the board begins it
        return [name for name in kinds[:1] if alone or not (lit or self._on_board(name))]

    def _page(self) -> str:
        """What the page is called to which it leads on: on which the table is told before the first
        move, in lessons it is told here; or which shows once more how it ended."""
        package, match = self.presenter.package, self.presenter.match
        if self.tries or match.over:
            return "" if self.tries or match.read_only else "result"
        if package.guide(self.presenter.view).now:
            return "read_boards"
        layout = telling_layout.layout_of(package)
        wanted = layout is not None and telling_layout.wanted(package, self.presenter.view)
        return "make_layout" if wanted and layout and not self._fine(layout.done) else ""

    def _begun(self, name: str) -> Draft:
        seat = next((one.seat for one in self.presenter.asked if name in one.kinds), "")
        return begin(self.presenter.game, name, seat)

    def _on_board(self, name: str) -> bool:
        kind = self.presenter.game.by_name[name]
        blank = next_blank(kind.move, self._begun(name))
        return blank is not None and blank.picker == "token"

    def _fine(self, name: str) -> bool:
        return not broken(self.presenter.game, self.presenter.view, self._begun(name))

    def _spoken_to(self) -> str:
        return "" if self.presenter.seat == TABLE else self.presenter.seat

    # The keys

    def keys(self) -> KeyWords:
        """The words of the keys at the left."""
        presenter, say = self.presenter, self.presenter.phrasebook
        step = last_step(presenter.match)
        last = None if step is None else step.move
        undone = "" if last is None else say.say("kind", presenter.game.plain(last)["move"])
        putting_down = presenter.composer.begun or presenter.refusal or presenter.question
        if putting_down:
            undone = say.say("button_detail", "last_choice")
        can_undo = bool(putting_down or presenter.match.steps)
        small = theme.compact()
        undo, redo = say.say("button", "undo_move"), say.say("button", "redo_move")
        help = (say.say("button", "help"), "" if small else say.say("button_detail", "help"))
        sign = "sign-help"
        if self.slim and presenter.refusal is not None:
            help, sign = (refusal.rule_word(presenter, brief=self.brief), ""), "sign-rules"
        return KeyWords(
            (undo, "" if small or self.brief else undone),
            (redo, ""),
            help,
            can_undo,
            bool(presenter.match.timeline.redo) and not presenter.composer.begun,
            sign,
        )

    def asked_about(self) -> frozenset[str]:
        """What on the board a question is about."""
        if self._picker is None:
            return frozenset()
        about = {str(value) for one in self.presenter.asked[:1] for value in one.values.values()}
        return frozenset(about - {one.seat for one in self.presenter.asked})


def _keys(tiles: list[Tile]) -> list[Tile]:
    """A key for each number from 0 to 9, and for those above that can be told."""
    by_label = {one.label: one for one in tiles}
    keys = [str(number) for number in range(10)]
    keys += [one.label for one in tiles if one.offered and one.label not in keys]
    return [by_label.get(key) or Tile(key, key, offered=False) for key in keys]


def sign_of(art: Art, presenter: Presenter, name: str) -> str:
    """The picture for a kind of move: what the game has for it, or what it does."""
    return art.sign(name) or plain_sign(presenter.game.by_name[name])
