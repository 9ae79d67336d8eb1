"""No test knows the number or the names of the games: what holds for all is tried with all that are
on the shelf, and with one that nobody knows (``tests/fifth_game.py``)."""

import re
from pathlib import Path

from companion.match.registry import names

HERE = Path(__file__).parent

TELLS_A_MOVE = {
    "proofs/kills.py",
    "ui/screens/test_earphone.py",
    "ui/screens/test_found_words.py",
    "ui/screens/test_learn.py",
    "ui/screens/test_told_anew.py",
    "games/test_boxes.py",
    "games/test_contradictions.py",
    "games/test_ways.py",
    "match/test_begun.py",
    "match/test_composer.py",
    "match/test_reach.py",
    "match/test_setting_up.py",
    "printables/test_sheets.py",
    "printables/test_turns_and_rules.py",
    "archive/test_export.py",
    "referee/test_player.py",
    "referee/test_session.py",
    "referee/test_set.py",
    "ui/test_box_difference.py",
    "ui/test_bright.py",
    "ui/test_narration.py",
    "ui/test_hands.py",
    "ui/test_now.py",
    "ui/test_now_hands.py",
    "ui/test_now_refused.py",
    "ui/test_rounds.py",
    "ui/test_touched.py",
    "ui/test_tray.py",
    "ui/test_ways_out.py",
    "ui/widgets/test_hands_view.py",
    "ui/screens/table.py",
    "ui/screens/test_before.py",
    "ui/screens/test_by_dial.py",
    "ui/screens/test_by_ear.py",
    "text/test_languages.py",
    "ui/screens/test_fix.py",
    "ui/screens/test_found.py",
    "ui/screens/test_make_layout.py",
    "ui/screens/test_maya.py",
    "ui/screens/test_motion.py",
    "ui/screens/test_pictured.py",
    "ui/screens/test_private.py",
    "ui/screens/test_read_boards.py",
    "ui/screens/test_resume.py",
    "ui/screens/test_entered.py",
    "ui/screens/test_rulebook.py",
    "ui/screens/test_straight_back.py",
    "ui/screens/test_together.py",
    "ui/screens/test_touches.py",
    "ui/widgets/test_instruments.py",
}
"""Follows one story with moves, cards or sentences that only one game has."""

READS_WHAT_WAS_WRITTEN = {
    "match/test_gap.py",
    "store/test_earlier.py",
    "test_documents.py",
    "test_packaging.py",
    "proofs/_door.py",
    "proofs/_door_settings.py",
    "proofs/_forged.py",
}
"""Reads a record, a folder or a document in which a game is named."""

PLAYS_AN_EVENING = {
    "club/places.py",
    "club/test_uplink.py",
    "club/test_wall.py",
    "records/evenings.py",
    "ui/test_evening_robot.py",
    "proofs/_evening_tasks.py",
    "proofs/_stick.py",
    "proofs/_stick_screens.py",
    "proofs/evening.py",
    "proofs/flood.py",
    "proofs/mutation.py",
    "proofs/soak.py",
}
"""Plays at length, by default a game whose evenings are long enough; any other can be asked for."""


def test_only_tests_of_one_story_name_a_game() -> None:
    game = "|".join(names())
    named = re.compile(rf"""["'](?:{game})["']|companion\.games\.(?:{game})\b""")
    about_one = re.compile(rf"games/(?:{game})/|test_(?:{game})(?:_\w+)?\.py")
    found = {
        path.relative_to(HERE).as_posix()
        for path in HERE.rglob("*.py")
        if named.search(path.read_text())
    }
    found = {one for one in found if not about_one.search(one)}
    assert found - (TELLS_A_MOVE | READS_WHAT_WAS_WRITTEN | PLAYS_AN_EVENING) == set()
