"""The page as a real browser shows it, told by the real service."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from companion.scene import Form, Shape
from companion.sight.art import browser_pictures
from companion.sight.look import seen
from companion.sight.seen import Row, Seen
from companion.text import Language
from tests.games.tried import EACH_GAME, GAMES, Tried
from tests.guests.browser import Browser, Page
from tests.guests.conftest import HOUSE
from tests.guests.service import Service
from tests.sight.evenings import NAMES, moments
from ui.canvas.art import Art
from ui.canvas.drawing import _Drawing, figure
from ui.widgets.instrument_rows import Rows

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / ".cache/page-tools/node_modules"
GOLDEN = Path(__file__).parent / "golden"

SIZES = ((1920, 1080), (1280, 720))
SMALL = ((390, 844), (320, 568))

LEAST = 0.022
"""Share of the height that letters have at least: so a television is read at three metres."""

WIDE = "document.documentElement.scrollWidth - innerWidth"
BEYOND = """[...document.querySelectorAll('body > *, #people li')].filter(one => {
    const box = one.getBoundingClientRect();
    return box.width && (box.bottom > innerHeight + 1 || box.right > innerWidth + 1);
}).map(one => one.id || one.tagName)"""
LETTERS = """Math.min(...[...document.querySelectorAll('body *')].filter(one =>
    !one.closest('svg') && one.getClientRects().length
    && [...one.childNodes].some(each => each.nodeType === 3 && each.data.trim())
).map(one => parseFloat(getComputedStyle(one).fontSize))) / innerHeight"""
AXE = "axe.run({exclude: ['#board > *']}).then(one => one.violations)"
"""What is wrong for those who do not see or cannot point. What is drawn on the board is one picture
with a name."""

BOARD = "document.querySelector('#board > g').innerHTML"
ALL = "document.body.innerText + document.querySelector('#board > g').innerHTML"


@pytest.fixture(scope="module")
def shown() -> Iterator[Service]:
    """A service that shows one game after the other."""
    service = Service()
    yield service
    service.close()


def address(service: Service) -> str:
    return f"http://{HOUSE}:{service.port}/{service.key}/"


def there(page: Page, one: Seen) -> None:
    """Wait until it is seen."""
    page.until(f"document.getElementById('asked').textContent === {json.dumps(one.asked)}")
    page.until(f"document.title === {json.dumps(one.title)}")
    page.until(f"document.querySelectorAll('#board > g > g').length === {len(one.shapes)}")


def late(tried: Tried, moves: int = 60, language: Language = "en") -> list[Seen]:
    """A match from its beginning."""
    return [seen(one, language, names=True) for one in moments(tried, 7, moves)]


@EACH_GAME
def test_every_game_is_seen_whole_readable_and_the_same_however_one_came_to_it(
    tried: Tried, shown: Service, browser: Browser
) -> None:
    pictures = late(tried)
    shown.dress(tried.package.art)
    shown.show(pictures[0])
    page = browser.page(address(shown), SIZES[0])
    there(page, pictures[0])
    for one in pictures[1:]:  # as changes, some of which it may miss
        shown.show(one)
    there(page, pictures[-1])
    assert page.get("document.querySelectorAll('[data-missing]').length") == 0
    for size in SIZES:
        page.sized(size)
        assert (page.get(WIDE), page.get(BEYOND)) == (0, [])
        assert page.get(LETTERS) >= LEAST
    for size in SMALL:
        page.sized(size)
        assert page.get(WIDE) == 0
    page.sized(SIZES[0])
    fresh = browser.page(address(shown), SIZES[0])
    there(fresh, pictures[-1])
    assert fresh.get(ALL) == page.get(ALL)
    assert (page.troubles, fresh.troubles) == ([], [])
    golden(tried.name, page.get(BOARD))
    fresh.close()
    page.close()


def golden(name: str, board: str) -> None:
    """The board as text is what it was. How large letters are is left out: that depends on which
    are on the machine. Where it shall be otherwise, remove the file and run this again."""
    board = re.sub(r' font-size="[^"]*"', "", board)
    file, lines = GOLDEN / f"{name}.svg.txt", re.sub(r"(?<!^)<g", "\n<g", board) + "\n"
    if not file.exists():
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(lines, "utf-8")
    assert file.read_text("utf-8") == lines


def test_each_form_and_instrument_that_there_is_is_drawn_on_the_screen_and_on_the_page(
    shown: Service, browser: Browser
) -> None:
    page = browser.page(address(shown))
    page.until("document.readyState === 'complete'")
    forms, instruments = page.get(
        "import('./scene.js').then(one => [Object.keys(one.FORMS), Object.keys(one.INSTRUMENTS)])"
    )
    assert set(forms) == set(get_args(Form))
    assert all(hasattr(_Drawing, f"_{form}") for form in forms)
    tags = {one.__struct_config__.tag for one in get_args(Row)}
    assert set(instruments) == tags
    assert all(hasattr(Rows, tag) or hasattr(Rows, f"{tag}s") for tag in tags)
    page.close()


FLAGS: dict[str, Any] = {
    "ghost": True, "count": 3, "text": "x", "seat": "red", "look": "circle", "ink": "gold_text",
}  # fmt: skip
"""What a shape may be besides its form."""

DRAWN = """import('./scene.js').then(one => {{
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    document.body.append(svg);
    const board = new one.Board(svg, PICTURES, PICTURES.themes.dark);
    const found = {0}.map(shape => {{
        board.show([shape]);
        return svg.lastChild.firstChild.innerHTML;
    }});
    svg.remove();
    return found;
}})"""
"""How each of some shapes is drawn in a browser."""


def test_whatever_a_shape_may_be_is_seen_on_the_screen_and_on_the_page_or_on_neither(
    shown: Service, browser: Browser
) -> None:
    art, page = Art(""), browser.page(address(shown))
    pictures = msgspec.json.encode(browser_pictures("")).decode()
    page.get(f"globalThis.PICTURES = {pictures}, 1")
    shapes = []
    for form in get_args(Form):
        look = "square" if form == "print" else ""  # there is none without
        base = Shape(form=form, x=0, y=0, size=1, look=look)
        shapes += [base, *(replace(base, **{name: told}) for name, told in FLAGS.items())]
    plain = [{**to_builtins(one), "touch": None, "values": None} for one in shapes]
    drawn = page.get(DRAWN.format(json.dumps(plain)))
    own = [figure(one, art, lambda text, _: text) for one in shapes]
    kivy = [(one.triangles.corners, one.words) for one in own]
    each = len(FLAGS) + 1
    for first in range(0, len(shapes), each):
        for number in range(first + 1, first + each):
            if (shapes[number].form, shapes[number].seat) == ("print", "red"):
                continue  # the same outline in other colours, which lie round it
            there = drawn[number] != drawn[first]
            assert there == (kivy[number] != kivy[first]), shapes[number]
    page.close()


@pytest.mark.parametrize("wanted", ["dark", "light", "contrast"])
def test_whoever_does_not_see_it_hears_it_and_everybody_can_read_it(
    wanted: Any, shown: Service, browser: Browser
) -> None:
    rules = (TOOLS / "axe-core/axe.min.js").read_text("utf-8")
    page = browser.page(address(shown), SMALL[1])
    page.get(f"(() => {{ {rules} }})()")
    for tried in GAMES:
        one = late(tried, 25)[-1]
        shown.dress(tried.package.art, "en", wanted)
        shown.show(one)
        there(page, one)
        found = page.get(AXE)
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], tried.name
    assert page.get("document.getElementById('board').getAttribute('aria-label')") == one.board
    heard = page.get("[...document.querySelectorAll('.row')].every(one => one.ariaLabel.trim())")
    assert heard
    page.close()


def test_who_wants_it_gets_strong_contrast_and_nothing_that_moves(
    shown: Service, browser: Browser
) -> None:
    one = late(GAMES[0], 0)[-1]
    shown.dress(GAMES[0].package.art)
    shown.show(one)
    page = browser.page(address(shown))
    there(page, one)
    ground = "getComputedStyle(document.documentElement).getPropertyValue('--ground')"
    moving = "getComputedStyle(document.querySelector('#board > g > g')).transitionDuration"
    assert (page.get(ground) == "#000000", page.get(moving)) == (False, "0.45s")
    page.sized(SIZES[0], prefers_contrast="more", prefers_reduced_motion="reduce")
    page.until(f"{ground} === '#000000'")
    assert page.get(moving) == "0s"
    page.close()


def test_who_won_is_seen_and_a_name_is_never_more_than_letters(
    shown: Service, browser: Browser
) -> None:
    tried, evil = GAMES[0], "<img src=x onerror=alert(1)>"
    shown.dress(tried.package.art)
    *_, one = late(tried, 2000)
    assert one.places and NAMES[0] in (one.places[0].name, one.places[1].name)
    people = (replace(one.people[0], name=evil), *one.people[1:])
    one = replace(one, people=people, asked=evil)
    shown.show(one)
    page = browser.page(address(shown))
    there(page, one)
    assert evil in page.get("document.getElementById('people').innerText")
    assert page.get("document.querySelectorAll('img').length") == 0
    assert one.places[0].name in page.get("document.getElementById('places').innerText")
    assert (page.get(WIDE), page.get(BEYOND), page.troubles) == (0, [], [])
    page.close()


def test_the_page_says_when_nobody_plays_and_when_the_table_is_gone_and_comes_back(
    browser: Browser,
) -> None:
    service = Service()
    service.dress("")
    service.show(None)
    page = browser.page(address(service))
    said = "document.getElementById('idle').innerText"
    page.until(f"{said}.includes('Nobody is playing')")
    one = late(GAMES[0], 0)[-1]
    service.dress(GAMES[0].package.art)
    service.show(one)
    there(page, one)
    service.process.kill()
    page.until("!document.getElementById('lost').hidden")
    assert page.get("document.getElementById('lost').innerText").startswith("The table cannot")
    again = Service((service.port,), service.key)
    again.dress(GAMES[0].package.art)
    again.show(replace(one, asked="Here again"))
    page.until("document.getElementById('asked').textContent === 'Here again'")
    assert page.get("document.getElementById('lost').hidden")
    page.close()
    again.close()
    service.close()


def test_the_scripts_of_the_page_hold_what_their_types_say() -> None:
    told = subprocess.run(
        [TOOLS / ".bin/tsc", "-p", Path(__file__).parent / "tools"], capture_output=True, text=True
    )
    assert (told.stdout, told.returncode) == ("", 0)
