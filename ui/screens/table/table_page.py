"""What sheets over the table know of the page below them."""

from ui.presenter import Presenter
from ui.session.open_match import OpenMatch
from ui.shell.page import Page


class TablePage(Page):
    """A page at which a match is played. open_match: the one that is."""

    open_match: OpenMatch

    @property
    def presenter(self) -> Presenter:
        """The match, and what is being done in it."""
        return self.open_match.presenter
