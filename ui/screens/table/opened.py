"""What was told in secret, opened once the match is over, and what proves that it is unchanged:
here, and to whoever gets the files."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.uix.widget import Widget

from companion.kernel import Verbatim
from companion.match.commitments import Proof
from companion.match.record import last_seal
from companion.match.sentences import opened, proved
from ui.presenter import Presenter
from ui.shell.controls import Column, Scroll, button
from ui.shell.page import Page, Sheet
from ui.widgets.text import Paragraph, TextLine


def proof(page: Page, presenter: Presenter) -> Iterator[Widget]:
    """The sentence that says what is proved, and the way to what was told; nothing before the end,
    or where nothing was told in secret."""
    match = presenter.match
    proofs = match.proofs() if match.over and not match.read_only else ()
    for sentence in proved(proofs)(match.phrasebook(page.session.language)):
        yield Paragraph(text=sentence, role="body")
    if any(one.holds for one in proofs):
        label = page.words.say("button", "opened")
        yield button(label, lambda: page.open(OpenedSheet(page, presenter, proofs)), height=11)


class OpenedSheet(Sheet):
    """Line by line what was told in secret, and by whom; and the seal that every file of this match
    ends with, so that nobody can hand round another one."""

    def __init__(self, page: Page, presenter: Presenter, proofs: tuple[Proof, ...]) -> None:
        super().__init__(page)
        self._desk, self._proofs = presenter, proofs

    def fill(self) -> None:
        """Every value that is the one that was entered."""
        match, say = self._desk.match, self.words
        phrasebook, column = match.phrasebook(self.page.session.language), Column()
        for one in self._proofs:
            for sentence in (
                opened(match.entries[one.number - 1], one)(phrasebook) if one.holds else ()
            ):
                column.add_widget(Paragraph(text=sentence))
        seal = Verbatim(last_seal(match.entries))
        told = say.say("notice", "last_seal", {"seal": seal})
        column.add_widget(Paragraph(text=told, role="small", ink="ink2"))
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", "opened"), role="title"))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=11))
