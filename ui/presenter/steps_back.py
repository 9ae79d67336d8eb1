"""One choice back: what was chosen last is chosen anew."""

from collections.abc import Collection, Iterable

from msgspec import Struct, structs

from companion.kernel import Draft
from companion.match.beginnings import fresh
from ui.presenter.presenter import Presenter


def one_back(presenter: Presenter) -> None:
    """Take the last choice out of every draft; a draft that is empty then is put away. Without a
    draft what was done last is taken back."""
    composer = presenter.composer
    if not composer.begun:
        presenter.undo()
        return
    first = fresh(composer.game, composer.role, presenter.view, composer.outlook)
    kept = _back(composer.drafts, first)
    presenter.take_back()
    while kept:
        composer.start(*kept)
        if not _one_answer(presenter):
            presenter.on_change()
            return
        kept = _back(kept, first)
    composer.clear()
    presenter.on_change()


def _back(drafts: Iterable[Draft], first: Collection[Draft]) -> tuple[Draft, ...]:
    shorter = dict.fromkeys(map(_shorter, drafts))
    return tuple(
        one for one in shorter if (one.values or one.parts or one.item) and one not in first
    )


def _one_answer(presenter: Presenter) -> bool:
    """Whether what is asked then has one answer, so that nobody chose it."""
    picker = presenter.offers.picker
    if picker is None or (picker.done is not None and picker.done.offered):
        return False
    return sum(one.offered for one in picker.choices) == 1


def _shorter(draft: Draft) -> Draft:
    if draft.item:
        return Draft(draft.kind, draft.values, draft.parts, draft.item[:-1])
    if draft.parts:
        last = draft.parts[-1]  # of several choices, or one
        item = structs.astuple(last)[:-1] if isinstance(last, Struct) else ()
        return Draft(draft.kind, draft.values, draft.parts[:-1], item)
    return Draft(draft.kind, draft.values[:-1])
