"""What pages know of everything around them is there, and leads where it says."""

from inspect import isfunction, signature
from pathlib import Path
from typing import get_args

from tests.ui.stage import Stage
from ui.navigation import Navigation, Route
from ui.root import Root
from ui.routes import ROUTES
from ui.session.session import Session


def test_every_name_of_a_page_leads_to_one() -> None:
    assert set(ROUTES) == set(get_args(Route))


def test_the_root_has_all_that_a_page_may_ask_of_its_navigation(
    stage: Stage, tmp_path: Path
) -> None:
    # A widget's base class is Any, so that the types alone would not notice.
    root = Root(Session(tmp_path), lambda: None)
    for name in Navigation.__annotations__:
        assert hasattr(root, name)
    promised = {name: one for name, one in vars(Navigation).items() if not name.startswith("_")}
    assert len(promised) > 10
    for name, one in promised.items():
        if isfunction(one):
            there = signature(getattr(Root, name)).parameters
            assert list(there) == list(signature(one).parameters), name
        else:
            assert isinstance(getattr(Root, name), property), name
    root.leave()
