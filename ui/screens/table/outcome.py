"""How a match ended and how it came to that: what the end and past matches have in common."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.widget import Widget

from companion.archive.summary import Player, Summary
from companion.archive.tally import BestMove, best_move, columns, happenings
from companion.archive.tally import Column as Figures
from companion.kernel import Level, Rulebook, Verbatim
from companion.match.match import Match
from companion.text import Phrasebook, signed
from ui import theme
from ui.canvas.art import Art
from ui.presenter import Presenter
from ui.screens.table.cited import Cited
from ui.screens.table.podium import HIGH, Podium, Step
from ui.screens.table.race import RacePicture, race
from ui.shell.controls import Card, Column, row
from ui.widgets.instruments import SeatMark
from ui.widgets.text import Paragraph, TextLine

MOST_STEPS = 8
"""People on a podium: on more steps no name could be read any more."""

ACROSS = 2.6
"""Width of what is counted, in that of somebody's figure."""


def placed(say: Phrasebook, summary: Summary, art: Art | None = None) -> Column:
    """Who won, on the podium. say: with the names of those who played. art: with the game's
    figure."""
    column, winner = Column(), ""
    if first := _first(say, summary):
        winner = say.say("label", "winner", {"seat": first})
        column.add_widget(Paragraph(text=winner, role="display", ink="gold_text"))
    if steps := _steps(say, summary):
        up = _podium(steps)
        if up:
            high = theme.mm(HIGH[theme.compact()])
            podium = Podium(up, art, size_hint_y=None, height=high)
            podium.said = winner  # nobody is named twice
            column.add_widget(podium)
        for step in steps[len(up) :]:
            column.add_widget(_below(say, step))
        for text in _teams(say, summary):
            column.add_widget(Paragraph(text=text, halign="center"))
        if summary.levels and any(one.figure for one in steps):
            counted = compared(say, summary.levels[0])
            column.add_widget(Paragraph(text=counted, role="small", ink="ink2", halign="center"))
    return column


def reasons(
    say: Phrasebook,
    summary: Summary,
    rulebook: Rulebook | None,
    told: Sequence[str] = (),
    overruled: Sequence[str] = (),
) -> Column:
    """Why the places are as they are. rulebook: of the game, if it is on the shelf. told: sentences
    about the end. overruled: what the table allowed."""
    column = Column()
    for sentence in told or (say.say("how", summary.how),):
        column.add_widget(Paragraph(text=sentence, ink="ink2"))
    if summary.levels:
        column.add_widget(TextLine(text=say.say("label", "why_so"), role="strong"))
    for step, level in enumerate(summary.levels, 1):
        column.add_widget(_level(say, rulebook, step, level))
    column.add_widget(Paragraph(text=figures(say, summary), role="body"))
    for text in overruled:
        column.add_widget(Paragraph(text=text, role="small", ink="gold_text"))
    return column


def figures(say: Phrasebook, summary: Summary) -> str:
    """Length, moves, refusals and the rest in one line."""
    counts = {
        "minutes": round(summary.seconds / 60),
        "rounds" if summary.how == "counted" else "moves": summary.moves,
        "refusals": sum(summary.refusals.values()),
        "overrides": sum(summary.overrides.values()),
        "undone": summary.undone,
    }
    needed = ("minutes", "moves", "rounds")
    said = [
        say.say("figure", name if count or name != "minutes" else "moment", {"count": count})
        for name, count in counts.items()
        if count or name in needed
    ]
    return " · ".join(said)


def _steps(say: Phrasebook, summary: Summary) -> list[Step]:
    """Where everybody stands, best first."""
    placed = sorted((one for one in summary.players if one.place), key=lambda one: one.place)
    return [
        Step(
            one.seat, say.name(one.seat), one.place, "" if one.score is None else signed(one.score)
        )
        for one in placed
    ]


def _first(say: Phrasebook, summary: Summary) -> str | Verbatim:
    """Who won alone, or as a team; "" where nobody did."""
    first = [one for one in summary.players if one.place == 1]
    if first and first[0].team and len({one.team for one in first}) == 1:
        return Verbatim(say.say("label", "team", {"number": first[0].team}))
    return first[0].seat if len(first) == 1 else ""


def _teams(say: Phrasebook, summary: Summary) -> list[str]:
    """Each team with those in it, best first; nothing where everybody plays alone."""
    teams: dict[int, list[Player]] = {}
    for one in sorted(summary.players, key=lambda one: (one.place, one.team)):
        if one.team:
            teams.setdefault(one.team, []).append(one)
    return [
        say.say(
            "label",
            "team_end",
            {
                "number": number,
                "seats": [one.seat for one in both],
                "count": both[0].score or 0,
                "place": both[0].place,
            },
        )
        for number, both in teams.items()
    ]


def _podium(steps: Sequence[Step]) -> Sequence[Step]:
    """Those who stand on it: all, or of too many the first; equals together or not at all."""
    if len(steps) <= MOST_STEPS:
        return steps
    return [one for one in steps[:MOST_STEPS] if one.place < steps[MOST_STEPS].place]


def _below(say: Phrasebook, step: Step) -> Card:
    """Somebody for whom there is no step any more."""
    counted = {"count": int(step.figure or 0), "place": step.place}
    text = f"{step.name}: {say.say('label', 'total_place', counted)}"
    return _card(step.seat, Paragraph(text=text, pos_hint={"center_y": 0.5}))


def compared(say: Phrasebook, level: Level) -> str:
    """What is compared there."""
    return say.say("tiebreak", level.key) if say.has("tiebreak", level.key) else level.key


def _level(say: Phrasebook, rulebook: Rulebook | None, number: int, level: Level) -> Card:
    """One step of telling players apart: what is compared, and everybody's figure."""
    each = ", ".join(f"{say.name(seat)} {signed(figure)}" for seat, figure in level.figures.items())
    card = Card("background", size_hint_y=None, padding=theme.mm(1.6), spacing=theme.mm(0.6))
    card.add_widget(Paragraph(text=f"{number}  {compared(say, level)}", role="body"))
    card.add_widget(Paragraph(text=each, role="strong"))
    if level.rule:
        there = rulebook is not None and level.rule in rulebook
        rule = rulebook[level.rule].number if rulebook is not None and there else level.rule
        if said := Cited(say, {}, {}, {}).own(rule):
            card.add_widget(Paragraph(text=said, role="small", ink="ink2"))
    card.bind(minimum_height=card.setter("height"))
    return card


def race_and_figures(presenter: Presenter) -> Column:
    """The race over time, and who did what."""
    say, column = presenter.phrasebook, Column()
    shown = race(presenter)
    if shown is not None:
        values = {"what": presenter.words(shown.text, {})}
        column.add_widget(TextLine(text=say.say("label", "race", values), role="strong"))
        picture = RacePicture(shown)
        picture.size_hint_y = None
        picture.height = theme.mm(20 if theme.compact() else 26)
        column.add_widget(picture)
    what = happenings(presenter.match), presenter.match.seats, presenter.package.tally
    if best := best_move(*what):
        column.add_widget(TextLine(text=say.say("label", "best_move"), role="strong"))
        column.add_widget(_best(presenter, best))
    if rows := _rows(presenter, columns(*what)):
        column.add_widget(TextLine(text=say.say("label", "in_figures"), role="strong"))
        column.add_widget(_table(presenter, rows))
    return column


def _best(presenter: Presenter, best: BestMove) -> Card:
    """The move to remember, in its own sentences."""
    text = " ".join(map(presenter.phrasebook.event, best.events))
    return _card(best.seat, Paragraph(text=text, pos_hint={"center_y": 0.5}))


def _card(seat: str, words: Paragraph) -> Card:
    """Words with the mark of whom they are about."""
    card = Card("background", orientation="horizontal", size_hint_y=None)
    card.padding = theme.mm(1.6)
    card.add_widget(mark(seat, 5.0))
    as_high_as(card, words)
    return card


def _rows(presenter: Presenter, counted: Sequence[Figures]) -> list[tuple[str, dict[str, int]]]:
    """What was counted and everybody's figure, last the minutes of thinking."""
    say = presenter.phrasebook
    rows = [
        (say.say("tally", one.key, {"round": one.round} if one.round else {}), one.figures)
        for one in counted
    ]
    if any((minutes := minutes_of(presenter.match)).values()):
        rows.append((say.say("label", "minutes_of"), minutes))
    return rows


def minutes_of(match: Match) -> dict[str, int]:
    """How long each seat was asked, in whole minutes."""
    thinking = match.timeline.thinking
    return {one: round(thinking.get(one, 0.0) / 60) for one in match.seats}


def _table(presenter: Presenter, rows: Sequence[tuple[str, dict[str, int]]]) -> Card:
    """A row for each thing that was counted, below everybody's mark."""
    seats = presenter.match.seats
    card = Card("background", size_hint_y=None, padding=theme.mm(1.6), spacing=theme.mm(0.8))
    head = row([Widget(size_hint_x=ACROSS), *(_centred(mark(one, 4.4)) for one in seats)], None)
    head.size_hint_y, head.height = None, theme.mm(4.8)
    card.add_widget(head)
    for text, figures in rows:
        called = Paragraph(text=text, role="small", size_hint_x=ACROSS)
        each = [TextLine(text=str(figures[seat]), role="strong", halign="center") for seat in seats]
        made = row([called, *each], None)
        made.size_hint_y = None
        made.bind(minimum_height=made.setter("height"))
        card.add_widget(made)
    card.bind(minimum_height=card.setter("height"))
    return card


def _centred(widget: Widget) -> AnchorLayout:
    """In the middle of what room there is."""
    made = AnchorLayout()
    made.add_widget(widget)
    return made


def mark(seat: str, side: float) -> Widget:
    """A seat's mark, that many millimetres large."""
    made = SeatMark(seat=seat)
    made.size_hint, made.size = (None, None), (theme.mm(side), theme.mm(side))
    made.pos_hint = {"center_y": 0.5}
    return made


def as_high_as(card: Card, words: Paragraph) -> None:
    """Put the words on the card and let it be as high as they need."""
    card.add_widget(words)

    def grow(*_: object) -> None:
        card.height = max(theme.mm(9), words.height + 2 * theme.mm(1.6))

    words.bind(height=grow)
    grow()
