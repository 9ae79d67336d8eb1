"""One choice back: what was chosen last is chosen anew."""

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
    shorter = tuple(dict.fromkeys(_shorter(draft) for draft in composer.drafts))
    first = fresh(composer.game, composer.role, presenter.view, composer.outlook)
    kept = tuple(one for one in shorter if one.values and one not in first)
    presenter.take_back()
    if kept:
        composer.start(*kept)
        presenter.on_change()


def _shorter(draft: Draft) -> Draft:
    if draft.item:
        return Draft(draft.kind, draft.values, draft.parts, draft.item[:-1])
    if draft.parts:
        return Draft(draft.kind, draft.values, draft.parts[:-1])
    return Draft(draft.kind, draft.values[:-1])
