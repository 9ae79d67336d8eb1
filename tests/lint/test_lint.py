"""What ``companion lint`` says of whole games, and of one from which something was taken."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.lint import mistakes
from companion.match.registry import names
from tests import fifth_game
from tests.fifth_game import NAME

SHELF = names()


@pytest.mark.parametrize("game", SHELF)
def test_nothing_is_amiss_in_a_game_on_the_shelf(game: str) -> None:
    assert mistakes(game) == ()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with fifth_game.shelved(tmp_path) as folder:
        yield folder


def test_nothing_is_amiss_in_a_new_game(folder: Path) -> None:
    found = mistakes(NAME)
    # Its tests and notes lie beside this project in earnest, and here in another folder.
    assert [one for one in found if not one.startswith(("docs/", "tests/"))] == []
    assert len(found) == 2


BROKEN = [
    ("art.toml", 'glow = "#26343a"\n', "", "Pictures: art, ground: Object missing"),
    ("art.toml", "M8 20 C14 12", "M8 20 C14", "[ground] pattern: this is no SVG path"),
    ("art.toml", "M0 200 V160", "M0 200 V-9", "[ground] horizon: the outline leaves its box, 1000"),
    (
        "texts.toml",
        'take = { de = "Nehmen", en = "Take" }\nfix_heap',
        "fix_heap",
        "[kind]: take is missing",
    ),
    (
        "texts.toml",
        "[blank]\n",
        '[blank]\nx = { de = "x", en = "x" }\n',
        "[blank]: x belongs to nothing",
    ),
    ("texts.toml", ', en = "a heap"', "", "[expected] heap: the text in `en` is missing"),
    (
        "texts.toml",
        '{seat} ist dran"',
        'Jemand ist dran"',
        "[move] fix_turn: the languages do not name",
    ),
    ("texts.toml", "{heap}: take", "{pile}: take", "[move] take: the move has no {pile}"),
    (
        "texts.toml",
        "[blank]\n",
        '[kind_cost]\ntake = { de = "x", en = "x" }\n\n[blank]\n',
        "[kind_cost]: take is no kind of move that closes a step",
    ),
    (
        "texts.toml",
        "[blank]\n",
        '[kind_cost]\nend = { de = "{points}", en = "{points}" }\n\n[blank]\n',
        "[kind_cost] end: no step has a {points}",
    ),
    (
        "texts.toml",
        "[blank]\n",
        '[way_cost]\nnowhere = { de = "{points}", en = "{points}" }\n\n[blank]\n',
        "[way_cost]: nowhere is no step of a turn",
    ),
    (
        "texts.toml",
        "[blank]\n",
        '[way]\nfly = { de = "x", en = "x" }\n\n[blank]\n',
        "[way]: fly is no kind of move",
    ),
    ("texts.toml", "Which heap?", "Which heap? {stones}", "{stones} is not known yet"),
    ("texts.toml", "took_last =", "took_first =", "[event]: took_last is missing"),
    (
        "texts.toml",
        'turn = { de = "{seat} nimmt',
        'else = { de = "{seat} nimmt',
        "[ask]: turn is missing",
    ),
    (
        "texts.toml",
        'en = "{seat} takes',
        'en = "{who} takes',
        "[ask] turn: the game gives no value 'who'",
    ),
    (
        "texts.toml",
        'left = { de = "Steine übrig',
        'rest = { de = "Steine',
        "[panel]: left is missing",
    ),
    ("texts.toml", 'heap = { de = "Haufen {', 'hill = { de = "Haufen {', "heap:1 has no name"),
    ("texts.toml", "three = {", "four = {", "[option]: most.three is missing"),
    ("texts.toml", "aid_turn =", "aid_move =", "aid_turn is missing, a heading"),
    (
        "texts.toml",
        'number = { de = "Zahlen',
        'count = { de = "Zahlen',
        "[prints]: number is missing",
    ),
    (
        "rulebook.toml",
        'fault = { de = "{stones} Steine',
        'example = { de = "{stones} Steine',
        "S3: a move is refused by it",
    ),
    (
        "rulebook.toml",
        'source = { de = "unsere Vorgabe", en = "our default" }',
        "",
        "S3: it is soft and has no `source`",
    ),
    ("taking.py", '"next_turn", "S2"', '"next_turn", "S9"', "an event cites S9"),
    ("art.toml", "[look.emblem]", "[look.picture]", "[look.emblem] is missing"),
    ("art.toml", "[look.stone]", "[look.square]", "every game has a picture square"),
    ("about.toml", "2 to 4 players", "2 to 5 players", "`en` does not begin with 2 to 4 players"),
    ("art.toml", 'take = "stone"', 'fix_turn = "stone"', "take has none"),
    ("art.toml", 'take = "stone"', 'take = "rock"', "there is no picture rock"),
    ("art.toml", 'take = "stone"', 'give = "stone"', "[sign]: there is no kind of move give"),
    ("art.toml", "[sign]", '[sound]\nboom = "tile"\n[sign]', "there is no sound boom"),
    ("art.toml", "[sign]", '[sound.move]\nhum = "tile"\n[sign]', "there is no kind of move hum"),
    ("art.toml", "[sign]", '[sound.piece]\nstone = "hum"\n[sign]', "there is no sound hum"),
    ("art.toml", "[sign]", "[sound]\ntile = 3\n[sign]", "Pictures: art, sound: Expected"),
    ("art.toml", "[sign]", '[key]\n"take.nothing" = "stone"\n[sign]', "there is no blank take."),
    ("art.toml", "[sign]", '[key]\n"take.stones" = "rock"\n[sign]', "there is no picture rock"),
    ("scene.py", 'look="stone"', 'look="rock"', "the table shows rock"),
    ("setup.toml", '["stone"]', '["heap"]', "stone at heap:1 belongs to no step"),
    ("setup.toml", 'look = "stone"', 'look = "rock"', "Setup: there is no picture rock"),
    ("setup.toml", '"heaps"', '"hills"', "[setup]: hills.title is missing"),
    ("setup.toml", "[[steps]]", "[[stages]]", "setup: Object contains unknown field"),
    (
        "setup.toml",
        "[[steps]]",
        '[[steps]]\nkey = "again"\npieces = ["stone"]\n\n[[steps]]',
        "belongs to steps again, heaps",
    ),
    (
        "setup.toml",
        "[[steps]]",
        '[[steps]]\nkey = "more"\npieces = []\n\n' * 4 + "[[steps]]",
        "Setup: 5 steps",
    ),
    (
        "setup.toml",
        '["stone"]',
        '["stone"]\n[layout]\nshuffle = "mix"\ntell = "take"\ndone = "take"\nrows = []',
        "[layout]: there is no kind of move mix",
    ),
    ("setup.toml", '["most"]', '["most", "most"]', "[house_rules]: most is in 2 groups"),
    ("setup.toml", '["most"]', '["most", "least"]', "[house_rules]: there is no option least"),
    ("rules.py", '(heap, "stone")', '(heap, "pebble")', "pebble has no picture"),
    ("prints.toml", '"S4"', '"S9"', "there is no rule S9"),
    ("prints.toml", 'look = "stone"', 'look = "rock"', "no look or surface rock"),
    ("prints.toml", "[[aid]]", '[slip]\nace = ["S1"]\n\n[[aid]]', "there is no card or look ace"),
    (
        "prints.toml",
        'looks = ["stone", "stone", "stone"]',
        'looks = ["rock"]',
        "no look or surface rock",
    ),
    ("prints.toml", '"heap:3"', '"move:throw"', "there is no kind of move throw"),
    ("prints.toml", "first = 11", "first = 1", "two pieces have the number 1"),
    ("lessons.toml", "stones = 2 }]", "stones = 1 }]", "its way does not reach its goal"),
    (
        "rules.py",
        "from msgspec.structs",
        "from msgspec.structure",
        "The game cannot be loaded: ModuleNotFoundError",
    ),
    ("position.py", "class Setup", "class class", "The game cannot be loaded: SyntaxError"),
    ("about.toml", "[about]", "[about", "The game cannot be loaded: TOMLDecodeError"),
    ("scene.py", "return Scene", "return 1 / 0 or Scene", "ended at a fault: ZeroDivisionError"),
]


@pytest.mark.parametrize(
    ("file", "part", "instead", "said"), BROKEN, ids=[one[3] for one in BROKEN]
)
def test_every_mistake_is_named(
    folder: Path, file: str, part: str, instead: str, said: str
) -> None:
    text = (folder / file).read_text("utf-8")
    assert part in text
    (folder / file).write_text(text.replace(part, instead, 1), "utf-8")
    found = mistakes(NAME)
    assert [one for one in found if said in one], found
    assert all(one.endswith((".", ")")) or "cannot be loaded" in one for one in found)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "it is no JSON"),
        ("[]", "it is no object"),
        ("{}", "`id` is missing"),
        (
            '{"id": "", "title": "", "situation": {}, "moves": [], "verdict": "L", "rules": []}',
            "wants moves",
        ),
        (
            '{"id": "", "title": "", "situation": {}, "moves": [{"move": "give"}], "verdict": "L",'
            ' "rules": []}',
            "a move is none that can be told",
        ),
    ],
)
def test_a_line_of_vectors_that_is_not_understood_is_named(
    folder: Path, line: str, said: str
) -> None:
    from companion.lint.vectors import vectors
    from companion.match.registry import game_package

    root = folder.parents[2]
    tried = root / "tests" / "games" / NAME / "vectors.jsonl"
    assert list(vectors(game_package(NAME), root)) == []
    tried.write_text(line, "utf-8")
    found = list(vectors(game_package(NAME), root))
    assert said in found[0]
    assert (
        "Vectors: no vector carries out take." in found and "Vectors: no vector breaks S3." in found
    )
    assert list(vectors(game_package(NAME), root / "nowhere")) == []


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("from companion.games.fifth_game.position import PILES\n", "there is no PILES in"),
        ("from companion.games.fifth_game.piling import PILE\n", "there is no companion.games."),
    ],
)
def test_what_the_tests_of_a_game_look_for_in_vain_is_named(
    folder: Path, written: str, said: str
) -> None:
    from companion.lint.vectors import vectors
    from companion.match.registry import game_package

    root = folder.parents[2]
    (root / "tests" / "games" / NAME / "drawing.py").write_text(written, "utf-8")
    (found,) = vectors(game_package(NAME), root)
    assert found.startswith(f"tests/games/{NAME}/drawing.py: {said}")


def test_the_exit_code_of_the_command_tells_whether_all_is_well(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lint", SHELF[0]]) == 0
    assert capsys.readouterr().out.endswith("nothing to mend.\n")
    assert main(["lint", NAME]) == 1
    assert capsys.readouterr().out.endswith("2 to mend.\n")
    assert main(["lint", "no_such_game"]) == 2
    assert "There is no game" in capsys.readouterr().err
