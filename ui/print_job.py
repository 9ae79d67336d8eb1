"""A print job: sheets chosen at the screen, drawn and proved in a thread of their own, sent on.

It knows no widget. Its state belongs to the thread of the screen, which takes in what is finished
with :meth:`Press.take`; ``wake`` is called from the other thread when there is something to take.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Literal, NoReturn, get_args

from companion.files import atomic_write, shown
from companion.kernel import Verbatim
from companion.match.registry import GamePackage
from companion.store import DiskError, sticks
from companion.store.keys import make_key
from companion.text import Language, Phrasebook
from printables import printer
from printables.jobs import described
from printables.order import Backs, Ink, Order, SheetName
from printables.paper import CARDS, Cutting, PaperName
from printables.printer import PrintError

if TYPE_CHECKING:
    from PIL.Image import Image

    from printables.document import Drawn

FOLDER = "print"
"""Where sheets are kept, in the data folder."""

PREVIEW_DPI = 60
"""Pixels an inch of the pages in the preview."""

Stage = Literal["choosing", "working", "ready", "failed"]


@dataclass(frozen=True)
class Choice:
    """What somebody wants printed.

    sheets: which kinds.
    paper: name of its size.
    ink: colours, or black alone.
    backs: what the other side shows.
    cutting: how cards are cut out.
    pictures: whether each card is wanted as a picture, too.
    card: name of a card size.
    labels: name of a label sheet, "" for the usual one of the paper.
    table: its number.
    only: short codes of the copies wanted, all when empty.
    """

    sheets: tuple[SheetName, ...] = ("menu", "aids")
    paper: PaperName = "a4"
    ink: Ink = "colour"
    backs: Backs = "none"
    cutting: Cutting = "touching"
    pictures: bool = False
    card: str = next(iter(CARDS))
    labels: str = ""
    table: int = 1
    only: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Picture:
    """A page as it is shown: RGB bytes from the top, width times height pixels."""

    width: int
    height: int
    data: bytes


@dataclass(frozen=True)
class Ready:
    """Sheets that may be printed.

    drawn: with what was proved of them.
    path: of the file.
    pages: pictures for the preview.
    printers: names of those that can print it.
    sticks: folders it can be saved to.
    """

    drawn: Drawn
    path: Path
    pages: tuple[Picture, ...]
    printers: tuple[str, ...]
    sticks: tuple[Path, ...]


@dataclass(frozen=True)
class Sent:
    """What a printer has taken. number: under which CUPS has it. printer: its name. drawn, job: the
    sheets, and which of their jobs."""

    number: str
    printer: str
    drawn: Drawn
    job: int


class PrintJob:
    """Prints for one game.

    box: what is known of this table's copy of it. message: what to say, in the language of
    the sheets. language: of the sheets that were begun last. offset: millimetres that backs must be
    moved on this printer. sent: how many of the jobs that are ready were printed.
    """

    def __init__(
        self,
        folder: Path,
        package: GamePackage,
        wake: Callable[[], None],
        box: Mapping[str, Any] | None = None,
    ) -> None:
        self.package = package
        self.box = box or {}
        self.choice = Choice()
        self.offset = printer.kept(folder)
        self.stage: Stage = "choosing"
        self.done = 0.0
        self.ready: Ready | None = None
        self.language: Language | None = None
        self.message = ""
        self.sent = 0
        self._last: Sent | None = None
        self._sending = False
        self._folder, self._wake = folder, wake
        self._news: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._thread: Thread | None = None

    def choose(self, **chosen: object) -> None:
        """Change the choice; what was ready no longer fits it."""
        if "paper" in chosen:  # each has label sheets of its own
            chosen.setdefault("labels", "")
        self.choice = replace(self.choice, **chosen)  # type: ignore[arg-type]
        self._anew()

    def _anew(self) -> None:
        self.stage, self.ready, self.message = "choosing", None, ""

    def large(self, page: int, width: int) -> Picture:
        """A page of what is ready, that many pixels wide."""
        from printables.pictures import Document

        assert self.ready is not None
        dpi = PREVIEW_DPI * width / self.ready.pages[page].width
        with Document(self.ready.drawn.pdf) as document:
            return _picture(document.page(page, round(dpi), gray=False))

    def toggle(self, sheet: SheetName) -> None:
        """Take a sheet in or out."""
        had = set(self.choice.sheets) ^ {sheet}
        self.choose(sheets=tuple(one for one in get_args(SheetName) if one in had))

    def pick(self, short: str) -> None:
        """Take a copy of a piece in or out."""
        self.choose(only=self.choice.only ^ {short})

    def shift(self, right: float, down: float) -> None:
        """Move backs that much further, for good; as far as a printer can be off."""
        wanted = printer.Printing(
            *(
                min(printer.FURTHEST, max(-printer.FURTHEST, value))
                for value in (self.offset.right + right, self.offset.down + down)
            )
        )
        self._anew()
        try:
            printer.keep(self._folder, wanted)
        except OSError as error:
            self.message = str(error)
        self.offset = wanted

    def order(self, language: Language) -> Order:
        """What to print; not signed yet."""
        choice = self.choice
        return Order(
            package=self.package,
            key=b"",
            language=language,
            paper=choice.paper,
            ink=choice.ink,
            backs=choice.backs,
            cutting=choice.cutting,
            card=choice.card,
            labels=choice.labels,
            offset=(self.offset.right, self.offset.down),
            table=choice.table,
            only=choice.only,
            box=self.box,
        )

    def take(self) -> None:
        """Take in what the other thread has finished. Raises what that did not expect."""
        while True:
            try:
                self._news.get_nowait()()
            except Empty:
                return

    def wait(self) -> None:
        """Until the other thread has ended."""
        if self._thread is not None:
            self._thread.join()
        self.take()

    # What takes time ---------------------------------------------------------------------

    def start(self, language: Language) -> None:
        """Draw the sheets and read their codes back."""
        if self.stage == "working" or not self.choice.sheets:
            return
        self.stage, self.done, self.message, self.ready = "working", 0.0, "", None
        self.language = language
        choice, order = self.choice, self.order(language)
        self._run(lambda: self._work(choice, order))

    def look(self) -> None:
        """See which printers and sticks are there by now; nothing while something else is done."""
        ready = self.ready
        if ready is None or (self._thread is not None and self._thread.is_alive()):
            return

        sent, say = self._last, self.order(self.language or "en").words

        def work() -> None:
            found = replace(ready, printers=printer.printers(), sticks=sticks(to_write=True))
            if found != ready:
                self._later(lambda: self._found(ready, found))
            why = printer.failed(sent.number) if sent is not None else ""
            if sent is not None and why:
                values = {"printer": Verbatim(sent.printer), "why": Verbatim(why)}
                self._later(lambda: self._not_printed(sent, say.say("command", "stopped", values)))

        self._run(work)

    def _found(self, before: Ready, now: Ready) -> None:
        if self.ready is before:
            self.ready = now

    def _not_printed(self, sent: Sent, text: str) -> None:
        """It is the next to be printed again."""
        if self._last is sent:
            self.message, self._last = text, None
            self._sent(sent.drawn, sent.job)

    def send(self, name: str, language: Language) -> None:
        """Print what is ready: the next of its jobs, so that its paper can be put in before, and
        from the first again after the last. Nothing while a printer has not answered yet: a touch
        more would print it twice."""
        ready, choice = self.ready, self.choice
        if ready is None or self._sending:
            return
        say = self.order(language).words

        number = self.sent % len(ready.drawn.jobs)
        job, *later = ready.drawn.jobs[number:]

        def work() -> None:
            try:
                known_as = printer.send(ready.path, name, choice.paper, job)
            except PrintError as error:
                values = {"printer": Verbatim(name), "why": Verbatim(str(error))}
                values["path"] = Verbatim(str(ready.path))
                self._tell(say.say("command", error.told, values))
                return
            finally:
                self._later(self._answered)
            told = [say.say("command", "sent", {"printer": Verbatim(name)})]
            if later:
                told.insert(0, say.say("command", "printing", described(job, say)))
                what = "turn" if later[0].turned else "load"
                told.append(say.say("command", what, described(later[0], say)))
                told.append(say.say("command", "touch_again"))
            last = Sent(known_as, name, ready.drawn, number) if known_as else None
            self._later(lambda: self._sent(ready.drawn, number + 1, last))
            self._tell(" ".join(told))

        self._sending = True
        self._tell(say.say("command", "sending", {"printer": Verbatim(name)}))
        self._run(work)

    def _answered(self) -> None:
        self._sending = False

    def _sent(self, drawn: Drawn, jobs: int, last: Sent | None = None) -> None:
        if self.ready is not None and self.ready.drawn is drawn:
            self.sent, self._last = jobs, last

    def save(self, stick: Path, language: Language) -> None:
        """Save what is ready to a stick, and beside it what was chosen to lie there."""
        ready, pictures = self.ready, self.choice.pictures
        if ready is None:
            return
        say = self.order(language).words

        def work() -> None:
            from printables import beside  # as all that draws, in this thread

            path = stick / ready.path.name
            try:
                atomic_write(path, ready.drawn.pdf)
                for name, data in beside.files(ready.drawn, pictures=pictures):
                    atomic_write(path.with_suffix("") / name, data)
            except OSError as error:
                why = {"stick": Verbatim(shown(stick.name)), "why": Verbatim(error.strerror or "")}
                self._tell(say.say("command", "not_saved", why))
            else:
                self._tell(say.say("command", "saved", {"path": Verbatim(shown(path.name))}))

        self._run(work)

    def _run(self, work: Callable[[], None]) -> None:
        """In the other thread; what it does not expect comes out of :meth:`take`."""

        def run() -> None:
            try:
                work()
            except Exception as error:
                self._later(partial(self._fell, error))

        self._thread = Thread(target=run, name="press", daemon=True)
        self._thread.start()

    def _fell(self, fault: Exception) -> NoReturn:
        if self.stage == "working":
            self._anew()
        raise fault

    def _later(self, news: Callable[[], None]) -> None:
        self._news.put(news)
        self._wake()

    def _tell(self, text: str) -> None:
        self._later(lambda: setattr(self, "message", text))

    # In the other thread -----------------------------------------------------------------

    def _work(self, choice: Choice, order: Order) -> None:
        try:
            ready = self._made(choice, order)
        except (OSError, ValueError, LookupError, DiskError) as error:
            text = str(error.args[0] if isinstance(error, LookupError) else error)
            self._later(lambda: self._finish(choice, "failed", None, text))
            return
        text = self._said(order.words, ready)
        stage: Stage = "ready" if ready.drawn.proof.good else "failed"
        self._later(lambda: self._finish(choice, stage, ready, text))

    def _made(self, choice: Choice, order: Order) -> Ready:
        # Not sooner, and in this thread: to load all that draws would hold up the screen.
        from printables.document import draw
        from printables.pictures import pages

        signed = replace(order, key=make_key(self._folder))
        drawn = draw(signed, choice.sheets, progress=self._progress)
        name = f"{self.package.game.name}-{'-'.join(choice.sheets)}-{choice.paper}.pdf"
        path = self._folder / FOLDER / name
        if drawn.proof.good:
            atomic_write(path, drawn.pdf)
        shown = tuple(_picture(page) for page in pages(drawn.pdf, PREVIEW_DPI, gray=False))
        return Ready(drawn, path, shown, printer.printers(), sticks(to_write=True))

    def _progress(self, share: float) -> None:
        self._later(lambda: setattr(self, "done", share))

    def _said(self, say: Phrasebook, ready: Ready) -> str:
        if not ready.drawn.proof.good:
            return say.say("command", "not_offered")
        codes = len(ready.drawn.codes)
        values = {"pages": ready.drawn.pages, "codes": codes}
        return say.say("command", "drawn" if codes else "drawn_plain", values)

    def _finish(self, choice: Choice, stage: Stage, ready: Ready | None, text: str) -> None:
        """Unless something else has been chosen meanwhile."""
        if choice == self.choice and self.stage == "working":
            self.stage, self.message = stage, text
            self.ready, self.sent = (ready if stage == "ready" else None), 0


def _picture(page: Image) -> Picture:
    return Picture(page.width, page.height, page.tobytes())
