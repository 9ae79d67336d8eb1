"""``companion print``: sheets as a PDF, to a printer, or checked."""

import argparse
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from companion.files import atomic_write
from companion.home import data_folder
from companion.kernel import Verbatim
from companion.match import registry
from companion.store import BoxFileError, DiskError, read_box, text_key
from companion.store.keys import another_screen, make_key, read_key
from companion.text import LANGUAGES, Phrasebook
from printables import beside, printer
from printables.check import check, faults, report
from printables.document import SHEETS, Drawn, draw
from printables.jobs import Job, described
from printables.order import Backs, Ink, Order
from printables.paper import CARDS, LABELS, PAPERS, Cutting
from printables.printer import PrintError, Printing

STDOUT = Path("-")

WIDTH = 30
"""Of the progress bar, in characters."""


def main(arguments: Sequence[str]) -> int:
    """``companion print``; 0 when it went well, 1 when codes cannot be read, 2 for a bad call."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if asked.game is None and asked.check is None and asked.offset is None:
        parser.error(f"which game? There are: {', '.join(registry.names())}")
    folder = data_folder(asked.data)
    try:
        ended = _done(asked, folder)
    except (OSError, ValueError, LookupError, DiskError) as error:
        said = error.args[0] if isinstance(error, LookupError) else error
        print(f"companion print: {said}", file=sys.stderr)
        return 2
    if another_screen(folder):
        words = _order(asked, registry.names()[0], b"", Printing()).words
        print(words.say("command", "another_screen"), file=sys.stderr)
    return ended


def _done(asked: argparse.Namespace, folder: Path) -> int:
    if asked.offset is not None:
        printer.keep(folder, asked.offset)
    if asked.check is not None:
        return _check(asked, folder)
    if asked.game is None:
        return _kept(asked, asked.offset)
    return _print(asked, folder)


def _parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="companion print",
        description="Makes sheets with codes to scan, as a PDF. Every code is read back before "
        "the file is written.",
    )
    made.add_argument("game", nargs="?", help=f"one of: {', '.join(registry.names())}")
    made.add_argument(
        "--sheets",
        type=_sheets,
        default=tuple(SHEETS),
        help=f"some of: {','.join(SHEETS)} (default: all)",
    )
    made.add_argument(
        "--only",
        type=_list,
        default=(),
        help="only these pieces, or copies by their six digits: endurance,101151",
    )
    made.add_argument("--language", choices=LANGUAGES, default="en")
    made.add_argument("--paper", choices=tuple(PAPERS), default="a4")
    made.add_argument("--ink", choices=get_args(Ink), default="colour")
    made.add_argument("--backs", choices=get_args(Backs), default="none", help="of cards")
    made.add_argument(
        "--cutting",
        choices=get_args(Cutting),
        default="touching",
        help="cards share their cuts, have a bleed each, or marks for a cutting plotter",
    )
    made.add_argument("--card", choices=tuple(CARDS), default="63x88", help="millimetres")
    labels = [name for sheets in LABELS.values() for name in sheets]
    made.add_argument("--labels", choices=labels, default="", help="label sheet, millimetres")
    made.add_argument("--box", type=Path, help="file with what is known of this copy of the game")
    made.add_argument("--table", type=int, default=1, help="number of the table")
    _where(made)
    return made


def _where(made: argparse.ArgumentParser) -> None:
    """Where the sheets go, and what is done instead of making some."""
    made.add_argument(
        "--out", type=Path, help="the file, - for standard output (default: GAME.pdf here)"
    )
    made.add_argument(
        "--pictures",
        action="store_true",
        help="each card and token as a picture, too, in a folder beside the file",
    )
    made.add_argument(
        "--printer", nargs="?", const="", help="print it; without a name on the first printer"
    )
    made.add_argument(
        "--offset",
        type=_offset,
        metavar="RIGHT,DOWN",
        help="millimetres by which this printer's backs must be moved; kept from now on",
    )
    made.add_argument(
        "--check", type=Path, metavar="FILE", help="check a PDF, scan or photograph of sheets"
    )
    made.add_argument(
        "--data", type=Path, metavar="FOLDER", help="where the key of the box and the offset are"
    )


def _list(text: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in text.split(",") if one.strip())


def _sheets(text: str) -> tuple[str, ...]:
    wanted = _list(text)
    strange = [one for one in wanted if one not in SHEETS]
    if strange or not wanted:
        raise argparse.ArgumentTypeError(
            f"no sheet {', '.join(strange) or text!r}; there are: {', '.join(SHEETS)}"
        )
    return tuple(one for one in SHEETS if one in wanted)


def _offset(text: str) -> Printing:
    try:
        right, down = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not like 0.5,-1") from None
    return Printing(right, down)


def _order(
    asked: argparse.Namespace,
    name: str,
    key: bytes,
    kept: Printing,
    box: Mapping[str, Any] | None = None,
) -> Order:
    return Order(
        package=registry.game_package(name),
        key=key,
        language=asked.language,
        paper=asked.paper,
        ink=asked.ink,
        backs=asked.backs,
        cutting=asked.cutting,
        card=asked.card,
        labels=asked.labels,
        offset=(kept.right, kept.down),
        table=asked.table,
        only=frozenset(asked.only),
        box=box or {},
    )


def _kept(asked: argparse.Namespace, printing: Printing) -> int:
    order = _order(asked, registry.names()[0], b"", printing)
    values = {"right": f"{printing.right:g}", "down": f"{printing.down:g}"}
    print(order.words.say("command", "kept", values))
    return 0


def _check(asked: argparse.Namespace, folder: Path) -> int:
    key = read_key(folder)
    packages = tuple(registry.game_package(name) for name in registry.names())
    checked = check(asked.check, packages, key, asked.language)
    words = _order(asked, registry.names()[0], key, Printing())
    for line in report(asked.check, checked, words):
        print(line)
    return 0 if checked.good else 1


def _print(asked: argparse.Namespace, folder: Path) -> int:
    words = _order(asked, asked.game, b"", Printing()).words
    path: Path = asked.out or Path(f"{asked.game}.pdf")
    if path.is_dir():
        file = Verbatim(str(path / f"{asked.game}.pdf"))
        said = words.say("command", "folder", {"path": Verbatim(str(path)), "file": file})
        print(f"companion print: {said}", file=sys.stderr)
        return 2
    try:
        box = None if asked.box is None else read_box(asked.box.resolve(), asked.game)
    except BoxFileError as error:
        print(words.say(*text_key(error)), file=sys.stderr)
        return 2
    order = _order(asked, asked.game, make_key(folder), printer.kept(folder), box)
    drawn = draw(order, asked.sheets, progress=_progress())
    if not drawn.proof.good:
        print(words.say("command", "not_offered"), file=sys.stderr)
        for line in faults(drawn.proof, order):
            print(line, file=sys.stderr)
        return 1
    if path == STDOUT:
        sys.stdout.buffer.write(drawn.pdf)
        return 0
    atomic_write(path.resolve(), drawn.pdf)
    values = {"path": Verbatim(str(path)), "pages": drawn.pages, "codes": len(drawn.codes)}
    print(words.say("command", "written" if drawn.codes else "written_plain", values))
    _beside(drawn, path, words, pictures=asked.pictures)
    return 0 if asked.printer is None else _send(order, drawn, path, asked.printer)


def _beside(drawn: Drawn, path: Path, words: Phrasebook, *, pictures: bool) -> None:
    """What lies beside the file, in a folder of its name."""
    folder, count = path.with_suffix(""), 0
    if folder == path:
        folder = path.with_name(f"{path.name}-parts")
    for name, data in beside.files(drawn, pictures=pictures):
        atomic_write(folder.resolve() / name, data)
        count += 1
    if count:
        values = {"path": Verbatim(str(folder)), "count": count}
        print(words.say("command", "beside", values))


def _send(order: Order, drawn: Drawn, path: Path, wanted: str) -> int:
    """A missing printer is no mistake: the file is there."""
    there, where = printer.printers(), Verbatim(str(path))
    say = order.words.say
    if not there:
        print(say("command", "no_printer", {"path": where}))
        return 0
    if wanted and wanted not in there:
        values = {"printer": Verbatim(wanted), "printers": [Verbatim(one) for one in there]}
        print(say("command", "which_printer", values), file=sys.stderr)
        return 2
    name = wanted or there[0]
    try:
        sent = _send_all(order, drawn.jobs, path, name)
    except PrintError as error:
        values = {"printer": Verbatim(name), "why": Verbatim(str(error)), "path": where}
        print(say("command", error.told, values), file=sys.stderr)
        return 1
    print(say("command", "sent", {"printer": Verbatim(name)}))
    return 0 if sent else 1


def _send_all(order: Order, jobs: Sequence[Job], path: Path, name: str) -> bool:
    """One job after the other; at a terminal each waits for its paper. Whether all were sent: what
    comes onto the backs of others is not, where nobody is there to put them in. Raises PrintError.
    """
    say, sent = order.words.say, True
    somebody = sys.stdin.isatty()
    for number, job in enumerate(jobs):
        values = described(job, order.words)
        if number and somebody:
            print(say("command", "turn" if job.turned else "load", values))
            input(say("command", "enter"))
        elif job.turned:
            command = shlex.join(printer.command(path, name, order.paper, job))
            print(say("command", "turn", values), say("command", "held_back", values))
            print(command)
            sent = False
            continue
        print(say("command", "printing", values))
        printer.send(path, name, order.paper, job)
    return sent


def _progress() -> Callable[[float], None]:
    """A bar on a terminal; nothing where the output is kept."""
    if not sys.stderr.isatty():
        return lambda done: None

    def show(done: float) -> None:
        full = round(WIDTH * done)
        end = "\n" if done >= 1 else ""
        print(f"\r[{'#' * full}{' ' * (WIDTH - full)}] {done:4.0%}", end=end, file=sys.stderr)

    return show
