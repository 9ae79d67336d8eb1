"""Matches that are over, as files for other programs, and for whoever wants to check them."""

from companion.archive.export import ExportError, export_folder, files, write
from companion.archive.summary import Summary
from companion.files import shown
from companion.kernel import Verbatim
from ui.background import in_background
from ui.shell.page import Page
from ui.texts import kept_at


def export(page: Page, summaries: tuple[Summary, ...]) -> None:
    """Write files with these matches, and say where they are."""
    session, say = page.session, page.words

    def attempt() -> str:
        folder = export_folder(session.folder)
        try:
            write(
                folder,
                files(session.library, summaries, ("csv", "json", "record"), session.language),
            )
        except ExportError as error:
            why = {"folder": Verbatim(shown(error.folder.name)), "why": Verbatim(error.why)}
            return say.say("export", "not_written", why)
        where = Verbatim(kept_at(say, folder, session.folder))
        return say.say("export", "written", {"count": len(summaries), "folder": where})

    in_background(attempt, page.say)
