"""What the turn that goes on, or the last one, has come to so far."""

from companion.kernel import TABLE
from ui.presenter.presenter import Presenter

MOST = 20
"""Sentences of earlier moves; more of them are in the log."""


def this_turn(presenter: Presenter) -> tuple[str, tuple[str, ...]]:
    """What the mover of the last line has done since the turn began, under its heading."""
    journal, steps = presenter.match.timeline.entries, presenter.match.steps
    mover = next((step.by for step in reversed(steps) if step.by != TABLE), "")
    told: list[str] = []
    for step in reversed(steps):
        if step.by not in (mover, TABLE) or len(told) > MOST:
            break
        if step.state != "left out":  # that it was, the amendment says that left it out
            told[:0] = journal[step.entry_number - 1].said(presenter.language)
    done = any(answer.done for answer in presenter.answers)
    if done and presenter.sentences and not (told and told[-1] == presenter.sentences[-1]):
        told = list(presenter.sentences)
    now = presenter.seat in (mover, TABLE) or not mover
    key = "this_turn" if now else "last_turn"
    return presenter.phrasebook.say("label", key), tuple(told)
